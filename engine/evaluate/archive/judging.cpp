// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluate/archive/judging.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/episodes/episode_maker.h"
#include "engine/evaluate/archive/sampling.h"
#include "engine/verify/outputs_only.h"

namespace nereid::evaluate {

// Outlives the call: the callbacks of verdicts that nobody waits for any more come here.
struct Judging::Board {
  std::mutex mutex;
  EvaluationPlan plan;
  Asked asked;
  Archive* archive = nullptr;
  std::function<double(const verify::Verdict&)> pay;
  std::vector<std::optional<Sample>> samples;
  std::vector<std::optional<episodes::VerifiedKernel>> answers;  ///< as `asked` says
  /// Handed in and not judged yet; and judged, but not yet as a checker of outputs alone would.
  std::vector<std::optional<record::Episode>> waiting;
  std::vector<std::size_t> looked_at;  ///< rows of the latter
  std::optional<Error> problem;
  std::size_t judged = 0;

  bool has(const record::Episode& episode) const {
    const auto& tasks = asked.tasks;
    return index_of(episode) >= 0 && index_of(episode) < plan.samples &&
           std::binary_search(tasks.begin(), tasks.end(), episode.key.group) &&
           (asked.is_left_out.empty() || !asked.is_left_out[row_of(episode)]);
  }
  int index_of(const record::Episode& episode) const {
    return episode.key.index - (asked.turn - 1) * plan.samples;
  }
  std::size_t row_of(const record::Episode& episode) const {
    const auto& tasks = asked.tasks;
    const auto place = std::lower_bound(tasks.begin(), tasks.end(), episode.key.group);
    return static_cast<std::size_t>(place - tasks.begin()) *
               static_cast<std::size_t>(plan.samples) +
           static_cast<std::size_t>(index_of(episode));
  }

  // Under the lock. `is_new`: not from the archive.
  void keep(record::Episode episode, bool is_new) {
    const std::size_t row = row_of(episode);
    Result<Sample> sample = sample_of(episode, plan);
    if (!sample) {
      problem = sample.error();
      return;
    }
    if (pay) sample->paid = pay(episode.verdict);
    judged += samples[row] ? 0 : 1;
    samples[row] = std::move(*sample);
    if (asked.keeps == Keeps::kAll || (asked.keeps == Keeps::kAccepted && episode.verdict.accepted))
      answers[row] = {episode.candidate, episode.verdict};
    if (is_new && archive != nullptr) archive->add(episode);
  }

  // Under the lock: a strict verdict is there.
  void settle(record::Episode episode) {
    if (episode.verdict.reason.code == "cancelled") return;  // to be judged at the next start
    std::optional<double> outputs;
    const bool asks = plan.yardstick.outputs && verify::was_judged(episode.verdict);
    if (asks) {
      if (const auto known = verify::outputs_right_of(episode.verdict))
        outputs = *known ? 1.0 : 0.0;
    }
    score_episode(episode, outputs);
    const bool again = asks && !outputs && !episode.candidate.empty();
    const std::size_t row = row_of(episode);
    keep(episode, true);
    if (!again) return;
    waiting[row] = std::move(episode);
    looked_at.push_back(row);
  }

  // Under the lock: one from the archive.
  void take_back(record::Episode episode) {
    const bool has_answer = episode.reward.parts.size() > 1;
    const bool again = plan.yardstick.outputs && verify::was_judged(episode.verdict) &&
                       !has_answer && !episode.candidate.empty();
    const std::size_t row = row_of(episode);
    keep(episode, false);
    if (!again) return;
    waiting[row] = std::move(episode);
    looked_at.push_back(row);
  }
};

Asked all_tasks(std::size_t tasks) {
  Asked asked;
  asked.tasks.resize(tasks);
  std::iota(asked.tasks.begin(), asked.tasks.end(), 0);
  return asked;
}

Judging::Judging(JudgingParts parts, EvaluationPlan plan, Asked asked)
    : parts_(std::move(parts)),
      plan_(std::move(plan)),
      asked_(std::move(asked)),
      board_(std::make_shared<Board>()) {
  const std::size_t rows = asked_.tasks.size() * static_cast<std::size_t>(plan_.samples);
  board_->plan = plan_;
  board_->asked = asked_;
  board_->archive = parts_.archive;
  board_->pay = parts_.pay;
  board_->samples.resize(rows);
  board_->waiting.resize(rows);
  if (asked_.keeps != Keeps::kNone) board_->answers.resize(rows);
}

// Verdicts may still come, after an exception; the archive may be gone then.
Judging::~Judging() {
  const std::lock_guard lock(board_->mutex);
  board_->archive = nullptr;
}

Result<void> Judging::resume() {
  if (parts_.archive == nullptr) return {};
  const Result<void> read = parts_.archive->each_recorded([&](record::Episode episode) {
    const std::lock_guard lock(board_->mutex);
    const bool is_ours = episode.phase == asked_.phase && episode.turn.number == asked_.turn;
    if (!is_ours) return Result<void>();  // another agent's, or of another turn
    if (!board_->has(episode))
      return Result<void>(Error{
          ErrorCode::kCorrupt,
          fmt::format("{}: holds an episode of task {}, sample {}, which the "
                      "evaluation does not have; evaluate into another folder",
                      parts_.archive->folder().string(), episode.key.group, episode.key.index)});
    board_->take_back(std::move(episode));
    return Result<void>();
  });
  if (!read) return read;
  begun_ = board_->judged;
  if (board_->problem) return *board_->problem;
  return {};
}

bool Judging::is_judged(std::size_t row) const {
  const std::lock_guard lock(board_->mutex);
  return board_->samples[row].has_value();
}

std::size_t Judging::judged() const {
  const std::lock_guard lock(board_->mutex);
  return board_->judged;
}

void Judging::add(record::Episode episode) {
  episode.phase = asked_.phase;
  episode.key.step = plan_.step;
  const std::size_t rows = this->rows();
  if (!batch_) {
    batch_ = std::make_unique<verify::JudgeBatch>(
        parts_.submit, rows - begun_,
        [board = board_](std::size_t row, const std::shared_ptr<const verify::Verdict>& verdict) {
          const std::lock_guard lock(board->mutex);
          record::Episode judged = std::move(*board->waiting[row]);
          board->waiting[row].reset();
          episodes::take_verdict(judged, *verdict, unix_ms());
          board->settle(std::move(judged));
        },
        [parts = parts_, begun = begun_, rows](int done, int) {
          // What is given up at a cancellation is not judged.
          const bool told = !parts.progress || (parts.cancelled && parts.cancelled());
          if (!told) parts.progress(static_cast<int>(begun) + done, static_cast<int>(rows));
        });
  }
  ++handed_in_;
  const std::size_t row = board_->row_of(episode);
  NEREID_CHECK(board_->has(episode) && !is_judged(row), "a row is judged once");
  if (episode.candidate.empty()) {
    {
      const std::lock_guard lock(board_->mutex);
      board_->settle(std::move(episode));
    }
    batch_->skip();
    return;
  }
  verify::VerifyRequest request = episodes::request_of(episode, strict_options(plan_));
  {
    const std::lock_guard lock(board_->mutex);
    board_->waiting[row] = std::move(episode);
  }
  batch_->submit(row, std::move(request));
}

// False where it was cancelled.
bool Judging::wait_for(verify::JudgeBatch& batch, std::size_t settled, std::size_t total) {
  for (std::size_t i = settled; i < total; ++i) batch.skip();
  if (parts_.cancelled)
    batch.wait(
        parts_.cancelled, parts_.cancel ? parts_.cancel : [] {});
  else
    batch.wait();
  return !is_cancelled();
}

Result<std::vector<Sample>> Judging::finish() {
  const std::size_t rows = this->rows();
  if (batch_) wait_for(*batch_, handed_in_, rows - begun_);
  if (!is_cancelled())
    if (Result<void> done = judge_outputs(); !done) return done.error();
  const std::lock_guard lock(board_->mutex);
  if (board_->problem) return *board_->problem;
  if (is_cancelled() || board_->judged < rows)
    return Error{ErrorCode::kCancelled,
                 fmt::format("stopped with {} of {} judged", board_->judged, rows)};
  std::vector<Sample> samples;
  for (const std::optional<Sample>& sample : board_->samples)
    if (sample) samples.push_back(*sample);
  return samples;
}

std::size_t Judging::rows() const {
  const auto left_out = std::count(asked_.is_left_out.begin(), asked_.is_left_out.end(), true);
  return board_->samples.size() - static_cast<std::size_t>(left_out);
}

const std::vector<std::optional<episodes::VerifiedKernel>>& Judging::answers() const {
  return board_->answers;
}

verify::VerifyRequest Judging::outputs_request(std::size_t row) const {
  const std::lock_guard lock(board_->mutex);
  return episodes::request_of(*board_->waiting[row], outputs_options(plan_));
}

// What was rejected for how it came about, judged again by its outputs alone.
Result<void> Judging::judge_outputs() {
  std::vector<std::size_t> rows;
  {
    const std::lock_guard lock(board_->mutex);
    rows = board_->looked_at;
  }
  if (rows.empty()) return {};
  verify::JudgeBatch batch(
      parts_.submit, rows.size(),
      [board = board_, rows](std::size_t place,
                             const std::shared_ptr<const verify::Verdict>& verdict) {
        if (verdict->reason.code == "cancelled") return;
        const std::lock_guard lock(board->mutex);
        record::Episode episode = std::move(*board->waiting[rows[place]]);
        board->waiting[rows[place]].reset();
        const double outputs = !verify::was_judged(*verdict)         ? kNaN
                               : verify::has_right_outputs(*verdict) ? 1.0
                                                                     : 0.0;
        score_episode(episode, outputs);
        board->keep(std::move(episode), true);
      },
      [parts = parts_, first = static_cast<int>(this->rows())](int done, int more) {
        const bool told = !parts.progress || (parts.cancelled && parts.cancelled());
        if (!told) parts.progress(first + done, first + more);
      });
  std::size_t handed = 0;
  for (; handed < rows.size() && !is_cancelled(); ++handed) {
    batch.submit(handed, outputs_request(rows[handed]));
  }
  wait_for(batch, handed, rows.size());
  return {};
}

}  // namespace nereid::evaluate
