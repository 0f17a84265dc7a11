// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QTimer>

#include "app/runs/recent_runs.h"
#include "engine/record/library/run_labels.h"
#include "widgets/feed/run_feed.h"
#include "widgets/runs/run_list.h"

namespace nereid::app {

/// Fills the list of runs: those opened lately and those in the runs folder, read on a worker
/// thread; the shown run is kept up to date from the feed. GUI thread only.
class RunShelf : public QObject {
  Q_OBJECT

 public:
  RunShelf(widgets::RunList& list, widgets::RunFeed& feed, QObject* parent = nullptr);
  ~RunShelf() override;

  /// Looks again which runs there are.
  void refresh();
  /// Opened now: comes first from here on.
  void add(const QString& folder);
  void remove(const QString& folder);
  /// Something has happened to a run that may not be the shown one.
  void readAgain(const QString& folder) { readInBackground(folder); }
  QStringList folders() const;
  /// Tags and archive of a run, as last read or written.
  record::RunLabels labels(const QString& folder) const { return m_labels.value(folder); }
  void setLabels(const QString& folder, const record::RunLabels& labels);
  /// What a run is called on the screen; `recorded` if it is not listed.
  QString titleOf(const QString& folder, const QString& recorded) const;
  /// Of all runs of the list, those that most runs have first.
  QStringList allTags() const;

 private:
  void readInBackground(const QString& folder);
  void keepCurves(widgets::RunEntry& entry) const;
  void show(widgets::RunEntry entry);
  void updateShown();
  void lookForEvaluations();
  /// For runs that others have made, continued or ended since they were read.
  void look();

  widgets::RunList& m_list;
  widgets::RunFeed& m_feed;
  RecentRuns m_recent;
  QHash<QString, record::RunLabels> m_labels;
  QHash<QString, QString> m_stamps;  ///< of the records when they were read
  QSet<QString> m_takenOut;          ///< of the list, by the user
  QTimer m_look;
  bool m_isLooking = false;
  QThreadPool m_pool;
  QTimer m_update;                            ///< many batches, one update of the entry
  std::pair<QString, qsizetype> m_evaluated;  ///< the shown run, and how many validations it had
};

/// Reads what the list shows of a run. Slow: opens the record, and walks over all its values for
/// the two curves.
enum class RunDepth { kFacts, kCurves };
widgets::RunEntry readRunEntry(const QString& folder, RunDepth depth = RunDepth::kCurves);
/// Steps N of the validations that a run folder holds in evaluations/step-N, in order.
QList<qint64> evaluationsIn(const QString& folder);
/// Where labels of runs are kept whose folders cannot be written.
std::filesystem::path labelsFolder();

}  // namespace nereid::app
