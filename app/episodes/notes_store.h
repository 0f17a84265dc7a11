// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <memory>
#include <vector>

#include "engine/record/library/episode_notes.h"

namespace nereid::app {

using NotesPtr = std::shared_ptr<const std::vector<record::EpisodeNote>>;

/// Reads and writes the notes of runs on a thread of its own, one after another: a slow disk never
/// holds up the window. GUI thread only; waits in its destructor for what is still to be written.
class NotesStore : public QObject {
  Q_OBJECT

 public:
  explicit NotesStore(QObject* parent = nullptr);
  ~NotesStore() override;
  /// Answers by loaded() or failed().
  void load(const record::NotesPlace& place);
  void write(const record::NotesPlace& place, const record::EpisodeNote& note);

 Q_SIGNALS:
  void loaded(const QString& runDir, const nereid::app::NotesPtr& notes);
  void written(const QString& runDir);
  void failed(const QString& message);

 private:
  QThreadPool m_pool;
};

}  // namespace nereid::app
