// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/advice_tools.h"

#include <QFileInfo>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/subject.h"
#include "app/episodes/advisor_dialog.h"
#include "engine/advise/advisor.h"
#include "widgets/code/code_compare.h"
#include "widgets/replay/replay_view.h"
#include "widgets/verdict/advice_line.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::AdviceLine;
using widgets::RunFeed;

namespace {

tasks::Task taskOf(const record::Episode& episode) {
  return {.id = episode.task_id,
          .name = episode.task_name,
          .level = episode.level,
          .reference = episode.reference,
          .entry_point = episode.entry_point};
}

Result<advise::Advice> askFor(const config::AdvisorSettings& settings,
                              const record::Episode& episode, const std::stop_token& stop) {
  const auto advisor = advise::Advisor::open(settings);
  if (!advisor) return advisor.error();
  return (*advisor)->advise(taskOf(episode), episode.candidate, stop);
}

/// Beside the record, as `nereid record advise` does.
Result<void> keep(const std::string& run, const advise::EpisodeAdvice& advice) {
  std::vector<advise::EpisodeAdvice> present;
  auto file = advise::AdviceFile::open(run, present);
  if (!file) return file.error();
  return file->add(advice);
}

}  // namespace

AdviceTools::AdviceTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages)
    : QObject(window), m_window(window), m_desk(desk), m_messages(messages) {
  makeLines(docks);
  desk.actions.bind(QStringLiteral("episode.advise"), this, [this] { ask(); });
  desk.actions.bind(QStringLiteral("episode.advisor"), this, [this] { chooseAdvisor(); });
  connect(&desk.feed, &RunFeed::runReset, this, &AdviceTools::readPresent);
  connect(&desk.subject, &Subject::episodeChanged, this, &AdviceTools::refresh);
  refresh();
}

AdviceTools::~AdviceTools() {
  // They hold a pointer to this: a stopped question ends at once.
  m_asker.request_stop();
}

void AdviceTools::makeLines(Docks& docks) {
  auto* compare = docks.view<widgets::CodeCompare>("compare");
  auto* story = docks.view<widgets::ReplayView>("story");
  m_lines = {new AdviceLine(compare), new AdviceLine(story)};
  compare->setLineBelowHead(m_lines[0]);
  story->setLineBelowHead(m_lines[1]);
  for (AdviceLine* line : m_lines) {
    connect(line, &AdviceLine::cancelRequested, this, &AdviceTools::cancel);
    connect(line, &AdviceLine::askRequested, this, &AdviceTools::ask);
  }
}

bool AdviceTools::chooseAdvisor() {
  config::AdvisorSettings known = chosenAdvisor();
  if (known.url.empty()) {
    // What the run names is offered, without its key: the user decides.
    const auto run = config::parse_settings(m_desk.feed.info().settings_yaml, "run");
    if (run) {
      known.url = run->advisor.url;
      known.model = run->advisor.model;
    }
  }
  AdvisorDialog dialog(known, m_window);
  if (dialog.exec() != QDialog::Accepted) return false;
  setChosenAdvisor(dialog.settings());
  return !dialog.settings().url.empty();
}

void AdviceTools::readPresent() {
  m_run = m_desk.feed.runDir();
  m_advice.clear();
  m_problems.clear();
  refresh();
  if (!QFileInfo(m_run).isDir()) return;
  m_reader = std::jthread([this, run = m_run] {
    const auto present = advise::read_advice(run.toStdString());
    QMetaObject::invokeMethod(this, [this, run, present] { takePresent(run, present); });
  });
}

void AdviceTools::takePresent(const QString& run,
                              const Result<std::vector<advise::EpisodeAdvice>>& present) {
  if (run != m_run) return;
  if (!present) {
    m_messages.showError(tr("The advice beside the record cannot be read"),
                         widgets::engineText(present.error().message));
    return;
  }
  for (const advise::EpisodeAdvice& one : *present) m_advice[{one.phase, one.key}] = one.advice;
  refresh();
}

void AdviceTools::ask() {
  const widgets::EpisodePtr episode = m_desk.subject.episode();
  if (isAsking() || episode == nullptr || episode->candidate.empty()) return;
  if (chosenAdvisor().url.empty() && !chooseAdvisor()) return;
  m_asked = episode;
  m_problems.erase(placeOf(*episode));
  ++m_ticket;
  m_asker = std::jthread([this, ticket = m_ticket, episode, run = m_run,
                          settings = chosenAdvisor()](const std::stop_token& stop) {
    const Result<advise::Advice> answer = askFor(settings, *episode, stop);
    QString lost;
    if (answer && !stop.stop_requested()) {
      const auto kept = keep(run.toStdString(), {episode->phase, episode->key, *answer});
      if (!kept) lost = widgets::engineText(kept.error().message);
    }
    QMetaObject::invokeMethod(this,
                              [this, ticket, answer, lost] { takeAnswer(ticket, answer, lost); });
  });
  refresh();
}

void AdviceTools::cancel() {
  if (!isAsking()) return;
  m_asker.request_stop();
  ++m_ticket;  // whatever still comes is not waited for
  m_asked.reset();
  refresh();
}

void AdviceTools::takeAnswer(quint64 ticket, const Result<advise::Advice>& answer,
                             const QString& lost) {
  if (ticket != m_ticket || !isAsking()) return;
  const Place place = placeOf(*m_asked);
  m_asked.reset();
  if (answer) {
    m_advice[place] = *answer;
  } else {
    m_problems[place] = widgets::engineText(answer.error().message);
  }
  if (!lost.isEmpty()) m_messages.showError(tr("The advice is shown, but could not be kept"), lost);
  refresh();
  Q_EMIT answered();
}

void AdviceTools::refresh() {
  const widgets::EpisodePtr& episode = m_desk.subject.episode();
  const bool canAsk = episode != nullptr && !episode->candidate.empty();
  m_desk.actions.action(QStringLiteral("episode.advise"))->setEnabled(canAsk && !isAsking());
  const auto advice = episode ? m_advice.find(placeOf(*episode)) : m_advice.end();
  const auto problem = episode ? m_problems.find(placeOf(*episode)) : m_problems.end();
  const bool isAsked = isAsking() && episode && placeOf(*m_asked) == placeOf(*episode);
  for (AdviceLine* line : m_lines) {
    if (isAsked) {
      line->showAsking(QString::fromStdString(chosenAdvisor().model));
    } else if (problem != m_problems.end()) {
      line->showProblem(problem->second);
    } else if (advice != m_advice.end()) {
      line->showAdvice(advice->second);
    } else {
      line->showNothing();
    }
  }
}

}  // namespace nereid::app
