// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/sampling.h"

namespace nereid::policy {
namespace {

// Tokens that run together while a prompt is read: enough to fill the tiles, few enough for the
// cache.
constexpr std::size_t kPrefillTokens = 144;

// Prompts that are equal are one.
struct Prompts {
  std::vector<std::size_t> of_row;     // row -> unique prompt
  std::vector<std::size_t> first_row;  // unique prompt -> a row that has it
  std::vector<std::size_t> rows;       // unique prompt -> rows that are not finished
};

Prompts find_unique(const std::vector<std::vector<std::int32_t>>& prompts) {
  Prompts unique;
  std::map<std::vector<std::int32_t>, std::size_t> seen;
  for (std::size_t row = 0; row < prompts.size(); ++row) {
    const auto [place, is_new] = seen.emplace(prompts[row], seen.size());
    if (is_new) {
      unique.first_row.push_back(row);
      unique.rows.push_back(0);
    }
    unique.of_row.push_back(place->second);
    ++unique.rows[place->second];
  }
  return unique;
}

// Runs the prompts' tokens in pieces and keeps the logits after each prompt's last token.
class Prefill {
 public:
  Prefill(CpuDecoder& decoder, std::vector<std::vector<float>>& logits)
      : decoder_(decoder), logits_(logits) {}

  void add(const std::vector<std::int32_t>& prompt, std::size_t number, KeyValueStore& store) {
    const auto length = static_cast<std::int32_t>(prompt.size());
    for (std::int32_t t = 0; t < length; ++t) {
      if (t + 1 == length) {
        wanted_.push_back(static_cast<std::int32_t>(tokens_.size()));
        finished_.push_back(number);
      }
      tokens_.push_back({.token = prompt[t], .position = t, .store = &store, .index = t});
      if (tokens_.size() == kPrefillTokens) flush();
    }
  }

  void flush() {
    if (tokens_.empty()) return;
    const float* logits = decoder_.run(tokens_, wanted_);
    for (std::size_t i = 0; i < finished_.size(); ++i) {
      const float* row = logits + i * decoder_.logits_stride();
      logits_[finished_[i]].assign(row, row + decoder_.config().vocabulary);
    }
    tokens_.clear();
    wanted_.clear();
    finished_.clear();
  }

 private:
  CpuDecoder& decoder_;
  std::vector<std::vector<float>>& logits_;
  std::vector<DecodeToken> tokens_;
  std::vector<std::int32_t> wanted_;
  std::vector<std::size_t> finished_;
};

class Sampler {
 public:
  Sampler(const ModelShape& config, const std::vector<std::int32_t>& end_tokens,
          const GenerateOptions& options)
      : options_{options.temperature, options.top_p, options.top_k, options.min_p},
        seeds_(options.row_seeds),
        vocabulary_(static_cast<int>(config.vocabulary)),
        end_tokens_(end_tokens),
        scratch_(config.vocabulary + kPanel) {}

  // Appends one token; true if it ends the row.
  bool sample(const float* logits, std::size_t row, std::size_t prompt_length, GeneratedRow& out) {
    const auto position = static_cast<std::int64_t>(prompt_length + out.tokens.size());
    const double uniform = options_.temperature > 0 ? uniform_at(seeds_[row], position) : 0;
    const Sample sample = sample_row(decode_kernels(), logits, vocabulary_, options_, uniform,
                                     scratch_.data(), order_);
    out.tokens.push_back(sample.token);
    out.logprobs.push_back(sample.logprob);
    out.entropies.push_back(sample.entropy);
    out.ranks.push_back(sample.rank);
    return std::find(end_tokens_.begin(), end_tokens_.end(), sample.token) != end_tokens_.end();
  }

 private:
  SamplingOptions options_;
  const std::vector<std::uint64_t>& seeds_;
  int vocabulary_;
  std::vector<std::int32_t> end_tokens_;
  std::vector<float> scratch_;
  std::vector<std::int32_t> order_;
};

// Stores that are lent out and come back.
class Stores {
 public:
  explicit Stores(std::vector<std::unique_ptr<KeyValueStore>>& idle) : idle_(idle) {}

  std::unique_ptr<KeyValueStore> take(const ModelShape& config, int capacity) {
    std::unique_ptr<KeyValueStore> store;
    if (idle_.empty()) {
      store = std::make_unique<KeyValueStore>();
    } else {
      store = std::move(idle_.back());
      idle_.pop_back();
    }
    store->reserve(config, capacity);
    return store;
  }
  void give(std::unique_ptr<KeyValueStore> store) { idle_.push_back(std::move(store)); }

 private:
  std::vector<std::unique_ptr<KeyValueStore>>& idle_;
};

// One call: rows begin as long as the cache's budget has room, and others take the place of those
// that end. Which rows run together changes no result.
class Generation {
 public:
  Generation(CpuDecoder& decoder, const std::vector<std::int32_t>& end_tokens,
             const std::vector<std::vector<std::int32_t>>& prompts, const GenerateOptions& options,
             CpuGenerateMemory& memory)
      : decoder_(decoder),
        config_(decoder.config()),
        prompts_(prompts),
        options_(options),
        budget_(options.cache_bytes > 0 ? static_cast<std::size_t>(options.cache_bytes)
                                        : memory.budget_bytes),
        prompt_stores_(memory.prompts),
        row_stores_(memory.rows),
        sampler_(config_, end_tokens, options),
        unique_(find_unique(prompts)),
        logits_(unique_.first_row.size()),
        read_(unique_.first_row.size()),
        own_(prompts.size()),
        out_(prompts.size()) {}

  std::vector<GeneratedRow> run() {
    for (begin_rows(); !live_.empty(); begin_rows()) {
      if (options_.stopped && options_.stopped()) break;
      next_tokens();
    }
    return std::move(out_);
  }

 private:
  std::size_t limit(std::size_t row) const {
    return std::min<std::size_t>(options_.max_new_tokens,
                                 config_.max_positions - prompts_[row].size());
  }
  std::size_t row_bytes(std::size_t row) const {
    return KeyValueStore::bytes(config_, static_cast<int>(limit(row)));
  }
  std::size_t prompt_bytes(std::size_t prompt) const {
    return KeyValueStore::bytes(config_,
                                static_cast<int>(prompts_[unique_.first_row[prompt]].size()));
  }

  void begin_rows() {
    while (begun_ < prompts_.size()) {
      // 1) those that there is room for, one at least; their prompts are read together
      const std::size_t first = begun_;
      Prefill prefill(decoder_, logits_);
      while (begun_ < prompts_.size() && make_room(begun_, live_.empty() && begun_ == first)) {
        const std::size_t prompt = unique_.of_row[begun_];
        if (!read_[prompt]) {
          const auto& text = prompts_[begun_];
          read_[prompt] = prompt_stores_.take(config_, static_cast<int>(text.size()));
          prefill.add(text, prompt, *read_[prompt]);
        }
        own_[begun_] = row_stores_.take(config_, static_cast<int>(limit(begun_)));
        ++begun_;
      }
      if (begun_ == first) return;
      prefill.flush();
      // 2) the first token of each
      const std::size_t before = finished_;
      for (std::size_t row = first; row < begun_; ++row)
        sample(row, logits_[unique_.of_row[row]].data());
      tell_if_more(before);
    }
  }

  // Counts what the row would take, if that is within the budget or it is `needed`.
  bool make_room(std::size_t row, bool needed) {
    const std::size_t prompt = unique_.of_row[row];
    const std::size_t bytes = row_bytes(row) + (read_[prompt] ? 0 : prompt_bytes(prompt));
    if (!needed && used_ + bytes > budget_) return false;
    used_ += bytes;
    return true;
  }

  void sample(std::size_t row, const float* logits) {
    const bool ended = sampler_.sample(logits, row, prompts_[row].size(), out_[row]);
    out_[row].truncated = !ended && out_[row].tokens.size() >= limit(row);
    if (ended || out_[row].truncated) {
      finish(row);
    } else {
      live_.push_back(row);
    }
  }

  void finish(std::size_t row) {
    ++finished_;
    if (options_.on_row) options_.on_row(row, out_[row]);
    used_ -= row_bytes(row);
    row_stores_.give(std::move(own_[row]));
    const std::size_t prompt = unique_.of_row[row];
    if (--unique_.rows[prompt] > 0) return;
    used_ -= prompt_bytes(prompt);
    prompt_stores_.give(std::move(read_[prompt]));
    logits_[prompt] = {};
  }

  // One token a row.
  void next_tokens() {
    std::vector<DecodeToken> tokens;
    std::vector<std::int32_t> wanted;
    for (const std::size_t row : live_) {
      const auto made = static_cast<std::int32_t>(out_[row].tokens.size());
      const auto length = static_cast<std::int32_t>(prompts_[row].size());
      wanted.push_back(static_cast<std::int32_t>(tokens.size()));
      tokens.push_back({.token = out_[row].tokens.back(),
                        .position = length + made - 1,
                        .store = own_[row].get(),
                        .index = made - 1,
                        .prefix = read_[unique_.of_row[row]].get(),
                        .prefix_length = length});
    }
    const float* logits = decoder_.run(tokens, wanted);
    const std::vector<std::size_t> rows = std::exchange(live_, {});
    const std::size_t before = finished_;
    for (std::size_t i = 0; i < rows.size(); ++i)
      sample(rows[i], logits + i * decoder_.logits_stride());
    tell_if_more(before);
  }

  void tell_if_more(std::size_t before) {
    if (options_.progress && finished_ != before)
      options_.progress(static_cast<int>(finished_), static_cast<int>(prompts_.size()));
  }

  CpuDecoder& decoder_;
  const ModelShape& config_;
  const std::vector<std::vector<std::int32_t>>& prompts_;
  const GenerateOptions& options_;
  std::size_t budget_;
  Stores prompt_stores_, row_stores_;
  Sampler sampler_;
  Prompts unique_;
  std::vector<std::vector<float>> logits_;            // of a unique prompt, after its last token
  std::vector<std::unique_ptr<KeyValueStore>> read_;  // of a unique prompt
  std::vector<std::unique_ptr<KeyValueStore>> own_;   // of a row
  std::vector<GeneratedRow> out_;
  std::vector<std::size_t> live_;
  std::size_t begun_ = 0, finished_ = 0, used_ = 0;
};

}  // namespace

void check_generate_input(const ModelShape& config,
                          const std::vector<std::vector<std::int32_t>>& prompts,
                          const GenerateOptions& options) {
  TORCH_CHECK(options.temperature <= 0 || options.row_seeds.size() == prompts.size(),
              "generate needs one seed a row: ", prompts.size(), " rows, ",
              options.row_seeds.size(), " seeds");
  for (const auto& prompt : prompts) {
    TORCH_CHECK(!prompt.empty(), "generate needs prompts of at least one token");
    TORCH_CHECK(static_cast<std::int64_t>(prompt.size()) < config.max_positions, "a prompt has ",
                prompt.size(), " tokens, the model takes ", config.max_positions,
                "; lower max_prompt_length");
    for (const std::int32_t token : prompt) {
      TORCH_CHECK(token >= 0 && token < config.vocabulary, "token ", token,
                  " is not in the vocabulary of ", config.vocabulary);
    }
  }
}

std::vector<GeneratedRow> generate_on_cpu(CpuDecoder& decoder,
                                          const std::vector<std::int32_t>& end_tokens,
                                          const std::vector<std::vector<std::int32_t>>& prompts,
                                          const GenerateOptions& options,
                                          CpuGenerateMemory& memory) {
  check_generate_input(decoder.config(), prompts, options);
  if (prompts.empty() || options.max_new_tokens <= 0)
    return std::vector<GeneratedRow>(prompts.size());
  return Generation(decoder, end_tokens, prompts, options, memory).run();
}

}  // namespace nereid::policy
