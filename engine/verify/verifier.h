// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verdict.h"

namespace nereid::verify {

/// `kFull`: kernels must do all the compute. `kBestSystem`: torch may help; it is flagged.
enum class Policy { kFull, kBestSystem };

struct VerifyOptions {
  bool multi_input = true;  ///< five input variants; off: the original inputs only
  /// With multi_input: more variants beside the five, at small sizes (engine/verify/variants.cpp).
  bool thorough = true;
  bool staged_evaluation =
      true;  ///< stop at the first failing stage; off: compile and full run for every candidate
  bool calibrated_timing = true;  ///< off: one measured run (only where a GPU is there)
  bool timing = true;             ///< false: the timing stage is not run even with a GPU
  Policy policy = Policy::kFull;
  std::string device = "auto";  ///< "auto", "cpu", "cuda" or "cuda:N"
  double compile_limit_s = 20;
  /// Tiny, the original and its four variants together; those of `thorough` may take as long again.
  double run_limit_s = 20;
};

struct VerifyRequest {
  std::string id;
  std::string task_id;    ///< for messages and caches; may be empty
  std::string reference;  ///< Python source text
  std::string candidate;  ///< Python source text, already extracted
  std::string entry_point = "Model";
  /// Of inputs and parameters; equal seeds give equal verdicts. A candidate that can guess it can
  /// draw the inputs itself: see unguessable_seed.
  std::uint64_t seed = 0;
  VerifyOptions options;
};

struct VerifierConfig {
  int jobs = 0;                    ///< candidates judged at once; 0 = one per core but one
  std::filesystem::path python;    ///< empty = the project's virtual environment
  std::filesystem::path harness;   ///< empty = the installed harness
  std::filesystem::path work_dir;  ///< private scratch; empty = a new folder under the system's
  std::filesystem::path sandbox_library;  ///< empty = beside the program, or where it was built
};

struct VerifierStats {
  std::int64_t submitted = 0;
  std::int64_t finished = 0;
  std::int64_t cached = 0;
  int queued = 0;
  int active = 0;
  int restarts = 0;                  ///< zygotes and hosts that had to be started again
  double candidates_per_second = 0;  ///< over the last 30 s
  std::vector<std::string> sandbox;  ///< layers active on this machine
};

/// Candidate in, verdict out. Thread-safe. Every submission gets exactly one verdict, whatever
/// happens to the candidate, to its child process, to a zygote or to the reference host.
class Verifier {
 public:
  using Callback = std::function<void(std::shared_ptr<const Verdict>)>;

  /// Starts the zygotes in the background and returns at once; the first verdict waits for them.
  static Result<std::unique_ptr<Verifier>> start(VerifierConfig config);
  virtual ~Verifier() = default;

  /// Queues a candidate. `done` runs on a thread of the verifier and must not block.
  virtual void submit(VerifyRequest request, Callback done) = 0;
  /// Queues and waits.
  std::shared_ptr<const Verdict> verify(VerifyRequest request);
  /// Ends every open submission with the reason "cancelled"; each still gets its one verdict.
  virtual void cancel_all() = 0;
  virtual VerifierStats stats() const = 0;
};

/// A seed for requests where nobody asked for a particular one: 53 random bits (JSON readers keep
/// them), drawn once in this process. The verdict names it, so that it can be judged again on the
/// same inputs. Thread-safe.
std::uint64_t unguessable_seed();
/// `seed` mixed with a secret of this installation (data_dir()/verifier-secret), which no candidate
/// can read: for seeds that people choose, and that a candidate could therefore try. Equal seeds
/// give equal results on the same installation. Thread-safe.
std::uint64_t secret_seed(std::uint64_t seed);

/// Extraction: candidate source out of a completion.
struct Extraction {
  std::string code;       ///< empty if none
  std::size_t begin = 0;  ///< byte range of the code in the completion
  std::size_t end = 0;
  int blocks = 0;       ///< complete fenced blocks seen
  std::string problem;  ///< "", "no_block", "unclosed_block", "several_blocks"
};
/// Takes the last complete fenced Python block after an optional thinking section; text without any
/// fence that looks like a module is taken whole.
Extraction extract_candidate(std::string_view completion);
/// The verdict on a completion without a candidate: rejected at `static`, for `code` ("no_block" or
/// "truncated").
Verdict verdict_without_candidate(const std::string& id, const std::string& code);

}  // namespace nereid::verify
