// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace nereid::verify {

/// What is kept between runs: verdicts, what the compiler made of a candidate's launches, and how
/// long a reference takes under torch.compile on a GPU.
enum class KeptKind { kVerdict, kCompile, kReferenceTime };
std::string_view kept_kind_name(KeptKind kind);  ///< "verdict", "compile" or "reference-time"
std::optional<KeptKind> kept_kind_from_name(std::string_view name);
std::vector<KeptKind> kept_kinds();

struct KeepOptions {
  std::filesystem::path file = {};  ///< empty: kept_file()
  /// False: only what needs no seed. For requests whose seed is drawn anew each time: no verdict
  /// on them can come again.
  bool verdicts = true;
  double days = 30;                                ///< what is older is forgotten
  std::int64_t max_bytes = std::int64_t{2} << 30;  ///< beyond it what was used longest ago goes
  std::function<std::int64_t()> now = {};          ///< Unix time in seconds; empty: the system's
};

/// cache_dir()/kept-1.sqlite; 1 is the version of its tables.
std::filesystem::path kept_file();

struct KeptEntry {
  std::string value;
  double age_s = 0;
};

/// Of one kind.
struct KeptSummary {
  KeptKind kind = KeptKind::kVerdict;
  std::int64_t entries = 0;
  std::int64_t bytes = 0;
  std::int64_t hits = 0;  ///< of the entries that are there
  double oldest_s = 0;    ///< age of the oldest
};

struct KeptCheck {
  std::int64_t entries = 0;
  std::int64_t removed = 0;  ///< of them, not what was stored
};

/// Entries by kind and key in one SQLite file, shared by all processes of a user. A cache: what
/// goes wrong costs an entry, never the work. A file that is damaged is set aside with a warning, a
/// new one begun. Entries carry a code made with the secret of this installation, which no
/// candidate can read, so that nothing else can put one there. Thread-safe; several processes at
/// once; what was kept survives kill -9 or is not there.
class KeptStore {
 public:
  /// Makes file and folder where they are not there. An Error if that cannot be done.
  static Result<std::unique_ptr<KeptStore>> open(KeepOptions options);
  virtual ~KeptStore() = default;

  /// Nothing where it is not there, too old, or not what was stored.
  virtual std::optional<KeptEntry> find(KeptKind kind, const std::string& key) = 0;
  /// Replaces what has the same key.
  virtual void keep(KeptKind kind, const std::string& key, std::string_view value) = 0;
  virtual Result<std::vector<KeptSummary>> summary() = 0;
  /// Forgets entries (of one kind; older than so many days); how many. All of them: files that were
  /// set aside go too.
  virtual Result<std::int64_t> clear(std::optional<KeptKind> kind, double older_than_days) = 0;
  /// Reads every entry; what is not as it was stored is removed. kCorrupt if the file itself is not
  /// whole; it has been set aside then.
  virtual Result<KeptCheck> check() = 0;
  /// Bytes of the file and of those that SQLite keeps beside it.
  virtual std::int64_t file_bytes() const = 0;
};

}  // namespace nereid::verify
