// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "engine/policy/internal/generate.h"
#include "engine/policy/internal/sampling.h"

namespace nereid::policy {
namespace {

// Tokens that run together while a prompt is read: enough to fill the tiles, few enough for the
// cache.
constexpr std::size_t kPrefillTokens = 144;

struct Prompts {
  std::vector<int> of_row;                 // row -> unique prompt
  std::vector<int> first_row;              // unique prompt -> a row that has it
  std::vector<std::vector<float>> logits;  // after the last token
};

Prompts find_unique(const std::vector<std::vector<std::int32_t>>& prompts) {
  Prompts unique;
  std::map<std::vector<std::int32_t>, int> seen;
  for (std::size_t row = 0; row < prompts.size(); ++row) {
    const auto [place, is_new] = seen.emplace(prompts[row], static_cast<int>(seen.size()));
    if (is_new) unique.first_row.push_back(static_cast<int>(row));
    unique.of_row.push_back(place->second);
  }
  unique.logits.resize(seen.size());
  return unique;
}

// Runs the prompts' tokens in pieces and keeps the logits after each prompt's last token.
class Prefill {
 public:
  Prefill(CpuDecoder& decoder, Prompts& unique) : decoder_(decoder), unique_(unique) {}

  void add(const DecodeToken& token, int finished_prompt) {
    if (finished_prompt >= 0) {
      wanted_.push_back(static_cast<std::int32_t>(tokens_.size()));
      finished_.push_back(finished_prompt);
    }
    tokens_.push_back(token);
    if (tokens_.size() == kPrefillTokens) flush();
  }

  void flush() {
    if (tokens_.empty()) return;
    const float* logits = decoder_.run(tokens_, wanted_);
    for (std::size_t i = 0; i < finished_.size(); ++i) {
      const float* row = logits + i * decoder_.logits_stride();
      unique_.logits[finished_[i]].assign(row, row + decoder_.config().vocabulary);
    }
    tokens_.clear();
    wanted_.clear();
    finished_.clear();
  }

 private:
  CpuDecoder& decoder_;
  Prompts& unique_;
  std::vector<DecodeToken> tokens_;
  std::vector<std::int32_t> wanted_;
  std::vector<int> finished_;
};

void read_prompts(CpuDecoder& decoder, const std::vector<std::vector<std::int32_t>>& prompts,
                  Prompts& unique, std::vector<KeyValueStore>& stores) {
  if (stores.size() < unique.first_row.size()) stores.resize(unique.first_row.size());
  Prefill prefill(decoder, unique);
  for (std::size_t i = 0; i < unique.first_row.size(); ++i) {
    const std::vector<std::int32_t>& prompt = prompts[unique.first_row[i]];
    const auto length = static_cast<std::int32_t>(prompt.size());
    stores[i].reserve(decoder.config(), length);
    for (std::int32_t t = 0; t < length; ++t) {
      prefill.add({.token = prompt[t], .position = t, .store = &stores[i], .index = t},
                  t + 1 == length ? static_cast<int>(i) : -1);
    }
  }
  prefill.flush();
}

class Sampler {
 public:
  Sampler(const ModelShape& config, const std::vector<std::int32_t>& end_tokens,
          const GenerateOptions& options)
      : options_{options.temperature, options.top_p, options.top_k},
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
  const ModelShape& config = decoder.config();
  check_generate_input(config, prompts, options);
  const std::size_t count = prompts.size();
  std::vector<GeneratedRow> out(count);
  if (count == 0 || options.max_new_tokens <= 0) return out;
  // 1) read each distinct prompt once
  Prompts unique = find_unique(prompts);
  read_prompts(decoder, prompts, unique, memory.prompts);
  if (memory.rows.size() < count) memory.rows.resize(count);
  for (std::size_t row = 0; row < count; ++row)
    memory.rows[row].reserve(config, options.max_new_tokens);
  // 2) sample the first token of every row
  Sampler sampler(config, end_tokens, options);
  std::vector<std::size_t> live;
  const auto limit = [&](std::size_t row) {
    return std::min<std::size_t>(options.max_new_tokens,
                                 config.max_positions - prompts[row].size());
  };
  const auto settle = [&](std::size_t row, bool ended, std::vector<std::size_t>& next) {
    if (!ended && out[row].tokens.size() < limit(row)) {
      next.push_back(row);
      return;
    }
    out[row].truncated = !ended;
    if (options.on_row) options.on_row(row, out[row]);
  };
  for (std::size_t row = 0; row < count; ++row) {
    const float* logits = unique.logits[unique.of_row[row]].data();
    settle(row, sampler.sample(logits, row, prompts[row].size(), out[row]), live);
  }
  // 3) one token a row and round, for the rows that still live
  std::vector<DecodeToken> tokens;
  std::vector<std::int32_t> wanted;
  while (!live.empty() && !(options.stopped && options.stopped())) {
    tokens.clear();
    wanted.clear();
    for (const std::size_t row : live) {
      const auto made = static_cast<std::int32_t>(out[row].tokens.size());
      const auto length = static_cast<std::int32_t>(prompts[row].size());
      wanted.push_back(static_cast<std::int32_t>(tokens.size()));
      tokens.push_back({.token = out[row].tokens.back(),
                        .position = length + made - 1,
                        .store = &memory.rows[row],
                        .index = made - 1,
                        .prefix = &memory.prompts[unique.of_row[row]],
                        .prefix_length = length});
    }
    const float* logits = decoder.run(tokens, wanted);
    std::vector<std::size_t> next;
    for (std::size_t i = 0; i < live.size(); ++i) {
      const std::size_t row = live[i];
      settle(
          row,
          sampler.sample(logits + i * decoder.logits_stride(), row, prompts[row].size(), out[row]),
          next);
    }
    if (options.progress && next.size() != live.size()) {
      options.progress(static_cast<int>(count - next.size()), static_cast<int>(count));
    }
    live.swap(next);
  }
  return out;
}

}  // namespace nereid::policy
