// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

#include "widgets/episodes/episode_model.h"
#include "widgets/episodes/filter_vocabulary.h"
#include "widgets/feed/run_feed.h"
#include "widgets/filter/filter_line.h"

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
  FilterLine* filterLine() const { return m_filterLine; }
  StatusChip* rangeChip() const { return m_rangeChip; }
  StatusChip* newChip() const { return m_newChip; }
  /// The run is in a phase without candidates, which the empty list explains.
  void setJudgesNone(bool none);
  EmptyState* emptyState() const { return m_empty; }

  void clear();
  void addRows(const EpisodeRowsPtr& rows);
  void setFilter(const QString& text);
  /// Only steps of a range, shown as a chip; nothing: all.
  void setStepRange(std::optional<std::pair<double, double>> range);
  void setFlags(std::span<const record::EpisodeFlags> flags, bool isComplete);
  void setNotes(const std::vector<record::EpisodeNote>& notes);
  void setNote(const record::EpisodeNote& note);
  /// What the context menu offers, before the copying that every table has.
  void setRowActions(const QList<QAction*>& actions);
  /// Row ids of the selected rows, in shown order.
  QList<qint64> selectedEpisodes() const;
  void selectEpisode(qint64 rowId);  ///< without a signal; scrolls to it if it is shown
  qint64 selectedEpisode() const;    ///< 0 if none
  void selectNext(int delta);
  /// Scrolls to the episodes of a step, or to where they would be, if the list is in the order of
  /// steps; selects nothing.
  void revealStep(std::int64_t step);

 Q_SIGNALS:
  void episodeSelected(qint64 rowId, const nereid::record::EpisodeRow& row);
  void episodeActivated(qint64 rowId);  ///< Enter or double click
  void flagsWanted();                   ///< a filter asks for flags, and none were set yet
  void rangeCleared();                  ///< the chip of the step range was clicked
  void bookmarkClicked(qint64 rowId);   ///< the mark of a row was clicked

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Lets columns give way where the verdict would have no room.
  void fitColumns();
  void shareWidth();
  /// Of the rows from `first` on.
  void measureVerdicts(int first);
  void setupHead();
  void setupView();
  void refreshMarkColumn();
  void showMenu(QPoint place);
  /// Changes what the proxy shows; the selected episode stays selected if it is still shown.
  void changeShown(const std::function<void()>& change);
  void applyFilter();
  void refreshCounts();
  void jumpToNewest();
  bool isAtNewest() const;

  PanelHead* m_head;
  FilterLine* m_filterLine;
  StatusChip* m_rangeChip;
  StatusChip* m_newChip;
  EpisodeModel* m_model;
  EpisodeProxy* m_proxy;
  VocabularyOfEpisodes m_vocabulary;
  QList<QAction*> m_rowActions;
  TableView* m_view;
  EmptyState* m_empty;
  QStackedLayout* m_pages;
  QTimer m_filterTimer;
  bool m_judgesNone = false;
  int m_unseen = 0;
  bool m_fitted = false;
  qint64 m_wanted = 0;     ///< is selected, or was when the filter took its row away
  int m_taskWidth = 0;     ///< of the longest name, as far as it was looked for
  int m_verdictWidth = 0;  ///< of the longest reason, likewise
  enum class Flags { kNone, kReading, kComplete };
  Flags m_flags = Flags::kNone;
  bool m_quiet = false;
};

}  // namespace nereid::widgets
