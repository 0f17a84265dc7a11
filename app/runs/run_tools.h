// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "app/runs/run_desk.h"

namespace nereid::widgets {
class RunList;
}

namespace nereid::app {

class Docks;
class QueueTools;
class RunFlow;
class RunKeeper;
class UndoStack;

/// What there is around runs beside starting them: the queue, tags, archive, trash, and the undo
/// that they share. Made once by the window. GUI thread only.
class RunTools : public QObject {
  Q_OBJECT

 public:
  struct Parts : RunDesk {
    RunFlow& flow;
  };
  RunTools(const Parts& parts, Docks& docks);

  /// Reads the queue of the last time.
  void begin();
  /// The program ends: nothing more is started.
  void close();
  /// Will another run start when the present one has ended?
  bool goesOn() const;
  int waiting() const;
  /// A YAML file that was dropped on the window opens the launch dialog; false for anything else.
  bool takesSettings(const QString& file);
  QueueTools& queue() { return *m_queue; }
  UndoStack& undo() { return *m_undo; }
  RunKeeper& keeper() { return *m_keeper; }

 private:
  void connectControl(widgets::RunList& list);
  void openEvaluation(const QString& run, qint64 step);

  Parts m_parts;
  UndoStack* m_undo;
  QueueTools* m_queue;
  RunKeeper* m_keeper;
};

}  // namespace nereid::app
