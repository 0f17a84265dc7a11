// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/setup/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/paths.h"

namespace nereid::setup {
namespace {

namespace fs = std::filesystem;

/// Real venvs with a real pip, of pins that name no package, in a cache folder of the test's own.
class Environment : public ::testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryDirectory::make("nereid-environment");
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
    const fs::path setup = folder_->path() / "setup";
    fs::create_directories(setup);
    fs::copy_file(setup_dir() / "environment.py", setup / "environment.py");
    pin("#: download_mb 12\n#: installed_mb 34\n");
    ::setenv("NEREID_SETUP", setup.c_str(), 1);
    ::setenv("XDG_CACHE_HOME", (folder_->path() / "cache").c_str(), 1);
    ::setenv("PIP_NO_INDEX", "1", 1);
    ::setenv("PIP_CONFIG_FILE", "/dev/null", 1);
  }
  void TearDown() override {
    for (const char* name : {"NEREID_SETUP", "XDG_CACHE_HOME", "PIP_NO_INDEX", "PIP_CONFIG_FILE"})
      ::unsetenv(name);
  }
  void pin(const std::string& text) const {
    std::ofstream(folder_->path() / "setup/requirements.txt") << text;
  }
  Result<void> make(const fs::path& folder = {}) {
    return make_environment(
        folder, [this](const SetupProgress& progress) { stages_.push_back(progress.stage); }, {});
  }
  fs::path beside(const char* name) const { return folder_->path() / name; }

  std::optional<TemporaryDirectory> folder_;
  std::vector<SetupStage> stages_;
};

TEST_F(Environment, SizesComeFromThePins) {
  const auto size = setup_size();
  ASSERT_TRUE(size);
  EXPECT_EQ(size->download_bytes, 12'000'000);
  EXPECT_EQ(size->installed_bytes, 34'000'000);
}

TEST_F(Environment, IsMadeInTheCacheAndRemovedWithEverything) {
  const auto made = make();
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_FALSE(stages_.empty());
  EXPECT_EQ(stages_.front(), SetupStage::kPrepare);
  EXPECT_TRUE(fs::exists(environment_dir() / ".ready"));
  const auto freed = remove_environment();
  ASSERT_TRUE(freed) << freed.error().message;
  EXPECT_GT(*freed, 0);
  EXPECT_TRUE(fs::is_empty(cache_dir()));
}

TEST_F(Environment, AnotherFolderIsRememberedByALink) {
  const auto made = make(beside("large disk"));
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(fs::read_symlink(environment_dir()), beside("large disk"));
  EXPECT_TRUE(fs::exists(environment_dir() / ".ready"));
  stages_.clear();
  ASSERT_TRUE(make());  // finds it through the link
  EXPECT_TRUE(stages_.empty());
  ASSERT_TRUE(remove_environment());
  EXPECT_FALSE(fs::exists(beside("large disk")));
  EXPECT_FALSE(fs::is_symlink(environment_dir()));
}

TEST_F(Environment, FolderWithOtherFilesIsRefusedAndNeverRemoved) {
  fs::create_directories(beside("mine"));
  std::ofstream(beside("mine/thesis.txt")) << "years of work";
  const auto made = make(beside("mine"));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kInvalidArgument);
  fs::create_directories(environment_dir().parent_path());
  fs::create_directory_symlink(beside("mine"), environment_dir());
  EXPECT_FALSE(remove_environment());
  EXPECT_TRUE(fs::exists(beside("mine/thesis.txt")));
}

TEST_F(Environment, FailureHasItsCodeAndNamesTheMend) {
  pin("#: download_mb 900000000000\n");
  const auto made = make();
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kNoSpace);
  EXPECT_NE(made.error().message.find("XDG_CACHE_HOME"), std::string::npos);
}

TEST_F(Environment, StopEndsIt) {
  std::stop_source stop;
  const auto made = make_environment(
      {}, [&](const SetupProgress&) { stop.request_stop(); }, stop.get_token());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(fs::exists(environment_dir() / ".ready"));
}

}  // namespace
}  // namespace nereid::setup
