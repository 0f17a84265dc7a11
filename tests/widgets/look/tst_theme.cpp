// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/look/theme.h"
#include "widgets/words/format.h"

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
  void colorsStayApartForEveryEye_data();
  void colorsStayApartForEveryEye();
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

struct Lab {
  double l, a, b;
};

// Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB: nothing missing, no red cones,
// no green cones.
constexpr double kEyes[3][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                   {{0.152286, 1.052583, -0.204868},
                                    {0.114503, 0.786281, 0.099216},
                                    {-0.003882, -0.048116, 1.051998}},
                                   {{0.367322, 0.860646, -0.227968},
                                    {0.280085, 0.672501, 0.047413},
                                    {-0.011820, 0.042940, 0.968881}}};

/// What an eye sees of a colour, in CIELAB (D65).
Lab seen(const QColor& color, int eye) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double rgb[] = {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
  double out[3];
  for (int i = 0; i < 3; ++i) {
    const auto& row = kEyes[eye][i];
    out[i] = std::clamp(row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2], 0.0, 1.0);
  }
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * out[0] + 0.3576 * out[1] + 0.1805 * out[2]) / 0.95047);
  const double y = f(0.2126 * out[0] + 0.7152 * out[1] + 0.0722 * out[2]);
  const double z = f((0.0193 * out[0] + 0.1192 * out[1] + 0.9505 * out[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const Lab& a, const Lab& b) {
  return std::hypot(a.l - b.l, a.a - b.a, a.b - b.b);
}
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

void TestTheme::colorsStayApartForEveryEye_data() {
  QTest::addColumn<int>("eye");
  QTest::addColumn<bool>("dark");
  for (const bool dark : {false, true}) {
    for (int eye = 0; eye < 3; ++eye) {
      constexpr const char* kNames[] = {"all cones", "no red cones", "no green cones"};
      QTest::addRow("%s, %s", kNames[eye], dark ? "dark" : "light") << eye << dark;
    }
  }
}

void TestTheme::colorsStayApartForEveryEye() {
  QFETCH(int, eye);
  QFETCH(bool, dark);
  QList<QColor> stages, series;
  for (int stage = 0; stage <= verify::kStageCount; ++stage)
    stages << stageColor(dark, verify::Stage(stage));
  for (int i = 0; i < kSeriesColorCount; ++i) series << seriesColor(dark, i);
  for (const QList<QColor>& colors : {stages, series}) {
    for (qsizetype a = 0; a < colors.size(); ++a) {
      for (qsizetype b = 0; b < a; ++b) {
        const double apart = difference(seen(colors[a], eye), seen(colors[b], eye));
        // About four times what is just noticeable between large fields.
        QVERIFY2(apart >= 10, qPrintable(QStringLiteral("%1 and %2: %3")
                                             .arg(colors[a].name(), colors[b].name())
                                             .arg(apart)));
      }
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
  row("NaN is the news", formatNumber(kNaN), QStringLiteral("NaN"));
  row("NaN with a sign", formatSigned(kNaN), QStringLiteral("NaN"));
  row("missing", orMissing(kNaN, formatFixed(kNaN, 2)), QStringLiteral("\u2013"));
  row("not missing", orMissing(0.5, formatFixed(0.5, 2)), QStringLiteral("0.50"));
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
      QStringLiteral("\u2715 wrong values: larger dims"));
  row("rejected by the compiler",
      verdictLine(false, "compile_error",
                  "kernel fused_kernel: AttributeError: module 'triton.language' has no attribute "
                  "'gelu' in `x = tl.gelu(x)` (line 11)"),
      QStringLiteral("\u2715 tl.gelu does not exist"));
  row("a colon in quotes",
      verdictLine(false, "syntax_error", "expected ':': for i in range(3) (line 4)"),
      QStringLiteral("\u2715 syntax error: expected ':'"));
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
