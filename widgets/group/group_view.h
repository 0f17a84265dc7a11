// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>
#include <vector>

#include "widgets/feed/run_feed.h"

class QAction;
class QHBoxLayout;
class QScrollBar;
class QStackedLayout;

namespace nereid::widgets {

class EmptyState;
class GroupColumn;
class PanelHead;

/// The completions of one prompt side by side: verdict, reward and advantage above the candidate.
/// As many as have room; the bar below and Left and Right go to the others. Words that differ from
/// the selected candidate can be marked. GUI thread only.
class GroupView : public QWidget {
  Q_OBJECT

 public:
  explicit GroupView(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }

  void clear();
  /// `episode`: the selected one. The others are asked for when the view is seen.
  void setGroup(const EpisodeRowsPtr& rows, qint64 selected, const EpisodePtr& episode);
  void addEpisode(qint64 rowId, const EpisodePtr& episode);

  /// Columns that are shown, from left to right.
  const std::vector<GroupColumn*>& columns() const { return m_columns; }
  int groupSize() const { return static_cast<int>(m_order.size()); }
  QScrollBar* bar() const { return m_bar; }
  EmptyState* emptyState() const { return m_empty; }
  QAction* rewardAction() const { return m_rewardAction; }
  QAction* marksAction() const { return m_marksAction; }
  void selectNext(int delta);
  /// A dock behind others counts as visible; whoever owns it tells.
  void setSeen(bool seen);

 Q_SIGNALS:
  void episodesWanted(const QList<qint64>& rowIds);
  void episodeSelected(qint64 rowId);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void setupActions();
  void sortRows();
  void fitColumns();
  void fillColumns();
  void fillColumn(int column);
  void revealSelected();
  void askForMissing();
  int placeOf(qint64 rowId) const;  ///< in shown order, -1 if it is not of the group

  PanelHead* m_head;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QHBoxLayout* m_row;
  QScrollBar* m_bar;
  QAction* m_rewardAction;
  QAction* m_marksAction;
  std::vector<GroupColumn*> m_columns;
  EpisodeRowsPtr m_rows;
  std::vector<std::size_t> m_order;  ///< rows in shown order
  QHash<qint64, EpisodePtr> m_episodes;
  QHash<qint64, bool> m_asked;
  qint64 m_selected = 0;
  bool m_seen = true;
  double m_widestAdvantage = 1;  ///< that the bars of all columns are drawn against
};

}  // namespace nereid::widgets
