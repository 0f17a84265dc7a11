// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>

#include "app/runs/remote_address.h"
#include "engine/record/control/run_control.h"
#include "engine/record/mirror.h"

class QProcess;

namespace nereid::app {

/// How the following of a run stands. A value that goes between threads.
struct RemoteState {
  enum class Phase {
    kConnecting,
    kCopying,    ///< `done` of `all` rows
    kFollowing,  ///< the copy was equal to the source at `equalMs`
    kWaiting,    ///< the connection was lost; the next attempt is at `retryMs`
    kComplete,   ///< the run is over and the copy has all of it
    kFailed,     ///< will not work by itself: `problem` says why, and the mend
    kStopped     ///< by the user
  };
  Phase phase = Phase::kConnecting;
  QString host;
  qint64 done = 0, all = 0;
  qint64 equalMs = 0, retryMs = 0;  ///< Unix time in milliseconds
  QString problem;
};

/// One line for lists: "following host, 3 s behind".
QString remoteStateText(const RemoteState& state, qint64 nowMs);

/// Keeps a copy of a run on another machine up to date, through the system's ssh as a child
/// process. Lives on a thread of its own; all that comes out is queued signals. Commands are slots
/// to be called through the event loop of that thread.
class RemoteFollower : public QObject {
  Q_OBJECT

 public:
  RemoteFollower(RemoteAddress address, QString folder);
  ~RemoteFollower() override;

 public Q_SLOTS:
  void start();
  void stop();
  /// At once instead of at `retryMs`.
  void retryNow();
  /// Asks the process that writes the run there; answered by controlled().
  void control(nereid::record::ControlCommand command);

 Q_SIGNALS:
  void stateChanged(const nereid::app::RemoteState& state);
  void recordReady();    ///< the copy holds a record that can be opened
  void recordChanged();  ///< rows were committed
  void controlled(const nereid::Result<nereid::record::ControlAnswer>& answer);

 private:
  void connectToHost();
  void sendRequest();
  void readOutput();
  bool takePreamble();
  void takeFrames();
  void takeAnswer(const QByteArray& line);
  void takeNews(const record::MirrorNews& news);
  void takeEnd();
  void refuse(const QString& code, const QString& message);
  void fail(const QString& problem);
  void waitAndRetry(const QString& why);
  void dropProcess();
  void dropEmptyCopy();
  void tell(RemoteState::Phase phase);
  bool isRunOver();

  const RemoteAddress m_address;
  const QString m_folder;
  std::unique_ptr<record::RecordMirror> m_mirror;
  QProcess* m_process = nullptr;
  QTimer* m_retry;
  QTimer* m_silence;  ///< a connection that says nothing for long is dead
  QByteArray m_buffer;
  QByteArray m_errors;  ///< end of what ssh wrote on standard error
  bool m_hasPreamble = false;
  bool m_isReady = false;
  int m_attempts = 0;  ///< since the last frame
  RemoteState m_state;
};

}  // namespace nereid::app
