// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/verifier.h"

#include <algorithm>
#include <condition_variable>
#include <set>
#include <sstream>

#include "engine/base/machine.h"
#include "engine/verify/request/variants.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

// One set of zygotes for all tests of this program: they take seconds to start.
class VerifierTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { verifier_ = start_verifier().release(); }
  static void TearDownTestSuite() {
    delete verifier_;
    verifier_ = nullptr;
  }
  static inline Verifier* verifier_ = nullptr;
};

std::vector<std::string> variants_of(const Verdict& verdict) {
  std::vector<std::string> names;
  for (const InputResult& input : verdict.inputs) names.push_back(input.variant);
  return names;
}

TEST_F(VerifierTest, AcceptedVerdictIsComplete) {
  const auto verdict = verifier_->verify(swish_request("a", "right_plain.py"));
  ASSERT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_EQ(verdict->reason.code, "ok");
  EXPECT_EQ(verdict->furthest_stage, has_gpu_device() ? Stage::kTiming : Stage::kFull);
  EXPECT_EQ(verdict->credit, 0.7);
  ASSERT_EQ(verdict->stages.size(), 5u);
  EXPECT_EQ(verdict->stages[4].outcome,
            has_gpu_device() ? StageOutcome::kPassed : StageOutcome::kNotApplicable);
  std::vector<std::string> asked = variant_names({});
  asked.insert(asked.begin(), "tiny");
  EXPECT_EQ(variants_of(*verdict), asked);
  ASSERT_FALSE(verdict->kernels.empty());
  EXPECT_GT(verdict->kernels[0].registers, 0);
  EXPECT_EQ(verdict->kernels[0].cubin_sha256.size(), 64u);
  EXPECT_EQ(verdict->versions.at("triton"), "3.6.0");
  EXPECT_FALSE(verdict->sandbox.empty());
  // Told of the machine and of the run: not the fewer layers of a role that runs no candidate.
  EXPECT_EQ(verifier_->stats().sandbox, verdict->sandbox);
}

TEST_F(VerifierTest, AnAuditThatCannotRunSaysWhy) {
  if (has_gpu_device()) GTEST_SKIP() << "there is a GPU";
  VerifyRequest request = swish_request("audited", "right_plain.py");
  request.options.audit = true;
  const auto verdict = verifier_->verify(request);
  ASSERT_TRUE(verdict->accepted) << verdict->reason.message;
  ASSERT_EQ(verdict->audit.size(), 1u);
  EXPECT_NE(verdict->audit[0].note.find("no NVIDIA GPU"), std::string::npos);
  EXPECT_TRUE(verifier_->verify(swish_request("not audited", "right_plain.py"))->audit.empty());
}

// Batch statistics of columns, which a kernel works out and also keeps, as PyTorch does.
VerifyRequest batch_norm_request(const std::string& id, const std::string& kept) {
  VerifyRequest request;
  request.id = id;
  request.reference =
      "import torch\n"
      "class Model(torch.nn.Module):\n    def __init__(self, n):\n"
      "        super().__init__()\n        self.norm = torch.nn.BatchNorm1d(n)\n"
      "    def forward(self, x):\n        return self.norm(x)\n"
      "def get_inputs():\n    return [torch.randn(32, 20)]\n"
      "def get_init_inputs():\n    return [20]\n";
  request.candidate =
      "import torch, triton\nimport triton.language as tl\n"
      "@triton.jit\n"
      "def norm(x, y, w, b, mean_ptr, rows, n, eps, ROWS: tl.constexpr):\n"
      "    column = tl.program_id(0)\n    at = tl.arange(0, ROWS)\n"
      "    v = tl.load(x + at * n + column, mask=at < rows, other=0.0).to(tl.float32)\n"
      "    mean = tl.sum(v) / rows\n"
      "    d = tl.where(at < rows, v - mean, 0.0)\n"
      "    r = 1.0 / tl.sqrt(tl.sum(d * d) / rows + eps)\n"
      "    out = d * r * tl.load(w + column) + tl.load(b + column)\n"
      "    tl.store(y + at * n + column, out, mask=at < rows)\n"
      "    old = tl.load(mean_ptr + column)\n"
      "    tl.store(mean_ptr + column, old * 0.9 + mean * 0.1)\n"
      "@triton.jit\n"
      "def frozen(x, y, w, b, mean_ptr, var_ptr, total, n, eps, B: tl.constexpr):\n"
      "    at = tl.program_id(0) * B + tl.arange(0, B)\n    ok = at < total\n    c = at % n\n"
      "    v = tl.load(x + at, mask=ok, other=0.0).to(tl.float32)\n"
      "    d = v - tl.load(mean_ptr + c, mask=ok, other=0.0)\n"
      "    r = 1.0 / tl.sqrt(tl.load(var_ptr + c, mask=ok, other=1.0) + eps)\n"
      "    s = tl.load(w + c, mask=ok, other=0.0)\n"
      "    tl.store(y + at, d * r * s + tl.load(b + c, mask=ok, other=0.0), mask=ok)\n"
      "class ModelNew(torch.nn.Module):\n    def __init__(self, n):\n"
      "        super().__init__()\n        self.norm = torch.nn.BatchNorm1d(n)\n"
      "    def forward(self, x):\n        x = x.contiguous()\n"
      "        y = torch.empty_like(x)\n        m = self.norm\n        rows, n = x.shape\n"
      "        if not self.training:\n"
      "            frozen[(triton.cdiv(x.numel(), 256),)](x, y, m.weight, m.bias, "
      "m.running_mean, m.running_var, x.numel(), n, m.eps, B=256)\n            return y\n"
      "        norm[(n,)](x, y, m.weight, m.bias, " +
      kept +
      ", rows, n, m.eps, ROWS=triton.next_power_of_2(rows))\n"
      "        return y\n";
  return request;
}

TEST_F(VerifierTest, StateMayChangeWhereTheReferenceChangesIt) {
  const auto kept = verifier_->verify(batch_norm_request("kept", "m.running_mean"));
  EXPECT_TRUE(kept->accepted) << kept->reason.message;
  EXPECT_TRUE(std::count(kept->flags.begin(), kept->flags.end(), "state_not_updated"))
      << "the running variance is left";
  const auto other = verifier_->verify(batch_norm_request("other", "m.weight"));
  EXPECT_EQ(other->reason.code, "mutated_input") << other->reason.message;
  EXPECT_NE(other->reason.message.find("state.norm.weight"), std::string::npos)
      << other->reason.message;
}

TEST_F(VerifierTest, ATaskTooLargeIsJudgedOnSmallerShapesAndSaysSo) {
  VerifyRequest request;
  request.id = "large";
  request.reference =
      "import torch\nROWS = 1 << 15\nCOLUMNS = 1 << 14\n"
      "class Model(torch.nn.Module):\n    def forward(self, x):\n        return torch.exp(x)\n"
      "def get_inputs():\n    return [torch.randn(ROWS, COLUMNS)]\n"
      "def get_init_inputs():\n    return []\n";
  request.candidate =
      "import torch\nimport triton\nimport triton.language as tl\n"
      "@triton.jit\ndef kernel(x, y, n, BLOCK: tl.constexpr):\n"
      "    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
      "    tl.store(y + at, tl.exp(tl.load(x + at, mask=at < n).to(tl.float32)), mask=at < n)\n"
      "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n"
      "        x = x.contiguous()\n        y = torch.empty_like(x)\n"
      "        kernel[(triton.cdiv(x.numel(), 4096),)](x, y, x.numel(), BLOCK=4096)\n"
      "        return y\n";
  request.options.device = "cpu";
  const auto verdict = verifier_->verify(request);
  ASSERT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_EQ(verdict->flags, std::vector<std::string>{"smaller_shapes"});
  const auto& original = verdict->inputs.at(1);
  ASSERT_EQ(original.variant, "original");
  EXPECT_EQ(original.shapes, (std::vector<std::vector<std::int64_t>>{{512, 256}}));
  EXPECT_NE(original.detail.find("judged on smaller shapes: inputs and parameters have 536870912"),
            std::string::npos)
      << original.detail;
}

// A candidate of a task whose own sizes are too large for the machine: `rows` and `columns` are
// those.
VerifyRequest own_size_request(const std::string& rows, const std::string& columns,
                               const std::string& row, const std::string& before = "") {
  VerifyRequest request;
  request.id = rows + columns + row + before;
  request.reference =
      "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
      "        return torch.exp(x)\ndef get_inputs():\n    return [torch.randn(" +
      rows + ", " + columns + ")]\ndef get_init_inputs():\n    return []\n";
  request.candidate =
      "import torch\nimport triton\nimport triton.language as tl\n"
      "@triton.jit\ndef kernel(x, y, n, BLOCK: tl.constexpr):\n    row = " +
      row +
      "\n    for begin in range(0, n, BLOCK):\n        at = begin + tl.arange(0, BLOCK)\n"
      "        value = tl.load(x + row * n + at, mask=at < n)\n"
      "        tl.store(y + row * n + at, tl.exp(value.to(tl.float32)), mask=at < n)\n"
      "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n"
      "        x = x.contiguous()\n" +
      before +
      "        y = torch.empty_like(x)\n"
      "        kernel[(1, x.shape[0])](x, y, x.shape[1], BLOCK=512)\n        return y\n";
  request.options.device = "cpu";
  return request;
}

TEST_F(VerifierTest, WhatIsAskedForAtSizesTooLargeForTheMachineIsLookedAt) {
  const std::string large = "65000", wide = "65536";
  const auto right =
      verifier_->verify(own_size_request(large, wide, "tl.program_id(1).to(tl.int64)"));
  EXPECT_TRUE(right->accepted) << right->reason.message;
  const auto wraps = verifier_->verify(own_size_request(large, wide, "tl.program_id(1)"));
  EXPECT_EQ(wraps->reason.code, "out_of_bounds") << wraps->reason.message;
  const auto grid =
      verifier_->verify(own_size_request("131072", "4096", "tl.program_id(1).to(tl.int64)"));
  EXPECT_EQ(grid->reason.code, "out_of_resources") << grid->reason.message;
  const auto torch = verifier_->verify(
      own_size_request(large, wide, "tl.program_id(1).to(tl.int64)",
                       "        if x.numel() > 1 << 30:\n            return torch.exp(x)\n"));
  EXPECT_EQ(torch->reason.code, "torch_fallback") << torch->reason.message;
  const auto nothing = verifier_->verify(
      own_size_request(large, wide, "tl.program_id(1).to(tl.int64)",
                       "        if x.numel() > 1 << 30:\n            return x\n"));
  EXPECT_EQ(nothing->reason.code, "no_kernel_launch") << nothing->reason.message;
}

// The same candidate with an autotuner of two configurations.
VerifyRequest with_autotuner(VerifyRequest request) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    request.candidate.replace(request.candidate.find(from), from.size(), to);
  };
  replace("@triton.jit",
          "@triton.autotune(configs=[triton.Config({'BLOCK': 256}), triton.Config({'BLOCK': 512})],"
          " key=['n'])\n@triton.jit");
  replace(", BLOCK=512)", ")");
  request.id += " tuned";
  return request;
}

TEST_F(VerifierTest, OneOfAnAutotunersConfigurationsRunsAtSizesTooLargeForTheMachine) {
  const auto request = [](const std::string& row) {
    return with_autotuner(own_size_request("65000", "65536", row));
  };
  const auto right = verifier_->verify(request("tl.program_id(1).to(tl.int64)"));
  EXPECT_TRUE(right->accepted) << right->reason.message;
  const auto wraps = verifier_->verify(request("tl.program_id(1)"));
  EXPECT_EQ(wraps->reason.code, "out_of_bounds") << wraps->reason.message;
}

// A candidate with a block for each row up to 8192, and `beyond` for longer ones.
VerifyRequest long_row_request(const std::string& beyond) {
  VerifyRequest request;
  request.id = beyond;
  request.reference =
      "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
      "        return x.sum(-1)\ndef get_inputs():\n    return [torch.randn(40, 300)]\n"
      "def get_init_inputs():\n    return []\n";
  request.candidate =
      "import torch\nimport triton\nimport triton.language as tl\n"
      "@triton.jit\ndef kernel(x, y, n, STOP: tl.constexpr, BLOCK: tl.constexpr):\n"
      "    row = tl.program_id(0)\n    total = 0.0\n"
      "    for begin in range(0, STOP, BLOCK):\n        at = begin + tl.arange(0, BLOCK)\n"
      "        value = tl.load(x + row * n + at, mask=at < n, other=0)\n"
      "        total += tl.sum(value.to(tl.float32))\n    tl.store(y + row, total)\n"
      "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n"
      "        x, n = x.contiguous(), x.shape[1]\n"
      "        y = torch.empty_like(x[:, 0])\n        if n > 32768:\n            " +
      beyond +
      "\n        kernel[(x.shape[0],)](x, y, n, n, triton.next_power_of_2(n))\n"
      "        return y\n";
  request.options.device = "cpu";
  return request;
}

TEST_F(VerifierTest, SizesBeyondThoseThatTheCandidateNamesAreJudged) {
  const auto right =
      verifier_->verify(long_row_request("kernel[(x.shape[0],)](x, y, n, n, 1024); return y"));
  EXPECT_TRUE(right->accepted) << right->reason.message;
  const auto is_named = [](const InputResult& input) { return input.variant == "named_0"; };
  const auto named = std::find_if(right->inputs.begin(), right->inputs.end(), is_named);
  ASSERT_NE(named, right->inputs.end());
  EXPECT_TRUE(named->passed && named->shapes.front().back() > 32768) << named->detail;
  const auto lost = verifier_->verify(
      long_row_request("kernel[(x.shape[0],)](x, y, n, n - n % 1024, 1024); return y"));
  EXPECT_FALSE(lost->accepted);
  EXPECT_NE(lost->reason.message.find("named 0"), std::string::npos) << lost->reason.message;
}

TEST_F(VerifierTest, WhoSaysThatLongerRowsAreNotTakenIsNotRefusedForIt) {
  for (const std::string beyond : {"raise ValueError('too long')", "return x.sum(-1)"}) {
    const auto verdict = verifier_->verify(long_row_request(beyond));
    EXPECT_TRUE(verdict->accepted) << beyond << ": " << verdict->reason.message;
  }
}

// tanh times sigmoid, with a line of its own behind it.
VerifyRequest gate_request(const std::string& line) {
  VerifyRequest request;
  request.id = "gate";
  request.reference =
      "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
      "        return torch.tanh(x) * torch.sigmoid(x)\n"
      "def get_inputs():\n    return [torch.randn(64, 200)]\n"
      "def get_init_inputs():\n    return []\n";
  request.candidate =
      "import torch\nimport triton\nimport triton.language as tl\n"
      "@triton.jit\ndef kernel(x, y, n, BLOCK: tl.constexpr):\n"
      "    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
      "    value = tl.load(x + at, mask=at < n, other=0.0)\n"
      "    gate = (2 * tl.sigmoid(2 * value) - 1) * tl.sigmoid(value)\n    " +
      line +
      "\n    tl.store(y + at, gate, mask=at < n)\n"
      "class ModelNew(torch.nn.Module):\n    def forward(self, x):\n"
      "        x = x.contiguous()\n        y = torch.empty_like(x)\n"
      "        kernel[(triton.cdiv(x.numel(), 512),)](x, y, x.numel(), 512)\n"
      "        return y\n";
  request.options.device = "cpu";
  return request;
}

TEST_F(VerifierTest, NumbersThatKernelsCompareWithAreMet) {
  for (const std::string condition :
       {"value == 0.37109375", "(value > 6.31) & (value < 6.3101)",
        "(value < -2.5) & (value > -2.5001)", "value.to(tl.int32, bitcast=True) == 0x40d33333",
        "(value.to(tl.int32, bitcast=True) >> 12) == 0x40d33"}) {
    const auto verdict =
        verifier_->verify(gate_request("gate = tl.where(" + condition + ", 0.25, gate)"));
    EXPECT_FALSE(verdict->accepted) << condition;
    EXPECT_NE(verdict->reason.message.find("compared 0"), std::string::npos)
        << condition << ": " << verdict->reason.message;
    ASSERT_FALSE(verdict->one_sided.empty()) << condition;
    EXPECT_EQ(verdict->one_sided.front().line, 9) << condition;
    EXPECT_FALSE(verdict->one_sided.front().outcome) << condition;
  }
}

TEST_F(VerifierTest, LinesThatRanOnNoInputAreTold) {
  VerifyRequest request = gate_request("gate = gate");
  const auto whole = verifier_->verify(request);
  EXPECT_TRUE(whole->accepted && whole->untried.empty()) << whole->reason.message;
  request.candidate.insert(request.candidate.find("        y = torch.empty_like(x)\n"),
                           "        if hasattr(x, 'nowhere'):\n"
                           "            x = x * 2\n            return x\n"
                           "        if x.dim() < 0:\n            raise ValueError('no')\n");
  const auto verdict = verifier_->verify(request);
  ASSERT_TRUE(verdict->accepted) << verdict->reason.message;
  ASSERT_EQ(verdict->untried.size(), 1U);
  const auto line = [&](int number) {
    std::istringstream text(request.candidate);
    std::string found;
    while (number-- > 0) std::getline(text, found);
    return found;
  };
  EXPECT_EQ(line(verdict->untried.front().first), "            x = x * 2");
  EXPECT_EQ(line(verdict->untried.front().last), "            return x");
  EXPECT_EQ(std::count(verdict->flags.begin(), verdict->flags.end(), "untried_lines"), 1);
  request.options.inputs = InputScope::kTask;
  const auto asked_little = verifier_->verify(request);
  EXPECT_TRUE(asked_little->accepted && asked_little->untried.empty());
}

// Rows of a table, with a line of its own behind it.
VerifyRequest table_request(const std::string& line) {
  VerifyRequest request;
  request.id = "table";
  request.reference =
      "import torch\nclass Model(torch.nn.Module):\n    def forward(self, at, rows):\n"
      "        return rows[at]\n"
      "def get_inputs():\n    return [torch.randint(0, 50000, (4, 64)), torch.randn(50000, 8)]\n"
      "def get_init_inputs():\n    return []\n";
  request.candidate =
      "import torch\nimport triton\nimport triton.language as tl\n"
      "@triton.jit\ndef kernel(at, rows, y, n, BLOCK: tl.constexpr):\n"
      "    label = tl.load(at + tl.program_id(0))\n"
      "    place = tl.arange(0, BLOCK)\n"
      "    row = tl.load(rows + label * n + place, mask=place < n, other=0.0)\n    " +
      line +
      "\n    tl.store(y + tl.program_id(0) * n + place, row, mask=place < n)\n"
      "class ModelNew(torch.nn.Module):\n    def forward(self, at, rows):\n"
      "        at, rows, n = at.contiguous(), rows.contiguous(), rows.shape[1]\n"
      "        y = torch.empty(*at.shape, n, device=rows.device, dtype=rows.dtype)\n"
      "        kernel[(at.numel(),)](at, rows, y, n, triton.next_power_of_2(n))\n"
      "        return y\n";
  request.options.device = "cpu";
  return request;
}

TEST_F(VerifierTest, WholeNumbersThatKernelsCompareWithAreMetWhereTheTaskMayHaveThem) {
  for (const std::string line : {"row = tl.where(label == 31337, 0.0, row)",
                                 "row = tl.where((label > 31335) & (label < 31339), 0.0, row)"}) {
    const auto verdict = verifier_->verify(table_request(line));
    EXPECT_FALSE(verdict->accepted) << line;
    EXPECT_NE(verdict->reason.message.find("compared 0"), std::string::npos)
        << line << ": " << verdict->reason.message;
  }
  const auto outside = verifier_->verify(table_request("row = tl.where(label == -100, 0.0, row)"));
  EXPECT_TRUE(outside->accepted) << outside->reason.message;
  EXPECT_TRUE(outside->one_sided.empty()) << "no draw has it";
}

TEST_F(VerifierTest, WhatChangesNothingWhereItIsComparedIsRight) {
  for (const std::string line :
       {"gate = tl.where(value > 88.5, 1.0, gate)",
        "gate = tl.where((value > 6.31) & (value < 6.32), gate + 0.0, gate)"}) {
    const auto verdict = verifier_->verify(gate_request(line));
    EXPECT_TRUE(verdict->accepted) << line << ": " << verdict->reason.message;
  }
}

TEST_F(VerifierTest, WhatFarSizesTakeInMemoryIsNoFaultOfTheTask) {
  VerifyRequest request = gate_request("pass");
  const std::string line = "        return torch.tanh(x)";
  request.reference.insert(request.reference.find(line),
                           "        table = [[None] * x.shape[1] for _ in range(x.shape[1])]\n");
  const auto verdict = verifier_->verify(request);
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
}

TEST_F(VerifierTest, SameRequestIsJudgedOnce) {
  VerifyRequest request = swish_request("first", "wrong_values.py");
  request.seed = 4;
  VerifyRequest same = request;
  same.id = "second";
  const auto both = judge_all(*verifier_, {request, same});
  ASSERT_EQ(both.size(), 2u);
  EXPECT_NE(both[0]->id, both[1]->id);
  EXPECT_NE(both[0]->from_cache, both[1]->from_cache);
  EXPECT_EQ(both[0]->reason.message, both[1]->reason.message);
  request.id = "third";
  const auto third = verifier_->verify(request);
  EXPECT_TRUE(third->from_cache);
  EXPECT_EQ(third->id, "third");
}

TEST_F(VerifierTest, EqualSeedsGiveEqualNumbers) {
  VerifyRequest request = swish_request("a", "wrong_values.py");
  request.seed = 7;
  const auto first = verifier_->verify(request);
  request.candidate += "\n# another text, the same program\n";
  const auto second = verifier_->verify(request);
  EXPECT_FALSE(second->from_cache);
  ASSERT_EQ(first->inputs.size(), second->inputs.size());
  EXPECT_EQ(first->inputs[0].error, second->inputs[0].error);
  EXPECT_EQ(first->inputs[0].actual_value, second->inputs[0].actual_value);
}

TEST_F(VerifierTest, MultiInputOffRunsTheOriginalOnly) {
  VerifyRequest request = swish_request("a", "right_plain.py");
  request.options.multi_input = false;
  const auto verdict = verifier_->verify(request);
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_EQ(variants_of(*verdict), (std::vector<std::string>{"tiny", "original"}));
  // What only other inputs show is now missed: the switch does something.
  VerifyRequest sized = swish_request("b", "wrong_hard_coded_size.py");
  EXPECT_FALSE(verifier_->verify(sized)->accepted);
}

const InputResult& input_of(const Verdict& verdict, const std::string& variant) {
  for (const InputResult& input : verdict.inputs)
    if (input.variant == variant) return input;
  ADD_FAILURE() << "no " << variant;
  static const InputResult none;
  return none;
}

// A task of positive numbers, as most are, and a kernel that forgets the absolute value.
VerifyRequest lost_absolute_value() {
  VerifyRequest request = swish_text("a", shelf_file("swish/right_plain.py"));
  request.reference =
      "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
      "        y = x.abs()\n        return y * torch.sigmoid(y) + 0.5\n"
      "def get_inputs():\n    return [torch.rand(48, 80)]\n"
      "def get_init_inputs():\n    return []\n";
  return request;
}

TEST_F(VerifierTest, ThoroughSeesWhatTheFiveVariantsDoNot) {
  VerifyRequest request = lost_absolute_value();
  request.options.thorough = false;
  request.options.inputs = InputScope::kReport;
  const auto five = verifier_->verify(request);
  EXPECT_TRUE(five->accepted) << five->reason.message;
  EXPECT_EQ(five->inputs.size(), 6u);
  request.options.thorough = true;
  const auto shown = verifier_->verify(request);
  EXPECT_TRUE(shown->accepted) << shown->reason.message;
  EXPECT_FALSE(input_of(*shown, "zero_mean").passed);
  EXPECT_EQ(std::count(shown->flags.begin(), shown->flags.end(), "fails_on_other_inputs"), 1);
  request.options.inputs = InputScope::kAll;
  const auto all = verifier_->verify(request);
  EXPECT_FALSE(all->accepted);
  EXPECT_TRUE(all->right_for_task);
  EXPECT_EQ(all->rejected_at, Stage::kFull);
  EXPECT_EQ(all->reason.code, "wrong_values");
  EXPECT_NE(all->reason.message.find("few changed, "), std::string::npos) << all->reason.message;
}

TEST_F(VerifierTest, AnAdvisoryFailureIsAFlagAndNoRejection) {
  // Reads x_ptr + offsets: fine, unless the rows lie apart.
  const auto verdict = verifier_->verify(swish_request("a", "right_plain.py"));
  EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
  EXPECT_EQ(verdict->flags, std::vector<std::string>{"strided_inputs"});
  const InputResult& strided = input_of(*verdict, "strided");
  EXPECT_TRUE(strided.advisory && strided.applicable && !strided.passed);
  EXPECT_GT(strided.wrong_elements, 0);
  EXPECT_TRUE(input_of(*verdict, "special").passed) << input_of(*verdict, "special").detail;
  EXPECT_FALSE(input_of(*verdict, "zero_mean").advisory);
}

TEST_F(VerifierTest, AChildThatDoesNotSurviveAnAdvisoryInputIsNotRejected) {
  const std::string right = shelf_file("swish/right_plain.py");
  const std::size_t body = right.find("        ", right.find("def forward("));
  for (const std::string end : {"raise ValueError('not contiguous')", "while True: pass"}) {
    std::string text = right;
    text.insert(body, "        if not x.is_contiguous():\n            " + end + "\n");
    VerifyRequest request = swish_text("a", text);
    request.options.run_limit_s = 4;
    const auto verdict = verifier_->verify(request);
    EXPECT_TRUE(verdict->accepted) << end << ": " << verdict->reason.message;
    EXPECT_EQ(verdict->flags.front(), "strided_inputs") << end;
    EXPECT_FALSE(input_of(*verdict, "strided").passed);
    EXPECT_FALSE(input_of(*verdict, "strided").detail.empty());
  }
}

TEST_F(VerifierTest, ASeedThatNobodyChoseStaysTheSameInOneProcess) {
  EXPECT_EQ(unguessable_seed(), unguessable_seed());
  EXPECT_LT(unguessable_seed(), std::uint64_t{1} << 53);
}

TEST_F(VerifierTest, StagedEvaluationOffRunsEverythingAndGivesNoPartialCredit) {
  VerifyRequest request = swish_request("a", "wrong_values.py");
  const auto staged = verifier_->verify(request);
  EXPECT_EQ(staged->credit, 0.3);
  EXPECT_EQ(staged->inputs.size(), 2u);  // the original ones, and the tiny ones for the stage
  request.options.staged_evaluation = false;
  const auto whole = verifier_->verify(request);
  EXPECT_FALSE(whole->accepted);
  EXPECT_EQ(whole->credit, 0);
  EXPECT_EQ(whole->inputs.size(), variant_names({}).size() + 1);
  EXPECT_EQ(whole->rejected_at, staged->rejected_at);
  EXPECT_EQ(whole->reason.code, staged->reason.code);
}

TEST_F(VerifierTest, RefusalsThatNeedNoProcess) {
  EXPECT_EQ(verifier_->verify(swish_text("a", " \n"))->reason.code, "empty");
  EXPECT_EQ(verifier_->verify(swish_text("a", std::string(2 << 20, '#')))->reason.code,
            "too_large_source");
  VerifyRequest device = swish_request("a", "right_plain.py");
  device.options.device = "tpu";
  const auto verdict = verifier_->verify(device);
  EXPECT_EQ(verdict->reason.code, "bad_request");
  EXPECT_FALSE(verdict->rejected_at);
}

TEST_F(VerifierTest, BadReferencesDoNotBlameTheCandidate) {
  for (const std::string reference : {"class Model(: pass", "raise SystemExit(3)", "x = 1",
                                      "import os\nos.kill(os.getpid(), 9)"}) {
    VerifyRequest request = swish_request("a", "right_plain.py");
    request.reference = reference;
    const auto verdict = verifier_->verify(request);
    EXPECT_FALSE(verdict->accepted);
    EXPECT_FALSE(verdict->rejected_at) << reference;
    EXPECT_EQ(verdict->reason.code, "reference_error") << verdict->reason.message;
  }
}

TEST_F(VerifierTest, AnInputThatEndsTheReferenceIsLeftOut) {
  const VerifyRequest request = swish_request("a", "right_plain.py");
  const std::string sums = "return x * torch.sigmoid(x)";
  const auto at = request.reference.find(sums);
  ASSERT_NE(at, std::string::npos);
  for (const char* fault : {"torch.ones(3 << 30)", "os.abort()"}) {
    VerifyRequest hungry = request;
    hungry.reference.replace(at, sums.size(),
                             std::string("if x.abs().max() > 50:\n            import os; ") +
                                 fault + "\n        " + sums);
    const auto verdict = verifier_->verify(hungry);
    EXPECT_TRUE(verdict->accepted) << verdict->reason.message;
    const InputResult& large = input_of(*verdict, "large");
    EXPECT_FALSE(large.applicable);
    EXPECT_NE(large.detail.find("the reference"), std::string::npos) << large.detail;
    EXPECT_TRUE(input_of(*verdict, "small").applicable);
  }
}

TEST_F(VerifierTest, TimeLimitsHold) {
  VerifyRequest endless = swish_request("a", "wrong_endless.py");
  endless.options.run_limit_s = 1;
  EXPECT_EQ(verifier_->verify(endless)->reason.code, "timeout");
  VerifyRequest slow = swish_text(
      "b", "import time\n" + shelf_file("swish/right_plain.py") + "\nwhile True:\n    pass\n");
  slow.options.compile_limit_s = 1;
  EXPECT_EQ(verifier_->verify(slow)->reason.code, "compile_timeout");
}

// Each of these runs in the candidate's process, at import, and must end in one rejection.
TEST_F(VerifierTest, HostileCandidatesGetOneVerdictEach) {
  const std::string honest = shelf_file("swish/right_plain.py");
  const std::string attacks[] = {
      "import ctypes; ctypes.string_at(0)",
      "import os; os._exit(0)",
      "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
      "import os\nfor fd in range(3, 256):\n    try: os.close(fd)\n    except OSError: pass",
      R"(import os
for fd in range(3, 256):
    try: os.write(fd, b'{"op":"output","ok":true}')
    except OSError: pass
os._exit(0))",
      "import sys; sys.setrecursionlimit(10**9)\nf = lambda n: f(n + 1)\nf(0)",
      "x = bytearray(1 << 40)",
      "x = []\nwhile True: x.append(bytearray(1 << 26))",
  };
  std::vector<VerifyRequest> requests;
  for (const std::string& attack : attacks) {
    // Hidden from the static stage, which would refuse most of these imports at once.
    std::string quoted;
    for (const char letter : attack)
      quoted += letter == '\n'  ? std::string("\\n")
                : letter == '"' ? std::string("\\\"")
                                : std::string(1, letter);
    requests.push_back(swish_text("attack " + std::to_string(requests.size()),
                                  honest +
                                      "\ngetattr(__builtins__, 'ex' + 'ec', None) if not "
                                      "isinstance(__builtins__, dict) else "
                                      "__builtins__['ex' + 'ec'](\"" +
                                      quoted + "\")\n"));
    requests.back().options.run_limit_s = 5;
    requests.back().options.compile_limit_s = 10;
  }
  std::set<std::string> seen;
  for (const auto& verdict : judge_all(*verifier_, requests)) {
    EXPECT_TRUE(seen.insert(verdict->id).second);
    EXPECT_FALSE(verdict->accepted) << verdict->id;
    EXPECT_NE(verdict->reason.code, "infrastructure") << verdict->reason.message;
  }
  EXPECT_EQ(seen.size(), requests.size());
  EXPECT_TRUE(verifier_->verify(swish_request("after", "right_plain.py"))->accepted);
}

TEST_F(VerifierTest, CancelAnswersEverything) {
  std::vector<VerifyRequest> requests;
  for (int i = 0; i < 12; ++i) {
    requests.push_back(swish_request(std::to_string(i), "right_plain.py"));
    requests.back().seed = 100 + static_cast<std::uint64_t>(i);
  }
  std::mutex mutex;
  int answers = 0, cancelled = 0;
  std::condition_variable_any changed;
  for (const VerifyRequest& request : requests)
    verifier_->submit(request, [&](const std::shared_ptr<const Verdict>& verdict) {
      std::lock_guard lock(mutex);
      ++answers;
      if (verdict->reason.code == "cancelled") ++cancelled;
      changed.notify_all();
    });
  verifier_->cancel_all();
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return answers == 12; });
  EXPECT_GT(cancelled, 0);
  lock.unlock();
  EXPECT_TRUE(verifier_->verify(swish_request("after", "right_plain.py"))->accepted);
}

}  // namespace
}  // namespace nereid::verify
