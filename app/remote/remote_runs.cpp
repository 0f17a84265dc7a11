// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remote/remote_runs.h"

#include <QDateTime>
#include <QSettings>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/remote/remote_dialog.h"
#include "app/runs/run_flow.h"
#include "app/runs/run_shelf.h"
#include "widgets/feed/run_feed.h"
#include "widgets/runs/run_list.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using Phase = RemoteState::Phase;

namespace {

constexpr int kMostRecent = 20;
constexpr int kClockMs = 1000;

QString recentKey() {
  return QStringLiteral("remote/recent");
}

bool isLive(Phase phase) {
  return phase != Phase::kStopped && phase != Phase::kComplete && phase != Phase::kFailed;
}

}  // namespace

RemoteRuns::RemoteRuns(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
  qRegisterMetaType<nereid::app::RemoteState>();
  qRegisterMetaType<nereid::Result<nereid::record::ControlAnswer>>();
  m_thread.setObjectName(QStringLiteral("remote runs"));
  m_clock.setInterval(kClockMs);
  connect(&m_clock, &QTimer::timeout, this, &RemoteRuns::refreshNotes);
  // A copy that is opened again is followed again.
  connect(&m_parts.feed, &widgets::RunFeed::runReset, this, [this](const QString& folder) {
    refreshActions();
    if (folder.isEmpty() || m_followed.contains(folder)) return;
    if (const auto address = remoteMark(folder)) follow(*address, false);
  });
  m_parts.flow.steering().setRemote(
      [this](const QString& folder, record::ControlCommand command) { control(folder, command); });
  bindActions();
}

void RemoteRuns::control(const QString& folder, record::ControlCommand command) {
  const auto known = m_followed.constFind(folder);
  if (known == m_followed.constEnd() || !isLive(known->state.phase)) {
    m_parts.flow.steering().take(
        folder, Error{ErrorCode::kUnavailable,
                      tr("This run is not followed now; connect again first.").toStdString()});
    return;
  }
  QMetaObject::invokeMethod(known->follower,
                            [follower = known->follower, command] { follower->control(command); });
}

RemoteRuns::~RemoteRuns() {
  for (const Followed& one : std::as_const(m_followed)) one.follower->deleteLater();
  m_thread.quit();
  m_thread.wait();
}

QStringList RemoteRuns::recent() {
  return QSettings().value(recentKey()).toStringList();
}

std::optional<RemoteState> RemoteRuns::state(const QString& folder) const {
  const auto found = m_followed.constFind(folder);
  return found == m_followed.constEnd() ? std::nullopt : std::optional(found->state);
}

void RemoteRuns::bindActions() {
  m_parts.actions.bind(QStringLiteral("file.remote"), this, [this] { ask(); });
  m_parts.actions.bind(QStringLiteral("remote.stop"), this,
                       [this] { stop(m_parts.feed.runDir()); });
  m_parts.actions.bind(QStringLiteral("remote.retry"), this,
                       [this] { retry(m_parts.feed.runDir()); });
  refreshActions();
}

void RemoteRuns::refreshActions() {
  const auto now = state(m_parts.feed.runDir());
  m_parts.actions.action(QStringLiteral("remote.stop"))->setEnabled(now && isLive(now->phase));
  m_parts.actions.action(QStringLiteral("remote.retry"))
      ->setEnabled(now && (!isLive(now->phase) || now->phase == Phase::kWaiting));
}

void RemoteRuns::ask() {
  RemoteDialog dialog(recent(), m_parts.window);
  if (dialog.exec() == QDialog::Accepted) open(dialog.address());
}

void RemoteRuns::open(const QString& text) {
  const auto address = parseRemoteAddress(text);
  if (!address) {
    m_parts.messages.showError(tr("The run cannot be followed"),
                               widgets::engineText(address.error().message));
    return;
  }
  QStringList all = recent();
  all.removeAll(address->url());
  all.prepend(address->url());
  QSettings().setValue(recentKey(), all.mid(0, kMostRecent));
  follow(*address, true);
}

void RemoteRuns::follow(const RemoteAddress& address, bool show) {
  const QString folder = address.copyFolder();
  if (const auto known = m_followed.find(folder); known != m_followed.end()) {
    known->show = show;
    if (!isLive(known->state.phase)) {
      retry(folder);
    } else if (show && known->state.equalMs > 0) {
      m_parts.flow.openRun(folder);
    }
    return;
  }
  if (!m_thread.isRunning()) m_thread.start();
  auto* follower = new RemoteFollower(address, folder);  // deleted on its thread
  follower->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, follower, &QObject::deleteLater);
  m_followed.insert(folder, {follower, {.host = address.host}, show});
  connect(follower, &RemoteFollower::stateChanged, this,
          [this, folder](const RemoteState& state) { takeState(folder, state); });
  connect(follower, &RemoteFollower::recordReady, this, [this, folder] {
    Followed& one = m_followed[folder];
    if (!std::exchange(one.show, false)) return;
    m_parts.flow.openRun(folder);
    refreshNotes();
  });
  connect(follower, &RemoteFollower::controlled, this,
          [this, folder](const Result<record::ControlAnswer>& answer) {
            m_parts.flow.steering().take(folder, answer);
          });
  connect(follower, &RemoteFollower::recordChanged, this, [this, folder] {
    if (m_parts.feed.runDir() == folder) m_parts.feed.poke();
  });
  QMetaObject::invokeMethod(follower, &RemoteFollower::start);
  m_clock.start();
  refreshActions();
}

void RemoteRuns::stop(const QString& folder) {
  const auto known = m_followed.constFind(folder);
  if (known != m_followed.constEnd())
    QMetaObject::invokeMethod(known->follower, &RemoteFollower::stop);
}

void RemoteRuns::retry(const QString& folder) {
  const auto known = m_followed.constFind(folder);
  if (known != m_followed.constEnd())
    QMetaObject::invokeMethod(known->follower, &RemoteFollower::retryNow);
}

void RemoteRuns::takeState(const QString& folder, const RemoteState& state) {
  const Phase before = m_followed[folder].state.phase;
  m_followed[folder].state = state;
  if (state.phase == Phase::kFailed && before != Phase::kFailed) showFailure(folder, state);
  if (state.phase == Phase::kComplete || state.phase == Phase::kStopped) m_parts.shelf.refresh();
  refreshNotes();
  refreshActions();
  Q_EMIT changed(folder);
}

void RemoteRuns::showFailure(const QString& folder, const RemoteState& state) {
  m_parts.messages.showOffer(state.problem, tr("Try again"), [this, folder] { retry(folder); });
}

void RemoteRuns::refreshNotes() {
  const qint64 now = QDateTime::currentMSecsSinceEpoch();
  bool anyLive = false;
  for (auto one = m_followed.cbegin(); one != m_followed.cend(); ++one) {
    anyLive = anyLive || isLive(one->state.phase);
    // A copy that is complete is a run like others: what it is stands in the tooltip.
    const QString words = remoteStateText(one->state, now);
    const bool isDone = one->state.phase == Phase::kComplete;
    m_parts.list.model()->setNote(one.key(), isDone ? QString() : words,
                                  isDone ? words : one->state.problem);
  }
  if (!anyLive) m_clock.stop();
}

}  // namespace nereid::app
