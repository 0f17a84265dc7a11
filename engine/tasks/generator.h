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
  kPlanned,     ///< kUnverified, with a short plan before the code of each answer
  kRewrites,    ///< kUnverified; every second task comes with a right kernel in another form, which
                ///< the answer rewrites
};
std::string_view corpus_name(Corpus corpus);
std::optional<Corpus> corpus_from_name(std::string_view name);
/// "clean", "unverified", "planned", "rewrites".
std::vector<std::string> corpus_names();

struct CorpusSample {
  Task task;
  std::string kernel;         ///< what the answer rewrites; empty where it answers the task alone
  std::string plan;           ///< of the answer, lines; empty where the corpus has none
  std::string answer;         ///< source text, without fence
  std::string planted_error;  ///< "" or the name of the error class
};
/// Share of level 2 in the corpus that the pocket model was made from.
inline constexpr double kCorpusLevel2Share = 0.75;
/// Level of the `index`-th training pair, 1 or 2, at these odds of level 2. Pure function.
int corpus_level(std::uint64_t seed, std::uint64_t index, double level2_share = kCorpusLevel2Share);
/// The `index`-th training pair, of the train split and of the level that is asked for; without it
/// that of corpus_level(seed, index). Pure function.
CorpusSample corpus_sample(Corpus corpus, std::uint64_t seed, std::uint64_t index);
CorpusSample corpus_sample_of_level(Corpus corpus, std::uint64_t seed, std::uint64_t index,
                                    int level);

/// Names of the planted error classes with one sentence each, for the documentation.
std::vector<std::pair<std::string, std::string>> planted_errors();

}  // namespace nereid::tasks
