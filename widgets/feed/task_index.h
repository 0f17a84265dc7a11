// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <memory>
#include <string>
#include <vector>

#include "widgets/feed/run_feed.h"

namespace nereid::widgets {

/// One answer of the policy to a task.
struct TaskAnswer {
  qint64 id = 0;  ///< row id in the record
  record::EpisodeKey key;
  std::string phase;  ///< "train", "evaluate" or a phase of the run
  bool isEvaluation = false;
  bool accepted = false;
  verify::Stage furthestStage = verify::Stage::kNone;
  verify::Stage rejectedAt = verify::Stage::kNone;
  double reward = 0;
  double advantage = 0;
};
/// In the order of steps; of one step training first, then evaluation, by group and index.
using TaskAnswers = std::vector<TaskAnswer>;
using TaskAnswersPtr = std::shared_ptr<const TaskAnswers>;

/// A task and how often it was answered.
struct TaskEntry {
  QString id;
  QString name;
  int answers = 0;
};
using TaskEntries = std::vector<TaskEntry>;
using TaskEntriesPtr = std::shared_ptr<const TaskEntries>;

/// Which answers there are to each task of a run. Rows are gone through on a thread of its own, in
/// the order in which they come; answers arrive by signal. GUI thread only.
class TaskIndex : public QObject {
  Q_OBJECT

 public:
  explicit TaskIndex(QObject* parent = nullptr);
  ~TaskIndex() override;

  /// Another run: all before is forgotten, also what is under way.
  void clear();
  void addRows(const EpisodeRowsPtr& rows);
  /// Both answer by signal, with all rows that were added before.
  /// `sameName`: of all tasks that are called like this one, too.
  void wantAnswers(const QString& taskId, bool sameName = false);
  void wantTasks();

 Q_SIGNALS:
  void answersReady(const QString& taskId, const nereid::widgets::TaskAnswersPtr& answers);
  /// Tasks with the most answers first, then by name.
  void tasksReady(const nereid::widgets::TaskEntriesPtr& tasks);

 private:
  struct Table;
  std::shared_ptr<Table> m_table;  ///< touched by the pool's one thread alone
  QThreadPool m_pool;
};

}  // namespace nereid::widgets
