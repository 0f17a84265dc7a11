// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include "engine/record/episode_file.h"
#include "widgets/feed/run_feed.h"

class QWidget;

namespace nereid::widgets {
class EpisodeList;
class ReplayView;
class TravelView;
}  // namespace nereid::widgets

namespace nereid::app {

struct Desk;
class Docks;
class MessageBar;

/// What belongs to the Replay workspace: tokens, the way to neighbours in the group and to other
/// answers to the same task, time travel, and episode files (export, and what happens when one was
/// opened). GUI thread only; files are written on a worker thread.
class ReplayTools : public QObject {
  Q_OBJECT

 public:
  ReplayTools(QWidget* window, Desk& desk, Docks& docks, MessageBar& messages);
  ~ReplayTools() override;

  /// Writes the selected episodes; exported() or an error in the message bar follows.
  void exportTo(const QString& file, const record::EpisodeFileOptions& options);

 Q_SIGNALS:
  void openRequested(const QString& file);
  void exported(const QString& file, qint64 episodes);

 private:
  void bindTokens();
  void bindNeighbours();
  void bindFiles();
  void bindMotion();
  void connectTravel();
  void refresh();
  bool isLearntFrom(const record::Episode& episode) const;
  void refreshTurns();
  void refreshContext();
  void showNeighbour(int delta);
  void showOtherStep(int delta);
  std::vector<record::EpisodeName> chosenEpisodes() const;
  QString proposedName() const;
  void askAndExport(const record::EpisodeFileOptions& options);
  void saveTokens();
  /// The run that was opened may be an episode file: then its episode is what the user wants.
  void showExported();

  QWidget* m_window;
  Desk& m_desk;
  Docks& m_docks;
  MessageBar& m_messages;
  widgets::EpisodeList* m_list;
  widgets::ReplayView* m_story;
  widgets::TravelView* m_travel;
  QThreadPool m_pool;
};

}  // namespace nereid::app
