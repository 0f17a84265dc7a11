// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <QList>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QWidget>
#include <limits>
#include <optional>
#include <vector>

#include "engine/record/analysis/run_phases.h"
#include "engine/record/store.h"

class QLineEdit;
class QListView;
class QMenu;
class QStackedLayout;

namespace nereid::widgets {

class EmptyState;
class PanelHead;
class QueueList;

/// What the list shows of a run.
struct RunEntry {
  QString dir;  ///< identity
  QString name;
  record::RunState state = record::RunState::kStopped;
  qint64 step = 0;
  qint64 totalSteps = 0;
  double passRate = std::numeric_limits<double>::quiet_NaN();
  QList<double> spark;  ///< at most about 60 values, oldest first
  QString problem;      ///< why it cannot be read; empty if it can
  QStringList tags;     ///< what people call it by
  bool archived = false;
  bool isEvaluation = false;  ///< `step` of `totalSteps` samples are judged then
  QList<qint64> evaluations;  ///< steps after which the run was validated, in folders of its own
  bool goesOn = false;        ///< somebody writes it now, and it takes commands
  bool wasCut = false;        ///< its record says that it goes on, but nobody writes it
  bool canContinue = false;   ///< it is not finished, and has a checkpoint
  QString note;               ///< instead of the state, e.g. of a run on another machine
  QString noteTip;
  std::vector<record::RunPhase> phases;  ///< none for a run of a single part
  QString recordedName;  ///< as its settings say, where people gave it another; else empty
  QString title;         ///< the name, and what tells it apart from others; the model writes it
  qint64 createdMs = 0;  ///< Unix time; 0: not known. The newest run comes first.
  std::optional<quint64> seed;
};

/// The state in one word: "running", or "interrupted" where the record says so and nobody writes.
QString runStateWord(const RunEntry& run);

/// Runs by the time at which they were made, the newest first, whatever is opened or read again.
class RunListModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum { kEntryRole = Qt::UserRole + 1 };
  using QAbstractListModel::QAbstractListModel;
  void setRuns(QList<RunEntry> runs);
  /// Replaces the entry of the same folder, or adds it at its place.
  void updateRun(const RunEntry& run);
  void removeRun(const QString& dir);
  /// A line that stays with the run when its entry is read again.
  void setNote(const QString& dir, const QString& note, const QString& tip);
  const RunEntry& run(int row) const { return m_runs[row]; }
  int rowOf(const QString& dir) const;
  /// What the run is called on the screen, wherever it is named; empty if it is not listed.
  QString titleOf(const QString& dir) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// Of kEditRole: asks for another name; it is shown when updateRun() brings it.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  /// Runs are dragged as their folders, e.g. onto the curves.
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 Q_SIGNALS:
  void renameRequested(const QString& dir, const QString& name);

 private:
  /// The row of a run among the others.
  int placeOf(const RunEntry& run) const;
  void insert(const RunEntry& run);
  /// The row that a run has then.
  int moved(int row, int to);
  void tellApart(const QString& name);
  RunEntry withNote(RunEntry run) const;

  QList<RunEntry> m_runs;
  QHash<QString, std::pair<QString, QString>> m_notes;  ///< by folder: text and tip
};

/// Runs with state (dot and word), phase, step, pass rate, tags and a sparkline of the reward,
/// above those that wait for their turn. Archived runs are out of the way until they are asked for.
/// Takes dropped folders.
class RunList : public QWidget {
  Q_OBJECT

 public:
  explicit RunList(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  RunListModel* model() const { return m_model; }
  QListView* view() const { return m_view; }
  EmptyState* emptyState() const { return m_empty; }
  QLineEdit* filterLine() const { return m_filter; }
  QueueList* queue() const { return m_queue; }
  bool showsArchived() const { return m_showsArchived; }
  void setShowsArchived(bool on);
  /// Runs that filter and archive leave, in their order.
  QStringList shownRuns() const;
  void setRuns(const QList<RunEntry>& runs);
  void updateRun(const RunEntry& run);
  void removeRun(const QString& dir);
  void selectRun(const QString& dir);
  QString selectedRun() const;
  /// Lets the user type another name in the list (F2).
  void rename(const QString& dir);

 Q_SIGNALS:
  void runSelected(const QString& dir);
  void runActivated(const QString& dir);      ///< Enter or double click
  void startRequested();                      ///< button of the empty state
  void overlayRequested(const QString& dir);  ///< its curves over those of the shown run
  void folderDropped(const QString& dir);
  void removeRequested(const QString& dir);  ///< take out of the list; deletes nothing
  void showFolderRequested(const QString& dir);
  void pauseRequested(const QString& dir);
  void resumeRequested(const QString& dir);
  void stopRequested(const QString& dir);
  void continueRequested(const QString& dir);
  /// An empty name: that of its settings.
  void renameRequested(const QString& dir, const QString& name);
  void tagsRequested(const QString& dir);
  void archiveRequested(const QString& dir, bool archived);
  void deleteRequested(const QString& dir);  ///< to the trash
  void evaluationRequested(const QString& dir, qint64 step);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void refresh();
  void refreshEmpty(bool isFiltered);
  void showMenu(const QPoint& place);
  void addControl(QMenu& menu, const RunEntry& run);
  void addEvaluations(QMenu& menu, const RunEntry& run);

  PanelHead* m_head;
  QLineEdit* m_filter;
  QueueList* m_queue;
  bool m_showsArchived = false;
  RunListModel* m_model;
  QListView* m_view;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
};

}  // namespace nereid::widgets
