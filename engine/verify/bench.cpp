// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "engine/verify/internal/fresh_processes.h"
#include "engine/verify/internal/judge_candidate.h"
#include "engine/verify/internal/reference_cache.h"
#include "engine/verify/internal/supervisor.h"

namespace nereid::verify {
namespace {

using References = std::map<std::string, std::shared_ptr<const PreparedReference>>;

Result<std::string> source_of(const std::filesystem::path& folder, const Json& entry,
                              const char* key) {
  return read_file(folder / json_value(entry, key, std::string()));
}

// The texts of another repeat differ by a comment, so that no verdict is a remembered one.
std::vector<VerifyRequest> repeated(const std::vector<VerifyRequest>& requests, int repeats) {
  std::vector<VerifyRequest> all;
  for (int i = 0; i < repeats; ++i)
    for (const VerifyRequest& request : requests) {
      all.push_back(request);
      all.back().candidate += fmt::format("\n# repeat {}\n", i);
    }
  return all;
}

BenchSide measure_warm(Verifier& verifier, std::vector<VerifyRequest> requests) {
  std::mutex mutex;
  std::condition_variable changed;
  BenchSide side;
  const int total = static_cast<int>(requests.size());
  const Stopwatch watch;
  for (VerifyRequest& request : requests)
    verifier.submit(std::move(request), [&](const std::shared_ptr<const Verdict>& verdict) {
      std::lock_guard lock(mutex);
      ++side.candidates;
      if (verdict->accepted) ++side.accepted;
      changed.notify_all();
    });
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return side.candidates == total; });
  side.seconds = watch.elapsed_s();
  return side;
}

std::vector<VerifyRequest> sample(const std::vector<VerifyRequest>& requests, int count) {
  std::vector<VerifyRequest> chosen;
  count = std::min(count, static_cast<int>(requests.size()));
  for (int i = 0; i < count; ++i)
    chosen.push_back(
        requests[requests.size() * static_cast<std::size_t>(i) / static_cast<std::size_t>(count)]);
  return chosen;
}

References prepare_all(Supervisor& supervisor, const std::vector<VerifyRequest>& requests) {
  References references;
  const std::atomic<bool> never{false};
  for (const VerifyRequest& request : requests) {
    auto& slot = references[reference_key(request)];
    if (!slot) slot = prepare_reference(supervisor, request, never);
  }
  return references;
}

BenchSide measure_fresh(const SupervisorConfig& config, const References& references,
                        const std::vector<VerifyRequest>& requests, int jobs) {
  std::mutex mutex;
  BenchSide side;
  std::size_t next = 0;
  const std::atomic<bool> never{false};
  Lanes lanes({.compile = jobs, .run = jobs, .timing = jobs});
  const Stopwatch watch;
  const auto work = [&] {
    FreshProcesses processes(config.python, config.harness, config.work_dir);
    std::unique_lock lock(mutex);
    while (next < requests.size()) {
      const VerifyRequest& request = requests[next++];
      lock.unlock();
      const Verdict verdict = judge_candidate(
          processes, request, *references.at(reference_key(request)), never, {lanes});
      lock.lock();
      ++side.candidates;
      if (verdict.accepted) ++side.accepted;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < jobs; ++i) threads.emplace_back(work);
  }
  side.seconds = watch.elapsed_s();
  return side;
}

}  // namespace

Result<std::vector<VerifyRequest>> load_shelf(const std::filesystem::path& folder) {
  Result<std::string> text = read_file(folder / "shelf.json");
  if (!text) return text.error();
  Result<Json> shelf = parse_json(*text, (folder / "shelf.json").string());
  if (!shelf) return shelf.error();
  std::vector<VerifyRequest> requests;
  for (const Json& entry : json_value(*shelf, "entries", Json::array())) {
    const Json expected = json_value(entry, "expected", Json::object());
    const Json reason = json_value(expected, "reason", Json::object());
    if (json_value(reason, "code", std::string()) == "timeout") continue;  // waiting is not work
    Result<std::string> reference = source_of(folder, entry, "reference");
    if (!reference) return reference.error();
    Result<std::string> candidate = source_of(folder, entry, "candidate");
    if (!candidate) return candidate.error();
    VerifyRequest request;
    request.id = json_value(entry, "id", std::string());
    request.reference = std::move(*reference);
    request.candidate = std::move(*candidate);
    requests.push_back(std::move(request));
  }
  return requests;
}

Result<VerifyBench> bench_verify(const std::vector<VerifyRequest>& requests,
                                 const VerifyBenchOptions& options,
                                 const std::function<void(const std::string&)>& progress) {
  if (requests.empty()) return Error{ErrorCode::kInvalidArgument, "no candidates to measure with"};
  VerifyBench bench;
  bench.jobs = options.jobs > 0
                   ? options.jobs
                   : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const std::vector<VerifyRequest> slow = sample(requests, options.fresh_count);
  progress("starting the zygotes");
  {
    const Stopwatch watch;
    auto verifier = Verifier::start({.jobs = bench.jobs});
    if (!verifier) return verifier.error();
    (void)(*verifier)->verify(requests.front());
    bench.ready_seconds = watch.elapsed_s();
    progress(fmt::format("judging {} candidates",
                         requests.size() * static_cast<std::size_t>(options.repeats)));
    bench.warm = measure_warm(**verifier, repeated(requests, options.repeats));
    std::vector<VerifyRequest> same = slow;
    for (VerifyRequest& request : same) request.candidate += "\n# the slow side's share\n";
    bench.warm_sample = measure_warm(**verifier, std::move(same));
  }
  Result<TemporaryDirectory> work = TemporaryDirectory::make("nereid-bench");
  if (!work) return work.error();
  SupervisorConfig config;
  config.python = python_executable();
  config.harness = harness_dir();
  config.sandbox_library = "none";
  config.work_dir = work->path();
  References references;
  {
    Supervisor supervisor(config);
    references = prepare_all(supervisor, slow);
  }
  progress(fmt::format("judging {} candidates with fresh processes", slow.size()));
  bench.fresh = measure_fresh(config, references, slow, bench.jobs);
  return bench;
}

}  // namespace nereid::verify
