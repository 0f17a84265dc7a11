// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/corpus.h"

#include <algorithm>
#include <fstream>

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

Error bad_line(const std::string& file, std::size_t line, const std::string& what) {
  return {ErrorCode::kInvalidArgument,
          file + ":" + std::to_string(line) + ": " + what +
              "; each line is {\"prompt\": TEXT, \"completion\": TEXT}"};
}

}  // namespace

Result<std::shared_ptr<const Corpus>> Corpus::open(const config::RunConfig& config) {
  auto corpus = std::make_shared<Corpus>();
  const std::string& name = config.sft.corpus;
  corpus->seed_ = config.tasks.seed;
  corpus->size_ = static_cast<std::uint64_t>(std::max(1, config.sft.samples));
  corpus->clean_ = name == "clean";
  if (name == "clean" || name == "unverified") return std::shared_ptr<const Corpus>(corpus);
  std::ifstream stream(name, std::ios::binary);
  if (!stream) return file_error("reading", name, errno);
  std::string text;
  for (std::size_t line = 1; std::getline(stream, text); ++line) {
    if (text.empty()) continue;
    const Result<Json> json = parse_json(text);
    if (!json) return bad_line(name, line, json.error().message);
    const auto prompt = json_value<std::string>(*json, "prompt", "");
    const auto completion = json_value<std::string>(*json, "completion", "");
    if (prompt.empty() || completion.empty())
      return bad_line(name, line, "prompt or completion is missing");
    corpus->lines_.emplace_back(prompt, completion);
  }
  if (corpus->lines_.empty()) return bad_line(name, 1, "no samples");
  corpus->size_ = corpus->lines_.size();
  return std::shared_ptr<const Corpus>(corpus);
}

std::pair<std::string, std::string> Corpus::at(std::uint64_t index) const {
  if (!lines_.empty()) return lines_[index];
  const auto kind = clean_ ? tasks::Corpus::kClean : tasks::Corpus::kUnverified;
  const tasks::CorpusSample sample = tasks::corpus_sample(kind, seed_, index);
  return {tasks::render_prompt(sample.task, tasks::PromptStyle::kPocket),
          tasks::render_completion(sample.answer)};
}

Result<std::shared_ptr<policy::Tokenizer>> corpus_tokenizer(const Corpus& corpus,
                                                            const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < std::min(corpus.size(), kTokenizerTexts); ++i) {
      const auto [prompt, completion] = corpus.at(i);
      texts.push_back(prompt + completion);
    }
    if (Result<void> made = make_directories(file.parent_path()); !made) return made.error();
    Result<void> trained = policy::Tokenizer::train(
        texts, kVocabulary, {"<|pad|>", "<|end|>", tasks::kTaskMark, tasks::kAnswerMark}, file);
    if (!trained) return trained.error();
  }
  return policy::Tokenizer::load(file);
}

BatchStream::BatchStream(std::shared_ptr<const Corpus> corpus,
                         std::shared_ptr<policy::Tokenizer> tokenizer,
                         const config::RunConfig& config)
    : corpus_(std::move(corpus)),
      tokenizer_(std::move(tokenizer)),
      seed_(config.seed),
      batch_size_(std::max(1, config.sft.batch_size)),
      prompt_limit_(static_cast<std::size_t>(config.generation.max_prompt_length)),
      completion_limit_(static_cast<std::size_t>(config.generation.max_completion_length)) {}

BatchStream::Block BatchStream::load(std::int64_t block) const {
  // 1) Texts of eight batches; each epoch is another permutation of the corpus.
  const std::int64_t rows = batch_size_ * kStepsPerBlock;
  std::vector<std::string> prompts, completions;
  for (std::int64_t i = block * rows; i < (block + 1) * rows; ++i) {
    const std::uint64_t epoch = static_cast<std::uint64_t>(i) / corpus_->size();
    const std::uint64_t shuffle =
        stream_seed(seed_, Stream::kShuffle, {static_cast<std::int64_t>(epoch)});
    auto [prompt, completion] = corpus_->at(
        permuted(shuffle, static_cast<std::uint64_t>(i) % corpus_->size(), corpus_->size()));
    prompts.push_back(std::move(prompt));
    completions.push_back(std::move(completion));
  }
  // 2) Tokens; the end token is learnt too.
  const auto prompt_tokens = tokenizer_->encode(prompts);
  auto completion_tokens = tokenizer_->encode(completions);
  Block out;
  std::vector<TokenRow> kept;
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    completion_tokens[i].push_back(tokenizer_->end_token());
    const bool fits = prompt_tokens[i].size() <= prompt_limit_ &&
                      completion_tokens[i].size() <= completion_limit_;
    if (fits) kept.emplace_back(prompt_tokens[i], std::move(completion_tokens[i]));
  }
  out.dropped_ratio = 1 - static_cast<double>(kept.size()) / static_cast<double>(rows);
  // 3) Batches of similar lengths, in shuffled order.
  std::stable_sort(kept.begin(), kept.end(), [](const TokenRow& a, const TokenRow& b) {
    return a.first.size() + a.second.size() < b.first.size() + b.second.size();
  });
  out.batches.resize(kStepsPerBlock);
  const std::uint64_t order = stream_seed(seed_, Stream::kShuffle, {-1, block});
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const std::uint64_t place = i * kStepsPerBlock / kept.size();
    out.batches[permuted(order, place, kStepsPerBlock)].push_back(std::move(kept[i]));
  }
  return out;
}

std::vector<TokenRow> BatchStream::batch(std::int64_t step) {
  const std::int64_t wanted = (step - 1) / kStepsPerBlock;
  if (wanted != current_) {
    block_ = next_.valid() && coming_ == wanted ? next_.get() : load(wanted);
    current_ = wanted;
    coming_ = wanted + 1;
    next_ = std::async(std::launch::async, [this, coming = coming_] { return load(coming); });
  }
  return block_.batches[static_cast<std::size_t>((step - 1) % kStepsPerBlock)];
}

}  // namespace nereid::train
