// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/subject.h"

#include "app/desk/selection.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::EpisodePtr;
using widgets::EpisodeRowsPtr;
using widgets::RunFeed;

Subject::Subject(Selection& selection, RunFeed& feed, QObject* parent)
    : QObject(parent), m_selection(selection), m_feed(feed) {
  connect(&selection, &Selection::episodeChanged, this, &Subject::load);
  connect(&feed, &RunFeed::episodeLoaded, this, &Subject::takeEpisode);
  connect(&feed, &RunFeed::groupLoaded, this, &Subject::takeGroup);
  connect(this, &Subject::verdictChanged, this, [this] {
    m_compiled.reset();
    Q_EMIT compiledChanged();
  });
  connect(&feed, &RunFeed::loadFailed, this, [this](const Error& error) {
    if (m_loading) publish();  // its group could not be read; the episode itself was
    Q_EMIT failed(widgets::engineText(error.message));
  });
}

void Subject::load(qint64 rowId) {
  m_loading.reset();
  m_taken = 0;
  if (rowId != 0) {
    m_feed.loadEpisode(rowId);
    return;
  }
  m_episode.reset();
  m_group.reset();
  const bool leaves = m_followsEpisodes || m_isOfEpisode;
  if (leaves) {
    m_verdict.reset();
    m_isOfEpisode = false;
  }
  Q_EMIT episodeChanged();
  if (leaves) Q_EMIT verdictChanged();
}

void Subject::takeEpisode(qint64 rowId, const EpisodePtr& episode) {
  if (rowId != m_selection.episode() || rowId == m_taken) return;
  m_taken = rowId;
  m_loading = episode;
  m_group.reset();
  m_feed.loadGroup(episode->key, QString::fromStdString(episode->phase));
}

void Subject::takeGroup(const record::EpisodeKey& key, const EpisodeRowsPtr& rows) {
  if (!m_loading) return;
  if (m_loading->key.step != key.step || m_loading->key.group != key.group) return;
  m_group = rows;
  publish();
}

void Subject::publish() {
  m_episode = std::move(m_loading);
  m_loading.reset();
  Q_EMIT episodeChanged();
  if (m_followsEpisodes) showEpisodeAgain();
}

void Subject::showVerdict(VerdictPtr verdict, std::string reference, std::string candidate) {
  m_verdict = std::move(verdict);
  m_reference = std::move(reference);
  m_candidate = std::move(candidate);
  m_isOfEpisode = false;
  Q_EMIT verdictChanged();
}

void Subject::showCompiled(VerdictPtr verdict) {
  m_compiled = std::move(verdict);
  Q_EMIT compiledChanged();
}

void Subject::showEpisodeAgain() {
  // The verdict is a part of the episode and lives as long as it.
  VerdictPtr own = m_episode ? VerdictPtr(m_episode, &m_episode->verdict) : nullptr;
  // What was compiled for it stays while it is shown all the time, e.g. over workspaces.
  if (own == m_verdict && m_isOfEpisode == (m_episode != nullptr)) return;
  m_verdict = std::move(own);
  m_isOfEpisode = m_episode != nullptr;
  Q_EMIT verdictChanged();
}

}  // namespace nereid::app
