// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verify_service.h"

namespace nereid::app {

VerifyService::VerifyService(QObject* parent) : QObject(parent) {}

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

quint64 VerifyService::submit(verify::VerifyRequest request) {
  const quint64 ticket = ++m_lastTicket;
  {
    const std::lock_guard lock(m_mutex);
    m_jobs.push_back({ticket, std::move(request)});
  }
  if (!m_thread.joinable()) m_thread = std::thread([this] { serve(); });
  m_changed.notify_one();
  setPending(m_pending + 1);
  return ticket;
}

void VerifyService::serve() {
  auto verifier = verify::Verifier::start({.jobs = 1});
  while (true) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_quit || !m_jobs.empty(); });
    if (m_quit) break;
    Job job = std::move(m_jobs.front());
    m_jobs.pop_front();
    lock.unlock();
    if (!verifier) {
      answer(job.ticket, nullptr, QString::fromStdString(verifier.error().message));
      continue;
    }
    judge(**verifier, std::move(job));
  }
  if (verifier) (*verifier)->cancel_all();
}

void VerifyService::judge(verify::Verifier& verifier, Job job) {
  const quint64 ticket = job.ticket;
  verifier.submit(std::move(job.request), [this, ticket](VerdictPtr verdict) {
    answer(ticket, std::move(verdict), QString());
  });
}

void VerifyService::answer(quint64 ticket, VerdictPtr verdict, const QString& problem) {
  QMetaObject::invokeMethod(this, [this, ticket, verdict, problem] {
    setPending(m_pending - 1);
    if (verdict) {
      Q_EMIT verdictReady(ticket, verdict);
    } else {
      Q_EMIT failed(ticket, problem);
    }
  });
}

void VerifyService::setPending(int pending) {
  m_pending = pending;
  Q_EMIT pendingChanged(pending);
}

}  // namespace nereid::app
