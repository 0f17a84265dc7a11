// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"

namespace nereid::record {

/// How far a copy has come: of each table that only grows, the last row that it holds.
struct MirrorPosition {
  std::string run_id;  ///< empty: nothing was copied yet
  std::int64_t generation = 0;
  std::map<std::string, std::int64_t> cursors;
};

/// What one frame of the stream said.
struct MirrorNews {
  enum class Kind {
    kRows,    ///< taken into the open transaction
    kPart,    ///< committed, and more is to come
    kEqual,   ///< committed; the copy is what the source was when it was asked
    kIdle,    ///< nothing new at the source
    kRefused  ///< the other side cannot serve; `code` and `message` say why
  };
  Kind kind = Kind::kIdle;
  std::int64_t done = 0, all = 0;  ///< rows of this round, for a progress bar
  std::string code = {}, message = {};
};

/// Writes the record of a run on another machine into a folder here, from the frames that
/// resources/remote/record_tail.py sends. A reader follows the copy as it would follow the run. One
/// thread at a time. Rows are data: nothing of them is executed, and none can leave its table.
class RecordMirror {
 public:
  /// Makes the folder and an empty record, or opens a copy to go on with.
  static Result<std::unique_ptr<RecordMirror>> open(const std::filesystem::path& run_dir);
  virtual ~RecordMirror() = default;
  virtual Result<MirrorPosition> position() = 0;
  /// `frame`: one frame without its length. Rows that no commit followed are lost with the mirror,
  /// so a broken connection leaves a state that the source had.
  virtual Result<MirrorNews> apply(std::span<const std::byte> frame) = 0;
  /// Forgets rows that no commit followed: the connection broke.
  virtual void roll_back() = 0;
};

}  // namespace nereid::record
