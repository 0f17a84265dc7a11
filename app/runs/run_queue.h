// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QThreadPool>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "app/launch/run_plan.h"

class QLockFile;

namespace nereid::app {

/// A run that waits for its turn.
struct QueuedRun {
  RunPlan plan;
  QString source;   ///< preset or file that the settings came from
  QString problem;  ///< why it could not be started; empty: it waits
  double expectedS =
      std::numeric_limits<double>::quiet_NaN();  ///< from earlier runs, NaN: none like it
  /// The run folder: no two runs share one.
  QString id() const { return QString::fromStdString(plan.options.run_dir.string()); }
  QString name() const { return QString::fromStdString(plan.config.name); }
};

/// Local runs that wait for the present one, in their order. Kept in a file (nereid.queue/1,
/// written whole and atomically on a thread of its own), so that they outlive the program. One
/// program at a time keeps the queue; another one is told. GUI thread only.
class RunQueue : public QObject {
  Q_OBJECT

 public:
  explicit RunQueue(std::filesystem::path file, QObject* parent = nullptr);
  /// Waits for what is still to be written.
  ~RunQueue() override;

  /// Reads the file on a worker thread; loaded() follows. Runs that wait are held until asked for.
  void load();

  const QList<QueuedRun>& runs() const { return m_runs; }
  const QueuedRun* find(const QString& id) const;
  int waiting() const;
  /// The next one to start; nullptr if none waits.
  const QueuedRun* next() const;

  bool isHeld() const { return m_isHeld; }
  void setHeld(bool isHeld);
  /// False if another program keeps the queue; failed() says so.
  bool add(const QueuedRun& run, int row = -1);
  std::optional<QueuedRun> take(const QString& id);
  void move(const QString& id, int row);
  /// Another plan in the same place.
  void replace(const QString& id, const QueuedRun& run);
  void setExpected(const QString& id, double seconds);
  /// It waits again, as the last.
  void retry(const QString& id);

  /// It is being started: out of the line, but not forgotten should the program end before the
  /// record is there.
  std::optional<QueuedRun> begin(const QString& id);
  const std::optional<QueuedRun>& running() const { return m_running; }
  /// The run that was begun is over. With a problem it comes back, for all to see, and waits no
  /// more.
  void end(const QString& problem);

 Q_SIGNALS:
  void changed();
  void loaded(int waiting);
  void failed(const QString& message);

 private:
  struct Content;
  static Content readFile(const std::filesystem::path& file, QString& problem);
  void take(Content content);
  void save();
  int rowOf(const QString& id) const;

  const std::filesystem::path m_file;
  QList<QueuedRun> m_runs;
  std::optional<QueuedRun> m_running;
  bool m_isHeld = false;
  bool m_isForeign = false;  ///< another program keeps the queue, or the file cannot be understood
  QString m_whyForeign;
  std::shared_ptr<QLockFile> m_lock;
  QThreadPool m_pool;  ///< one thread: files are written in the order of the changes
};

}  // namespace nereid::app
