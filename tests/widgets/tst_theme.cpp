// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTest>
#include <limits>

#include "widgets/format.h"
#include "widgets/theme.h"

using namespace nereid;
using namespace nereid::widgets;

class TestTheme : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textReadsOnItsBackground_data();
  void textReadsOnItsBackground();
  void marksStandOut_data();
  void marksStandOut();
  void labelsReadOnEveryStageColor();
  void digitsAreEquallyWide();
  void modeChangesPaletteAndTells();
  void numbers_data();
  void numbers();
};

namespace {
constexpr Role kTextRoles[] = {Role::kText,     Role::kSecondary, Role::kAccent,
                               Role::kAccepted, Role::kRejected,  Role::kWarning};
constexpr Role kCodeRoles[] = {Role::kText,   Role::kKeyword, Role::kName,
                               Role::kString, Role::kNumber,  Role::kComment};
}  // namespace

void TestTheme::textReadsOnItsBackground_data() {
  QTest::addColumn<bool>("dark");
  QTest::addColumn<int>("ink");
  QTest::addColumn<int>("paper");
  for (const bool dark : {false, true}) {
    const auto add = [&](Role ink, Role paper) {
      QTest::addRow("%s ink %d on %d", dark ? "dark" : "light", int(ink), int(paper))
          << dark << int(ink) << int(paper);
    };
    for (const Role ink : kTextRoles) {
      for (const Role paper :
           {Role::kWindow, Role::kPanel, Role::kSelection, Role::kSoft, Role::kCode}) {
        add(ink, paper);
      }
    }
    for (const Role ink : kCodeRoles) {
      for (const Role paper : {Role::kCode, Role::kMark, Role::kSelection}) {
        add(ink, paper);
      }
    }
    add(Role::kOnAccent, Role::kAccent);
  }
}

void TestTheme::textReadsOnItsBackground() {
  QFETCH(bool, dark);
  QFETCH(int, ink);
  QFETCH(int, paper);
  const QColor front = roleColor(dark, Role(ink));
  const QColor back = roleColor(dark, Role(paper));
  const double ratio = contrastRatio(front, back);
  QVERIFY2(
      ratio >= 4.5,
      qPrintable(QStringLiteral("%1 on %2 is only %3").arg(front.name(), back.name()).arg(ratio)));
}

void TestTheme::marksStandOut_data() {
  QTest::addColumn<QColor>("mark");
  QTest::addColumn<bool>("dark");
  for (const bool dark : {false, true}) {
    for (int stage = 1; stage <= verify::kStageCount; ++stage) {
      QTest::addRow("%s stage %d", dark ? "dark" : "light", stage)
          << stageColor(dark, verify::Stage(stage)) << dark;
    }
    for (int i = 0; i < kSeriesColorCount; ++i) {
      QTest::addRow("%s series %d", dark ? "dark" : "light", i) << seriesColor(dark, i) << dark;
    }
  }
}

void TestTheme::marksStandOut() {
  QFETCH(QColor, mark);
  QFETCH(bool, dark);
  QVERIFY2(contrastRatio(mark, roleColor(dark, Role::kPanel)) >= 3, qPrintable(mark.name()));
}

void TestTheme::labelsReadOnEveryStageColor() {
  for (const bool dark : {false, true}) {
    for (int stage = 0; stage <= verify::kStageCount; ++stage) {
      const QColor paper = stageColor(dark, verify::Stage(stage));
      QVERIFY2(contrastRatio(readableOn(paper), paper) >= 4.5, qPrintable(paper.name()));
    }
    for (const Role role : {Role::kAccent, Role::kRejected, Role::kAccepted}) {
      const QColor paper = roleColor(dark, role);
      QVERIFY2(contrastRatio(readableOn(paper), paper) >= 4.5, qPrintable(paper.name()));
    }
  }
}

void TestTheme::digitsAreEquallyWide() {
  applyTheme(*qApp, ThemeMode::kLight);
  const QFontMetricsF metrics(theme().textFont());
  QCOMPARE(QFontInfo(theme().textFont()).family(), QStringLiteral("Nereid Inter"));
  QCOMPARE(QFontInfo(theme().codeFont()).family(), QStringLiteral("Nereid Mono"));
  for (char16_t digit = u'0'; digit <= u'9'; ++digit) {
    QCOMPARE(metrics.horizontalAdvance(QString(10, QChar(digit))),
             metrics.horizontalAdvance(QString(10, u'0')));
  }
}

void TestTheme::modeChangesPaletteAndTells() {
  applyTheme(*qApp, ThemeMode::kLight);
  int changes = 0;
  connect(&theme(), &Theme::themeChanged, this, [&changes] { ++changes; });
  theme().setMode(ThemeMode::kDark);
  QVERIFY(changes > 0);
  QVERIFY(theme().isDark());
  QCOMPARE(qApp->palette().color(QPalette::Window), roleColor(true, Role::kWindow));
  theme().setMode(ThemeMode::kLight);
  QCOMPARE(qApp->palette().color(QPalette::Window), roleColor(false, Role::kWindow));
}

void TestTheme::numbers_data() {
  QTest::addColumn<QString>("shown");
  QTest::addColumn<QString>("expected");
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const auto row = [](const char* name, const QString& shown, const QString& expected) {
    QTest::newRow(name) << shown << expected;
  };
  row("ms", formatDuration(412), QStringLiteral("412 ms"));
  row("part of a ms", formatDuration(0.42), QStringLiteral("0.4 ms"));
  row("s", formatDuration(3200), QStringLiteral("3.2 s"));
  row("rounds to s", formatDuration(999.7), QStringLiteral("1.0 s"));
  row("min", formatDuration(161000), QStringLiteral("2:41"));
  row("just a minute", formatDuration(59960), QStringLiteral("1:00"));
  row("h", formatDuration(3761000), QStringLiteral("1:02:41"));
  row("missing time", formatDuration(kNaN), QStringLiteral("\u2013"));
  row("count", formatCount(2688), QStringLiteral("2,688"));
  row("three digits", formatNumber(0.71234), QStringLiteral("0.712"));
  row("large", formatNumber(1234.4), QStringLiteral("1,234"));
  row("small", formatNumber(0.00012), QStringLiteral("1.2e-4"));
  row("missing", formatNumber(kNaN), QStringLiteral("\u2013"));
  row("negative", formatNumber(-0.5), QStringLiteral("\u22120.500"));
  row("plus", formatSigned(0.92), QStringLiteral("+0.92"));
  row("minus", formatSigned(-0.61), QStringLiteral("\u22120.61"));
  row("zero has no sign", formatSigned(-0.001), QStringLiteral("0.00"));
  row("scientific", formatScientific(1.3e-7), QStringLiteral("1.3e-7"));
  row("two-digit exponent", formatScientific(1.3e-12), QStringLiteral("1.3e-12"));
  row("infinite", formatScientific(std::numeric_limits<double>::infinity()),
      QStringLiteral("\u221E"));
  row("bytes", formatBytes(2048), QStringLiteral("2,048 B"));
  row("megabytes", formatBytes(31'000'000), QStringLiteral("31.0 MB"));
  row("shapes", formatShapes({{48, 200}, {48, 200}}), QStringLiteral("48\u00D7200, 48\u00D7200"));
  row("rejected",
      verdictLine(false, "wrong_values", "wrong values: larger dims, 31,968 of 31,968 elements"),
      QStringLiteral("\u2715 wrong values \u00B7 larger dims"));
  row("rejected plainly", verdictLine(false, "timeout", ""), QStringLiteral("\u2715 timeout"));
  row("accepted", verdictLine(true, "ok", ""), QStringLiteral("\u2713 accepted"));
}

void TestTheme::numbers() {
  QFETCH(QString, shown);
  QFETCH(QString, expected);
  QCOMPARE(shown, expected);
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
