// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/estimate/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/paths.h"
#include "engine/config/phases.h"
#include "engine/policy/shape/model_shape.h"
#include "engine/record/store.h"
#include "engine/train/estimate/run_history.h"

namespace nereid::train {
namespace {

namespace fs = std::filesystem;

config::RunConfig preset(const std::string& name) {
  const Result<config::RunConfig> loaded = config::load_settings(name);
  EXPECT_TRUE(loaded) << name;
  return loaded ? *loaded : config::RunConfig();
}

RunEstimate must_estimate(const config::RunConfig& config, bool has_gpu = false) {
  const Result<RunEstimate> estimate = estimate_run(config, has_gpu);
  if (!estimate) ADD_FAILURE() << estimate.error().message;
  return estimate ? *estimate : RunEstimate();
}

std::uint64_t part(const RunEstimate& estimate, const std::string& key) {
  for (const MemoryPart& one : estimate.memory)
    if (one.key == key) return one.bytes;
  return 0;
}

TEST(Estimate, CountsTheParametersThatARunCounted) {
  const auto reader = record::RunReader::open(resource_dir() / "runs" / "example");
  ASSERT_TRUE(reader);
  const auto info = (*reader)->info();
  ASSERT_TRUE(info);
  EXPECT_EQ(std::to_string(must_estimate(preset("pocket")).parameters),
            info->facts.at("parameters"));
}

TEST(Estimate, CountsBiasesNormsAndAnOwnHead) {
  policy::ModelShape shape;
  shape.vocabulary = 10;
  shape.hidden_size = 8;
  shape.layers = 1;
  shape.heads = 2;
  shape.kv_heads = 1;
  shape.head_dim = 6;
  shape.intermediate_size = 5;
  // embedding 80, norms 24, q and o 2 * 96, k and v 2 * 48, feed-forward 120
  EXPECT_EQ(policy::parameter_count(shape), 80 + 24 + 192 + 96 + 120);
  EXPECT_EQ(policy::linear_parameter_count(shape), 192 + 96 + 120);
  EXPECT_EQ(policy::linear_output_count(shape), 12 + 6 + 6 + 8 + 5 + 5 + 8);
  EXPECT_EQ(policy::largest_linear(shape), 96);
  shape.tie_embeddings = false;
  shape.attention_bias = true;
  shape.qk_norm = true;
  EXPECT_EQ(policy::parameter_count(shape), 512 + 80 + 24 + 12);
  EXPECT_EQ(policy::adapter_parameter_count(shape, 3, {"q_proj", "down_proj", "other"}),
            3 * (8 + 12) + 3 * (5 + 8));
}

// Passes of a large model shrink to what a small GPU has left, and grow to 37 GB and no more.
TEST(Estimate, GivesAPassWhatTheGpuHasLeft) {
  config::RunConfig config = preset("pocket-sft");
  config.model.path = "pocket";
  config.model.device = "cuda";
  config.model.adapter = "lora";
  config.model.dtype = "bfloat16";
  policy::ModelShape shape;  // of Qwen2.5-Coder-7B
  shape.vocabulary = 152064;
  shape.hidden_size = 3584;
  shape.layers = 28;
  shape.heads = 28;
  shape.kv_heads = 4;
  shape.head_dim = 128;
  shape.intermediate_size = 18944;
  shape.tie_embeddings = false;
  constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
  const std::int64_t unknown = gpu_room(config, shape, false, 0);
  EXPECT_EQ(unknown, policy::kGpuCacheBytes);
  const std::int64_t most = gpu_room(config, shape, false, 80 * kGiB);
  EXPECT_EQ(most, gpu_room(config, shape, false, 140 * kGiB));
  EXPECT_GE(policy::tokens_per_pass(shape, true, true, most), 8192);
  const std::int64_t of_24 = gpu_room(config, shape, false, 24 * kGiB);
  // 15.2 GB of weights, 1.0 of adapters with moments and gradients; a tenth and 2 GB stay free.
  EXPECT_NEAR(static_cast<double>(of_24), 24 * kGiB * 0.9 - 2e9 - 16.2e9, 0.1e9);
  EXPECT_EQ(gpu_room(config, shape, false, 8 * kGiB), 1'000'000'000);
  const std::int64_t tokens = policy::tokens_per_pass(shape, true, true, of_24);
  EXPECT_LE(tokens * policy::activation_bytes(shape, true, true), of_24);
  EXPECT_GT(tokens, 1000);
}

// Of the weights in layers each rank holds its part, and two layers whole.
TEST(Estimate, CountsThePartOfASharedBase) {
  config::RunConfig config = preset("pocket-sft");
  config.model.path = "pocket";
  config.model.adapter = "lora";
  const auto shape = policy::read_model_shape(policy::model_folder("pocket"));
  ASSERT_TRUE(shape);
  const auto linears = static_cast<std::uint64_t>(policy::linear_parameter_count(*shape)) * 4;
  const auto all = static_cast<std::uint64_t>(policy::parameter_count(*shape)) * 4;
  const auto of = [&](bool shared, int ranks) {
    config.model.shard_base = shared;
    return *estimate_run(config, false, 0, ranks);
  };
  for (const bool shared : {false, true}) {
    EXPECT_EQ(part(of(shared, 1), "weights"), all);
    EXPECT_EQ(part(of(shared, 1), "whole_layer"), 0);
  }
  EXPECT_EQ(part(of(false, 4), "weights"), all);
  EXPECT_EQ(part(of(true, 4), "weights"), all - linears + linears / 4);
  EXPECT_EQ(part(of(true, 4), "whole_layer"),
            2 * linears / static_cast<std::uint64_t>(shape->layers));
}

TEST(Estimate, SaysWhereAGpuIsTooSmall) {
  config::RunConfig config = preset("pocket-sft");
  config.model.path = "pocket";
  config.model.device = "cuda";
  EXPECT_FALSE(estimate_run(config, true, 0)->exceeds_gpu());
  EXPECT_FALSE(estimate_run(config, true, 80'000'000'000)->exceeds_gpu());
  EXPECT_TRUE(estimate_run(config, true, 1'000'000)->exceeds_gpu());
}

// What `mbu` is a share of.
TEST(SamplerReads, AreWeightsAStepAndWhatEachTokenLooksBackAt) {
  policy::ModelShape shape;
  shape.vocabulary = 10;
  shape.hidden_size = 8;
  shape.layers = 3;
  shape.heads = 2;
  shape.kv_heads = 1;
  shape.head_dim = 6;
  shape.intermediate_size = 5;
  policy::SamplerReads reads{.passes = 4};
  reads.add_row(7, 1);  // its first token is the prompt's
  reads.add_row(7, 3);
  policy::SamplerReads more;
  more.add_row(0, 0);
  reads.add(more);
  EXPECT_EQ(reads.keys, 7 + (7 + 8 + 9));
  const double linears = 3 * (192 + 96 + 120), head = 80, keys = 31 * 2 * 3 * 6;
  EXPECT_EQ(bytes_read(shape, reads, false, 4), 4 * (4 * (linears + head) + keys));
  EXPECT_EQ(bytes_read(shape, reads, true, 2), 4 * (linears + 2 * head) + 2 * keys);
}

TEST(Estimate, PartsAddUpToThePeak) {
  const RunEstimate estimate = must_estimate(preset("pocket"));
  std::uint64_t always = 0, generate = 0, update = 0;
  for (const MemoryPart& one : estimate.memory)
    (one.phase == MemoryPhase::kAlways     ? always
     : one.phase == MemoryPhase::kGenerate ? generate
                                           : update) += one.bytes;
  EXPECT_EQ(estimate.trainer_bytes, always + std::max(generate, update));
  const std::uint64_t kept = part(estimate, "allocator");
  EXPECT_EQ(kept, (estimate.trainer_bytes - kept - part(estimate, "libraries")) / 20);
  EXPECT_EQ(part(estimate, "weights"), static_cast<std::uint64_t>(estimate.parameters) * 4);
  EXPECT_EQ(part(estimate, "optimizer"), static_cast<std::uint64_t>(estimate.parameters) * 16);
  EXPECT_EQ(part(estimate, "ref_weights"), 0U);
}

TEST(Estimate, FollowsTheSettings) {
  const config::RunConfig base = preset("pocket");
  config::RunConfig kl = base;
  kl.grpo.beta = 0.1;
  EXPECT_EQ(part(must_estimate(kl), "ref_weights"), part(must_estimate(base), "weights"));
  config::RunConfig adapters = base;
  adapters.model.adapter = "lora";
  adapters.grpo.beta = 0.1;
  const RunEstimate lora = must_estimate(adapters);
  EXPECT_LT(lora.trainable, lora.parameters);
  EXPECT_EQ(part(lora, "ref_weights"), 0U);
  EXPECT_EQ(lora.checkpoint_bytes, static_cast<std::uint64_t>(lora.trainable) * 12);
  config::RunConfig more = base;
  more.evaluate.every = 0;
  const std::uint64_t before = part(must_estimate(more), "kv_cache");
  more.grpo.num_generations *= 2;
  EXPECT_GT(part(must_estimate(more), "kv_cache"), before);
  config::RunConfig sft = preset("pocket-sft");
  sft.evaluate.every = 0;
  EXPECT_EQ(part(must_estimate(sft), "kv_cache"), 0U);
  EXPECT_EQ(must_estimate(sft).judges_bytes, 0U);
}

// 512 answers of up to 16,384 tokens: the sampler holds as many at once as its budget allows.
TEST(Estimate, KeysAndValuesStayWithinTheSamplersBudget) {
  config::RunConfig config = config::phases_of(preset("tritonrl")).back().settings;
  ASSERT_EQ(config.method, "grpo");
  config.evaluate.every = 0;
  config.model.path = "pocket";
  const RunEstimate cpu = must_estimate(config);
  EXPECT_LE(part(cpu, "kv_cache"), 2.2e9) << "with the prompts, which are held once";
  config.model.path = "pocket";
  config.model.device = "cuda";
  EXPECT_LE(part(must_estimate(config, true), "kv_cache"), 32e9);
}

TEST(Estimate, TurnsAreLearntTogetherAndHavePromptsOfTheirOwn) {
  config::RunConfig config = preset("pocket");
  config.evaluate.every = 0;
  config.grpo.prompts_per_step = 1;
  config.grpo.num_generations = 4;
  const RunEstimate one = must_estimate(config);
  config.turns.count = 2;
  const RunEstimate two = must_estimate(config);
  // Four answers to one prompt, then eight that have a prompt each.
  const auto longest = static_cast<std::uint64_t>(config.generation.max_completion_length);
  EXPECT_EQ(part(two, "activations") * (512 + 4 * longest),
            part(one, "activations") * 8 * (512 + longest));
  // 2 * layers * heads * head_dim values of four bytes for each of three more prompts of 512
  // tokens.
  const auto shape = policy::read_model_shape(policy::model_folder("pocket"));
  ASSERT_TRUE(shape);
  const auto token =
      static_cast<std::uint64_t>(2 * shape->layers * shape->kv_heads * shape->head_dim * 4);
  EXPECT_EQ(part(two, "kv_cache") - part(one, "kv_cache"), 3 * 512 * token);
}

TEST(Estimate, AnInt8BaseTakesAByteAWeightAndAScaleARow) {
  config::RunConfig config = preset("pocket");
  config.model.adapter = "lora";
  const RunEstimate whole = must_estimate(config);
  config.model.dtype = "int8";
  const RunEstimate small = must_estimate(config);
  const auto shape = policy::read_model_shape(policy::model_folder("pocket"));
  ASSERT_TRUE(shape);
  const auto linears = static_cast<std::uint64_t>(policy::linear_parameter_count(*shape));
  const auto scales = 4 * static_cast<std::uint64_t>(policy::linear_output_count(*shape));
  const auto largest = static_cast<std::uint64_t>(policy::largest_linear(*shape));
  const std::uint64_t rest = static_cast<std::uint64_t>(small.parameters) - linears;
  EXPECT_EQ(part(small, "weights"), linears + scales + 4 * rest);
  EXPECT_EQ(part(small, "decoder"), part(whole, "decoder")) << "packed in float32";
  EXPECT_EQ(part(small, "activations"), part(whole, "activations") + 4 * largest);
  EXPECT_EQ(part(small, "optimizer"), part(whole, "optimizer"));
  EXPECT_EQ(small.checkpoint_bytes, whole.checkpoint_bytes);

  config.model.path = "pocket";
  config.model.device = "cuda";
  config.evaluate.every = 0;
  const RunEstimate gpu = must_estimate(config, true);
  EXPECT_EQ(part(gpu, "weights"), linears + scales + 2 * rest);
  const std::uint64_t logits = (4 + 4 * 8) * 4 * static_cast<std::uint64_t>(shape->vocabulary);
  EXPECT_EQ(part(gpu, "decoder"), logits) << "no copy of the weights";
  config.model.dtype = "bfloat16";
  EXPECT_EQ(part(gpu, "kv_cache"), part(must_estimate(config, true), "kv_cache"));
  EXPECT_EQ(part(must_estimate(config, true), "decoder"), logits);
  config.model.dtype = "float32";
  const std::uint64_t copies = part(must_estimate(config, true), "decoder") - logits;
  EXPECT_GT(copies, 4 * static_cast<std::uint64_t>(shape->vocabulary * shape->hidden_size))
      << "the head in float32, and a layer's keys and values";
}

TEST(Estimate, AGpuHoldsThePolicyWhereTheSettingsSaySo) {
  config::RunConfig config = preset("pocket");
  EXPECT_FALSE(must_estimate(config, true).on_gpu) << "model.device is cpu";
  config.model.device = "auto";
  EXPECT_FALSE(must_estimate(config, false).on_gpu);
  const RunEstimate gpu = must_estimate(config, true);
  EXPECT_TRUE(gpu.on_gpu);
  EXPECT_EQ(part(gpu, "libraries"), 0U);
  EXPECT_EQ(part(gpu, "allocator"), 0U);
  EXPECT_GT(gpu.host_bytes, 0U);
}

TEST(Estimate, AModelThatIsNotThereIsNamed) {
  config::RunConfig config = preset("smollm2");
  config.model.path = "/nowhere/model";
  const auto estimate = estimate_run(config, false);
  ASSERT_FALSE(estimate);
  EXPECT_NE(estimate.error().message.find("/nowhere/model/config.json"), std::string::npos);
}

class History : public testing::Test {
 protected:
  fs::path write(const std::string& name, const config::RunConfig& config,
                 const std::string& machine, const std::vector<double>& seconds,
                 const std::string& phases = "") {
    const fs::path folder = folder_.path() / name;
    record::RunInfo info;
    info.run_id = name;
    info.name = name;
    info.settings_yaml = config::to_yaml(config);
    info.method = config.method;
    auto writer = record::RunWriter::open(folder, info, {});
    EXPECT_TRUE(writer);
    (*writer)->write_fact("machine", machine);
    if (!phases.empty()) (*writer)->write_fact("phases", phases);
    std::int64_t step = 0;
    for (const double value : seconds) {
      ++step;
      (*writer)->write_metrics({step, 0, {{"step_time", value}}});
      (*writer)->write_state(record::RunState::kRunning, "", step);
    }
    EXPECT_TRUE((*writer)->flush());
    folders_.push_back(folder);
    return folder;
  }
  std::vector<RunHistory> histories(const config::RunConfig& config) const {
    return read_history(config, folders_, "here", [] { return true; });
  }
  RunHistory history(const config::RunConfig& config, const std::string& machine = "here") const {
    const auto found = read_history(config, folders_, machine, [] { return true; });
    EXPECT_EQ(found.size(), 1U);
    return found.front();
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  std::vector<fs::path> folders_;
};

TEST_F(History, NoRunNoNumber) {
  const RunHistory none = history(preset("pocket"));
  EXPECT_EQ(none.runs, 0);
  EXPECT_TRUE(std::isnan(none.seconds_per_step));
  EXPECT_TRUE(std::isnan(none.record_bytes_per_step));
}

TEST_F(History, TakesTheMedianWithoutTheFirstStep) {
  write("a", preset("pocket"), "here", {90, 2, 3, 4});
  write("b", preset("pocket"), "here", {80, 3, 30});
  fs::create_directories(folder_.path() / "no-record");
  folders_.push_back(folder_.path() / "no-record");
  const RunHistory found = history(preset("pocket"));
  EXPECT_EQ(found.runs, 2);
  EXPECT_EQ(found.steps, 7);
  EXPECT_DOUBLE_EQ(found.seconds_per_step, 3);
  EXPECT_GT(found.record_bytes_per_step, 0);
}

TEST_F(History, OnlyTheSameWorkOnThisMachineCounts) {
  write("elsewhere", preset("pocket"), "there", {1, 1});
  config::RunConfig larger = preset("pocket");
  larger.grpo.num_generations = 16;
  write("larger", larger, "here", {9, 9});
  EXPECT_EQ(history(preset("pocket")).runs, 0);
  EXPECT_EQ(history(larger).runs, 1);
  EXPECT_EQ(history(larger, "").runs, 0) << "a machine that cannot be told is no machine";
  config::RunConfig other_seed = larger;
  other_seed.seed = 7;
  other_seed.name = "again";
  other_seed.grpo.steps = 3;
  other_seed.optimizer.learning_rate = 1e-5;
  other_seed.best_of_n.n = 20;  // not of this method
  EXPECT_EQ(history(other_seed).runs, 1);
}

config::RunConfig two_phases() {
  config::RunConfig config = preset("pocket");
  config.phases = {"sft", "grpo"};
  config.sft.steps = 3;
  config.grpo.steps = 4;
  return config;
}

constexpr const char* kTwoPhases =
    R"([{"name":"sft","method":"sft","agent":"none","first_step":1,"last_step":3},
        {"name":"grpo","method":"grpo","agent":"none","first_step":4,"last_step":7}])";

TEST_F(History, EachPhaseHasItsOwn) {
  const config::RunConfig config = two_phases();
  write("phased", config, "here", {9, 1, 1, 90, 5, 7}, kTwoPhases);
  const std::vector<RunHistory> found = histories(config);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_DOUBLE_EQ(found[0].seconds_per_step, 1) << "the first step of a phase warms up";
  EXPECT_DOUBLE_EQ(found[1].seconds_per_step, 7);
  EXPECT_EQ(found[1].steps, 3) << "it was stopped before its last";
  EXPECT_DOUBLE_EQ(expected_seconds(config, found), 3 * 1 + 4 * 7);
  EXPECT_TRUE(std::isnan(found[0].record_bytes_per_step)) << "one file for both";
  // Runs without phases tell of a phase with the same work, and the other way round.
  write("single", preset("pocket"), "here", {50, 11, 11, 11, 11});
  EXPECT_DOUBLE_EQ(histories(config)[1].seconds_per_step, 11);
  EXPECT_EQ(histories(config)[0].runs, 1);
  EXPECT_EQ(history(preset("pocket")).runs, 2);
}

TEST_F(History, APhaseOfUnknownTimeLeavesTheWholeUnknown) {
  const config::RunConfig config = two_phases();
  write("single", preset("pocket"), "here", {50, 11, 11});
  const std::vector<RunHistory> found = histories(config);
  EXPECT_TRUE(std::isnan(expected_seconds(config, found)));
  EXPECT_DOUBLE_EQ(expected_seconds(config::phases_of(config)[1], found[1]), 44);
  // A record that does not say where its phases lie tells nothing of them.
  write("silent", config, "here", {9, 1, 1, 90, 5, 7});
  EXPECT_EQ(histories(config)[0].runs, 0);
}

TEST(Estimate, PhasesTakeTheMemoryOfTheLargest) {
  config::RunConfig config = two_phases();
  const RunEstimate whole = must_estimate(config, false);
  ASSERT_EQ(whole.phases.size(), 2U);
  EXPECT_EQ(whole.phases[0].name, "sft");
  EXPECT_EQ(whole.phases[0].steps, 3);
  EXPECT_EQ(whole.phases[1].method, "grpo");
  EXPECT_EQ(whole.trainer_bytes,
            std::max(whole.phases[0].trainer_bytes, whole.phases[1].trainer_bytes));
  EXPECT_EQ(whole.phases[whole.largest].trainer_bytes, whole.trainer_bytes);
  EXPECT_GT(whole.judges_bytes, 0U) << "the verifier is there from the start";
  EXPECT_GT(part(whole, "start_weights"), 0U);
  EXPECT_GT(whole.disk_bytes, must_estimate(preset("pocket"), false).disk_bytes);
  // A phase's own block counts.
  config.phase = {{"sft", {{"sft.batch_size", "4096"}}}};
  const RunEstimate larger = must_estimate(config, false);
  EXPECT_EQ(larger.largest, 0U);
  EXPECT_GE(larger.phases[0].trainer_bytes, whole.phases[0].trainer_bytes);
  EXPECT_EQ(larger.phases[1].trainer_bytes, whole.phases[1].trainer_bytes);
  EXPECT_TRUE(must_estimate(preset("pocket"), false).phases.empty());
}

TEST(Machine, IsToldApartAndHasRoom) {
  EXPECT_EQ(machine_id().size(), 16U);
  EXPECT_EQ(machine_id(), machine_id());
  const Result<MemoryRoom> room = memory_room();
  ASSERT_TRUE(room) << room.error().message;
  EXPECT_GT(room->total_bytes, 0U);
  EXPECT_LE(room->available_bytes, room->total_bytes);
  const Result<std::uint64_t> disk = disk_room("/tmp/nereid/not/yet/there");
  ASSERT_TRUE(disk) << disk.error().message;
  EXPECT_GT(*disk, 0U);
}

}  // namespace
}  // namespace nereid::train
