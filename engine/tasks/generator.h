// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tasks/task.h"

namespace nereid::tasks {

enum class Split { kTrain, kValidation, kTest };
std::string_view split_name(Split split);
std::optional<Split> split_from_name(std::string_view name);

/// The `index`-th synthetic task of a split and level. A pure function of its arguments: the same
/// on every machine and in every version that keeps kGeneratorVersion. Level-2 compositions
/// (sequences of operations) are dealt to the splits by a rule on their hash, so that no validation
/// or test composition occurs in train and none of validation in test.
inline constexpr int kGeneratorVersion = 2;
Task synthetic_task(std::uint64_t seed, Split split, int level, std::uint64_t index);

/// A right answer (Triton source with class ModelNew) to a synthetic task; `style` picks among the
/// written forms.
std::string synthetic_answer(const Task& task, std::uint64_t style);

enum class Corpus {
  kClean,       ///< every answer right
  kUnverified,  ///< at fixed odds an answer holds a typical model error; the errors are planted and
                ///< documented
};
struct CorpusSample {
  Task task;
  std::string answer;         ///< source text, without fence
  std::string planted_error;  ///< "" or the name of the error class
};
/// Share of level 2 in the corpus that the pocket model was made from.
inline constexpr double kCorpusLevel2Share = 0.75;
/// The `index`-th training pair, level 2 at these odds (in steps of 1/1000), else level 1; tasks of
/// the train split only. Pure function.
CorpusSample corpus_sample(Corpus corpus, std::uint64_t seed, std::uint64_t index,
                           double level2_share = kCorpusLevel2Share);

/// Names of the planted error classes with one sentence each, for the documentation.
std::vector<std::pair<std::string, std::string>> planted_errors();

}  // namespace nereid::tasks
