// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file.h"
#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace nereid::verify {

/// Folder of a verifier's processes under the system's temporary folder. While it lives others see
/// by a lock that it is in use.
struct WorkFolder {
  TemporaryDirectory folder;
  UniqueFd in_use;  ///< ends before the folder
};

/// A new one. Those of the same user whose program has ended without removing them, as after
/// `kill -9`, are removed.
Result<WorkFolder> make_work_folder();

}  // namespace nereid::verify
