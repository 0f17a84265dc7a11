// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/feed/run_feed.h"
#include "widgets/replay/replay_model.h"

class QAction;
class QLabel;
class QStackedLayout;
class QPlainTextEdit;
class QVBoxLayout;

namespace nereid::widgets {

class CellModel;
class ElidedLabel;
class EmptyState;
class PanelHead;
class TableView;
class TokenPanel;

/// What has happened up to the position of a ReplayModel: prompt, tokens as they appear (shaded by
/// probability), the extracted part, stages and inputs with their results, reward, and the
/// advantage within the group.
class ReplayView : public QWidget {
  Q_OBJECT

 public:
  explicit ReplayView(ReplayModel* model, QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  EmptyState* emptyState() const { return m_empty; }
  QPlainTextEdit* completionView() const;
  TokenPanel* tokens() const { return m_tokens; }
  TableView* eventsView() const { return m_eventsView; }
  CellModel* eventsModel() const { return m_events; }
  CellModel* groupModel() const { return m_groupModel; }
  /// The completions of the same prompt, for the advantage.
  void setGroup(const EpisodeRowsPtr& rows);
  /// Mean reward of the step (NaN: not known), and in how many steps the task was answered (0: not
  /// known).
  void setStepContext(double meanReward, int stepsOfTask);
  /// A line of somebody else's about the episode, below the verdict; becomes a child.
  void setLineBelowHead(QWidget* line);
  QString context() const;  ///< the line about group and step
  QAction* verifyAction() const { return m_verify; }
  /// To the answer that this one was asked to better, and to the one that followed it; disabled and
  /// hidden where there is none.
  QAction* turnBackAction() const { return m_turnBack; }
  QAction* turnNextAction() const { return m_turnNext; }

 Q_SIGNALS:
  void verifyRequested();
  void episodeSelected(qint64 rowId);  ///< another one of the group
  void turnsChanged();                 ///< turns before and after are there, or not any more

 private:
  void setupActions();
  void setupTables();
  void connectModel();
  void refreshContext();
  void refreshTurns();
  void refreshChosen();
  void refreshEpisode();
  void refresh();
  void refreshCompletion();
  void refreshEvents();
  void refreshGroup();

  ReplayModel* m_model;
  PanelHead* m_head;
  QStackedLayout* m_pages;
  QVBoxLayout* m_column = nullptr;  ///< of the page with an episode
  EmptyState* m_empty;
  QLabel* m_now;
  ElidedLabel* m_context;
  QAction* m_verify;
  QAction* m_turnBack;
  QAction* m_turnNext;
  QPlainTextEdit* m_prompt;
  TokenPanel* m_tokens;
  CellModel* m_events;
  TableView* m_eventsView;
  CellModel* m_groupModel;
  TableView* m_groupView;
  EpisodeRowsPtr m_group;
  int m_shownEvents = -1;
  double m_stepMean = 0;
  int m_stepsOfTask = 0;
  bool m_filling = false;  ///< the table changes by itself: no choice of the user's
};

}  // namespace nereid::widgets
