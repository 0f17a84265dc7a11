// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <memory>

#include "engine/record/analysis/series.h"

namespace nereid::widgets {

/// Curves of many runs, too many to follow each on a thread of its own: a metric of a run is read
/// when somebody asks for it first, by one worker. GUI thread only.
class RunCurves : public QObject {
  Q_OBJECT

 public:
  explicit RunCurves(QObject* parent = nullptr);
  ~RunCurves() override;

  /// nullptr until it was read, and where the run has none. Valid until forget().
  const record::MetricSeries* series(const QString& dir, const QString& key);
  /// The record holds something else by now, or nobody wants the run any more.
  void forget(const QString& dir);

 Q_SIGNALS:
  void changed();  ///< more was read; at most some times a second

 private:
  using Series = std::shared_ptr<record::MetricSeries>;
  struct Run {
    quint64 id = 0;                 ///< what was asked for before it was forgotten is dropped
    QHash<QString, Series> series;  ///< null: asked for, or not there
  };
  struct Wish {
    QString dir;
    quint64 id;
    QStringList keys;
  };
  void ask();
  void take(const QString& dir, quint64 id, const QHash<QString, Series>& read);

  QHash<QString, Run> m_runs;
  QHash<QString, QStringList> m_wanted;
  quint64 m_last = 0;
  QTimer m_ask;     ///< gathers the wishes of one painting
  QTimer m_gather;  ///< gathers what was read
  std::atomic<bool> m_stop = false;
  QThreadPool m_pool;
};

}  // namespace nereid::widgets
