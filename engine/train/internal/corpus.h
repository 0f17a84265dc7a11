// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/config/settings.h"
#include "engine/policy/tokenizer.h"
#include "engine/train/internal/batching.h"

namespace nereid::train {

/// Prompt and completion texts of SFT by index: the synthetic corpus, or a JSONL file. Immutable,
/// thread-safe.
class Corpus {
 public:
  static Result<std::shared_ptr<const Corpus>> open(const config::RunConfig& config);
  std::uint64_t size() const { return size_; }
  std::pair<std::string, std::string> at(std::uint64_t index) const;

 private:
  bool clean_ = false;
  std::uint64_t seed_ = 0, size_ = 0;
  std::vector<std::pair<std::string, std::string>> lines_;  ///< of a JSONL file; empty = synthetic
};

/// Trains the byte-level BPE of a new pocket model on the first corpus texts, unless `file` is
/// there.
Result<std::shared_ptr<policy::Tokenizer>> corpus_tokenizer(const Corpus& corpus,
                                                            const std::filesystem::path& file);

/// Tokenised batches in a fixed order. Eight steps are drawn at once, sorted by length and dealt
/// into batches of similar lengths, whose order is shuffled; the next eight are made ready on a
/// second thread. A pure function of (seed, step), so that a resumed run needs the step only. One
/// thread at a time.
class BatchStream {
 public:
  BatchStream(std::shared_ptr<const Corpus> corpus, std::shared_ptr<policy::Tokenizer> tokenizer,
              const config::RunConfig& config);
  /// Rows of a step (from 1). Rows longer than the limits of the settings are left out.
  std::vector<TokenRow> batch(std::int64_t step);
  /// Share of the rows of the last batch's eight steps that were left out.
  double dropped_ratio() const { return block_.dropped_ratio; }

 private:
  struct Block {
    std::vector<std::vector<TokenRow>> batches;
    double dropped_ratio = 0;
  };
  Block load(std::int64_t block) const;

  std::shared_ptr<const Corpus> corpus_;
  std::shared_ptr<policy::Tokenizer> tokenizer_;
  std::uint64_t seed_;
  std::int64_t batch_size_;
  std::size_t prompt_limit_, completion_limit_;
  std::int64_t current_ = -1, coming_ = -1;
  Block block_;
  std::future<Block> next_;
};

}  // namespace nereid::train
