// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>

#include "engine/base/file.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kKernelLimit = 4 << 20;
constexpr std::uint64_t kResultsLimit = 1 << 30;

struct KernelFile {
  int level = 0, problem = 0, sample = 0;
  fs::path file;
};

std::optional<KernelFile> kernel_file(const fs::path& file) {
  KernelFile found{.file = file};
  int end = 0;
  const std::string name = file.filename().string();
  const int read = std::sscanf(name.c_str(), "level_%d_problem_%d_sample_%d_kernel.py%n",
                               &found.level, &found.problem, &found.sample, &end);
  const bool is_whole = read == 3 && static_cast<std::size_t>(end) == name.size();
  return is_whole ? std::optional(found) : std::nullopt;
}

std::vector<KernelFile> kernel_files(const fs::path& folder) {
  std::vector<KernelFile> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    if (auto found = kernel_file(at->path())) files.push_back(std::move(*found));
  std::sort(files.begin(), files.end(), [](const KernelFile& a, const KernelFile& b) {
    return std::tie(a.level, a.problem, a.sample) < std::tie(b.level, b.problem, b.sample);
  });
  return files;
}

/// The results file, or an empty object where there is none.
Result<Json> results_of(const fs::path& folder) {
  const fs::path file = folder / "eval_results.json";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Json::object();
  const Result<std::string> text = read_file(file, kResultsLimit);
  if (!text) return text.error();
  Result<Json> json = parse_json(*text, file.string());
  if (json && !json->is_object())
    return Error{ErrorCode::kInvalidArgument,
                 file.string() + ": expected an object {problem: results}"};
  return json;
}

OrderedJson claims_of(const Json& results, const KernelFile& kernel) {
  OrderedJson claims = OrderedJson::object();
  const auto at = results.find(std::to_string(kernel.problem));
  if (at == results.end()) return claims;
  const Json* entry = &*at;
  if (at->is_array()) {
    const auto own = std::find_if(at->begin(), at->end(), [&](const Json& one) {
      return json_value(one, "sample_id", -1) == kernel.sample;
    });
    if (own == at->end()) return claims;
    entry = &*own;
  }
  for (const char* key : {"compiled", "correctness", "runtime"})
    if (entry->is_object() && entry->contains(key)) claims[key] = (*entry)[key];
  return claims;
}

/// (level, number) -> task, by the number before the name: "kernelbench/level1/19_ReLU".
std::map<std::pair<int, int>, const tasks::Task*> numbered(const std::vector<tasks::Task>& tasks) {
  std::map<std::pair<int, int>, const tasks::Task*> found;
  for (const tasks::Task& task : tasks) {
    const std::string stem = task.id.substr(task.id.rfind('/') + 1);
    int number = 0;
    std::from_chars(stem.data(), stem.data() + stem.size(), number);
    found[{task.level, number}] = &task;
  }
  return found;
}

Result<Sample> sample_of(const KernelFile& kernel, const tasks::Task& task, const Json& results) {
  Result<std::string> code = read_file(kernel.file, kKernelLimit);
  if (!code) return code.error();
  if (!is_utf8(*code))
    return Error{ErrorCode::kInvalidArgument, kernel.file.string() + ": not UTF-8"};
  Sample sample;
  sample.place = kernel.file.string();
  sample.origin = {.entry_point = task.entry_point,
                   .source = task.source,
                   .row = kernel.file.stem().string(),
                   .level = task.level};
  sample.name = task.id.substr(task.id.rfind('/') + 1);
  sample.reference = task.reference;
  sample.answer = std::move(*code);
  sample.claims = claims_of(results, kernel);
  return sample;
}

}  // namespace

bool is_run_folder(const fs::path& folder) {
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    if (kernel_file(at->path())) return true;
  return false;
}

Result<void> read_run_folder(const fs::path& folder, const std::vector<tasks::Task>& tasks,
                             const std::function<Result<void>(Sample)>& on_sample,
                             const std::function<void(double share)>& on_progress,
                             const std::stop_token& stop) {
  const std::vector<KernelFile> files = kernel_files(folder);
  const Result<Json> results = results_of(folder);
  if (!results) return results.error();
  const auto by_number = numbered(tasks);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (stop.stop_requested()) return Error{ErrorCode::kCancelled, "cancelled"};
    const KernelFile& kernel = files[i];
    const auto task = by_number.find({kernel.level, kernel.problem});
    if (task == by_number.end())
      return Error{ErrorCode::kNotFound,
                   fmt::format("{}: no problem {} of level {} among the references; name the "
                               "KernelBench folder with --references",
                               kernel.file.string(), kernel.problem, kernel.level)};
    Result<Sample> sample = sample_of(kernel, *task->second, *results);
    if (!sample) return sample.error();
    if (auto taken = on_sample(std::move(*sample)); !taken) return taken;
    if (on_progress) on_progress(static_cast<double>(i + 1) / static_cast<double>(files.size()));
  }
  return {};
}

}  // namespace nereid::data
