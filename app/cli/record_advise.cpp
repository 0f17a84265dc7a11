// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "app/cli/advise.h"
#include "app/cli/commands.h"
#include "app/cli/run_folder.h"
#include "app/cli/terminal.h"
#include "engine/advise/advice_file.h"
#include "engine/advise/advisor.h"
#include "engine/base/clock.h"
#include "engine/base/hash.h"
#include "engine/record/store.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kRowsAtOnce = 10'000;

struct AdviseArguments {
  std::string run;
  AdvisorChoice advisor;
  bool all = false;
  std::int64_t last = 0;
  bool json = false;
};

/// Episodes with a candidate that are to be looked at, the newest last.
Result<std::vector<record::EpisodeRow>> wanted_rows(record::RunReader& reader,
                                                    const AdviseArguments& arguments) {
  std::vector<record::EpisodeRow> rows;
  for (std::int64_t cursor = 0;;) {
    auto some = reader.episodes_since(cursor, kRowsAtOnce);
    if (!some) return some.error();
    if (some->empty()) break;
    for (record::EpisodeRow& row : *some)
      if (row.accepted || arguments.all) rows.push_back(std::move(row));
  }
  const auto most = static_cast<std::size_t>(arguments.last);
  if (most > 0 && rows.size() > most)
    rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(most));
  return rows;
}

/// Asks about one episode after the other, several at once.
class Round {
 public:
  Round(record::RunReader& reader, advise::Advisor& advisor, advise::AdviceFile file,
        const std::vector<advise::EpisodeAdvice>& present, bool json)
      : reader_(reader), advisor_(advisor), file_(std::move(file)), json_(json) {
    for (const advise::EpisodeAdvice& one : present) done_.insert({one.phase, one.key});
  }

  Result<int> run(const std::vector<record::EpisodeRow>& rows, int askers,
                  const std::stop_token& stop) {
    const std::stop_callback cancel(stop, [this] { ending_.request_stop(); });
    for (const record::EpisodeRow& row : rows)
      if (!done_.contains({row.phase, row.key})) rows_.push_back(row);
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < askers; ++i) threads.emplace_back([this] { work(); });
    }
    if (problem_) return *problem_;
    return written_;
  }

 private:
  void work() {
    while (std::optional<record::Episode> episode = next()) {
      Result<advise::Advice> advice = known(*episode);
      if (!advice) advice = advisor_.advise(task_of(*episode), episode->candidate, stop());
      take(*episode, std::move(advice));
    }
  }

  std::stop_token stop() const { return ending_.get_token(); }

  /// The next one that has a candidate.
  std::optional<record::Episode> next() {
    const std::lock_guard lock(mutex_);
    while (next_ < rows_.size() && !stop().stop_requested()) {
      Result<record::Episode> episode = reader_.episode(rows_[next_++].id);
      if (!episode) {
        fail(episode.error());
        return std::nullopt;
      }
      if (!episode->candidate.empty()) return std::move(*episode);
    }
    return std::nullopt;
  }

  using Pair = std::pair<std::string, std::string>;  ///< SHA-256 of reference and candidate

  static Pair pair_of(const record::Episode& episode) {
    return {sha256_hex(episode.reference), sha256_hex(episode.candidate)};
  }

  /// The same code for the same task needs no second question.
  Result<advise::Advice> known(const record::Episode& episode) {
    const std::lock_guard lock(mutex_);
    const auto at = known_.find(pair_of(episode));
    return at != known_.end() ? Result<advise::Advice>(at->second) : Error{};
  }

  static tasks::Task task_of(const record::Episode& episode) {
    return {.id = episode.task_id,
            .name = episode.task_name,
            .level = episode.level,
            .reference = episode.reference,
            .entry_point = episode.entry_point};
  }

  void take(const record::Episode& episode, Result<advise::Advice> advice) {
    const std::lock_guard lock(mutex_);
    if (stop().stop_requested() && !advice) return;
    const bool is_nonsense = !advice && advice.error().code == ErrorCode::kCorrupt;
    if (is_nonsense) {
      fmt::print(stderr, "step {}/{}/{}: {}\n", episode.key.step, episode.key.group,
                 episode.key.index, advice.error().message);
      return;
    }
    if (!advice) return fail(advice.error());
    known_.insert_or_assign(pair_of(episode), *advice);
    const advise::EpisodeAdvice one{episode.phase, episode.key, *advice};
    if (Result<void> added = file_.add(one); !added) return fail(added.error());
    ++written_;
    print(one);
  }

  void print(const advise::EpisodeAdvice& one) {
    const std::size_t left = rows_.size() - next_;
    if (json_)
      fmt::print("{}\n", dump_json(advise::line_of(one)));
    else
      fmt::print("{}:{}/{}/{}  {}\n", one.phase, one.key.step, one.key.group, one.key.index,
                 advice_line(one.advice));
    std::fflush(stdout);
    if (left > 0)
      fmt::print(stderr, "{} left, about {}\n", left,
                 duration_text(watch_.elapsed_s() / written_ * static_cast<double>(left)));
  }

  // The caller holds the lock.
  void fail(const Error& error) {
    if (!problem_) problem_ = error;
    ending_.request_stop();
  }

  record::RunReader& reader_;
  advise::Advisor& advisor_;
  const Stopwatch watch_;
  std::stop_source ending_;
  std::mutex mutex_;  ///< guards what follows
  advise::AdviceFile file_;
  const bool json_;
  std::vector<record::EpisodeRow> rows_;
  std::size_t next_ = 0;
  int written_ = 0;
  std::set<std::pair<std::string, record::EpisodeKey>> done_;
  std::map<Pair, advise::Advice> known_;
  std::optional<Error> problem_;
};

/// The advisor of the run's own settings, unless another is named.
Result<config::AdvisorSettings> settings_for(record::RunReader& reader,
                                             const AdviseArguments& arguments) {
  Result<record::RunInfo> info = reader.info();
  if (!info) return info.error();
  const auto config = config::parse_settings(info->settings_yaml, "settings of the run");
  // Records of older builds hold settings that are no longer known; then the options count alone.
  return advisor_settings(arguments.advisor, config ? config->advisor : config::AdvisorSettings());
}

int run_advise(const AdviseArguments& arguments) {
  const fs::path run_dir = find_run(arguments.run);
  auto reader = record::RunReader::open(run_dir);
  if (!reader) return report_error(reader.error());
  const auto settings = settings_for(**reader, arguments);
  if (!settings) return report_error(settings.error());
  auto advisor = advise::Advisor::open(*settings);
  if (!advisor) return report_error(advisor.error());
  const auto rows = wanted_rows(**reader, arguments);
  if (!rows) return report_error(rows.error());
  std::vector<advise::EpisodeAdvice> present;
  auto file = advise::AdviceFile::open(run_dir, present);
  if (!file) return report_error(file.error());
  const InterruptWatch watch;
  Round round(**reader, **advisor, std::move(*file), present, arguments.json);
  const Result<int> written = round.run(*rows, settings->concurrency, watch.token());
  if (!written) return report_error(written.error());
  fmt::print(stderr, "{} added to {}\n", *written, advise::advice_path(run_dir).string());
  return watch.token().stop_requested() ? kExitNo : kExitDone;
}

}  // namespace

void add_record_advise(CLI::App& group, int& status) {
  const auto arguments = std::make_shared<AdviseArguments>();
  CLI::App* command = group.add_subcommand(
      "advise", "Ask a served model for advice on a run's candidates; verdicts stay as they are");
  command->add_option("RUN", arguments->run, "Run folder, or name of a run under the runs folder")
      ->required();
  add_advisor_options(*command, arguments->advisor);
  command->add_flag("--all", arguments->all, "Also on rejected candidates");
  command->add_option("--last", arguments->last, "Only on so many, the newest")
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", arguments->json, "One JSON object a line");
  command->callback([arguments, &status] { status = run_advise(*arguments); });
}

}  // namespace nereid::app
