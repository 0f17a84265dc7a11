// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/random.h"
#include "engine/episodes/episode_maker.h"
#include "engine/tasks/catalog.h"
#include "engine/tasks/importers.h"
#include "engine/verify/settings/settings.h"

namespace nereid::evaluate {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kFileLimit = std::uint64_t{1} << 30;
constexpr std::size_t kShownNames = 12;

Error bad(const std::string& where, const std::string& what) {
  return {ErrorCode::kInvalidArgument, where + ": " + what};
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShownNames); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShownNames) text += fmt::format(" and {} more", names.size() - kShownNames);
  return text;
}

/// Collects completions by task and sample.
class Collector {
 public:
  explicit Collector(const CompletionsChoice& choice) : choice_(choice) {}

  Result<void> read_lines();
  Result<void> read_folder();
  Result<Completions> finish();

 private:
  struct Entry {
    tasks::Task task;
    std::map<int, std::string> samples;
  };

  Result<void> load_catalog();
  Result<const tasks::Task*> find(const std::string& id, const std::string& where);
  Result<tasks::Task> task_of(const Json& line, const std::string& where);
  Result<tasks::Task> task_of_reference(const Json& line, const std::string& where) const;
  Result<void> read_line(const std::string& text, const std::string& where);
  Result<void> add(const tasks::Task& task, std::optional<int> sample, std::string text,
                   const std::string& where);
  void add_tasks_without_any();
  Result<void> settle_missing(Completions& completions);

  const CompletionsChoice& choice_;
  std::vector<tasks::Task> catalog_;
  std::map<std::string, std::size_t> places_;  ///< of the catalogue, by id
  bool has_catalog_ = false;
  std::map<std::string, Entry> entries_;  ///< by id of the task
  bool extracted_ = false;
};

Result<void> Collector::load_catalog() {
  if (has_catalog_ || choice_.tasks.empty()) return {};
  auto all = tasks::load_kernelbench(choice_.tasks, {});
  if (!all) return all.error();
  catalog_ = std::move(*all);
  for (std::size_t i = 0; i < catalog_.size(); ++i) places_[catalog_[i].id] = i;
  has_catalog_ = true;
  return {};
}

Result<const tasks::Task*> Collector::find(const std::string& id, const std::string& where) {
  if (Result<void> loaded = load_catalog(); !loaded) return loaded.error();
  const auto place = places_.find(id);
  if (place != places_.end()) return &catalog_[place->second];
  if (choice_.tasks.empty())
    return bad(where, "the task \"" + id +
                          "\" is looked for in a folder of tasks; name it with --tasks FOLDER");
  return bad(where,
             fmt::format("there is no task \"{}\" in {}; `nereid tasks list --tasks {}` shows "
                         "what is there",
                         id, choice_.tasks.string(), choice_.tasks.string()));
}

// The importers read files.
Result<tasks::Task> Collector::task_of_reference(const Json& line, const std::string& where) const {
  const auto source = json_value(line, "reference", std::string());
  const std::string print = tasks::fingerprint(source).substr(0, 12);
  Result<TemporaryDirectory> folder = TemporaryDirectory::make("nereid-reference");
  if (!folder) return folder.error();
  const fs::path file = folder->path() / ("reference_" + print + ".py");
  if (Result<void> written = atomic_write_file(file, source); !written) return written.error();
  Result<tasks::Task> task = tasks::load_task_file(file);
  if (!task) {
    std::string why = task.error().message;
    if (const auto at = why.find(file.string()); at != std::string::npos)
      why.replace(at, file.string().size(), "\"reference\"");
    return bad(where, why);
  }
  task->id = "reference/" + print;
  task->name = json_value(line, "name", print);
  task->level = json_value(line, "level", 1);
  return task;
}

Result<tasks::Task> Collector::task_of(const Json& line, const std::string& where) {
  if (line.contains("reference")) return task_of_reference(line, where);
  const auto id = json_value(line, "task", std::string());
  if (id.empty())
    return bad(where,
               "expected the key \"task\" (its id) or \"reference\" (Python source), got neither");
  if (tasks::parse_synthetic_id(id)) return tasks::find_task(id);
  Result<const tasks::Task*> found = find(id, where);
  if (!found) return found.error();
  return **found;
}

Result<void> Collector::add(const tasks::Task& task, std::optional<int> sample, std::string text,
                            const std::string& where) {
  if (!is_utf8(text)) return bad(where, "the completion is not UTF-8");
  Entry& entry = entries_[task.id];
  if (entry.samples.empty()) entry.task = task;
  const int number = sample.value_or(static_cast<int>(entry.samples.size()));
  if (number < 0) return bad(where, fmt::format("sample: expected 0 or more, got {}", number));
  if (!entry.samples.emplace(number, std::move(text)).second)
    return bad(where, fmt::format("sample {} of {} is there twice", number, task.id));
  return {};
}

Result<void> Collector::read_line(const std::string& text, const std::string& where) {
  const Result<Json> line = parse_json_line(text, where);
  if (!line) return line.error();
  if (!line->is_object() || !line->contains("completion") || !(*line)["completion"].is_string())
    return bad(where, "expected an object with the key \"completion\", a text");
  Result<tasks::Task> task = task_of(*line, where);
  if (!task) return task.error();
  std::optional<int> sample;
  if (line->contains("sample")) {
    if (!(*line)["sample"].is_number_integer())
      return bad(where, "sample: expected a whole number, got " + dump_json((*line)["sample"]));
    sample = (*line)["sample"].get<int>();
  }
  return add(*task, sample, json_value(*line, "completion", std::string()), where);
}

Result<void> Collector::read_lines() {
  const Result<std::string> text = read_file(choice_.place, kFileLimit);
  if (!text) return text.error();
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    const std::string line = text->substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = fmt::format("{}:{}", choice_.place.string(), number);
    if (Result<void> read = read_line(line, where); !read) return read;
  }
  return {};
}

// level_1_problem_19_sample_0_kernel.py, as KernelBench's generate_samples.py names them.
Result<void> Collector::read_folder() {
  static const std::regex name("level_([0-9]+)_problem_([0-9]+)_sample_([0-9]+)_kernel\\.py");
  extracted_ = true;
  if (choice_.tasks.empty())
    return bad(
        choice_.place.string(),
        "the problems of a KernelBench run are looked for in a folder of tasks; name it with "
        "--tasks FOLDER");
  if (Result<void> loaded = load_catalog(); !loaded) return loaded;
  std::map<std::string, std::string> by_problem;  // "level1/19" -> id
  for (const tasks::Task& task : catalog_) {
    const std::string stem = task.id.substr(task.id.rfind('/') + 1);
    by_problem[fmt::format("{}/{}", task.level, stem.substr(0, stem.find('_')))] = task.id;
  }
  std::error_code problem;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(choice_.place, problem))
    files.push_back(entry.path());
  if (problem) return file_error("cannot read", choice_.place, problem.value());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::smatch found;
    const std::string text = file.filename().string();
    if (!std::regex_match(text, found, name)) continue;
    const auto id = by_problem.find(fmt::format("{}/{}", found.str(1), found.str(2)));
    if (id == by_problem.end())
      return bad(file.string(), fmt::format("there is no problem {} of level {} in {}",
                                            found.str(2), found.str(1), choice_.tasks.string()));
    Result<std::string> source = read_file(file, kFileLimit);
    if (!source) return source.error();
    const tasks::Task& task = catalog_[places_.at(id->second)];
    if (Result<void> added = add(task, std::stoi(found.str(3)), std::move(*source), file.string());
        !added)
      return added;
  }
  return {};
}

// A run over a level of a folder has all its problems: what is missing would flatter it.
void Collector::add_tasks_without_any() {
  std::set<int> levels;
  for (const auto& [id, entry] : entries_) levels.insert(entry.task.level);
  for (const tasks::Task& task : catalog_)
    if (levels.contains(task.level) && extracted_) entries_[task.id].task = task;
}

Result<void> Collector::settle_missing(Completions& completions) {
  std::vector<std::string> missing;
  for (auto& [id, entry] : entries_) {
    std::vector<std::string> texts;
    bool is_whole = true;
    for (int sample = 0; sample < completions.samples; ++sample) {
      const auto found = entry.samples.find(sample);
      if (found != entry.samples.end()) {
        texts.push_back(found->second);
        continue;
      }
      is_whole = false;
      missing.push_back(fmt::format("{} sample {}", id, sample));
      texts.emplace_back();
    }
    if (!is_whole && choice_.missing == Missing::kLeaveOut) {
      ++completions.left_out;
      continue;
    }
    completions.tasks.push_back(entry.task);
    completions.texts.push_back(std::move(texts));
  }
  if (missing.empty() || choice_.missing != Missing::kRefuse) return {};
  return bad(choice_.place.string(),
             fmt::format("{} completions are missing: {}; --missing wrong counts them as wrong, "
                         "--missing leave-out leaves their tasks out",
                         missing.size(), listed(missing)));
}

Result<Completions> Collector::finish() {
  if (!choice_.levels.empty()) {
    std::erase_if(entries_, [&](const auto& entry) {
      return std::find(choice_.levels.begin(), choice_.levels.end(), entry.second.task.level) ==
             choice_.levels.end();
    });
  }
  if (entries_.empty())
    return bad(choice_.place.string(),
               extracted_ ? "holds no completions of these levels; expected files such as "
                            "level_1_problem_19_sample_0_kernel.py"
                          : "holds no completions of these levels");
  add_tasks_without_any();
  Completions completions;
  completions.extracted = extracted_;
  for (const auto& [id, entry] : entries_)
    if (!entry.samples.empty())
      completions.samples = std::max(completions.samples, entry.samples.rbegin()->first + 1);
  if (Result<void> settled = settle_missing(completions); !settled) return settled.error();
  if (completions.tasks.empty())
    return bad(choice_.place.string(), "no task has all of its completions");
  Sha256 hash;
  for (std::size_t i = 0; i < completions.tasks.size(); ++i)
    for (const std::string& text : completions.texts[i])
      hash.update(completions.tasks[i].id + "\n" + sha256_hex(text) + "\n");
  completions.hash = hash.hex();
  return completions;
}

// A source that was taken out of its answer already is the candidate as it stands.
void take_whole(record::Episode& episode) {
  if (episode.completion.empty()) return;
  episode.candidate = episode.completion;
  episode.candidate_begin = 0;
  episode.candidate_end = episode.completion.size();
  episode.verdict = {};
}

}  // namespace

Result<Completions> load_completions(const CompletionsChoice& choice) {
  Collector collector(choice);
  std::error_code ignored;
  const Result<void> read =
      fs::is_directory(choice.place, ignored) ? collector.read_folder() : collector.read_lines();
  if (!read) return read.error();
  return collector.finish();
}

Result<EvaluateReport> judge_completions(const Completions& completions, const EvaluationPlan& plan,
                                         const ReportOptions& options, JudgingParts parts) {
  const Stopwatch watch;
  const double before = parts.archive == nullptr ? 0 : parts.archive->seconds_before();
  const auto samples = static_cast<std::size_t>(completions.samples);
  Judging judging(std::move(parts), plan, all_tasks(completions.tasks.size()));
  if (Result<void> resumed = judging.resume(); !resumed) return resumed.error();
  for (std::size_t row = 0; row < completions.tasks.size() * samples; ++row) {
    if (judging.is_cancelled()) break;
    if (judging.is_judged(row)) continue;
    const std::size_t task = row / samples, sample = row % samples;
    const std::uint64_t seed = verify::secret_seed(mix_seed(plan.seed, task, ~std::uint64_t{0}));
    record::Episode episode = episodes::begin_episode(
        {plan.step, static_cast<int>(task), static_cast<int>(sample)}, completions.tasks[task], "",
        {.text = completions.texts[task][sample]}, seed,
        verify::several_blocks_from_name(plan.yardstick.several_blocks));
    if (completions.extracted) take_whole(episode);
    judging.add(std::move(episode));
  }
  Result<std::vector<Sample>> judged = judging.finish();
  if (!judged) return judged.error();
  EvaluateReport report = make_report(scored_tasks(completions.tasks), std::move(*judged), options);
  report.split = plan.split;
  report.baseline = plan.yardstick.baseline;
  report.seconds = before + watch.elapsed_s();
  return report;
}

}  // namespace nereid::evaluate
