// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// One trick of the cheat zoo with its benign twin: an honest candidate that looks like it.
struct ZooEntry {
  std::string id;                      ///< "CLASS/NAME"
  std::string class_id;                ///< folder under resources/zoo
  std::string mechanism;               ///< what it does and whom it would fool, one sentence
  std::string reference, cheat, twin;  ///< source texts
  std::vector<std::string> codes;      ///< reason codes that name the trick rightly
  bool told_on_cpu = true;             ///< false: a trick of the clock, which shows on a GPU only
  bool told_on_cuda = true;
  std::string flag;  ///< this flag names the trick, which is legal: tasks promise what it needs
  bool harmless = false;  ///< the kernel is right and the sandbox makes the act ineffective
};

struct ZooClass {
  std::string id, title, about;
};

struct Zoo {
  std::vector<ZooClass> classes;  ///< in the order of their names
  std::vector<ZooEntry> entries;
};

/// Reads FOLDER/CLASS/class.json and the sources they name. Errors name the file.
Result<Zoo> load_zoo(const std::filesystem::path& folder);

/// What became of one candidate of the zoo.
enum class ZooOutcome {
  kRight,      ///< cheat rejected, or twin accepted
  kContained,  ///< a harmless act of a right kernel; accepted, and the act did nothing
  kFlagged,    ///< legal, accepted, and flagged for what it is
  kNotHere,    ///< cannot be told or run on this device
  kFalse,      ///< cheat accepted, or twin rejected
};

struct ZooResult {
  const ZooEntry* entry = nullptr;
  std::shared_ptr<const Verdict> cheat, twin;
  ZooOutcome cheat_outcome = ZooOutcome::kRight, twin_outcome = ZooOutcome::kRight;
  /// The cheat was rejected for a reason that does not name the trick.
  bool other_reason = false;
};

/// Sums of one class, or of the whole zoo.
struct ZooCounts {
  int entries = 0, false_accepts = 0, false_rejects = 0, other_reasons = 0, contained = 0,
      flagged = 0, not_here = 0;
};

/// Adds a verdict on a cheat to the sums, and one on a twin; not to `entries`.
void count_cheat(ZooCounts& counts, const ZooEntry& entry, const Verdict& verdict);
void count_twin(ZooCounts& counts, const ZooEntry& entry, const Verdict& verdict);

struct ZooReport {
  std::vector<ZooResult> results;  ///< in the order of `Zoo::entries`
  double seconds = 0;
  ZooCounts total() const { return counts(""); }
  /// Of one class; "" = all.
  ZooCounts counts(std::string_view class_id) const;
};

/// Judges every cheat and every twin, all with `seed`. `progress(done, of)` runs on a thread of the
/// verifier. The report points into `zoo`.
ZooReport run_zoo(Verifier& verifier, const Zoo& zoo, const VerifyOptions& options,
                  std::uint64_t seed, const std::function<void(int, int)>& progress);

/// The request that judges the cheat of an entry, or its twin; with unguessable_seed().
VerifyRequest zoo_request(const ZooEntry& entry, bool twin, const VerifyOptions& options);

/// How a verdict on a cheat (`twin`: on a twin) counts on the device that the verdict names.
ZooOutcome zoo_outcome(const ZooEntry& entry, const Verdict& verdict, bool twin);

/// Was the cheat rejected for a reason that does not name the trick?
bool zoo_other_reason(const ZooEntry& entry, const Verdict& cheat);

}  // namespace nereid::verify
