// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFontInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QStyleOption>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "tests/patience.h"
#include "tests/widgets/sample_data.h"
#include "widgets/look/chip.h"
#include "widgets/look/legend_chips.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/look/watchdog.h"
#include "widgets/replay/replay_view.h"
#include "widgets/verdict/reward_table.h"

using namespace nereid;
using namespace nereid::widgets;

class TestLook : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void marginsOutliveAThemeChange();
  void fontsSurviveMovingToAnotherParent();
  void tablesCopyAsText();
  void cellsSortByKey();
  void theArrowOfASortedHeadPointsAsTheValuesGo();
  void allMarksOfALegendAreNamedOrNone();
  void namesOfALegendTakeASecondLine();
  void noNumberIsCut();
  void aNarrowHeadKeepsItsActions();
  void watchdogSeesABlock();
};

// Down where the largest value, or the newest entry, stands on top.
void TestLook::theArrowOfASortedHeadPointsAsTheValuesGo() {
  QTableView table;
  CellModel model;
  model.setColumns({{QStringLiteral("time")}});
  table.setModel(&model);
  // Ink above the middle of the arrow's box, less that below.
  const auto topHeavy = [&](QStyleOptionHeader::SortIndicator indicator) {
    QStyleOptionHeader option;
    option.rect = QRect(0, 0, 16, 16);
    option.sortIndicator = indicator;
    option.palette = QApplication::palette();
    QImage image(16, 16, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    table.style()->drawPrimitive(QStyle::PE_IndicatorHeaderArrow, &option, &painter,
                                 table.horizontalHeader());
    painter.end();
    int firstRow = 16, lastRow = -1;
    std::array<int, 16> ink{};
    for (int y = 0; y < 16; ++y) {
      for (int x = 0; x < 16; ++x)
        ink[static_cast<std::size_t>(y)] += 255 - qGray(image.pixel(x, y));
      if (ink[static_cast<std::size_t>(y)] == 0) continue;
      firstRow = std::min(firstRow, y);
      lastRow = y;
    }
    return lastRow < 0
               ? 0
               : ink[static_cast<std::size_t>(firstRow)] - ink[static_cast<std::size_t>(lastRow)];
  };
  // QHeaderView says SortUp for a descending order.
  QVERIFY(topHeavy(QStyleOptionHeader::SortUp) > 0);
  QVERIFY(topHeavy(QStyleOptionHeader::SortDown) < 0);
}

// Four colours without a name tell nobody anything.
void TestLook::namesOfALegendTakeASecondLine() {
  LegendChips legend;
  legend.setTitle(QStringLiteral("funnel"), QStringLiteral("stage passed"));
  legend.setItems({{QStringLiteral("static"), Qt::gray},
                   {QStringLiteral("compile"), Qt::yellow},
                   {QStringLiteral("tiny"), Qt::blue},
                   {QStringLiteral("full"), Qt::green}});
  legend.show();
  int before = 0;
  for (const int width : {520, 250, 520}) {
    legend.resize(width, legend.sizeHint().height());
    QCoreApplication::processEvents();
    legend.resize(width, legend.sizeHint().height());
    QCoreApplication::processEvents();
    int right = 0;
    int top = legend.height();
    const auto chips = legend.findChildren<QAbstractButton*>();
    for (const QAbstractButton* chip : chips) {
      if (chip->isHidden() || chip->text().isEmpty()) continue;
      QVERIFY(chip->width() > chip->fontMetrics().horizontalAdvance(chip->text()));
      QVERIFY(chip->x() >= right);
      right = chip->geometry().right();
      top = std::min(top, chip->y());
      QVERIFY(legend.rect().contains(chip->geometry()));
    }
    const auto* title = legend.findChild<QLabel*>();
    QCOMPARE(top > title->geometry().bottom() - 3, width == 250);
    if (before != 0 && width == 520) QVERIFY(legend.sizeHint().height() < before);
    before = legend.sizeHint().height();
  }
}

// A dock may be narrower than its words: they give way, and what can be done stays in reach.
void TestLook::aNarrowHeadKeepsItsActions() {
  QWidget dock;
  dock.resize(900, 100);
  PanelHead head(QStringLiteral("Time travel"), &dock);
  head.setSubject(QStringLiteral("sub_scalar_max_mul_scalar"));
  head.setNote(QStringLiteral("12 answers \u00B7 8 steps \u00B7 4 accepted"));
  QAction same(QStringLiteral("same name"));
  QAction pin(QStringLiteral("pin"));
  QAction hidden(QStringLiteral("never"));
  hidden.setVisible(false);
  int pinned = 0;
  connect(&pin, &QAction::triggered, this, [&pinned] { ++pinned; });
  for (QAction* action : {&same, &pin, &hidden}) head.addAction(action);
  head.resize(900, 34);
  dock.show();
  QCoreApplication::processEvents();
  const auto shown = [&] {
    QStringList words;
    const auto buttons = head.findChildren<QToolButton*>();
    for (const QToolButton* button : buttons)
      if (button->isVisible() && button != head.moreButton()) words << button->text();
    return words;
  };
  QCOMPARE(shown(), QStringList({QStringLiteral("same name"), QStringLiteral("pin")}));
  QVERIFY(!head.moreButton()->isVisible());
  QVERIFY(head.minimumSizeHint().width() < 200);
  for (int width = 900; width >= head.minimumSizeHint().width(); width -= 7) {
    head.resize(width, 34);
    QCoreApplication::processEvents();
    const auto parts = head.findChildren<QWidget*>();
    for (const QWidget* part : parts) {
      if (part->isVisible() && part->parentWidget() == &head)
        QVERIFY2(head.rect().contains(part->geometry()), qPrintable(QString::number(width)));
    }
    QCOMPARE(head.moreButton()->isVisible(), shown().size() < 2);
  }
  head.resize(head.minimumSizeHint().width(), 34);
  QCoreApplication::processEvents();
  QVERIFY(shown().isEmpty());
  auto* menu = head.moreButton()->menu();
  Q_EMIT menu->aboutToShow();
  QCOMPARE(menu->actions(), QList<QAction*>({&same, &pin}));
  menu->actions().last()->trigger();
  QCOMPARE(pinned, 1);
  head.resize(900, 34);
  QCoreApplication::processEvents();
  QCOMPARE(shown().size(), 2);
}

// Half a number is another number, and so is one without its unit.
void TestLook::noNumberIsCut() {
  const QFontMetrics metrics(theme().textFont());
  const QStringList lines = {
      QStringLiteral(
          "step 38 \u00B7 completion 1 of 8 \u00B7 reward 0.30 \u00B7 advantage \u22120.77"),
      QStringLiteral("candidate \u00B7 10 registers, 0 spills, 0 B shared, 4 warps"),
      QStringLiteral("record: 1,216 episodes, 9.69 MB"),
      QStringLiteral("\u2717 31,968 of 31,968 wrong, first at [0, 0]")};
  for (const QString& line : lines) {
    const QStringList words = line.split(QLatin1Char(' '));
    for (int width = 0; width <= metrics.horizontalAdvance(line); ++width) {
      QString shown = elidedWords(metrics, line, width);
      if (shown == line) continue;
      QVERIFY(shown.endsWith(QChar(0x2026)));
      shown.chop(1);
      const QStringList left = shown.trimmed().split(QLatin1Char(' '), Qt::SkipEmptyParts);
      for (qsizetype i = 0; i < left.size(); ++i) {
        QString word = words[i];
        const QString& part = left[i];
        if (!word.contains(QRegularExpression(QStringLiteral("^[^a-z\\d]*\\d")))) continue;
        if (i + 1 == left.size()) word.remove(QRegularExpression(QStringLiteral("[,;:]$")));
        QVERIFY2(part == word, qPrintable(shown));
        // Of the last one everything that belongs to it is there.
        const bool isClosed = words[i] != word || words.value(i + 1) == QChar(0x00B7);
        QVERIFY2(i + 1 < left.size() || isClosed, qPrintable(shown));
      }
      QVERIFY2(!shown.trimmed().endsWith(QLatin1Char(':')), qPrintable(shown));
    }
    QCOMPARE(elidedWords(metrics, line, metrics.horizontalAdvance(line)), line);
  }
  // A name is no number, whatever it holds.
  const QString name = QStringLiteral("softsign_l2_normalize_residual_mul");
  QVERIFY(elidedWords(metrics, name, metrics.horizontalAdvance(name) / 2)
              .startsWith(QStringLiteral("softsign_l2")));
}

void TestLook::allMarksOfALegendAreNamedOrNone() {
  LegendChips legend;
  legend.setTitle(QStringLiteral("funnel"), QStringLiteral("stage passed"));
  legend.setItems({{QStringLiteral("static"), Qt::gray},
                   {QStringLiteral("compile"), Qt::yellow},
                   {QStringLiteral("tiny"), Qt::blue},
                   {QStringLiteral("full"), Qt::green}});
  legend.show();
  bool wasNamed = false;
  bool wasNot = false;
  for (int width = 140; width < 520; width += 7) {
    legend.resize(width, legend.sizeHint().height());
    QCoreApplication::processEvents();
    const auto chips = legend.findChildren<QAbstractButton*>();
    int named = 0;
    int all = 0;
    for (const QAbstractButton* chip : chips) {
      if (chip->isHidden() || chip->text().isEmpty()) continue;
      ++all;
      if (chip->width() > chip->fontMetrics().horizontalAdvance(chip->text())) ++named;
    }
    QCOMPARE(all, 4);
    QVERIFY2(named == 0 || named == all, qPrintable(QString::number(width)));
    (named == 0 ? wasNot : wasNamed) = true;
  }
  QVERIFY(wasNamed && wasNot);
}

void TestLook::marginsOutliveAThemeChange() {
  QWidget window;
  auto* layout = new QVBoxLayout(&window);
  auto* label = new QLabel(QStringLiteral("text"), &window);
  keepMargins(label, {10, 4, 10, 4});
  layout->addWidget(label);
  label->resize(4, 4);  // as a label that was never shown
  theme().setMode(ThemeMode::kDark);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QCOMPARE(label->contentsMargins(), QMargins(10, 4, 10, 4));
  theme().setMode(ThemeMode::kLight);
  QCOMPARE(label->contentsMargins(), QMargins(10, 4, 10, 4));
}

// As a dock does that floats and comes back.
void TestLook::fontsSurviveMovingToAnotherParent() {
  ReplayModel model;
  model.setEpisode(std::make_shared<record::Episode>(samples::rejectedEpisode()));
  auto* view = new ReplayView(&model);
  QWidget first;
  view->setParent(&first);
  first.show();
  QCOMPARE(QFontInfo(view->completionView()->font()).family(), QStringLiteral("Nereid Mono"));
  QWidget second;
  second.show();
  view->setParent(&second);
  view->show();
  QCoreApplication::processEvents();
  QCOMPARE(QFontInfo(view->completionView()->font()).family(), QStringLiteral("Nereid Mono"));
}

void TestLook::tablesCopyAsText() {
  RewardTable table;
  table.setEpisode(samples::rejectedEpisode());
  table.show();
  table.view()->setFocus();
  QTest::keyClick(table.view(), Qt::Key_C, Qt::ControlModifier);
  const QString copied = QApplication::clipboard()->text();
  QVERIFY2(copied.startsWith(QStringLiteral("part\tvalue\tmeaning\ncredit\t0.500")),
           qPrintable(copied));
  QVERIFY(copied.contains(QStringLiteral("advantage\t-0.610")));
}

void TestLook::cellsSortByKey() {
  CellModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setColumns({{QStringLiteral("error"), {}, true}});
  model.setRows({{{QStringLiteral("1.3e-7"), 1.3e-7}},
                 {{QStringLiteral("0.77"), 0.77}},
                 {{QStringLiteral("4e-4"), 4e-4}}});
  model.sort(0, Qt::DescendingOrder);
  QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("0.77"));
  QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("1.3e-7"));
}

void TestLook::watchdogSeesABlock() {
  GuiWatchdog watchdog;
  watchdog.start();
  QTRY_VERIFY(watchdog.ticks() > 3);
  QElapsedTimer block;
  block.start();
  while (block.elapsed() < 40) {
  }
  const qint64 ticks = watchdog.ticks();
  QTRY_VERIFY(watchdog.ticks() > ticks);
  QVERIFY2(watchdog.longestBlockMs() >= 30, qPrintable(QString::number(watchdog.longestBlockMs())));
}

QTEST_MAIN(TestLook)
#include "tst_look.moc"
