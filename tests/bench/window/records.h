// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <thread>

/// Records that the gates of the window are measured on, written by the record room's own writer.
/// The functions return the folder; an empty text with a line on standard error says that it could
/// not be written.

/// 100,000 episodes (3125 steps of 4 groups of 8) and 300 metrics a step. Kept if it is there
/// already.
QString writeLargeRecord(const QString& folder);
/// One finished step whose only completion has so many tokens.
QString writeLongEpisode(const QString& folder, int tokens);
/// So many runs of a dozen recipes, as folders below `folder`.
bool writeManyRuns(const QString& folder, int runs);

/// A run that goes on in a thread of this process until it is destroyed.
class GrowingRun {
 public:
  struct Rate {
    int metrics = 0;  ///< values a step, those of the usual plots first
    double stepsPerSecond = 0;
    int groups = 0;         ///< of four episodes, a step
    bool isPaused = false;  ///< after the first steps
  };
  GrowingRun(const QString& folder, const Rate& rate);
  ~GrowingRun();
  GrowingRun(const GrowingRun&) = delete;
  GrowingRun& operator=(const GrowingRun&) = delete;

  QString folder() const { return m_folder; }
  long long points() const { return m_points.load(); }  ///< handed to the writer so far

 private:
  void write(const std::stop_token& stop, const Rate& rate);

  QString m_folder;
  std::atomic<long long> m_points{0};
  std::jthread m_thread;
};
