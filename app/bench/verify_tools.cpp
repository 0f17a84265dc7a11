// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/verify_tools.h"

#include "app/bench/verify_page.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/panel.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/zoo/verifier_page.h"
#include "app/zoo/zoo_page.h"

namespace nereid::app {

VerifyTools::VerifyTools(Desk& desk, Docks& docks, Workspaces& workspaces, MessageBar& messages,
                         QObject* parent)
    : QObject(parent),
      m_desk(desk),
      m_docks(docks),
      m_workspaces(workspaces),
      m_messages(messages) {
  auto* page = docks.view<VerifyPage>("editors");
  desk.actions.bind(QStringLiteral("verify.now"), this, [this, page] {
    showWorkspace();
    page->verify();
  });
  connect(page, &VerifyPage::failed, this,
          [this](const QString& message) { m_messages.showError(tr("Verify"), message); });
  connect(page, &VerifyPage::judged, this, &VerifyTools::showOwnEvidence);
  connect(page, &VerifyPage::recordShown, this, &VerifyTools::showOwnEvidence);
  bindZoo();
  // The evidence belongs to the own kernel in Verify, to the selected episode elsewhere.
  connect(&workspaces, &Workspaces::currentChanged, this, [this](const QString& current) {
    const bool isOwn = current == QLatin1String("verify");
    m_desk.subject.setFollowsEpisodes(!isOwn);
    if (isOwn) {
      showOwnEvidence();
    } else {
      m_shown = Front::kElsewhere;
      m_desk.subject.showEpisodeAgain();
    }
  });
  // Editors and verifier share a place and the evidence below it.
  for (const char* id : {"editors", "verifier"}) {
    connect(docks.panel(QLatin1String(id)), &QDockWidget::visibilityChanged, this,
            [this](bool isVisible) {
              if (isVisible) followFront();
              // Which of the two is in front is certain only when the docks have their places.
              QMetaObject::invokeMethod(this, &VerifyTools::followFront, Qt::QueuedConnection);
            });
  }
}

void VerifyTools::bindZoo() {
  auto* verifier = m_docks.view<VerifierPage>("verifier");
  ZooPage* zoo = verifier->zoo();
  m_desk.actions.bind(QStringLiteral("verify.zoo"), this, [this, verifier, zoo] {
    showWorkspace();
    m_docks.activate(QStringLiteral("verifier"));
    verifier->showZoo();
    zoo->startOrCancel();
  });
  // The zoo selects nothing whenever its list is read, which may be behind the editors.
  connect(zoo, &ZooPage::verdictSelected, this, [this, verifier](const VerdictPtr& verdict) {
    if (!verifier->visibleRegion().isEmpty()) m_desk.subject.showVerdict(verdict);
  });
  connect(zoo, &ZooPage::openRequested, this,
          [this](const QString& reference, const QString& candidate, const VerdictPtr& verdict,
                 qint64 unixMs) {
            edit(reference, candidate);
            if (verdict == nullptr) return;
            const VerifyRecord record{reference, candidate, verdict, unixMs};
            m_docks.view<VerifyPage>("editors")->showRecord(
                std::make_shared<const VerifyRecord>(record));
            showOwnEvidence();
          });
  connect(zoo, &ZooPage::failed, this,
          [this](const QString& message) { m_messages.showError(tr("Verifier"), message); });
}

void VerifyTools::showWorkspace() {
  if (m_workspaces.current() != QLatin1String("verify"))
    m_workspaces.show(QStringLiteral("verify"));
}

void VerifyTools::edit(const QString& reference, const QString& candidate) {
  m_workspaces.show(QStringLiteral("verify"));
  m_docks.view<VerifyPage>("editors")->setSources(reference, candidate);
  m_docks.activate(QStringLiteral("editors"));
}

VerifyTools::Front VerifyTools::front() const {
  if (m_workspaces.current() != QLatin1String("verify")) return Front::kElsewhere;
  const auto* verifier = m_docks.view<VerifierPage>("verifier");
  return verifier->visibleRegion().isEmpty() ? Front::kEditors : Front::kZoo;
}

void VerifyTools::showOwnEvidence() {
  m_shown = front();
  if (m_shown == Front::kZoo) {
    m_desk.subject.showVerdict(m_docks.view<VerifierPage>("verifier")->zoo()->selectedVerdict());
  } else if (m_shown == Front::kEditors) {
    const VerifyRecordPtr own = m_docks.view<VerifyPage>("editors")->lastRecord();
    if (own == nullptr) {
      m_desk.subject.showVerdict(nullptr);
    } else {
      m_desk.subject.showVerdict(own->verdict, own->reference.toStdString(),
                                 own->candidate.toStdString());
    }
  }
}

void VerifyTools::followFront() {
  if (front() != m_shown) showOwnEvidence();
}

}  // namespace nereid::app
