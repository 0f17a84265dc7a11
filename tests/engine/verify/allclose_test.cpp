// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/allclose.h"

#include <algorithm>
#include <atomic>

#include "engine/base/file.h"
#include "engine/base/process.h"
#include "engine/verify/reproduce.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

constexpr Allclose kPercent{1e-2, 1e-2};

// The verifier with a tolerance that somebody typed in.
class TypedTolerance : public testing::Test {
 protected:
  static void SetUpTestSuite() { verifier_ = start_verifier(1).release(); }
  static void TearDownTestSuite() {
    delete verifier_;
    verifier_ = nullptr;
  }
  static std::shared_ptr<const Verdict> judge(VerifyRequest request,
                                              const std::optional<Allclose>& rule) {
    request.options.allclose = rule;
    return verifier_->verify(std::move(request));
  }
  static bool has_flag(const Verdict& verdict) {
    return std::find(verdict.flags.begin(), verdict.flags.end(), "typed_tolerance") !=
           verdict.flags.end();
  }
  static inline Verifier* verifier_ = nullptr;
};

// Off by half a percent everywhere.
VerifyRequest half_a_percent_off() {
  std::string text = shelf_file("swish/right_plain.py");
  const std::string right = "x * tl.sigmoid(x) + 0.5";
  text.replace(text.find(right), right.size(), "1.005 * (" + right + ")");
  VerifyRequest request = swish_text("off", text);
  request.options.thorough = false;
  return request;
}

int run_script(const VerifyRequest& request, const Verdict& verdict) {
  const std::atomic<bool> never{false};
  const auto script = reproduction_script(request, verdict, "original", never);
  const auto folder = TemporaryDirectory::make();
  if (!script || !folder) return -1;
  const auto file = folder->path() / "reproduce.py";
  if (!atomic_write_file(file, *script)) return -1;
  const auto done = run_captured(
      {.argv = {NEREID_TEST_PYTHON, "-I", file.string(), "--cpu"}, .working_dir = folder->path()},
      120'000);
  return done ? done->status.code : -1;
}

TEST_F(TypedTolerance, DecidesInPlaceOfTheOwnBounds) {
  const VerifyRequest request = half_a_percent_off();
  const auto own = judge(request, std::nullopt), typed = judge(request, kPercent);
  EXPECT_EQ(own->reason.code, "wrong_values");
  EXPECT_FALSE(own->allclose);
  EXPECT_FALSE(has_flag(*own));
  ASSERT_TRUE(typed->accepted) << typed->reason.message;
  EXPECT_EQ(typed->allclose, kPercent);
  EXPECT_TRUE(has_flag(*typed));
  for (const InputResult& input : typed->inputs)
    if (input.applicable) {
      EXPECT_GE(input.bound, kPercent.atol) << input.variant;
      EXPECT_LE(input.error, input.bound) << input.variant;
    }
  // The script of either verdict goes by the rule that judged it.
  EXPECT_EQ(run_script(request, *own), 1);
  EXPECT_EQ(run_script(request, *typed), 0);
}

TEST_F(TypedTolerance, MayBeStricter) {
  const auto verdict = judge(half_a_percent_off(), Allclose{1e-3, 1e-3});
  EXPECT_EQ(verdict->reason.code, "wrong_values");
  EXPECT_TRUE(has_flag(*verdict));
  EXPECT_EQ(run_script(half_a_percent_off(), *verdict), 1);
}

TEST_F(TypedTolerance, LetsNoCheatThrough) {
  for (const char* file : {"wrong_fallback.py", "wrong_never_launched.py", "wrong_shape.py"}) {
    const VerifyRequest request = swish_request("cheat", file);
    const auto own = judge(request, std::nullopt), typed = judge(request, Allclose{1e9, 1e9});
    EXPECT_FALSE(typed->accepted) << file;
    EXPECT_EQ(typed->reason.code, own->reason.code) << file;
  }
}

TEST_F(TypedTolerance, IsWrittenAndReadWithTheVerdict) {
  Verdict verdict;
  verdict.allclose = Allclose{0.1, 0};
  EXPECT_EQ(verdict_from_json_text(to_json_text(verdict))->allclose, verdict.allclose);
  EXPECT_EQ(rule_text(verdict.allclose), "allclose rtol 0.1 atol 0");
  EXPECT_FALSE(verdict_from_json_text(to_json_text(Verdict()))->allclose);
  EXPECT_EQ(rule_text(std::nullopt), "");
}

}  // namespace
}  // namespace nereid::verify
