// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QThread>
#include <QTimer>

#include "app/remote/remote_follower.h"
#include "app/runs/run_desk.h"

namespace nereid::widgets {
class RunList;
}

namespace nereid::app {

class RunFlow;

/// Runs on other machines: asks for them, follows them on a thread of its own, shows in the list of
/// runs how each following stands, and opens the copy as soon as there is one. GUI thread only.
class RemoteRuns : public QObject {
  Q_OBJECT

 public:
  struct Parts : RunDesk {
    RunFlow& flow;
    widgets::RunList& list;
  };
  explicit RemoteRuns(const Parts& parts, QObject* parent = nullptr);
  ~RemoteRuns() override;

  /// Follows and shows a run; says clearly why not.
  void open(const QString& address);
  void stop(const QString& folder);
  void retry(const QString& folder);
  /// Addresses that were opened lately, newest first.
  static QStringList recent();
  /// State of the run in a folder; nothing if it is not followed.
  std::optional<RemoteState> state(const QString& folder) const;

 Q_SIGNALS:
  void changed(const QString& folder);

 private:
  struct Followed {
    RemoteFollower* follower = nullptr;
    RemoteState state;
    bool show = false;  ///< open the copy when it is there
  };
  void bindActions();
  void ask();
  void control(const QString& folder, record::ControlCommand command);
  void follow(const RemoteAddress& address, bool show);
  void takeState(const QString& folder, const RemoteState& state);
  void showFailure(const QString& folder, const RemoteState& state);
  void refreshNotes();
  void refreshActions();

  Parts m_parts;
  QThread m_thread;
  QHash<QString, Followed> m_followed;
  QTimer m_clock;  ///< seconds in the list
};

}  // namespace nereid::app
