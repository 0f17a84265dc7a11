// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSet>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace {

constexpr int kLimitMs = 20'000;

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The fields of /proc/PID/stat behind the name of the program, which may hold spaces.
QList<QByteArray> statOf(qint64 pid) {
  const QByteArray line = contentOf(QStringLiteral("/proc/%1/stat").arg(pid));
  return line.mid(line.lastIndexOf(')') + 2).split(' ');
}

double ticksOf(qint64 pid) {
  constexpr int kUser = 11;
  constexpr int kSystem = 12;
  const QList<QByteArray> fields = statOf(pid);
  double ticks =
      fields.size() > kSystem ? fields[kUser].toDouble() + fields[kSystem].toDouble() : 0;
  const QDir tasks(QStringLiteral("/proc/%1/task").arg(pid));
  for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QByteArray children = contentOf(tasks.filePath(task) + QStringLiteral("/children"));
    for (const QByteArray& child : children.split(' ')) {
      if (!child.isEmpty()) ticks += ticksOf(child.toLongLong());
    }
  }
  return ticks;
}

}  // namespace

Program::Program(QString binary, const QString& display, const QString& workspace)
    : m_binary(std::move(binary)) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"),
                     display.isEmpty() ? QStringLiteral("offscreen") : QStringLiteral("xcb"));
  if (!display.isEmpty()) environment.insert(QStringLiteral("DISPLAY"), display);
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "NEREID_RUNS"})
    environment.insert(QString::fromLatin1(name), m_home.path());
  m_process.setProcessEnvironment(environment);
  m_process.setStandardErrorFile(QProcess::nullDevice());
  if (workspace.isEmpty()) return;
  QDir(m_home.path()).mkpath(QStringLiteral("nereid"));
  QFile settings(m_home.filePath(QStringLiteral("nereid/nereid.conf")));
  if (settings.open(QIODevice::WriteOnly))
    settings.write("[window]\nworkspace=" + workspace.toUtf8() + "\n");
}

Program::~Program() {
  end();
}

void Program::end() {
  if (m_process.state() == QProcess::NotRunning) return;
  m_process.terminate();
  if (!m_process.waitForFinished(kLimitMs)) m_process.kill();
  m_process.waitForFinished();
}

std::optional<double> Program::firstPaintMs(const QStringList& arguments) {
  QElapsedTimer clock;
  clock.start();
  m_process.start(m_binary, QStringList{QStringLiteral("--first-paint")} + arguments);
  const bool spoke = m_process.waitForReadyRead(kLimitMs);
  const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  const QByteArray said = m_process.readAllStandardOutput();
  end();
  return spoke && said.startsWith("first paint:") ? std::optional(ms) : std::nullopt;
}

bool Program::start(const QStringList& arguments) {
  m_process.start(m_binary, arguments);
  return m_process.waitForStarted(kLimitMs);
}

double Program::processorSeconds() const {
  return ticksOf(m_process.processId()) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double Program::residentMiB() const {
  const QByteArray status = contentOf(QStringLiteral("/proc/%1/status").arg(m_process.processId()));
  for (const QByteArray& line : status.split('\n')) {
    if (line.startsWith("VmRSS:"))
      return line.mid(6).simplified().split(' ').first().toDouble() / 1024;
  }
  return 0;
}

QStringList Program::mappedFiles() const {
  QSet<QString> files;
  const QByteArray maps = contentOf(QStringLiteral("/proc/%1/maps").arg(m_process.processId()));
  for (const QByteArray& line : maps.split('\n')) {
    const auto path = line.indexOf('/');
    if (path > 0) files.insert(QString::fromLocal8Bit(line.mid(path)));
  }
  return files.values();
}

VirtualDisplay::VirtualDisplay() {
  m_server.setStandardErrorFile(QProcess::nullDevice());
  m_server.start(QStringLiteral("Xvfb"),
                 {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"),
                  QStringLiteral("0"), QStringLiteral("1920x1200x24"), QStringLiteral("-nolisten"),
                  QStringLiteral("tcp")});
  if (m_server.waitForStarted(kLimitMs) && m_server.waitForReadyRead(kLimitMs))
    m_name = QLatin1Char(':') + QString::fromLatin1(m_server.readLine().trimmed());
}

VirtualDisplay::~VirtualDisplay() {
  if (m_server.state() == QProcess::NotRunning) return;
  m_server.terminate();
  m_server.waitForFinished(kLimitMs);
}

QString dropFileCache(const QStringList& files) {
  ::sync();
  QFile whole(QStringLiteral("/proc/sys/vm/drop_caches"));
  if (whole.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && whole.write("3\n") > 0)
    return QStringLiteral("page cache dropped");
  for (const QString& file : files) {
    const int handle = ::open(file.toLocal8Bit().constData(), O_RDONLY | O_CLOEXEC);
    if (handle < 0) continue;
    ::posix_fadvise(handle, 0, 0, POSIX_FADV_DONTNEED);
    ::close(handle);
  }
  return QStringLiteral("files of the program dropped from the page cache");
}
