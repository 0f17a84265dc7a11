// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <optional>
#include <utility>

class QMainWindow;

namespace nereid::widgets {
class CurvesView;
class EpisodeList;
}  // namespace nereid::widgets

namespace nereid::app {

class ActionRegistry;
class Docks;
class Selection;
class UndoStack;
class Workspaces;

/// How the window looks at a run: a value that can be compared and put back. What is chosen
/// (episode, cursor) is no part of it.
struct ViewState {
  QString workspace;
  QByteArray layout;  ///< of the docks in this workspace
  QString filter;
  std::optional<std::pair<double, double>> stepRange;
  std::optional<std::pair<double, double>> zoom;  ///< of the curves; nothing while they follow
  bool isLogarithmic = false;
  bool hasTable = false;
  QStringList plots;
  QStringList hidden;  ///< switched off in a legend: "plot/metric", and folders of hidden runs
  bool operator==(const ViewState&) const = default;
};

/// Undo and redo of view changes (Ctrl+Z, Ctrl+Shift+Z where no editor has the keyboard): layout,
/// workspace, zoom, filter, range of steps, hidden curves. It looks at the window a moment after
/// keys and mouse, so that changes that follow each other quickly are one; 100 are kept. Another
/// run begins anew. GUI thread only.
class ViewHistory : public QObject {
  Q_OBJECT

 public:
  static constexpr int kDepth = 100;
  static constexpr int kMergeMs = 400;
  /// A change of the view this soon after a change of runs came with it.
  static constexpr std::chrono::milliseconds kSameAct{1500};

  ViewHistory(ActionRegistry& actions, Docks& docks, Workspaces& workspaces, Selection& selection,
              QMainWindow* area, QObject* parent);

  /// Undo takes back the later one of the last change of the view and the last change of runs.
  void joinRuns(UndoStack& runs);

  void undo();
  void redo();
  bool canUndo() const { return m_at > 0; }
  bool canRedo() const { return m_at + 1 < m_states.size(); }
  /// Looks at the window now instead of in a moment.
  void capture();

 Q_SIGNALS:
  void viewChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  ViewState current() const;
  void apply(const ViewState& state);
  void restart();
  void refreshActions();
  bool isOfRuns() const;

  ActionRegistry& m_actions;
  Workspaces& m_workspaces;
  Selection& m_selection;
  QMainWindow* m_area;
  widgets::CurvesView* m_curves;
  widgets::EpisodeList* m_episodes;
  QTimer m_later;
  QList<ViewState> m_states;
  qsizetype m_at = -1;
  QList<std::chrono::steady_clock::time_point> m_times;  ///< when each state began
  UndoStack* m_runs = nullptr;
  bool m_wasResized = false;
};

}  // namespace nereid::app
