// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/checkpoint.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/unique_fd.h"

namespace nereid::train {
namespace fs = std::filesystem;
namespace {

constexpr const char* kOptimizerFile = "optimizer.safetensors";
constexpr const char* kStateFile = "state.json";

const char* weights_file(bool adapter_only) {
  return adapter_only ? "adapter_model.safetensors" : "model.safetensors";
}

Error damaged(const fs::path& folder, const std::string& what) {
  return {ErrorCode::kCorrupt, folder.string() + ": " + what +
                                   "; remove this folder to continue from the one before it"};
}

Result<void> sync_folder(const fs::path& folder) {
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) return file_error("syncing", folder, errno);
  return {};
}

Result<Json> hashes_of(const fs::path& folder, bool adapter_only) {
  Json hashes = Json::object();
  for (const char* name : {weights_file(adapter_only), kOptimizerFile}) {
    Result<std::string> hash = sha256_file(folder / name);
    if (!hash) return hash.error();
    hashes[name] = *hash;
  }
  return hashes;
}

Result<void> write_files(const fs::path& folder, bool adapter_only, policy::Policy& policy,
                         const AdamW& optimizer, Json& state) {
  Result<void> saved = adapter_only ? policy.save_adapter(folder) : policy.save(folder, "float32");
  if (!saved) return saved;
  saved = policy::write_safetensors(folder / kOptimizerFile, optimizer.state(), {{"format", "pt"}});
  if (!saved) return saved;
  Result<Json> hashes = hashes_of(folder, adapter_only);
  if (!hashes) return hashes.error();
  state["files"] = *hashes;
  state["weights_hash"] = policy.weights_hash();
  state["optimizer_steps"] = optimizer.steps_taken();
  return atomic_write_file(folder / kStateFile, dump_json(state, 2) + "\n");
}

Result<Json> read_state(const fs::path& folder) {
  Result<std::string> text = read_file(folder / kStateFile);
  if (!text) return text.error();
  Result<Json> state = parse_json(*text, (folder / kStateFile).string());
  if (!state) return damaged(folder, state.error().message);
  return state;
}

// The stored tensors that the policy's own ones have names and shapes of, in their order.
Result<NamedTensors> read_weights(const fs::path& folder, bool adapter_only,
                                  policy::Policy& policy) {
  auto stored = policy::read_safetensors(folder / weights_file(adapter_only));
  if (!stored) return stored.error();
  std::map<std::string, torch::Tensor> by_name(stored->begin(), stored->end());
  NamedTensors weights;
  for (auto& [name, target] : adapter_only ? policy.trainable() : policy.all_weights()) {
    const auto found = by_name.find(name);
    if (found == by_name.end() || found->second.sizes() != target.sizes()) {
      return damaged(folder, "the tensor \"" + name + "\" is missing or has another shape");
    }
    weights.emplace_back(name, found->second);
  }
  return weights;
}

// Copies the stored tensors over those of the policy.
Result<void> load_weights(const fs::path& folder, bool adapter_only, policy::Policy& policy) {
  const Result<NamedTensors> stored = read_weights(folder, adapter_only, policy);
  if (!stored) return stored.error();
  torch::NoGradGuard no_grad;
  const auto targets = adapter_only ? policy.trainable() : policy.all_weights();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    torch::Tensor target = targets[i].second;
    target.copy_((*stored)[i].second);
  }
  return {};
}

// Fills a folder under a temporary name, syncs and renames it: under `final_folder` it is whole.
Result<void> write_whole(const fs::path& final_folder,
                         const std::function<Result<void>(const fs::path&)>& fill) {
  const fs::path folder =
      final_folder.parent_path() / (".writing-" + final_folder.filename().string());
  std::error_code ignored;
  fs::remove_all(folder, ignored);  // left over from an interrupted write
  if (Result<void> made = make_directories(folder); !made) return made;
  Result<void> done = fill(folder);
  if (done) done = sync_folder(folder);
  if (!done) {
    fs::remove_all(folder, ignored);
    return done;
  }
  fs::remove_all(final_folder, ignored);  // the same again, after a resume from an earlier step
  if (::rename(folder.c_str(), final_folder.c_str()) != 0) {
    return file_error("renaming", folder, errno);
  }
  return sync_folder(final_folder.parent_path());
}

fs::path phase_folder(const fs::path& run_dir, const std::string& phase) {
  return run_dir / "phases" / phase;
}

}  // namespace

fs::path checkpoint_name(std::int64_t step) {
  return fs::path("checkpoints") / ("step-" + std::to_string(step));
}

Result<Json> read_checkpoint_state(const fs::path& run_dir, std::int64_t step) {
  return read_state(run_dir / checkpoint_name(step));
}

std::vector<std::int64_t> list_checkpoints(const fs::path& run_dir) {
  std::vector<std::int64_t> steps;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(run_dir / "checkpoints", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("step-", 0) != 0) continue;
    std::int64_t step = -1;
    const char* end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + std::strlen("step-"), end, step);
    if (parsed.ec == std::errc() && parsed.ptr == end) steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

Result<void> write_checkpoint(const fs::path& run_dir, std::int64_t step, bool adapter_only,
                              policy::Policy& policy, const AdamW& optimizer, Json state) {
  state["format"] = 1;
  state["step"] = step;
  return write_whole(run_dir / checkpoint_name(step), [&](const fs::path& folder) {
    return write_files(folder, adapter_only, policy, optimizer, state);
  });
}

Result<void> write_phase_weights(const fs::path& run_dir, const std::string& phase,
                                 bool adapter_only, policy::Policy& policy) {
  return write_whole(phase_folder(run_dir, phase), [&](const fs::path& folder) -> Result<void> {
    Result<void> saved =
        adapter_only ? policy.save_adapter(folder) : policy.save(folder, "float32");
    if (!saved) return saved;
    const Result<std::string> hash = sha256_file(folder / weights_file(adapter_only));
    if (!hash) return hash.error();
    return atomic_write_file(folder / kStateFile, dump_json(Json{{"sha256", *hash}}, 2) + "\n");
  });
}

Result<NamedTensors> read_phase_weights(const fs::path& run_dir, const std::string& phase,
                                        bool adapter_only, policy::Policy& policy) {
  const fs::path folder = phase_folder(run_dir, phase);
  const auto broken = [&](const std::string& what) {
    return Error{ErrorCode::kCorrupt,
                 folder.string() + ": " + what + "; start a new run with --out"};
  };
  const Result<std::string> text = read_file(folder / kStateFile);
  if (!text) return broken("the weights of this phase are missing (" + text.error().message + ")");
  const Result<Json> state = parse_json(*text, (folder / kStateFile).string());
  if (!state) return broken(state.error().message);
  const Result<std::string> hash = sha256_file(folder / weights_file(adapter_only));
  if (!hash || *hash != json_value<std::string>(*state, "sha256", ""))
    return broken("the weights do not have the hash that was stored with them");
  Result<NamedTensors> weights = read_weights(folder, adapter_only, policy);
  if (!weights) return broken("they are of another model");
  return weights;
}

Result<Json> read_checkpoint(const fs::path& run_dir, std::int64_t step, bool adapter_only,
                             policy::Policy& policy, AdamW& optimizer) {
  const fs::path folder = run_dir / checkpoint_name(step);
  Result<Json> state = read_state(folder);
  if (!state) return state;
  const Result<Json> hashes = hashes_of(folder, adapter_only);
  if (!hashes) return hashes.error();
  const Json expected = state->contains("files") ? (*state)["files"] : Json();
  for (const auto& [name, hash] : hashes->items()) {
    if (json_value<std::string>(expected, name.c_str(), "") != hash.get<std::string>()) {
      return damaged(folder, name + " does not have the hash that was stored with it");
    }
  }
  if (Result<void> loaded = load_weights(folder, adapter_only, policy); !loaded)
    return loaded.error();
  auto moments = policy::read_safetensors(folder / kOptimizerFile);
  if (!moments) return moments.error();
  const auto steps_taken = json_value<std::int64_t>(*state, "optimizer_steps", 0);
  if (Result<void> restored = optimizer.restore(*moments, steps_taken); !restored) {
    return damaged(folder, restored.error().message);
  }
  if (policy.weights_hash() != json_value<std::string>(*state, "weights_hash", "")) {
    return damaged(folder,
                   "the weights do not have the hash that was stored (another base model?)");
  }
  return state;
}

void prune_checkpoints(const fs::path& run_dir, int keep, std::optional<std::int64_t> best) {
  std::vector<std::int64_t> steps = list_checkpoints(run_dir);
  const std::size_t kept = static_cast<std::size_t>(std::max(1, keep));
  if (steps.size() <= kept) return;
  steps.resize(steps.size() - kept);
  for (const std::int64_t step : steps) {
    std::error_code ignored;
    if (best != step) fs::remove_all(run_dir / checkpoint_name(step), ignored);
  }
}

}  // namespace nereid::train
