// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/base/clock.h"
#include "engine/evaluate/mutants/mutants.h"
#include "engine/verify/verifier.h"

namespace nereid::evaluate {
namespace {

using Verdicts = std::map<std::string, std::shared_ptr<const verify::Verdict>>;

verify::VerifyRequest request_for(const std::string& id, const MutantSource& source,
                                  const std::string& candidate, std::uint64_t seed) {
  verify::VerifyRequest request;
  request.id = id;
  request.task_id = source.id;
  request.reference = source.reference;
  request.candidate = candidate;
  request.seed = seed;
  request.options.device = "cpu";  // a GPU would only add the timing stage
  return request;
}

/// Judges all, several at once; cancelled ones have the reason "cancelled".
Verdicts judge(verify::Verifier& verifier, std::vector<verify::VerifyRequest> requests,
               std::string_view what, const MutantOptions& options) {
  std::mutex mutex;
  std::condition_variable changed;
  Verdicts verdicts;
  const std::size_t total = requests.size();
  options.progress(what, 0, static_cast<int>(total));
  for (verify::VerifyRequest& request : requests)
    verifier.submit(std::move(request), [&](const std::shared_ptr<const verify::Verdict>& verdict) {
      const std::lock_guard lock(mutex);
      verdicts[verdict->id] = verdict;
      options.progress(what, static_cast<int>(verdicts.size()), static_cast<int>(total));
      changed.notify_all();
    });
  bool told = false;
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, std::chrono::milliseconds(100),
                           [&] { return verdicts.size() == total; })) {
    if (told || !options.cancelled()) continue;
    told = true;
    lock.unlock();
    verifier.cancel_all();
    lock.lock();
  }
  return verdicts;
}

/// The sources that the verifier accepts; the names of the others go into the report.
std::vector<MutantSource> accepted_sources(verify::Verifier& verifier,
                                           const std::vector<MutantSource>& sources,
                                           const MutantOptions& options, MutantReport& report) {
  std::vector<verify::VerifyRequest> requests;
  for (const MutantSource& source : sources)
    requests.push_back(request_for(source.id, source, source.candidate, options.seed));
  const Verdicts verdicts = judge(verifier, std::move(requests), "judging the originals", options);
  std::vector<MutantSource> accepted;
  for (const MutantSource& source : sources) {
    const verify::Verdict& verdict = *verdicts.at(source.id);
    if (verdict.accepted)
      accepted.push_back(source);
    else if (verdict.reason.code != "cancelled")
      report.rejected_sources.push_back(source.id + ": " + verdict.reason.message);
  }
  return accepted;
}

MutantResult result_of(Mutant mutant, const verify::Verdict& verdict) {
  MutantResult result;
  result.mutant = std::move(mutant);
  result.reason = verdict.reason;
  result.flags = verdict.flags;
  if (verdict.reason.code == "cancelled") return result;
  if (verdict.rejected_at) {
    result.outcome = MutantOutcome::kCaught;
    result.rejected_at = *verdict.rejected_at;
  } else if (!verdict.accepted) {
    result.outcome = MutantOutcome::kUnjudged;
  } else {
    result.reason = {"ok", ""};  // examined next
  }
  return result;
}

void judge_mutants(verify::Verifier& verifier, const std::vector<MutantSource>& sources,
                   std::vector<Mutant> mutants, const MutantOptions& options,
                   MutantReport& report) {
  std::map<std::string, const MutantSource*> by_id;
  for (const MutantSource& source : sources) by_id[source.id] = &source;
  std::vector<verify::VerifyRequest> requests;
  for (const Mutant& mutant : mutants)
    requests.push_back(
        request_for(mutant.id, *by_id.at(mutant.source), mutant.candidate, options.seed));
  const Verdicts verdicts = judge(verifier, std::move(requests), "judging mutants", options);
  for (Mutant& mutant : mutants) {
    const verify::Verdict& verdict = *verdicts.at(mutant.id);
    report.results.push_back(result_of(std::move(mutant), verdict));
  }
}

}  // namespace

Result<MutantReport> measure_mutants(const std::vector<MutantSource>& sources,
                                     const MutantOptions& wanted) {
  MutantOptions options = wanted;
  if (options.jobs <= 0)
    options.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
  MutantReport report;
  report.seed = options.seed;
  report.jobs = options.jobs;
  const Stopwatch watch;
  std::vector<MutantSource> accepted;
  {
    auto verifier = verify::Verifier::start({.jobs = options.jobs});
    if (!verifier) return verifier.error();
    accepted = accepted_sources(**verifier, sources, options, report);
    report.sources = static_cast<int>(accepted.size());
    if (!options.cancelled()) {
      Result<std::vector<Mutant>> mutants = make_mutants(accepted, options.count, options.seed);
      if (!mutants) return mutants.error();
      judge_mutants(**verifier, accepted, std::move(*mutants), options, report);
    }
  }
  report.judge_seconds = watch.elapsed_s();
  if (!options.cancelled())
    if (Result<void> examined = examine_survivors(accepted, options, report.results); !examined)
      return examined.error();
  report.examine_seconds = watch.elapsed_s() - report.judge_seconds;
  report.cancelled = options.cancelled();
  return report;
}

}  // namespace nereid::evaluate
