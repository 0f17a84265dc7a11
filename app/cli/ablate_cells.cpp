// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ablate_cells.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <deque>
#include <memory>

#include "app/cli/terminal.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/process.h"
#include "engine/record/store.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

enum class Work { kTrain, kScore };

struct Job {
  std::size_t run = 0;
  Work work = Work::kTrain;
};

/// A process that trains or scores one run.
struct Worker {
  Job job;
  Process process;
  UniqueFd out;
  std::string line;  ///< of standard output, not whole yet
  fs::path log;
  Stopwatch watch;
  double done_before = 0, done = 0;  ///< of the training, as shares of the whole
  double verifier_s = 0;
  bool at_end = false;
};

/// One live line on a terminal, lines elsewhere, events with --json.
class Display {
 public:
  explicit Display(bool json) : json_(json), live_(!json && ::isatty(STDOUT_FILENO) == 1) {}
  void event(const AblationRun& run, const std::string& state, const std::string& detail = "");
  void progress(const AblationRun& run, std::int64_t step, double share, const AblationRest& rest,
                const std::string& done);
  void say(const std::string& text);

 private:
  void print(const std::string& line);
  const bool json_, live_;
  bool has_live_line_ = false;
};

void Display::print(const std::string& line) {
  if (has_live_line_) std::fputs("\r\033[K", stdout);
  has_live_line_ = false;
  std::puts(line.c_str());
  std::fflush(stdout);
}

void Display::say(const std::string& text) {
  if (!json_) print(text);
}

void Display::event(const AblationRun& run, const std::string& state, const std::string& detail) {
  if (!json_) return print(run.title() + ": " + state + (detail.empty() ? "" : ", " + detail));
  OrderedJson line = {{"event", "run"}, {"cell", run.name}, {"seed", run.seed}, {"state", state}};
  if (!detail.empty()) line["detail"] = detail;
  print(dump_json(line));
}

void Display::progress(const AblationRun& run, std::int64_t step, double share,
                       const AblationRest& rest, const std::string& done) {
  const double eta_s = seconds_left(rest);
  if (json_) {
    OrderedJson line = {{"event", "progress"}, {"cell", run.name}, {"seed", run.seed},
                        {"step", step},        {"share", share},   {"eta_s", nullptr}};
    if (eta_s >= 0) line["eta_s"] = eta_s;
    return print(dump_json(line));
  }
  std::string eta = eta_s < 0 ? "" : "  ETA " + duration_text(eta_s);
  if (eta_s >= 0 && rest.scored == 0) eta += " and the evaluations";
  const std::string text =
      fmt::format("{}: step {}, {:.0f}%  {}{}", run.title(), step, share * 100, done, eta);
  if (!live_) return print(text);
  std::fputs(("\r\033[K" + text).c_str(), stdout);
  std::fflush(stdout);
  has_live_line_ = true;
}

Result<fs::path> own_program() {
  std::error_code problem;
  fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (problem)
    return Error{ErrorCode::kUnavailable,
                 "/proc/self/exe: " + problem.message() + "; /proc must be mounted"};
  return program;
}

std::string last_line(const fs::path& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return "";
  const std::size_t end = text->find_last_not_of("\r\n");
  if (end == std::string::npos) return "";
  const std::size_t begin = text->rfind('\n', end);
  return text->substr(begin == std::string::npos ? 0 : begin + 1,
                      end - (begin == std::string::npos ? -1 : begin));
}

/// Starts, watches and ends the processes. One thread: they die with it.
class Driver {
 public:
  Driver(const AblationPlan& plan, bool json, fs::path program)
      : plan_(plan), program_(std::move(program)), display_(json) {}
  Result<AblationRuns> run();

 private:
  Result<void> look_at_disk();
  void start_next();
  Result<void> start(Worker& worker);
  std::vector<std::string> command(const Job& job) const;
  void listen();
  void read(Worker& worker);
  void hear(Worker& worker, const std::string& line);
  void finish(Worker& worker, const ExitStatus& status);
  void finish_training(const Job& job);
  void finish_score(const Job& job);
  void fail(const Job& job, const std::string& message);
  void stop_all();
  AblationRest rest() const;
  const AblationRun& run_of(const Job& job) const { return plan_.runs[job.run]; }

  const AblationPlan& plan_;
  const fs::path program_;
  Display display_;
  AblationRuns runs_;
  std::deque<Job> queue_;
  std::vector<std::unique_ptr<Worker>> workers_;
  AblationRest measured_;  ///< of processes that have ended
};

Result<void> Driver::look_at_disk() {
  int scored = 0;
  for (std::size_t i = 0; i < plan_.runs.size(); ++i) {
    Result<AblationOutcome> outcome = read_outcome(plan_, plan_.runs[i]);
    if (!outcome) {
      runs_.outcomes.emplace_back();
      fail({i, Work::kTrain}, outcome.error().message);
      continue;
    }
    if (outcome->state == AblationState::kScored) {
      ++scored;
      if (Result<void> noted = note_score(plan_.runs[i], *outcome); !noted) return noted;
    } else {
      const bool trained = outcome->state == AblationState::kTrained;
      queue_.push_back({i, trained ? Work::kScore : Work::kTrain});
    }
    runs_.outcomes.push_back(std::move(*outcome));
  }
  display_.say(fmt::format("{}: {} runs, {} of them done, {} side by side", plan_.root.string(),
                           plan_.runs.size(), scored, plan_.parallel));
  return {};
}

std::vector<std::string> Driver::command(const Job& job) const {
  const AblationRun& run = run_of(job);
  const AblationOutcome& outcome = runs_.outcomes[job.run];
  const auto text = [](const auto& value) { return fmt::format("{}", value); };
  if (job.work == Work::kTrain) {
    std::vector<std::string> argv = {program_.string(), "train", "--json"};
    if (outcome.state == AblationState::kWaiting)
      argv.insert(argv.end(), {settings_file(plan_, run).string(), "--out", run.folder.string()});
    else
      argv.insert(argv.end(), {"--resume", run.folder.string()});
    if (plan_.verifier_seconds > 0)
      argv.insert(argv.end(), {"--verifier-seconds", text(plan_.verifier_seconds)});
    return argv;
  }
  const config::RunConfig& config = run.config;
  std::string levels;
  for (const int level : config.tasks.levels) levels += (levels.empty() ? "" : ",") + text(level);
  std::vector<std::string> argv = {program_.string(),
                                   "eval",
                                   "--json",
                                   "--model",
                                   outcome.model.string(),
                                   "--tasks",
                                   config.tasks.source,
                                   "--levels",
                                   levels,
                                   "--level-samples",
                                   text(plan_.evaluation.tasks_per_level),
                                   "--samples",
                                   text(plan_.evaluation.samples),
                                   "--max-new-tokens",
                                   text(config.generation.max_completion_length),
                                   "--thorough",
                                   "--timing",
                                   "--threads",
                                   text(config.run.trainer_threads),
                                   "--jobs",
                                   text(config.verify.jobs),
                                   "--out",
                                   score_file(run).parent_path().string()};
  if (!config.tasks.exclude.empty()) argv.insert(argv.end(), {"--exclude", config.tasks.exclude});
  return argv;
}

Result<void> Driver::start(Worker& worker) {
  const AblationRun& run = run_of(worker.job);
  const bool trains = worker.job.work == Work::kTrain;
  worker.log = plan_.root / "logs" /
               (run.folder.filename().string() + (trains ? "-train.txt" : "-score.txt"));
  UniqueFd log(::open(worker.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!log) return file_error("cannot write", worker.log, errno);
  Result<Pipe> pipe = make_pipe();
  if (!pipe) return pipe.error();
  if (trains && runs_.outcomes[worker.job.run].state == AblationState::kWaiting) {
    std::error_code ignored;  // of a run that was killed before it had anything
    fs::remove_all(run.folder, ignored);
  }
  SpawnOptions options;
  options.argv = command(worker.job);
  options.fds = {{0, -1}, {1, pipe->write_end.get()}, {2, log.get()}};
  Result<Process> process = spawn(options);
  if (!process) return process.error();
  worker.process = std::move(*process);
  worker.out = std::move(pipe->read_end);
  ::fcntl(worker.out.get(), F_SETFL, O_NONBLOCK);
  return {};
}

void Driver::start_next() {
  auto worker = std::make_unique<Worker>();
  worker->job = queue_.front();
  queue_.pop_front();
  const AblationOutcome& outcome = runs_.outcomes[worker->job.run];
  const bool trains = worker->job.work == Work::kTrain;
  const auto spent = outcome.measures.find("verifier_seconds");
  if (spent != outcome.measures.end()) worker->verifier_s = spent->second;
  if (trains && plan_.verifier_seconds > 0)
    worker->done_before = std::min(1.0, worker->verifier_s / plan_.verifier_seconds);
  if (Result<void> started = start(*worker); !started)
    return fail(worker->job, started.error().message);
  const bool resumes = trains && outcome.state == AblationState::kBegun;
  display_.event(run_of(worker->job), trains ? (resumes ? "resuming" : "training") : "scoring",
                 resumes ? fmt::format("after step {}", outcome.steps) : "");
  workers_.push_back(std::move(worker));
}

void Driver::hear(Worker& worker, const std::string& line) {
  const Result<Json> event = parse_json(line, "an event of nereid train");
  if (!event || json_value<std::string>(*event, "event", "") != "step") return;
  const auto step = json_value<std::int64_t>(*event, "step", 0);
  const auto total = json_value<std::int64_t>(*event, "total_steps", 1);
  const double one_step = 1.0 / static_cast<double>(std::max<std::int64_t>(1, total));
  worker.verifier_s += json_value(*event, "verify_s", 0.0);
  const bool is_first = worker.done == 0;
  worker.done = plan_.verifier_seconds > 0
                    ? std::min(1.0, worker.verifier_s / plan_.verifier_seconds)
                    : static_cast<double>(step) * one_step;
  if (is_first && plan_.verifier_seconds <= 0)
    worker.done_before = static_cast<double>(step - 1) * one_step;
  const auto scored =
      std::count_if(runs_.outcomes.begin(), runs_.outcomes.end(),
                    [](const AblationOutcome& one) { return one.state == AblationState::kScored; });
  display_.progress(run_of(worker.job), step, worker.done, rest(),
                    fmt::format("({} of {} runs done)", scored, plan_.runs.size()));
}

// Reads what is there; at_end once the process has closed its end.
void Driver::read(Worker& worker) {
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = ::read(worker.out.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      worker.at_end = count == 0;
      return;
    }
    worker.line.append(buffer.data(), static_cast<std::size_t>(count));
    for (std::size_t end = worker.line.find('\n'); end != std::string::npos;
         end = worker.line.find('\n')) {
      if (worker.job.work == Work::kTrain) hear(worker, worker.line.substr(0, end));
      worker.line.erase(0, end + 1);
    }
  }
}

void Driver::fail(const Job& job, const std::string& message) {
  const AblationRun& run = run_of(job);
  runs_.problems.push_back(run.title() + ": " + message);
  display_.event(run, "failed", message);
}

void Driver::finish_training(const Job& job) {
  Result<AblationOutcome> outcome = read_outcome(plan_, run_of(job));
  if (!outcome) return fail(job, outcome.error().message);
  runs_.outcomes[job.run] = *outcome;
  if (outcome->state == AblationState::kTrained) {
    queue_.push_front({job.run, Work::kScore});
    display_.event(run_of(job), "trained", fmt::format("{} steps", outcome->steps));
  } else if (runs_.was_interrupted) {
    display_.event(run_of(job), "stopped", fmt::format("after step {}", outcome->steps));
  } else {
    fail(job, "it was stopped before its budget was spent; the same command goes on with it");
  }
}

void Driver::finish_score(const Job& job) {
  Result<AblationOutcome> outcome = read_outcome(plan_, run_of(job));
  if (outcome && outcome->state != AblationState::kScored)
    outcome = Error{ErrorCode::kInternal, score_file(run_of(job)).string() + ": is missing"};
  if (!outcome) return fail(job, outcome.error().message);
  if (Result<void> noted = note_score(run_of(job), *outcome); !noted)
    return fail(job, noted.error().message);
  runs_.outcomes[job.run] = *outcome;
  const auto score = outcome->measures.find("pass_at_1");
  display_.event(run_of(job), "scored",
                 score == outcome->measures.end() ? "nothing could be judged"
                                                  : fmt::format("pass@1 {:.3f}", score->second));
}

void Driver::finish(Worker& worker, const ExitStatus& status) {
  const bool trains = worker.job.work == Work::kTrain;
  if (trains) {
    measured_.train_seconds += worker.watch.elapsed_s();
    measured_.trained += std::max(0.0, worker.done - worker.done_before);
  }
  // Before a training listens for it, SIGTERM ends it: nothing had begun.
  if (runs_.was_interrupted && (!trains || status.signal == SIGTERM) && !status.ok())
    return display_.event(run_of(worker.job), "stopped");
  if (!status.ok()) {
    const std::string said = last_line(worker.log);
    return fail(worker.job,
                (said.empty() ? "" : said + "; ") + status.text() + ", see " + worker.log.string());
  }
  if (trains) return finish_training(worker.job);
  measured_.score_seconds += worker.watch.elapsed_s();
  ++measured_.scored;
  finish_score(worker.job);
}

void Driver::listen() {
  std::vector<pollfd> fds;
  for (const auto& worker : workers_) {
    const int fd = worker->at_end ? worker->process.pidfd() : worker->out.get();
    fds.push_back({fd, POLLIN, 0});
  }
  constexpr int kTickMs = 200;
  ::poll(fds.data(), fds.size(), kTickMs);
  for (std::size_t i = 0; i < workers_.size();) {
    Worker& worker = *workers_[i];
    if (!worker.at_end) read(worker);
    const Result<std::optional<ExitStatus>> ended = worker.process.wait(0);
    if (ended && !*ended) {
      ++i;
      continue;
    }
    if (!worker.at_end) read(worker);  // what came between the last look and its end
    const std::unique_ptr<Worker> over = std::move(workers_[i]);
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
    if (ended)
      finish(*over, **ended);
    else
      fail(over->job, ended.error().message);
  }
}

// A training takes a checkpoint first; an evaluation has nothing to keep.
void Driver::stop_all() {
  runs_.was_interrupted = true;
  display_.say("stopping after a checkpoint of each run; a second Ctrl+C ends at once");
  for (const auto& worker : workers_) worker->process.kill(SIGTERM);
}

AblationRest Driver::rest() const {
  AblationRest rest = measured_;
  rest.parallel = plan_.parallel;
  for (const Job& job : queue_) {
    ++rest.scores_left;
    if (job.work == Work::kTrain) rest.train_left += 1;
  }
  for (const auto& worker : workers_) {
    ++rest.scores_left;
    if (worker->job.work != Work::kTrain) continue;
    rest.train_left += 1 - worker->done;
    if (worker->done <= 0) continue;
    rest.train_seconds += worker->watch.elapsed_s();
    rest.trained += worker->done - worker->done_before;
  }
  return rest;
}

Result<AblationRuns> Driver::run() {
  const InterruptGuard guard;
  if (Result<void> looked = look_at_disk(); !looked) return looked.error();
  while (!workers_.empty() || (!queue_.empty() && !runs_.was_interrupted)) {
    if (InterruptGuard::interrupted() && !runs_.was_interrupted) stop_all();
    while (!runs_.was_interrupted && !queue_.empty() &&
           static_cast<int>(workers_.size()) < plan_.parallel)
      start_next();
    if (!workers_.empty()) listen();
  }
  const bool all_done =
      std::all_of(runs_.outcomes.begin(), runs_.outcomes.end(),
                  [](const AblationOutcome& one) { return one.state == AblationState::kScored; });
  runs_.was_interrupted = runs_.was_interrupted && !all_done;
  return std::move(runs_);
}

}  // namespace

double seconds_left(const AblationRest& rest) {
  if (rest.train_left > 0 && rest.trained <= 0) return -1;
  const double training =
      rest.trained > 0 ? rest.train_left * rest.train_seconds / rest.trained : 0;
  const double scoring = rest.scored > 0 ? rest.scores_left * rest.score_seconds / rest.scored : 0;
  return (training + scoring) / std::max(1, rest.parallel);
}

Result<AblationRuns> run_ablation(const AblationPlan& plan, bool json) {
  const Result<fs::path> program = own_program();
  if (!program) return program.error();
  return Driver(plan, json, *program).run();
}

}  // namespace nereid::app
