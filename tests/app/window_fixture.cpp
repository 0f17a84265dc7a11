// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_fixture.h"

#include <QDir>
#include <QSettings>

#include "app/actions.h"

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
