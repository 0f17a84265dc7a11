// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/kept/keeper.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/base/file.h"
#include "engine/verify/stages/attempt.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

VerifyRequest request() {
  VerifyRequest request;
  request.reference = "reference";
  request.candidate = "candidate";
  request.seed = 7;
  return request;
}

Verdict accepted() {
  Verdict verdict = empty_verdict(request());
  verdict.accepted = true;
  verdict.reason = {"ok", "right"};
  return verdict;
}

Verdict rejected(const std::string& code) {
  Verdict verdict = empty_verdict(request());
  verdict.rejected_at = Stage::kFull;
  verdict.reason.code = code;
  return verdict;
}

TEST(MayBeKept, OnlyJudgementsThatWouldComeOutTheSame) {
  EXPECT_TRUE(may_be_kept(accepted(), request(), false));
  for (const char* code : {"wrong_values", "syntax_error", "compile_error", "data_race"})
    EXPECT_TRUE(may_be_kept(rejected(code), request(), false)) << code;
  for (const char* code :
       {"timeout", "compile_timeout", "memory_limit", "crashed", "nondeterministic"})
    EXPECT_FALSE(may_be_kept(rejected(code), request(), false)) << code;
  for (const char* code : {"infrastructure", "cancelled", "reference_error", "task_too_large",
                           "not_judgeable_here", "bad_request"}) {
    Verdict none = empty_verdict(request());
    none.reason.code = code;
    EXPECT_FALSE(may_be_kept(none, request(), false)) << code;
  }
}

TEST(MayBeKept, NotWhereTheReferenceIsChance) {
  Verdict verdict = accepted();
  verdict.flags = {"nondeterministic_reference"};
  EXPECT_FALSE(may_be_kept(verdict, request(), false));
}

TEST(MayBeKept, NotWithoutTheTimeThatAGpuShouldHaveMeasured) {
  EXPECT_FALSE(may_be_kept(accepted(), request(), true));
  EXPECT_TRUE(may_be_kept(rejected("wrong_values"), request(), true));
  VerifyRequest untimed = request();
  untimed.options.timing = false;
  EXPECT_TRUE(may_be_kept(accepted(), untimed, true));
  Verdict timed = accepted();
  timed.timing.emplace();
  EXPECT_TRUE(may_be_kept(timed, request(), true));
}

TEST(MayBeKept, NotWithoutTheAuditOrWithArtefacts) {
  Verdict audited = accepted();
  audited.audit = {{.tool = "memcheck"}};
  EXPECT_TRUE(may_be_kept(audited, request(), false));
  audited.audit[0].note = "no NVIDIA GPU";
  EXPECT_FALSE(may_be_kept(audited, request(), false));
  VerifyRequest large = request();
  large.options.keep_artefacts = true;
  EXPECT_FALSE(may_be_kept(accepted(), large, false));
}

class KeeperTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<TemporaryDirectory> folder = TemporaryDirectory::make();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
    ::setenv("XDG_DATA_HOME", (folder_->path() / "data").c_str(), 1);
    config_.harness = folder_->path() / "harness";
    config_.python = folder_->path() / "venv" / "bin" / "python";
    write("harness/role.py", "1");
    write("venv/lib/python3/site-packages/torch-1.dist-info/RECORD", "");
  }
  void TearDown() override { ::unsetenv("XDG_DATA_HOME"); }

  void write(const std::string& name, const std::string& text) const {
    const fs::path file = folder_->path() / name;
    ASSERT_TRUE(make_directories(file.parent_path()));
    ASSERT_TRUE(atomic_write_file(file, text));
  }
  std::unique_ptr<Keeper> start(bool verdicts = true) const {
    KeepOptions options;
    options.file = folder_->path() / "kept.sqlite";
    options.verdicts = verdicts;
    return start_keeper(options, config_);
  }

  std::optional<TemporaryDirectory> folder_;
  SupervisorConfig config_;
};

TEST_F(KeeperTest, AVerdictComesBackMarked) {
  Verdict verdict = rejected("wrong_values");
  verdict.reason.message = "first at [3, 4]";
  start()->keep(request(), verdict);
  const auto back = start()->verdict(request());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->reason.message, "first at [3, 4]");
  EXPECT_TRUE(back->from_cache);
  ASSERT_TRUE(back->kept_age_s);
  EXPECT_GE(*back->kept_age_s, 0);
  EXPECT_EQ(back->flags, std::vector<std::string>{"kept"});
}

TEST_F(KeeperTest, EverythingThatAVerdictRestsOnMakesAnotherKey) {
  start()->keep(request(), rejected("wrong_values"));
  const auto is_known = [&](const auto& change) {
    VerifyRequest other = request();
    change(other);
    return start()->verdict(other).has_value();
  };
  EXPECT_TRUE(is_known([](VerifyRequest& r) { r.id = "other"; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.seed = 8; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.candidate += " "; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.reference += " "; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.entry_point = "Other"; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.options.thorough = false; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.options.policy = Policy::kBestSystem; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.options.run_limit_s = 5; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.options.modelled_device = "L4"; }));
  EXPECT_FALSE(is_known([](VerifyRequest& r) { r.options.allclose = {1e-2, 1e-2}; }));
}

TEST_F(KeeperTest, AnotherBuildKnowsNothing) {
  const auto is_known = [&] { return start()->verdict(request()).has_value(); };
  start()->keep(request(), rejected("wrong_values"));
  ASSERT_TRUE(is_known());
  write("harness/role.py", "2");
  EXPECT_FALSE(is_known());
  write("harness/role.py", "1");
  EXPECT_TRUE(is_known());
  write("venv/lib/python3/site-packages/triton-2.dist-info/RECORD", "");
  EXPECT_FALSE(is_known());
  start()->keep(request(), rejected("wrong_values"));
  EXPECT_TRUE(is_known());
  config_.memory_mb = 100;
  EXPECT_FALSE(is_known());
}

TEST_F(KeeperTest, WithoutASeedThatComesAgainOnlyCompilationsAreKept) {
  start(/*verdicts=*/false)->keep(request(), accepted());
  EXPECT_FALSE(start()->verdict(request()));
  start()->keep(request(), rejected("wrong_values"));
  EXPECT_FALSE(start(/*verdicts=*/false)->verdict(request()));
  start(/*verdicts=*/false)->keep_compiled("work", "answer");
  ASSERT_TRUE(start()->compiled("work"));
  EXPECT_EQ(start()->compiled("work")->value, "answer");
  EXPECT_FALSE(start()->compiled("other work"));
}

TEST_F(KeeperTest, TimesAreKeptOnlyWhereItIsKnownOfWhichGpu) {
  KeepOptions options;
  options.file = folder_->path() / "kept.sqlite";
  const auto with = [&](const std::string& gpu, bool times) {
    auto store = KeptStore::open(options);
    EXPECT_TRUE(store);
    return std::make_unique<Keeper>(std::move(*store), verifier_build(config_, gpu), true, times);
  };
  with("H200", true)->keep_reference_time("reference", {2.5, 2.25, 3});
  const auto kept = with("H200", true)->reference_time("reference");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->time.median_us, 2.5);
  EXPECT_EQ(kept->time.low_us, 2.25);
  EXPECT_EQ(kept->time.high_us, 3);
  EXPECT_GE(kept->age_s, 0);
  EXPECT_FALSE(with("H100", true)->reference_time("reference"));
  EXPECT_FALSE(with("H200", true)->reference_time("other"));
  EXPECT_FALSE(with("H200", false)->reference_time("reference"));
  Verdict timed = accepted();
  timed.timing.emplace();
  with("", false)->keep(request(), timed);
  EXPECT_FALSE(with("", false)->verdict(request()));
  with("H200", true)->keep(request(), timed);
  EXPECT_TRUE(with("H200", true)->verdict(request()));
}

}  // namespace
}  // namespace nereid::verify
