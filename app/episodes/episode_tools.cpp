// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/episode_tools.h"

#include <QApplication>
#include <QClipboard>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/verify_service.h"
#include "app/episodes/background_evidence.h"
#include "engine/config/settings.h"
#include "engine/verify/settings/settings.h"
#include "widgets/code/code_compare.h"
#include "widgets/feed/run_feed.h"
#include "widgets/verdict/verdict_difference.h"

namespace nereid::app {

using widgets::VerdictDifferenceView;

verify::VerifyRequest requestOf(const record::Episode& episode, const std::string& settingsYaml) {
  verify::VerifyRequest request;
  request.id = "again";
  request.task_id = episode.task_id;
  request.reference = episode.reference;
  request.candidate = episode.candidate;
  request.entry_point = episode.entry_point;
  request.seed = episode.verdict.seed;
  if (const auto config = config::parse_settings(settingsYaml, "settings.yaml"))
    request.options = verify::options_of(*config);
  request.options.allclose = episode.verdict.allclose;  // the rule that judged it
  return request;
}

EpisodeTools::EpisodeTools(QWidget* window, Desk& desk, Docks& docks)
    : QObject(window),
      m_desk(desk),
      m_docks(docks),
      m_compare(docks.view<widgets::CodeCompare>("compare")) {
  new BackgroundEvidence(desk, this);  // owned by this
  connect(m_compare, &widgets::CodeCompare::cancelRequested, this, &EpisodeTools::cancel);
  connect(&desk.verifier, &VerifyService::stageChanged, this,
          [this](quint64 ticket, verify::Stage stage) {
            if (ticket == m_ticket && m_compare->isVerifying()) m_compare->setVerifying(stage);
          });
  desk.actions.bind(QStringLiteral("episode.verify"), this, [this] { verifyAgain(); });
  desk.actions.bind(QStringLiteral("episode.copy"), this, [this] {
    QApplication::clipboard()->setText(QString::fromStdString(m_desk.subject.episode()->candidate));
  });
  desk.actions.bind(QStringLiteral("episode.toVerify"), this, [this] {
    const record::Episode& episode = *m_desk.subject.episode();
    Q_EMIT editRequested(QString::fromStdString(episode.reference),
                         QString::fromStdString(episode.candidate));
  });
  connect(&desk.subject, &Subject::episodeChanged, this, &EpisodeTools::refreshActions);
  connect(&desk.verifier, &VerifyService::verdictReady, this, &EpisodeTools::takeVerdict);
  connect(&desk.verifier, &VerifyService::failed, this, &EpisodeTools::takeProblem);
  refreshActions();
}

void EpisodeTools::refreshActions() {
  const auto& episode = m_desk.subject.episode();
  const auto set = [this](const char* id, bool enabled) {
    m_desk.actions.action(QString::fromLatin1(id))->setEnabled(enabled);
  };
  const bool hasCandidate = episode && !episode->candidate.empty();
  set("episode.verify", hasCandidate);
  set("episode.copy", hasCandidate);
  set("episode.toVerify", episode != nullptr);
}

// Its stage and its end stand where it was asked for.
void EpisodeTools::verifyAgain() {
  cancel();
  m_asked = m_desk.subject.episode();
  m_docks.view<VerdictDifferenceView>("difference")->setWaiting();
  m_docks.activate(QStringLiteral("difference"));
  verify::VerifyRequest request = requestOf(*m_asked, m_desk.feed.info().settings_yaml);
  request.options.keep_artefacts = true;
  m_ticket = m_desk.verifier.submit(std::move(request));
  m_desk.verifier.watch(m_ticket);
  m_compare->setVerifying(verify::Stage::kNone);
}

void EpisodeTools::cancel() {
  if (m_ticket == 0) return;
  m_desk.verifier.cancel(m_ticket);
  finish();
  m_docks.view<VerdictDifferenceView>("difference")->clear();
}

void EpisodeTools::finish() {
  m_ticket = 0;
  m_desk.verifier.watch(0);
  m_compare->setVerifying({});
}

void EpisodeTools::takeVerdict(quint64 ticket,
                               const std::shared_ptr<const verify::Verdict>& verdict) {
  if (ticket != m_ticket) return;
  finish();
  // Another episode may be selected by now; an answer to the old question would mislead.
  if (m_asked != m_desk.subject.episode()) return;
  m_docks.view<VerdictDifferenceView>("difference")->setVerdicts(m_asked->verdict, *verdict);
  if (m_desk.subject.isOfEpisode()) m_desk.subject.showCompiled(verdict);
}

void EpisodeTools::takeProblem(quint64 ticket, const QString& message) {
  if (ticket != m_ticket) return;
  finish();
  m_docks.view<VerdictDifferenceView>("difference")->setProblem(message);
}

}  // namespace nereid::app
