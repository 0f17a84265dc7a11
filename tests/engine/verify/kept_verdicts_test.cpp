// SPDX-License-Identifier: GPL-3.0-or-later
// What whole verifiers keep for each other in one file.
#include <gtest/gtest.h>

#include "engine/base/file.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

class KeptVerdicts : public testing::Test {
 protected:
  void SetUp() override {
    Result<TemporaryDirectory> folder = TemporaryDirectory::make();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
  }

  KeepOptions keeping() {
    KeepOptions options;
    options.file = folder_->path() / "kept.sqlite";
    options.now = [this] { return now_; };
    return options;
  }
  std::unique_ptr<Verifier> start() {
    auto verifier = Verifier::start({.jobs = 1, .keep = keeping()});
    EXPECT_TRUE(verifier) << verifier.error().message;
    return verifier ? std::move(*verifier) : nullptr;
  }
  KeptSummary summary(KeptKind kind) {
    const auto store = KeptStore::open(keeping());
    EXPECT_TRUE(store);
    const auto all = (*store)->summary();
    EXPECT_TRUE(all);
    for (const KeptSummary& each : *all)
      if (each.kind == kind) return each;
    return {};
  }
  static VerifyRequest request(const std::string& id, const std::string& file,
                               std::uint64_t seed = 5) {
    VerifyRequest request = swish_request(id, file);
    request.seed = seed;
    request.options.multi_input = false;
    return request;
  }

  std::optional<TemporaryDirectory> folder_;
  std::int64_t now_ = 1'800'000'000;
};

TEST_F(KeptVerdicts, ALaterRunIsGivenWhatAnEarlierOneJudged) {
  std::shared_ptr<const Verdict> right, wrong;
  {
    const auto verifier = start();
    right = verifier->verify(request("a", "right_plain.py"));
    wrong = verifier->verify(request("b", "wrong_values.py"));
    EXPECT_FALSE(right->kept_age_s);
  }
  ASSERT_TRUE(right->accepted) << right->reason.message;
  EXPECT_FALSE(wrong->accepted);
  now_ += 3600;
  const auto verifier = start();
  const auto again = verifier->verify(request("c", "right_plain.py"));
  EXPECT_EQ(again->id, "c");
  EXPECT_TRUE(again->accepted);
  EXPECT_TRUE(again->from_cache);
  EXPECT_EQ(again->kept_age_s, 3600);
  EXPECT_EQ(again->kernels.size(), right->kernels.size());
  EXPECT_EQ(again->inputs[0].error, right->inputs[0].error);
  const auto bad = verifier->verify(request("d", "wrong_values.py"));
  EXPECT_EQ(bad->reason.code, wrong->reason.code);
  EXPECT_EQ(bad->reason.message, wrong->reason.message);
  const VerifierStats stats = verifier->stats();
  EXPECT_EQ(stats.cached, 2);
  EXPECT_EQ(stats.finished, 2);
  EXPECT_EQ(summary(KeptKind::kVerdict).hits, 2);
}

TEST_F(KeptVerdicts, OtherInputsAreJudgedAnewWithTheSameCubins) {
  const auto first = start()->verify(request("a", "right_plain.py", 5));
  const auto second = start()->verify(request("b", "right_plain.py", 6));
  ASSERT_TRUE(second->accepted) << second->reason.message;
  EXPECT_FALSE(second->from_cache);
  EXPECT_EQ(second->seed, 6U);
  ASSERT_EQ(second->kernels.size(), first->kernels.size());
  EXPECT_EQ(second->kernels[0].cubin_sha256, first->kernels[0].cubin_sha256);
  EXPECT_EQ(second->kernels[0].registers, first->kernels[0].registers);
  EXPECT_NE(second->stages[1].detail.find("earlier run"), std::string::npos);
  EXPECT_EQ(summary(KeptKind::kCompile).hits, 1);
  EXPECT_EQ(summary(KeptKind::kVerdict).entries, 2);
}

TEST_F(KeptVerdicts, WhatIsTooOldIsJudgedAgain) {
  start()->verify(request("a", "right_plain.py"));
  now_ += 31 * 86400;
  const auto again = start()->verify(request("b", "right_plain.py"));
  EXPECT_TRUE(again->accepted);
  EXPECT_FALSE(again->from_cache);
}

TEST_F(KeptVerdicts, ALimitOfTimeIsNoLastingJudgement) {
  VerifyRequest hasty = request("a", "right_plain.py");
  hasty.options.compile_limit_s = 0.001;
  const auto verdict = start()->verify(hasty);
  EXPECT_EQ(verdict->reason.code, "compile_timeout");
  EXPECT_EQ(summary(KeptKind::kVerdict).entries, 0);
}

TEST_F(KeptVerdicts, ACancelledSubmissionLeavesNothing) {
  {
    const auto verifier = start();
    const SubmissionId number =
        verifier->submit(request("a", "right_plain.py"), [](const auto& /*verdict*/) {});
    verifier->cancel(number);
  }
  EXPECT_EQ(summary(KeptKind::kVerdict).entries, 0);
}

TEST_F(KeptVerdicts, ADamagedFileCostsNoVerdict) {
  start()->verify(request("a", "right_plain.py"));
  ASSERT_TRUE(atomic_write_file(keeping().file, std::string(5000, 'z')));
  const auto verdict = start()->verify(request("b", "right_plain.py"));
  EXPECT_TRUE(verdict->accepted);
  EXPECT_FALSE(verdict->from_cache);
  EXPECT_TRUE(start()->verify(request("c", "right_plain.py"))->from_cache);
}

TEST_F(KeptVerdicts, WhereNothingCanBeKeptWorkGoesOn) {
  KeepOptions nowhere = keeping();
  nowhere.file = "/proc/none/kept.sqlite";
  auto verifier = Verifier::start({.jobs = 1, .keep = nowhere});
  ASSERT_TRUE(verifier);
  EXPECT_TRUE((*verifier)->verify(request("a", "right_plain.py"))->accepted);
}

TEST_F(KeptVerdicts, TwoVerifiersShareOneFile) {
  const auto first = start(), second = start();
  EXPECT_FALSE(first->verify(request("a", "right_plain.py"))->from_cache);
  EXPECT_TRUE(second->verify(request("b", "right_plain.py"))->from_cache);
  EXPECT_FALSE(second->verify(request("c", "wrong_values.py"))->from_cache);
  EXPECT_TRUE(first->verify(request("d", "wrong_values.py"))->from_cache);
}

}  // namespace
}  // namespace nereid::verify
