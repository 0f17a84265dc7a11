// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/machine.h"
#include "engine/base/nvml.h"
#include "engine/config/steps.h"
#include "engine/record/metrics.h"
#include "engine/train/estimate/estimate.h"
#include "engine/train/internal/bytes.h"
#include "engine/train/internal/checkpoint.h"
#include "engine/train/internal/draw.h"
#include "engine/train/internal/gauges.h"
#include "engine/train/internal/run_agents.h"
#include "engine/train/internal/verifier_metrics.h"
#include "engine/verify/settings/settings.h"

namespace nereid::train {
namespace {

constexpr std::size_t kEtaWindow = 20;

LogLevel log_level(const std::string& level) {
  if (level == "error") return LogLevel::kError;
  return level == "warning" ? LogLevel::kWarning : LogLevel::kInfo;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown host";
}

/// On a host with several ranks each has a GPU of its own, where none is named.
Result<torch::Device> device_of_rank(const std::string& name, const RankPlace& place) {
  if (!place.has_others() || (name != "auto" && name != "cuda")) return choose_device(name);
  if (name == "auto" && !torch::cuda::is_available()) return torch::Device(torch::kCPU);
  const std::int64_t devices = static_cast<std::uint8_t>(torch::cuda::device_count());
  // A launcher may show each of them its own GPU alone.
  if (devices == 1 && place.local_count > 1 && std::getenv("CUDA_VISIBLE_DEVICES") != nullptr)
    return choose_device("cuda:0");
  if (place.local_count > devices)
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} ranks on this host, but {} GPUs; start torchrun with "
                             "--nproc-per-node {}, or set model.device to cpu",
                             place.local_count, devices, std::max<std::int64_t>(1, devices))};
  return choose_device("cuda:" + std::to_string(place.local_rank));
}

/// Candidates of a rank are timed on its own GPU.
std::vector<PlannedPhase> for_rank(std::vector<PlannedPhase> phases, const RankPlace& place) {
  for (PlannedPhase& phase : phases) {
    std::string& device = phase.settings.verify.device;
    if (!place.has_others() || (device != "auto" && device != "cuda")) continue;
    const Result<torch::Device> own = device_of_rank(device, place);
    if (own && own->is_cuda()) device = own->str();
  }
  return phases;
}

std::int64_t step_of(const Json& state) {
  return json_value<std::int64_t>(state, "step", 0);
}

/// Was the checkpoint of this state made with these settings?
Result<void> made_with(const Json& state, const config::RunConfig& config,
                       const std::filesystem::path& run_dir) {
  // A setting that is newer than the checkpoint had its default then.
  const auto made =
      config::parse_settings(json_value<std::string>(state, "settings", ""),
                             "the settings of checkpoint " + std::to_string(step_of(state)));
  if (!made) return made.error();
  return require_same_settings(*made, config, run_dir.string());
}

}  // namespace

Result<void> require_same_settings(const config::RunConfig& made, const config::RunConfig& now,
                                   const std::string& folder) {
  config::RunConfig a = made, b = now;
  for (config::RunConfig* config : {&a, &b}) {
    config->name = "";
    config->model.shard_base = false;
    config->run = {};
    config->evaluate = {};
    config->verify.jobs = 0;
    config->best_of_n.endpoint = config->best_of_n.endpoint_key_env = "";  // a server may move
    config->best_of_n.endpoint_concurrency = 1;
    config->verify.keep = true;
    config->verify.keep_days = config->verify.keep_gib = 1;
    // A schedule that falls over the whole run makes its length a number of the run; so do phases,
    // which begin where others end.
    if (config->optimizer.lr_scheduler_type == "constant" && config->phases.empty())
      config::set_steps(*config, 1);
  }
  std::string found;
  for (const auto& [key, texts] : config::differences(a, b))
    found += fmt::format("{}{} was {}, is {}", found.empty() ? "" : "; ", key, texts.first,
                         texts.second);
  if (found.empty()) return {};
  return Error{ErrorCode::kInvalidArgument,
               folder + ": its checkpoints were made with other settings (" + found +
                   "); resume without them, or start a new run with --out"};
}

Result<void> require_settings_of_checkpoints(const std::filesystem::path& run_dir,
                                             const config::RunConfig& config) {
  const std::vector<std::int64_t> steps = list_checkpoints(run_dir);
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const Result<Json> state = read_checkpoint_state(run_dir, *step);
    if (state && state->contains("settings")) return made_with(*state, config, run_dir);
  }
  return {};
}

Runner::Runner(config::RunConfig config, StartOptions options, RunObserver& observer,
               SessionParts parts, record::RunWriter& writer, StepGate& gate,
               std::vector<PlannedPhase> phases)
    : config_(std::move(config)),
      phases_(for_rank(std::move(phases), options.place)),
      options_(std::move(options)),
      observer_(observer),
      parts_(std::move(parts)),
      writer_(writer),
      gate_(gate),
      progress_([this](const std::string& activity, int done, int total) {
        observer_.on_progress(activity, done, total);
      }),
      total_(phases_.back().last()) {}

Runner::~Runner() = default;

void Runner::log(const std::string& level, const std::string& message) {
  log_message(log_level(level), message);
  writer_.write_event({0, unix_ms(), step_, level == "info" ? "log" : "alarm", level, message});
  observer_.on_log(level, message);
}

bool Runner::judges() const {
  return std::any_of(phases_.begin(), phases_.end(), [this](const PlannedPhase& phase) {
    return phase.settings.method != "sft" || (phase.settings.evaluate.every > 0 && parts_.validate);
  });
}

Result<void> Runner::start_verifier(const CoreShare& share) {
  if (parts_.submit || !judges()) return {};
  verify::VerifierConfig settings;
  settings.jobs = share.jobs;
  settings.keep = verify::keep_options_of(config_.verify);
  Result<std::unique_ptr<verify::Verifier>> verifier = verify::Verifier::start(settings);
  if (!verifier) return verifier.error();
  verifier_ = std::move(*verifier);
  parts_.submit = verify::submit_to(*verifier_);
  return {};
}

Result<void> Runner::load_policy() {
  Result<torch::Device> device = device_of_rank(config_.model.device, options_.place);
  if (!device) return device.error();
  // float32 weights with TF32 products: the fast path that needs no second copy of the weights.
  if (device->is_cuda()) numerics_.emplace(policy::Numerics{.tf32 = true});
  progress_("load", 0, 1);
  const config::RunConfig& first = phases_.front().settings;
  Result<std::unique_ptr<policy::Policy>> policy = load_start_policy(
      first, options_.run_dir, *device, first.model.shard_base ? ranks_->shared_base() : nullptr);
  if (!policy) return policy.error();
  policy_ = std::move(*policy);
  if (has_phases())
    for (const auto& [name, tensor] : policy_->trainable())
      start_weights_.emplace_back(name, tensor.detach().clone());
  Result<tasks::PromptFormat> format = tasks::PromptFormat::of(policy_->tokenizer());
  if (!format) return format.error();
  base_format_ = std::move(*format);
  writer_.write_fact("prompt_format", base_format_->name());
  writer_.write_fact("device", device->str());
  writer_.write_fact("parameters", std::to_string(policy_->parameter_count()));
  writer_.write_fact("torch", TORCH_VERSION);
  flops_ = flops_yardstick(*device, config_.model.dtype == "float32", is_adapter());
  writer_.write_fact("mfu", flops_.words);
  bandwidth_ = bandwidth_yardstick(*device);
  writer_.write_fact("mbu", bandwidth_.words);
  progress_("load", 1, 1);
  return {};
}

// What the others must agree about before anything is done, and what the record says of them.
Result<void> Runner::join_ranks() {
  const RankPlace& place = options_.place;
  if (!place.has_others()) return {};
  progress_("load", 0, 1);
  const Result<torch::Device> device = device_of_rank(config_.model.device, place);
  if (!device) return device.error();
  Result<std::unique_ptr<Ranks>> joined = Ranks::join(place, device->is_cuda());
  if (!joined) return joined.error();
  joined_ = std::move(*joined);
  ranks_ = joined_.get();
  const std::string settings = config::to_yaml(config_);
  const Json mine = {{"settings", settings},
                     {"resume", options_.resume},
                     {"place", fmt::format("{}, {}", host_name(), device->str())}};
  const std::vector<std::string> all = ranks_->gather(dump_json(mine));
  writer_.write_fact("ranks", std::to_string(place.count));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const Result<Json> other = parse_json(all[rank], "what another rank said");
    if (!other) return other.error();
    if (json_value<std::string>(*other, "settings", "") != settings)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("rank {} has other settings than rank {}; give all of them the same "
                               "file and options",
                               rank, place.rank)};
    if (rank == 0) options_.resume = json_value(*other, "resume", options_.resume);
    writer_.write_fact(fmt::format("rank {}", rank), json_value<std::string>(*other, "place", ""));
  }
  return {};
}

// What each rank has made of the same files: a folder that not all of them see would show here.
Result<void> Runner::check_ranks_are_equal() {
  if (!ranks_->has_others()) return {};
  const std::vector<std::string> all =
      ranks_->gather(fmt::format("{} {}", step_, policy_->weights_hash()));
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    if (all[rank] != all[0])
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("rank {} begins with other weights than rank 0: model and run folder "
                      "must be the same files on all hosts (a shared file system), here "
                      "{}",
                      rank, options_.run_dir.string())};
  return {};
}

// All of them go on, or none.
bool Runner::pass(std::int64_t step) {
  const bool mine = gate_.pass(step);
  if (!ranks_->has_others()) return mine;
  const std::vector<std::string> all = ranks_->gather(mine ? "go" : "stop");
  return std::all_of(all.begin(), all.end(), [](const std::string& one) { return one == "go"; });
}

Result<void> Runner::prepare() {
  const CoreShare share = share_cores(std::max(1, usable_cores() / options_.place.local_count),
                                      config_.run.trainer_threads, config_.verify.jobs);
  at::set_num_threads(share.trainer_threads);
  update_threads_ = share.update_threads;
  writer_.write_fact("machine", machine_id());
  writer_.write_fact("cores", std::to_string(usable_cores()));
  writer_.write_fact("trainer_threads", std::to_string(share.trainer_threads));
  writer_.write_fact("update_threads", std::to_string(share.update_threads));
  writer_.write_fact("verify_jobs", std::to_string(share.jobs));
  // First, so that its processes warm up while the model loads.
  if (Result<void> started = start_verifier(share); !started) return started;
  if (Result<void> joined = join_ranks(); !joined) return joined;
  // The first rank makes the tokenizer of a new model, the others read it.
  const bool is_made = config_.model.path == "new" && ranks_->has_others();
  if (is_made && !ranks_->is_first()) ranks_->wait_for_all();
  if (Result<void> loaded = load_policy(); !loaded) return loaded;
  if (is_made && ranks_->is_first()) ranks_->wait_for_all();
  if (has_phases()) writer_.write_fact("phases", describe_phases(phases_));
  if (Result<void> begun = resume_or_begin(); !begun) return begun;
  return check_ranks_are_equal();
}

// The weights that the phase begins with, put into the policy. A single phase has them already.
Result<void> Runner::load_phase_start() {
  if (!has_phases()) return {};
  NamedTensors kept;
  if (phase().start) {
    Result<NamedTensors> read =
        read_phase_weights(options_.run_dir, phases_[*phase().start].name, is_adapter(), *policy_);
    if (!read) return read.error();
    kept = std::move(*read);
  }
  const NamedTensors& start = phase().start ? kept : start_weights_;
  copy_weights(start, policy_->trainable());
  if (is_adapter()) policy_->keep_reference();
  return {};
}

// With full fine-tuning the KL term needs a second policy; an adapter keeps a copy of itself.
Result<void> Runner::load_ref_policy() {
  ref_policy_.reset();
  if (settings().method != "grpo" || settings().grpo.beta <= 0 || is_adapter()) return {};
  Result<std::unique_ptr<policy::Policy>> policy =
      load_start_policy(phases_.front().settings, options_.run_dir, policy_->device());
  if (!policy) return policy.error();
  ref_policy_ = std::move(*policy);
  if (has_phases()) copy_weights(policy_->trainable(), ref_policy_->trainable());
  return {};
}

// The agents whose kernels this phase works on, in the order in which they work.
Result<std::vector<FrozenAgent>> Runner::load_earlier_agents() {
  std::vector<FrozenAgent> earlier;
  const std::string& own = settings().agent;
  if (own != "midend" && own != "backend") return earlier;
  for (std::size_t i = 0; i < at_; ++i) {
    const PlannedPhase& other = phases_[i];
    if (other.settings.agent == "none") continue;
    Result<NamedTensors> weights =
        read_phase_weights(options_.run_dir, other.name, is_adapter(), *policy_);
    if (!weights) return weights.error();
    Result<tasks::PromptFormat> format = format_for(other.settings);
    if (!format) return format.error();
    Result<std::string> hash = hash_of_weights(options_.run_dir / "phases" / other.name);
    if (!hash) return hash.error();
    earlier.push_back(
        {other.name, other.settings, std::move(*weights), std::move(*hash), std::move(*format)});
  }
  return earlier;
}

Result<tasks::PromptFormat> Runner::format_for(const config::RunConfig& settings) const {
  Result<tasks::PromptFormat> format = base_format_->for_agent(
      tasks::agent_from_name(settings.agent), settings.agents.prompt_version);
  if (!format || settings.turns.count == 1) return format;
  return format->for_turns(settings.turns.prompt_version);
}

// Who writes the samples of best-of-N where the policy does not.
Result<void> Runner::open_endpoint() {
  served_.reset();
  const config::BestOfNSettings& best_of_n = settings().best_of_n;
  if (settings().method != "best_of_n" || best_of_n.endpoint.empty()) return {};
  if (settings().agent != "none")
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("best_of_n.endpoint: the model of an endpoint is asked about tasks "
                             "alone, not as {}; leave it out, or set agent to none",
                             settings().agent)};
  const config::GenerationSettings& generation = settings().generation;
  Result<std::unique_ptr<endpoint::ChatClient>> client =
      endpoint::ChatClient::open({.url = best_of_n.endpoint,
                                  .model = best_of_n.endpoint_model,
                                  .key_env = best_of_n.endpoint_key_env,
                                  .temperature = generation.temperature,
                                  .top_p = generation.top_p,
                                  .max_tokens = generation.max_completion_length,
                                  .concurrency = best_of_n.endpoint_concurrency,
                                  .takes_empty = true});
  if (!client) return client.error();
  served_ = std::move(*client);
  served_->on_retry([this](const endpoint::ChatRetry& retry) {
    log_message(LogLevel::kWarning,
                fmt::format("best_of_n.endpoint: {}; again in {:.0f} s", retry.why, retry.wait_s));
  });
  writer_.write_fact("samples_by", "endpoint:" + best_of_n.endpoint_model);
  return {};
}

Result<void> Runner::enter_phase(std::size_t index) {
  at_ = index;
  method_.reset();
  workshop_.reset();
  recent_seconds_.clear();
  best_step_.reset();
  if (Result<void> loaded = load_phase_start(); !loaded) return loaded;
  if (Result<void> loaded = load_ref_policy(); !loaded) return loaded;
  optimizer_ = std::make_unique<AdamW>(policy_->trainable(), settings().optimizer);
  if (ranks_->has_others())
    optimizer_->sum_gradients_by([this](const torch::Tensor& gradient) { ranks_->sum(gradient); });
  Result<tasks::PromptFormat> format = format_for(settings());
  if (!format) return format.error();
  prompt_format_ = std::move(*format);
  Result<std::vector<FrozenAgent>> earlier = load_earlier_agents();
  if (!earlier) return earlier.error();
  if (Result<void> opened = open_endpoint(); !opened) return opened;
  workshop_.reset(new Workshop{
      settings(), *policy_, ref_policy_.get(), *optimizer_, parts_.submit, writer_, progress_,
      phase().steps, phase().before, has_phases() ? phase().name : "train", *prompt_format_,
      std::move(*earlier), *ranks_, served_.get(), [this] { return gate_.is_stopping(); },
      [this] {
        if (verifier_) verifier_->cancel_all();
      },
      room_of_gpu(), update_threads_});
  Result<std::unique_ptr<Method>> method = make_method(*workshop_);
  if (!method) return method.error();
  method_ = std::move(*method);
  if (has_phases())
    log("info",
        fmt::format("phase {}, steps {} to {}", phase().name, phase().before + 1, phase().last()));
  return {};
}

std::int64_t Runner::room_of_gpu() const {
  const torch::Device device = policy_->device();
  if (!device.is_cuda()) return policy::kGpuCacheBytes;
  const std::uint64_t bytes = gpu_memory_bytes(device.index()).value_or(0);
  return gpu_room(settings(), policy_->config(), has_phases(), bytes, options_.place.count);
}

// What later phases begin with or work with, and what an evaluation of one phase reads.
Result<void> Runner::leave_phase() {
  if (!has_phases()) return {};
  if (ranks_->is_first()) {
    Result<void> written =
        write_phase_weights(options_.run_dir, phase().name, is_adapter(), *policy_);
    if (!written) return written;
  }
  ranks_->wait_for_all();
  return {};
}

Result<void> Runner::apply_state(const Json& state) {
  if (!state.contains("settings")) {
    log("warning",
        "this checkpoint is of an older build: whether its settings were these cannot be "
        "told");
    return take_state(state);
  }
  if (Result<void> same = made_with(state, config_, options_.run_dir); !same) return same;
  return take_state(state);
}

Result<void> Runner::take_state(const Json& state) {
  best_score_ = json_value<double>(state, "best_score", 0);
  if (state.contains("best_step")) best_step_ = json_value<std::int64_t>(state, "best_step", 0);
  step_ = step_of(state);
  return method_->restore(state.contains("method") ? state["method"] : Json::object());
}

// True: continued from `step`. False: that checkpoint cannot be used. An error: nothing can.
Result<bool> Runner::try_checkpoint(std::int64_t step) {
  if (Result<void> entered = enter_phase(phase_of_step(phases_, step)); !entered)
    return entered.error();
  Result<Json> state = read_checkpoint(options_.run_dir, step, is_adapter(), *policy_, *optimizer_);
  if (!state) {
    log("warning", state.error().message + "; trying the previous checkpoint");
    return false;
  }
  if (Result<void> applied = apply_state(*state); !applied) return applied.error();
  return true;
}

Result<void> Runner::resume_or_begin() {
  std::vector<std::int64_t> steps;
  if (options_.resume) steps = list_checkpoints(options_.run_dir);
  // None of the others may see one that the first writes now.
  ranks_->wait_for_all();
  if (options_.resume && !steps.empty()) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      const Result<bool> used = try_checkpoint(*step);
      if (!used) return used.error();
      if (!*used) continue;
      writer_.truncate_after(step_);
      log("info", "continuing after step " + std::to_string(step_));
      checkpointed_ = true;
      return {};
    }
    return Error{ErrorCode::kCorrupt, options_.run_dir.string() +
                                          ": none of its checkpoints can be read; start a new run "
                                          "with --out"};
  }
  if (options_.resume) writer_.truncate_after(0);
  if (Result<void> entered = enter_phase(0); !entered) return entered;
  return checkpoint();
}

Result<void> Runner::checkpoint() {
  checkpointed_ = true;
  if (!ranks_->is_first()) return {};
  progress_("checkpoint", 0, 1);
  // The record must hold all up to this step before the checkpoint can be seen.
  if (Result<void> flushed = writer_.flush(); !flushed) return flushed;
  Json state = {{"settings", config::to_yaml(config_)}, {"method", method_->state()}};
  if (best_step_) {
    state["best_step"] = *best_step_;
    state["best_score"] = best_score_;
  }
  Result<void> written = write_checkpoint(options_.run_dir, step_, is_adapter(), *policy_,
                                          *optimizer_, std::move(state));
  if (!written) return written;
  writer_.write_checkpoint(step_, checkpoint_name(step_).string());
  prune_checkpoints(options_.run_dir, config_.run.keep_checkpoints, best_step_);
  progress_("checkpoint", 1, 1);
  return {};
}

void Runner::publish(StepReport report, double seconds) {
  recent_seconds_.push_back(seconds);
  if (recent_seconds_.size() > kEtaWindow) recent_seconds_.pop_front();
  const double mean = std::accumulate(recent_seconds_.begin(), recent_seconds_.end(), 0.0) /
                      static_cast<double>(recent_seconds_.size());
  auto summary = std::make_shared<StepSummary>(report.summary);
  summary->step = step_;
  summary->total_steps = total_;
  summary->has_rewards = settings().method != "sft";
  summary->step_s = seconds;
  summary->eta_s = mean * static_cast<double>(phase().last() - step_);
  summary->eta_is_least = phase().last() < total_;
  report.metrics.emplace_back("step_time", seconds);
  report.metrics.emplace_back("memory/peak_bytes", peak_bytes(policy_->device()));
  if (flops_.peak && report.own.tokens.read > 0) {
    const double flops = flops_per_weight(is_adapter()) *
                         static_cast<double>(policy_->parameter_count()) *
                         static_cast<double>(report.own.tokens.read);
    report.metrics.emplace_back("mfu", flops / summary->update_s / *flops_.peak);
  }
  if (bandwidth_.peak && report.own.reads.passes > 0 && report.own.generate_s > 0) {
    const double bytes =
        policy::bytes_read(policy_->config(), report.own.reads, config_.model.dtype == "int8",
                           config_.model.dtype == "float32" ? 4 : 2);
    report.metrics.emplace_back("mbu", bytes / report.own.generate_s / *bandwidth_.peak);
  }
  add_ranks(report.metrics, report.own);
  if (verifier_) {
    verify::VerifierStats now = verifier_->stats();
    add_verifier_metrics(report.metrics, verifier_before_, now);
    verifier_before_ = std::move(now);
  }
  writer_.write_metrics({step_, unix_ms(), std::move(report.metrics)});
  observer_.on_step(std::move(summary));
}

// Per rank, under ranks/N/ and the name that the metric has for the run.
void Runner::add_ranks(std::vector<std::pair<std::string, double>>& metrics, OwnTimes own) {
  if (!ranks_->has_others()) return;
  own.wait_s = ranks_->take_wait_s();
  ByteWriter bytes;
  bytes.put(own);
  double longest_wait = 0;
  const std::vector<std::string> all = ranks_->gather(bytes.take());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    OwnTimes of;
    ByteReader(all[rank]).get(of);
    const auto add = [&](const char* key, double value) {
      metrics.emplace_back(record::metric_of_rank(static_cast<int>(rank), key), value);
    };
    if (of.generate_s > 0) {
      add("time/generate", of.generate_s);
      add("time/verify", of.verify_s);
      add("time/overlap", of.overlap_s);
      add("rollout/tokens_per_second", static_cast<double>(of.sampled_tokens) / of.generate_s);
    }
    add("time/update", of.update_s);
    add("time/wait", of.wait_s);
    if (of.update_s > 0 && of.tokens.learnt > 0)
      add("rollout/train_tokens_per_second", static_cast<double>(of.tokens.learnt) / of.update_s);
    longest_wait = std::max(longest_wait, of.wait_s);
  }
  metrics.emplace_back("time/wait", longest_wait);
}

// As if the step had never begun: neither weights nor moments have changed yet.
Result<void> Runner::give_step_up(const Json& before, bool had_checkpoint) {
  if (Result<void> restored = method_->restore(before); !restored) return restored;
  --step_;
  checkpointed_ = had_checkpoint;
  writer_.truncate_after(step_);  // answers of earlier agents are there already
  log("info", fmt::format("the rollout of step {} was given up", step_ + 1));
  return {};
}

Result<void> Runner::one_step() {
  const Stopwatch watch;
  const Json before = method_->state();
  const bool had_checkpoint = checkpointed_;
  ++step_;
  checkpointed_ = false;
  Result<StepReport> report = StepReport{};
  try {
    report = method_->step(step_ - phase().before);
  } catch (const RolloutAbandoned&) {
    return give_step_up(before, had_checkpoint);
  }
  if (!report) return report.error();
  if (!report->warning.empty()) log("warning", report->warning);
  publish(std::move(*report), watch.elapsed_s());
  note_sandbox();
  writer_.write_state(record::RunState::kRunning, "", step_);
  const Result<bool> improved = validate();
  if (!improved) return improved.error();
  const bool due = config_.run.checkpoint_every > 0 && step_ % config_.run.checkpoint_every == 0;
  const bool is_wanted = gate_.take_checkpoint_wish();
  if (due || *improved || is_wanted || step_ == phase().last()) return checkpoint();
  return {};
}

// What a verdict rests on is stored with it; the layers are known once a candidate was judged.
void Runner::note_sandbox() {
  if (!verifier_ || sandbox_noted_) return;
  const std::vector<std::string> layers = verifier_->stats().sandbox;
  if (layers.empty()) return;
  writer_.write_fact("sandbox", fmt::format("{}", fmt::join(layers, " ")));
  sandbox_noted_ = true;
}

Result<void> Runner::change_phase_if_due() {
  if (step_ < phase().last()) return {};
  if (Result<void> left = leave_phase(); !left) return left;
  return enter_phase(at_ + 1);
}

// True if this step is the best so far.
Result<bool> Runner::validate() {
  // What works on kernels of others needs one that begins.
  const auto& earlier = workshop_->earlier;
  const bool begins = earlier.empty() || earlier.front().settings.agent == "frontend";
  const int every = begins ? settings().evaluate.every : 0;
  const std::int64_t step = step_ - phase().before, steps = phase().steps;
  // Also after the last step, unless the phase is shorter than the interval.
  const bool due = every > 0 && (step % every == 0 || (step == steps && steps > every));
  if (!due || !parts_.validate || !ranks_->is_first()) return false;
  Result<Validation> validation = parts_.validate(*workshop_, step_);
  if (!validation) return validation.error();
  writer_.write_metrics({step_, unix_ms(), validation->metrics});
  const bool scored = !std::isnan(validation->score);
  if (!scored || (best_step_ && validation->score <= best_score_)) return false;
  best_step_ = step_;
  best_score_ = validation->score;
  writer_.write_fact("best_checkpoint", checkpoint_name(step_).string());
  return true;
}

Result<void> Runner::finish() {
  progress_("export", 0, 1);
  if (Result<void> left = leave_phase(); !left) return left;
  if (!ranks_->is_first()) return {};
  const std::filesystem::path folder = options_.run_dir / "model";
  Result<void> saved =
      is_adapter() ? policy_->save_adapter(folder) : policy_->save(folder, "float32");
  if (!saved) return saved;
  writer_.write_fact("weights_hash", policy_->weights_hash());
  // Relative, because a run folder may move.
  log("info", "the trained model is in the folder \"model\" of this run");
  return writer_.flush();
}

Result<void> Runner::run() {
  return guarded("training", [&]() -> Result<void> {
    if (Result<void> ready = prepare(); !ready) return ready;
    const std::int64_t last =
        options_.stop_after_step > 0 ? std::min(options_.stop_after_step, total_) : total_;
    while (step_ < last && pass(step_ + 1)) {
      if (Result<void> done = change_phase_if_due(); !done) return done;
      if (Result<void> done = one_step(); !done) return done;
    }
    if (!checkpointed_) {
      if (Result<void> saved = checkpoint(); !saved) return saved;
    }
    was_stopped_ = step_ < total_;
    Result<void> ended = was_stopped_ ? writer_.flush() : finish();
    if (!ended) return ended;
    ranks_->wait_for_all();
    return {};
  });
}

}  // namespace nereid::train
