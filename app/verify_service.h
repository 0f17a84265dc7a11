// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/verify/verifier.h"

namespace nereid::app {

using VerdictPtr = std::shared_ptr<const verify::Verdict>;

/// The window's own verifier, for "Verify again" and the Verify workspace. Started on the first
/// request, on a thread of its own that also ends it, so that the window never waits for processes.
/// GUI thread only.
class VerifyService : public QObject {
  Q_OBJECT

 public:
  explicit VerifyService(QObject* parent = nullptr);
  ~VerifyService() override;

  /// Queues a request and returns its ticket; the answer comes with the same ticket.
  quint64 submit(verify::VerifyRequest request);
  int pending() const { return m_pending; }

 Q_SIGNALS:
  void verdictReady(quint64 ticket, const nereid::app::VerdictPtr& verdict);
  void failed(quint64 ticket, const QString& message);
  void pendingChanged(int pending);

 private:
  struct Job {
    quint64 ticket = 0;
    verify::VerifyRequest request;
  };
  void serve();
  void judge(verify::Verifier& verifier, Job job);
  void answer(quint64 ticket, VerdictPtr verdict, const QString& problem);
  void setPending(int pending);

  quint64 m_lastTicket = 0;
  int m_pending = 0;
  std::mutex m_mutex;  ///< guards the two below; held for a push or a pop only
  std::deque<Job> m_jobs;
  bool m_quit = false;
  std::condition_variable m_changed;
  std::thread m_thread;
};

}  // namespace nereid::app
