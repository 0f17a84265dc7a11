// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/verify_service.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "widgets/words/engine_text.h"

namespace nereid::app {
namespace {

constexpr int kPollMs = 500;
constexpr int kWatchMs = 100;

}  // namespace

VerifyService::VerifyService(QObject* parent) : VerifyService(Priority::kNormal, parent) {}

VerifyService::VerifyService(Priority priority, QObject* parent)
    : QObject(parent), m_priority(priority) {
  m_poll.setInterval(kPollMs);
  connect(&m_poll, &QTimer::timeout, this, [this] { ask(&VerifyService::m_wantsStats); });
  m_watch.setInterval(kWatchMs);
  connect(&m_watch, &QTimer::timeout, this, [this] { ask(&VerifyService::m_wantsStage); });
}

VerifyService::~VerifyService() {
  if (!m_thread.joinable()) return;
  {
    const std::lock_guard lock(m_mutex);
    m_quit = true;
    m_jobs.clear();
  }
  m_changed.notify_one();
  m_thread.join();
}

int VerifyService::jobs() {
  // One core stays with the window, and with the run that it may show.
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

quint64 VerifyService::submit(verify::VerifyRequest request) {
  const quint64 ticket = ++m_lastTicket;
  m_open.insert(ticket);
  {
    const std::lock_guard lock(m_mutex);
    m_jobs.push_back({ticket, std::move(request)});
  }
  if (!m_thread.joinable()) m_thread = std::thread([this] { serve(); });
  m_changed.notify_one();
  m_poll.start();
  Q_EMIT pendingChanged(pending());
  return ticket;
}

void VerifyService::abandon(const QSet<quint64>& tickets) {
  const QSet<quint64> given = QSet(tickets).intersect(m_open);
  if (given.isEmpty()) return;
  m_open.subtract(given);
  m_abandoned.unite(given);
  {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_jobs, [&](const Job& job) {
      return given.contains(job.ticket) && m_abandoned.remove(job.ticket);
    });
  }
  if (m_open.isEmpty()) ask(&VerifyService::m_wantsCancel);
  Q_EMIT pendingChanged(pending());
}

void VerifyService::cancel(quint64 ticket) {
  if (!m_open.remove(ticket)) return;
  m_abandoned.insert(ticket);
  {
    const std::lock_guard lock(m_mutex);
    const auto queued = std::erase_if(m_jobs, [&](const Job& job) { return job.ticket == ticket; });
    if (queued > 0)
      m_abandoned.remove(ticket);
    else
      m_cancels.push_back(ticket);
  }
  m_changed.notify_one();
  Q_EMIT pendingChanged(pending());
}

void VerifyService::watch(quint64 ticket) {
  {
    const std::lock_guard lock(m_mutex);
    m_watched = ticket;
  }
  ticket == 0 ? m_watch.stop() : m_watch.start();
}

void VerifyService::ask(bool VerifyService::*wish) {
  {
    const std::lock_guard lock(m_mutex);
    this->*wish = true;
  }
  m_changed.notify_one();
}

void VerifyService::serve() {
  // Of this thread, and of the processes that it starts.
  constexpr int kLowest = 19;
  if (m_priority == Priority::kLowest) setpriority(PRIO_PROCESS, 0, kLowest);
  auto verifier = verify::Verifier::start({.jobs = jobs()});
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [this] {
      return m_quit || m_wantsStats || m_wantsCancel || m_wantsStage || !m_cancels.empty() ||
             !m_jobs.empty();
    });
    if (m_quit) break;
    const bool stage = std::exchange(m_wantsStage, false);
    const bool stats = std::exchange(m_wantsStats, false);
    const bool cancel = std::exchange(m_wantsCancel, false);
    // Requests that came after the wish to cancel are still here and not touched by it.
    std::deque<Job> jobs;
    jobs.swap(m_jobs);
    lock.unlock();
    if (verifier && cancel) (*verifier)->cancel_all();
    for (Job& job : jobs) {
      if (verifier) {
        judge(**verifier, std::move(job));
      } else {
        answer(job.ticket, nullptr, widgets::engineText(verifier.error().message));
      }
    }
    if (verifier) endCancelled(**verifier);
    if (verifier && stage) tellStage(**verifier);
    if (verifier && stats) {
      QMetaObject::invokeMethod(
          this, [this, now = (*verifier)->stats()]() mutable { takeStats(std::move(now)); });
    }
    lock.lock();
  }
  lock.unlock();
  if (verifier) (*verifier)->cancel_all();
}

void VerifyService::judge(verify::Verifier& verifier, Job job) {
  const quint64 ticket = job.ticket;
  {
    const std::lock_guard lock(m_mutex);
    m_submissions[ticket] = 0;
  }
  const auto number = verifier.submit(std::move(job.request), [this, ticket](VerdictPtr verdict) {
    answer(ticket, std::move(verdict), QString());
  });
  const std::lock_guard lock(m_mutex);
  // A remembered verdict may have come in the meantime.
  if (const auto open = m_submissions.find(ticket); open != m_submissions.end()) {
    open->second = number;
  }
}

void VerifyService::endCancelled(verify::Verifier& verifier) {
  std::vector<verify::SubmissionId> numbers;
  {
    const std::lock_guard lock(m_mutex);
    for (const quint64 ticket : m_cancels) {
      const auto open = m_submissions.find(ticket);
      if (open != m_submissions.end()) numbers.push_back(open->second);
    }
    m_cancels.clear();
  }
  for (const verify::SubmissionId number : numbers) verifier.cancel(number);
}

void VerifyService::tellStage(const verify::Verifier& verifier) {
  quint64 ticket = 0;
  verify::SubmissionId number = 0;
  {
    const std::lock_guard lock(m_mutex);
    ticket = m_watched;
    if (const auto open = m_submissions.find(ticket); open != m_submissions.end()) {
      number = open->second;
    }
  }
  const auto stage = verifier.stage_of(number);
  if (!stage) return;
  QMetaObject::invokeMethod(this, [this, ticket, stage] { Q_EMIT stageChanged(ticket, *stage); });
}

void VerifyService::answer(quint64 ticket, VerdictPtr verdict, const QString& problem) {
  {
    const std::lock_guard lock(m_mutex);
    m_submissions.erase(ticket);
  }
  QMetaObject::invokeMethod(this, [this, ticket, verdict, problem] {
    if (m_abandoned.remove(ticket)) return;
    m_open.remove(ticket);
    Q_EMIT pendingChanged(pending());
    if (verdict) {
      Q_EMIT verdictReady(ticket, verdict);
    } else {
      m_poll.stop();
      Q_EMIT failed(ticket, problem);
    }
  });
}

void VerifyService::takeStats(verify::VerifierStats stats) {
  m_stats = std::move(stats);
  const bool isIdle = m_stats.active == 0 && m_stats.queued == 0;
  if (pending() == 0 && isIdle && m_stats.candidates_per_second == 0) m_poll.stop();
  Q_EMIT statsChanged();
}

}  // namespace nereid::app
