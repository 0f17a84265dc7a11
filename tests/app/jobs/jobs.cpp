// SPDX-License-Identifier: GPL-3.0-or-later
// What the jobs share: the start of the program, and how a user gets to a run.
#include "tests/app/jobs/jobs.h"
#include "tests/patience.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>

#include "app/desk/message_bar.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/runs/recent_runs.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

using namespace nereid::app;
using nereid::widgets::EpisodeList;

void TestJobs::init() {
  m_fixture = std::make_unique<WindowFixture>();
  // As on the first day: no settings, no runs, nothing in the home.
  qputenv("HOME", folder().toUtf8());
  qputenv("XDG_CACHE_HOME", (folder() + QStringLiteral("/cache")).toUtf8());
}

void TestJobs::cleanup() {
  m_fixture.reset();
}

bool TestJobs::openProgram() {
  if (!m_fixture->openWindow()) return false;
  window().begin(QString(), true);
  return true;
}

QString TestJobs::onlyRun() const {
  const QStringList runs = runsOnDisk();
  return runs.size() == 1 ? runs.first() : QString();
}

void TestJobs::openExample() {
  QVERIFY(openProgram());
  QTRY_VERIFY(m_user.reads(QStringLiteral("There is no run yet")));
  USER_DOES(click(QStringLiteral("Pocket model, GRPO")));
  QVERIFY(isRunShown(window()));
}

void TestJobs::startSmallRun(int steps) {
  m_user.inDialog(QStringLiteral("Start a run"), [this, steps](QDialog&) {
    USER_DOES(chooseIn(QStringLiteral("Recipe"), QStringLiteral("pocket")));
    USER_DOES(press("Alt+T"));
    USER_DOES(replace(QString::number(steps)));
    USER_DOES(chooseTab(QStringLiteral("All settings")));
    const QList<std::pair<QString, QString>> settings = {
        {QStringLiteral("grpo.prompts_per_step"), QStringLiteral("1")},
        {QStringLiteral("grpo.num_generations"), QStringLiteral("2")},
        {QStringLiteral("evaluate.every"), QStringLiteral("0")}};
    set(settings);
    USER_DOES(press("Return"));
  });
  USER_DOES(press("Ctrl+R"));
  QVERIFY2(m_user.isDone(), qPrintable(m_user.problem()));
}

void TestJobs::set(const QList<std::pair<QString, QString>>& settings) {
  for (const auto& [name, value] : settings) {
    USER_DOES(press("Ctrl+F"));
    USER_DOES(replace(name));
    USER_DOES(press("Down"));
    USER_DOES(replace(value));
  }
}

void TestJobs::startPhasedRun(int steps) {
  m_user.inDialog(QStringLiteral("Start a run"), [this, steps](QDialog&) {
    USER_DOES(chooseIn(QStringLiteral("Recipe"), QStringLiteral("pocket-sft")));
    USER_DOES(chooseFrom([this] { return m_user.click(QStringLiteral("Add phase")); },
                         {QStringLiteral("best_of_n")}));
    for (const char* name : {"Steps of sft", "Steps of best_of_n"}) {
      USER_DOES(click(QLatin1String(name)));
      USER_DOES(replace(QString::number(steps)));
    }
    USER_DOES(chooseTab(QStringLiteral("All settings")));
    set({{QStringLiteral("sft.samples"), QStringLiteral("200")},
         {QStringLiteral("sft.batch_size"), QStringLiteral("4")},
         {QStringLiteral("best_of_n.n"), QStringLiteral("2")},
         {QStringLiteral("best_of_n.k"), QStringLiteral("1")},
         {QStringLiteral("best_of_n.epochs"), QStringLiteral("1")},
         {QStringLiteral("best_of_n.tasks_per_step"), QStringLiteral("1")},
         {QStringLiteral("run.checkpoint_every"), QStringLiteral("1")},
         {QStringLiteral("evaluate.every"), QStringLiteral("0")}});
    QVERIFY(m_user.see(QStringLiteral("Start"))->isEnabled());
    USER_DOES(press("Return"));
  });
  USER_DOES(press("Ctrl+R"));
  QVERIFY2(m_user.isDone(), qPrintable(m_user.problem()));
}

void TestJobs::chooseEpisode(const QString& filter) {
  auto& list = view<EpisodeList>("episodes");
  USER_DOES(press("Ctrl+Shift+E"));
  USER_DOES(replace(filter));
  USER_DOES(press("Escape"));  // the offers for the filter
  QTRY_VERIFY(list.proxy()->rowCount() > 0 && list.proxy()->rowCount() < list.model()->rowCount());
  const auto key = list.proxy()->row(0).key;
  USER_DOES(clickAt(list.view()->viewport(),
                    list.view()->visualRect(list.proxy()->index(0, 1)).center()));
  QTRY_VERIFY(window().subject().episode() && window().subject().episode()->key == key);
}

NEREID_APP_TEST_MAIN(TestJobs)
