// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/queue_tools.h"

#include <QAction>
#include <QListView>
#include <cmath>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/undo_stack.h"
#include "app/launch/run_plan.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "engine/base/machine.h"
#include "engine/base/paths.h"
#include "engine/train/estimate/run_history.h"
#include "widgets/runs/queue_list.h"

namespace nereid::app {

using record::RunState;
using widgets::QueueEntry;

namespace {

constexpr int kRefreshMs = 100;

}  // namespace

QueueTools::QueueTools(const Parts& parts)
    : QObject(parts.window),
      m_parts(parts),
      m_queue(data_dir() / "queue.json"),
      m_isOver(std::make_shared<std::atomic<bool>>(false)) {
  m_pool.setMaxThreadCount(1);
  m_refresh.setSingleShot(true);
  m_refresh.setInterval(kRefreshMs);
  connect(&m_refresh, &QTimer::timeout, this, &QueueTools::refresh);
  const auto later = [this] {
    if (!m_refresh.isActive()) m_refresh.start();
  };
  connect(&m_queue, &RunQueue::changed, this, &QueueTools::refresh);
  connect(&m_queue, &RunQueue::loaded, this, &QueueTools::offerToGoOn);
  connect(&m_queue, &RunQueue::failed, this,
          [this](const QString& message) { m_parts.messages.showError(tr("The queue"), message); });
  connect(&m_parts.controller, &RunController::changed, this, later);
  connect(&m_parts.controller, &RunController::ended, this, &QueueTools::takeEnd);
  connect(&m_parts.flow, &RunFlow::queueRequested, this, &QueueTools::add);
  widgets::QueueList& list = m_parts.list;
  connect(&list, &widgets::QueueList::moveRequested, this, [this](const QString& id, int row) {
    m_queue.move(id, row);
    m_parts.list.select(id);
  });
  connect(&list, &widgets::QueueList::removeRequested, this, &QueueTools::remove);
  connect(&list, &widgets::QueueList::editRequested, this, &QueueTools::edit);
  connect(&list, &widgets::QueueList::retryRequested, this, [this](const QString& id) {
    m_queue.retry(id);
    startNext();
  });
  connect(&list, &widgets::QueueList::selectionChanged, this, &QueueTools::refreshActions);
  connect(&list, &widgets::QueueList::heldRequested, this, [this](bool isHeld) {
    m_queue.setHeld(isHeld);
    startNext();
  });
  bindActions();
  refresh();
}

QueueTools::~QueueTools() {
  *m_isOver = true;
  m_pool.clear();
  m_pool.waitForDone();
}

void QueueTools::bindActions() {
  ActionRegistry& actions = m_parts.actions;
  actions.bind(QStringLiteral("queue.hold"), this, [this] {
    m_queue.setHeld(!m_queue.isHeld());
    startNext();
  });
  const auto onChosen = [&](const char* id, std::function<void(const QString&)> effect) {
    actions.bind(QString::fromLatin1(id), this, [this, effect = std::move(effect)] {
      const QString chosen = m_parts.list.selected();
      if (!chosen.isEmpty()) effect(chosen);
    });
  };
  const auto step = [this](const QString& id, int by) {
    m_queue.move(id, m_parts.list.model()->rowOf(id) + by);
    m_parts.list.select(id);
  };
  onChosen("queue.up", [step](const QString& id) { step(id, -1); });
  onChosen("queue.down", [step](const QString& id) { step(id, 1); });
  onChosen("queue.edit", [this](const QString& id) { edit(id); });
  onChosen("queue.remove", [this](const QString& id) { remove(id); });
}

void QueueTools::begin() {
  m_queue.load();
}

void QueueTools::offerToGoOn(int waiting) {
  lookForTimes();
  if (waiting == 0) return;
  m_parts.messages.showOffer(
      waiting == 1 ? tr("1 run of the last time waits in the queue.")
                   : tr("%n runs of the last time wait in the queue.", nullptr, waiting),
      tr("Go on with the queue"), [this] {
        m_queue.setHeld(false);
        startNext();
      });
}

void QueueTools::add(const RunPlan& plan, const QString& source) {
  if (!m_queue.add({plan, source})) return;
  lookForTimes();
  startNext();
  m_parts.list.select(QString::fromStdString(plan.options.run_dir.string()));
}

QStringList QueueTools::folders() const {
  QStringList folders;
  for (const QueuedRun& run : m_queue.runs()) folders << run.id();
  return folders;
}

void QueueTools::close() {
  m_isClosing = true;
}

bool QueueTools::goesOn() const {
  return !m_isClosing && !m_queue.isHeld() && m_queue.next() != nullptr;
}

void QueueTools::startNext() {
  if (m_parts.controller.isActive() || !goesOn()) return;
  const auto run = m_queue.begin(m_queue.next()->id());
  if (run) m_parts.flow.startQueued(run->plan);
}

// The controller is free again only when all have been told that the run has ended.
void QueueTools::takeEnd() {
  const RunStatus& status = m_parts.controller.status();
  // With a record the list of runs says what went wrong; without one nothing else would.
  const bool isLost = status.state == RunState::kFailed && status.folder.isEmpty();
  m_queue.end(isLost ? status.message : QString());
  QTimer::singleShot(0, this, &QueueTools::startNext);
}

void QueueTools::remove(const QString& id) {
  const int row = m_parts.list.model()->rowOf(id);
  const auto run = m_queue.take(id);
  if (!run) return;
  m_parts.undo.push(tr("\"%1\" is out of the queue.").arg(run->name()), [this, run = *run, row] {
    m_queue.add(run, row);
    startNext();
  });
}

void QueueTools::edit(const QString& id) {
  const QueuedRun* run = m_queue.find(id);
  if (run == nullptr) return;
  StartDialog dialog(m_parts.window, StartDialog::Purpose::kQueued);
  dialog.setPlan(run->plan, run->source);
  QStringList taken = folders();
  taken.removeAll(id);
  dialog.setTakenFolders(taken);
  dialog.setKnownRuns(m_parts.shelf.folders());
  if (dialog.exec() != QDialog::Accepted) return;
  if (m_queue.find(id) == nullptr) {
    m_parts.messages.showError(tr("The settings come too late"),
                               tr("the run has started; queue another one"));
    return;
  }
  m_queue.replace(id, {dialog.plan(), dialog.source()});
  lookForTimes();
  startNext();
}

void QueueTools::lookForTimes() {
  std::vector<std::filesystem::path> folders;
  for (const QString& folder : m_parts.shelf.folders()) folders.emplace_back(folder.toStdString());
  for (const QueuedRun& run : m_queue.runs()) {
    if (std::isfinite(run.expectedS)) continue;
    m_pool.start([this, isOver = m_isOver, id = run.id(), config = run.plan.config, folders] {
      const auto history =
          train::read_history(config, folders, machine_id(), [isOver] { return !isOver->load(); });
      const double seconds = train::expected_seconds(config, history);
      if (isOver->load() || !std::isfinite(seconds)) return;
      QMetaObject::invokeMethod(this, [this, id, seconds] { m_queue.setExpected(id, seconds); });
    });
  }
}

void QueueTools::refresh() {
  const RunStatus& status = m_parts.controller.status();
  double startsIn = 0;
  if (m_parts.controller.isActive()) {
    const bool isKnown = status.step && status.step->eta_s > 0 && !status.step->eta_is_least;
    startsIn = isKnown ? status.step->eta_s : std::numeric_limits<double>::quiet_NaN();
  }
  QList<QueueEntry> entries;
  for (const QueuedRun& run : m_queue.runs()) {
    QueueEntry entry{run.id(), run.name(), describeShortly(run.plan.config), run.problem};
    if (run.problem.isEmpty()) {
      entry.startsInS = startsIn;
      startsIn += run.expectedS;
    }
    entries << entry;
  }
  m_parts.list.setQueue(entries, m_queue.isHeld(), startsIn);
  refreshActions();
}

void QueueTools::refreshActions() {
  const int row = m_parts.list.model()->rowOf(m_parts.list.selected());
  const auto set = [this](const char* id, bool enabled) {
    m_parts.actions.action(QString::fromLatin1(id))->setEnabled(enabled);
  };
  set("queue.up", row > 0);
  set("queue.down", row >= 0 && row + 1 < m_parts.list.model()->rowCount());
  set("queue.edit", row >= 0);
  set("queue.remove", row >= 0);
  QAction* hold = m_parts.actions.action(QStringLiteral("queue.hold"));
  hold->setChecked(m_queue.isHeld());
  hold->setEnabled(!m_queue.runs().isEmpty() || m_parts.controller.isActive() || m_queue.isHeld());
}

}  // namespace nereid::app
