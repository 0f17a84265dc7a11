// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <thread>

#include "engine/base/file.h"
#include "engine/verify/request/secret.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {
namespace {

TEST(Seeds, ASecretIsMadeOnceForItsOwnerAlone) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::make();
  ASSERT_TRUE(folder);
  const auto file = folder->path() / "deep" / "secret";
  const Result<std::string> first = installation_secret(file);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->size(), 64U);
  const Result<std::string> second = installation_secret(file);
  ASSERT_TRUE(second);
  EXPECT_EQ(*second, *first);
  struct stat status = {};
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST(Seeds, ManyWhoAskAtOnceGetTheSameSecret) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::make();
  ASSERT_TRUE(folder);
  const auto file = folder->path() / "secret";
  ASSERT_TRUE(installation_secret(file));
  std::vector<std::string> seen(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& mine : seen)
      threads.emplace_back([&] {
        if (auto secret = installation_secret(file)) mine = *secret;
      });
  }
  EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 1U);
  EXPECT_EQ(seen.front().size(), 64U);
}

TEST(Seeds, AShortSecretIsRefused) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::make();
  ASSERT_TRUE(folder);
  const auto file = folder->path() / "secret";
  ASSERT_TRUE(atomic_write_file(file, "1234"));
  const Result<std::string> secret = installation_secret(file);
  ASSERT_FALSE(secret);
  EXPECT_NE(secret.error().message.find("remove it"), std::string::npos);
}

TEST(Seeds, SecretSeedsRepeatAndDiffer) {
  EXPECT_EQ(secret_seed(0), secret_seed(0));
  EXPECT_NE(secret_seed(0), secret_seed(1));
  EXPECT_NE(secret_seed(0), 0U);
  EXPECT_LT(secret_seed(7), std::uint64_t{1} << 53);
}

}  // namespace
}  // namespace nereid::verify
