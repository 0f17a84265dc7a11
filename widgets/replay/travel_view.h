// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QTimer>
#include <QWidget>

#include "widgets/feed/run_feed.h"
#include "widgets/replay/travel_model.h"

class QAction;
class QComboBox;
class QLabel;
class QStackedLayout;
class QStringListModel;
class QToolButton;
class QVBoxLayout;

namespace nereid::widgets {

class AnswerTrack;
class CodeCompare;
class ElidedLabel;
class EmptyState;
class PanelHead;

/// Time travel through a run: every answer of the policy to one task over the steps, with the
/// difference of the chosen answer to the one before or to a pinned one. GUI thread only; who shows
/// it loads the episodes that it wants.
class TravelView : public QWidget {
  Q_OBJECT

 public:
  explicit TravelView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  TravelModel* model() const { return m_model; }
  TaskIndex* index() const { return m_index; }
  AnswerTrack* track() const { return m_track; }
  QComboBox* taskBox() const { return m_tasks; }
  QToolButton* playButton() const { return m_play; }
  QAction* pinAction() const { return m_pinAction; }
  /// Answers to all tasks of the name: generated tasks seldom come twice.
  QAction* nameAction() const { return m_nameAction; }
  CodeCompare* code() const { return m_code; }  ///< null until the view was shown
  QString line() const;                         ///< what is said about the chosen answer

  void clear();
  void addRows(const EpisodeRowsPtr& rows);
  /// The episode that is looked at elsewhere: its task, and its place among the answers.
  void showEpisode(qint64 rowId, const QString& taskId);
  void addEpisode(qint64 rowId, const EpisodePtr& episode);
  /// A dock behind others counts as visible; whoever owns it tells.
  void setSeen(bool seen);
  void setReducedMotion(bool reduced);

 Q_SIGNALS:
  void episodesWanted(const QList<qint64>& rowIds);
  void episodeActivated(qint64 rowId);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeControls();
  void connectModel();
  void setTask(const QString& taskId);
  void chooseTask();
  void takeTasks(const TaskEntriesPtr& tasks);
  void refresh();
  void refreshCode();
  void askForMissing();
  QString comparisonWords() const;
  bool isSeen() const { return m_seen && isVisible(); }

  PanelHead* m_head;
  TaskIndex* m_index;
  TravelModel* m_model;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QComboBox* m_tasks;
  QStringListModel* m_taskNames;
  QToolButton* m_play;
  AnswerTrack* m_track;
  ElidedLabel* m_line;
  QVBoxLayout* m_page;
  QAction* m_pinAction;
  QAction* m_openAction;
  QAction* m_nameAction;
  CodeCompare* m_code = nullptr;
  TaskEntriesPtr m_entries;
  QCache<qint64, EpisodePtr> m_episodes;
  QString m_task;
  qint64 m_wantedRow = 0;  ///< to be shown as soon as its answers are there
  QTimer m_ticks;
  QTimer m_later;  ///< many batches, one question to the index
  bool m_seen = true;
};

}  // namespace nereid::widgets
