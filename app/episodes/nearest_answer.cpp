// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/nearest_answer.h"

#include "app/desk/docks.h"
#include "app/desk/panel.h"
#include "app/desk/subject.h"
#include "widgets/code/line_diff.h"

namespace nereid::app {

using widgets::EpisodePtr;
using widgets::RunFeed;

NearestAnswer::NearestAnswer(Desk& desk, QObject* parent) : QObject(parent), m_desk(desk) {
  connect(&desk.subject, &Subject::episodeChanged, this, &NearestAnswer::look);
  connect(&desk.feed, &RunFeed::episodeLoaded, this, &NearestAnswer::take);
}

void NearestAnswer::look() {
  m_awaited.clear();
  m_nearest.reset();
  m_shared = 0;
  const Subject& subject = m_desk.subject;
  if (!subject.episode() || subject.episode()->verdict.accepted || !subject.group()) return;
  for (const record::EpisodeRow& row : *subject.group()) {
    if (row.accepted) m_awaited.insert(row.id);
  }
  const QSet<qint64> ids = m_awaited;
  for (const qint64 id : ids) m_desk.feed.loadEpisode(id);
}

void NearestAnswer::take(qint64 id, const EpisodePtr& episode) {
  if (!m_awaited.remove(id) || !episode || !m_desk.subject.episode()) return;
  const auto shared =
      widgets::diffTexts(QString::fromStdString(m_desk.subject.episode()->candidate),
                         QString::fromStdString(episode->candidate))
          .same.size();
  // Of equally near ones the first of the group, whichever comes first.
  const bool isNearer = !m_nearest || shared > m_shared ||
                        (shared == m_shared && episode->key.index < m_nearest->key.index);
  if (isNearer) {
    m_nearest = episode;
    m_shared = shared;
  }
  if (m_awaited.isEmpty()) Q_EMIT found(m_nearest);
}

}  // namespace nereid::app
