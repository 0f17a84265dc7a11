// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <sys/fsuid.h>
#include <unistd.h>

#include <filesystem>

namespace nereid::record {

/// Permissions do not count for the superuser: file access as somebody else, for a while.
class WithoutRights {
 public:
  explicit WithoutRights(const std::filesystem::path& owned) {
    if (::geteuid() != 0) return;
    EXPECT_EQ(::chown(owned.c_str(), kNobody, kNobody), 0);
    ::setfsuid(kNobody);
  }
  ~WithoutRights() {
    if (::geteuid() == 0) ::setfsuid(0);
  }
  WithoutRights(const WithoutRights&) = delete;
  WithoutRights& operator=(const WithoutRights&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
};

}  // namespace nereid::record
