// SPDX-License-Identifier: GPL-3.0-or-later
// The start page: which recorded runs it offers, and the ways through it by keys and clicks.
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include "app/desk/subject.h"
#include "app/window/start_page.h"
#include "engine/base/paths.h"
#include "tests/app/recorded_run.h"
#include "tests/app/user.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/feed/run_feed.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::app;

namespace {

constexpr int kLoadMs = 20'000;

/// Name, size and time of every file, but for what readers of a record in write-ahead mode share.
QStringList filesIn(const QString& folder) {
  QStringList files;
  for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
    if (!file.fileName().endsWith(QLatin1String("-shm")))
      files << QStringLiteral("%1 %2 %3")
                   .arg(file.fileName())
                   .arg(file.size())
                   .arg(file.lastModified().toMSecsSinceEpoch());
  return files;
}

}  // namespace

class TestStartPage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup() { m_fixture->closeWindow(); }
  void offersEveryShippedRun();
  void clickOpensARunAndLeavesItsFilesAlone();
  void keysOpenARun();
  void commandsLeaveThePage();
  void escapeGoesBackToTheRun();
  void nothingIsCutOff_data();
  void nothingIsCutOff();

 private:
  MainWindow& window() { return m_fixture->window(); }
  /// A run of the shipped ones, with or without words about it.
  void ship(const QString& name, int steps, const QByteArray& about);
  QString shipped(const char* name) { return m_runs + QLatin1Char('/') + QLatin1String(name); }

  std::unique_ptr<WindowFixture> m_fixture;
  User m_user;
  QString m_runs;
};

// As an installation has them: the resources of the sources, with other runs.
void TestStartPage::initTestCase() {
  m_fixture = std::make_unique<WindowFixture>();
  const QString resources = m_fixture->folder() + QStringLiteral("/resources");
  m_runs = resources + QStringLiteral("/runs");
  QVERIFY(QDir().mkpath(m_runs));
  const QDir sources(QString::fromStdString(resource_dir().string()));
  for (const QFileInfo& one : sources.entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
    if (one.fileName() != QLatin1String("runs"))
      QVERIFY(QFile::link(one.filePath(), resources + QLatin1Char('/') + one.fileName()));
  qputenv("NEREID_RESOURCES", resources.toUtf8());
  ship(
      QStringLiteral("oak"), 3,
      R"({"schema": "nereid.about/1", "title": "Pocket model, GRPO", "sentence": "Sees oaks.", "order": 1})");
  ship(QStringLiteral("pine"), 5,
       R"({"schema": "nereid.about/1", "title": "Pines", "sentence": "Sees pines.", "order": 2})");
  ship(QStringLiteral("yew"), 2, {});
}

void TestStartPage::ship(const QString& name, int steps, const QByteArray& about) {
  QVERIFY(!writeRecordedRun(m_runs, name, steps).isEmpty());
  if (about.isEmpty()) return;
  QFile file(m_runs + QLatin1Char('/') + name + QStringLiteral("/about.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(about), about.size());
}

void TestStartPage::init() {
  m_fixture->forgetSettings();
  QVERIFY(m_fixture->openWindow());
  window().begin(QString(), true);
}

void TestStartPage::offersEveryShippedRun() {
  QVERIFY(window().isStartPageShown());
  QVERIFY(m_user.reads(QStringLiteral("There is no run yet")));
  const auto& cards = window().startPage().cards();
  QCOMPARE(cards.size(), 3);
  QCOMPARE(cards[0]->run().title, QStringLiteral("Pocket model, GRPO"));
  QCOMPARE(cards[1]->run().title, QStringLiteral("Pines"));
  QCOMPARE(cards[2]->run().title, QStringLiteral("yew"));
  QVERIFY(m_user.reads(QStringLiteral("Sees pines.")));
  QTRY_VERIFY_WITH_TIMEOUT(cards[1]->facts().contains(QStringLiteral("5 steps")), kLoadMs);
  QVERIFY2(cards[1]->facts().contains(QStringLiteral("40 episodes")),
           qPrintable(cards[1]->facts()));
  QVERIFY(cards[1]->accessibleDescription().contains(QStringLiteral("40 episodes")));
}

void TestStartPage::clickOpensARunAndLeavesItsFilesAlone() {
  const QStringList before = filesIn(shipped("pine"));
  USER_DOES(click(QStringLiteral("Pines")));
  QVERIFY(isRunShown(window()));
  QVERIFY(!window().isStartPageShown());
  QCOMPARE(window().feed().runDir(), shipped("pine"));
  m_fixture->closeWindow();
  QCOMPARE(filesIn(shipped("pine")), before);
}

void TestStartPage::keysOpenARun() {
  // Tab goes through the commands to the first run; Down and Enter take the next one.
  ExampleCard* first = window().startPage().cards().first();
  for (int i = 0; i < 20 && !first->hasFocus(); ++i) USER_DOES(press("Tab"));
  QVERIFY(first->hasFocus());
  USER_DOES(press("Down"));
  QVERIFY(window().startPage().cards()[1]->hasFocus());
  USER_DOES(press("Up"));
  QVERIFY(first->hasFocus());
  USER_DOES(press("Down"));
  USER_DOES(press("Return"));
  QVERIFY(isRunShown(window()));
  QCOMPARE(window().feed().runDir(), shipped("pine"));
}

void TestStartPage::commandsLeaveThePage() {
  USER_DOES(press("Ctrl+5"));
  QVERIFY(!window().isStartPageShown());
  USER_DOES(press("Ctrl+Alt+R"));
  QVERIFY(window().isStartPageShown());
  USER_DOES(press("Alt+9"));
  QVERIFY(!window().isStartPageShown());
  USER_DOES(command(QStringLiteral("Pines")));
  QVERIFY(isRunShown(window()));
  QCOMPARE(window().feed().runDir(), shipped("pine"));
}

void TestStartPage::escapeGoesBackToTheRun() {
  USER_DOES(click(QStringLiteral("yew")));
  QVERIFY(isRunShown(window()));
  USER_DOES(chooseFromMenu({QStringLiteral("File"), QStringLiteral("Example runs...")}));
  QVERIFY(window().isStartPageShown());
  QVERIFY(m_user.see(QStringLiteral("Back to the run")) != nullptr);
  USER_DOES(press("Escape"));
  QVERIFY(!window().isStartPageShown());
  QCOMPARE(window().feed().runDir(), shipped("yew"));
}

void TestStartPage::nothingIsCutOff_data() {
  QTest::addColumn<int>("textSize");
  for (const int size : {11, 13, 16}) QTest::addRow("%d", size) << size;
}

void TestStartPage::nothingIsCutOff() {
  QFETCH(int, textSize);
  widgets::theme().setBasePixelSize(textSize);
  window().resize(1280, 720);
  const auto& cards = window().startPage().cards();
  QTRY_VERIFY_WITH_TIMEOUT(!cards.last()->facts().isEmpty(), kLoadMs);
  for (const QLabel* label : window().startPage().findChildren<QLabel*>()) {
    if (!label->isVisible()) continue;
    QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()),
                 qPrintable(label->text()));
  }
  const auto* scroll = window().startPage().findChild<QScrollArea*>();
  QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
  // Where all of it has room it does not scroll.
  const int needed = scroll->widget()->heightForWidth(scroll->viewport()->width());
  window().resize(1280, window().height() + needed + 2 - scroll->viewport()->height());
  QTRY_COMPARE(scroll->viewport()->height(), needed + 2);
  QCOMPARE(scroll->verticalScrollBar()->maximum(), 0);
  widgets::theme().setBasePixelSize(13);
}

NEREID_APP_TEST_MAIN(TestStartPage)
#include "tst_start_page.moc"
