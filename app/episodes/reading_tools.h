// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "app/episodes/notes_store.h"
#include "widgets/feed/run_feed.h"

class QWidget;

namespace nereid::widgets {
class CodeCompare;
class EpisodeList;
class FunnelView;
}  // namespace nereid::widgets

namespace nereid::app {

struct Desk;
class Docks;
class MessageBar;
class NearestAnswer;

/// What helps to read many episodes: bookmarks and notes, the difference of two candidates, and the
/// way from the funnel to the list. GUI thread only.
class ReadingTools : public QObject {
  Q_OBJECT

 public:
  ReadingTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages);
  NotesStore& notes() { return *m_notes; }

 private:
  void bindActions();
  void connectNotes();
  void showEpisodes(const QString& filter);
  record::NotesPlace place() const;
  void keep(const record::EpisodeNote& note);
  /// Rows of the model that an action is about: those selected, else the shown episode.
  QList<int> chosenRows() const;
  void toggleBookmarks();
  void toggleBookmark(qint64 rowId);
  void editNote();
  void markCandidate();
  void showDifference();
  void refreshDifference();
  void refreshActions();

  QWidget* m_window;
  Desk& m_desk;
  Docks& m_docks;
  MessageBar& m_messages;
  NotesStore* m_notes;
  widgets::EpisodeList* m_list;
  widgets::FunnelView* m_funnel;
  widgets::CodeCompare* m_pair;
  QString m_notesOf;       ///< run folder whose notes were asked for
  qint64 m_markAsked = 0;  ///< row id of a first candidate that is being loaded
  NearestAnswer* m_nearest;
  widgets::EpisodePtr m_marked;  ///< the first of the two candidates
};

}  // namespace nereid::app
