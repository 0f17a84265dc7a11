// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/corpus.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"
#include "engine/train/internal/streams.h"

namespace nereid::train {
namespace {

constexpr int kStepsPerBlock = 8;
constexpr int kVocabulary = 1334;  // measured to suffice for the corpus
constexpr std::uint64_t kTokenizerTexts = 4000;

/// `what` begins with the place.
Error bad_line(const std::string& what) {
  return {ErrorCode::kInvalidArgument,
          what +
              "; each line is {\"prompt\": TEXT, \"completion\": TEXT} or {\"reference\": MODULE, "
              "\"completion\": TEXT}"};
}

/// Which of the pairs are of level 2: exactly the rounded share of them. They are drawn at the odds
/// of the share; of a level that came too often the last ones change over.
std::vector<bool> level2_pairs(std::uint64_t seed, std::uint64_t size, double share) {
  std::vector<bool> is_level2(size);
  for (std::uint64_t i = 0; i < size; ++i) is_level2[i] = tasks::corpus_level(seed, i, share) == 2;
  std::int64_t surplus = std::count(is_level2.begin(), is_level2.end(), true) -
                         std::llround(static_cast<double>(size) * share);
  for (std::uint64_t i = size; i-- > 0 && surplus != 0;) {
    if (is_level2[i] != (surplus > 0)) continue;
    is_level2[i] = !is_level2[i];
    surplus += surplus > 0 ? -1 : 1;
  }
  return is_level2;
}

}  // namespace

Result<std::shared_ptr<const Corpus>> Corpus::open(const config::RunConfig& config) {
  auto corpus = std::make_shared<Corpus>();
  const std::string& name = config.sft.corpus;
  corpus->seed_ = config.tasks.seed;
  corpus->size_ = static_cast<std::uint64_t>(std::max(1, config.sft.samples));
  if (const auto kind = tasks::corpus_from_name(name)) {
    corpus->kind_ = *kind;
    corpus->is_level2_ = level2_pairs(corpus->seed_, corpus->size_, config.sft.level2_share);
    return std::shared_ptr<const Corpus>(corpus);
  }
  std::ifstream stream(name, std::ios::binary);
  if (!stream) return file_error("reading", name, errno);
  std::string text;
  for (std::size_t line = 1; std::getline(stream, text); ++line) {
    if (text.empty()) continue;
    const std::string place = name + ":" + std::to_string(line);
    const Result<Json> json = parse_json_line(text, place);
    if (!json) return bad_line(json.error().message);
    CorpusPair pair{.prompt = json_value<std::string>(*json, "prompt", ""),
                    .completion = json_value<std::string>(*json, "completion", "")};
    const auto reference = json_value<std::string>(*json, "reference", "");
    if (reference.empty() == pair.prompt.empty() || pair.completion.empty())
      return bad_line(place + ": expected a completion and either a prompt or a reference");
    if (!reference.empty()) {
      pair.task = tasks::Task{.reference = reference};
      pair.task->entry_point = json_value<std::string>(*json, "entry_point", "Model");
      pair.task->id = json_value<std::string>(*json, "task_id", "");
      pair.task->level = json_value(*json, "level", pair.task->level);
    }
    corpus->lines_.push_back(std::move(pair));
  }
  if (corpus->lines_.empty()) return bad_line(name + ":1: no samples");
  corpus->size_ = corpus->lines_.size();
  return std::shared_ptr<const Corpus>(corpus);
}

CorpusPair Corpus::at(std::uint64_t index) const {
  if (!lines_.empty()) return lines_[index];
  tasks::CorpusSample sample =
      tasks::corpus_sample_of_level(kind_, seed_, index, is_level2_[index] ? 2 : 1);
  return {std::move(sample.task), "", tasks::render_completion(sample.answer, sample.plan),
          std::move(sample.kernel)};
}

Result<std::shared_ptr<policy::Tokenizer>> corpus_tokenizer(const Corpus& corpus,
                                                            const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < std::min(corpus.size(), kTokenizerTexts); ++i) {
      const CorpusPair pair = corpus.at(i);
      texts.push_back((pair.task ? tasks::render_prompt(*pair.task, tasks::PromptStyle::kPocket)
                                 : pair.prompt) +
                      pair.completion);
    }
    if (Result<void> made = make_directories(file.parent_path()); !made) return made.error();
    Result<void> trained = policy::Tokenizer::train(
        texts, kVocabulary, {"<|pad|>", "<|end|>", tasks::kTaskMark, tasks::kAnswerMark}, file);
    if (!trained) return trained.error();
  }
  return policy::Tokenizer::load(file);
}

BatchStream::BatchStream(std::shared_ptr<const Corpus> corpus,
                         std::shared_ptr<policy::Tokenizer> tokenizer, tasks::PromptFormat format,
                         const config::RunConfig& config)
    : corpus_(std::move(corpus)),
      tokenizer_(std::move(tokenizer)),
      format_(std::move(format)),
      seed_(config.seed),
      batch_size_(std::max(1, config.sft.batch_size)),
      prompt_limit_(static_cast<std::size_t>(config.generation.max_prompt_length)),
      completion_limit_(static_cast<std::size_t>(config.generation.max_completion_length)) {
  if (corpus_->is_file()) choose_usable();
}

bool BatchStream::fits(const std::vector<std::int32_t>& prompt,
                       const std::vector<std::int32_t>& completion) const {
  return prompt.size() <= prompt_limit_ && completion.size() <= completion_limit_;
}

void BatchStream::choose_usable() {
  std::vector<std::uint64_t> all(corpus_->size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<TokenRow> rows = tokens_of(all);
  for (const std::uint64_t i : all)
    if (fits(rows[i].first, rows[i].second)) usable_.push_back(i);
  dropped_ratio_ = 1 - static_cast<double>(usable_.size()) / static_cast<double>(all.size());
}

std::uint64_t BatchStream::size() const {
  return corpus_->is_file() ? usable_.size() : corpus_->size();
}

std::int64_t BatchStream::steps_per_epoch() const {
  return (static_cast<std::int64_t>(size()) + batch_size_ - 1) / batch_size_;
}

BatchStream::Place BatchStream::place_of(std::int64_t step) const {
  const std::int64_t in_epoch = (step - 1) % steps_per_epoch();
  return {(step - 1) / steps_per_epoch(), in_epoch / kStepsPerBlock, in_epoch % kStepsPerBlock};
}

BatchStream::Place BatchStream::after(const Place& place) const {
  const bool is_last = (place.block + 1) * kStepsPerBlock >= steps_per_epoch();
  return is_last ? Place{place.epoch + 1, 0, 0} : Place{place.epoch, place.block + 1, 0};
}

// Prompt and completion of each; the end token is learnt too.
std::vector<TokenRow> BatchStream::tokens_of(const std::vector<std::uint64_t>& indices) const {
  std::vector<std::string> prompts, completions;
  for (const std::uint64_t index : indices) {
    CorpusPair pair = corpus_->at(index);
    prompts.push_back(pair.task ? format_.prompt(*pair.task, {.source = pair.kernel})
                                : std::move(pair.prompt));
    completions.push_back(std::move(pair.completion));
  }
  auto prompt_tokens = tokenizer_->encode(prompts);
  auto completion_tokens = tokenizer_->encode(completions);
  std::vector<TokenRow> rows;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    completion_tokens[i].push_back(tokenizer_->end_token());
    rows.emplace_back(std::move(prompt_tokens[i]), std::move(completion_tokens[i]));
  }
  return rows;
}

BatchStream::Block BatchStream::load(const Place& place) const {
  // 1) Rows of up to eight batches of the epoch's permutation.
  const auto rows = static_cast<std::uint64_t>(batch_size_ * kStepsPerBlock);
  const std::uint64_t begin = static_cast<std::uint64_t>(place.block) * rows;
  const std::uint64_t end = std::min(size(), begin + rows);
  const std::uint64_t shuffle = stream_seed(seed_, Stream::kShuffle, {place.epoch});
  std::vector<std::uint64_t> indices;
  for (std::uint64_t i = begin; i < end; ++i) {
    const std::uint64_t index = permuted(shuffle, i, size());
    indices.push_back(usable_.empty() ? index : usable_[index]);
  }
  std::vector<TokenRow> kept = tokens_of(indices);
  std::erase_if(kept, [this](const TokenRow& row) { return !fits(row.first, row.second); });
  // 2) Batches of similar lengths, in shuffled order.
  std::stable_sort(kept.begin(), kept.end(), [](const TokenRow& a, const TokenRow& b) {
    return a.first.size() + a.second.size() < b.first.size() + b.second.size();
  });
  Block out;
  out.dropped_ratio = 1 - static_cast<double>(kept.size()) / static_cast<double>(end - begin);
  const auto width = static_cast<std::uint64_t>(batch_size_);
  const std::uint64_t batches = (end - begin + width - 1) / width;
  out.batches.resize(batches);
  const std::int64_t blocks = (steps_per_epoch() + kStepsPerBlock - 1) / kStepsPerBlock;
  const std::uint64_t order =
      stream_seed(seed_, Stream::kShuffle, {-1, place.epoch * blocks + place.block});
  for (std::uint64_t i = 0; i < kept.size(); ++i) {
    const std::uint64_t batch = i * batches / kept.size();
    out.batches[permuted(order, batch, batches)].push_back(std::move(kept[i]));
  }
  return out;
}

std::vector<TokenRow> BatchStream::batch(std::int64_t step) {
  if (size() == 0) return {};
  const Place place = place_of(step);
  const Place block{place.epoch, place.block, 0};
  if (block != current_) {
    block_ = next_.valid() && coming_ == block ? next_.get() : load(block);
    current_ = block;
    coming_ = after(block);
    next_ = std::async(std::launch::async, [this, coming = coming_] { return load(coming); });
  }
  return block_.batches[static_cast<std::size_t>(place.step)];
}

}  // namespace nereid::train
