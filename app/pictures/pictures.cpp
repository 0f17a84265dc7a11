// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/pictures.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QStringList>
#include <QTableView>
#include <QTimer>

#include "app/desk/docks.h"
#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/runs/run_flow.h"
#include "app/window/main_window.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/feed/run_feed.h"
#include "widgets/look/table_view.h"
#include "widgets/replay/replay_model.h"

namespace nereid::app {

using widgets::EpisodeList;

namespace {

/// A rejection late in the funnel shows most of what the window can say, most of all one that only
/// a later input brought to light.
qint64 tellingEpisode(const EpisodeList& episodes) {
  const auto* proxy = episodes.proxy();
  for (const verify::Stage wanted :
       {verify::Stage::kFull, verify::Stage::kTiny, verify::Stage::kCompile}) {
    for (const bool late : {true, false}) {
      for (int row = 0; row < proxy->rowCount(); ++row) {
        const record::EpisodeRow& one = proxy->row(row);
        const bool isFirst = one.reason_message.find(": original") != std::string::npos;
        if (one.rejected_at == wanted && isFirst != late) return one.id;
      }
    }
  }
  return proxy->rowCount() > 0 ? proxy->row(0).id : 0;
}

}  // namespace

void Scene::spin(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

bool Scene::waitUntil(const std::function<bool()>& condition, int limit_ms) {
  QElapsedTimer clock;
  clock.start();
  while (!condition() && clock.elapsed() < limit_ms) spin(20);
  return condition();
}

bool Scene::openRun(const QString& folder) {
  m_window.flow().openRun(folder);
  if (!waitUntil([&] {
        return m_window.feed().runDir() == m_window.selection().run() &&
               m_window.feed().isCaughtUp();
      })) {
    return false;
  }
  m_telling = tellingEpisode(*m_window.docks().view<EpisodeList>("episodes"));
  selectTelling();
  return true;
}

void Scene::select(qint64 episode) {
  if (episode == 0) return;
  m_window.selection().setEpisode(episode);
  waitUntil([&] {
    return m_window.subject().episode() != nullptr && m_window.subject().isOfEpisode() &&
           m_window.selection().episode() == episode;
  });
  Scene::spin(100);  // the group comes after the episode
  if (const auto& shown = m_window.subject().episode())
    m_window.selection().setStep(static_cast<double>(shown->key.step));
}

void Scene::selectTelling() {
  if (m_window.selection().episode() != m_telling) select(m_telling);
}

QWidget* Scene::show(const char* workspace, const char* dock) {
  m_window.workspaces().show(QLatin1String(workspace));
  m_window.workspaces().restoreDefault();
  if (dock != nullptr) m_window.docks().activate(QLatin1String(dock));
  m_window.dockArea()->setFocus();
  spin(50);  // the docks take their places before a list goes to its row
  auto* list = m_window.docks().view<EpisodeList>("episodes")->findChild<widgets::TableView*>();
  if (list->currentIndex().isValid())
    list->scrollTo(list->currentIndex(), QAbstractItemView::PositionAtCenter);
  return &m_window;
}

void Scene::tidy() {
  if (m_undo) std::exchange(m_undo, {})();
  m_dialog.reset();
  m_window.messages().dismiss();
  selectTelling();
  Subject& subject = m_window.subject();
  if (subject.episode() != nullptr && !subject.isOfEpisode()) subject.showEpisodeAgain();
}

QStringList pictureNames() {
  QStringList names;
  for (const auto pictures : {emptyPictures(), viewPictures(), dialogPictures()}) {
    for (const Picture& picture : pictures) names << QString::fromLatin1(picture.name);
  }
  return names;
}

}  // namespace nereid::app
