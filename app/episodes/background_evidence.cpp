// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/background_evidence.h"

#include <QAction>
#include <QSettings>
#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/subject.h"
#include "app/episodes/episode_tools.h"

namespace nereid::app {

namespace {

constexpr int kSettleMs = 700;  // who walks through a list is not waited for
constexpr int kBusyMs = 5000;
constexpr auto kKey = "evidence/background";

/// Of the last minute; nothing where the system does not tell it.
std::optional<double> loadAverage() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? std::optional(load) : std::nullopt;
}

}  // namespace

BackgroundEvidence::BackgroundEvidence(Desk& desk, QObject* parent)
    : QObject(parent), m_desk(desk), m_load(loadAverage) {
  QAction* action = desk.actions.action(QStringLiteral("view.background"));
  action->setChecked(QSettings().value(QLatin1String(kKey), false).toBool());
  m_wait.setSingleShot(true);
  connect(action, &QAction::toggled, this, [this](bool on) {
    QSettings().setValue(QLatin1String(kKey), on);
    look();
  });
  connect(&m_wait, &QTimer::timeout, this, &BackgroundEvidence::start);
  connect(&desk.subject, &Subject::episodeChanged, this, &BackgroundEvidence::look);
  connect(&m_verifier, &VerifyService::verdictReady, this, &BackgroundEvidence::take);
  connect(&m_verifier, &VerifyService::failed, this, [this](quint64 ticket) {
    if (ticket == m_ticket) m_ticket = 0;
  });
}

bool BackgroundEvidence::isOn() const {
  return m_desk.actions.action(QStringLiteral("view.background"))->isChecked();
}

void BackgroundEvidence::look() {
  m_wait.stop();
  if (m_ticket != 0) m_verifier.cancel(std::exchange(m_ticket, 0));
  m_asked.reset();
  if (isOn() && m_desk.subject.episode() != nullptr) m_wait.start(kSettleMs);
}

// Of one core there is always something to do; a run comes first.
bool BackgroundEvidence::isIdle() const {
  const auto load = m_load();
  const double cores = std::max(1U, std::thread::hardware_concurrency());
  return m_desk.verifier.pending() == 0 && load.value_or(0) < 0.75 * cores;
}

void BackgroundEvidence::start() {
  const Subject& subject = m_desk.subject;
  const bool isWanted = isOn() && subject.isOfEpisode() && subject.episode() != nullptr &&
                        !subject.episode()->candidate.empty() &&
                        (subject.compiled() == nullptr || subject.compiled()->artefacts == nullptr);
  if (!isWanted) return;
  if (!isIdle()) {
    m_wait.start(kBusyMs);
    return;
  }
  m_asked = subject.episode();
  verify::VerifyRequest request = requestOf(*m_asked, m_desk.feed.info().settings_yaml);
  request.options.keep_artefacts = true;
  m_ticket = m_verifier.submit(std::move(request));
}

void BackgroundEvidence::take(quint64 ticket, const VerdictPtr& verdict) {
  if (ticket != m_ticket) return;
  m_ticket = 0;
  const Subject& subject = m_desk.subject;
  const bool isStillShown = m_asked == subject.episode() && subject.isOfEpisode();
  const bool hasBetter = subject.compiled() != nullptr && subject.compiled()->artefacts != nullptr;
  if (isStillShown && !hasBetter) m_desk.subject.showCompiled(verdict);
}

}  // namespace nereid::app
