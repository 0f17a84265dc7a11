// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/kept/keeper.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/base/log.h"
#include "engine/base/machine.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/request/request_keys.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

// Decided by how fast or how full the machine was, or by chance.
constexpr std::array<std::string_view, 8> kPassing = {
    "infrastructure", "cancelled", "timeout",          "compile_timeout",
    "memory_limit",   "crashed",   "nondeterministic", "not_judgeable_here"};

template <class Take>
void each_file(const fs::path& folder, bool deep, const Take& take) {
  std::vector<fs::path> files;
  std::error_code problem;
  if (deep)
    for (const auto& entry : fs::recursive_directory_iterator(folder, problem))
      files.push_back(entry.path());
  else
    for (const auto& entry : fs::directory_iterator(folder, problem)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) take(file);
}

std::string stamp_of(const fs::path& file) {
  std::error_code problem;
  const auto time = fs::last_write_time(file, problem).time_since_epoch().count();
  return fmt::format("{}|{}|{}\n", file.string(), fs::file_size(file, problem), time);
}

// The program or the module that this function is in. The loader knows a program by the name that
// it was called by, which may be found from no folder.
fs::path own_binary() {
  Dl_info info = {};
  const auto* const here = reinterpret_cast<const void*>(&may_be_kept);
  const bool is_known = dladdr(here, &info) != 0 && info.dli_fname != nullptr;
  const fs::path named = is_known ? fs::path(info.dli_fname) : fs::path();
  std::error_code problem;
  return named.is_absolute() ? named : fs::read_symlink("/proc/self/exe", problem);
}

void add_harness(const fs::path& harness, Sha256& hash) {
  each_file(harness, /*deep=*/true, [&](const fs::path& file) {
    if (file.extension() != ".py") return;
    hash.update(file.lexically_relative(harness).string());
    if (const Result<std::string> text = read_file(file)) hash.update(sha256_hex(*text));
  });
}

// Names of what pip has installed hold the versions.
void add_packages(const fs::path& python, Sha256& hash) {
  hash.update(python.string());
  each_file(python.parent_path().parent_path() / "lib", /*deep=*/false, [&](const fs::path& lib) {
    for (const char* packages : {"site-packages", "dist-packages"})  // Debian has the latter
      each_file(lib / packages, /*deep=*/false, [&](const fs::path& package) {
        if (package.extension() == ".dist-info") hash.update(package.filename().string() + "\n");
      });
  });
}

bool has_measured(const Verdict& verdict, const VerifyRequest& request, bool timed) {
  if (!verdict.accepted) return true;
  const VerifyOptions& options = request.options;
  if (timed && options.timing && options.device != "cpu" && !verdict.timing) return false;
  return std::all_of(verdict.audit.begin(), verdict.audit.end(),
                     [](const Audit& audit) { return audit.note.empty(); });
}

// More is kept of it than the JSON form holds.
bool is_for_people(const VerifyOptions& options) {
  return options.keep_artefacts || options.trace.has_value();
}

bool has_flag(const Verdict& verdict, std::string_view flag) {
  return std::find(verdict.flags.begin(), verdict.flags.end(), flag) != verdict.flags.end();
}

}  // namespace

bool may_be_kept(const Verdict& verdict, const VerifyRequest& request, bool timed) {
  if (!was_judged(verdict) || verdict.artefacts || is_for_people(request.options)) return false;
  if (has_flag(verdict, "nondeterministic_reference")) return false;
  if (std::find(kPassing.begin(), kPassing.end(), verdict.reason.code) != kPassing.end())
    return false;
  return has_measured(verdict, request, timed);
}

std::string gpu_identity() {
  const Result<std::string> driver = read_file("/proc/driver/nvidia/version");
  std::string models;
  each_file("/proc/driver/nvidia/gpus", /*deep=*/false, [&](const fs::path& gpu) {
    const Result<std::string> facts = read_file(gpu / "information");
    const std::size_t model = facts ? facts->find("Model:") : std::string::npos;
    if (model != std::string::npos)
      models += facts->substr(model, facts->find('\n', model) - model) + "\n";
  });
  return driver && !models.empty() ? *driver + models : std::string();
}

std::string verifier_build(const SupervisorConfig& config, const std::string& gpu) {
  Sha256 hash;
  hash.update("1\n");  // the form of what is kept
  hash.update(stamp_of(own_binary()));
  hash.update(stamp_of(config.sandbox_library));
  hash.update(stamp_of(config.machine_library));
  hash.update(fmt::format("{}|{}|{}|{}\n", machine_id(), config.memory_mb, config.gpu, gpu));
  add_harness(config.harness, hash);
  add_packages(config.python, hash);
  return hash.hex();
}

std::string Keeper::key_of(const std::string& text) const {
  return sha256_hex(build_ + "|" + text);
}

std::optional<Verdict> Keeper::verdict(const VerifyRequest& request) {
  if (!verdicts_ || is_for_people(request.options)) return std::nullopt;
  const auto entry = store_->find(KeptKind::kVerdict, key_of(judgement_key(request)));
  if (!entry) return std::nullopt;
  std::optional<Verdict> verdict = verdict_from_json_text(entry->value);
  if (!verdict) return std::nullopt;
  verdict->from_cache = true;
  verdict->kept_age_s = entry->age_s;
  verdict->flags.emplace_back("kept");
  return verdict;
}

void Keeper::keep(const VerifyRequest& request, const Verdict& verdict) {
  if (!verdicts_ || !may_be_kept(verdict, request, gpu_present())) return;
  if (verdict.timing && !times_) return;
  store_->keep(KeptKind::kVerdict, key_of(judgement_key(request)), to_json_text(verdict));
}

std::optional<KeptEntry> Keeper::compiled(const std::string& work) {
  return store_->find(KeptKind::kCompile, key_of(work));
}

void Keeper::keep_compiled(const std::string& work, const std::string& answer) {
  store_->keep(KeptKind::kCompile, key_of(work), answer);
}

std::optional<KeptTime> Keeper::reference_time(const std::string& work) {
  if (!times_) return std::nullopt;
  const auto entry = store_->find(KeptKind::kReferenceTime, key_of(work));
  if (!entry) return std::nullopt;
  const Result<Json> json = parse_json(entry->value);
  if (!json) return std::nullopt;
  const TimingEstimate time{json_value(*json, "median_us", 0.0), json_value(*json, "low_us", 0.0),
                            json_value(*json, "high_us", 0.0)};
  if (!(time.median_us > 0)) return std::nullopt;
  return KeptTime{time, entry->age_s};
}

void Keeper::keep_reference_time(const std::string& work, const TimingEstimate& time) {
  if (!times_) return;
  const Json json = {
      {"median_us", time.median_us}, {"low_us", time.low_us}, {"high_us", time.high_us}};
  store_->keep(KeptKind::kReferenceTime, key_of(work), dump_json(json));
}

std::unique_ptr<Keeper> start_keeper(const KeepOptions& options, const SupervisorConfig& config) {
  Result<std::unique_ptr<KeptStore>> store = KeptStore::open(options);
  const std::string gpu = config.gpu ? gpu_identity() : std::string();
  if (store)
    return std::make_unique<Keeper>(std::move(*store), verifier_build(config, gpu),
                                    options.verdicts, /*times=*/!gpu.empty());
  log_warning("nothing is kept between runs: {}", store.error().message);
  return nullptr;
}

}  // namespace nereid::verify
