// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a workspace: what a user closes, moves, floats and resizes by keys and mouse is
// there at the next start, and "Restore layout" brings the default.
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QTabBar>
#include <QTranslator>

#include "app/desk/panel.h"
#include "app/desk/workspaces.h"
#include "app/runs/top_bar.h"
#include "tests/app/recorded_run.h"
#include "tests/app/user.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/look/chip.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"

using namespace nereid::app;

namespace {

/// Docks share what the window leaves; a restored size may differ by what a separator takes.
constexpr int kSlack = 2;
/// Room for "Running" and the step, in which the time that is left may be cut.
constexpr int kWordsOfState = 150;

/// What is in sight of the docks: the place of each one that is shown.
using Layout = QMap<QString, QRect>;

bool isAlike(const Layout& left, const Layout& right) {
  if (left.keys() != right.keys()) return false;
  for (auto one = left.begin(); one != left.end(); ++one) {
    const QRect& other = right[one.key()];
    const int differences[] = {one->x() - other.x(), one->y() - other.y(),
                               one->width() - other.width(), one->height() - other.height()};
    for (const int difference : differences) {
      if (std::abs(difference) > kSlack) return false;
    }
  }
  return true;
}

QString text(const Layout& layout) {
  QString all;
  QDebug(&all) << layout;
  return all;
}

}  // namespace

#define COMPARE_LAYOUTS(actual, expected) \
  QTRY_VERIFY2(isAlike(actual, expected), \
               qPrintable(QStringLiteral("%1\nexpected\n%2").arg(text(actual), text(expected))))

class TestLayout : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void whatTheUserArrangedIsThereAtTheNextStart();
  void fiveStartsOfAMaximisedWindowMoveNoDock();
  void theFirstStartFitsTheDesktop();
  void aSmallWindowIsUsable_data();
  void aSmallWindowIsUsable();
  void everyLanguageFitsASmallScreen_data();
  void everyLanguageFitsASmallScreen();
  void theStateStaysInANarrowBar_data();
  void theStateStaysInANarrowBar();
  void noEmptyDockStandsInFrontOfAFullOne();
  void workspacesKeepTheirOwn();
  void restoreBringsTheDefault();
  void aClosedDockComesBackByItsKey();
  void aFloatingDockIsPutBack();
  void theHeadHasAMenu();

 private:
  /// The window anew in another language, as long as `words` lives.
  bool speak(QTranslator& words, const QString& language);
  /// Of what is in sight, tabs behind others left out.
  Layout shown();
  /// By keys and mouse: a dock closed, another tab in front, a column wider, a row higher.
  void arrange();

  User m_user;
};

Layout TestLayout::shown() {
  QCoreApplication::processEvents();
  Layout layout;
  for (const Panel* panel : window().docks().panels()) {
    if (panel->isVisible() && !panel->visibleRegion().isEmpty())
      layout.insert(panel->objectName(), panel->geometry());
  }
  return layout;
}

void TestLayout::arrange() {
  QVERIFY(shown().contains(QStringLiteral("inputs")));
  USER_DOES(press("Alt+5"));
  USER_DOES(press("Ctrl+W"));
  QVERIFY(!shown().contains(QStringLiteral("inputs")));
  USER_DOES(chooseTab(QStringLiteral("Funnel")));
  QTRY_VERIFY(shown().contains(QStringLiteral("funnel")));
  // The separators lie in the gaps between docks.
  const QRect runs = shown()[QStringLiteral("runs")];
  const QPoint side(runs.right() + 4, runs.center().y());
  USER_DOES(drag(window().dockArea(), side, side + QPoint(90, 0)));
  QTRY_VERIFY(shown()[QStringLiteral("runs")].width() > runs.width() + 60);
  const QRect replay = shown()[QStringLiteral("replay")];
  const QPoint above(replay.center().x(), replay.top() - 4);
  USER_DOES(drag(window().dockArea(), above, above - QPoint(0, 60)));
  QTRY_VERIFY(shown()[QStringLiteral("replay")].height() > replay.height() + 30);
}

void TestLayout::whatTheUserArrangedIsThereAtTheNextStart() {
  const Layout atFirst = shown();
  arrange();
  const Layout arranged = shown();
  QVERIFY(!isAlike(arranged, atFirst));
  USER_DOES(press("Ctrl+Q"));
  QTRY_VERIFY(!window().isVisible());
  QVERIFY(m_fixture.openWindow());
  COMPARE_LAYOUTS(shown(), arranged);
}

// A window manager gives a maximised window its size after it was shown.
void TestLayout::fiveStartsOfAMaximisedWindowMoveNoDock() {
  constexpr QSize kMaximised(1920, 1053);
  arrange();
  window().resize(kMaximised);
  const QRect runs = shown()[QStringLiteral("runs")];
  const QPoint side(runs.right() + 4, runs.center().y());
  USER_DOES(drag(window().dockArea(), side, side - QPoint(40, 0)));
  const Layout arranged = shown();
  for (int start = 0; start < 5; ++start) {
    USER_DOES(press("Ctrl+Q"));
    QTRY_VERIFY(!window().isVisible());
    QVERIFY(m_fixture.openWindow());
    window().resize(1680, 1010);
    QCoreApplication::processEvents();
    window().resize(kMaximised);
    QCoreApplication::processEvents();
    COMPARE_LAYOUTS(shown(), arranged);
  }
}

void TestLayout::theFirstStartFitsTheDesktop() {
  m_fixture.closeWindow();
  m_fixture.forgetSettings();
  MainWindow window;
  const QRect room = window.screen()->availableGeometry();
  QVERIFY2(room.contains(window.geometry()), qPrintable(QStringLiteral("%1x%2 on %3x%4")
                                                            .arg(window.width())
                                                            .arg(window.height())
                                                            .arg(room.width())
                                                            .arg(room.height())));
}

void TestLayout::aSmallWindowIsUsable_data() {
  QTest::addColumn<QSize>("size");
  QTest::newRow("1280 x 720") << QSize(1280, 720);
  QTest::newRow("1366 x 768") << QSize(1366, 768);
  QTest::newRow("1024 x 700") << QSize(1024, 700);
}

// Every workspace shrinks to it, and no dock reaches over the edge.
void TestLayout::aSmallWindowIsUsable() {
  QFETCH(QSize, size);
  for (const char* keys : {"Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5"}) {
    window().resize(1680, 1010);
    USER_DOES(press(keys));
    window().resize(size);
    QCoreApplication::processEvents();
    QCOMPARE(window().size(), size);
    const QRect area = window().dockArea()->rect();
    const Layout layout = shown();
    for (auto dock = layout.cbegin(); dock != layout.cend(); ++dock)
      QVERIFY2(area.contains(*dock), qPrintable(QLatin1String(keys) + dock.key()));
    const QPoint corner = window().topBar().searchButton()->mapTo(&window(), QPoint(10, 10));
    QVERIFY(window().rect().contains(corner));
  }
}

void TestLayout::everyLanguageFitsASmallScreen_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<int>("pixels");
  for (const char* language : {"en", "de", "zh_CN"}) {
    for (const int pixels : {11, 16})
      QTest::addRow("%s %d px", language, pixels) << QString::fromLatin1(language) << pixels;
  }
}

// With a run in it: long words of its heads take no more than there is.
void TestLayout::everyLanguageFitsASmallScreen() {
  QFETCH(QString, language);
  QFETCH(int, pixels);
  const QSize small(1280, 720);
  const auto normal = qScopeGuard([] { nereid::widgets::theme().setBasePixelSize(13); });
  nereid::widgets::theme().setBasePixelSize(pixels);
  QTranslator words;
  QVERIFY(speak(words, language));
  const QString run = writeRecordedRun(m_fixture.folder(),
                                       QStringLiteral("small %1 %2").arg(language).arg(pixels), 3);
  QVERIFY(m_fixture.openRun(run));
  for (const char* keys : {"Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5"}) {
    window().resize(small);
    USER_DOES(press(keys));
    QCoreApplication::processEvents();
    QString widest;
    for (const Panel* panel : window().docks().panels()) {
      widest += QStringLiteral("\n%1 %2")
                    .arg(panel->objectName())
                    .arg(panel->titleBarWidget()->minimumSizeHint().width());
    }
    QVERIFY2(window().width() <= small.width() && window().height() <= small.height(),
             qPrintable(QStringLiteral("%1: %2 x %3%4")
                            .arg(QLatin1String(keys))
                            .arg(window().width())
                            .arg(window().height())
                            .arg(widest)));
  }
  m_fixture.closeWindow();
}

bool TestLayout::speak(QTranslator& words, const QString& language) {
  if (language == QLatin1String("en")) return true;
  if (!words.load(QStringLiteral(":/nereid/translations/nereid_%1.qm").arg(language))) return false;
  QCoreApplication::installTranslator(&words);
  return m_fixture.openWindow();
}

void TestLayout::theStateStaysInANarrowBar_data() {
  QTest::addColumn<QString>("language");
  for (const char* language : {"en", "de", "zh_CN"})
    QTest::newRow(language) << QString::fromLatin1(language);
}

// Large text in a small window: the state is what one looks for, and search stays in reach.
void TestLayout::theStateStaysInANarrowBar() {
  QFETCH(QString, language);
  QTranslator words;
  QVERIFY(speak(words, language));
  const QString run = writeRecordedRun(m_fixture.folder(), QStringLiteral("narrow ") + language, 3);
  QVERIFY(m_fixture.openRun(run));
  const auto normal = qScopeGuard([] { nereid::widgets::theme().setBasePixelSize(13); });
  m_fixture.trigger("text.large");
  for (const int width : {1680, 1366, 1280, 1200}) {
    window().resize(width, 720);
    QCoreApplication::processEvents();
    const auto* chip = window().topBar().stateChip();
    const auto* search = window().topBar().searchButton();
    const auto wanted = [&] { return std::min(chip->sizeHint().width(), kWordsOfState); };
    QTRY_VERIFY2(chip->isVisible() && chip->width() >= wanted(),
                 qPrintable(QStringLiteral("%1: %2").arg(width).arg(chip->width())));
    const auto right = [&] { return search->mapTo(&window(), QPoint(search->width(), 0)).x(); };
    QTRY_VERIFY2(
        right() <= window().width(),
        qPrintable(QStringLiteral("%1: %2 of %3").arg(width).arg(right()).arg(window().width())));
  }
  m_fixture.closeWindow();
}

// Tabs are remembered; what was empty when it was left in front is not what one comes for.
void TestLayout::noEmptyDockStandsInFrontOfAFullOne() {
  USER_DOES(press("Ctrl+2"));
  USER_DOES(chooseTab(QStringLiteral("Two candidates")));
  USER_DOES(chooseTab(QStringLiteral("Compiler levels")));
  QTRY_VERIFY(shown().contains(QStringLiteral("pair")));
  USER_DOES(press("Ctrl+Q"));
  QVERIFY(m_fixture.openWindow());
  const QString run = writeRecordedRun(m_fixture.folder(), QStringLiteral("recorded"), 3);
  QVERIFY(m_fixture.openRun(run));
  USER_DOES(press("Ctrl+2"));
  QTRY_VERIFY(shown().contains(QStringLiteral("compare")));
  QTRY_VERIFY(shown().contains(QStringLiteral("inputs")));
  QVERIFY(!shown().contains(QStringLiteral("pair")));
}

void TestLayout::workspacesKeepTheirOwn() {
  USER_DOES(press("Ctrl+2"));
  const Layout inspect = shown();
  USER_DOES(press("Ctrl+1"));
  arrange();
  const Layout monitor = shown();
  USER_DOES(press("Ctrl+2"));
  COMPARE_LAYOUTS(shown(), inspect);
  USER_DOES(press("Ctrl+1"));
  COMPARE_LAYOUTS(shown(), monitor);
}

void TestLayout::restoreBringsTheDefault() {
  const Layout atFirst = shown();
  arrange();
  USER_DOES(press("Ctrl+Shift+0"));
  COMPARE_LAYOUTS(shown(), atFirst);
  // Also for the next start.
  USER_DOES(press("Ctrl+Q"));
  QVERIFY(m_fixture.openWindow());
  COMPARE_LAYOUTS(shown(), atFirst);
}

void TestLayout::aClosedDockComesBackByItsKey() {
  USER_DOES(press("Alt+5"));
  USER_DOES(press("Ctrl+W"));
  QVERIFY(!shown().contains(QStringLiteral("inputs")));
  USER_DOES(press("Alt+5"));
  QTRY_VERIFY(shown().contains(QStringLiteral("inputs")));
}

void TestLayout::aFloatingDockIsPutBack() {
  const Layout atFirst = shown();
  Panel* list = window().docks().panel(QStringLiteral("episodes"));
  USER_DOES(press("Alt+3"));
  USER_DOES(press("Ctrl+Shift+U"));
  QTRY_VERIFY(list->isFloating() && list->isVisible());
  // In the window of its own the same key puts it back.
  QVERIFY(QTest::qWaitForWindowActive(list));
  USER_DOES(press("Ctrl+Shift+U"));
  QTRY_VERIFY(!list->isFloating());
  QCOMPARE(shown().keys(), atFirst.keys());
}

void TestLayout::theHeadHasAMenu() {
  Panel* list = window().docks().panel(QStringLiteral("episodes"));
  QWidget* head = list->titleBarWidget();
  const auto opens = [&] {
    return m_user.clickAt(head, QPoint(20, head->height() / 2), Qt::NoModifier, Qt::RightButton);
  };
  USER_DOES(chooseFrom(opens, {QStringLiteral("Close dock")}));
  QTRY_VERIFY(!list->isVisible());
}

NEREID_APP_TEST_MAIN(TestLayout)
#include "tst_layout.moc"
