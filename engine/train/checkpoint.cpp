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

// Copies the stored tensors over those of the policy, by name.
Result<void> load_weights(const fs::path& folder, bool adapter_only, policy::Policy& policy) {
  auto stored = policy::read_safetensors(folder / weights_file(adapter_only));
  if (!stored) return stored.error();
  std::map<std::string, torch::Tensor> by_name(stored->begin(), stored->end());
  torch::NoGradGuard no_grad;
  for (auto& [name, target] : adapter_only ? policy.trainable() : policy.all_weights()) {
    const auto found = by_name.find(name);
    if (found == by_name.end() || found->second.sizes() != target.sizes()) {
      return damaged(folder, "the tensor \"" + name + "\" is missing or has another shape");
    }
    target.copy_(found->second);
  }
  return {};
}

}  // namespace

fs::path checkpoint_name(std::int64_t step) {
  return fs::path("checkpoints") / ("step-" + std::to_string(step));
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
  const fs::path final_folder = run_dir / checkpoint_name(step);
  const fs::path folder = final_folder.parent_path() / (".writing-" + std::to_string(step));
  std::error_code ignored;
  fs::remove_all(folder, ignored);  // left over from an interrupted write
  if (Result<void> made = make_directories(folder); !made) return made;
  state["format"] = 1;
  state["step"] = step;
  Result<void> done = write_files(folder, adapter_only, policy, optimizer, state);
  if (done) done = sync_folder(folder);
  if (!done) {
    fs::remove_all(folder, ignored);
    return done;
  }
  fs::remove_all(final_folder, ignored);  // the same step again, after a resume from an earlier one
  if (::rename(folder.c_str(), final_folder.c_str()) != 0) {
    return file_error("renaming", folder, errno);
  }
  return sync_folder(final_folder.parent_path());
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
