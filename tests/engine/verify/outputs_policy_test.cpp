// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verifier.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

// What a checker that only compares outputs would say, beside what Nereid says.
class OutputsPolicy : public testing::Test {
 protected:
  static void SetUpTestSuite() { verifier_ = start_verifier().release(); }
  static void TearDownTestSuite() {
    delete verifier_;
    verifier_ = nullptr;
  }
  static std::shared_ptr<const Verdict> judge(const std::string& candidate, Policy policy) {
    VerifyRequest request = swish_text(std::string(policy_name(policy)), candidate);
    request.options.policy = policy;
    request.options.multi_input = request.options.thorough = policy != Policy::kOutputs;
    request.options.staged_evaluation = policy != Policy::kOutputs;
    return verifier_->verify(request);
  }
  static std::string strict(const std::string& candidate) {
    return judge(candidate, Policy::kFull)->reason.code;
  }
  // The outputs on the task's own inputs, whatever else was found.
  static bool has_right_outputs(const std::string& candidate) {
    const auto verdict = judge(candidate, Policy::kOutputs);
    for (const InputResult& input : verdict->inputs)
      if (input.variant == "original") return input.passed;
    return false;
  }
  static inline Verifier* verifier_ = nullptr;
};

struct Row {
  const char* file;    ///< of the shelf
  bool right_outputs;  ///< on the task's own inputs
};

TEST_F(OutputsPolicy, TellsWhatAComparisonOfOutputsWouldAccept) {
  for (const Row& row : {Row{"right_plain.py", true}, Row{"wrong_fallback.py", true},
                         Row{"wrong_no_kernel.py", true}, Row{"wrong_never_launched.py", false},
                         Row{"wrong_mutates_input.py", true}, Row{"wrong_values.py", false},
                         Row{"wrong_shape.py", false}, Row{"wrong_syntax.py", false}}) {
    const std::string text = shelf_file(std::string("swish/") + row.file);
    EXPECT_EQ(has_right_outputs(text), row.right_outputs) << row.file;
    const bool is_right = std::string(row.file) == "right_plain.py";
    EXPECT_EQ(strict(text) == "ok", is_right) << row.file;
  }
}

TEST_F(OutputsPolicy, WhatDoesNotParseIsRejectedByBoth) {
  EXPECT_EQ(strict("class ModelNew(:\n"), "syntax_error");
  EXPECT_EQ(judge("class ModelNew(:\n", Policy::kOutputs)->reason.code, "syntax_error");
}

}  // namespace
}  // namespace nereid::verify
