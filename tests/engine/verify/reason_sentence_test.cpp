// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/reason_sentence.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace nereid::verify {
namespace {

struct Case {
  const char* code;
  const char* message;
  const char* sentence;
};

// Messages as the verifier has written them.
const std::vector<Case> kCases = {
    {"compile_error",
     "kernel fused_kernel: AttributeError: module 'triton.language' has no attribute 'gelu' in "
     "`x = tl.gelu(x)` (line 11)",
     "tl.gelu does not exist"},
    {"compile_error",
     "kernel a_kernel: AttributeError: module 'triton.language.math' has no attribute 'tanh' in "
     "`x = tl.math.tanh(x)` (line 3)",
     "tl.math.tanh does not exist"},
    {"compile_error", "kernel k: NameError: acc is not defined in `x = acc + 1.5` (line 14)",
     "acc is not defined"},
    {"compile_error",
     "kernel k: AttributeError: 'NoneType' object has no attribute 'type' in `b = tl.load(p)` "
     "(line 15)",
     "None has no attribute type"},
    {"compile_error",
     "kernel max_kernel: TypeError: dynamic_func() missing 1 required positional argument: 'n' "
     "(line 20)",
     "the kernel is called without n"},
    {"forward_error", "TypeError: missing a required argument: 'n' (line 19)",
     "the kernel is called without n"},
    {"forward_error", "TypeError: kernel add_one got multiple values for argument 'n' (line 20)",
     "the kernel is given n twice"},
    {"forward_error", "TypeError: dynamic_func() got multiple values for argument 'n' (line 20)",
     "the kernel is given n twice"},
    {"construct_error",
     "ModelNew(...): TypeError: ModelNew.__init__() missing 1 required positional argument: "
     "'alpha'",
     "ModelNew.__init__() is called without alpha"},
    {"forward_error", "NameError: name 'std_kernel' is not defined (line 23)",
     "the launched kernel is not defined"},
    {"forward_error", "NameError: name 'size' is not defined (line 18)", "size is not defined"},
    {"compile_error",
     "kernel k: arange's range must be a power of 2 in `cols = tl.arange(0, BLOCK)` (line 9)",
     "arange's range must be a power of 2"},
    {"syntax_error", "unexpected indent: acc * residual (line 14)",
     "syntax error: unexpected indent"},
    // A colon in quotes is what was expected, not the end of the sentence.
    {"syntax_error", "expected ':': for i in range(3) (line 4)", "syntax error: expected ':'"},
    {"syntax_error", "'(' was never closed: w = tl.load(w_ptr (line 13)",
     "syntax error: '(' was never closed"},
    {"wrong_values",
     "wrong values: larger dims, 31,968 of 31,968 elements, first at [0, 0], error 0.77 against a "
     "bound of 5.1e-07",
     "wrong values: larger dims"},
    {"wrong_dtype", "wrong dtype: other dtype, the output is float32, expected float16",
     "the output is float32, expected float16"},
    {"wrong_shape", "wrong shape: tiny, the output has shape [5, 7], expected [1, 7]",
     "wrong shape: tiny"},
    {"non_finite",
     "non finite: tiny, 37 of 70 elements differ in being NaN or infinite, first at [0, 0, 0]: "
     "-nan where -0.5922802534508593 is expected",
     "NaN where a number is expected: tiny"},
    {"non_finite",
     "non finite: larger dims, 3 of 70 elements differ in being NaN or infinite, first at [0]: "
     "0.5 where nan is expected",
     "a value where NaN is expected: larger dims"},
    {"no_kernel_launch", "tiny, the launched kernels store nothing",
     "the launched kernels store nothing"},
    {"out_of_bounds",
     "tiny, kernel rsqrt_kernel: load outside of memory, first at element 35 of x_ptr, which has "
     "35",
     "load outside of memory"},
    {"data_race",
     "several programs store different values into element 512 of out_ptr; on a GPU, which one "
     "stays is chance",
     "several programs store different values into out_ptr"},
    {"no_block", "The completion holds no complete Python block.", "no code block"},
    {"truncated", "The completion ended at the length limit before its code block was closed.",
     "cut off at the length limit"},
    {"timeout", "not finished within 10 s", "not finished within 10 s"},
    {"import_error", "", "import error"},
    {"assertion", "assert \"x\" failed", "assert 'x' failed"},
};

TEST(ReasonSentence, SaysWhyAndLeavesOutWhatDiffersByChance) {
  for (const Case& one : kCases) {
    EXPECT_EQ(reason_sentence(one.code, one.message), one.sentence) << one.message;
  }
}

TEST(ReasonSentence, CandidatesThatFailAlikeShareIt) {
  const std::string begin = "kernel ";
  const std::string middle =
      "_kernel: AttributeError: module 'triton.language' has no attribute 'var' in `a = tl.var(";
  EXPECT_EQ(reason_sentence("compile_error", begin + "std" + middle + "a)` (line 12)"),
            reason_sentence("compile_error", begin + "mean" + middle + "x, 0)` (line 9)"));
}

TEST(ReasonSentence, IsEmptyForNothingAlone) {
  EXPECT_EQ(reason_sentence("", ""), "");
  EXPECT_EQ(reason_sentence("", "x"), "x");
  EXPECT_EQ(reason_sentence("timeout", "."), "timeout");
}

// Candidates' texts reach it: no text may make it fail.
TEST(ReasonSentence, TakesAnyText) {
  const std::string odd = "kernel : (...): Error: 'has no attribute '' missing  required : ` in `";
  for (const char* code : {"compile_error", "syntax_error", "non_finite", "wrong_values", ""}) {
    for (std::size_t i = 0; i <= odd.size(); ++i) {
      EXPECT_FALSE(reason_sentence(code, odd.substr(i) + "x").empty());
      EXPECT_FALSE(reason_sentence(code, "x" + odd.substr(0, i)).empty());
    }
  }
}

}  // namespace
}  // namespace nereid::verify
