// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <memory>

#include "app/runs/run_desk.h"
#include "app/runs/run_queue.h"

namespace nereid::widgets {
class QueueList;
}

namespace nereid::app {

class RunFlow;
class UndoStack;

/// Joins the queue with the run of this process, the list and the actions: the next run starts when
/// one ends, however it ends. GUI thread only.
class QueueTools : public QObject {
  Q_OBJECT

 public:
  struct Parts : RunDesk {
    RunFlow& flow;
    UndoStack& undo;
    widgets::QueueList& list;
  };
  explicit QueueTools(const Parts& parts);
  ~QueueTools() override;

  RunQueue& queue() { return m_queue; }
  /// Reads the queue of the last time and offers to go on with it.
  void begin();
  /// The run waits for its turn; that is now if nothing runs.
  void add(const RunPlan& plan, const QString& source);
  QStringList folders() const;
  /// Nothing more is started: the program ends.
  void close();
  /// Will another run start when the present one has ended?
  bool goesOn() const;

 private:
  void bindActions();
  void refresh();
  void startNext();
  void takeEnd();
  void remove(const QString& id);
  void edit(const QString& id);
  void offerToGoOn(int waiting);
  void lookForTimes();
  void refreshActions();

  Parts m_parts;
  RunQueue m_queue;
  bool m_isClosing = false;
  QTimer m_refresh;  ///< many changes, one update of the list
  std::shared_ptr<std::atomic<bool>> m_isOver;
  QThreadPool m_pool;  ///< looks through records
};

}  // namespace nereid::app
