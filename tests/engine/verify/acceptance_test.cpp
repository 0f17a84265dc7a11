// SPDX-License-Identifier: GPL-3.0-or-later
// What acceptance asks for: the task's own inputs, refusals of others, time, packed weights.
#include <algorithm>

#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

class Acceptance : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { verifier_ = start_verifier().release(); }
  static void TearDownTestSuite() {
    delete verifier_;
    verifier_ = nullptr;
  }

  static std::shared_ptr<const Verdict> judge(const VerifyRequest& request) {
    return verifier_->verify(request);
  }

  static Verifier* verifier_;
};
Verifier* Acceptance::verifier_ = nullptr;

// swish/right_plain.py with a statement at the beginning of forward.
VerifyRequest with_statement(const std::string& statement) {
  std::string text = "import time\n" + shelf_file("swish/right_plain.py");
  const std::size_t body = text.find("        ", text.find("def forward("));
  text.insert(body, "        " + statement + "\n");
  return swish_text("a", text);
}

bool has_flag(const Verdict& verdict, const char* flag) {
  return std::find(verdict.flags.begin(), verdict.flags.end(), flag) != verdict.flags.end();
}

const InputResult& input_of(const Verdict& verdict, const std::string& variant) {
  static const InputResult kNone;
  const auto found =
      std::find_if(verdict.inputs.begin(), verdict.inputs.end(),
                   [&](const InputResult& input) { return input.variant == variant; });
  EXPECT_NE(found, verdict.inputs.end()) << variant;
  return found == verdict.inputs.end() ? kNone : *found;
}

TEST_F(Acceptance, ARefusalOfOtherSizesIsNoWrongAnswer) {
  const auto verdict = judge(with_statement("assert x.shape == (48, 80)"));
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_TRUE(verdict->right_for_task);
  EXPECT_TRUE(has_flag(*verdict, "own_sizes_only"));
  const InputResult& larger = input_of(*verdict, "larger_dims");
  EXPECT_FALSE(larger.applicable);
  // The shapes, and the condition in place of a bare AssertionError().
  EXPECT_NE(larger.detail.find("[65, 107], float32"), std::string::npos) << larger.detail;
  EXPECT_NE(larger.detail.find("AssertionError: assert x.shape == (48, 80)"), std::string::npos)
      << larger.detail;
  // Harsh values do not depend on other sizes.
  EXPECT_TRUE(input_of(*verdict, "mixed").applicable);
}

TEST_F(Acceptance, ARefusalOfAnotherDtypeIsNoWrongAnswer) {
  const auto verdict = judge(with_statement("assert x.dtype == torch.float32"));
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_TRUE(has_flag(*verdict, "own_dtype_only"));
  EXPECT_FALSE(has_flag(*verdict, "own_sizes_only"));
}

TEST_F(Acceptance, WhoLeavesAnotherDtypeToTorchIsMadeForTheTasksOwn) {
  const auto own =
      judge(with_statement("if x.dtype != torch.float32: return x * torch.sigmoid(x)"));
  EXPECT_TRUE(own->accepted) << own->reason.message;
  EXPECT_TRUE(has_flag(*own, "own_dtype_only"));
  const auto wrong = judge(with_statement("if x.dtype != torch.float32: return x.sin()"));
  EXPECT_TRUE(wrong->right_for_task);
  const auto tall = judge(with_statement("if x.shape[0] > 60: return x * torch.sigmoid(x)"));
  EXPECT_FALSE(tall->accepted);
  EXPECT_EQ(tall->reason.code, "torch_fallback") << tall->reason.message;
}

TEST_F(Acceptance, ARefusalOfTheTasksOwnInputsIsOne) {
  const auto verdict = judge(with_statement("assert x.shape != (48, 80)"));
  EXPECT_FALSE(verdict->accepted);
  EXPECT_FALSE(verdict->right_for_task);
}

TEST_F(Acceptance, ASilentWrongValueAtOtherSizesIsAWrongAnswerThoughRightForTheTask) {
  const auto verdict =
      judge(with_statement("x = x if x.shape == (48, 80) else x[:1].expand_as(x).contiguous()"));
  EXPECT_FALSE(verdict->accepted);
  EXPECT_EQ(verdict->reason.code, "wrong_values");
  EXPECT_TRUE(verdict->right_for_task);
  EXPECT_FALSE(has_flag(*verdict, "own_sizes_only"));
  EXPECT_NE(verdict->reason.message.find("; inputs ["), std::string::npos)
      << verdict->reason.message;
}

TEST_F(Acceptance, AsksForWhatTheScopeSays) {
  // Wrong in silence for float16 alone, which the five inputs of a report show.
  VerifyRequest request =
      with_statement("x = x if x.dtype == torch.float32 else x[:1].expand_as(x).contiguous()");
  EXPECT_FALSE(judge(request)->accepted);
  request.options.inputs = InputScope::kReport;
  EXPECT_FALSE(judge(request)->accepted);
  request.options.inputs = InputScope::kTask;
  const auto verdict = judge(request);
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_TRUE(has_flag(*verdict, "fails_on_other_inputs"));
  EXPECT_TRUE(input_of(*verdict, "other_dtype").advisory);
  EXPECT_FALSE(input_of(*verdict, "other_dtype").passed);
}

TEST_F(Acceptance, AnAnswerInTheTasksOwnDtypeIsARefusalOfOthersIfItIsRight) {
  const std::string widened = "x = x.float()  # ";
  const auto own = judge(with_statement(widened));
  EXPECT_TRUE(own->accepted) << own->reason.message;
  EXPECT_TRUE(has_flag(*own, "own_dtype_only"));
  const auto wrong =
      judge(with_statement("x = x if x.dtype == torch.float32 else x[:1].expand_as(x).float()"));
  EXPECT_FALSE(wrong->accepted);
  EXPECT_EQ(wrong->reason.code, "wrong_dtype");
  const auto another = judge(with_statement("x = x if x.dtype == torch.float32 else x.half()"));
  EXPECT_FALSE(another->accepted);
  EXPECT_EQ(another->reason.code, "wrong_dtype");
  EXPECT_NE(another->reason.message.find("dtype"), std::string::npos) << another->reason.message;
}

TEST_F(Acceptance, WhoTakesNoNoticeOfASettingIsMadeForTheTaskIfItTakesNoOtherSizes) {
  const auto with_factor = [](const std::string& factor, const std::string& asserted = {}) {
    std::string text = shelf_file("swish/right_plain.py");
    const auto put = [&text](const std::string& before, const std::string& after) {
      const std::size_t at = text.find(before);
      ASSERT_NE(at, std::string::npos) << before;
      text.replace(at, before.size(), after);
    };
    put("y_ptr, n, BLOCK", "y_ptr, n, factor, BLOCK");
    put(".to(tl.float32)", ".to(tl.float32) * factor");
    put("x.numel(), BLOCK", "x.numel(), " + factor + ", BLOCK");
    put("class ModelNew(torch.nn.Module):\n",
        "class ModelNew(torch.nn.Module):\n    def __init__(self, factor):\n"
        "        super().__init__()\n        self.factor = factor\n");
    if (!asserted.empty()) put("(self, x):\n", "(self, x):\n        " + asserted + "\n");
    VerifyRequest request = swish_text("a", text);
    request.reference = R"(
import torch
class Model(torch.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor
    def forward(self, x):
        x = x * self.factor
        return x * torch.sigmoid(x) + 0.5
def get_inputs():
    return [torch.randn(48, 80)]
def get_init_inputs():
    return [1.0]
)";
    return request;
  };
  EXPECT_TRUE(judge(with_factor("self.factor"))->accepted);
  const auto fixed = judge(with_factor("1.0", "assert x.shape == (48, 80)"));
  EXPECT_TRUE(fixed->accepted) << fixed->reason.message;
  EXPECT_TRUE(has_flag(*fixed, "fixed_settings"));
  for (const std::string factor : {"1.0", "self.factor ** 2"}) {
    const auto wrong = judge(with_factor(factor));
    EXPECT_FALSE(wrong->accepted) << factor;
    EXPECT_TRUE(wrong->right_for_task) << factor;
    EXPECT_NE(wrong->reason.message.find("settings"), std::string::npos) << wrong->reason.message;
  }
}

// Where a scale is left out another kernel runs, whose exponential overflows in harsh values alone.
TEST_F(Acceptance, AWayForOtherArgumentsMeetsHarshValues) {
  const auto with_sigmoid = [](const std::string& sigmoid) {
    VerifyRequest request = swish_text("a", R"(
import torch
import triton
import triton.language as tl

@triton.jit
def scaled_kernel(x_ptr, scale_ptr, y_ptr, n, width, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    scale = tl.load(scale_ptr + at % width, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x * tl.sigmoid(x) * scale, mask=at < n)

@triton.jit
def plain_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n, other=0.0).to(tl.float32)
    tl.store(y_ptr + at, x * )" + sigmoid + R"(, mask=at < n)

class ModelNew(torch.nn.Module):
    def forward(self, x, scale=None):
        y = torch.empty_like(x)
        grid = (triton.cdiv(x.numel(), 256),)
        if scale is None:
            plain_kernel[grid](x, y, x.numel(), BLOCK=256)
        else:
            scaled_kernel[grid](x, scale, y, x.numel(), x.shape[-1], BLOCK=256)
        return y
)");
    request.reference = R"(
import torch
class Model(torch.nn.Module):
    def forward(self, x, scale=None):
        y = x * torch.sigmoid(x)
        return y if scale is None else y * scale
def get_inputs():
    return [torch.randn(48, 80), torch.randn(80)]
def get_init_inputs():
    return []
)";
    return request;
  };
  const auto right = judge(with_sigmoid("tl.sigmoid(x)"));
  EXPECT_TRUE(right->accepted) << right->reason.message;
  EXPECT_EQ(std::count(right->paired.begin(), right->paired.end(), "one_left_out"), 1);
  EXPECT_TRUE(input_of(*right, "paired_sizes").passed);
  const auto wrong = judge(with_sigmoid("(tl.exp(x) / (1 + tl.exp(x)))"));
  EXPECT_FALSE(wrong->accepted);
  EXPECT_NE(wrong->reason.message.find("paired"), std::string::npos) << wrong->reason.message;
}

TEST_F(Acceptance, WhoIsMadeForBfloat16HasItsPrecisionInOthers) {
  const auto in_bfloat16 = [](const std::string& factor) {
    VerifyRequest request = with_statement(
        "y = torch.empty_like(x); "
        "swish_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256); return y");
    const std::string draw = "torch.randn(rows, columns)";
    EXPECT_NE(request.reference.find(draw), std::string::npos) << request.reference;
    request.reference.replace(request.reference.find(draw), draw.size(), draw + ".bfloat16()");
    const std::string value = "x * tl.sigmoid(x) + 0.5";
    EXPECT_NE(request.candidate.find(value), std::string::npos) << request.candidate;
    request.candidate.replace(request.candidate.find(value), value.size(),
                              "((" + value + ") * " + factor + ").to(tl.bfloat16)");
    return request;
  };
  const auto own = judge(in_bfloat16("1.0"));
  EXPECT_TRUE(own->accepted) << own->reason.message;
  EXPECT_TRUE(has_flag(*own, "own_dtype_only"));
  EXPECT_FALSE(judge(in_bfloat16("1.05"))->accepted);
}

TEST_F(Acceptance, ATimeOutBesideTheTasksOwnInputsIsLeftOut) {
  // Slow on the original, too, so that slowness alone may be what takes longer elsewhere.
  VerifyRequest request = with_statement(
      "time.sleep(9 if x.dtype == torch.float16 else 0.25 if x.numel() == 3840 else 0)");
  request.options.run_limit_s = 4;  // what sleeps is called several times
  const auto verdict = judge(request);
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_TRUE(has_flag(*verdict, "inputs_timed_out"));
  const InputResult& slow = input_of(*verdict, "other_dtype");
  EXPECT_FALSE(slow.applicable);
  EXPECT_NE(slow.detail.find("[48, 80], float16"), std::string::npos) << slow.detail;
}

TEST_F(Acceptance, WhoNeverEndsIsWrong) {
  for (const std::string loop : {"while x.numel(): pass", "while x.dtype != torch.float32: pass"}) {
    VerifyRequest request = with_statement(loop);
    request.options.run_limit_s = request.options.compile_limit_s = 2;
    const auto verdict = judge(request);
    EXPECT_FALSE(verdict->accepted) << loop;
    EXPECT_TRUE(verdict->reason.code == "timeout" || verdict->reason.code == "compile_timeout")
        << loop << ": " << verdict->reason.code << ", " << verdict->reason.message;
  }
}

TEST_F(Acceptance, WhoIsTooSlowIsJudgedOnSmallerSizes) {
  VerifyRequest request = with_statement("time.sleep(x.numel() / 2560)");
  request.options.run_limit_s = 1;  // 1.5 s on the original
  request.options.thorough = false;
  const auto verdict = judge(request);
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_TRUE(has_flag(*verdict, "smaller_shapes"));
  request = with_statement("time.sleep(2 if x.numel() > 100 else 0)");
  request.options.run_limit_s = 1;
  const auto never = judge(request);
  EXPECT_FALSE(never->accepted);
}

TEST_F(Acceptance, WhoRefusesSmallerSizesIsJudgedAtTheTasksOwn) {
  // Dear, but not too much so; sizes are halved until the task is cheap.
  const auto of_size = [](const std::string& statement,
                          const std::string& sizes = "rows = 2048\ncolumns = 2000") {
    VerifyRequest request = with_statement(statement);
    const std::string size = "rows = 48\ncolumns = 80";
    request.reference.replace(request.reference.find(size), size.size(), sizes);
    return request;
  };
  const auto any = judge(of_size("pass"));
  EXPECT_TRUE(any->accepted) << any->reason.message;
  EXPECT_TRUE(has_flag(*any, "smaller_shapes"));
  const auto own = judge(of_size("assert x.shape[0] == 2048"));
  EXPECT_TRUE(own->accepted) << own->reason.message;
  EXPECT_TRUE(own->right_for_task);
  EXPECT_TRUE(has_flag(*own, "own_sizes_only"));
  EXPECT_FALSE(has_flag(*own, "smaller_shapes"));
  EXPECT_EQ(input_of(*own, "original").shapes.at(0), (std::vector<std::int64_t>{2048, 2000}));
  const auto wrong = judge(of_size("assert x.shape[0] == 2048; x = x * 1.01"));
  EXPECT_FALSE(wrong->accepted);
  EXPECT_FALSE(wrong->right_for_task);
  // Too dear at its own: in whole blocks.
  const std::string dear = "rows = 65536\ncolumns = 4096";
  const auto blocks = judge(of_size("assert x.shape[1] % 1024 == 0", dear));
  EXPECT_TRUE(blocks->accepted) << blocks->reason.message;
  EXPECT_TRUE(has_flag(*blocks, "own_sizes_only") && has_flag(*blocks, "smaller_shapes"));
  EXPECT_EQ(input_of(*blocks, "original").shapes.at(0), (std::vector<std::int64_t>{2048, 1024}));
  EXPECT_FALSE(judge(of_size("assert x.shape[1] % 1024 == 0; x = x * 1.01", dear))->right_for_task);
  // Nothing is stored where no block is whole.
  const auto whole = judge(of_size("x = x if x.shape[0] % 512 == 0 else x + float('nan')"));
  EXPECT_FALSE(whole->accepted);
  EXPECT_TRUE(whole->right_for_task) << whole->reason.message;
}

TEST_F(Acceptance, WeightsThatArePackedOnceAreFlagged) {
  for (const std::string file : {"right_packed_at_init.py", "right_packed_at_first_call.py"}) {
    VerifyRequest request;
    request.id = file;
    request.reference = shelf_file("linear_relu/reference.py");
    request.candidate = shelf_file("linear_relu/" + file);
    const auto verdict = judge(request);
    EXPECT_TRUE(verdict->accepted) << file << ": " << verdict->reason.message;
    EXPECT_TRUE(has_flag(*verdict, "packs_weights")) << file;
  }
}

}  // namespace
}  // namespace nereid::verify
