// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <string>

#include "app/desk/verify_service.h"
#include "widgets/feed/run_feed.h"

namespace nereid::app {

class Selection;

/// What the evidence docks show: the selected episode with its group, or a verdict of the Verify
/// workspace. Follows the selection and loads by the feed, so that the window never waits for the
/// disk. GUI thread only.
class Subject : public QObject {
  Q_OBJECT

 public:
  Subject(Selection& selection, widgets::RunFeed& feed, QObject* parent = nullptr);

  const widgets::EpisodePtr& episode() const { return m_episode; }  ///< null if none
  const VerdictPtr& verdict() const { return m_verdict; }           ///< of the episode or of Verify
  int groupSize() const { return m_group ? static_cast<int>(m_group->size()) : 0; }
  const widgets::EpisodeRowsPtr& group() const { return m_group; }

  /// True if verdict() is that of the episode, as recorded.
  bool isOfEpisode() const { return m_isOfEpisode; }
  /// Whose artefacts are shown: verdict(), or a later one on the same candidate that has some.
  const VerdictPtr& compiled() const { return m_compiled ? m_compiled : m_verdict; }

  /// Source texts that verdict() is about; empty where nobody told them.
  const std::string& reference() const {
    return m_isOfEpisode ? m_episode->reference : m_reference;
  }
  const std::string& candidate() const {
    return m_isOfEpisode ? m_episode->candidate : m_candidate;
  }

  /// A verdict that belongs to no episode, and what it is about as far as known.
  void showVerdict(VerdictPtr verdict, std::string reference = {}, std::string candidate = {});
  /// A new verdict on the candidate that is shown, for its artefacts.
  void showCompiled(VerdictPtr verdict);
  /// Back to the selected episode.
  void showEpisodeAgain();
  /// Off: verdicts of selected episodes come only when asked for, e.g. where an own kernel is
  /// looked at.
  void setFollowsEpisodes(bool on) { m_followsEpisodes = on; }

 Q_SIGNALS:
  void episodeChanged();  ///< episode() and group(); null = nothing selected
  void verdictChanged();
  void compiledChanged();  ///< compiled(); comes with every change of verdict() too
  void failed(const QString& message);

 private:
  void load(qint64 rowId);
  void takeEpisode(qint64 rowId, const widgets::EpisodePtr& episode);
  void takeGroup(const record::EpisodeKey& key, const widgets::EpisodeRowsPtr& rows);
  void publish();

  Selection& m_selection;
  widgets::RunFeed& m_feed;
  qint64 m_taken = 0;             ///< row id that was loaded; others may ask for it again
  widgets::EpisodePtr m_loading;  ///< its group is still on the way
  widgets::EpisodePtr m_episode;
  widgets::EpisodeRowsPtr m_group;
  VerdictPtr m_verdict;
  VerdictPtr m_compiled;                 ///< null: m_verdict
  std::string m_reference, m_candidate;  ///< of a verdict that belongs to no episode
  bool m_isOfEpisode = false;
  bool m_followsEpisodes = true;
};

}  // namespace nereid::app
