// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/internal/ask.h"

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/episodes/episode_maker.h"
#include "engine/verify/settings/settings.h"
#include "engine/verify/verifier.h"

namespace nereid::evaluate {
namespace {

policy::GenerateOptions generate_options(const EvaluationPlan& plan) {
  policy::GenerateOptions out;
  out.max_new_tokens = plan.max_new_tokens;
  out.temperature = plan.temperature;
  out.top_p = plan.top_p;
  out.top_k = plan.top_k;
  out.min_p = plan.min_p;
  return out;
}

record::Episode without_answer(const record::EpisodeKey& key, const tasks::Task& task,
                               std::string prompt, std::uint64_t seed) {
  record::Episode episode = episodes::begin_episode(key, task, std::move(prompt), {}, seed);
  episode.verdict = verify::verdict_without_candidate(episode.verdict.id, "prompt_too_long");
  return episode;
}

/// Row = place among the asked tasks * samples + sample.
class Sampler {
 public:
  Sampler(const Questions& questions, Judging& judging) : q_(questions), judging_(judging) {}

  Generated run() {
    const std::size_t rows = q_.asked.size() * samples();
    for (std::size_t begin = 0; begin < rows; begin += kRowsPerBatch) {
      if (judging_.is_cancelled()) break;
      run_batch(begin, std::min(rows, begin + kRowsPerBatch));
    }
    return generated_;
  }

 private:
  std::size_t samples() const { return static_cast<std::size_t>(q_.plan.samples); }
  // Draws belong to the task among all, whoever else is asked.
  std::size_t place_of(std::size_t row) const {
    return static_cast<std::size_t>(q_.asked[row / samples()]);
  }
  const tasks::Task& task_of(std::size_t row) const { return q_.tasks[place_of(row)]; }
  bool is_asked(std::size_t row) const { return q_.turn == nullptr || q_.turn->prompts[row]; }
  const std::string& prompt_of(std::size_t row) const {
    return q_.turn == nullptr ? q_.prompts[row / samples()] : *q_.turn->prompts[row];
  }
  std::uint64_t verifier_seed(std::size_t row) const {
    return verify::secret_seed(mix_seed(q_.plan.seed, place_of(row), ~std::uint64_t{0}));
  }
  record::EpisodeKey key_of(std::size_t row) const {
    const auto index = static_cast<int>((turn() - 1) * samples() + row % samples());
    return {q_.plan.step, static_cast<int>(place_of(row)), index};
  }
  std::size_t turn() const {
    return q_.turn == nullptr ? 1 : static_cast<std::size_t>(q_.turn->number);
  }
  // What the row answers in this turn follows what it answered in the turn before.
  record::EpisodeTurn turn_of(std::size_t row) const {
    if (turn() == 1) return {};
    return {static_cast<int>(turn()), key_of(row).index - q_.plan.samples};
  }
  void run_batch(std::size_t begin, std::size_t end);

  const Questions& q_;
  Judging& judging_;
  Generated generated_;
};

void Sampler::run_batch(std::size_t begin, std::size_t end) {
  std::vector<std::size_t> asked, answered;
  for (std::size_t row = begin; row < end; ++row)
    if (is_asked(row)) asked.push_back(row);
  if (std::all_of(asked.begin(), asked.end(),
                  [this](std::size_t row) { return judging_.is_judged(row); }))
    return;
  // 1) The prompts that the model can take.
  std::vector<std::string> texts;
  for (const std::size_t row : asked) texts.push_back(prompt_of(row));
  std::vector<std::vector<std::int32_t>> encoded = q_.policy.tokenizer()->encode(texts), prompts;
  policy::GenerateOptions options = generate_options(q_.plan);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::size_t row = asked[i];
    if (encoded[i].size() > static_cast<std::size_t>(q_.plan.max_prompt_tokens)) {
      if (!judging_.is_judged(row))
        judging_.add(without_answer(key_of(row), task_of(row), texts[i], verifier_seed(row)));
      continue;
    }
    answered.push_back(row);
    prompts.push_back(std::move(encoded[i]));
    options.row_seeds.push_back(mix_seed(q_.plan.seed, place_of(row), row % samples()));
  }
  if (prompts.empty()) return;
  // 2) Their completions, all of them: those that were judged before are what the others were
  // generated beside.
  const Stopwatch watch;
  std::vector<policy::GeneratedRow> rows = q_.policy.generate(prompts, options);
  const double seconds = watch.elapsed_s();
  generated_.seconds += seconds;
  // 3) Off to the verifier; the next batch is generated meanwhile.
  for (std::size_t i = 0; i < answered.size(); ++i) {
    const std::size_t row = answered[i];
    generated_.tokens += static_cast<double>(rows[i].tokens.size());
    if (judging_.is_judged(row)) continue;
    record::Episode episode = episodes::begin_episode(
        key_of(row), task_of(row), prompt_of(row),
        episodes::take_answer(rows[i], *q_.policy.tokenizer()), verifier_seed(row),
        verify::several_blocks_from_name(q_.plan.yardstick.several_blocks));
    episode.turn = turn_of(row);
    episode.generate_ms = seconds * 1e3;
    judging_.add(std::move(episode));
  }
}

}  // namespace

Generated ask(const Questions& questions, Judging& judging) {
  return Sampler(questions, judging).run();
}

}  // namespace nereid::evaluate
