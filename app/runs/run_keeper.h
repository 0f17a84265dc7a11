// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>

#include "app/runs/run_desk.h"
#include "engine/record/library/run_labels.h"
#include "engine/record/library/run_trash.h"

namespace nereid::widgets {
class RunList;
}

namespace nereid::app {

class RunFlow;
class UndoStack;

/// Tags, archive and trash of runs. Files are written and moved on a thread of its own; everything
/// can be taken back but emptying the trash. GUI thread only.
class RunKeeper : public QObject {
  Q_OBJECT

 public:
  struct Parts : RunDesk {
    RunFlow& flow;
    UndoStack& undo;
    widgets::RunList& list;
  };
  explicit RunKeeper(const Parts& parts);
  /// Waits for what is still to be written.
  ~RunKeeper() override;

  void editTags(const QString& folder);
  /// An empty name: that of the settings again.
  void rename(const QString& folder, const QString& name);
  void setArchived(const QString& folder, bool archived);
  void remove(const QString& folder);
  void openTrash();

 private:
  void bindActions();
  /// Writes, then tells by `told` and offers the way back.
  void setLabels(const QString& folder, const record::RunLabels& labels, const QString& told);
  void writeLabels(const QString& folder, const record::RunLabels& labels,
                   std::function<void()> written);
  void takeRemoved(const QString& folder, const record::TrashedRun& run);
  void restore(const record::TrashedRun& run);
  void refreshActions();
  QString nameOf(const QString& folder) const;

  Parts m_parts;
  QThreadPool m_pool;
};

}  // namespace nereid::app
