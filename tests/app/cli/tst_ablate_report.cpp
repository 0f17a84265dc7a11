// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "app/cli/ablate_cells.h"
#include "app/cli/ablate_report.h"
#include "engine/config/ablation.h"

using namespace nereid;
using namespace nereid::app;

namespace {

// The score is 0.1, 0.05 more with staged evaluation, 0.2 more with both of the last two switches;
// a seed adds its number in hundredths.
double score_of(std::size_t cell, std::uint64_t seed) {
  return 0.1 + ((cell & 2U) != 0 ? 0.05 : 0.0) + ((cell & 12U) == 12U ? 0.2 : 0.0) +
         0.01 * static_cast<double>(seed);
}

struct Sample {
  AblationPlan plan;
  std::vector<AblationOutcome> outcomes;
};

Sample sample(int seeds) {
  Sample out;
  out.plan.root = "/ablation";
  out.plan.seeds = seeds;
  const auto matrix = config::ablation_matrix();
  const auto configs = config::ablation_runs(out.plan.base);
  for (std::size_t cell = 0; cell < matrix.size(); ++cell) out.plan.cells.push_back(cell);
  for (int seed = 0; seed < seeds; ++seed) {
    for (std::size_t cell = 0; cell < matrix.size(); ++cell) {
      AblationRun run{.cell = cell, .name = matrix[cell].name, .config = configs[cell]};
      run.seed = static_cast<std::uint64_t>(seed);
      run.folder = out.plan.root / matrix[cell].name;
      out.plan.runs.push_back(run);
      out.outcomes.push_back({.state = AblationState::kScored,
                              .steps = 4,
                              .model = {},
                              .measures = {{"pass_at_1", score_of(cell, run.seed)},
                                           {"verifier_seconds", (cell & 1U) != 0 ? 50.0 : 10.0},
                                           {"candidates", 32}}});
    }
  }
  return out;
}

OrderedJson effect(const OrderedJson& report, const char* list, const std::string& measure,
                   const std::string& of) {
  for (const OrderedJson& row : report[list])
    if (row["measure"] == measure && row["of"] == of) return row;
  return {};
}

bool near(const OrderedJson& value, double expected) {
  return value.is_number() && std::abs(value.get<double>() - expected) < 1e-12;
}

}  // namespace

class TestAblateReport : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void effectsOfAScoreThatIsKnown();
  void oneSeedHasNoInterval();
  void whatIsNotDoneCountsNowhere();
  void tablesHaveARowARunAndAnEffect();
  void timeLeftIsMeasured();
};

void TestAblateReport::effectsOfAScoreThatIsKnown() {
  const Sample three = sample(3);
  const OrderedJson report = report_of(three.plan, three.outcomes);
  const OrderedJson staged = effect(report, "main_effects", "pass_at_1", "staged_evaluation");
  QVERIFY(near(staged["mean"], 0.05));
  QVERIFY(near(staged["low"], 0.05));
  QCOMPARE(staged["seeds"].get<int>(), 3);
  QCOMPARE(staged["comparisons"].get<int>(), 8);
  QVERIFY(near(effect(report, "main_effects", "pass_at_1", "adaptive_curriculum")["mean"], 0.1));
  QVERIFY(near(effect(report, "interactions", "pass_at_1",
                      "adaptive_curriculum x calibrated_timing")["mean"],
               0.1));
  QVERIFY(near(
      effect(report, "interactions", "pass_at_1", "multi_input x staged_evaluation")["mean"], 0));
  QVERIFY(near(effect(report, "main_effects", "verifier_seconds", "multi_input")["mean"], 40));
  QVERIFY(near(report["cells"][15]["pass_at_1"]["mean"], 0.36));
  // 0.35, 0.36, 0.37: s / sqrt(3) * 4.3027.
  QVERIFY(std::abs(report["cells"][15]["pass_at_1"]["high"].get<double>() - 0.36 -
                   4.302653 * 0.01 / std::sqrt(3.0)) < 1e-7);
  const std::string words = report_in_words(report);
  QVERIFY2(words.find("seed 2") != std::string::npos, words.c_str());
  QVERIFY2(words.find("0.050  [0.050, 0.050]") != std::string::npos, words.c_str());
  QVERIFY2(words.find("seconds of the verifier: what switching") != std::string::npos,
           words.c_str());
}

void TestAblateReport::oneSeedHasNoInterval() {
  const Sample one = sample(1);
  const OrderedJson report = report_of(one.plan, one.outcomes);
  const OrderedJson staged = effect(report, "main_effects", "pass_at_1", "staged_evaluation");
  QVERIFY(near(staged["mean"], 0.05));
  QVERIFY(staged["low"].is_null());
  QVERIFY(report_in_words(report).find("no interval from one seed") != std::string::npos);
}

void TestAblateReport::whatIsNotDoneCountsNowhere() {
  Sample two = sample(2);
  // Of seed 1 nothing but the plain cell: the seed tells of no switch.
  for (std::size_t i = 17; i < 32; ++i) two.outcomes[i] = {};
  const OrderedJson report = report_of(two.plan, two.outcomes);
  QCOMPARE(effect(report, "main_effects", "pass_at_1", "multi_input")["seeds"].get<int>(), 1);
  QCOMPARE(report["runs"][20]["state"].get<std::string>(), std::string("waiting"));
  QVERIFY(report["runs"][20]["pass_at_1"].is_null());
  QVERIFY(report_in_words(report).find("waiting") != std::string::npos);
  // Half a training costs half: it is no cost of its cell.
  two.outcomes[1] = {.state = AblationState::kBegun,
                     .steps = 1,
                     .model = {},
                     .measures = {{"verifier_seconds", 1e6}, {"candidates", 1}}};
  const OrderedJson half = report_of(two.plan, two.outcomes);
  QVERIFY(near(effect(half, "main_effects", "verifier_seconds", "multi_input")["mean"], 40));
}

void TestAblateReport::tablesHaveARowARunAndAnEffect() {
  const Sample two = sample(2);
  const OrderedJson report = report_of(two.plan, two.outcomes);
  const std::string runs = runs_csv(report), effects = effects_csv(report);
  QCOMPARE(std::count(runs.begin(), runs.end(), '\n'), 1 + 32);
  QVERIFY(runs.starts_with(
      "cell,multi_input,staged_evaluation,adaptive_curriculum,calibrated_timing,seed,state,"));
  // Three measures, each with four switches and six pairs of them.
  QCOMPARE(std::count(effects.begin(), effects.end(), '\n'), 1 + 3 * (4 + 6));
}

void TestAblateReport::timeLeftIsMeasured() {
  AblationRest rest{.train_left = 3, .scores_left = 4, .parallel = 2};
  QCOMPARE(seconds_left(rest), -1.0);
  rest.train_seconds = 30;  // half a training took 30 s
  rest.trained = 0.5;
  QCOMPARE(seconds_left(rest), 90.0);
  rest.score_seconds = 20;
  rest.scored = 2;
  QCOMPARE(seconds_left(rest), 110.0);
  rest.train_left = 0;
  QCOMPARE(seconds_left(rest), 20.0);
}

QTEST_APPLESS_MAIN(TestAblateReport)
#include "tst_ablate_report.moc"
