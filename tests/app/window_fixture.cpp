// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_fixture.h"

#include <QDir>
#include <QSettings>

#include "app/desk/actions.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/runs/run_flow.h"
#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "tests/app/recorded_run.h"
#include "tests/patience.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/theme.h"

namespace {

constexpr int kLoadMs = 20'000;  // generous: the machine may be busy

}  // namespace

WindowFixture::WindowFixture() {
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
  QDir(m_folder.path()).mkpath(QStringLiteral("runs"));
  qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
  qputenv("NEREID_RUNS", (m_folder.path() + QStringLiteral("/runs")).toUtf8());
}

bool WindowFixture::openWindow(nereid::app::SessionFactory factory) {
  m_window.reset();
  m_window = std::make_unique<nereid::app::MainWindow>(std::move(factory));
  m_window->resize(1600, 960);
  m_window->show();
  return QTest::qWaitForWindowActive(m_window.get());
}

void WindowFixture::trigger(const char* action) {
  m_window->actions().action(QString::fromLatin1(action))->trigger();
}

void WindowFixture::forgetSettings() {
  QSettings().clear();
}

QString WindowFixture::write(const char* name, const QByteArray& content) {
  QFile file(m_folder.filePath(QString::fromLatin1(name)));
  const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
  return isWritten ? file.fileName() : QString();
}

bool WindowFixture::openRun(const QString& run) {
  m_window->flow().openRun(run);
  return isRunShown(*m_window);
}

bool isRunShown(nereid::app::MainWindow& window) {
  return QTest::qWaitFor(
      [&window] { return window.feed().isCaughtUp() && window.subject().episode() != nullptr; },
      kLoadMs);
}

QString shelfFile(const char* name) {
  const auto text = nereid::read_file(nereid::resource_dir() / "verify_shelf" / name);
  return text ? QString::fromStdString(*text) : QString();
}

bool WindowTest::begin() {
  m_fixture.forgetSettings();
  return m_fixture.openWindow();
}

bool WindowTest::record(int steps) {
  m_run = writeRecordedRun(m_fixture.folder(), QStringLiteral("recorded"), steps);
  return !m_run.isEmpty();
}

nereid::widgets::EpisodeList& WindowTest::episodes() {
  return view<nereid::widgets::EpisodeList>("episodes");
}

void WindowTest::select(const nereid::record::EpisodeKey& key) {
  const auto* model = episodes().model();
  for (int row = 0; row < model->rowCount(); ++row) {
    if (model->row(row).key == key) window().selection().setEpisode(model->row(row).id);
  }
  QTRY_VERIFY(window().subject().episode() && window().subject().episode()->key == key);
}

void prepareApplication(QApplication& application, const char* name) {
  QCoreApplication::setOrganizationName(QStringLiteral("nereid-tests"));
  QCoreApplication::setApplicationName(QString::fromLatin1(name));
  nereid::widgets::applyTheme(application, nereid::widgets::ThemeMode::kLight);
}
