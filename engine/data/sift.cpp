// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/sift.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/data/internal/card.h"
#include "engine/data/internal/journal.h"
#include "engine/data/samples.h"
#include "engine/tasks/importers.h"
#include "engine/tasks/level.h"
#include "engine/tasks/prompt.h"
#include "engine/verify/answer_maker.h"

namespace nereid::data {
namespace {

// Whether nothing but other arguments of the constructor than the task's speaks against it. So it
// is with what Inductor has traced, which has the task's own in its text.
bool is_right_with_own_settings(const verify::Verdict& verdict) {
  const auto& flags = verdict.flags;
  if (!verdict.right_for_task ||
      std::find(flags.begin(), flags.end(), "fixed_settings") == flags.end())
    return verdict.accepted;
  return std::all_of(verdict.inputs.begin(), verdict.inputs.end(),
                     [](const verify::InputResult& input) {
                       return !input.applicable || input.advisory || input.passed ||
                              input.variant.find("settings") != std::string::npos;
                     });
}

namespace fs = std::filesystem;

constexpr std::size_t kWaiting = 64;  // samples read ahead of the judges
constexpr const char* kRight = "right";
constexpr const char* kRefused = "refused";
constexpr const char* kNotMade = "not_made";

/// One sample with its task, and under which key it is remembered.
struct Job {
  Sample sample;
  std::string key;
};

/// A bounded queue between the reader and the judges. Thread-safe.
class JobQueue {
 public:
  /// Blocks while it is full; false once it is closed.
  bool push(Job job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.size() < kWaiting || closed_; });
    if (closed_) return false;
    jobs_.push_back(std::move(job));
    changed_.notify_all();
    return true;
  }
  /// Nothing once it is closed and empty.
  std::optional<Job> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !jobs_.empty() || closed_; });
    if (jobs_.empty()) return std::nullopt;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    changed_.notify_all();
    return job;
  }
  /// With `empty`, what waits is forgotten.
  void close(bool empty) {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    if (empty) jobs_.clear();
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool closed_ = false;
};

/// What is judged alike wherever an interrupted call goes on.
std::string plan_text(const SiftPlan& plan) {
  OrderedJson sources = OrderedJson::array();
  for (const fs::path& source : plan.sources) sources.push_back(fs::absolute(source).string());
  return dump_json(OrderedJson{{"sources", sources},
                               {"make", plan.make},
                               {"seed", plan.seed},
                               {"device", plan.options.device},
                               {"policy", static_cast<int>(plan.options.policy)},
                               {"timing", plan.options.timing}}) +
         "\n";
}

/// Counts and writes down what comes of each job. Thread-safe.
class Outcomes {
 public:
  static Result<std::unique_ptr<Outcomes>> open(fs::path folder) {
    auto outcomes = std::make_unique<Outcomes>();
    outcomes->folder_ = std::move(folder);
    Result<Journal> journal =
        Journal::open(outcomes->folder_ / "journal.jsonl", [&](const Json& line) {
          outcomes->known_.insert(json_value(line, "key", std::string()));
          outcomes->count(line);
          ++outcomes->summary_.from_before;
        });
    if (!journal) return journal.error();
    outcomes->journal_ = std::move(*journal);
    return outcomes;
  }

  /// False for what was judged before an interruption, and for what comes again.
  bool is_new(const std::string& key) {
    const std::lock_guard lock(mutex_);
    ++summary_.rows;
    if (!seen_.insert(key).second) {
      ++summary_.repeated;
      return false;
    }
    const bool is_new = !known_.contains(key);
    begun_ += is_new ? 1 : 0;
    return is_new;
  }

  void add(const OrderedJson& line) {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    count(Json(line));
    changed_.notify_all();
    if (auto written = journal_.append(line); !written) failure_ = written.error();
  }
  std::optional<Error> failure() {
    const std::lock_guard lock(mutex_);
    return failure_;
  }
  /// With so much of the sources read; one of the jobs begun may be done meanwhile.
  SiftProgress progress(double read_share) {
    const std::lock_guard lock(mutex_);
    const double begun = static_cast<double>(std::max<std::int64_t>(1, begun_));
    return {read_share * static_cast<double>(done_ - summary_.from_before) / begun, done_,
            summary_.right};
  }
  /// Until something is added, at most half a second.
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(500));
  }
  const SiftSummary& summary() const { return summary_; }

  /// The journal as the files of the set. It stays until the set has its name, so that nothing is
  /// judged again where the disk is full or the call is killed before.
  Result<void> settle() {
    std::ifstream lines(folder_ / "journal.jsonl", std::ios::binary);
    std::ofstream right(folder_ / "pairs.jsonl", std::ios::binary);
    std::ofstream refused(folder_ / "refused.jsonl", std::ios::binary);
    for (std::string text; std::getline(lines, text);) {
      OrderedJson line = OrderedJson::parse(text);
      const bool is_right = line["outcome"] == kRight;
      OrderedJson pair = std::move(line["pair"]);
      pair["verdict"] = line["verdict"];
      (is_right ? right : refused) << dump_json(pair) << '\n';
    }
    errno = 0;
    right.close();
    refused.close();
    if (!right || !refused) return file_error("writing", folder_, errno);
    return {};
  }

 private:
  void count(const Json& line) {
    ++done_;
    const auto outcome = json_value(line, "outcome", std::string());
    const auto reason = json_value(line.value("verdict", Json::object()), "reason", std::string());
    if (outcome == kRight) {
      ++summary_.right;
      ++summary_.right_by_level[json_value(line.value("pair", Json::object()), "level", 0)];
    } else {
      ++(outcome == kRefused ? summary_.refused : summary_.not_made)[reason];
    }
  }

  fs::path folder_;
  std::mutex mutex_;
  Journal journal_;
  std::set<std::string> known_, seen_;  ///< keys of the journal, and those read now
  SiftSummary summary_;
  std::int64_t done_ = 0, begun_ = 0;
  std::condition_variable changed_;
  std::optional<Error> failure_;
};

OrderedJson pair_of(const Sample& sample, const tasks::Task& task, const std::string& completion) {
  const std::string id =
      sample.origin.row.empty() ? task.fingerprint.substr(0, 12) : sample.origin.row;
  return {
      {"id", id},
      {"task_id", id},
      {"level", sample.origin.level > 0 ? sample.origin.level : tasks::level_of(task.reference)},
      {"entry_point", task.entry_point},
      {"source", sample.origin.source},
      {"repository", sample.origin.repository},
      {"licences", sample.origin.licences},
      {"reference", task.reference},
      {"completion", completion}};
}

/// What the judges share.
class Sifter {
 public:
  Sifter(const SiftPlan& plan, verify::Verifier& verifier, verify::AnswerMaker* maker,
         Outcomes& outcomes, const std::atomic<bool>& cancelled)
      : plan_(plan),
        verifier_(verifier),
        maker_(maker),
        outcomes_(outcomes),
        cancelled_(cancelled) {}

  void work(JobQueue& queue) {
    while (std::optional<Job> job = queue.pop()) take(*job);
  }

 private:
  void take(const Job& job) {
    const Sample& sample = job.sample;
    auto task =
        tasks::task_from_text(sample.place, tasks::origin_line(sample.origin) + sample.reference);
    if (!task)
      return add(job, kNotMade, pair_of(sample, {.reference = sample.reference}, sample.answer),
                 {{"reason", "bad_reference"}, {"message", task.error().message}});
    if (maker_ == nullptr) return judge(job, *task, sample.answer, sample.is_completion);
    const verify::MadeAnswer made = maker_->make({.reference = task->reference,
                                                  .entry_point = task->entry_point,
                                                  .limit_s = plan_.make_limit_s},
                                                 cancelled_);
    if (!made.text.empty()) return judge(job, *task, made.text, false);
    if (is_passing(made.failure.code)) return;
    add(job, kNotMade, pair_of(sample, *task, ""),
        {{"reason", made.failure.code}, {"message", made.failure.message}});
  }

  void judge(const Job& job, const tasks::Task& task, const std::string& answer,
             bool is_completion) {
    verify::VerifyRequest request;
    request.id = request.task_id = job.key;
    request.reference = task.reference;
    request.entry_point = task.entry_point;
    request.candidate = is_completion ? verify::extract_candidate(answer).code : answer;
    request.seed = plan_.seed;
    request.options = plan_.options;
    const auto verdict = verifier_.verify(std::move(request));
    if (is_passing(verdict->reason.code)) return;
    // Such answers are examples of their tasks, for which these are all that is asked.
    const bool is_right = is_right_with_own_settings(*verdict);
    OrderedJson said{{"accepted", verdict->accepted},
                     {"stage", verify::stage_name(verdict->furthest_stage)},
                     {"seed", plan_.seed}};
    if (!verdict->accepted) {
      said["reason"] = verdict->reason.code;
      said["message"] = verdict->reason.message;
    }
    add(job, is_right ? kRight : kRefused,
        pair_of(job.sample, task, is_completion ? answer : tasks::render_completion(answer)), said);
  }

  /// May come out otherwise next time: it is left for an interrupted call that goes on.
  static bool is_passing(const std::string& reason) {
    return reason == "cancelled" || reason == "infrastructure";
  }

  void add(const Job& job, const char* outcome, OrderedJson pair, OrderedJson verdict) {
    outcomes_.add({{"key", job.key},
                   {"outcome", outcome},
                   {"pair", std::move(pair)},
                   {"verdict", std::move(verdict)}});
  }

  const SiftPlan& plan_;
  verify::Verifier& verifier_;
  verify::AnswerMaker* maker_;
  Outcomes& outcomes_;
  const std::atomic<bool>& cancelled_;
};

/// The folder that an unfinished call left, or a new one.
Result<fs::path> unfinished_folder(const SiftPlan& plan) {
  std::error_code ignored;
  if (plan.out.empty() || plan.out.filename().empty())
    return Error{ErrorCode::kInvalidArgument, "the set needs the name of a folder (--out FOLDER)"};
  if (fs::exists(fs::symlink_status(plan.out, ignored)))
    return Error{ErrorCode::kInvalidArgument,
                 plan.out.string() + " is there already; choose another name or remove it"};
  fs::path folder = plan.out.parent_path() / ("." + plan.out.filename().string() + ".unfinished");
  const fs::path file = folder / "plan.json";
  if (fs::exists(file, ignored)) {
    const auto text = read_file(file);
    if (!text) return text.error();
    if (*text == plan_text(plan)) return folder;
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} was begun with other sources or options; remove it to begin anew, "
                             "or give the same ones: {}",
                             folder.string(), text->substr(0, text->size() - 1))};
  }
  if (auto made = make_directories(folder); !made) return made.error();
  if (auto written = atomic_write_file(file, plan_text(plan)); !written) return written.error();
  return folder;
}

/// Reads all samples into the queue.
Result<void> read_all(const SiftPlan& plan, Outcomes& outcomes, JobQueue& queue,
                      const std::function<void(const SiftProgress&)>& on_progress,
                      const std::stop_token& stop) {
  for (std::size_t i = 0; i < plan.sources.size(); ++i) {
    SampleReader reader;
    reader.on_sample = [&](Sample sample) -> Result<void> {
      if (auto failure = outcomes.failure()) return *failure;
      if (sample.reference.empty() || (!plan.make && sample.answer.empty())) return {};
      Job job{std::move(sample), ""};
      job.key = sha256_hex(job.sample.reference + '\0' + (plan.make ? "" : job.sample.answer));
      if (!outcomes.is_new(job.key)) return {};
      if (!queue.push(std::move(job))) return Error{ErrorCode::kCancelled, "cancelled"};
      return {};
    };
    reader.on_progress = [&](double share) {
      const double done = static_cast<double>(i) + share;
      if (on_progress)
        on_progress(outcomes.progress(done / static_cast<double>(plan.sources.size())));
    };
    const auto read = read_samples(plan.sources[i], plan.references, reader, stop);
    if (!read) return read.error();
  }
  return {};
}

}  // namespace

Result<SiftSummary> sift_answers(const SiftPlan& plan,
                                 const std::function<void(const SiftProgress&)>& on_progress,
                                 const std::stop_token& stop) {
  Result<fs::path> folder = unfinished_folder(plan);
  if (!folder) return folder.error();
  auto outcomes = Outcomes::open(*folder);
  if (!outcomes) return outcomes.error();
  auto verifier = verify::Verifier::start(plan.verifier);
  if (!verifier) return verifier.error();
  std::unique_ptr<verify::AnswerMaker> maker;
  if (plan.make) {
    auto started = verify::AnswerMaker::start(plan.verifier);
    if (!started) return started.error();
    maker = std::move(*started);
  }

  // 1) Judges on threads of their own; the reader is this one.
  JobQueue queue;
  std::atomic<bool> cancelled{false};
  const std::stop_callback on_stop(stop, [&] {
    cancelled = true;
    queue.close(/*empty=*/true);
    (*verifier)->cancel_all();
  });
  Sifter sifter(plan, **verifier, maker.get(), **outcomes, cancelled);
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const int jobs = plan.verifier.jobs > 0 ? plan.verifier.jobs : std::max(1, cores - 1);
  std::atomic<int> busy{jobs};
  std::vector<std::jthread> judges;
  for (int i = 0; i < jobs; ++i)
    judges.emplace_back([&] {
      sifter.work(queue);
      --busy;
    });
  const Result<void> read = read_all(plan, **outcomes, queue, on_progress, stop);
  queue.close(/*empty=*/!read);
  while (busy > 0) {
    (*outcomes)->wait();
    if (on_progress) on_progress((*outcomes)->progress(1));
  }
  judges.clear();

  // 2) The set, if all was done.
  if (!read) return read.error();
  if (stop.stop_requested()) return Error{ErrorCode::kCancelled, "cancelled"};
  if (const auto failure = (*outcomes)->failure()) return *failure;
  const SiftSummary summary = (*outcomes)->summary();
  if (summary.rows == 0)
    return Error{ErrorCode::kInvalidArgument,
                 plan.make ? "no task in the sources" : "no answer in the sources"};
  if (auto settled = (*outcomes)->settle(); !settled) return settled.error();
  if (auto written = atomic_write_file(*folder / "CARD.md", sift_card(plan, summary)); !written)
    return written.error();
  std::error_code problem;
  fs::rename(*folder, plan.out, problem);
  if (problem) return file_error("naming", plan.out, problem.value());
  for (const char* name : {"journal.jsonl", "plan.json"}) fs::remove(plan.out / name, problem);
  return summary;
}

}  // namespace nereid::data
