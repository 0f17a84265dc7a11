// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "engine/base/json.h"
#include "engine/base/result.h"

namespace nereid::data {

/// A folder that is written beside its place, under another name, and takes it when it is whole.
/// What is not finished is removed. Move-only. One thread at a time.
class SetFolder {
 public:
  /// Errors if `out` is there. What an interrupted call left beside it is removed.
  static Result<SetFolder> make(const std::filesystem::path& out);
  ~SetFolder();
  SetFolder(SetFolder&& other) noexcept;
  SetFolder& operator=(SetFolder&& other) = delete;

  const std::filesystem::path& path() const { return folder_; }
  /// A whole file, with the folders above it.
  Result<void> write(const std::filesystem::path& name, std::string_view text);
  /// One line of a file that grows.
  Result<void> append(const std::string& name, const OrderedJson& line);
  /// Closes the files that grow.
  Result<void> close();
  /// Gives the folder its name.
  Result<void> finish();

 private:
  SetFolder() = default;
  Result<void> check(std::ofstream& stream, const std::filesystem::path& file);

  std::filesystem::path out_, folder_;
  std::map<std::string, std::ofstream> growing_;
};

}  // namespace nereid::data
