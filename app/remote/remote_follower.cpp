// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remote/remote_follower.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtEndian>
#include <algorithm>

#include "engine/base/paths.h"
#include "engine/record/store.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using Phase = RemoteState::Phase;
using record::MirrorNews;

namespace {

constexpr double kPollSeconds = 1;
constexpr int kSilenceMs = 30'000;
constexpr int kFirstRetryMs = 1000;
constexpr int kLongestRetryMs = 60'000;
constexpr qsizetype kMostPreamble = 64 * 1024;  // what a login shell may print before
constexpr quint32 kLargestFrame = 512U << 20;
constexpr qsizetype kMostErrors = 8192;

QByteArray preamble() {
  return QByteArrayLiteral("NEREID-TAIL/1\n");
}

/// Reads its program from standard input, so that no shell there has to quote it.
QString remoteCommand() {
  return QStringLiteral(
      "python3 -c \"import sys;exec(sys.stdin.buffer.read(int(sys.stdin.buffer.readline())))\"");
}

QStringList sshArguments(const RemoteAddress& address) {
  QStringList arguments;
  if (const QString config = sshConfigFile(); !config.isEmpty())
    arguments << QStringLiteral("-F") << config;
  // Nobody can answer a question here; a dead connection is noticed within 20 seconds.
  for (const char* option : {"BatchMode=yes", "ConnectTimeout=15", "ServerAliveInterval=5",
                             "ServerAliveCountMax=3", "ClearAllForwardings=yes", "LogLevel=ERROR"})
    arguments << QStringLiteral("-o") << QString::fromLatin1(option);
  if (address.port != 0) arguments << QStringLiteral("-p") << QString::number(address.port);
  arguments << QStringLiteral("-T") << QStringLiteral("-C") << QStringLiteral("--")
            << address.target() << remoteCommand();
  return arguments;
}

QByteArray withLength(const QByteArray& content) {
  return QByteArray::number(content.size()) + '\n' + content;
}

qint64 now() {
  return QDateTime::currentMSecsSinceEpoch();
}

}  // namespace

QString remoteStateText(const RemoteState& state, qint64 nowMs) {
  const auto seconds = [nowMs](qint64 ms) {
    return std::max<qint64>(0, (ms - nowMs + 999) / 1000);
  };
  switch (state.phase) {
    case Phase::kConnecting:
      return RemoteFollower::tr("connecting to %1").arg(state.host);
    case Phase::kCopying:
      return RemoteFollower::tr("copying from %1, %2 of %3 rows")
          .arg(state.host, widgets::formatCount(state.done), widgets::formatCount(state.all));
    case Phase::kFollowing:
      return RemoteFollower::tr("following %1, %2 s behind")
          .arg(state.host,
               widgets::formatCount(std::max<qint64>(0, (nowMs - state.equalMs) / 1000)));
    case Phase::kWaiting:
      return RemoteFollower::tr("connection lost, trying again in %1 s")
          .arg(widgets::formatCount(seconds(state.retryMs)));
    case Phase::kComplete:
      return RemoteFollower::tr("complete copy from %1").arg(state.host);
    case Phase::kFailed:
      return RemoteFollower::tr("cannot follow %1").arg(state.host);
    case Phase::kStopped:
      return RemoteFollower::tr("copy from %1, not followed").arg(state.host);
  }
  return {};
}

RemoteFollower::RemoteFollower(RemoteAddress address, QString folder)
    : m_address(std::move(address)),
      m_folder(std::move(folder)),
      m_retry(new QTimer(this)),
      m_silence(new QTimer(this)) {
  m_state.host = m_address.host;
  m_retry->setSingleShot(true);
  m_silence->setSingleShot(true);
  m_silence->setInterval(kSilenceMs);
  connect(m_retry, &QTimer::timeout, this, &RemoteFollower::connectToHost);
  connect(m_silence, &QTimer::timeout, this, [this] {
    dropProcess();
    waitAndRetry(tr("%1 does not answer").arg(m_address.host));
  });
}

RemoteFollower::~RemoteFollower() {
  dropProcess();
  dropEmptyCopy();
}

/// Nothing came of it: an empty folder would only be in the way.
void RemoteFollower::dropEmptyCopy() {
  if (!m_mirror || m_isReady) return;
  m_mirror.reset();
  QDir(m_folder).removeRecursively();
}

void RemoteFollower::start() {
  writeRemoteMark(m_folder, m_address);
  auto mirror = record::RecordMirror::open(m_folder.toStdString());
  if (!mirror) return fail(widgets::engineText(mirror.error().message));
  m_mirror = std::move(*mirror);
  const auto position = m_mirror->position();
  if (!position) return fail(widgets::engineText(position.error().message));
  if (!position->run_id.empty()) {
    m_isReady = true;
    Q_EMIT recordReady();
  }
  connectToHost();
}

void RemoteFollower::stop() {
  dropProcess();
  m_retry->stop();
  dropEmptyCopy();
  m_mirror.reset();
  tell(Phase::kStopped);
}

void RemoteFollower::retryNow() {
  if (m_process != nullptr) return;  // it is connected, or about to be
  m_attempts = 0;
  m_retry->stop();
  m_mirror ? connectToHost() : start();
}

void RemoteFollower::control(record::ControlCommand command) {
  if (m_process == nullptr || !m_hasPreamble) {
    Q_EMIT controlled(
        Error{ErrorCode::kUnavailable,
              tr("There is no connection to %1 now. It obeys again when there is one.")
                  .arg(m_address.host)
                  .toStdString()});
    return;
  }
  const std::string_view name = record::control_command_name(command);
  m_process->write(QByteArray(name.data(), static_cast<qsizetype>(name.size())) + '\n');
}

/// A frame of the letter A: what the process that writes the run has answered.
void RemoteFollower::takeAnswer(const QByteArray& line) {
  Q_EMIT controlled(record::read_answer(line.toStdString()));
}

void RemoteFollower::tell(Phase phase) {
  m_state.phase = phase;
  Q_EMIT stateChanged(m_state);
}

void RemoteFollower::connectToHost() {
  dropProcess();
  m_buffer.clear();
  m_errors.clear();
  m_hasPreamble = false;
  m_process = new QProcess(this);
  // In the C locale ssh says in known words what went wrong.
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
  m_process->setProcessEnvironment(environment);
  connect(m_process, &QProcess::started, this, &RemoteFollower::sendRequest);
  connect(m_process, &QProcess::readyReadStandardOutput, this, &RemoteFollower::readOutput);
  connect(m_process, &QProcess::readyReadStandardError, this,
          [this] { m_errors = (m_errors + m_process->readAllStandardError()).right(kMostErrors); });
  connect(m_process, &QProcess::finished, this, &RemoteFollower::takeEnd);
  connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      fail(tr("There is no ssh on this machine. Install it, e.g. apt install openssh-client."));
  });
  ++m_attempts;
  m_silence->start();
  tell(Phase::kConnecting);
  m_process->start(QStringLiteral("ssh"), sshArguments(m_address));
}

void RemoteFollower::sendRequest() {
  QFile script(QString::fromStdString((resource_dir() / "remote" / "record_tail.py").string()));
  const auto position = m_mirror->position();
  if (!position) return fail(widgets::engineText(position.error().message));
  if (!script.open(QIODevice::ReadOnly))
    return fail(tr("%1 cannot be read. Install Nereid again.").arg(script.fileName()));
  QJsonObject cursors;
  for (const auto& [table, row] : position->cursors)
    cursors.insert(QString::fromStdString(table), static_cast<qint64>(row));
  const QJsonObject request{
      {QStringLiteral("path"), m_address.folder},
      {QStringLiteral("run_id"), QString::fromStdString(position->run_id)},
      {QStringLiteral("generation"), static_cast<qint64>(position->generation)},
      {QStringLiteral("cursors"), cursors},
      {QStringLiteral("poll_s"), kPollSeconds}};
  // Standard input stays open: its end tells the other side to leave.
  m_process->write(withLength(script.readAll()));
  m_process->write(withLength(QJsonDocument(request).toJson(QJsonDocument::Compact)));
}

void RemoteFollower::readOutput() {
  if (m_process == nullptr) return;
  m_buffer += m_process->readAllStandardOutput();
  m_silence->start();
  if (!m_hasPreamble && !takePreamble()) return;
  takeFrames();
}

bool RemoteFollower::takePreamble() {
  const qsizetype place = m_buffer.indexOf(preamble());
  if (place < 0) {
    if (m_buffer.size() > kMostPreamble) {
      fail(tr("%1 sends something else than a record. Its login shell must print nothing when it "
              "is not interactive.")
               .arg(m_address.host));
    }
    return false;
  }
  m_buffer.remove(0, place + preamble().size());
  m_hasPreamble = true;
  return true;
}

void RemoteFollower::takeFrames() {
  qsizetype at = 0;
  while (m_process != nullptr && m_buffer.size() - at >= 4) {
    const auto length = qFromLittleEndian<quint32>(m_buffer.constData() + at);
    if (length > kLargestFrame)
      return fail(tr("The stream from %1 is broken.").arg(m_address.host));
    if (m_buffer.size() - at - 4 < static_cast<qsizetype>(length)) break;
    if (length > 0 && m_buffer[at + 4] == 'A') {
      takeAnswer(m_buffer.mid(at + 5, static_cast<qsizetype>(length) - 1));
      at += 4 + static_cast<qsizetype>(length);
      continue;
    }
    const auto* frame = reinterpret_cast<const std::byte*>(m_buffer.constData() + at + 4);
    const auto news = m_mirror->apply({frame, length});
    at += 4 + static_cast<qsizetype>(length);
    if (!news) return fail(widgets::engineText(news.error().message));
    takeNews(*news);
  }
  if (m_process != nullptr) m_buffer.remove(0, at);
}

void RemoteFollower::takeNews(const MirrorNews& news) {
  m_attempts = 0;
  const bool isCommitted =
      news.kind == MirrorNews::Kind::kPart || news.kind == MirrorNews::Kind::kEqual;
  if (isCommitted) {
    if (!m_isReady) {
      m_isReady = true;
      Q_EMIT recordReady();
    }
    Q_EMIT recordChanged();
  }
  switch (news.kind) {
    case MirrorNews::Kind::kRows:
      return;
    case MirrorNews::Kind::kPart:
      m_state.done = news.done;
      m_state.all = news.all;
      return tell(Phase::kCopying);
    case MirrorNews::Kind::kEqual:
      m_state.done = news.done;
      m_state.all = news.all;
      [[fallthrough]];
    case MirrorNews::Kind::kIdle:
      m_state.equalMs = now();
      m_state.problem.clear();
      if (m_isReady && isRunOver()) {
        dropProcess();
        return tell(Phase::kComplete);
      }
      return tell(Phase::kFollowing);
    case MirrorNews::Kind::kRefused:
      return refuse(QString::fromStdString(news.code), widgets::engineText(news.message));
  }
}

/// Finished and failed runs do not go on; stopped ones may.
bool RemoteFollower::isRunOver() {
  auto reader = record::RunReader::open(m_folder.toStdString());
  if (!reader) return false;
  const auto info = (*reader)->info();
  return info &&
         (info->state == record::RunState::kFinished || info->state == record::RunState::kFailed);
}

void RemoteFollower::refuse(const QString& code, const QString& message) {
  const QString& host = m_address.host;
  if (code == QLatin1String("no_folder"))
    return fail(tr("There is no folder %1 on %2. Check the path; a run that was moved has to be "
                   "opened at its new place.")
                    .arg(message, host));
  if (code == QLatin1String("no_record"))
    return fail(tr("%1 on %2 holds no run. Choose the folder in which record.sqlite lies.")
                    .arg(message, host));
  if (code == QLatin1String("not_readable"))
    return fail(tr("%1 on %2 may not be read by %3. Ask its owner for the right to read it.")
                    .arg(message, host, m_address.user.isEmpty() ? tr("you") : m_address.user));
  if (code == QLatin1String("newer"))
    return fail(tr("The record on %1 was written by a newer Nereid. Update this one.").arg(host));
  // A busy or unreachable disk there may come back.
  dropProcess();
  waitAndRetry(tr("%1 says: %2").arg(host, message));
}

void RemoteFollower::takeEnd() {
  if (m_process == nullptr) return;
  readOutput();
  if (m_process == nullptr) return;
  m_errors += m_process->readAllStandardError();
  const int code = m_process->exitStatus() == QProcess::NormalExit ? m_process->exitCode() : -1;
  dropProcess();
  const QString said = QString::fromLocal8Bit(m_errors).trimmed();
  const QString& host = m_address.host;
  const QString target = m_address.target();
  const QString ssh =
      QStringLiteral("ssh %1%2")
          .arg(m_address.port == 0 ? QString() : QStringLiteral("-p %1 ").arg(m_address.port),
               target);
  if (said.contains(QLatin1String("REMOTE HOST IDENTIFICATION HAS CHANGED")))
    return fail(tr("The key of %1 is not the one that is known. If the machine was set up anew, "
                   "remove the old key with \"ssh-keygen -R %1\"; else somebody may listen.")
                    .arg(host));
  if (said.contains(QLatin1String("Host key verification failed")))
    return fail(tr("The key of %1 is not known yet. Connect once in a terminal with \"%2\" and "
                   "compare the key that it shows.")
                    .arg(host, ssh));
  if (said.contains(QLatin1String("Permission denied")) ||
      said.contains(QLatin1String("Too many authentication failures")))
    return fail(tr("%1 does not let %2 in without a password. Give it your key with "
                   "\"ssh-copy-id %3\", or load the key into the agent with ssh-add.")
                    .arg(host, m_address.user.isEmpty() ? tr("you") : m_address.user, target));
  if (said.contains(QLatin1String("Could not resolve hostname")))
    return fail(
        tr("There is no machine %1. Check its name, or add it to ~/.ssh/config.").arg(host));
  if (code == 127 || said.contains(QLatin1String("python3: not found")) ||
      said.contains(QLatin1String("python3: command not found")))
    return fail(tr("python3 is missing on %1, or not in the PATH of a shell that is not "
                   "interactive. Install it there; nothing else is needed.")
                    .arg(host));
  if (said.contains(QLatin1String("No module named")))
    return fail(tr("Python on %1 lacks a module: %2. Install the whole of python3 there.")
                    .arg(host, said.section(QLatin1Char('\n'), -1)));
  waitAndRetry(said.isEmpty() ? tr("%1 closed the connection").arg(host)
                              : said.section(QLatin1Char('\n'), -1));
}

void RemoteFollower::fail(const QString& problem) {
  dropProcess();
  m_state.problem = problem;
  tell(Phase::kFailed);
}

// 1, 2, 4, ... 60 seconds, from the start again once something came through.
void RemoteFollower::waitAndRetry(const QString& why) {
  const int wait = std::min(kLongestRetryMs, kFirstRetryMs << std::clamp(m_attempts - 1, 0, 6));
  m_state.problem = why;
  m_state.retryMs = now() + wait;
  m_retry->start(wait);
  tell(Phase::kWaiting);
}

void RemoteFollower::dropProcess() {
  m_silence->stop();
  if (m_mirror) m_mirror->roll_back();
  if (m_process == nullptr) return;
  QProcess* process = m_process;
  m_process = nullptr;
  process->disconnect(this);
  process->kill();
  process->waitForFinished(1000);
  process->deleteLater();
}

}  // namespace nereid::app
