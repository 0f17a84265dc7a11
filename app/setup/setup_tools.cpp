// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_tools.h"

#include <QWidget>
#include <algorithm>
#include <utility>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/verify_service.h"
#include "app/runs/run_controller.h"
#include "app/setup/setup_dialog.h"
#include "widgets/feed/run_feed.h"

namespace nereid::app {

SetupTools::SetupTools(const Parts& parts)
    : QObject(parts.window), m_parts(parts), m_job(new SetupJob(this)) {
  m_parts.actions.bind(QStringLiteral("help.setup"), this, [this] { showDialog(); });
  connect(m_job, &SetupJob::factsFound, this, &SetupTools::takeFacts);
  connect(m_job, &SetupJob::ended, this, &SetupTools::takeEnd);
  // The others have said what failed; this says what to do about it, if this is the reason.
  connect(&m_parts.controller, &RunController::failed, this, [this] { ask(Wish::kExplain); });
  connect(&m_parts.verifier, &VerifyService::failed, this, [this] { ask(Wish::kExplain); });
  connect(&m_parts.feed, &widgets::RunFeed::caughtUp, this, [this] {
    if (!m_mentioned) mention();
  });
}

void SetupTools::mention() {
  ask(Wish::kMention);
}

void SetupTools::ask(Wish wish) {
  m_wish = std::max(m_wish, wish);
  m_job->look();
}

void SetupTools::takeFacts(const SetupFacts& facts) {
  const Wish wish = std::exchange(m_wish, Wish::kNothing);
  if (wish == Wish::kNothing || facts.isReady || facts.isForeign || m_job->isRunning()) return;
  if (wish == Wish::kMention && !m_parts.messages.text().isEmpty()) return;
  m_mentioned = true;
  offer();
}

void SetupTools::offer() {
  m_parts.messages.showOffer(
      tr("The Python environment is not set up yet: training and verifying need it. Recorded runs "
         "are shown without it."),
      tr("Set up..."), [this] { showDialog(); });
}

void SetupTools::showDialog() {
  if (m_dialog == nullptr) {
    m_dialog = new SetupDialog(*m_job, m_parts.window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::finished, this, [this] {
      if (!m_job->isRunning()) return;
      m_parts.messages.showOffer(tr("The Python environment is being set up."), tr("Show progress"),
                                 [this] { showDialog(); });
    });
  }
  m_dialog->show();
  m_dialog->raise();
  m_dialog->activateWindow();
}

void SetupTools::takeEnd(bool isReady, const QString& error) {
  if (isReady) {
    m_parts.messages.dismiss();
    if (m_dialog == nullptr)
      m_parts.messages.showOffer(
          tr("The Python environment is ready."), tr("Start the pocket run"),
          [this] { m_parts.actions.action(QStringLiteral("run.pocket"))->trigger(); });
    return;
  }
  if (m_dialog != nullptr) return;  // it says so itself
  if (error.isEmpty()) {
    offer();
  } else {
    m_parts.messages.showError(tr("The Python environment could not be set up"), error);
  }
}

}  // namespace nereid::app
