// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/task_index.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "engine/record/analysis/run_phases.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

/// Answers by the id of their task, in the order in which they came.
struct TaskIndex::Table {
  struct Task {
    std::string name;
    TaskAnswers answers;
    bool isSorted = true;
  };
  std::unordered_map<std::string, Task> tasks;
  std::unordered_map<std::string, std::vector<std::string>> idsOfName;

  void add(const record::EpisodeRow& row) {
    Task& task = tasks[row.task_id];
    if (task.name.empty()) {
      task.name = row.task_name;
      idsOfName[task.name].push_back(row.task_id);
    }
    task.answers.push_back({.id = row.id,
                            .key = row.key,
                            .phase = row.phase,
                            .isEvaluation = record::is_evaluation(row.phase),
                            .accepted = row.accepted,
                            .furthestStage = row.furthest_stage,
                            .rejectedAt = row.rejected_at,
                            .reward = row.reward,
                            .advantage = row.advantage});
    task.isSorted = false;
  }

  static auto placeOf(const TaskAnswer& answer) {
    return std::tuple(answer.key.step, answer.isEvaluation, answer.key.group, answer.key.index,
                      std::string_view(answer.phase));
  }

  // A replaced row comes again with a higher id: the last one counts.
  TaskAnswersPtr answersTo(const std::string& id) {
    const auto found = tasks.find(id);
    if (found == tasks.end()) {
      return std::make_shared<const TaskAnswers>();
    }
    Task& task = found->second;
    if (!task.isSorted) {
      std::stable_sort(task.answers.begin(), task.answers.end(),
                       [](const TaskAnswer& a, const TaskAnswer& b) {
                         const auto left = placeOf(a);
                         const auto right = placeOf(b);
                         return left != right ? left < right : a.id > b.id;
                       });
      const auto last = std::unique(
          task.answers.begin(), task.answers.end(),
          [](const TaskAnswer& a, const TaskAnswer& b) { return placeOf(a) == placeOf(b); });
      task.answers.erase(last, task.answers.end());
      task.isSorted = true;
    }
    return std::make_shared<const TaskAnswers>(task.answers);
  }

  TaskAnswersPtr answersToNameOf(const std::string& id) {
    const auto found = tasks.find(id);
    if (found == tasks.end()) {
      return answersTo(id);
    }
    TaskAnswers all;
    for (const std::string& other : idsOfName[found->second.name]) {
      const TaskAnswersPtr answers = answersTo(other);
      all.insert(all.end(), answers->begin(), answers->end());
    }
    std::stable_sort(all.begin(), all.end(), [](const TaskAnswer& a, const TaskAnswer& b) {
      return placeOf(a) < placeOf(b);
    });
    return std::make_shared<const TaskAnswers>(std::move(all));
  }

  TaskEntriesPtr entries() {
    TaskEntries all;
    all.reserve(tasks.size());
    for (const auto& [id, task] : tasks) {
      all.push_back({text(id), text(task.name), static_cast<int>(task.answers.size())});
    }
    std::sort(all.begin(), all.end(), [](const TaskEntry& a, const TaskEntry& b) {
      return std::tuple(-a.answers, a.name, a.id) < std::tuple(-b.answers, b.name, b.id);
    });
    return std::make_shared<const TaskEntries>(std::move(all));
  }
};

TaskIndex::TaskIndex(QObject* parent) : QObject(parent), m_table(std::make_shared<Table>()) {
  qRegisterMetaType<TaskAnswersPtr>();
  qRegisterMetaType<TaskEntriesPtr>();
  m_pool.setMaxThreadCount(1);
}

TaskIndex::~TaskIndex() {
  m_pool.clear();
  m_pool.waitForDone();
}

void TaskIndex::clear() {
  m_pool.clear();
  // Work of before goes on with the table of before, which nobody asks any more.
  m_table = std::make_shared<Table>();
}

void TaskIndex::addRows(const EpisodeRowsPtr& rows) {
  m_pool.start([table = m_table, rows] {
    for (const record::EpisodeRow& row : *rows) {
      table->add(row);
    }
  });
}

void TaskIndex::wantAnswers(const QString& taskId, bool sameName) {
  m_pool.start([this, table = m_table, taskId, sameName] {
    const TaskAnswersPtr answers = sameName ? table->answersToNameOf(taskId.toStdString())
                                            : table->answersTo(taskId.toStdString());
    QMetaObject::invokeMethod(this, [this, table, taskId, answers] {
      if (table == m_table) Q_EMIT answersReady(taskId, answers);
    });
  });
}

void TaskIndex::wantTasks() {
  m_pool.start([this, table = m_table] {
    const TaskEntriesPtr tasks = table->entries();
    QMetaObject::invokeMethod(this, [this, table, tasks] {
      if (table == m_table) Q_EMIT tasksReady(tasks);
    });
  });
}

}  // namespace nereid::widgets
