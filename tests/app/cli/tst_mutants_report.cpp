// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "app/cli/mutants_report.h"

using namespace nereid;
using evaluate::MutantOutcome;
using evaluate::MutantReport;
using evaluate::MutantResult;

namespace {

MutantResult result(const std::string& id, MutantOutcome outcome) {
  MutantResult one;
  one.mutant = {id, "swish/right_plain", "mask_removed", 12, "  old line", "  new line", "text"};
  one.outcome = outcome;
  if (outcome == MutantOutcome::kCaught) {
    one.rejected_at = verify::Stage::kCompile;
    one.reason = {"compile_error", "no such name"};
  }
  if (outcome == MutantOutcome::kEscaped) {
    one.examination = {"prime sizes, zero mean", {{13, 19}, {19}}, 0.25, 0.125, 1e-5, true, ""};
    one.flags = {"strided_inputs"};
  }
  return one;
}

MutantReport sample() {
  MutantReport report;
  report.sources = 1;
  report.jobs = 1;
  report.rejected_sources = {"bad/source: wrong values"};
  report.results = {result("a", MutantOutcome::kCaught), result("b", MutantOutcome::kCaught),
                    result("c", MutantOutcome::kCaught), result("d", MutantOutcome::kEscaped),
                    result("e", MutantOutcome::kSame),   result("f", MutantOutcome::kPending)};
  return report;
}

}  // namespace

class TestMutantsReport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textHasTheTableAndEveryEscapedMutant();
  void textWithoutMutantsHasNoScore();
  void jsonHasEveryMutant();
};

void TestMutantsReport::textHasTheTableAndEveryEscapedMutant() {
  const QString text = QString::fromStdString(app::mutants_text(sample()));
  QVERIFY2(text.startsWith(QStringLiteral("6 mutants of 1 right candidates")), qPrintable(text));
  const QRegularExpression row(QStringLiteral(
      "mask_removed +6 +3 +1 +1 +0 +0 +1 +0\\.750 +\\[0\\.301, 0\\.954\\] +0 +3 +0 +0\\n"));
  QVERIFY2(row.match(text).hasMatch(), qPrintable(text));
  QVERIFY(text.contains(QStringLiteral("caught by: compile_error 3\n")));
  QVERIFY(text.contains(QStringLiteral("rejected: bad/source: wrong values\n")));
  QCOMPARE(text.count(QStringLiteral("ESCAPED ")), 1);
  QVERIFY2(text.contains(QStringLiteral("ESCAPED d, line 12\n    -   old line\n    +   new line\n"
                                        "    prime sizes, zero mean (13x19, 19): differs by 0.25; "
                                        "error 0.12, bound 1e-05: the verifier would reject it "
                                        "on this input\n"
                                        "    accepted with a flag: strided_inputs\n")),
           qPrintable(text));
}

void TestMutantsReport::textWithoutMutantsHasNoScore() {
  MutantReport report;
  report.cancelled = true;
  const QString text = QString::fromStdString(app::mutants_text(report));
  QVERIFY2(text.startsWith(QStringLiteral("CANCELLED. 0 mutants")), qPrintable(text));
  QVERIFY2(!text.contains(QStringLiteral("0.000  [")), qPrintable(text));
}

void TestMutantsReport::jsonHasEveryMutant() {
  const OrderedJson json = app::mutants_json(sample());
  QCOMPARE(json.at("mutants").size(), std::size_t{6});
  const OrderedJson& caught = json.at("mutants").at(0);
  QCOMPARE(caught.at("outcome").get<std::string>(), std::string("caught"));
  QCOMPARE(caught.at("rejected_at").get<std::string>(), std::string("compile"));
  QVERIFY(caught.at("examination").is_null());
  QVERIFY(caught.at("flags").empty());
  const OrderedJson& escaped = json.at("mutants").at(3);
  QVERIFY(escaped.at("rejected_at").is_null());
  QCOMPARE(escaped.at("flags").at(0).get<std::string>(), std::string("strided_inputs"));
  QCOMPARE(escaped.at("examination").at("shapes").at(0).at(1).get<int>(), 19);
  const OrderedJson& all = json.at("classes").back();
  QCOMPARE(all.at("class").get<std::string>(), std::string("all"));
  QCOMPARE(all.at("caught_at").at("compile").get<int>(), 3);
  QCOMPARE(all.at("caught_by").at("compile_error").get<int>(), 3);
}

QTEST_APPLESS_MAIN(TestMutantsReport)
#include "tst_mutants_report.moc"
