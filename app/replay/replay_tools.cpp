// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/replay/replay_tools.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <QRegularExpression>
#include <QSettings>
#include <algorithm>
#include <limits>

#include "app/desk/actions.h"
#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "engine/base/file.h"
#include "engine/record/analysis/run_phases.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/replay/episode_timeline.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"
#include "widgets/replay/token_panel.h"
#include "widgets/replay/token_text.h"
#include "widgets/replay/travel_view.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::EpisodeList;
using widgets::ReplayView;
using widgets::RunFeed;
using widgets::TravelView;

namespace {

QString motionKey() {
  return QStringLiteral("view/reducedMotion");
}

QString fileFilter() {
  return ReplayTools::tr("Episode files (*%1)")
      .arg(QLatin1String(record::kEpisodeFileSuffix.data()));
}

}  // namespace

ReplayTools::ReplayTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages)
    : QObject(window),
      m_window(window),
      m_desk(desk),
      m_docks(docks),
      m_messages(messages),
      m_list(docks.view<EpisodeList>("episodes")),
      m_story(docks.view<ReplayView>("story")),
      m_travel(docks.view<TravelView>("travel")) {
  m_pool.setMaxThreadCount(1);
  bindTokens();
  bindNeighbours();
  bindFiles();
  bindMotion();
  connectTravel();
  connect(&desk.subject, &Subject::episodeChanged, this, &ReplayTools::refresh);
  connect(&desk.feed, &RunFeed::metricsChanged, this, &ReplayTools::refreshContext);
  connect(&desk.feed, &RunFeed::caughtUp, this, &ReplayTools::showExported);
  connect(m_story->tokens(), &widgets::TokenPanel::quantityChanged,
          m_docks.view<widgets::ReplayBar>("replay")->lanes(),
          &widgets::EpisodeTimeline::setQuantity);
  connect(m_story, &ReplayView::verifyRequested,
          desk.actions.action(QStringLiteral("episode.verify")), &QAction::trigger);
  connect(m_story, &ReplayView::turnsChanged, this, &ReplayTools::refreshTurns);
  connect(m_story, &ReplayView::episodeSelected, &desk.selection, &Selection::setEpisode);
  refresh();
}

ReplayTools::~ReplayTools() {
  m_pool.clear();
  m_pool.waitForDone();
}

void ReplayTools::bindTokens() {
  ActionRegistry& actions = m_desk.actions;
  widgets::TokenPanel* tokens = m_story->tokens();
  const auto shown = [this](auto effect) {
    return [this, effect] {
      if (!m_story->isVisible()) m_docks.activate(QStringLiteral("story"));
      effect();
    };
  };
  actions.bind(QStringLiteral("replay.unlikely"), this,
               shown([tokens] { tokens->nextUnlikely(1); }));
  actions.bind(QStringLiteral("replay.unlikelyBack"), this,
               shown([tokens] { tokens->nextUnlikely(-1); }));
  actions.bind(QStringLiteral("replay.colour"), this, shown([tokens] { tokens->nextQuantity(); }));
  actions.bind(QStringLiteral("replay.tokensCopy"), this,
               [tokens] { QApplication::clipboard()->setText(tokens->table()); });
  actions.bind(QStringLiteral("replay.tokensSave"), this, [this] { saveTokens(); });
  widgets::TokenText* text = tokens->text();
  text->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(text, &QWidget::customContextMenuRequested, this, [this, text](const QPoint& place) {
    QMenu* menu = text->createStandardContextMenu(place);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSeparator();
    for (const char* id :
         {"replay.unlikely", "replay.colour", "replay.tokensCopy", "replay.tokensSave"}) {
      menu->addAction(m_desk.actions.action(QLatin1String(id)));
    }
    menu->popup(text->viewport()->mapToGlobal(place));
  });
}

void ReplayTools::bindNeighbours() {
  ActionRegistry& actions = m_desk.actions;
  actions.bind(QStringLiteral("replay.groupNext"), this, [this] { showNeighbour(1); });
  actions.bind(QStringLiteral("replay.groupBack"), this, [this] { showNeighbour(-1); });
  actions.bind(QStringLiteral("replay.turnNext"), this,
               [this] { m_story->turnNextAction()->trigger(); });
  actions.bind(QStringLiteral("replay.turnBack"), this,
               [this] { m_story->turnBackAction()->trigger(); });
  actions.bind(QStringLiteral("replay.taskNext"), this, [this] { showOtherStep(1); });
  actions.bind(QStringLiteral("replay.taskBack"), this, [this] { showOtherStep(-1); });
}

void ReplayTools::bindFiles() {
  ActionRegistry& actions = m_desk.actions;
  actions.bind(QStringLiteral("file.openEpisode"), this, [this] {
    const QString file =
        QFileDialog::getOpenFileName(m_window, tr("Open an episode file"), QString(), fileFilter());
    if (!file.isEmpty()) Q_EMIT openRequested(file);
  });
  actions.bind(QStringLiteral("replay.export"), this, [this] { askAndExport({}); });
  actions.bind(QStringLiteral("replay.exportHistory"), this,
               [this] { askAndExport({.with_history = true}); });
}

void ReplayTools::bindMotion() {
  QAction* motion = m_desk.actions.action(QStringLiteral("view.motion"));
  const auto apply = [this](bool reduced) {
    m_docks.view<widgets::ReplayBar>("replay")->setReducedMotion(reduced);
    m_travel->setReducedMotion(reduced);
  };
  motion->setChecked(QSettings().value(motionKey(), false).toBool());
  apply(motion->isChecked());
  connect(motion, &QAction::toggled, this, [apply](bool reduced) {
    QSettings().setValue(motionKey(), reduced);
    apply(reduced);
  });
}

void ReplayTools::connectTravel() {
  m_travel->setSeen(false);
  connect(m_docks.panel(QStringLiteral("travel")), &QDockWidget::visibilityChanged, m_travel,
          &TravelView::setSeen);
  connect(m_travel->model(), &widgets::TravelModel::answersChanged, this,
          [this] { refreshContext(); });
}

void ReplayTools::refresh() {
  const auto& episode = m_desk.subject.episode();
  for (const char* id :
       {"replay.unlikely", "replay.unlikelyBack", "replay.colour", "replay.tokensCopy",
        "replay.tokensSave", "replay.groupNext", "replay.groupBack", "replay.taskNext",
        "replay.taskBack", "replay.export", "replay.exportHistory"}) {
    m_desk.actions.action(QLatin1String(id))->setEnabled(episode != nullptr);
  }
  if (episode) {
    m_travel->showEpisode(m_desk.selection.episode(), QString::fromStdString(episode->task_id));
  }
  refreshTurns();
  refreshContext();
}

void ReplayTools::refreshTurns() {
  ActionRegistry& actions = m_desk.actions;
  actions.action(QStringLiteral("replay.turnNext"))
      ->setEnabled(m_story->turnNextAction()->isEnabled());
  actions.action(QStringLiteral("replay.turnBack"))
      ->setEnabled(m_story->turnBackAction()->isEnabled());
}

// Curves tell of the phase that a step belongs to: neither of evaluations, nor of an earlier agent
// whose kernels the step works on.
bool ReplayTools::isLearntFrom(const record::Episode& episode) const {
  const std::vector<record::RunPhase> phases = record::run_phases(m_desk.feed.info());
  const auto at = record::phase_at(phases, episode.key.step);
  return at ? phases[*at].name == episode.phase : !record::is_evaluation(episode.phase);
}

void ReplayTools::refreshContext() {
  const auto& episode = m_desk.subject.episode();
  double mean = std::numeric_limits<double>::quiet_NaN();
  const auto* rewards = m_desk.feed.series(QStringLiteral("reward"));
  if (episode && rewards != nullptr && isLearntFrom(*episode)) {
    const auto steps = rewards->steps();
    const auto place =
        std::lower_bound(steps.begin(), steps.end(), static_cast<double>(episode->key.step));
    if (place != steps.end() && *place == static_cast<double>(episode->key.step)) {
      mean = rewards->values()[static_cast<std::size_t>(place - steps.begin())];
    }
  }
  const bool isSame = episode && !m_travel->nameAction()->isChecked() &&
                      m_travel->model()->taskId() == QString::fromStdString(episode->task_id);
  m_story->setStepContext(mean, isSame ? static_cast<int>(m_travel->model()->stops().size()) : 0);
}

void ReplayTools::showNeighbour(int delta) {
  const auto& group = m_desk.subject.group();
  if (!group || group->empty()) return;
  const auto now = std::find_if(group->begin(), group->end(), [this](const auto& row) {
    return row.id == m_desk.selection.episode();
  });
  if (now == group->end()) return;
  const auto count = static_cast<std::ptrdiff_t>(group->size());
  const std::ptrdiff_t next = (now - group->begin() + delta + count) % count;
  m_desk.selection.setEpisode((*group)[static_cast<std::size_t>(next)].id);
}

void ReplayTools::showOtherStep(int delta) {
  widgets::TravelModel* model = m_travel->model();
  model->setCurrentId(m_desk.selection.episode());
  model->moveStop(delta);
  if (const widgets::TaskAnswer* answer = model->answer()) m_desk.selection.setEpisode(answer->id);
}

std::vector<record::EpisodeName> ReplayTools::chosenEpisodes() const {
  std::vector<record::EpisodeName> names;
  const QList<qint64> selected = m_list->selectedEpisodes();
  for (const qint64 id : selected) {
    const int row = m_list->model()->rowOfId(id);
    if (row < 0) continue;
    const record::EpisodeRow& episode = m_list->model()->row(row);
    names.push_back({episode.key, episode.phase});
  }
  // An episode that the filter hides may still be the one that is looked at.
  if (const auto& episode = m_desk.subject.episode(); names.empty() && episode) {
    names.push_back({episode->key, episode->phase});
  }
  return names;
}

QString ReplayTools::proposedName() const {
  const record::Episode& episode = *m_desk.subject.episode();
  static const QRegularExpression unsafe(QStringLiteral("[^A-Za-z0-9_.-]+"));
  return QStringLiteral("%1-%2-%3-%4")
      .arg(QString::fromStdString(episode.task_name).replace(unsafe, QStringLiteral("-")))
      .arg(episode.key.step)
      .arg(episode.key.group)
      .arg(episode.key.index);
}

void ReplayTools::askAndExport(const record::EpisodeFileOptions& options) {
  const QString suffix = QLatin1String(record::kEpisodeFileSuffix.data());
  QString file = QFileDialog::getSaveFileName(m_window, tr("Export episode"),
                                              proposedName() + suffix, fileFilter());
  if (file.isEmpty()) return;
  if (!file.endsWith(suffix)) file += suffix;
  exportTo(file, options);
}

void ReplayTools::exportTo(const QString& file, const record::EpisodeFileOptions& options) {
  m_pool.start(
      [this, file, options, names = chosenEpisodes(), run = m_desk.feed.runDir().toStdString()] {
        const auto count = record::export_episode_file(run, names, options, file.toStdString());
        QMetaObject::invokeMethod(this, [this, file, count] {
          if (!count) {
            m_messages.showError(tr("The episode cannot be exported"),
                                 widgets::engineText(count.error().message));
            return;
          }
          const auto shown = static_cast<int>(*count);
          m_messages.showWritten(tr("Episodes written to %1: %n", nullptr, shown).arg(file), file);
          Q_EMIT exported(file, *count);
        });
      });
}

void ReplayTools::saveTokens() {
  const QString file = QFileDialog::getSaveFileName(m_window, tr("Save the table of tokens"),
                                                    proposedName() + QStringLiteral("-tokens.csv"),
                                                    tr("CSV files (*.csv)"));
  if (file.isEmpty()) return;
  const auto written =
      atomic_write_file(file.toStdString(), m_story->tokens()->table().toStdString());
  if (!written) {
    m_messages.showError(tr("The table cannot be written"),
                         widgets::engineText(written.error().message));
  } else {
    m_messages.showWritten(tr("Table of tokens written to %1.").arg(file), file);
  }
}

void ReplayTools::showExported() {
  const auto& facts = m_desk.feed.info().facts;
  const auto fact = facts.find(record::kExportedEpisodes);
  if (fact == facts.end() || !record::is_episode_file(m_desk.feed.runDir().toStdString())) return;
  const std::string first = fact->second.substr(0, fact->second.find(' '));
  const auto name = record::parse_episode_name(first);
  m_desk.actions.action(QStringLiteral("view.replay"))->trigger();
  const widgets::EpisodeModel* model = m_list->model();
  for (int row = 0; name && row < model->rowCount(); ++row) {
    const record::EpisodeRow& episode = model->row(row);
    if (record::EpisodeName{episode.key, episode.phase} != *name) continue;
    m_desk.selection.setEpisode(episode.id);
    m_desk.selection.setStep(static_cast<double>(episode.key.step));
    return;
  }
}

}  // namespace nereid::app
