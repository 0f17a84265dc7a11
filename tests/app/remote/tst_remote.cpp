// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on other machines, against a real sshd on the loopback address with keys, configuration and
// port of its own, and a run that is being written while it is followed.
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <cmath>
#include <mutex>

#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/remote/remote_dialog.h"
#include "app/remote/remote_runs.h"
#include "app/runs/recent_runs.h"
#include "app/runs/top_bar.h"
#include "engine/record/control/control_server.h"
#include "engine/record/store.h"
#include "tests/app/recorded_run.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/theme.h"
#include "widgets/runs/run_list.h"

using namespace nereid;
using namespace nereid::app;
using Phase = RemoteState::Phase;

namespace {

constexpr int kConnectMs = 30'000;
constexpr int kCopyMs = 60'000;

bool run(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  const bool ended = process.waitForFinished(30'000) && process.exitCode() == 0;
  if (!ended)
    qWarning("%s: %s%s", qPrintable(program), process.readAllStandardError().constData(),
             qPrintable(process.errorString()));
  return ended;
}

bool writeText(const QString& file, const QString& text) {
  QFile out(file);
  return out.open(QIODevice::WriteOnly) && out.write(text.toUtf8()) >= 0 &&
         out.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

QString readText(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
}

int freePort() {
  const int plug = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* place = reinterpret_cast<sockaddr*>(&address);
  const bool bound = ::bind(plug, place, size) == 0 && ::getsockname(plug, place, &size) == 0;
  ::close(plug);
  return bound ? ntohs(address.sin_port) : 0;
}

/// Every row of every table, so that two records can be compared.
QString contentOf(const QString& folder) {
  static const QString script = QStringLiteral(
      "import sqlite3,sys,hashlib\n"
      "d=sqlite3.connect('file:'+sys.argv[1]+'/record.sqlite?mode=ro',uri=True)\n"
      "for t in ('meta','fact','checkpoint','metric_key','task','blob','episode',"
      "'episode_detail','metric','event','episode_turn'):\n"
      "  rows=d.execute('SELECT * FROM '+t+' ORDER BY 1').fetchall()\n"
      "  print(t,len(rows),hashlib.sha256(repr(rows).encode()).hexdigest())\n");
  QProcess process;
  process.start(QStringLiteral("python3"), {QStringLiteral("-c"), script, folder});
  process.waitForFinished(30'000);
  return QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError());
}

}  // namespace

class TestRemote : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup();
  void cleanupTestCase();
  void addressesAreUnderstood_data();
  void addressesAreUnderstood();
  void dialogOffersAliasesAndRecentRuns();
  void followsARunThatIsBeingWritten();
  void takesCommandsToTheOtherMachine();
  void goesOnAfterALostConnection();
  void cutRecordLosesTheSameRows();
  void copyIsFollowedAgainAndCostsOnlyWhatIsNew();
  void errorsNameTheMend_data();
  void errorsNameTheMend();
  void stopsAndConnectsAgain();

 private:
  bool startServer();
  QString url(const QString& folder, const QString& host = QStringLiteral("loop")) const;
  /// A run with so many steps, whose writer goes on.
  std::unique_ptr<record::RunWriter> makeRun(const QString& folder, int steps);
  void addStep(record::RunWriter& writer, int step, int group = 0);
  QString follow(const QString& folder);
  Phase phaseOf(const QString& copy);
  /// Processes of the server that serve one connection.
  QList<int> sessions() const;

  MainWindow& window() { return m_fixture.window(); }

  WindowFixture m_fixture;
  QTemporaryDir m_ssh;
  QTemporaryDir m_there;  ///< "the other machine"
  QProcess m_server;
  int m_port = 0;
};

void TestRemote::initTestCase() {
  qputenv("XDG_CACHE_HOME", (m_fixture.folder() + QStringLiteral("/cache")).toUtf8());
  QVERIFY(startServer());
}

void TestRemote::init() {
  m_fixture.forgetSettings();
  QVERIFY(m_fixture.openWindow());
}

void TestRemote::cleanup() {
  m_fixture.closeWindow();
}

void TestRemote::cleanupTestCase() {
  m_fixture.closeWindow();
  m_server.terminate();
  m_server.waitForFinished(10'000);
}

bool TestRemote::startServer() {
  const QString sshd = QStringLiteral("/usr/sbin/sshd");
  if (!QFile::exists(sshd)) {
    qWarning("%s is missing: apt install openssh-server (packaging/debian-packages.txt)",
             qPrintable(sshd));
    return false;
  }
  // sshd, when the superuser starts it, wants this empty folder of the distribution's.
  if (::geteuid() == 0) QDir().mkpath(QStringLiteral("/run/sshd"));
  const QString at = m_ssh.path();
  for (const char* key : {"host", "user", "stranger"}) {
    if (!run(QStringLiteral("ssh-keygen"),
             {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
              QStringLiteral("-N"), QString(), QStringLiteral("-f"),
              at + QLatin1Char('/') + QLatin1String(key)}))
      return false;
  }
  m_port = freePort();
  const QString port = QString::number(m_port);
  writeText(at + QStringLiteral("/authorized"), readText(at + QStringLiteral("/user.pub")));
  writeText(
      at + QStringLiteral("/known"),
      QStringLiteral("[127.0.0.1]:%1 %2").arg(port, readText(at + QStringLiteral("/host.pub"))));
  writeText(at + QStringLiteral("/sshd_config"),
            QStringLiteral("Port %1\nListenAddress 127.0.0.1\nHostKey %2/host\n"
                           "AuthorizedKeysFile %2/authorized\nPidFile %2/pid\nUsePAM no\n"
                           "StrictModes no\nPasswordAuthentication no\n"
                           "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\n")
                .arg(port, at));
  const QString common =
      QStringLiteral(
          "  HostName 127.0.0.1\n  Port %1\n  IdentitiesOnly yes\n  IdentityAgent none\n")
          .arg(port);
  writeText(at + QStringLiteral("/config"),
            QStringLiteral("Host loop\n%1  IdentityFile %2/user\n  UserKnownHostsFile %2/known\n"
                           "Host stranger\n%1  IdentityFile %2/stranger\n"
                           "  UserKnownHostsFile %2/known\n"
                           "Host unknown\n%1  IdentityFile %2/user\n"
                           "  UserKnownHostsFile %2/none\n  StrictHostKeyChecking yes\n"
                           "Host nowhere\n  HostName no-such-machine.invalid\n"
                           "Host *\n  GlobalKnownHostsFile /dev/null\n")
                .arg(common, at));
  qputenv("NEREID_SSH_CONFIG", (at + QStringLiteral("/config")).toUtf8());
  m_server.setProcessChannelMode(QProcess::MergedChannels);
  m_server.start(sshd, {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                        at + QStringLiteral("/sshd_config")});
  const bool listens = QTest::qWaitFor(
      [this, at] {
        return m_server.state() == QProcess::NotRunning ||
               QFile::exists(at + QStringLiteral("/pid"));
      },
      20'000);
  if (m_server.state() != QProcess::Running) qWarning("sshd: %s", m_server.readAll().constData());
  return listens && m_server.state() == QProcess::Running;
}

QString TestRemote::url(const QString& folder, const QString& host) const {
  return QStringLiteral("ssh://%1%2").arg(host, folder);
}

std::unique_ptr<record::RunWriter> TestRemote::makeRun(const QString& folder, int steps) {
  record::RunInfo info;
  info.run_id = info.name = QFileInfo(folder).fileName().toStdString();
  info.settings_yaml = "name: " + info.name + "\n";
  info.method = "grpo";
  info.total_steps = 1000;
  info.state = record::RunState::kRunning;
  auto writer = record::RunWriter::open(folder.toStdString(), info, {});
  if (!writer) return nullptr;
  (*writer)->write_fact("device", "cpu");
  for (int step = 1; step <= steps; ++step) addStep(**writer, step);
  return (*writer)->flush() ? std::move(*writer) : nullptr;
}

void TestRemote::addStep(record::RunWriter& writer, int step, int group) {
  const double odd = step % 3 == 0 ? std::nan("") : step % 5 == 0 ? INFINITY : 0.1 * step;
  writer.write_metrics({step, 1000 + step, {{"reward", 0.3}, {"loss", odd}}});
  record::Episode episode = widgets::samples::rejectedEpisode();
  episode.key = {step, group, 0};
  episode.completion += std::to_string(step);
  if (group > 0) episode.turn = {2, 1};
  writer.write_episodes({episode});
  writer.write_event({0, 1000 + step, step, "log", "info", "step " + std::to_string(step)});
}

QString TestRemote::follow(const QString& folder) {
  window().remote().open(url(folder));
  const auto address = parseRemoteAddress(url(folder));
  return address ? address->copyFolder() : QString();
}

Phase TestRemote::phaseOf(const QString& copy) {
  const auto state = window().remote().state(copy);
  return state ? state->phase : Phase::kStopped;
}

QList<int> TestRemote::sessions() const {
  QList<int> all{static_cast<int>(m_server.processId())};
  // Children of children: sshd separates its privileges.
  for (qsizetype i = 0; i < all.size(); ++i) {
    const QString tasks = readText(QStringLiteral("/proc/%1/task/%1/children").arg(all[i]));
    for (const QString& child : tasks.split(QLatin1Char(' '), Qt::SkipEmptyParts))
      all << child.toInt();
  }
  all.removeFirst();
  return all;
}

void TestRemote::addressesAreUnderstood_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("url");  // empty: refused
  QTest::newRow("whole") << "ssh://me@host:2222/data/run"
                         << "ssh://me@host:2222/data/run";
  QTest::newRow("alias") << "ssh://cluster/run/"
                         << "ssh://cluster/run";
  QTest::newRow("home") << "ssh://cluster/~/runs/a"
                        << "ssh://cluster/~/runs/a";
  QTest::newRow("scp") << "me@host:runs/a"
                       << "ssh://me@host/~/runs/a";
  QTest::newRow("scp, whole") << "host:/data/a b"
                              << "ssh://host/data/a b";
  QTest::newRow("no folder") << "ssh://host"
                             << "";
  QTest::newRow("root") << "ssh://host/"
                        << "";
  QTest::newRow("no host") << "ssh:///run"
                           << "";
  QTest::newRow("port") << "ssh://host:99999/run"
                        << "";
  QTest::newRow("option as host") << "ssh://-oProxyCommand=touch x/run"
                                  << "";
  QTest::newRow("option as user") << "ssh://-oX@host/run"
                                  << "";
  QTest::newRow("nothing") << ""
                           << "";
}

void TestRemote::addressesAreUnderstood() {
  QFETCH(QString, text);
  QFETCH(QString, url);
  const auto address = parseRemoteAddress(text);
  QCOMPARE(address ? address->url() : QString(), url);
  if (address) {
    const auto again = parseRemoteAddress(address->url());
    QVERIFY(again && *again == *address);
  }
}

void TestRemote::dialogOffersAliasesAndRecentRuns() {
  RemoteDialog dialog({QStringLiteral("ssh://me@box:2222/data/run")});
  dialog.show();
  QVERIFY(dialog.host()->findText(QStringLiteral("loop")) >= 0);
  QVERIFY(dialog.host()->findText(QStringLiteral("*")) < 0);
  const auto open = [&dialog] {
    for (QAbstractButton* button : dialog.buttons()->buttons()) {
      if (dialog.buttons()->buttonRole(button) == QDialogButtonBox::AcceptRole) return button;
    }
    return static_cast<QAbstractButton*>(nullptr);
  }();
  QVERIFY(open != nullptr && !open->isEnabled());
  QTest::keyClicks(dialog.host()->lineEdit(), QStringLiteral("me@loop"));
  QTest::keyClicks(dialog.folder(), QStringLiteral("~/runs/a"));
  QVERIFY(open->isEnabled());
  QCOMPARE(dialog.address(), QStringLiteral("ssh://me@loop/~/runs/a"));
  dialog.recent()->setFocus();
  QTest::keyClick(dialog.recent(), Qt::Key_Down);
  QTRY_COMPARE(dialog.address(), QStringLiteral("ssh://me@box:2222/data/run"));
}

void TestRemote::followsARunThatIsBeingWritten() {
  const QString there = m_there.filePath(QStringLiteral("live"));
  auto writer = makeRun(there, 30);
  QVERIFY(writer);
  window().begin(url(there), false);  // as `nereid ssh://...` does
  const QString copy = parseRemoteAddress(url(there))->copyFolder();
  QTRY_COMPARE_WITH_TIMEOUT(window().feed().runDir(), copy, kConnectMs);
  auto* episodes = window().docks().view<widgets::EpisodeList>("episodes");
  QTRY_COMPARE_WITH_TIMEOUT(episodes->proxy()->rowCount(), 30, kCopyMs);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kCopyMs);
  // It is a copy: neither offered for continuing nor shown as written here.
  QVERIFY(!unfinishedRun(copy));
  auto* runs = window().docks().view<widgets::RunList>("runs");
  const auto note = [&] {
    const int row = runs->model()->rowOf(copy);
    return row < 0 ? QString() : runs->model()->index(row).data(Qt::AccessibleTextRole).toString();
  };
  QTRY_VERIFY_WITH_TIMEOUT(note().contains(QStringLiteral("following loop")), kConnectMs);
  for (int step = 31; step <= 60; ++step) {
    addStep(*writer, step);
    QVERIFY(writer->flush());
  }
  QTRY_COMPARE_WITH_TIMEOUT(episodes->proxy()->rowCount(), 60, kCopyMs);
  // An episode and a value that are replaced, as after a verification that was done again.
  addStep(*writer, 60);
  writer->write_state(record::RunState::kFinished, "", 60);
  QVERIFY(writer->flush());
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kComplete, kCopyMs);
  QCOMPARE(contentOf(copy), contentOf(there));
  const auto report = record::check_record(copy.toStdString());
  QVERIFY(report && report->ok);
}

void TestRemote::takesCommandsToTheOtherMachine() {
  using record::ControlCommand;
  const QString there = m_there.filePath(QStringLiteral("obeys"));
  auto writer = makeRun(there, 5);
  QVERIFY(writer);
  writer->write_state(record::RunState::kRunning, "", 5);
  QVERIFY(writer->flush());
  // The server that a session has, with the states of one.
  QStringList asked;
  std::mutex mutex;
  auto server = record::ControlServer::open(there.toStdString(), [&](ControlCommand command,
                                                                     const std::string& asker) {
    const auto state = command == ControlCommand::kPause    ? record::RunState::kPaused
                       : command == ControlCommand::kResume ? record::RunState::kRunning
                                                            : record::RunState::kStopped;
    writer->write_state(state, "", 5);
    static_cast<void>(writer->flush());
    const std::lock_guard lock(mutex);
    asked << QString::fromUtf8(record::control_command_name(command).data()) + QLatin1Char(' ') +
                 QString::fromStdString(asker).section(QLatin1Char(','), 0, 0);
    return record::ControlAnswer{.state = state, .step = 5};
  });
  QVERIFY2(server, server ? "" : server.error().message.c_str());
  const QString copy = follow(there);
  QTRY_COMPARE_WITH_TIMEOUT(window().feed().runDir(), copy, kConnectMs);
  QPushButton* pause = window().topBar().pauseButton();
  const auto chip = [this] { return window().topBar().stateChip()->text(); };
  QTRY_VERIFY_WITH_TIMEOUT(pause->isEnabled(), kCopyMs);
  QTRY_VERIFY_WITH_TIMEOUT(chip().startsWith(QStringLiteral("Running")), kCopyMs);
  QTest::mouseClick(pause, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(chip().startsWith(QStringLiteral("Paused")), kCopyMs);
  QCOMPARE(pause->text(), QStringLiteral("Resume"));
  QTest::mouseClick(pause, Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(pause->text(), QStringLiteral("Pause"), kCopyMs);
  QTest::keySequence(&window(), QKeySequence(QStringLiteral("Ctrl+.")));
  QTRY_VERIFY_WITH_TIMEOUT(chip().startsWith(QStringLiteral("Stopped")), kCopyMs);
  {
    const std::lock_guard lock(mutex);
    QCOMPARE(asked, (QStringList{QStringLiteral("pause SSH"), QStringLiteral("resume SSH"),
                                 QStringLiteral("stop SSH")}));
  }
  // It goes on there, but nobody answers any more.
  writer->write_state(record::RunState::kRunning, "", 5);
  QVERIFY(writer->flush());
  (*server).reset();
  QTRY_VERIFY_WITH_TIMEOUT(window().topBar().stopButton()->isEnabled(), kCopyMs);
  QTest::mouseClick(window().topBar().stopButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(
      window().messages().text().contains(QStringLiteral("no process there takes commands")),
      kCopyMs);
}

void TestRemote::goesOnAfterALostConnection() {
  const QString there = m_there.filePath(QStringLiteral("lossy"));
  auto writer = makeRun(there, 20);
  QVERIFY(writer);
  const QString copy = follow(there);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kConnectMs);
  // Written all the time while connections are cut.
  for (int cut = 0; cut < 3; ++cut) {
    bool wasLost = false;
    const auto watch = connect(&window().remote(), &RemoteRuns::changed, this,
                               [&] { wasLost = wasLost || phaseOf(copy) == Phase::kWaiting; });
    for (int step = 0; step < 10; ++step) addStep(*writer, 21 + cut * 20 + step);
    const QList<int> alive = sessions();
    QVERIFY(!alive.isEmpty());
    for (const int pid : alive) ::kill(pid, SIGKILL);
    for (int step = 10; step < 20; ++step) addStep(*writer, 21 + cut * 20 + step);
    QVERIFY(writer->flush());
    QTRY_VERIFY_WITH_TIMEOUT(wasLost, kConnectMs);
    QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kCopyMs);
    disconnect(watch);
  }
  writer->write_state(record::RunState::kFinished, "", 80);
  QVERIFY(writer->flush());
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kComplete, kCopyMs);
  QCOMPARE(contentOf(copy), contentOf(there));
}

void TestRemote::cutRecordLosesTheSameRows() {
  const QString there = m_there.filePath(QStringLiteral("resumed"));
  auto writer = makeRun(there, 20);
  QVERIFY(writer);
  const QString copy = follow(there);
  auto* episodes = window().docks().view<widgets::EpisodeList>("episodes");
  QTRY_COMPARE_WITH_TIMEOUT(episodes->proxy()->rowCount(), 20, kCopyMs);
  // A resume takes rows away and gives their numbers to others.
  writer->truncate_after(10);
  for (int step = 11; step <= 15; ++step) addStep(*writer, step, 1);
  QVERIFY(writer->flush());
  QTRY_COMPARE_WITH_TIMEOUT(episodes->proxy()->rowCount(), 15, kCopyMs);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kCopyMs);
  QCOMPARE(contentOf(copy), contentOf(there));
  // The same while nobody is connected, and with texts that come again.
  window().remote().stop(copy);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kStopped, kConnectMs);
  writer->truncate_after(12);
  for (int step = 20; step >= 13; --step) addStep(*writer, step, 2);
  QVERIFY(writer->flush());
  writer->truncate_after(14);
  addStep(*writer, 15, 0);
  QVERIFY(writer->flush());
  window().remote().retry(copy);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kConnectMs);
  QCOMPARE(contentOf(copy), contentOf(there));
  const auto copied = window().remote().state(copy);
  QVERIFY2(copied->all < 60, qPrintable(QString::number(copied->all)));
  writer->write_state(record::RunState::kFinished, "", 15);
  QVERIFY(writer->flush());
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kComplete, kCopyMs);
  QTRY_COMPARE_WITH_TIMEOUT(episodes->proxy()->rowCount(), 15, kCopyMs);
  QCOMPARE(contentOf(copy), contentOf(there));
}

void TestRemote::copyIsFollowedAgainAndCostsOnlyWhatIsNew() {
  const QString there = m_there.filePath(QStringLiteral("again"));
  auto writer = makeRun(there, 40);
  QVERIFY(writer);
  const QString copy = follow(there);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kConnectMs);
  m_fixture.closeWindow();
  for (int step = 41; step <= 43; ++step) addStep(*writer, step);
  QVERIFY(writer->flush());
  // The copy says where it comes from: opened like any run, it is followed again.
  QVERIFY(m_fixture.openWindow());
  window().begin(copy, false);
  QTRY_VERIFY_WITH_TIMEOUT(window().remote().state(copy).has_value(), kConnectMs);
  auto* episodes = window().docks().view<widgets::EpisodeList>("episodes");
  QTRY_COMPARE_WITH_TIMEOUT(episodes->proxy()->rowCount(), 43, kCopyMs);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kCopyMs);
  // 3 steps of a metric key or two each, episodes, events and texts; not the 40 of before.
  const auto state = window().remote().state(copy);
  QVERIFY2(state->all > 0 && state->all <= 40, qPrintable(QString::number(state->all)));
}

void TestRemote::errorsNameTheMend_data() {
  QTest::addColumn<QString>("host");
  QTest::addColumn<QString>("folder");
  QTest::addColumn<QString>("mend");
  QTest::newRow("no folder") << "loop"
                             << "/no/such/folder"
                             << "There is no folder /no/such/folder";
  QTest::newRow("no record") << "loop"
                             << "/usr"
                             << "holds no run";
  QTest::newRow("key not known") << "unknown"
                                 << "/usr"
                                 << "key of unknown is not known yet";
  QTest::newRow("not let in") << "stranger"
                              << "/usr"
                              << "ssh-copy-id stranger";
  QTest::newRow("no machine") << "nowhere"
                              << "/usr"
                              << "There is no machine nowhere";
}

void TestRemote::errorsNameTheMend() {
  QFETCH(QString, host);
  QFETCH(QString, folder);
  QFETCH(QString, mend);
  window().remote().open(url(folder, host));
  QTRY_VERIFY_WITH_TIMEOUT(window().messages().isVisible(), kConnectMs);
  QVERIFY2(window().messages().text().contains(mend), qPrintable(window().messages().text()));
  QVERIFY(window().messages().button()->isVisible());  // try again
}

void TestRemote::stopsAndConnectsAgain() {
  const QString there = m_there.filePath(QStringLiteral("stopped"));
  auto writer = makeRun(there, 1);
  QVERIFY(writer);
  const QString copy = follow(there);
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kConnectMs);
  QAction* stop = window().actions().action(QStringLiteral("remote.stop"));
  QAction* again = window().actions().action(QStringLiteral("remote.retry"));
  QTRY_VERIFY(stop->isEnabled());
  stop->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kStopped, kConnectMs);
  QTRY_VERIFY_WITH_TIMEOUT(sessions().isEmpty(), kConnectMs);  // nothing is left over there
  addStep(*writer, 2);
  QVERIFY(writer->flush());
  QTRY_VERIFY(again->isEnabled());
  again->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(phaseOf(copy), Phase::kFollowing, kConnectMs);
  auto* episodes = window().docks().view<widgets::EpisodeList>("episodes");
  QTRY_COMPARE_WITH_TIMEOUT(episodes->proxy()->rowCount(), 2, kCopyMs);
}

NEREID_APP_TEST_MAIN(TestRemote)
#include "tst_remote.moc"
