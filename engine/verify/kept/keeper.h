// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/verify/kept.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/verdict.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// May a verdict be given again in another run? Only a judgement, of a reference that repeats, that
/// no limit of time or memory and no crash decided, with all measurements that were asked for
/// (`timed`: there is a GPU that should have measured), and without what is too large to keep.
bool may_be_kept(const Verdict& verdict, const VerifyRequest& request, bool timed);

/// The driver and the models of the GPUs here, as it tells them; empty where it does not.
std::string gpu_identity();

/// What verdicts rest on beside the request: the files of the harness and of this program, the
/// packages of the Python environment, limits of memory, the machine and (`gpu`) its GPUs. Another
/// answer of any of them makes another key.
std::string verifier_build(const SupervisorConfig& config, const std::string& gpu);

/// A time that was measured in an earlier run.
struct KeptTime {
  TimingEstimate time;
  double age_s = 0;
};

/// Finds and keeps what comes again in another run. Thread-safe.
class Keeper {
 public:
  /// `times` false: nothing that a GPU measured is kept, since nobody can tell which one it was.
  Keeper(std::unique_ptr<KeptStore> store, std::string build, bool verdicts, bool times)
      : store_(std::move(store)), build_(std::move(build)), verdicts_(verdicts), times_(times) {}

  /// The verdict that this request had, marked with its age. The seed is part of the request: a
  /// verdict on other inputs is another one.
  std::optional<Verdict> verdict(const VerifyRequest& request);
  void keep(const VerifyRequest& request, const Verdict& verdict);

  /// `work` names all that a compilation depends on beside the build.
  std::optional<KeptEntry> compiled(const std::string& work);
  void keep_compiled(const std::string& work, const std::string& answer);

  /// `work` names the reference and all that its time depends on beside the build.
  std::optional<KeptTime> reference_time(const std::string& work);
  void keep_reference_time(const std::string& work, const TimingEstimate& time);

 private:
  std::string key_of(const std::string& text) const;

  const std::unique_ptr<KeptStore> store_;
  const std::string build_;
  const bool verdicts_;
  const bool times_;
};

/// Null, with a warning, where nothing can be kept.
std::unique_ptr<Keeper> start_keeper(const KeepOptions& options, const SupervisorConfig& config);

}  // namespace nereid::verify
