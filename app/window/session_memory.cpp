// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_memory.h"

#include <QSettings>

#include "app/desk/docks.h"
#include "app/desk/selection.h"
#include "app/desk/workspaces.h"
#include "app/runs/recent_runs.h"
#include "app/window/view_history.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/feed/run_feed.h"
#include "widgets/filter/filter_line.h"

namespace nereid::app {
namespace {

constexpr int kKeepMs = 300;

QString key(const char* name) {
  return QStringLiteral("session/") + QLatin1String(name);
}

}  // namespace

SessionMemory::SessionMemory(Docks& docks, Workspaces& workspaces, Selection& selection,
                             widgets::RunFeed& feed, ViewHistory& history, QObject* parent)
    : QObject(parent),
      m_workspaces(workspaces),
      m_selection(selection),
      m_feed(feed),
      m_episodes(docks.view<widgets::EpisodeList>("episodes")) {
  m_later.setSingleShot(true);
  m_later.setInterval(kKeepMs);
  connect(&m_later, &QTimer::timeout, this, &SessionMemory::keep);
  connect(&feed, &widgets::RunFeed::runReset, this, &SessionMemory::runReset);
  connect(&feed, &widgets::RunFeed::caughtUp, this, &SessionMemory::caughtUp);
  connect(&selection, &Selection::runChanged, this, &SessionMemory::keepLater);
  connect(&selection, &Selection::episodeChanged, this, &SessionMemory::keepLater);
  connect(m_episodes->filterLine(), &QLineEdit::textChanged, this, &SessionMemory::keepLater);
  connect(&history, &ViewHistory::viewChanged, this, &SessionMemory::keepLater);
}

QString SessionMemory::lastRun() const {
  const QString folder = QSettings().value(key("run")).toString();
  return !folder.isEmpty() && isRunFolder(folder) ? folder : QString();
}

void SessionMemory::runReset(const QString& folder) {
  if (!m_restoring) return;
  const QSettings settings;
  m_restoring = !folder.isEmpty() && folder == settings.value(key("run")).toString();
  if (m_restoring) m_episodes->setFilter(settings.value(key("filter")).toString());
}

void SessionMemory::caughtUp() {
  if (!m_restoring) return;
  m_restoring = false;
  const qint64 episode = QSettings().value(key("episode")).toLongLong();
  if (episode > 0 && m_episodes->model()->rowOfId(episode) >= 0) m_selection.setEpisode(episode);
}

void SessionMemory::keepLater() {
  // While a run is read, what is shown is not yet what the user chose.
  if (!m_restoring) m_later.start();
}

void SessionMemory::keep() {
  QSettings settings;
  settings.setValue(key("run"), m_feed.runDir());
  settings.setValue(key("episode"), m_selection.episode());
  settings.setValue(key("filter"), m_episodes->filterLine()->text());
  if (!m_workspaces.current().isEmpty()) m_workspaces.save();
  settings.sync();  // a program that is killed writes nothing later
}

}  // namespace nereid::app
