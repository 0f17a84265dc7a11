// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/curves/curve_tools.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/curves/curve_memory.h"
#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/runs/recent_runs.h"
#include "widgets/curves/curves_view.h"
#include "widgets/curves/run_overlay.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/runs/run_list.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::CurvesView;
using widgets::RunOverlay;

CurveTools::CurveTools(ActionRegistry& actions, Docks& docks, Selection& selection,
                       MessageBar& messages, QObject* parent)
    : QObject(parent),
      m_docks(docks),
      m_selection(selection),
      m_messages(messages),
      m_curves(docks.view<CurvesView>("curves")),
      m_runs(docks.view<widgets::RunList>("runs")) {
  connect(m_curves->addRunAction(), &QAction::triggered, this, &CurveTools::chooseRun);
  connect(m_runs, &widgets::RunList::overlayRequested, this, &CurveTools::overlay);
  connect(m_curves, &CurvesView::episodesRequested, this, &CurveTools::showEpisodes);
  connect(m_curves, &CurvesView::stepActivated, this, &CurveTools::showStep);
  connect(m_curves, &CurvesView::exportFailed, this, [this](const Error& error) {
    m_messages.showError(tr("Export"), widgets::engineText(error.message));
  });
  connect(m_curves, &CurvesView::exported, this, [this](const QString& file) {
    m_messages.showWritten(tr("Curves written to %1.").arg(file), file);
  });
  connect(m_curves->overlay(), &RunOverlay::failed, this,
          [this](const QString& folder, const Error& error) {
            m_messages.showError(tr("The run cannot be laid over"),
                                 widgets::engineText(error.message));
            m_curves->overlay()->remove(folder);
          });
  bind(actions);
  new CurveMemory(*m_curves, this);  // owned by this
}

void CurveTools::bind(ActionRegistry& actions) {
  const auto bindAction = [&](const char* id, QAction* effect) {
    QAction* action = actions.action(QString::fromLatin1(id));
    actions.bind(QString::fromLatin1(id), this, [this, effect] {
      m_docks.activate(QStringLiteral("curves"));
      effect->trigger();
    });
    if (effect->isCheckable()) {
      action->setChecked(effect->isChecked());
      connect(effect, &QAction::toggled, action, &QAction::setChecked);
    }
  };
  bindAction("curves.add", m_curves->addRunAction());
  bindAction("curves.plots", m_curves->plotsAction());
  bindAction("curves.phases", m_curves->phasesAction());
  bindAction("curves.log", m_curves->logAction());
  bindAction("curves.pause", m_curves->pauseAction());
  bindAction("curves.values", m_curves->tableAction());
  bindAction("curves.export", m_curves->exportAction());
  actions.bind(QStringLiteral("curves.reset"), this, [this] {
    m_curves->setFollowing(true);
    m_curves->resetRange();
  });
  actions.bind(QStringLiteral("curves.clear"), this, [this] { m_curves->overlay()->removeAll(); });
}

void CurveTools::overlay(const QString& folder) {
  m_docks.activate(QStringLiteral("curves"));
  if (!isRunFolder(folder)) {
    m_messages.showError(tr("The run cannot be laid over"),
                         tr("%1 holds no record. Choose the folder of a run.").arg(folder));
    return;
  }
  m_curves->overlay()->add(folder);
}

void CurveTools::chooseRun() {
  QMenu menu(m_curves);
  const auto& shown = m_curves->overlay()->runs();
  const widgets::RunListModel* runs = m_runs->model();
  for (int row = 0; row < runs->rowCount(); ++row) {
    const widgets::RunEntry run = runs->run(row);
    const bool there = std::any_of(shown.begin(), shown.end(),
                                   [&](const auto& other) { return other.dir == run.dir; });
    QAction* action = menu.addAction(run.title, this, [this, run] { overlay(run.dir); });
    action->setToolTip(run.dir);
    action->setEnabled(!there && run.problem.isEmpty());
  }
  menu.addSeparator();
  menu.addAction(tr("Choose folder..."), this, &CurveTools::askForFolder);
  menu.setToolTipsVisible(true);
  menu.exec(m_curves->placeOf(m_curves->addRunAction()));
}

void CurveTools::askForFolder() {
  const QString folder =
      QFileDialog::getExistingDirectory(m_curves, tr("Run to lay over the curves"));
  if (!folder.isEmpty()) {
    overlay(folder);
  }
}

// The first listed episode of the step, if it is a step of this run.
void CurveTools::showStep(double step) {
  auto* episodes = m_docks.view<widgets::EpisodeList>("episodes");
  m_selection.setStep(step);
  const auto wanted = static_cast<std::int64_t>(std::llround(step));
  const int row = episodes->proxy()->firstRowOfStep(wanted);
  if (row < 0 || episodes->proxy()->row(row).key.step != wanted) return;
  episodes->revealStep(wanted);
  m_selection.setEpisode(episodes->proxy()->row(row).id);
}

void CurveTools::showEpisodes(const QString& filter, double firstStep) {
  auto* episodes = m_docks.view<widgets::EpisodeList>("episodes");
  m_docks.activate(QStringLiteral("episodes"));
  episodes->setFilter(filter);
  if (episodes->proxy()->rowCount() > 0) {
    m_selection.setEpisode(episodes->proxy()->row(0).id);
  }
  m_selection.setStep(firstStep);
}

}  // namespace nereid::app
