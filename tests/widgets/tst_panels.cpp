// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "tests/widgets/sample_data.h"
#include "widgets/code/code_compare.h"
#include "widgets/code/compiler_table.h"
#include "widgets/code/level_view.h"
#include "widgets/curves/curves_view.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/chip.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/replay/replay_view.h"
#include "widgets/runs/log_view.h"
#include "widgets/runs/run_list.h"
#include "widgets/verdict/reward_table.h"
#include "widgets/verdict/verdict_difference.h"

using namespace nereid;
using namespace nereid::widgets;

class TestPanels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void replaySaysWhyNothingWasCompared();
  void initTestCase() { applyTheme(*qApp, ThemeMode::kLight); }
  void everyFocusableControlHasAName();
  void labelsAndButtonsShowTheirWholeText_data();
  void labelsAndButtonsShowTheirWholeText();
};

namespace {

struct Everything {
  ReplayModel replay;
  std::map<QString, record::MetricSeries> metrics = samples::metrics(60);
  std::vector<std::unique_ptr<QWidget>> views;

  Everything() {
    auto episode = std::make_shared<record::Episode>(samples::rejectedEpisode());
    replay.setEpisode(episode);
    auto* runs = add<RunList>();
    runs->setRuns(samples::runs());
    auto* curves = add<CurvesView>();
    curves->setSource([this](const QString& key) {
      const auto found = metrics.find(key);
      return found == metrics.end() ? nullptr : &found->second;
    });
    curves->setTableVisible(true);
    add<EpisodeList>()->addRows(samples::shared(samples::rows(20, 8)));
    add<CodeCompare>()->setEpisode(*episode, 8);
    add<InputsTable>()->setVerdict(episode->verdict);
    add<CompilerTable>()->setVerdict(episode->verdict);
    add<LevelView>()->setVerdict(samples::compiledVerdict());
    add<LevelView>()->setVerdict(episode->verdict);
    add<RewardTable>()->setEpisode(*episode);
    add<LogView>()->addEvents(
        std::make_shared<const std::vector<record::Event>>(samples::events()));
    add<VerdictDifferenceView>()->setVerdicts(episode->verdict, samples::acceptedEpisode().verdict);
    add<EmptyState>()->setContent(IconId::kRuns, QStringLiteral("Nothing"),
                                  QStringLiteral("Do something."), QStringLiteral("Do it"));
    views.push_back(std::make_unique<ReplayBar>(&replay));
    views.push_back(std::make_unique<ReplayView>(&replay));
  }

  template <class T>
  T* add() {
    views.push_back(std::make_unique<T>());
    return static_cast<T*>(views.back().get());
  }
};

QString describe(const QWidget* widget) {
  return QStringLiteral("%1 in %2")
      .arg(QLatin1String(widget->metaObject()->className()),
           QLatin1String(widget->window()->metaObject()->className()));
}

}  // namespace

// An error of 0 beside "rejected" would say that it was right.
void TestPanels::replaySaysWhyNothingWasCompared() {
  auto episode = std::make_shared<record::Episode>(samples::rejectedEpisode());
  for (verify::InputResult& input : episode->verdict.inputs) {
    input.applicable = true;
    input.total_elements = 0;
    input.detail = "the output is float32, expected float16";
  }
  ReplayModel replay;
  replay.setEpisode(episode);
  const ReplayView view(&replay);
  int told = 0;
  for (int row = 0; row < view.eventsModel()->rowCount(); ++row)
    for (int column = 0; column < view.eventsModel()->columnCount(); ++column) {
      const QString cell = view.eventsModel()->index(row, column).data().toString();
      QVERIFY2(!cell.contains(QStringLiteral("bound 0")), qPrintable(cell));
      if (cell.contains(QStringLiteral(", the output is float32"))) ++told;
    }
  QCOMPARE(told, static_cast<int>(episode->verdict.inputs.size()));
}

void TestPanels::everyFocusableControlHasAName() {
  Everything all;
  for (const auto& view : all.views) {
    view->resize(900, 500);
    view->show();
    QCoreApplication::processEvents();
    for (QWidget* control : view->findChildren<QWidget*>()) {
      if (!(control->focusPolicy() & Qt::TabFocus) || !control->isVisible() ||
          control->objectName().startsWith(QLatin1String("qt_"))) {
        continue;
      }
      QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(control);
      QVERIFY2(accessible != nullptr, qPrintable(describe(control)));
      QVERIFY2(!accessible->text(QAccessible::Name).isEmpty(), qPrintable(describe(control)));
    }
  }
}

void TestPanels::labelsAndButtonsShowTheirWholeText_data() {
  QTest::addColumn<int>("base");
  for (const int base : {11, 13, 16}) {
    QTest::addRow("%d px", base) << base;
  }
}

void TestPanels::labelsAndButtonsShowTheirWholeText() {
  QFETCH(int, base);
  theme().setBasePixelSize(base);
  Everything all;
  for (const auto& view : all.views) {
    view->resize(640, 420);
    view->show();
    QCoreApplication::processEvents();
    for (QLabel* label : view->findChildren<QLabel*>()) {
      if (label->isVisible() && !label->text().isEmpty() && !label->wordWrap() &&
          label->minimumSizeHint().width() > 0) {
        QVERIFY2(label->width() >= label->minimumSizeHint().width(),
                 qPrintable(describe(label) + label->text()));
      }
      if (label->isVisible() && !label->text().isEmpty()) {
        QVERIFY2(label->height() >= label->fontMetrics().height(),
                 qPrintable(describe(label) + label->text()));
      }
    }
    for (QAbstractButton* button : view->findChildren<QAbstractButton*>()) {
      const bool whole = qobject_cast<QToolButton*>(button) || qobject_cast<QPushButton*>(button) ||
                         qobject_cast<StatusChip*>(button);
      if (whole && button->isVisible() && !button->text().isEmpty()) {
        QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                 qPrintable(describe(button) + button->text()));
      }
    }
  }
  theme().setBasePixelSize(13);
}

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
