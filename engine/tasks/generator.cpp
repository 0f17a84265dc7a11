// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/generator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "engine/base/check.h"
#include "engine/tasks/catalog.h"
#include "engine/tasks/importers.h"
#include "engine/tasks/internal/error_planter.h"
#include "engine/tasks/internal/plan.h"

namespace nereid::tasks {
namespace {

// Keys that keep the random streams of tasks, styles and errors apart.
constexpr std::uint64_t kCorpusStream = 0xC0;
constexpr std::uint64_t kErrorStream = 0xE0;
constexpr std::uint64_t kHouseStyle = 5;
constexpr int kHouseStylePerMille = 850;

Plan plan_of(const Task& task) {
  const auto key = parse_synthetic_id(task.id);
  NEREID_CHECK(key.has_value(), "not a synthetic task: " + task.id);
  return make_plan(key->seed, key->split, key->level, key->index);
}

Task task_of(const Plan& plan, const SyntheticKey& key) {
  Task task;
  task.id = synthetic_id(key);
  task.tags = plan.tags();
  task.name = fmt::format("{}", fmt::join(task.tags, "_"));
  task.level = key.level;
  task.split = std::string(split_name(key.split));
  task.source = "synthetic";
  task.reference = write_reference(plan);
  task.fingerprint = fingerprint(task.reference);
  return task;
}

}  // namespace

std::string_view split_name(Split split) {
  switch (split) {
    case Split::kTrain:
      return "train";
    case Split::kValidation:
      return "validation";
    case Split::kTest:
      return "test";
  }
  return "";
}

std::optional<Split> split_from_name(std::string_view name) {
  for (const Split split : {Split::kTrain, Split::kValidation, Split::kTest}) {
    if (split_name(split) == name) {
      return split;
    }
  }
  return std::nullopt;
}

Task synthetic_task(std::uint64_t seed, Split split, int level, std::uint64_t index) {
  return task_of(make_plan(seed, split, level, index), {seed, split, level, index});
}

std::string synthetic_answer(const Task& task, std::uint64_t style) {
  return write_answer(plan_of(task), style, nullptr);
}

std::string_view corpus_name(Corpus corpus) {
  switch (corpus) {
    case Corpus::kClean:
      return "clean";
    case Corpus::kUnverified:
      return "unverified";
    case Corpus::kPlanned:
      return "planned";
    case Corpus::kRewrites:
      return "rewrites";
  }
  return "";
}

std::optional<Corpus> corpus_from_name(std::string_view name) {
  for (const Corpus corpus :
       {Corpus::kClean, Corpus::kUnverified, Corpus::kPlanned, Corpus::kRewrites})
    if (corpus_name(corpus) == name) return corpus;
  return std::nullopt;
}

std::vector<std::string> corpus_names() {
  return {"clean", "unverified", "planned", "rewrites"};
}

int corpus_level(std::uint64_t seed, std::uint64_t index, double level2_share) {
  const int level1_per_mille = static_cast<int>(std::lround(1000 * (1 - level2_share)));
  return Random{seed, kCorpusStream, index}.chance(level1_per_mille) ? 1 : 2;
}

CorpusSample corpus_sample(Corpus corpus, std::uint64_t seed, std::uint64_t index) {
  return corpus_sample_of_level(corpus, seed, index, corpus_level(seed, index));
}

CorpusSample corpus_sample_of_level(Corpus corpus, std::uint64_t seed, std::uint64_t index,
                                    int level) {
  const SyntheticKey key{seed, Split::kTrain, level, index};
  Random random{seed, kCorpusStream, index};
  random.next();  // the draw of corpus_level()
  // Most of what one author writes looks alike. Otherwise the many choices that do not matter would
  // drown the few that do when a policy trained on this corpus is reinforced.
  const std::uint64_t own_style = random.next();
  const std::uint64_t style = random.chance(kHouseStylePerMille) ? kHouseStyle : own_style;
  const Plan plan = make_plan(key.seed, key.split, key.level, key.index);
  CorpusSample sample{.task = task_of(plan, key)};
  if (corpus == Corpus::kClean) {
    sample.answer = write_answer(plan, style, nullptr);
    return sample;
  }
  if (corpus == Corpus::kPlanned) sample.plan = write_plan(plan, style);
  if (corpus == Corpus::kRewrites && index % 2 == 1)
    sample.kernel = write_answer(plan, random.next(), nullptr);
  ErrorPlanter planter(Random{seed, kErrorStream, index});
  sample.answer = write_answer(plan, style, &planter);
  sample.planted_error = planter.planted();
  return sample;
}

std::vector<std::pair<std::string, std::string>> planted_errors() {
  return error_classes();
}

}  // namespace nereid::tasks
