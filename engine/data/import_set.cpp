// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/import_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/data/internal/card.h"
#include "engine/data/internal/held_out.h"
#include "engine/data/internal/set_folder.h"
#include "engine/data/near.h"
#include "engine/data/samples.h"
#include "engine/tasks/importers.h"
#include "engine/tasks/level.h"
#include "engine/tasks/prompt.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPairs = "pairs.jsonl";
constexpr const char* kRawPairs = "pairs.raw";  // before the set's own test tasks are known
constexpr const char* kDropped = "dropped.jsonl";
constexpr std::size_t kLongestName = 80;  // of a file

std::string file_name(const Sample& sample, std::int64_t number) {
  const std::string own = sample.origin.row.substr(sample.origin.row.rfind('/') + 1);
  const bool is_number =
      !own.empty() && own.size() < 12 &&
      std::all_of(own.begin(), own.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  std::string name = sample.name.empty() ? sample.origin.entry_point : sample.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  name.resize(std::min(name.size(), kLongestName));
  const std::size_t digits = name.find_first_not_of("0123456789");
  if (digits != 0 && digits != std::string::npos && name[digits] == '_') return name;
  return (is_number ? own : std::to_string(number)) + "_" + name;
}

/// One sample after another into a folder.
class SetMaker {
 public:
  SetMaker(const ImportPlan& plan, SetFolder folder, HeldOutTasks held_out)
      : plan_(plan), folder_(std::move(folder)), held_out_(std::move(held_out)) {
    summary_.held_out_tasks = static_cast<std::int64_t>(held_out_.size());
  }

  ImportSummary& summary() { return summary_; }

  /// Errors are those of the disk; what is wrong with a sample is a reason to drop it.
  Result<void> take(Sample sample) {
    if (!licence_wanted(sample)) return drop(sample, "licence");
    if (sample.reference.empty())
      return sample.prompt.empty() ? drop(sample, "no_reference") : take_prompt(sample);
    auto task =
        tasks::task_from_text(sample.place, tasks::origin_line(sample.origin) + sample.reference);
    if (!task) return drop(sample, "bad_reference", task.error().message);
    if (const auto held = held_out_.find(*task, plan_.near))
      return drop(sample, held->similarity >= 1 ? "held_out" : "held_out_near", held->id,
                  held->similarity);
    return take_task(sample, std::move(*task));
  }

  Result<ImportSummary> finish() {
    if (auto closed = folder_.close(); !closed) return closed.error();
    if (auto written = settle_pairs(); !written) return written.error();
    if (auto closed = folder_.close(); !closed) return closed.error();
    for (const char* name : {kPairs, kDropped}) {
      std::error_code ignored;
      if (!fs::exists(folder_.path() / name, ignored)) continue;
      Result<std::string> hash = sha256_file(folder_.path() / name);
      if (!hash) return hash.error();
      summary_.sha256[name] = *hash;
    }
    summary_.sha256["tasks"] = task_hash_.hex();
    const std::pair<const char*, std::string> texts[] = {
        {"CARD.md", card_text(plan_, summary_)},
        {"NOTICES.md", notices_text(summary_)},
        {"dataset.json", dataset_json(plan_, summary_)}};
    for (const auto& [name, text] : texts)
      if (auto written = folder_.write(name, text); !written) return written.error();
    if (auto finished = folder_.finish(); !finished) return finished.error();
    return summary_;
  }

 private:
  struct KnownTask {
    std::string id;
    int level = 1;
    tasks::Split split = tasks::Split::kTrain;
  };

  bool licence_wanted(const Sample& sample) const {
    const auto& named = sample.origin.licences;
    return plan_.licences.empty() ||
           (!named.empty() && std::all_of(named.begin(), named.end(), [&](const std::string& one) {
             return plan_.licences.contains(one);
           }));
  }

  Result<void> drop(const Sample& sample, const std::string& reason, const std::string& of = "",
                    double similarity = 0) {
    ++summary_.dropped[reason];
    OrderedJson line{{"place", sample.place}, {"row", sample.origin.row}, {"reason", reason}};
    if (!of.empty()) line["detail"] = of;
    if (similarity > 0) line["similarity"] = similarity;
    return folder_.append(kDropped, line);
  }

  Result<void> take_prompt(const Sample& sample) {
    if (sample.answer.empty()) return drop(sample, "no_answer");
    if (!answers_.insert(sha256_hex(sample.prompt + '\0' + sample.answer)).second)
      return drop(sample, "duplicate_pair");
    count_licences(sample);
    ++summary_.pairs[sample.origin.level];
    return folder_.append(kRawPairs, {{"id", fmt::format("pair/{}", answers_.size())},
                                      {"source", sample.origin.source},
                                      {"row", sample.origin.row},
                                      {"licences", sample.origin.licences},
                                      {"prompt", sample.prompt},
                                      {"completion", sample.answer}});
  }

  Result<void> take_task(const Sample& sample, tasks::Task task) {
    auto known = known_.find(task.fingerprint);
    const bool is_new = known == known_.end();
    if (is_new && !is_free(sample)) return drop(sample, "duplicate_id", sample.origin.row);
    if (!is_new && sample.answer.empty()) return drop(sample, "duplicate_task", known->second.id);
    const std::string answer = sample.is_completion ? sample.answer : trimmed(sample.answer);
    if (!answer.empty() &&
        !answers_.insert(sha256_hex(task.fingerprint + tasks::fingerprint(answer))).second)
      return drop(sample, "duplicate_pair", known->second.id);
    if (is_new) {
      if (task.level < 1 || task.level > 4 || sample.origin.level == 0)
        task.level = tasks::level_of(task.reference);
      Result<KnownTask> written = write_task(sample, task);
      if (!written) return written.error();
      known = known_.emplace(task.fingerprint, std::move(*written)).first;
    }
    count_licences(sample);
    return answer.empty() ? Result<void>() : write_pair(sample, task, known->second, answer);
  }

  static std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin) + "\n";
  }

  /// A row's own name means one code.
  bool is_free(const Sample& sample) {
    return sample.origin.row.empty() ||
           rows_.insert(sample.origin.source + "/" + sample.origin.row).second;
  }

  void count_licences(const Sample& sample) {
    const auto& named = sample.origin.licences;
    for (const std::string& licence : named.empty() ? std::vector<std::string>{""} : named) {
      ++summary_.licences[licence];
      if (!sample.origin.repository.empty())
        summary_.repositories[licence].insert(sample.origin.repository);
    }
  }

  Result<KnownTask> write_task(const Sample& sample, const tasks::Task& task) {
    tasks::Origin origin = sample.origin;
    origin.entry_point = task.entry_point;
    origin.level = task.level;
    std::string stem = file_name(sample, ++tasks_written_);
    const std::string folder = fmt::format("level{}", task.level);
    while (!names_.insert(folder + "/" + stem).second) stem += "_" + std::to_string(tasks_written_);
    const std::string text = tasks::origin_line(origin) + task.reference;
    if (auto written = folder_.write(fs::path(folder) / (stem + ".py"), text); !written)
      return written.error();
    task_hash_.update(task.fingerprint);
    ++summary_.tasks[task.level];
    KnownTask known{fmt::format("{}/{}/{}", origin.source, folder, stem), task.level,
                    tasks::split_of(task, plan_.held_out)};
    if (known.split == tasks::Split::kTest)
      own_test_.add(known.id, shingles(task.reference));
    else if (known.split == tasks::Split::kTrain)
      trained_.emplace_back(known.id, shingles(task.reference));
    return known;
  }

  Result<void> write_pair(const Sample& sample, const tasks::Task& task, const KnownTask& known,
                          const std::string& answer) {
    OrderedJson line{
        {"id", fmt::format("{}#{}", known.id, ++pairs_of_[known.id])},
        {"task_id", known.id},
        {"level", known.level},
        {"entry_point", task.entry_point},
        {"source", sample.origin.source},
        {"row", sample.origin.row},
        {"repository", sample.origin.repository},
        {"licences", sample.origin.licences},
        {"reference", task.reference},
        {"completion", sample.is_completion ? answer : tasks::render_completion(answer)}};
    if (!sample.claims.empty()) line["claims"] = sample.claims;
    if (known.split != tasks::Split::kTrain) line["split"] = tasks::split_name(known.split);
    return folder_.append(kRawPairs, line);
  }

  /// The pairs without those that answer a task which the set's own training holds out, or one near
  /// to such a test task.
  Result<void> settle_pairs() {
    std::unordered_map<std::string, NearIndex::Near> near;
    for (const auto& [id, codes] : trained_)
      if (auto found = own_test_.nearest(codes, plan_.near)) near[id] = std::move(*found);
    summary_.near_own_test = static_cast<std::int64_t>(near.size());
    std::ifstream raw(folder_.path() / kRawPairs, std::ios::binary);
    for (std::string text; std::getline(raw, text);) {
      const OrderedJson line = OrderedJson::parse(text);
      Sample sample;
      sample.place = line.value("id", "");
      sample.origin.row = line.value("row", "");
      const auto found = near.find(line.value("task_id", ""));
      Result<void> done;
      if (line.contains("split"))
        done = drop(sample, "own_" + line["split"].get<std::string>());
      else if (found != near.end())
        done = drop(sample, "near_own_test", found->second.id, found->second.similarity);
      else
        done = keep(line);
      if (!done) return done;
    }
    raw.close();
    std::error_code ignored;
    fs::remove(folder_.path() / kRawPairs, ignored);
    return {};
  }

  Result<void> keep(const OrderedJson& line) {
    if (line.contains("level")) ++summary_.pairs[line["level"].get<int>()];
    return folder_.append(kPairs, line);
  }

  const ImportPlan& plan_;
  SetFolder folder_;
  HeldOutTasks held_out_;
  ImportSummary summary_;
  std::unordered_map<std::string, KnownTask> known_;  ///< by fingerprint
  std::set<std::string> rows_, names_, answers_;
  std::unordered_map<std::string, int> pairs_of_;
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> trained_;
  NearIndex own_test_;
  Sha256 task_hash_;
  std::int64_t tasks_written_ = 0;
};

/// Reads all sources into the maker.
Result<void> read_all(const ImportPlan& plan, SetMaker& maker,
                      const std::function<void(const ImportProgress&)>& on_progress,
                      const std::stop_token& stop) {
  for (std::size_t i = 0; i < plan.sources.size(); ++i) {
    ImportSummary::Source source{plan.sources[i].string(), "", "", 0};
    SampleReader reader;
    reader.on_sample = [&](Sample sample) {
      ++source.rows;
      return maker.take(std::move(sample));
    };
    reader.on_progress = [&](double share) {
      const double done = static_cast<double>(i) + share;
      if (on_progress)
        on_progress({source.file, done / static_cast<double>(plan.sources.size()), source.rows});
    };
    auto facts = read_samples(plan.sources[i], plan.references, reader, stop);
    if (!facts) return facts.error();
    source.format = facts->format;
    source.sha256 = facts->sha256;
    maker.summary().sources.push_back(std::move(source));
  }
  return {};
}

}  // namespace

const std::map<std::string, std::string>& drop_reasons() {
  static const std::map<std::string, std::string> kReasons = {
      {"no_reference", "the row holds no reference"},
      {"no_answer", "the row holds a prompt without an answer"},
      {"bad_reference",
       "the class of the entry point, get_inputs() or get_init_inputs() is missing"},
      {"licence", "its licences are not among those asked for"},
      {"duplicate_task", "the same code was there before"},
      {"duplicate_pair", "the same answer to the same code was there before"},
      {"duplicate_id", "another code has the same name in the source"},
      {"held_out", "its code is in the held-out set"},
      {"held_out_near", "its code is nearly that of a held-out task"},
      {"own_test", "training on this folder holds its task out for the test"},
      {"own_validation", "training on this folder holds its task out for validation"},
      {"near_own_test", "its task is nearly one of the folder's own test tasks"}};
  return kReasons;
}

Result<ImportSummary> import_set(const ImportPlan& plan,
                                 const std::function<void(const ImportProgress&)>& on_progress,
                                 const std::stop_token& stop) {
  Result<HeldOutTasks> held_out = HeldOutTasks::load(plan.against, stop);
  if (!held_out) return held_out.error();
  Result<SetFolder> folder = SetFolder::make(plan.out);
  if (!folder) return folder.error();
  SetMaker maker(plan, std::move(*folder), std::move(*held_out));
  if (auto read = read_all(plan, maker, on_progress, stop); !read) return read.error();
  const auto& summary = maker.summary();
  if (summary.tasks.empty() && summary.pairs.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "no row could be kept" + dropped_words(summary) + "; nothing was written"};
  return maker.finish();
}

}  // namespace nereid::data
