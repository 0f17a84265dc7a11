// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "widgets/episode_model.h"
#include "widgets/run_feed.h"

class QLineEdit;
class QStackedLayout;

namespace nereid::widgets {

class EmptyState;
class PanelHead;
class StatusChip;
class TableView;

/// Episodes with a filter line. What the user looks at stays where it is while rows arrive; a "42
/// new" chip offers to jump.
class EpisodeList : public QWidget {
  Q_OBJECT

 public:
  explicit EpisodeList(QWidget* parent = nullptr);
  PanelHead* head() const { return m_head; }
  EpisodeModel* model() const { return m_model; }
  EpisodeProxy* proxy() const { return m_proxy; }
  TableView* view() const { return m_view; }
  QLineEdit* filterLine() const { return m_filterLine; }
  StatusChip* newChip() const { return m_newChip; }
  EmptyState* emptyState() const { return m_empty; }

  void clear();
  void addRows(const EpisodeRowsPtr& rows);
  void setFilter(const QString& text);
  void selectEpisode(qint64 rowId);  ///< without a signal; scrolls to it if it is shown
  qint64 selectedEpisode() const;    ///< 0 if none
  void selectNext(int delta);

 Q_SIGNALS:
  void episodeSelected(qint64 rowId, const nereid::record::EpisodeRow& row);
  void episodeActivated(qint64 rowId);  ///< Enter or double click

 private:
  void setupView();
  void applyFilter();
  void refreshCounts();
  void jumpToNewest();
  bool isAtNewest() const;

  PanelHead* m_head;
  QLineEdit* m_filterLine;
  StatusChip* m_newChip;
  EpisodeModel* m_model;
  EpisodeProxy* m_proxy;
  TableView* m_view;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QTimer m_filterTimer;
  int m_unseen = 0;
  bool m_fitted = false;
  bool m_quiet = false;
};

}  // namespace nereid::widgets
