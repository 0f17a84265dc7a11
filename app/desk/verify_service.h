// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/verify/verifier.h"

namespace nereid::app {

using VerdictPtr = std::shared_ptr<const verify::Verdict>;

/// The window's own verifier, for "Verify again", the Verify workspace and the cheat zoo. Started
/// on the first request, on a thread of its own that also ends it, so that the window never waits
/// for processes. GUI thread only.
class VerifyService : public QObject {
  Q_OBJECT

 public:
  /// kLowest: its processes get what nobody else wants of the machine.
  enum class Priority { kNormal, kLowest };
  explicit VerifyService(QObject* parent = nullptr);
  explicit VerifyService(Priority priority, QObject* parent = nullptr);
  ~VerifyService() override;

  /// Queues a request and returns its ticket; the answer comes with the same ticket.
  quint64 submit(verify::VerifyRequest request);
  /// Forgets requests: nothing more is heard of them. What is being judged is ended as soon as
  /// nobody else waits for a verdict; until then it runs to its end.
  void abandon(const QSet<quint64>& tickets);
  /// Forgets one request and ends its judgement, whoever else waits for others.
  void cancel(quint64 ticket);
  /// Tells stageChanged for this request about ten times a second; 0: for none.
  void watch(quint64 ticket);
  int pending() const { return static_cast<int>(m_open.size()); }
  /// Candidates that are judged at once.
  static int jobs();
  /// Has a request been made? Before, there is no verifier and stats() says nothing.
  bool isStarted() const { return m_thread.joinable(); }
  /// As of the last statsChanged.
  const verify::VerifierStats& stats() const { return m_stats; }

 Q_SIGNALS:
  void verdictReady(quint64 ticket, const nereid::app::VerdictPtr& verdict);
  void failed(quint64 ticket, const QString& message);
  void pendingChanged(int pending);
  /// About twice a second while there is work, and until the rate has gone back to nothing.
  void statsChanged();
  /// Where the watched request is; kNone while it waits for its turn or its reference.
  void stageChanged(quint64 ticket, nereid::verify::Stage stage);

 private:
  struct Job {
    quint64 ticket = 0;
    verify::VerifyRequest request;
  };
  void serve();
  void judge(verify::Verifier& verifier, Job job);
  void endCancelled(verify::Verifier& verifier);
  void tellStage(const verify::Verifier& verifier);
  void answer(quint64 ticket, VerdictPtr verdict, const QString& problem);
  void takeStats(verify::VerifierStats stats);
  /// Sets a wish of the service thread and wakes it.
  void ask(bool VerifyService::*wish);

  Priority m_priority;
  quint64 m_lastTicket = 0;
  QSet<quint64> m_open;       ///< tickets that somebody waits for
  QSet<quint64> m_abandoned;  ///< tickets that are still judged, for nobody
  verify::VerifierStats m_stats;
  QTimer m_poll;
  QTimer m_watch;
  std::mutex m_mutex;  ///< guards what is below; held for a push or a pop only
  std::deque<Job> m_jobs;
  bool m_quit = false;
  bool m_wantsStats = false;
  bool m_wantsCancel = false;
  quint64 m_watched = 0;
  bool m_wantsStage = false;
  std::vector<quint64> m_cancels;
  std::map<quint64, verify::SubmissionId> m_submissions;  ///< those without a verdict
  std::condition_variable m_changed;
  std::thread m_thread;
};

}  // namespace nereid::app
