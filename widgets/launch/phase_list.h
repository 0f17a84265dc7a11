// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/launch/settings_draft.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace nereid::widgets {

/// The phases of a draft, one a line: name (a method, an agent or one's own), what it is, steps,
/// what it sets for itself, and buttons to move and remove it. A run without phases is one line
/// that says so. GUI thread only.
class PhaseList : public QWidget {
  Q_OBJECT

 public:
  /// The draft outlives the list.
  explicit PhaseList(SettingsDraft& draft, QWidget* parent = nullptr);

  int count() const { return m_count; }
  QComboBox* nameBox(int index) const { return line(index).name; }
  QLineEdit* stepsLine(int index) const { return line(index).steps; }
  QToolButton* settingsButton(int index) const { return line(index).settings; }
  QToolButton* upButton(int index) const { return line(index).up; }
  QToolButton* downButton(int index) const { return line(index).down; }
  QToolButton* removeButton(int index) const { return line(index).remove; }
  QToolButton* addButton() const { return m_add; }
  QToolButton* undoButton() const { return m_undo; }
  /// What is wrong with names or steps; empty if nothing is.
  QString problem() const;

 Q_SIGNALS:
  /// All that a phase has is to be shown.
  void settingsRequested(const QString& phase);

 private:
  struct Line {
    QWidget* widget = nullptr;
    QLabel* number = nullptr;
    QComboBox* name = nullptr;
    QLabel* method = nullptr;
    QLineEdit* steps = nullptr;
    QToolButton* settings = nullptr;
    QToolButton* up = nullptr;
    QToolButton* down = nullptr;
    QToolButton* remove = nullptr;
  };
  const Line& line(int index) const { return m_lines[static_cast<std::size_t>(index)]; }
  Line makeLine(int index);
  QToolButton* makeButton(const QString& text, const QString& tip, QWidget* line);
  void fillAddMenu();
  void rename(int index);
  void move(int index, int delta);
  void refresh();
  void refreshLine(int index, const config::Phase& phase);

  SettingsDraft& m_draft;
  int m_count = 0;
  std::vector<Line>
      m_lines;  ///< kept when there are fewer phases, so that none goes in its own click
  QVBoxLayout* m_column;
  QLabel* m_note;
  QToolButton* m_add;
  QToolButton* m_undo;
};

}  // namespace nereid::widgets
