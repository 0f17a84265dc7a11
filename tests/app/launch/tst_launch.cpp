// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>
#include <QUrl>

#include "app/desk/actions.h"
#include "app/launch/estimate_view.h"
#include "app/launch/start_dialog.h"
#include "engine/config/phases.h"
#include "engine/record/store.h"
#include "tests/app/window_fixture.h"
#include "widgets/launch/phase_list.h"
#include "widgets/launch/setting_row.h"
#include "widgets/launch/settings_form.h"
#include "widgets/look/table_view.h"

using namespace nereid::app;
using namespace nereid;

namespace {

constexpr int kLoadMs = 60'000;

template <class Widget>
Widget* child(QWidget& parent, const char* name) {
  return parent.findChild<Widget*>(QString::fromLatin1(name));
}

void type(QLineEdit* line, const QString& text) {
  line->setFocus();
  line->selectAll();
  text.isEmpty() ? QTest::keyClick(line, Qt::Key_Delete) : QTest::keyClicks(line, text);
}

void dropOn(QWidget& target, const QString& file) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  QDragEnterEvent enter(QPoint(30, 30), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&target, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(30, 30), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&target, &drop);
}

}  // namespace

/// The launch dialog by real keys and clicks, with the engine's presets and its own estimate.
class TestLaunch : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void showsEverySettingOfTheEngine();
  void aWrongValueIsToldBesideItsFieldAndHoldsTheStart();
  void settingsThatDisagreeAreToldAtTheOneToChange();
  void changesAreMarkedListedAndReset();
  void resettingAllCanBeTakenBack();
  void searchFindsByExplanationAndKeysLeadIn();
  void basicsAndAllSettingsAreOne();
  void yamlAndCommandMakeTheSameRun();
  void aFileIsOpenedSavedAndDropped();
  void aBrokenFileIsToldWithItsLine();
  void estimateTellsMemoryAndNoInventedTime();
  void estimateTakesTheTimeFromEarlierRuns();
  void aRunThatWillNotFitIsWarnedOf();
  void phasesAreAddedNamedMovedAndRemoved();
  void aPhaseHasSettingsOfItsOwn();
  void aConflictInAPhaseIsToldThere();
  void theEstimateTellsOfEachPhase();
  void aBusyProgramOffersTheQueue();
  void everyControlHasAName();

 private:
  QLineEdit* editor(const char* key) {
    m_dialog->pages()->setCurrentIndex(StartDialog::kAll);
    return qobject_cast<QLineEdit*>(m_dialog->form()->row(QString::fromLatin1(key))->editor());
  }
  /// By the menu of the button, with the mouse.
  void addPhase(const QString& name);
  QPushButton* start() { return child<QPushButton>(*m_dialog, "startRun"); }
  QString note(const char* key) {
    return m_dialog->form()->row(QString::fromLatin1(key))->note()->text();
  }

  WindowFixture m_fixture;
  std::unique_ptr<StartDialog> m_dialog;
};

void TestLaunch::init() {
  m_dialog = std::make_unique<StartDialog>();
  m_dialog->show();
  QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
}

void TestLaunch::showsEverySettingOfTheEngine() {
  const auto schema = config::schema();
  QCOMPARE(m_dialog->form()->shownKeys().size(), qsizetype(schema.size()));
  for (const config::SettingInfo& setting : schema) {
    const auto* row = m_dialog->form()->row(QString::fromStdString(setting.key));
    QVERIFY2(row != nullptr, setting.key.c_str());
    QVERIFY2(row->note()->text().contains(QString::fromStdString(setting.help)),
             setting.key.c_str());
  }
  QVERIFY(m_dialog->problem().isEmpty());
  QVERIFY(start()->isEnabled());
}

void TestLaunch::aWrongValueIsToldBesideItsFieldAndHoldsTheStart() {
  type(editor("grpo.num_generations"), QStringLiteral("1"));
  QVERIFY2(note("grpo.num_generations")
               .contains(QStringLiteral("expected a whole number from 2 to 65536, got 1")),
           qPrintable(note("grpo.num_generations")));
  QVERIFY(!start()->isEnabled());
  QVERIFY(m_dialog->problem().contains(QStringLiteral("grpo.num_generations")));
  // From whichever page, one click leads to what is wrong.
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  QTest::mouseClick(child<QToolButton>(*m_dialog, "showProblem"), Qt::LeftButton);
  QCOMPARE(m_dialog->pages()->currentIndex(), int(StartDialog::kAll));
  QVERIFY(editor("grpo.num_generations")->hasFocus());
  QTest::keyClick(editor("grpo.num_generations"), Qt::Key_2);
  QVERIFY(start()->isEnabled());
  QCOMPARE(m_dialog->plan().config.grpo.num_generations, 12);
}

void TestLaunch::settingsThatDisagreeAreToldAtTheOneToChange() {
  type(editor("best_of_n.n"), QStringLiteral("2"));
  QVERIFY(note("best_of_n.k").contains(QStringLiteral("at most best_of_n.n = 2, got 3")));
  QVERIFY(!start()->isEnabled());
  type(editor("best_of_n.k"), QStringLiteral("2"));
  QVERIFY(start()->isEnabled());
}

void TestLaunch::changesAreMarkedListedAndReset() {
  type(editor("grpo.beta"), QStringLiteral("0.1"));
  type(editor("seed"), QStringLiteral("7"));
  QVERIFY(note("grpo.beta").contains(QStringLiteral("the preset has 0")));
  m_dialog->pages()->setCurrentIndex(StartDialog::kDifferences);
  QVERIFY(m_dialog->pages()->tabText(StartDialog::kDifferences).contains(QLatin1Char('2')));
  auto* table = m_dialog->differences();
  QCOMPARE(table->model()->rowCount(), 2);
  QCOMPARE(table->model()->index(1, 0).data().toString(), QStringLiteral("grpo.beta"));
  QCOMPARE(table->model()->index(1, 1).data().toString(), QStringLiteral("0"));
  QCOMPARE(table->model()->index(1, 2).data().toString(), QStringLiteral("0.1"));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier,
                    table->visualRect(table->model()->index(1, 0)).center());
  QTest::mouseClick(child<QPushButton>(*m_dialog, "resetChosen"), Qt::LeftButton);
  QCOMPARE(m_dialog->draft().changedKeys(), QStringList{QStringLiteral("seed")});
  // The row's own button too.
  m_dialog->pages()->setCurrentIndex(StartDialog::kAll);
  m_dialog->form()->reveal(QStringLiteral("seed"));
  auto* reset = m_dialog->form()->row(QStringLiteral("seed"))->resetButton();
  QVERIFY(reset->isVisible());
  QTest::mouseClick(reset, Qt::LeftButton);
  QVERIFY(m_dialog->draft().changedKeys().isEmpty());
  QVERIFY(!reset->isVisible());
  QCOMPARE(editor("seed")->text(), QStringLiteral("0"));
  // Another spelling of the same value is no change.
  type(editor("optimizer.learning_rate"), QStringLiteral("1.20e-4"));
  QVERIFY(m_dialog->draft().changedKeys().isEmpty());
}

void TestLaunch::resettingAllCanBeTakenBack() {
  type(editor("grpo.beta"), QStringLiteral("0.1"));
  type(editor("grpo.epsilon"), QStringLiteral("nonsense"));
  m_dialog->pages()->setCurrentIndex(StartDialog::kDifferences);
  auto* all = child<QPushButton>(*m_dialog, "resetAll");
  QTest::mouseClick(all, Qt::LeftButton);
  QVERIFY(m_dialog->draft().changedKeys().isEmpty());
  QVERIFY(start()->isEnabled());
  QTest::mouseClick(all, Qt::LeftButton);
  QCOMPARE(m_dialog->draft().text(QStringLiteral("grpo.beta")), QStringLiteral("0.1"));
  QCOMPARE(m_dialog->draft().text(QStringLiteral("grpo.epsilon")), QStringLiteral("nonsense"));
  QVERIFY(!start()->isEnabled());
}

void TestLaunch::searchFindsByExplanationAndKeysLeadIn() {
  m_dialog->pages()->setCurrentIndex(StartDialog::kAll);
  editor("seed")->setFocus();
  QTest::keySequence(editor("seed"), QKeySequence(QKeySequence::Find));
  QVERIFY(m_dialog->form()->search()->hasFocus());
  QTest::keyClicks(m_dialog->form()->search(), QStringLiteral("KL term"));
  const QStringList both{QStringLiteral("grpo.beta"),
                         QStringLiteral("grpo.use_bias_correction_kl")};
  QCOMPARE(m_dialog->form()->shownKeys(), both);
  QTest::keyClick(m_dialog->form()->search(), Qt::Key_Down);
  QVERIFY(editor("grpo.beta")->hasFocus());
  type(editor("grpo.beta"), QStringLiteral("0.5"));
  m_dialog->form()->search()->setFocus();
  QTest::keyClick(m_dialog->form()->search(), Qt::Key_Escape);
  QVERIFY(m_dialog->isVisible());
  QCOMPARE(m_dialog->form()->shownKeys().size(), qsizetype(config::schema().size()));
  QTest::mouseClick(m_dialog->form()->changedOnly(), Qt::LeftButton, Qt::NoModifier,
                    QPoint(8, m_dialog->form()->changedOnly()->height() / 2));
  QCOMPARE(m_dialog->form()->shownKeys(), QStringList{QStringLiteral("grpo.beta")});
}

void TestLaunch::basicsAndAllSettingsAreOne() {
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  auto* recipe = child<QComboBox>(*m_dialog, "preset");
  recipe->setFocus();
  QTest::keyClicks(recipe, QStringLiteral("pocket-sft"));
  QCOMPARE(m_dialog->plan().config.method, std::string("sft"));
  // The steps of the method alone are asked for.
  const auto rows = m_dialog->findChildren<widgets::SettingRow*>();
  QStringList steps;
  for (const auto* row : rows)
    if (row->key().endsWith(QLatin1String(".steps")) && row->isVisible()) steps << row->key();
  QCOMPARE(steps, QStringList{QStringLiteral("sft.steps")});
  type(child<QLineEdit>(*m_dialog, "name"), QStringLiteral("mine"));
  QCOMPARE(editor("name")->text(), QStringLiteral("mine"));
  auto* folder = child<QLineEdit>(*m_dialog, "folder");
  QVERIFY(folder->text().contains(QStringLiteral("/runs/mine-")));
  type(editor("run.output"), m_fixture.folder() + QStringLiteral("/here"));
  QCOMPARE(folder->text(), m_fixture.folder() + QStringLiteral("/here"));
}

void TestLaunch::yamlAndCommandMakeTheSameRun() {
  type(editor("grpo.beta"), QStringLiteral("0.1"));
  QTest::mouseClick(child<QPushButton>(*m_dialog, "copyCommand"), Qt::LeftButton);
  QCOMPARE(QApplication::clipboard()->text(),
           QStringLiteral("nereid train pocket --set grpo.beta=0.1"));
  QTest::mouseClick(child<QPushButton>(*m_dialog, "copyYaml"), Qt::LeftButton);
  const auto parsed =
      config::parse_settings(QApplication::clipboard()->text().toStdString(), "clipboard");
  QVERIFY(parsed);
  QCOMPARE(config::to_yaml(*parsed), config::to_yaml(m_dialog->plan().config));
}

void TestLaunch::aFileIsOpenedSavedAndDropped() {
  const QString file =
      m_fixture.write("mine.yaml", "name: dropped\nmethod: grpo\ngrpo:\n  steps: 3\n");
  dropOn(*m_dialog, file);
  QCOMPARE(m_dialog->plan().config.name, std::string("dropped"));
  QCOMPARE(m_dialog->plan().config.grpo.steps, 3);
  QCOMPARE(child<QComboBox>(*m_dialog, "preset")->currentText(), file);
  QVERIFY2(m_dialog->draft().changedKeys().isEmpty(), "a file is its own recipe");
  QVERIFY(m_dialog->draft().command().startsWith(QStringLiteral("nereid train /")));
}

void TestLaunch::aBrokenFileIsToldWithItsLine() {
  const QString file = m_fixture.write("broken.yaml", "name: x\ngrpo:\n  num_generation: 4\n");
  dropOn(*m_dialog, file);
  QVERIFY2(m_dialog->problem().contains(QStringLiteral("broken.yaml:3")) &&
               m_dialog->problem().contains(QStringLiteral("did you mean")),
           qPrintable(m_dialog->problem()));
  QVERIFY(!start()->isEnabled());
  auto* recipe = child<QComboBox>(*m_dialog, "preset");
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  recipe->setFocus();
  QTest::keyClicks(recipe, QStringLiteral("pocket-b"));
  QVERIFY(start()->isEnabled());
}

void TestLaunch::estimateTellsMemoryAndNoInventedTime() {
  QTRY_VERIFY_WITH_TIMEOUT(m_dialog->estimate()->isSettled(), kLoadMs);
  const EstimateView& view = *m_dialog->estimate();
  QVERIFY2(view.memoryLine()->text().contains(QStringLiteral("trainer")),
           qPrintable(view.memoryLine()->text()));
  QVERIFY(view.diskLine()->text().contains(QStringLiteral("checkpoints")));
  QCOMPARE(view.timeLine()->text(),
           QStringLiteral("no earlier run on this machine with this model and batch"));
  QVERIFY(std::isnan(expectedSeconds(view.outlook(), view.config())));
  const auto before = view.outlook().estimate->trainer_bytes;
  QVERIFY(view.table()->model()->rowCount() > 5);
  m_dialog->pages()->setCurrentIndex(StartDialog::kEstimate);
  QVERIFY(view.table()->isVisible());
  type(editor("generation.max_completion_length"), QStringLiteral("64"));
  QTRY_VERIFY_WITH_TIMEOUT(view.isSettled() && view.outlook().estimate->trainer_bytes < before,
                           kLoadMs);
  type(editor("model.path"), QStringLiteral("/nowhere"));
  QTRY_VERIFY_WITH_TIMEOUT(
      view.memoryLine()->text().contains(QStringLiteral("/nowhere/config.json")), kLoadMs);
}

void TestLaunch::estimateTakesTheTimeFromEarlierRuns() {
  const QString folder = m_fixture.folder() + QStringLiteral("/runs/earlier");
  const auto pocket = config::load_settings("pocket");
  QVERIFY(pocket);
  record::RunInfo info;
  info.run_id = info.name = "earlier";
  info.settings_yaml = config::to_yaml(*pocket);
  info.method = "grpo";
  auto writer = record::RunWriter::open(folder.toStdString(), info, {});
  QVERIFY(writer);
  (*writer)->write_fact("machine", machine_id());
  for (const std::int64_t step : {1, 2, 3}) {
    (*writer)->write_metrics({step, 0, {{"step_time", step == 1 ? 60.0 : 4.0}}});
    (*writer)->write_state(record::RunState::kRunning, "", step);
  }
  QVERIFY((*writer)->flush());
  m_dialog->setKnownRuns({folder});
  const EstimateView& view = *m_dialog->estimate();
  QTRY_VERIFY_WITH_TIMEOUT(view.isSettled() && view.outlook().history.size() == 1 &&
                               view.outlook().history.front().runs == 1,
                           kLoadMs);
  QVERIFY2(view.timeLine()->text().contains(QStringLiteral("4.0 s a step by one earlier run")),
           qPrintable(view.timeLine()->text()));
  QCOMPARE(expectedSeconds(view.outlook(), view.config()), 600.0);
  QVERIFY(view.diskLine()->text().contains(QStringLiteral("a step")));
}

void TestLaunch::aRunThatWillNotFitIsWarnedOf() {
  const EstimateView& view = *m_dialog->estimate();
  type(editor("model.path"), QStringLiteral("new"));
  type(editor("model.hidden_size"), QStringLiteral("65536"));
  type(editor("model.intermediate_size"), QStringLiteral("262144"));
  type(editor("model.layers"), QStringLiteral("200"));
  QTRY_VERIFY_WITH_TIMEOUT(view.warning().contains(QStringLiteral("than")), kLoadMs);
  auto* warning = child<QLabel>(*m_dialog, "estimateWarning");
  QVERIFY(warning->isVisible());
  QVERIFY2(start()->isEnabled(), "an estimate warns, it does not forbid");
}

void TestLaunch::addPhase(const QString& name) {
  widgets::PhaseList& list = *m_dialog->phases();
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  QTimer::singleShot(0, this, [name] {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    const auto actions = menu->actions();
    for (QAction* action : actions) {
      if (action->text() != name) continue;
      QVERIFY(action->isEnabled());
      QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    }
  });
  QTest::mouseClick(list.addButton(), Qt::LeftButton);
  QApplication::setActiveWindow(m_dialog.get());  // offscreen a menu leaves it to nobody
}

void TestLaunch::phasesAreAddedNamedMovedAndRemoved() {
  widgets::PhaseList& list = *m_dialog->phases();
  QCOMPARE(list.count(), 0);
  addPhase(QStringLiteral("best_of_n"));
  QCOMPARE(m_dialog->draft().phases(),
           (QStringList{QStringLiteral("grpo"), QStringLiteral("best_of_n")}));
  type(list.stepsLine(1), QStringLiteral("7"));
  QCOMPARE(config::phases_of(m_dialog->plan().config)[1].settings.best_of_n.steps, 7);
  // The keyboard goes with what it moves.
  QTest::mouseClick(list.upButton(1), Qt::LeftButton);
  QCOMPARE(m_dialog->draft().phases(),
           (QStringList{QStringLiteral("best_of_n"), QStringLiteral("grpo")}));
  QCOMPARE(m_dialog->focusWidget(), list.downButton(0));
  QTest::keyClick(list.downButton(0), Qt::Key_Space);
  QCOMPARE(m_dialog->draft().phases().first(), QStringLiteral("grpo"));
  QCOMPARE(list.stepsLine(1)->text(), QStringLiteral("7"));
  // Another name, chosen or one's own; what it set stays its own.
  QComboBox* name = list.nameBox(0);
  name->setFocus();
  QTest::keyClick(name, Qt::Key_Up);  // of the choices, sft stands before grpo
  QCOMPARE(m_dialog->draft().phases().first(), QStringLiteral("sft"));
  QCOMPARE(config::phases_of(m_dialog->plan().config)[0].settings.method, std::string("sft"));
  type(list.nameBox(1)->lineEdit(), QStringLiteral("picking"));
  QTest::keyClick(list.nameBox(1)->lineEdit(), Qt::Key_Tab);
  QCOMPARE(m_dialog->draft().text(QStringLiteral("phase.picking.best_of_n.steps")),
           QStringLiteral("7"));
  // A name twice, or one that cannot be, holds the start and is told below the list.
  type(list.nameBox(1)->lineEdit(), QStringLiteral("sft"));
  QTest::keyClick(list.nameBox(1)->lineEdit(), Qt::Key_Tab);
  QVERIFY2(list.problem().contains(QStringLiteral("each name once")), qPrintable(list.problem()));
  QVERIFY(!start()->isEnabled());
  type(list.nameBox(1)->lineEdit(), QStringLiteral("best_of_n"));
  QTest::keyClick(list.nameBox(1)->lineEdit(), Qt::Key_Tab);
  QVERIFY(start()->isEnabled());
  // Removing is taken back with all that the phase had.
  type(list.stepsLine(1), QStringLiteral("9"));
  const std::string before = config::to_yaml(m_dialog->plan().config);
  QTest::mouseClick(list.removeButton(1), Qt::LeftButton);
  QCOMPARE(m_dialog->draft().phases(), QStringList{QStringLiteral("sft")});
  QVERIFY(list.undoButton()->isVisible());
  QTest::mouseClick(list.undoButton(), Qt::LeftButton);
  QCOMPARE(config::to_yaml(m_dialog->plan().config), before);
  QVERIFY(!list.undoButton()->isVisible());
  // All of it is a change that the dialog takes back, and forth.
  m_dialog->pages()->setCurrentIndex(StartDialog::kDifferences);
  auto* all = child<QPushButton>(*m_dialog, "resetAll");
  QTest::mouseClick(all, Qt::LeftButton);
  QVERIFY(m_dialog->draft().phases().isEmpty());
  QTest::mouseClick(all, Qt::LeftButton);
  QCOMPARE(config::to_yaml(m_dialog->plan().config), before);
}

void TestLaunch::aPhaseHasSettingsOfItsOwn() {
  const QString file = m_fixture.write(
      "two.yaml",
      "name: two\nphases: [sft, best_of_n]\nphase:\n  sft:\n    optimizer.learning_rate: 3e-4\n");
  m_dialog->openFile(file);
  QVERIFY(m_dialog->draft().changedKeys().isEmpty());
  widgets::PhaseList& list = *m_dialog->phases();
  QCOMPARE(list.count(), 2);
  QVERIFY(list.settingsButton(0)->text().contains(QLatin1Char('1')));
  // The run's own row says which phase has it otherwise.
  m_dialog->pages()->setCurrentIndex(StartDialog::kAll);
  QVERIFY2(note("optimizer.learning_rate").contains(QStringLiteral("Otherwise: 0.0003 in sft")),
           qPrintable(note("optimizer.learning_rate")));
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  QTest::mouseClick(list.settingsButton(1), Qt::LeftButton);
  QCOMPARE(m_dialog->form()->phase(), QStringLiteral("best_of_n"));
  QVERIFY(!m_dialog->form()->shownKeys().contains(QStringLiteral("model.path")));
  type(editor("best_of_n.k"), QStringLiteral("2"));
  QVERIFY2(note("best_of_n.k").contains(QStringLiteral("Set for this phase; the run has 3")),
           qPrintable(note("best_of_n.k")));
  QCOMPARE(m_dialog->plan().config.best_of_n.k, 3);
  QCOMPARE(config::phases_of(m_dialog->plan().config)[1].settings.best_of_n.k, 2);
  QCOMPARE(m_dialog->draft().changedKeys(),
           QStringList{QStringLiteral("phase.best_of_n.best_of_n.k")});
  QVERIFY(m_dialog->draft().command().endsWith(
      QStringLiteral("two.yaml --set phase.best_of_n.best_of_n.k=2")));
  // Back to the run's, by the row; the row of another phase by the box above.
  m_dialog->form()->reveal(QStringLiteral("phase.best_of_n.best_of_n.k"));
  QTest::mouseClick(m_dialog->form()->row(QStringLiteral("best_of_n.k"))->resetButton(),
                    Qt::LeftButton);
  QCOMPARE(editor("best_of_n.k")->text(), QStringLiteral("3"));
  QVERIFY(m_dialog->draft().changedKeys().isEmpty());
  QComboBox* box = m_dialog->form()->phaseBox();
  box->setFocus();
  QTest::keyClick(box, Qt::Key_Up);
  QCOMPARE(m_dialog->form()->phase(), QStringLiteral("sft"));
  QCOMPARE(editor("optimizer.learning_rate")->text(), QStringLiteral("0.0003"));
  m_dialog->form()->reveal(QStringLiteral("phase.sft.optimizer.learning_rate"));
  QTest::mouseClick(m_dialog->form()->row(QStringLiteral("optimizer.learning_rate"))->resetButton(),
                    Qt::LeftButton);
  const auto ofRun = m_dialog->draft().text(QStringLiteral("optimizer.learning_rate"));
  QCOMPARE(editor("optimizer.learning_rate")->text(), ofRun);
  QVERIFY2(note("optimizer.learning_rate").contains(QStringLiteral("the preset has 0.0003")),
           qPrintable(note("optimizer.learning_rate")));
  // What the command says is what would run.
  const auto command = m_dialog->draft().command();
  QVERIFY2(command.contains(QStringLiteral("phase.sft.optimizer.learning_rate=") + ofRun),
           qPrintable(command));
  // A list of phases that is typed anew loses no block.
  box->setFocus();
  QTest::keyClick(box, Qt::Key_Home);
  type(editor("phases"), QStringLiteral("[sft, grpo]"));
  QVERIFY(start()->isEnabled());
  type(editor("phases"), QStringLiteral("[sft, best_of_n]"));
  QCOMPARE(list.count(), 2);
  QVERIFY(start()->isEnabled());
}

void TestLaunch::aConflictInAPhaseIsToldThere() {
  addPhase(QStringLiteral("best_of_n"));
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  QTest::mouseClick(m_dialog->phases()->settingsButton(1), Qt::LeftButton);
  type(editor("best_of_n.k"), QStringLiteral("99"));
  QVERIFY2(note("best_of_n.k").contains(QStringLiteral("at most best_of_n.n = 10, got 99")),
           qPrintable(note("best_of_n.k")));
  QVERIFY(!start()->isEnabled());
  // From elsewhere one click leads to the phase's field.
  m_dialog->form()->showPhase(QStringLiteral("grpo"));
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  QTest::mouseClick(child<QToolButton>(*m_dialog, "showProblem"), Qt::LeftButton);
  QCOMPARE(m_dialog->form()->phase(), QStringLiteral("best_of_n"));
  QCOMPARE(m_dialog->focusWidget(), editor("best_of_n.k"));
  type(editor("best_of_n.k"), QStringLiteral("x"));
  QVERIFY(note("best_of_n.k").contains(QStringLiteral("expected a whole number")));
  type(editor("best_of_n.k"), QStringLiteral("4"));
  QVERIFY(start()->isEnabled());
  // An agent without what it works on.
  addPhase(QStringLiteral("midend"));
  QVERIFY2(m_dialog->problem().contains(QStringLiteral("expected a phase frontend before midend")),
           qPrintable(m_dialog->problem()));
  m_dialog->pages()->setCurrentIndex(StartDialog::kBasics);
  QTest::mouseClick(child<QToolButton>(*m_dialog, "showProblem"), Qt::LeftButton);
  QCOMPARE(m_dialog->form()->phase(), QStringLiteral("midend"));
}

void TestLaunch::theEstimateTellsOfEachPhase() {
  addPhase(QStringLiteral("sft"));
  const EstimateView& view = *m_dialog->estimate();
  QTRY_VERIFY_WITH_TIMEOUT(view.isSettled() && view.outlook().estimate->phases.size() == 2,
                           kLoadMs);
  QStringList parts;
  for (int row = 0; row < view.table()->model()->rowCount(); ++row)
    parts << view.table()->model()->index(row, 0).data().toString();
  QVERIFY(parts.contains(QStringLiteral("peak in grpo")));
  QVERIFY(parts.contains(QStringLiteral("peak in sft")));
  // An earlier run of one of them tells of that one alone.
  const QString folder = m_fixture.folder() + QStringLiteral("/runs/earlier-sft");
  auto sft = config::load_settings("pocket");
  QVERIFY(sft);
  sft->method = "sft";
  record::RunInfo info;
  info.run_id = info.name = "earlier-sft";
  info.settings_yaml = config::to_yaml(*sft);
  info.method = "sft";
  auto writer = record::RunWriter::open(folder.toStdString(), info, {});
  QVERIFY(writer);
  (*writer)->write_fact("machine", machine_id());
  for (const std::int64_t step : {1, 2, 3}) {
    (*writer)->write_metrics({step, 0, {{"step_time", 2.0}}});
    (*writer)->write_state(record::RunState::kRunning, "", step);
  }
  QVERIFY((*writer)->flush());
  m_dialog->setKnownRuns({folder});
  QTRY_VERIFY_WITH_TIMEOUT(view.timeLine()->text().contains(QStringLiteral("grpo not known")),
                           kLoadMs);
  QVERIFY(std::isnan(expectedSeconds(view.outlook(), view.config())));
}

void TestLaunch::aBusyProgramOffersTheQueue() {
  StartDialog dialog(nullptr, StartDialog::Purpose::kBusy);
  dialog.show();
  QVERIFY(QTest::qWaitForWindowActive(&dialog));
  QVERIFY(!child<QPushButton>(dialog, "startRun")->isVisible());
  QVERIFY(child<QPushButton>(dialog, "queueRun")->isDefault());
  dialog.setTakenFolders({QString::fromStdString(dialog.plan().options.run_dir.string())});
  type(child<QLineEdit>(dialog, "name"), QStringLiteral("other"));
  QVERIFY(dialog.problem().isEmpty());
  type(child<QLineEdit>(dialog, "folder"), m_fixture.folder() + QStringLiteral("/free"));
  QTest::keyClick(child<QLineEdit>(dialog, "folder"), Qt::Key_Return);
  QCOMPARE(dialog.answer(), StartDialog::Answer::kQueue);
}

void TestLaunch::everyControlHasAName() {
  for (int page = 0; page < m_dialog->pages()->count(); ++page) {
    m_dialog->pages()->setCurrentIndex(page);
    const auto all = m_dialog->findChildren<QWidget*>();
    for (const QWidget* one : all) {
      if (!one->isVisible() || !(one->focusPolicy() & Qt::TabFocus)) continue;
      const auto* button = qobject_cast<const QAbstractButton*>(one);
      const bool hasName = !one->accessibleName().isEmpty() ||
                           (button != nullptr && !button->text().isEmpty()) ||
                           qobject_cast<const QTabBar*>(one) != nullptr;
      QVERIFY2(hasName, qPrintable(QString::fromLatin1(one->metaObject()->className()) +
                                   QLatin1Char(' ') + one->objectName()));
    }
  }
}

NEREID_APP_TEST_MAIN(TestLaunch)
#include "tst_launch.moc"
