// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <thread>

#include "engine/base/clock.h"
#include "engine/evaluate/mutants/mutants.h"
#include "engine/verify/judge_batch.h"

namespace nereid::evaluate {
namespace {

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
std::vector<verify::Judged> judge(verify::Verifier& verifier,
                                  std::vector<verify::VerifyRequest> requests,
                                  std::string_view what, const MutantOptions& options) {
  options.progress(what, 0, static_cast<int>(requests.size()));
  return verify::judge_batch(
      verifier, std::move(requests),
      [&options, what](int done, int total) { options.progress(what, done, total); },
      options.cancelled);
}

/// The sources that the verifier accepts; the names of the others go into the report.
std::vector<MutantSource> accepted_sources(verify::Verifier& verifier,
                                           const std::vector<MutantSource>& sources,
                                           const MutantOptions& options, MutantReport& report) {
  std::vector<verify::VerifyRequest> requests;
  for (const MutantSource& source : sources)
    requests.push_back(request_for(source.id, source, source.candidate, options.seed));
  const auto judged = judge(verifier, std::move(requests), "judging the originals", options);
  std::vector<MutantSource> accepted;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const verify::Verdict& verdict = *judged[i].verdict;
    if (verdict.accepted)
      accepted.push_back(sources[i]);
    else if (verdict.reason.code != "cancelled")
      report.rejected_sources.push_back(sources[i].id + ": " + verdict.reason.message);
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
  const auto judged = judge(verifier, std::move(requests), "judging mutants", options);
  for (std::size_t i = 0; i < mutants.size(); ++i)
    report.results.push_back(result_of(std::move(mutants[i]), *judged[i].verdict));
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
