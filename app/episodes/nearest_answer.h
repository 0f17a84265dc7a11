// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>

#include "widgets/feed/run_feed.h"

namespace nereid::app {

struct Desk;

/// Finds, for a rejected candidate, the accepted answer of its group whose source shares the most
/// lines with it; loads them by the feed. GUI thread only.
class NearestAnswer : public QObject {
  Q_OBJECT

 public:
  NearestAnswer(Desk& desk, QObject* parent);
  /// Null until it is found, and where the group has none.
  const widgets::EpisodePtr& nearest() const { return m_nearest; }

 Q_SIGNALS:
  void found(const nereid::widgets::EpisodePtr& nearest);

 private:
  void look();
  void take(qint64 id, const widgets::EpisodePtr& episode);

  Desk& m_desk;
  QSet<qint64> m_awaited;
  widgets::EpisodePtr m_nearest;
  std::size_t m_shared = 0;  ///< lines that it shares
};

}  // namespace nereid::app
