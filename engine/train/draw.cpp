// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/endpoint/ask_all.h"
#include "engine/episodes/episode_maker.h"
#include "engine/train/internal/bytes.h"
#include "engine/train/internal/streams.h"
#include "engine/verify/settings/settings.h"

namespace nereid::train {

verify::VerifyOptions training_options(const config::RunConfig& config) {
  verify::VerifyOptions options = verify::options_of(config);
  options.device = config.verify.device;
  options.timing_beside = false;  // nobody looks at it while training
  return options;
}

namespace {

/// What this process draws of all questions.
using Share = std::pair<std::size_t, std::size_t>;

// Begin of each group: questions of one group stand together.
std::vector<std::size_t> begins_of_groups(const std::vector<Question>& questions) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (i == 0 || questions[i].group != questions[i - 1].group) begins.push_back(i);
  return begins;
}

// A group stays together, since its rows share their prompt; where there are fewer groups than
// ranks, rows are dealt.
Share deal(const std::vector<Question>& questions, const RankPlace& place) {
  std::vector<std::size_t> begins = begins_of_groups(questions);
  if (begins.size() < static_cast<std::size_t>(place.count))
    return share_of(questions.size(), place);
  const auto [first, last] = share_of(begins.size(), place);
  begins.push_back(questions.size());
  return {begins[first], begins[last]};
}

// Answers of one task and turn are judged alike; what a turn has learnt of the inputs is of no use
// in the next.
std::uint64_t verifier_seed(const config::RunConfig& settings, const record::EpisodeKey& key,
                            int turn) {
  const std::uint64_t seed =
      turn == 1 ? stream_seed(settings.seed, Stream::kVerify, {key.step, key.group})
                : stream_seed(settings.seed, Stream::kVerify, {key.step, key.group, turn});
  return verify::secret_seed(seed);
}

/// The verdicts of a share, outside of what an exception takes away.
struct Verdicts {
  explicit Verdicts(std::size_t size) : list(size) {}
  std::vector<verify::Judged> list;
  const Stopwatch watch;
  double last_s = 0;                     ///< when the last of them came
  std::atomic<bool> is_sampling = true;  ///< then the sampling says how far it is
};

// Earlier agents, whose plans have settings of their own, answer with their weights.
bool is_served(const Workshop& shop, const DrawPlan& plan) {
  return shop.served != nullptr && &plan.settings == &shop.config;
}

/// Samples and judges one share of the questions.
class Drawer {
 public:
  Drawer(Workshop& shop, const std::vector<Question>& questions, const DrawPlan& plan, Share share)
      : shop_(shop),
        questions_(questions),
        plan_(plan),
        begin_(share.first),
        size_(share.second - share.first),
        several_(verify::several_blocks_from_name(plan.settings.verify.several_blocks)),
        options_(training_options(plan.settings)),
        episodes_(size_),
        verdicts_(std::make_shared<Verdicts>(size_)),
        batch_(
            shop.submit, size_,
            [verdicts = verdicts_](std::size_t place,
                                   std::shared_ptr<const verify::Verdict> verdict) {
              verdicts->list[place] = {std::move(verdict), unix_ms()};
              verdicts->last_s = verdicts->watch.elapsed_s();
            },
            [verdicts = verdicts_, &progress = shop.progress](int done, int of) {
              if (!verdicts->is_sampling) progress("verify", done, of);
            }) {}

  /// The share's episodes; false: they were given up.
  bool run() {
    sample();
    times_.generate_s = verdicts_->watch.elapsed_s();
    verdicts_->is_sampling = false;
    if (shop_.is_stopping()) return give_up();
    shop_.progress("verify", 0, static_cast<int>(size_));
    bool stopped = false;
    batch_.wait([&] { return stopped = shop_.is_stopping(); }, shop_.cancel_judging);
    if (stopped) return false;
    if (first_s_) {
      times_.verify_s = verdicts_->last_s - *first_s_;
      times_.overlap_s = std::min(times_.generate_s, verdicts_->last_s) - *first_s_;
    }
    for (std::size_t i = 0; i < size_; ++i) {
      if (!episodes_[i].candidate.empty())
        episodes::take_verdict(episodes_[i], *verdicts_->list[i].verdict,
                               verdicts_->list[i].unix_ms);
    }
    return true;
  }

  std::vector<record::Episode> take_episodes() { return std::move(episodes_); }
  const DrawTimes& times() const { return times_; }

 private:
  void sample();
  void ask();
  void take(std::size_t place, policy::GeneratedRow row);
  bool give_up();

  Workshop& shop_;
  const std::vector<Question>& questions_;
  const DrawPlan& plan_;
  const std::size_t begin_, size_;
  const verify::SeveralBlocks several_;
  const verify::VerifyOptions options_;
  std::vector<record::Episode> episodes_;
  std::shared_ptr<Verdicts> verdicts_;
  verify::JudgeBatch batch_;
  std::optional<double> first_s_;  ///< when the first candidate was handed in
  std::size_t settled_ = 0;        ///< places that were handed in or skipped
  DrawTimes times_;
};

// As the policy samples, of a model that somebody else serves: nothing is known of its tokens but
// the text.
void Drawer::ask() {
  const config::BestOfNSettings& settings = plan_.settings.best_of_n;
  const policy::Tokenizer& tokenizer = *shop_.policy.tokenizer();
  const auto limit = static_cast<std::size_t>(plan_.settings.generation.max_completion_length);
  int arrived = 0;
  const auto outcome = endpoint::AskAll<endpoint::ChatAnswer>::run(
      size_, {.at_once = settings.endpoint_concurrency, .is_stopped = shop_.is_stopping},
      [&](std::size_t place, const std::stop_token& stop) {
        const tasks::Task& task = questions_[begin_ + place].prompt->task;
        return shop_.served->ask(
            {{"user", tasks::render_prompt(task, tasks::PromptStyle::kInstruct)}}, stop);
      },
      [&](std::size_t place, const endpoint::ChatAnswer& answer) {
        policy::GeneratedRow row;
        row.tokens = tokenizer.encode(answer.content);
        // The end is learnt too; what is longer than the policy may write is not learnt at all.
        row.tokens.push_back(tokenizer.end_token());
        row.truncated = answer.truncated() || row.tokens.size() > limit;
        shop_.progress("generate", ++arrived, static_cast<int>(size_));
        take(place, std::move(row));
      });
  if (outcome.failed > 0 && !shop_.is_stopping())
    throw std::runtime_error(
        fmt::format("best_of_n.endpoint: {} of {} questions have no answer: {}", outcome.failed,
                    size_, outcome.last_failure->message));
}

void Drawer::sample() {
  if (is_served(shop_, plan_)) return ask();
  const config::GenerationSettings& settings = plan_.settings.generation;
  policy::GenerateOptions options;
  options.max_new_tokens = settings.max_completion_length;
  options.temperature = settings.temperature;
  options.top_p = settings.top_p;
  options.top_k = settings.top_k;
  options.min_p = settings.min_p;
  options.progress = [this](int finished, int rows) { shop_.progress("generate", finished, rows); };
  options.stopped = shop_.is_stopping;
  if (!shop_.policy.device().is_cpu()) options.cache_bytes = shop_.gpu_room;
  options.on_step = [this] { ++times_.reads.passes; };
  std::vector<bool> told(size_, false);
  options.on_row = [&](std::size_t row, const policy::GeneratedRow& generated) {
    told[row] = true;
    take(row, generated);
  };
  std::vector<std::vector<std::int32_t>> prompts;
  for (std::size_t i = 0; i < size_; ++i) {
    const Question& question = questions_[begin_ + i];
    prompts.push_back(question.prompt->tokens);
    options.row_seeds.push_back(stream_seed(plan_.settings.seed, Stream::kSampling,
                                            {plan_.step, question.group, question.draw}));
  }
  if (prompts.empty()) return;
  std::vector<policy::GeneratedRow> rows = shop_.policy.generate(prompts, options);
  if (shop_.is_stopping()) return;
  // Where a completion may have no token at all, nobody has said that it ended.
  for (std::size_t i = 0; i < size_; ++i)
    if (!told[i]) take(i, std::move(rows[i]));
}

// Off to the verifier, while others are still being written.
void Drawer::take(std::size_t place, policy::GeneratedRow row) {
  ++settled_;
  const Question& question = questions_[begin_ + place];
  times_.tokens += std::ssize(row.tokens);
  times_.reads.add_row(std::ssize(question.prompt->tokens), std::ssize(row.tokens));
  const record::EpisodeKey key{shop_.steps_before + plan_.step, question.group, question.index};
  episodes_[place] =
      episodes::begin_episode(key, question.prompt->task, question.prompt->text,
                              episodes::take_answer(row, *shop_.policy.tokenizer()),
                              verifier_seed(plan_.settings, key, question.turn.number), several_);
  if (episodes_[place].candidate.empty()) {
    batch_.skip();
    return;
  }
  if (!first_s_) first_s_ = verdicts_->watch.elapsed_s();
  batch_.submit(place, episodes::request_of(episodes_[place], options_));
}

// Nobody looks at what was handed in; it is hurried, and waited for, as it tells the observer.
bool Drawer::give_up() {
  for (std::size_t i = settled_; i < size_; ++i) batch_.skip();
  batch_.wait([] { return true; }, shop_.cancel_judging);
  return false;
}

/// What the other ranks must know of an episode: the rest they can make themselves.
void put(ByteWriter& bytes, const record::Episode& episode) {
  bytes.put(episode.tokens);
  bytes.put(episode.logprobs);
  bytes.put(episode.entropies);
  bytes.put(episode.ranks);
  bytes.put(episode.truncated);
  bytes.put(episode.seed);
  bytes.put(episode.unix_ms);
  bytes.put(episode.verify_ms);
  bytes.put(verify::to_json_text(episode.verdict));
}

record::Episode get(ByteReader& bytes, const Workshop& shop, const DrawPlan& plan,
                    const Question& question) {
  policy::GeneratedRow row;
  bytes.get(row.tokens);
  bytes.get(row.logprobs);
  bytes.get(row.entropies);
  bytes.get(row.ranks);
  bytes.get(row.truncated);
  std::uint64_t seed = 0;
  bytes.get(seed);
  const record::EpisodeKey key{shop.steps_before + plan.step, question.group, question.index};
  record::Episode episode = episodes::begin_episode(
      key, question.prompt->task, question.prompt->text,
      episodes::take_answer(row, *shop.policy.tokenizer()), seed,
      verify::several_blocks_from_name(plan.settings.verify.several_blocks));
  bytes.get(episode.unix_ms);
  bytes.get(episode.verify_ms);
  std::string verdict;
  bytes.get(verdict);
  if (auto read = verify::verdict_from_json_text(verdict)) episode.verdict = std::move(*read);
  return episode;
}

/// What every rank has drawn, in the order of the questions. Throws RolloutAbandoned on all ranks
/// where one has given up.
std::vector<record::Episode> exchange(Workshop& shop, const std::vector<Question>& questions,
                                      const DrawPlan& plan, std::vector<record::Episode> mine,
                                      bool given_up, Drawn& drawn) {
  if (!shop.ranks.has_others()) {
    if (given_up) throw RolloutAbandoned{};
    drawn.times = drawn.own;
    return mine;
  }
  ByteWriter bytes;
  bytes.put(given_up);
  bytes.put(drawn.own);
  if (!given_up)
    for (const record::Episode& episode : mine) put(bytes, episode);
  const std::vector<std::string> all = shop.ranks.gather(bytes.take());
  std::vector<ByteReader> readers(all.begin(), all.end());
  for (ByteReader& reader : readers) {
    bool has_given_up = false;
    DrawTimes times;
    reader.get(has_given_up);
    reader.get(times);
    if (has_given_up) throw RolloutAbandoned{};
    drawn.times.generate_s = std::max(drawn.times.generate_s, times.generate_s);
    drawn.times.verify_s = std::max(drawn.times.verify_s, times.verify_s);
    drawn.times.overlap_s = std::max(drawn.times.overlap_s, times.overlap_s);
    drawn.times.tokens += times.tokens;
  }
  std::vector<record::Episode> episodes;
  RankPlace place = shop.ranks.place();
  for (place.rank = 0; place.rank < place.count; ++place.rank) {
    const auto [begin, end] = deal(questions, place);
    for (std::size_t i = begin; i < end; ++i)
      episodes.push_back(
          place.rank == shop.ranks.place().rank
              ? std::move(mine[i - begin])
              : get(readers[static_cast<std::size_t>(place.rank)], shop, plan, questions[i]));
  }
  return episodes;
}

}  // namespace

void DrawTimes::add(const DrawTimes& other) {
  generate_s += other.generate_s;
  verify_s += other.verify_s;
  overlap_s += other.overlap_s;
  tokens += other.tokens;
  reads.add(other.reads);
}

Drawn draw(Workshop& shop, const std::vector<Prompt>& prompts, const DrawPlan& plan) {
  std::vector<Question> questions;
  for (int group = 0; group < std::ssize(prompts); ++group)
    for (int index = 0; index < plan.group_size; ++index)
      questions.push_back(
          {&prompts[static_cast<std::size_t>(group)], plan.first_group + group, index, {}, index});
  Drawn drawn = draw(shop, questions, plan);
  drawn.group_size = plan.group_size;
  return drawn;
}

Drawn draw(Workshop& shop, const std::vector<Question>& questions, const DrawPlan& plan) {
  Drawn drawn;
  // 1) The own share is sampled and judged, 2) what all have drawn is put together.
  Drawer drawer(shop, questions, plan, deal(questions, shop.ranks.place()));
  const bool done = drawer.run();
  drawn.own = drawer.times();
  drawn.episodes = exchange(shop, questions, plan, drawer.take_episodes(), !done, drawn);
  double entropy = 0;
  for (std::size_t i = 0; i < drawn.episodes.size(); ++i) {
    record::Episode& episode = drawn.episodes[i];
    drawn.tokens += static_cast<std::int64_t>(episode.tokens.size());
    entropy += std::accumulate(episode.entropies.begin(), episode.entropies.end(), 0.0);
    drawn.rows.emplace_back(questions[i].prompt->tokens, episode.tokens);
    episode.turn = questions[i].turn;
    episode.phase = plan.phase;
    episode.generate_ms = drawn.times.generate_s * 1e3;
  }
  drawn.entropy = is_served(shop, plan)
                      ? kNaN  // nobody says
                      : entropy / static_cast<double>(std::max<std::int64_t>(1, drawn.tokens));
  return drawn;
}

}  // namespace nereid::train
