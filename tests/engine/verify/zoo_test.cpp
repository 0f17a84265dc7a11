// SPDX-License-Identifier: GPL-3.0-or-later
// The cheat zoo: no cheat gets in, no honest twin is turned away.
#include "engine/verify/zoo.h"

#include <algorithm>
#include <set>

#include "engine/base/paths.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

Zoo zoo() {
  Result<Zoo> loaded = load_zoo(resource_dir() / "zoo");
  EXPECT_TRUE(loaded) << loaded.error().message;
  return loaded ? std::move(*loaded) : Zoo();
}

TEST(Zoo, HoldsDistinctTricksWithATwinEach) {
  const Zoo loaded = zoo();
  EXPECT_GE(loaded.entries.size(), 60u);
  std::set<std::string> ids, mechanisms, cheats;
  for (const ZooEntry& entry : loaded.entries) {
    EXPECT_TRUE(ids.insert(entry.id).second) << entry.id;
    EXPECT_TRUE(mechanisms.insert(entry.mechanism).second) << entry.id;
    EXPECT_TRUE(cheats.insert(entry.cheat).second) << entry.id;
    EXPECT_GT(entry.mechanism.size(), 20u) << entry.id;
    EXPECT_NE(entry.cheat, entry.twin) << entry.id;
    EXPECT_TRUE(entry.told_on_cpu || entry.told_on_cuda) << entry.id;
  }
}

// The same inputs everywhere, so that this changes with the code alone; `nereid bench verify --zoo`
// draws others each time.
constexpr std::uint64_t kSeed = 4'503'599'627'370'449;

TEST(Zoo, NoCheatGetsInAndNoTwinIsTurnedAway) {
  const Zoo loaded = zoo();
  const auto verifier = start_verifier();
  const ZooReport report = run_zoo(*verifier, loaded, {}, kSeed, [](int, int) {});
  ASSERT_EQ(report.results.size(), loaded.entries.size());
  for (const ZooResult& result : report.results) {
    EXPECT_NE(result.cheat_outcome, ZooOutcome::kFalse)
        << "accepted: " << result.entry->id << ", seed " << result.cheat->seed;
    EXPECT_EQ(result.twin_outcome, ZooOutcome::kRight)
        << "turned away: " << result.entry->id << ": " << result.twin->reason.message << ", seed "
        << result.twin->seed;
    EXPECT_FALSE(result.other_reason) << result.entry->id << ": " << result.cheat->reason.code
                                      << ", " << result.cheat->reason.message;
  }
}

// This cheat refuses float16, and the order of the inputs is drawn: behind a refusal its processes
// are new.
TEST(Zoo, FarSizesAreLookedAtWhateverInputComesBefore) {
  const Zoo loaded = zoo();
  const auto capped = std::ranges::find(loaded.entries, "inputs/programs_capped", &ZooEntry::id);
  ASSERT_NE(capped, loaded.entries.end());
  const auto verifier = start_verifier();
  std::vector<VerifyRequest> requests;
  for (std::uint64_t seed = 100; seed < 120; ++seed) {
    for (const bool twin : {false, true}) {
      requests.push_back(zoo_request(*capped, twin, {}));
      requests.back().seed = seed;
      requests.back().id += "/" + std::to_string(seed);
    }
  }
  const auto verdicts = judge_all(*verifier, requests);
  ASSERT_EQ(verdicts.size(), requests.size());
  for (const auto& verdict : verdicts)
    EXPECT_EQ(verdict->accepted, verdict->id.find("twin") != std::string::npos) << verdict->id;
}

TEST(Zoo, CountsByClass) {
  ZooEntry clock{.id = "timing/late", .class_id = "timing", .told_on_cpu = false};
  ZooEntry plain{.id = "inputs/one", .class_id = "inputs"};
  Verdict accepted, rejected;
  accepted.accepted = true;
  accepted.device = rejected.device = "cpu";
  EXPECT_EQ(zoo_outcome(plain, accepted, false), ZooOutcome::kFalse);
  EXPECT_EQ(zoo_outcome(plain, rejected, false), ZooOutcome::kRight);
  EXPECT_EQ(zoo_outcome(plain, accepted, true), ZooOutcome::kRight);
  EXPECT_EQ(zoo_outcome(plain, rejected, true), ZooOutcome::kFalse);
  EXPECT_EQ(zoo_outcome(clock, accepted, false), ZooOutcome::kNotHere);
  accepted.device = "cuda";
  EXPECT_EQ(zoo_outcome(clock, accepted, false), ZooOutcome::kFalse);
  plain.harmless = true;
  EXPECT_EQ(zoo_outcome(plain, accepted, false), ZooOutcome::kContained);
}

}  // namespace
}  // namespace nereid::verify
