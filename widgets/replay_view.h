// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/replay_model.h"
#include "widgets/run_feed.h"

class QLabel;
class QStackedLayout;
class QTextEdit;
class QPlainTextEdit;

namespace nereid::widgets {

class CellModel;
class EmptyState;
class PanelHead;
class TableView;

/// What has happened up to the position of a ReplayModel: prompt, tokens as they appear (shaded by
/// probability), the extracted part, stages and inputs with their results, reward, and the
/// advantage within the group.
class ReplayView : public QWidget {
  Q_OBJECT

 public:
  explicit ReplayView(ReplayModel* model, QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  EmptyState* emptyState() const { return m_empty; }
  QTextEdit* completionView() const { return m_completion; }
  TableView* eventsView() const { return m_eventsView; }
  CellModel* eventsModel() const { return m_events; }
  /// The completions of the same prompt, for the advantage.
  void setGroup(const EpisodeRowsPtr& rows);

 private:
  void refreshEpisode();
  void refresh();
  void refreshCompletion();
  void refreshEvents();
  void refreshGroup();

  ReplayModel* m_model;
  PanelHead* m_head;
  QStackedLayout* m_pages;
  EmptyState* m_empty;
  QLabel* m_now;
  QPlainTextEdit* m_prompt;
  QTextEdit* m_completion;
  CellModel* m_events;
  TableView* m_eventsView;
  CellModel* m_groupModel;
  TableView* m_groupView;
  EpisodeRowsPtr m_group;
  int m_shownTokens = -1;
  int m_shownEvents = -1;
  bool m_shownExtraction = false;
};

}  // namespace nereid::widgets
