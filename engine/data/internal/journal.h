// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "engine/base/json.h"
#include "engine/base/result.h"

namespace nereid::data {

/// Lines of JSON that survive an interruption: each is written at once; a last line that is not
/// whole is cut off when the file is opened again. One thread at a time.
class Journal {
 public:
  /// Calls `on_line` with each line that is there already.
  static Result<Journal> open(const std::filesystem::path& file,
                              const std::function<void(const Json& line)>& on_line);
  Result<void> append(const OrderedJson& line);

 private:
  std::filesystem::path file_;
  std::ofstream stream_;
};

}  // namespace nereid::data
