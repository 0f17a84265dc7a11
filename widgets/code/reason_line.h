// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "engine/verify/verdict.h"

class QToolButton;

namespace nereid::widgets {

class ElidedLabel;

/// Why the shown candidate was rejected, in one sentence, with a button to the line that it names,
/// and what the nearest accepted answer of the group has there. Hidden for what was accepted. GUI
/// thread only.
class ReasonLine : public QFrame {
  Q_OBJECT

 public:
  explicit ReasonLine(QWidget* parent = nullptr);

  void clear();
  void setVerdict(const verify::Verdict& verdict);
  /// `completion`: its number in the group, from 1. `source`: the line of it that stands where this
  /// one has the named line; empty where nothing does.
  void setAccepted(int completion, const QString& source);
  QString sentence() const;            ///< empty while hidden
  int line() const { return m_line; }  ///< of the candidate, from 1; 0: none is named
  QToolButton* lineButton() const { return m_lineButton; }
  QToolButton* acceptedButton() const { return m_acceptedButton; }

 Q_SIGNALS:
  void lineRequested(int line);
  void acceptedRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();

  ElidedLabel* m_sentence;
  QToolButton* m_lineButton;
  QToolButton* m_acceptedButton;
  int m_line = 0;
  QString m_whole, m_short;  ///< of the accepted answer
};

/// The line of `other` that stands where `source` has its `line` (from 1): along equal lines and
/// differences. Trimmed; empty if there is none.
QString partnerLine(const QString& source, const QString& other, int line);

}  // namespace nereid::widgets
