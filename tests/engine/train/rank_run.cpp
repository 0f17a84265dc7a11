// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of a toy run, started by torchrun: rank_run SETTINGS.yaml OUT LAST_STEP [KILL_RANK
// KILL_STEP]. With the last two that rank dies by a signal after that step, the first time that it
// is started.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "tests/engine/train/toy_run.h"

namespace nereid::train {
namespace {

class Mortal final : public RunObserver {
 public:
  Mortal(bool may_die, std::int64_t step) : may_die_(may_die), step_(step) {}
  void on_state(record::RunState, const std::string&) override {}
  void on_step(std::shared_ptr<const StepSummary> step) override {
    if (may_die_ && step->step == step_) std::raise(SIGKILL);
  }
  void on_progress(const std::string&, int, int) override {}
  void on_record_changed() override {}
  void on_log(const std::string& level, const std::string& message) override {
    if (level != "info") fmt::print(stderr, "{}\n", message);
  }

 private:
  bool may_die_;
  std::int64_t step_;
};

int run(int count, char** words) {
  const auto config = config::load_settings(words[1]);
  const Result<RankPlace> place = launched_place();
  if (!config || !place) return 3;
  StartOptions options;
  options.run_dir = words[2];
  options.stop_after_step = std::atoll(words[3]);
  options.place = *place;
  const bool dies = count > 5 && place->restarts == 0 && place->rank == std::atoi(words[4]);
  Mortal observer(dies, dies ? std::atoll(words[5]) : 0);
  toy::ToyJudge judge;
  auto session = start_session(*config, options, observer, {judge.submit(), {}});
  const Result<void> done = session ? (*session)->wait() : Result<void>(session.error());
  if (!done) fmt::print(stderr, "{}\n", done.error().message);
  return done ? 0 : 2;
}

}  // namespace
}  // namespace nereid::train

int main(int count, char** words) {
  return count < 4 ? 3 : nereid::train::run(count, words);
}
