// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "widgets/feed/run_summary.h"

namespace nereid::widgets {

/// Reads the summaries of many runs on a worker thread, one after another, and remembers each until
/// its record changes on the disk. GUI thread only; nothing here waits for a disk.
class RunSummaries : public QObject {
  Q_OBJECT

 public:
  explicit RunSummaries(QObject* parent = nullptr);
  ~RunSummaries() override;

  /// The runs of this list from now on, in its order; records that did not change are not read
  /// again. What was shown stays until its successor is there.
  void setRuns(const QStringList& dirs);
  /// The same with folders that are found by `find`, on the worker thread.
  void setRuns(std::function<QStringList()> find);
  /// What runs are called on the screen, by folder; empty: as the record says. Called on the GUI
  /// thread.
  void setNaming(std::function<QString(const QString&)> naming);
  /// The naming says something else now.
  void renamed();
  /// Stops reading; what was read stays.
  void cancel();

  /// Those that were read so far, in order.
  const std::vector<RunSummaryPtr>& runs() const { return m_runs; }
  bool isReading() const { return m_stop != nullptr; }
  /// Records that were opened since the start, for tests of the cache.
  int recordsRead() const { return m_recordsRead; }

 Q_SIGNALS:
  void changed();                      ///< runs(), at most some times a second
  void progressed(int done, int all);  ///< while it reads
  void finished(bool wasCancelled);

 private:
  using Stamp = QString;
  struct Known {
    Stamp stamp;
    RunSummaryPtr run;
  };
  struct Named {
    RunSummaryPtr read;
    RunSummaryPtr run;
  };
  using Stop = std::shared_ptr<std::atomic<bool>>;
  void begin(std::function<QStringList()> find);
  void work(const std::function<QStringList()>& find, QHash<QString, Known> known,
            const Stop& stop);
  void takeList(const QStringList& dirs);
  void takeRun(const QString& dir, const Known& known, bool wasRead, int done);
  void end(bool wasCancelled);
  void rebuild();
  RunSummaryPtr named(const RunSummaryPtr& run);

  QStringList m_dirs;
  std::function<QString(const QString&)> m_naming;
  QHash<QString, Named> m_named;  ///< those that are called otherwise than in their record
  QHash<QString, Known> m_known;
  std::vector<RunSummaryPtr> m_runs;
  Stop m_stop;  ///< of the job at work; null: none
  QTimer m_gather;
  int m_recordsRead = 0;
  QThreadPool m_pool;
};

}  // namespace nereid::widgets
