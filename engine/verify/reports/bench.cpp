// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/verify/execution/reference.h"
#include "engine/verify/judge_batch.h"
#include "engine/verify/lanes/judge_candidate.h"
#include "engine/verify/processes/complete_config.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/reports/fresh_processes.h"
#include "engine/verify/request/request_keys.h"
#include "engine/verify/timing/reference_pool.h"

namespace nereid::verify {
namespace {

using References = std::map<std::string, std::shared_ptr<const PreparedReference>>;
using Batch = std::vector<BenchCandidate>;

// Imports count against the compile limit on the slow side, and seconds of them are no fault of a
// candidate.
constexpr double kFreshCompileLimit = 300;

// The slow side is cut into so many parts at most, of so many candidates at least.
constexpr int kMostParts = 4;
constexpr int kLeastPart = 20;

Result<std::string> source_of(const std::filesystem::path& folder, const Json& entry,
                              const char* key) {
  return read_file(folder / json_value(entry, key, std::string()));
}

// The stages of twenty candidates, spread evenly.
std::vector<Stage> twenty_stages() {
  std::vector<std::pair<double, Stage>> places;
  for (const BatchShare& share : kBatchShares)
    for (int i = 0; i < share.of_twenty; ++i)
      places.emplace_back((i + 0.5) / share.of_twenty, share.fails_at);
  std::stable_sort(places.begin(), places.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Stage> stages;
  for (const auto& place : places) stages.push_back(place.second);
  return stages;
}

void count(BenchSide& side, const BenchCandidate& candidate, const Verdict& verdict) {
  const Stage rejected = verdict.rejected_at.value_or(Stage::kNone);
  ++side.candidates;
  const bool right = candidate.fails_at == Stage::kNone;
  if (verdict.accepted || verdict.rejected_at)
    ++side.rejected_at.at(static_cast<std::size_t>(rejected));
  if (right ? verdict.accepted : rejected == candidate.fails_at) ++side.as_expected;
}

// Adds to `side`.
void measure_warm(Verifier& verifier, const Batch& batch, BenchSide& side) {
  std::vector<VerifyRequest> requests;
  for (const BenchCandidate& candidate : batch) requests.push_back(candidate.request);
  const Stopwatch watch;
  const std::vector<Judged> judged = judge_batch(submit_to(verifier), std::move(requests));
  side.seconds += watch.elapsed_s();
  for (std::size_t i = 0; i < batch.size(); ++i) count(side, batch[i], *judged[i].verdict);
}

Result<References> prepare_all(const SupervisorConfig& config, const Batch& batch) {
  Supervisor supervisor(config);
  References references;
  const std::atomic<bool> never{false};
  for (const BenchCandidate& candidate : batch) {
    auto& slot = references[reference_key(candidate.request)];
    if (slot) continue;
    slot = prepare_reference(supervisor, candidate.request, never);
    if (slot->failure)
      return Error{ErrorCode::kUnavailable,
                   fmt::format("the reference of {} cannot be prepared: {}", candidate.request.id,
                               slot->failure->message)};
  }
  return references;
}

// Adds to `side`. Its time is that of one place which never waits: what a place idles while another
// one ends its last candidate is not held against it.
void measure_fresh(const SupervisorConfig& config, const References& references, const Batch& batch,
                   int jobs, BenchSide& side) {
  std::mutex mutex;
  std::size_t next = 0;
  double busy = 0;
  const std::atomic<bool> never{false};
  Lanes lanes({.compile = jobs, .run = jobs, .timing = jobs});
  const auto work = [&] {
    const Stopwatch watch;
    FreshProcesses processes(config);
    ReferencePool timed_references;
    std::unique_lock lock(mutex);
    while (next < batch.size()) {
      const BenchCandidate& candidate = batch[next++];
      lock.unlock();
      VerifyRequest request = candidate.request;
      request.options.compile_limit_s = kFreshCompileLimit;
      const Verdict verdict =
          judge_candidate(processes, request, *references.at(reference_key(request)), never,
                          {lanes, timed_references});
      lock.lock();
      count(side, candidate, verdict);
    }
    busy += watch.elapsed_s();
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < jobs; ++i) threads.emplace_back(work);
  }
  side.seconds += busy / jobs;
}

// The same candidates with other texts, so that no verdict is a remembered one.
Batch once_more(Batch batch, int round) {
  for (BenchCandidate& candidate : batch)
    candidate.request.candidate += fmt::format("\n# once more: {}\n", round);
  return batch;
}

// Both sides in turn: the verifier judges all of `batch` before each part that gets fresh processes
// and after the last one, so that a machine whose speed drifts drifts for both.
Result<void> measure_in_turn(Verifier& verifier, const SupervisorConfig& fresh, const Batch& batch,
                             const std::function<void(const std::string&)>& progress,
                             VerifyBench& bench) {
  const Result<References> references = prepare_all(fresh, batch);
  if (!references) return references.error();
  const int parts = std::clamp(static_cast<int>(batch.size()) / kLeastPart, 1, kMostParts);
  auto next = batch.begin();
  for (int part = 0; part < parts; ++part) {
    measure_warm(verifier, once_more(batch, part), bench.warm_sample);
    const auto end = batch.begin() + std::ssize(batch) * (part + 1) / parts;
    progress(fmt::format("judging {} candidates with a fresh process each, part {} of {}",
                         end - next, part + 1, parts));
    measure_fresh(fresh, *references, Batch(next, end), bench.jobs, bench.fresh);
    next = end;
  }
  measure_warm(verifier, once_more(batch, parts), bench.warm_sample);
  return {};
}

}  // namespace

std::vector<BenchCandidate> mixed_batch(const std::vector<BenchCandidate>& pool, int count) {
  std::map<Stage, std::vector<const BenchCandidate*>> by_stage;
  for (const BenchCandidate& candidate : pool) by_stage[candidate.fails_at].push_back(&candidate);
  std::map<Stage, std::size_t> next;
  const std::vector<Stage> stages = twenty_stages();
  Batch batch;
  for (int i = 0; i < count; ++i) {
    const Stage stage = stages[static_cast<std::size_t>(i) % stages.size()];
    const auto& choices = by_stage[stage];
    if (choices.empty()) return {};
    batch.push_back(*choices[next[stage]++ % choices.size()]);
    batch.back().request.candidate += fmt::format("\n# candidate {} of the batch\n", i);
  }
  return batch;
}

Result<std::vector<BenchCandidate>> load_shelf(const std::filesystem::path& folder) {
  Result<std::string> text = read_file(folder / "shelf.json");
  if (!text) return text.error();
  Result<Json> shelf = parse_json(*text, (folder / "shelf.json").string());
  if (!shelf) return shelf.error();
  Batch candidates;
  for (const Json& entry : json_value(*shelf, "entries", Json::array())) {
    const Json expected = json_value(entry, "expected", Json::object());
    const Json reason = json_value(expected, "reason", Json::object());
    const std::string code = json_value(reason, "code", std::string());
    if (code == "timeout" || code == "crashed") continue;  // waiting is not work
    Result<std::string> reference = source_of(folder, entry, "reference");
    if (!reference) return reference.error();
    Result<std::string> candidate = source_of(folder, entry, "candidate");
    if (!candidate) return candidate.error();
    BenchCandidate taken;
    taken.fails_at =
        stage_from_name(json_value(expected, "rejected_at", std::string())).value_or(Stage::kNone);
    taken.request.id = json_value(entry, "id", std::string());
    taken.request.reference = std::move(*reference);
    taken.request.candidate = std::move(*candidate);
    candidates.push_back(std::move(taken));
  }
  return candidates;
}

Result<VerifyBench> bench_verify(const std::vector<BenchCandidate>& pool,
                                 const VerifyBenchOptions& options,
                                 const std::function<void(const std::string&)>& progress) {
  Batch all = mixed_batch(pool, options.count);
  for (BenchCandidate& candidate : all) candidate.request.options.device = "cpu";
  if (all.empty())
    return Error{ErrorCode::kInvalidArgument, "no candidates to measure with for some stage"};
  const Batch slow(all.begin(),
                   all.begin() + std::min<std::ptrdiff_t>(options.fresh_count, std::ssize(all)));
  VerifyBench bench;
  bench.jobs = options.jobs > 0
                   ? options.jobs
                   : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  progress("starting the zygotes");
  const Stopwatch watch;
  auto verifier = Verifier::start({.jobs = bench.jobs});
  if (!verifier) return verifier.error();
  VerifyRequest first = all.front().request;
  first.candidate += "\n# the first verdict\n";
  (void)(*verifier)->verify(first);
  bench.ready_seconds = watch.elapsed_s();
  progress(fmt::format("judging {} candidates", all.size()));
  measure_warm(**verifier, all, bench.warm);
  Result<TemporaryDirectory> work = TemporaryDirectory::make("nereid-bench");
  if (!work) return work.error();
  Result<SupervisorConfig> fresh = complete_config({});
  if (!fresh) return fresh.error();
  fresh->gpu = false;
  fresh->candidates = false;  // the fresh processes are those of candidates
  fresh->work_dir = work->path();
  if (Result<void> measured = measure_in_turn(**verifier, *fresh, slow, progress, bench); !measured)
    return measured.error();
  bench.stats = (*verifier)->stats();
  return bench;
}

}  // namespace nereid::verify
