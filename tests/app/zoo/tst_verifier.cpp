// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QToolButton>

#include "app/bench/verify_page.h"
#include "app/desk/actions.h"
#include "app/desk/message_bar.h"
#include "app/desk/panel.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/zoo/verifier_metrics.h"
#include "app/zoo/verifier_page.h"
#include "app/zoo/zoo_detail.h"
#include "app/zoo/zoo_page.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_editor.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/look/tree_view.h"
#include "widgets/words/format.h"

using namespace nereid;
using namespace nereid::app;

namespace {

constexpr int kLoadMs = 30'000;              // generous: the machine may be busy
constexpr int kVerifyMs = 300'000;           // the zygotes import torch first
constexpr const char* kClass = "precision";  // the smallest one

verify::Verdict verdictOn(const std::string& source, bool accepted, const char* code) {
  verify::Verdict verdict;
  verdict.accepted = accepted;
  verdict.reason = {code, accepted ? "" : "said \"no\", at [0, 1]"};
  verdict.candidate_sha256 = sha256_hex(source);
  verdict.versions = {{"triton", "3.6.0"}};
  verdict.total_ms = 12.5;
  return verdict;
}

VerdictPtr shared(verify::Verdict verdict) {
  return std::make_shared<const verify::Verdict>(std::move(verdict));
}

/// Every outcome in turn over the entries of the real zoo; a few are not judged.
ZooPairs answers(const verify::Zoo& zoo) {
  ZooPairs pairs(zoo.entries.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const verify::ZooEntry& entry = zoo.entries[i];
    if (i % 11 == 10) continue;
    verify::Verdict cheat = verdictOn(entry.cheat, i % 3 == 0 || entry.harmless, "wrong_values");
    if (i % 5 == 1) cheat.reason.code = "not_judgeable_here";
    if (i % 2 == 0 && !entry.flag.empty()) cheat.flags = {entry.flag};
    pairs[i].cheat = shared(std::move(cheat));
    if (i % 11 != 9) pairs[i].twin = shared(verdictOn(entry.twin, i % 4 != 3, "timeout"));
    pairs[i].build = QStringLiteral("0.1.0");
    pairs[i].unixMs = 1'790'000'000'000 + static_cast<qint64>(i);
  }
  return pairs;
}

/// The engine's own sums over the pairs that are whole.
verify::ZooReport reportOf(const verify::Zoo& zoo, const ZooPairs& pairs) {
  verify::ZooReport report;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!pairs[i].cheat || !pairs[i].twin) continue;
    const verify::ZooEntry& entry = zoo.entries[i];
    report.results.push_back({.entry = &entry,
                              .cheat = pairs[i].cheat,
                              .twin = pairs[i].twin,
                              .cheat_outcome = verify::zoo_outcome(entry, *pairs[i].cheat, false),
                              .twin_outcome = verify::zoo_outcome(entry, *pairs[i].twin, true),
                              .other_reason = verify::zoo_other_reason(entry, *pairs[i].cheat)});
  }
  return report;
}

}  // namespace

/// The Verifier dock: texts and sums without a process, then the real verifier on one class.
class TestVerifier : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void sumsAgreeWithTheEngine();
  void treeModelKeepsItsPromises();
  void filterShowsEntriesOfMatchingWords();
  void answersAreKeptAndRecalled();
  void answersToAChangedSourceAreDropped();
  void exportsAreReadable();
  void nothingIsJudgedAtFirst();
  void zooThatCannotBeReadIsNamedAndReadAgain();
  void verifierThatCannotStartIsNamed();
  void lanesAndStagesAreTabled();
  void aClassIsJudgedKeptAndOpened();
  void cancelKeepsTheFormerAnswersAndOthersGoOn();

 private:
  VerifierPage& page() { return view<VerifierPage>("verifier"); }
  ZooPage& zooPage() { return *page().zoo(); }
  /// Shows the dock in its workspace and waits for the zoo.
  bool openZoo();
  QModelIndex rowOf(const QString& classId);
  void chooseClass();

  verify::Zoo m_zoo;
};

void TestVerifier::initTestCase() {
  auto zoo = verify::load_zoo(resource_dir() / "zoo");
  QVERIFY(bool(zoo));
  m_zoo = std::move(*zoo);
}

void TestVerifier::init() {
  m_fixture.forgetSettings();
  QFile::remove(QString::fromStdString(zooResultFile().string()));
  QVERIFY(m_fixture.openWindow());
}

bool TestVerifier::openZoo() {
  window().workspaces().show(QStringLiteral("verify"));
  window().docks().activate(QStringLiteral("verifier"));
  return QTest::qWaitFor([this] { return zooPage().run().zoo() != nullptr; }, kLoadMs);
}

QModelIndex TestVerifier::rowOf(const QString& classId) {
  for (int row = 0; row < zooPage().proxy()->rowCount(); ++row) {
    const QModelIndex index = zooPage().proxy()->index(row, 0);
    if (zooPage().model()->classOf(zooPage().proxy()->mapToSource(index)) == classId) return index;
  }
  return {};
}

void TestVerifier::chooseClass() {
  QComboBox* scope = zooPage().scopeBox();
  scope->setFocus();
  for (int i = 0; scope->currentData() != QLatin1String(kClass) && i < scope->count(); ++i) {
    QTest::keyClick(scope, Qt::Key_Down);
  }
}

void TestVerifier::sumsAgreeWithTheEngine() {
  ZooPairs pairs = answers(m_zoo);
  for (ZooPair& pair : pairs) {
    if (!pair.twin) pair.cheat = nullptr;
  }
  const verify::ZooReport report = reportOf(m_zoo, pairs);
  const auto compare = [&](std::string_view id) {
    const ZooTally ours = tally(m_zoo, pairs, id);
    const verify::ZooCounts theirs = report.counts(id);
    QCOMPARE(ours.cheats, theirs.entries);
    QCOMPARE(ours.twins, theirs.entries);
    QCOMPARE(ours.false_accepts, theirs.false_accepts);
    QCOMPARE(ours.false_rejects, theirs.false_rejects);
    QCOMPARE(ours.other_reasons, theirs.other_reasons);
    QCOMPARE(ours.contained, theirs.contained);
    QCOMPARE(ours.flagged, theirs.flagged);
    QCOMPARE(ours.not_here, theirs.not_here);
  };
  compare("");
  for (const verify::ZooClass& row : m_zoo.classes) compare(row.id);
  const ZooTally all = tally(m_zoo, pairs, "");
  QVERIFY2(all.false_accepts > 0 && all.false_rejects > 0 && all.contained > 0 && all.not_here > 0,
           "the answers of this test must show every outcome");
}

void TestVerifier::treeModelKeepsItsPromises() {
  QVERIFY(openZoo());
  ZooModel& model = *zooPage().model();
  const QAbstractItemModelTester direct(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  const QAbstractItemModelTester proxied(zooPage().proxy(),
                                         QAbstractItemModelTester::FailureReportingMode::Fatal);
  QCOMPARE(model.rowCount(), 1 + static_cast<int>(m_zoo.classes.size()));
  for (int entry = 0; entry < static_cast<int>(m_zoo.entries.size()); ++entry) {
    const QModelIndex index = model.indexOf(entry, ZooModel::kName);
    QCOMPARE(model.entryOf(index), entry);
    QCOMPARE(model.classOf(index.parent()),
             QString::fromStdString(m_zoo.entries[static_cast<std::size_t>(entry)].class_id));
    QCOMPARE(index, model.index(index.row(), 0, index.parent()));
  }
  zooPage().tree()->sortByColumn(ZooModel::kName, Qt::DescendingOrder);
  QCOMPARE(zooPage().proxy()->index(0, 0).data().toString(), QStringLiteral("Whole zoo"));
  zooPage().tree()->sortByColumn(ZooModel::kName, Qt::AscendingOrder);
  QCOMPARE(zooPage().proxy()->index(0, 0).data().toString(), QStringLiteral("Whole zoo"));
}

void TestVerifier::filterShowsEntriesOfMatchingWords() {
  QVERIFY(openZoo());
  zooPage().filterLine()->setFocus();
  QTest::keyClicks(zooPage().filterLine(), QStringLiteral("tf32 dot"));
  QCOMPARE(zooPage().proxy()->shownEntries(), 1);
  QVERIFY(zooPage().progressText().startsWith(QStringLiteral("1 of ")));
  const QModelIndex row = rowOf(QLatin1String(kClass));
  QVERIFY(zooPage().tree()->isExpanded(row));
  QCOMPARE(zooPage().proxy()->index(0, 0, row).data().toString(), QStringLiteral("tf32 dot"));
  zooPage().filterLine()->clear();
  QCOMPARE(zooPage().proxy()->shownEntries(), static_cast<int>(m_zoo.entries.size()));
}

void TestVerifier::answersAreKeptAndRecalled() {
  const ZooPairs pairs = answers(m_zoo);
  const auto again = recallZoo(m_zoo, keepZoo(m_zoo, pairs), "last.json");
  QVERIFY(bool(again));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    QCOMPARE((*again)[i].unixMs, pairs[i].unixMs);
    QCOMPARE((*again)[i].build, pairs[i].build);
    QCOMPARE(bool((*again)[i].twin), bool(pairs[i].twin));
    QCOMPARE(bool((*again)[i].cheat), bool(pairs[i].cheat));
    if (!pairs[i].cheat) continue;
    QCOMPARE(verify::to_json_text(*(*again)[i].cheat), verify::to_json_text(*pairs[i].cheat));
  }
  const auto broken = recallZoo(m_zoo, "{\"schema\":", "last.json");
  QVERIFY(!broken && broken.error().message.find("last.json") != std::string::npos);
  QVERIFY(!recallZoo(m_zoo, "{\"schema\":\"other/1\"}", "last.json"));
}

void TestVerifier::answersToAChangedSourceAreDropped() {
  const std::string text = keepZoo(m_zoo, answers(m_zoo));
  verify::Zoo changed = m_zoo;
  changed.entries[0].cheat += "\n# changed\n";
  const auto pairs = recallZoo(changed, text, "last.json");
  QVERIFY(bool(pairs));
  QVERIFY((*pairs)[0].cheat == nullptr);
  QVERIFY((*pairs)[0].twin != nullptr);
}

void TestVerifier::exportsAreReadable() {
  const ZooPairs pairs = answers(m_zoo);
  const ZooTally all = tally(m_zoo, pairs, "");
  const QString csv = zooCsv(m_zoo, pairs);
  QCOMPARE(csv.count(QLatin1Char('\n')), 1 + all.cheats + all.twins);
  QVERIFY(csv.contains(QStringLiteral("\"said \"\"no\"\", at [0, 1]\"")));
  const auto json = parse_json(zooJson(m_zoo, pairs));
  QVERIFY(bool(json));
  QCOMPARE((*json)["all"]["false_accepts"].get<int>(), all.false_accepts);
  QCOMPARE((*json)["classes"].size(), m_zoo.classes.size());
  const QString table = zooMarkdown(m_zoo, pairs);
  QVERIFY(table.contains(QStringLiteral("| all | %1 of %2 | %3 of %2 | %4 | %5 |")
                             .arg(all.cheats)
                             .arg(all.entries)
                             .arg(all.twins)
                             .arg(all.false_accepts)
                             .arg(all.false_rejects)));
  QVERIFY(table.contains(QStringLiteral("Nereid 0.1.0, Triton 3.6.0, cpu")));
  QCOMPARE(table.count(QStringLiteral("- false accept")), all.false_accepts);
}

void TestVerifier::nothingIsJudgedAtFirst() {
  QVERIFY(openZoo());
  QVERIFY(!page().copyAction()->isEnabled());
  QVERIFY(!page().exportAction()->isEnabled());
  QVERIFY(page().strip()->text().contains(QStringLiteral("No verifier runs")));
  QVERIFY(zooPage().progressText().startsWith(QStringLiteral("Not judged yet")));
  QVERIFY(page().head()->note().startsWith(QString::number(m_zoo.entries.size())));
  // A trick shows what it does and what is expected, also before it is judged.
  zooPage().tree()->setFocus();
  QTest::keyClick(zooPage().tree(), Qt::Key_Down);
  QTest::keyClick(zooPage().tree(), Qt::Key_Right);
  QTest::keyClick(zooPage().tree(), Qt::Key_Down);
  QVERIFY(zooPage().selectedVerdict() == nullptr);
  QCOMPARE(zooPage().detail()->editor()->source(), QString::fromStdString(m_zoo.entries[0].cheat));
  QCOMPARE(zooPage().detail()->verdictLabel()->text(), QStringLiteral("not judged yet"));
  QTest::mouseClick(zooPage().detail()->twinButton(), Qt::LeftButton);
  QCOMPARE(zooPage().detail()->editor()->source(), QString::fromStdString(m_zoo.entries[0].twin));
}

void TestVerifier::zooThatCannotBeReadIsNamedAndReadAgain() {
  const QByteArray resources = qgetenv("NEREID_RESOURCES");
  qputenv("NEREID_RESOURCES", m_fixture.folder().toUtf8());
  window().workspaces().show(QStringLiteral("verify"));
  window().docks().activate(QStringLiteral("verifier"));
  QPushButton* again = zooPage().emptyState()->button();
  QTRY_VERIFY_WITH_TIMEOUT(again->isVisible(), kLoadMs);
  QVERIFY(zooPage().emptyState()->accessibleDescription().contains(QStringLiteral("zoo")));
  resources.isNull() ? qunsetenv("NEREID_RESOURCES") : qputenv("NEREID_RESOURCES", resources);
  QTest::mouseClick(again, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(zooPage().tree()->isVisible(), kLoadMs);
}

void TestVerifier::verifierThatCannotStartIsNamed() {
  const QByteArray python = qgetenv("NEREID_PYTHON");
  qputenv("NEREID_PYTHON", "/nowhere/python");
  QVERIFY(openZoo());
  QTest::mouseClick(zooPage().runButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(window().messages().text().contains(QStringLiteral("/nowhere/python")),
                           kLoadMs);
  python.isNull() ? qunsetenv("NEREID_PYTHON") : qputenv("NEREID_PYTHON", python);
  QVERIFY(!zooPage().run().isRunning());
  QVERIFY(!zooPage().hasResults());
  QCOMPARE(zooPage().runButton()->text(), QStringLiteral("Judge"));
}

void TestVerifier::lanesAndStagesAreTabled() {
  QVERIFY(openZoo());
  verify::VerifierStats stats;
  stats.finished = 1234;
  stats.candidates_per_second = 2.345;
  stats.sandbox = {"landlock", "seccomp"};
  stats.lanes = {{.name = "run", .slots = 2, .waiting = 7, .passes = 4, .use = 0.5, .waited_s = 2},
                 {.name = "timing"}};
  stats.stages = {{.name = "compile", .count = 9, .rejected = 3, .total_s = 1.5, .p50_ms = 120}};
  page().strip()->setStats(stats);
  page().lanes()->setStats(stats);
  QCOMPARE(page().strip()->text(),
           QStringLiteral("queued 0, judging 0, candidates/s 2.3, judged 1,234, from cache 0, "
                          "restarts 0, sandbox landlock seccomp"));
  const auto cell = [](const widgets::CellModel* model, int row, int column) {
    return model->index(row, column).data().toString();
  };
  QCOMPARE(cell(page().lanes()->lanes(), 0, 4), QStringLiteral("50 %"));
  QCOMPARE(cell(page().lanes()->lanes(), 0, 6), QStringLiteral("500 ms"));
  QCOMPARE(cell(page().lanes()->lanes(), 1, 1), widgets::missing());
  QCOMPARE(cell(page().lanes()->stages(), 0, 3), QStringLiteral("120 ms"));
  QTest::mouseClick(page().tabs(), Qt::LeftButton, {}, page().tabs()->tabRect(1).center());
  QVERIFY(page().lanes()->isVisible());
}

void TestVerifier::aClassIsJudgedKeptAndOpened() {
  QVERIFY(openZoo());
  chooseClass();
  const int entries = tally(m_zoo, ZooPairs(m_zoo.entries.size()), kClass).entries;
  QSignalSpy changed(&zooPage().run(), &ZooRun::entryChanged);
  QTest::mouseClick(zooPage().runButton(), Qt::LeftButton);
  QVERIFY(zooPage().run().isRunning());
  QCOMPARE(zooPage().run().total(), 2 * entries);
  QCOMPARE(zooPage().runButton()->text(), QStringLiteral("Cancel"));
  // One verdict after the other, and each is seen at once.
  QTRY_VERIFY_WITH_TIMEOUT(zooPage().run().done() >= 1, kVerifyMs);
  QVERIFY(zooPage().hasResults());
  QTRY_VERIFY_WITH_TIMEOUT(!zooPage().run().isRunning(), kVerifyMs);
  QVERIFY(changed.count() >= 2 * entries);
  const ZooTally sums = tally(*zooPage().run().zoo(), zooPage().run().pairs(), kClass);
  QVERIFY(sums.isComplete());
  QCOMPARE(sums.false_accepts, 0);
  QCOMPARE(sums.false_rejects, 0);
  QVERIFY(page().head()->note().contains(QStringLiteral("accepts: 0 of %1 cheats").arg(entries)));
  QTRY_VERIFY(page().strip()->text().contains(QStringLiteral("judged %1").arg(2 * entries)));
  // The next start shows the same, with its date and build.
  const QString origin = zooPage().progressText();
  QVERIFY2(origin.contains(QStringLiteral("Nereid 0.")), qPrintable(origin));
  const QString kept = zooMarkdown(m_zoo, zooPage().run().pairs());
  QVERIFY(m_fixture.openWindow());
  QVERIFY(openZoo());
  QCOMPARE(zooPage().progressText(), origin);
  zooPage().tree()->setFocus();
  QTest::keyClick(zooPage().tree(), Qt::Key_C, Qt::ControlModifier);
  QCOMPARE(QGuiApplication::clipboard()->text(), kept);
  // A trick: its verdict in the evidence docks, then in the editors.
  zooPage().tree()->setCurrentIndex(rowOf(QLatin1String(kClass)));
  QTest::keyClick(zooPage().tree(), Qt::Key_Right);
  QTest::keyClick(zooPage().tree(), Qt::Key_Down);
  const VerdictPtr verdict = zooPage().selectedVerdict();
  QVERIFY(verdict != nullptr);
  QCOMPARE(window().subject().verdict(), verdict);
  QCOMPARE(window().docks().view<widgets::InputsTable>("inputs")->model()->rowCount(),
           static_cast<int>(verdict->inputs.size()));
  QTest::keyClick(zooPage().tree(), Qt::Key_Return);
  auto* editors = window().docks().view<VerifyPage>("editors");
  QTRY_VERIFY(editors->isVisible());
  QCOMPARE(sha256_hex(editors->candidateEditor()->source().toStdString()),
           verdict->candidate_sha256);
  QCOMPARE(editors->lastVerdict(), verdict);
}

void TestVerifier::cancelKeepsTheFormerAnswersAndOthersGoOn() {
  QVERIFY(openZoo());
  chooseClass();
  QTest::mouseClick(zooPage().runButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(zooPage().run().done() >= 1, kVerifyMs);
  // A candidate of the user is under way when the run is ended.
  const verify::ZooEntry& entry = m_zoo.entries[0];
  QSignalSpy answered(&window().verifier(), &VerifyService::verdictReady);
  const quint64 ticket = window().verifier().submit(verify::zoo_request(entry, /*twin=*/true, {}));
  const int before = zooPage().run().done();
  QTest::keyClick(zooPage().tree(), Qt::Key_Escape);
  QVERIFY(!zooPage().run().isRunning());
  QCOMPARE(window().verifier().pending(), 1);
  const ZooTally sums = tally(m_zoo, zooPage().run().pairs(), kClass);
  QCOMPARE(sums.cheats + sums.twins, before);
  QTRY_VERIFY_WITH_TIMEOUT(window().verifier().pending() == 0, kVerifyMs);
  QCOMPARE(answered.last().first().toULongLong(), ticket);
  QVERIFY(answered.last().at(1).value<VerdictPtr>()->accepted);
  QCOMPARE(tally(m_zoo, zooPage().run().pairs(), kClass).cheats, sums.cheats);
}

NEREID_APP_TEST_MAIN(TestVerifier)
#include "tst_verifier.moc"
