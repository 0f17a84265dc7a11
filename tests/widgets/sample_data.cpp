// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/sample_data.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "engine/verify/artefacts.h"
#include "engine/verify/error_map.h"
#include "engine/verify/timing/statistics.h"
#include "engine/verify/timing/timing_protocol.h"

namespace nereid::widgets::samples {

namespace {

using verify::Stage;
using verify::StageOutcome;

// A fixed stream of numbers in [0, 1), the same with every library.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  double next() {
    m_state ^= m_state << 13;
    m_state ^= m_state >> 7;
    m_state ^= m_state << 17;
    return static_cast<double>(m_state >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t m_state;
};

constexpr char kReference[] = R"py(import torch, torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def forward(self, x, y):
        h = F.silu(x) * self.scale
        return torch.softmax(h + y, dim=-1)

def get_inputs():
    return [torch.randn(48, 200),
            torch.randn(48, 200)]

def get_init_inputs():
    return [0.5]
)py";

constexpr char kCandidate[] = R"py(import torch, triton, triton.language as tl

@triton.jit
def fused_kernel(X, Y, O, n, s, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    x = tl.load(X + row * n + c, mask=m)
    y = tl.load(Y + row * n + c, mask=m)
    h = x * tl.sigmoid(x) * s + y
    h = h - tl.max(h, 0)  # the row must fit B
    e = tl.exp(h)
    tl.store(O + row * n + c, e / tl.sum(e, 0), mask=m)

class ModelNew(torch.nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def forward(self, x, y):
        o = torch.empty_like(x)
        fused_kernel[(x.shape[0],)](x, y, o, x.shape[1],
                                    self.scale, B=256)
        return o
)py";

verify::InputResult input(const char* variant, const char* dtype, std::int64_t rows,
                          std::int64_t columns, double error, double bound, double ms) {
  verify::InputResult result;
  result.variant = variant;
  result.dtype = dtype;
  result.shapes = {{rows, columns}, {rows, columns}};
  result.error = error;
  result.bound = bound;
  result.torch_error = error * 0.8;
  result.passed = error <= bound;
  result.total_elements = rows * columns;
  result.elapsed_ms = ms;
  return result;
}

// Rows that do not fit a block of 256: what lies beyond was not computed, and the rest is scaled.
std::shared_ptr<const verify::ErrorMap> cutRows(const std::vector<std::int64_t>& shape) {
  verify::ErrorMapper mapper(shape);
  for (std::int64_t row = 0; row < shape[0]; ++row) {
    for (std::int64_t column = 0; column < shape[1]; ++column) {
      const double scaled = 300 + 40 * static_cast<double>((row * 7 + column * 3) % 11);
      mapper.add(column < 256 ? verify::error_level(scaled) : verify::kMismatchLevel);
    }
  }
  return std::make_shared<const verify::ErrorMap>(mapper.take());
}

verify::Verdict verdict(bool accepted) {
  verify::Verdict v;
  v.id = "sample";
  v.accepted = accepted;
  v.furthest_stage = accepted ? Stage::kFull : Stage::kTiny;
  v.credit = accepted ? 0.7 : 0.5;
  v.stages = {{Stage::kStatic, StageOutcome::kPassed, 1.2, ""},
              {Stage::kCompile, StageOutcome::kPassed, 118, ""},
              {Stage::kTiny, StageOutcome::kPassed, 41, ""},
              {Stage::kFull, accepted ? StageOutcome::kPassed : StageOutcome::kRejected, 253, ""},
              {Stage::kTiming, accepted ? StageOutcome::kNotApplicable : StageOutcome::kNotReached,
               0, accepted ? "GPU time: not measured" : ""}};
  v.inputs = {input("tiny", "float32", 4, 8, 1.1e-7, 4.8e-7, 41),
              input("original", "float32", 48, 200, 1.3e-7, 4.8e-7, 52),
              input("values_x2", "float32", 48, 200, 1.5e-7, 4.8e-7, 47),
              input("new_seed", "float32", 48, 200, 1.2e-7, 4.8e-7, 49),
              input("larger_dims", "float32", 96, 333, accepted ? 1.9e-7 : 0.77, 5.1e-7, 61),
              input("other_dtype", "float16", 48, 200, 4.1e-4, 1.1e-3, 44)};
  if (accepted) {
    v.reason = {"ok", ""};
  } else {
    v.rejected_at = Stage::kFull;
    v.reason = {"wrong_values",
                "wrong values: larger dims, 31,968 of 31,968 elements, first at [0, 0], error 0.77 "
                "against a "
                "bound of 5.1e-7"};
    v.inputs[4].wrong_elements = 31968;
    v.inputs[4].first_wrong_index = {0, 0};
    v.inputs[4].expected_value = 0.00312;
    v.inputs[4].actual_value = 0.00408;
    v.inputs[4].error_map = cutRows(v.inputs[4].shapes[0]);
  }
  v.kernels = {{"fused_kernel", 28, 0, 2048, 4, 3, 1, {48, 1, 1}, 96, 9128, "3f1c"}};
  v.timing_note = "GPU time: not measured";
  v.sandbox = {"landlock", "seccomp", "userns", "rlimits"};
  v.versions = {{"torch", "2.11.0"}, {"triton", "3.6.0"}};
  v.total_ms = 412;
  return v;
}

void fillTokens(record::Episode& episode) {
  Noise noise(7);
  std::size_t at = 0;
  while (at < episode.completion.size()) {
    std::size_t end = at + 1;
    while (end < episode.completion.size() &&
           std::isalnum(static_cast<unsigned char>(episode.completion[end]))) {
      ++end;
    }
    episode.tokens.push_back(static_cast<std::int32_t>(100 + at % 900));
    episode.token_ends.push_back(static_cast<std::uint32_t>(end));
    const double u = noise.next();
    episode.logprobs.push_back(static_cast<float>(u < 0.9 ? -0.05 * u : -4 * u));
    // As the record keeps it, in whole steps.
    episode.entropies.push_back(static_cast<float>(std::floor(u < 0.9 ? 1000 * u : 9000 * u)) /
                                4096);
    episode.ranks.push_back(u < 0.9 ? 1 : 2 + static_cast<int>(100 * (1 - u)));
    at = end;
  }
}

record::Episode episode(bool accepted) {
  record::Episode e;
  e.key = {84, 1, 1};
  e.task_id = "synthetic/2/81f3a0";
  e.task_name = "silu_scale_softmax";
  e.level = 2;
  e.reference = kReference;
  e.prompt = std::string("<|task|>\n") + kReference + "\n<|answer|>\n";
  const std::string open = "```python\n";
  e.candidate = kCandidate;
  e.completion = open + e.candidate + "```";
  e.candidate_begin = open.size();
  e.candidate_end = open.size() + e.candidate.size();
  fillTokens(e);
  e.verdict = verdict(accepted);
  e.reward = {e.verdict.credit, {{"credit", e.verdict.credit}, {"speedup_score", 0}}};
  e.group_mean = 0.62;
  e.group_std = 0.197;
  e.advantage = accepted ? 0.41 : -0.61;
  e.generate_ms = 310;
  e.verify_ms = 412;
  e.seed = 17;
  return e;
}

// "LINE|text" a line: what the compiler made, and the line of kCandidate that it comes from.
constexpr char kTtir[] = R"(4|module {
4|  tt.func public @fused_kernel(%X: !tt.ptr<f32>, %Y: !tt.ptr<f32>, %O: !tt.ptr<f32>) {
0|    %cst = arith.constant dense<0.000000e+00> : tensor<256xf32>
5|    %row = tt.get_program_id x : i32 // which row
6|    %c = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
7|    %m = arith.cmpi slt, %c, %n : tensor<256xi32>
8|    %x = tt.addptr %X, %c : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
8|    %x_0 = tt.load %x, %m : tensor<256x!tt.ptr<f32>>
9|    %y = tt.addptr %Y, %c : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
9|    %y_1 = tt.load %y, %m : tensor<256x!tt.ptr<f32>>
10|    %h = arith.mulf %x_0, %s : tensor<256xf32>
10|    %h_2 = arith.addf %h, %y_1 : tensor<256xf32>
12|    %e = math.exp %h_2 : tensor<256xf32>
13|    tt.store %O, %e, %m : tensor<256x!tt.ptr<f32>>
4|    tt.return
4|  }
4|}
)";
constexpr char kPtx[] = R"(4|.visible .entry fused_kernel(
4|	.param .u64 .ptr .global .align 1 fused_kernel_param_0
4|)
4|{
5|	mov.u32 	%r1, %ctaid.x;
8|	ld.global.b32 	%r2, [%rd1 + 0];
8|	ld.global.b32 	%r3, [%rd1 + 512];
9|	ld.global.b32 	%r4, [%rd2 + 0];
12|	ex2.approx.ftz.f32 	%r5, 0f3FB8AA3B;
13|	st.global.b32 	[%rd3 + 0], %r5;
4|	ret;
4|}
)";

verify::CompilerLevel level(const char* name, std::string_view rows) {
  verify::CompilerLevel level;
  level.level = name;
  while (!rows.empty()) {
    const std::size_t bar = rows.find('|');
    const std::size_t end = rows.find('\n');
    level.lines.push_back(std::stoi(std::string(rows.substr(0, bar))));
    level.text += rows.substr(bar + 1, end - bar);
    rows.remove_prefix(end + 1);
  }
  level.lines.push_back(0);  // behind the last line break
  return level;
}

constexpr const char* kTasks[] = {"silu_scale_softmax", "rmsnorm_clamp", "row_max",
                                  "gelu_add",           "leaky_relu",    "matmul_bias_tanh",
                                  "layernorm_residual", "abs_sqrt"};

struct Failure {
  Stage at;
  const char* code;
  const char* message;
  double reward;
};
constexpr Failure kFailures[] = {
    {Stage::kFull, "wrong_values",
     "wrong values: larger dims, 31,968 of 31,968 elements, first at [0, 0]", 0.5},
    {Stage::kCompile, "compile_error", "unknown name tl.silu", 0.0},
    {Stage::kTiny, "out_of_bounds", "out of bounds: read at X[204] of 200 elements, line 8", 0.3},
    {Stage::kStatic, "no_kernel", "no kernel: the candidate computes everything with torch", 0.0},
};

}  // namespace

record::Episode rejectedEpisode() {
  return episode(false);
}

record::Episode acceptedEpisode() {
  return episode(true);
}

verify::Verdict compiledVerdict() {
  verify::Verdict v = verdict(true);
  verify::KernelFacts& kernel = v.kernels[0];
  kernel.stage_ms = {{"ast", 20},  {"ttir", 3}, {"ttgir", 14},
                     {"llir", 12}, {"ptx", 7},  {"cubin", 40}};
  kernel.occupancy = {16, 64, 1, "warps"};
  const verify::Work work = {"fused_kernel", 1, 76800, 38400, {}, 0, 0.024, "memory"};
  v.coverage = 1;
  v.roofline = verify::Roofline{"original", work, {work}};
  auto artefacts = std::make_shared<verify::Artefacts>();
  artefacts->kernels.push_back({{level("ttir", kTtir),
                                 level("ttgir", kTtir),
                                 level("ptx", kPtx),
                                 {"sass", "", {}, "this Triton comes without nvdisasm"}},
                                "\x7f"
                                "ELF"});
  const auto link = [&](const char* operation, int line, const char* evidence, double error) {
    verify::OperationLink made;
    made.number = 1;
    made.kernel = "fused_kernel";
    made.launch_line = 22;
    made.operation = operation;
    made.place.line = line;
    made.evidence = evidence;
    made.error = error;
    artefacts->links.push_back(made);
  };
  link("softmax", 11, "equal", 3.1e-7);
  link("silu", 10, "inside", 0);
  link("mul", 10, "inside", 0);
  v.artefacts = std::move(artefacts);
  return v;
}

namespace {

/// Blocks of a kernel on a GPU whose clock is lower in one of them.
class SimulatedGpu {
 public:
  verify::Measure kernel(double us) {
    return [this, us](double) {
      constexpr int kSlowBlock = 18;
      const double clock = m_blocks++ == kSlowBlock ? 0.9 : 1;
      verify::Block block;
      block.sm_mhz = 1980 * clock + 2 * m_normal(m_random);
      for (int i = 0; i < 3; ++i) {
        block.us.push_back(us / clock * (1 + 0.003 * m_normal(m_random)));
      }
      return block;
    };
  }

 private:
  std::mt19937 m_random{7};
  std::normal_distribution<double> m_normal;
  int m_blocks = 0;
};

verify::Timing simulatedTiming(double candidateUs) {
  constexpr double kReferenceUs = 5;
  SimulatedGpu gpu;
  verify::ProtocolLimits limits;
  limits.least_units = 8;
  verify::Samples samples;
  verify::measure_in_turn(gpu.kernel(candidateUs), gpu.kernel(kReferenceUs), limits, samples);
  const verify::Ratio ratio =
      verify::ratio_interval(samples.candidate_blocks, samples.reference_blocks);
  const verify::TimingFloor floor{7e6, 3.35e6, 0.95, /*is_cold=*/true};
  verify::Timing timing;
  timing.candidate = verify::median_interval(samples.candidate);
  timing.reference = verify::median_interval(samples.reference);
  timing.speedup = ratio.value;
  timing.speedup_low = ratio.low;
  timing.speedup_high = ratio.high;
  const double least = verify::timing_floor_us(floor, timing.reference.median_us);
  timing.decision = timing.candidate.median_us < least
                        ? "IMPOSSIBLE"
                        : verify::timing_decision(ratio, verify::kSameWithin);
  timing.method = "nereid";
  timing.device = "simulated GPU";
  timing.candidate_samples_us = samples.candidate;
  timing.reference_samples_us = samples.reference;
  timing.blocks = samples.blocks;
  for (std::size_t i = 0; i < timing.blocks.size(); ++i) {
    timing.blocks[i].at_ms = 2.5 * static_cast<double>(i + 1);  // the same on every machine
  }
  timing.readings = {{-3, 1980, 3201, 41, 310}, {96, 1980, 3201, 44, 402}};
  timing.conditions = {{"l2", "cold"},
                       {"same_within", "0.005"},
                       {"floor_us", std::to_string(least)},
                       {"moving_us", std::to_string(floor.bytes / floor.peak_bytes_per_us)},
                       {"needed_bytes", "7000000"},
                       {"empty_kernel_us", "0.95"},
                       {"units", std::to_string(samples.candidate_blocks.size())},
                       {"repeated_units", std::to_string(samples.repeated)},
                       {"slowed_by", "none"},
                       {"sm_clock_mhz", "1980 (1782 to 1984)"},
                       {"alone_ms", "104"},
                       {"driver", "580.159"}};
  timing.beside = {{"l2 warm", {2.1, 2.09, 2.11}, {2.6, 2.58, 2.62}},
                   {"report", {31.2, 30.6, 31.9}, {32.8, 32.1, 33.3}}};
  timing.compiled = verify::TimingEstimate{3.9, 3.88, 3.93};
  return timing;
}

}  // namespace

verify::Verdict timedVerdict(double candidateUs) {
  verify::Verdict v = compiledVerdict();
  v.timing = simulatedTiming(candidateUs);
  v.timing_note.clear();
  v.device = "cuda:0";
  return v;
}

record::Episode emptyEpisode() {
  record::Episode e = episode(false);
  e.candidate.clear();
  e.candidate_begin = e.candidate_end = 0;
  e.completion = "I am not sure how to write this kernel.";
  e.tokens.clear();
  e.token_ends.clear();
  e.logprobs.clear();
  e.entropies.clear();
  e.ranks.clear();
  fillTokens(e);
  verify::Verdict none;
  none.rejected_at = Stage::kStatic;
  none.reason = {"no_code", "no code: the completion holds no fenced Python block"};
  none.stages = {{Stage::kStatic, StageOutcome::kRejected, 0.3, ""},
                 {Stage::kCompile},
                 {Stage::kTiny},
                 {Stage::kFull},
                 {Stage::kTiming}};
  e.verdict = none;
  e.reward = {0, {{"credit", 0}}};
  return e;
}

std::vector<record::EpisodeRow> rows(int steps, int perStep, std::int64_t firstId, int firstStep) {
  std::vector<record::EpisodeRow> all;
  Noise noise(static_cast<std::uint64_t>(firstStep) + 11);
  std::int64_t id = firstId;
  for (int step = firstStep; step < firstStep + steps; ++step) {
    for (int i = 0; i < perStep; ++i) {
      record::EpisodeRow row;
      row.id = id++;
      row.key = {step, i / 4, i % 4};
      row.phase = "train";
      const int task = (step * 3 + i / 4) % 8;
      row.task_name = kTasks[task];
      row.task_id = "synthetic/" + std::to_string(task % 2 + 1) + "/" + std::to_string(1000 + task);
      row.level = task == 2 || task == 4 || task == 7 ? 1 : 2;
      row.accepted = noise.next() < 0.6;
      if (row.accepted) {
        row.furthest_stage = Stage::kFull;
        row.reason_code = "ok";
        row.reward = 0.7;
      } else {
        const Failure& failure = kFailures[static_cast<std::size_t>(noise.next() * 4)];
        row.rejected_at = failure.at;
        row.furthest_stage = static_cast<Stage>(static_cast<int>(failure.at) - 1);
        row.reason_code = failure.code;
        row.reason_message = failure.message;
        row.reward = failure.reward;
      }
      row.advantage = (row.reward - 0.55) / 0.3;
      row.token_count = 90 + static_cast<int>(noise.next() * 120);
      row.verify_ms = 80 + noise.next() * 400;
      all.push_back(row);
    }
  }
  return all;
}

EpisodeRowsPtr shared(std::vector<record::EpisodeRow> rows) {
  return std::make_shared<const std::vector<record::EpisodeRow>>(std::move(rows));
}

std::map<QString, record::MetricSeries> metrics(int steps) {
  std::map<QString, record::MetricSeries> all;
  Noise noise(3);
  const auto put = [&](const char* key, int step, double value) {
    all[QString::fromLatin1(key)].append(step, value);
  };
  for (int step = 1; step <= steps; ++step) {
    const double t = static_cast<double>(step) / steps;
    const double grow = 1 - std::exp(-2.2 * t);
    put("reward", step, 0.36 + 0.42 * grow + 0.14 * (noise.next() - 0.5));
    put("reward_std", step, 0.3 - 0.08 * grow + 0.06 * (noise.next() - 0.5));
    put("pass_rate/level1", step, std::min(1.0, 0.58 + 0.32 * grow + 0.16 * (noise.next() - 0.5)));
    put("pass_rate/level2", step, std::max(0.0, 0.2 + 0.4 * grow + 0.22 * (noise.next() - 0.5)));
    const double full = 0.35 + 0.4 * grow + 0.08 * (noise.next() - 0.5);
    const double tiny = full + 0.18 - 0.08 * grow;
    const double compile = tiny + 0.22 - 0.12 * grow;
    put("funnel/static", step, std::min(1.0, compile + 0.12 - 0.04 * grow));
    put("funnel/compile", step, compile);
    put("funnel/tiny", step, tiny);
    put("funnel/full", step, full);
    put("funnel/timing", step, 0);
    put("loss", step, 0.9 * std::exp(-1.1 * t) + 0.1 * (noise.next() - 0.5));
    put("entropy", step, 0.74 - 0.3 * t + 0.05 * (noise.next() - 0.5));
    put("kl", step, 0.02 + 0.08 * std::sin(t * std::numbers::pi / 2));
  }
  return all;
}

QList<RunEntry> runs() {
  QList<double> spark;
  Noise noise(5);
  for (int i = 0; i < 40; ++i) {
    spark << 0.3 + i * 0.01 + 0.1 * noise.next();
  }
  using record::RunState;
  return {{QStringLiteral("/runs/pocket-grpo"), QStringLiteral("pocket-grpo"), RunState::kRunning,
           84, 150, 0.71, spark},
          {QStringLiteral("/runs/pocket-binary"), QStringLiteral("pocket-binary"),
           RunState::kFinished, 150, 150, 0.64, spark},
          {QStringLiteral("/runs/best-of-10"), QStringLiteral("best-of-10"), RunState::kFinished,
           120, 120, 0.58, spark},
          {QStringLiteral("/runs/smollm2-sft"), QStringLiteral("smollm2-sft"), RunState::kPaused,
           1200, 4000},
          {QStringLiteral("/runs/broken"),
           QStringLiteral("broken-record"),
           RunState::kFailed,
           12,
           50,
           0.1,
           {},
           QStringLiteral("record.sqlite is not a database")}};
}

std::vector<record::Event> events() {
  const std::int64_t start = 1'700'000'000'000;
  return {{1, start, 0, "state", "info", "started: pocket, 2 cores, seed 17"},
          {2, start + 4000, 0, "log", "info", "verifier ready: landlock, seccomp, userns, rlimits"},
          {3, start + 9000, 12, "checkpoint", "info", "checkpoint at step 12"},
          {4, start + 12000, 14, "alarm", "warning", "KL rose to 0.31 nat/token at step 14"},
          {5, start + 15000, 15, "log", "error", "worker 3 died (signal 9) and was started again"}};
}

}  // namespace nereid::widgets::samples
