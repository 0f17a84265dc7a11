// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/policy/tokenizer.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"
#include "engine/train/internal/batching.h"

namespace nereid::train {

/// One pair of SFT.
struct CorpusPair {
  std::optional<tasks::Task> task;  ///< asked in the model's prompt format; else `prompt`, as it is
  std::string prompt, completion;
  std::string kernel = {};  ///< in hand, where the completion rewrites one
};

/// Pairs of SFT by index: the synthetic corpus, or a JSONL file whose lines are {"prompt",
/// "completion"} (taken as they are) or {"reference", "completion"} (asked as RL asks). Immutable,
/// thread-safe.
class Corpus {
 public:
  static Result<std::shared_ptr<const Corpus>> open(const config::RunConfig& config);
  std::uint64_t size() const { return size_; }
  CorpusPair at(std::uint64_t index) const;
  bool is_file() const { return !lines_.empty(); }

 private:
  tasks::Corpus kind_ = tasks::Corpus::kUnverified;
  std::vector<bool> is_level2_;  ///< of a generated corpus
  std::uint64_t seed_ = 0, size_ = 0;
  std::vector<CorpusPair> lines_;  ///< of a JSONL file; empty = synthetic
};

/// Trains the byte-level BPE of a new pocket model on the first corpus texts, unless `file` is
/// there.
Result<std::shared_ptr<policy::Tokenizer>> corpus_tokenizer(const Corpus& corpus,
                                                            const std::filesystem::path& file);

/// Tokenised batches in a fixed order. An epoch is a permutation of the corpus. Up to eight
/// steps of it are drawn at once, sorted by length and dealt evenly into batches of similar
/// lengths, whose order is shuffled; the next ones are made ready on a second thread. A pure
/// function of (seed, step), so that a resumed run needs the step only. One thread at a time.
class BatchStream {
 public:
  BatchStream(std::shared_ptr<const Corpus> corpus, std::shared_ptr<policy::Tokenizer> tokenizer,
              tasks::PromptFormat format, const config::RunConfig& config);
  /// Rows of a step (from 1). Rows longer than the limits of the settings are left out: those of a
  /// file before the first epoch, generated ones from their batch.
  std::vector<TokenRow> batch(std::int64_t step);
  /// Share of the rows that were left out: of the whole file, of the last steps' generated ones.
  double dropped_ratio() const {
    return size() == 0 ? 1 : usable_.empty() ? block_.dropped_ratio : dropped_ratio_;
  }
  /// Rows of an epoch.
  std::uint64_t size() const;
  /// Passes over the corpus that are done after a step.
  double epochs_after(std::int64_t step) const {
    return static_cast<double>(step) / static_cast<double>(steps_per_epoch());
  }

 private:
  struct Block {
    std::vector<std::vector<TokenRow>> batches;
    double dropped_ratio = 0;
  };
  struct Place {
    std::int64_t epoch = 0, block = 0, step = 0;  ///< from 0; block of its epoch, step of its block
    bool operator==(const Place&) const = default;
  };
  Place place_of(std::int64_t step) const;
  Place after(const Place& place) const;
  std::int64_t steps_per_epoch() const;
  void choose_usable();
  bool fits(const std::vector<std::int32_t>& prompt,
            const std::vector<std::int32_t>& completion) const;
  std::vector<TokenRow> tokens_of(const std::vector<std::uint64_t>& indices) const;
  Block load(const Place& place) const;

  std::shared_ptr<const Corpus> corpus_;
  std::shared_ptr<policy::Tokenizer> tokenizer_;
  tasks::PromptFormat format_;
  std::uint64_t seed_;
  std::int64_t batch_size_;
  std::size_t prompt_limit_, completion_limit_;
  std::vector<std::uint64_t> usable_;  ///< indices of a file's rows that fit
  double dropped_ratio_ = 0;           ///< of a file
  Place current_{-1, -1, 0}, coming_{-1, -1, 0};
  Block block_;
  std::future<Block> next_;
};

}  // namespace nereid::train
