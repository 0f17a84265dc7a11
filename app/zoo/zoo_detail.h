// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/zoo/zoo_results.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace nereid::widgets {
class CodeEditor;
class ElidedLabel;
class FlagLine;
class StagePipsWidget;
}  // namespace nereid::widgets

namespace nereid::app {

/// One candidate of the zoo: what it does, what was expected, the verdict, the source. Or what a
/// class is about. GUI thread only.
class ZooDetail : public QWidget {
  Q_OBJECT

 public:
  explicit ZooDetail(QWidget* parent = nullptr);
  void showCandidate(const verify::ZooEntry& entry, const ZooPair& pair, bool twin);
  void showText(const QString& title, const QString& text);
  QToolButton* cheatButton() const { return m_cheat; }
  QToolButton* twinButton() const { return m_twin; }
  QPushButton* openButton() const { return m_open; }
  QLabel* verdictLabel() const { return m_verdict; }
  QLabel* reasonLabel() const { return m_reason; }
  widgets::CodeEditor* editor() const { return m_editor; }

 Q_SIGNALS:
  void twinChosen(bool twin);
  void openRequested();

 private:
  QWidget* makeHead();
  QWidget* makeFacts();
  void showVerdict(const verify::ZooEntry& entry, const VerdictPtr& verdict, bool twin);

  QToolButton* m_cheat;
  QToolButton* m_twin;
  QPushButton* m_open;
  widgets::ElidedLabel* m_name;
  QLabel* m_about;
  QWidget* m_facts;
  QLabel* m_expected;
  QLabel* m_verdict;
  QLabel* m_reason;
  widgets::StagePipsWidget* m_pips;
  widgets::FlagLine* m_flags;
  widgets::CodeEditor* m_editor;
};

}  // namespace nereid::app
