// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHash>
#include <QList>

#include "widgets/look/chip.h"

class QHBoxLayout;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace nereid::app {

class ActionRegistry;

/// What the top bar shows of a run.
struct RunLine {
  QString state;  ///< "Running · step 84 of 150 · 2:41 left"
  widgets::StatusChip::Tone tone = widgets::StatusChip::Tone::kNeutral;
  double progress = -1;  ///< 0 to 1; < 0 hides the bar
  bool busy = false;     ///< the bar moves without an end, e.g. while the engine loads
  QString times;         ///< "generate 0.9 s · verify 1.7 s · update 0.6 s"; empty hides the chip
  QString detail;        ///< a line a phase, for the tooltip of the state
  QString device;        ///< "CPU · GPU time not measured"; empty hides the chip
};

/// Name with the menu, workspaces, run control, state, times, device, search. Where the window is
/// narrow it first drops the device, then the times, then the progress, which the tooltip of the
/// state holds too; then search, stop and pause are marks without words.
class TopBar : public QFrame {
  Q_OBJECT

 public:
  TopBar(ActionRegistry& actions, QMenu* menu, const QStringList& workspaceActions,
         QWidget* parent = nullptr);

  void setRunLine(const RunLine& line);
  widgets::StatusChip* stateChip() const { return m_state; }
  widgets::StatusChip* timesChip() const { return m_times; }
  widgets::StatusChip* deviceChip() const { return m_device; }
  QPushButton* startButton() const;
  QPushButton* pauseButton() const;
  QPushButton* stopButton() const;
  QPushButton* searchButton() const;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  class CommandButton;

  CommandButton* addButton(QAction* action, const char* name);
  void addWorkspaces(ActionRegistry& actions, const QStringList& ids);
  void applyTheme();
  void fit();
  void shareRoom();

  QHBoxLayout* m_layout;
  QToolButton* m_name;
  QList<QToolButton*> m_workspaces;
  CommandButton* m_start;
  CommandButton* m_pause;
  CommandButton* m_stop;
  widgets::StatusChip* m_state;
  QProgressBar* m_progress;
  widgets::StatusChip* m_times;
  widgets::StatusChip* m_device;
  CommandButton* m_search;
  RunLine m_line;
  bool m_styling = false;
};

}  // namespace nereid::app
