// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace nereid::widgets {
class EpisodeList;
class RunFeed;
}  // namespace nereid::widgets

namespace nereid::app {

class Docks;
class Selection;
class ViewHistory;
class Workspaces;

/// Keeps what was looked at (settings "session/..."): run, episode, filter, and the layout. It is
/// written a moment after each change, not at the end, so that a killed program comes back, too.
/// GUI thread only.
class SessionMemory : public QObject {
  Q_OBJECT

 public:
  SessionMemory(Docks& docks, Workspaces& workspaces, Selection& selection, widgets::RunFeed& feed,
                ViewHistory& history, QObject* parent);

  /// The run that was shown last, empty if there was none or it is no run any more.
  QString lastRun() const;
  /// Brings filter and episode back when the run that was shown last is read. Call before it is
  /// opened.
  void restoreNext() { m_restoring = true; }

 private:
  void runReset(const QString& folder);
  void caughtUp();
  void keepLater();
  void keep();

  Workspaces& m_workspaces;
  Selection& m_selection;
  widgets::RunFeed& m_feed;
  widgets::EpisodeList* m_episodes;
  QTimer m_later;
  bool m_restoring = false;
};

}  // namespace nereid::app
