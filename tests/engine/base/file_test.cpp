// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>

namespace nereid {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  fs::path file_ = folder_.path() / "file";

  int entries() const {
    return static_cast<int>(std::distance(fs::directory_iterator(folder_.path()), {}));
  }
};

/// Runs `work` in a child; its answer is the exit status.
int in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST_F(FileTest, WrittenBytesAreReadBack) {
  std::string content;
  for (int i = 0; i < 300'000; ++i) content += static_cast<char>(i * 7);
  for (const std::string& text : {std::string(), std::string("a\0b", 3), content}) {
    ASSERT_TRUE(atomic_write_file(file_, text));
    const Result<std::string> got = read_file(file_);
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(*got, text);
  }
  EXPECT_EQ(entries(), 1) << "a temporary file was left";
}

TEST_F(FileTest, ReplacingKeepsModeAndLink) {
  const fs::path target = folder_.path() / "target";
  ASSERT_TRUE(atomic_write_file(target, "old"));
  fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(target, file_);
  ASSERT_TRUE(atomic_write_file(file_, "new"));
  EXPECT_TRUE(fs::is_symlink(file_));
  EXPECT_EQ(*read_file(target), "new");
  EXPECT_EQ(fs::status(target).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(FileTest, MissingFileAndFolderAreTold) {
  const Result<std::string> got = read_file(file_);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::kNotFound);
  EXPECT_NE(got.error().message.find(file_.string()), std::string::npos);
  EXPECT_EQ(atomic_write_file(folder_.path() / "none" / "file", "x").error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(read_file(folder_.path()).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(FileTest, FileOverTheLimitIsRefused) {
  ASSERT_TRUE(atomic_write_file(file_, std::string(1000, 'x')));
  EXPECT_TRUE(read_file(file_, 1000));
  EXPECT_EQ(read_file(file_, 999).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(FileTest, FullDiskKeepsTheOldContent) {
  ASSERT_TRUE(atomic_write_file(file_, "old"));
  // A limit on the size of files makes writing fail as a full disk does.
  const int answer = in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Result<void> written = atomic_write_file(file_, std::string(100'000, 'x'));
    return !written && written.error().code == ErrorCode::kNoSpace ? 7 : 1;
  });
  EXPECT_EQ(answer, 7);
  EXPECT_EQ(*read_file(file_), "old");
  EXPECT_EQ(entries(), 1) << "a temporary file was left";
}

TEST_F(FileTest, NoPermissionIsTold) {
  const int answer = in_child([&] {
    fs::permissions(folder_.path(), fs::perms::owner_read | fs::perms::owner_exec);
    if (::geteuid() == 0 && ::seteuid(65534) != 0) return 2;
    const Result<void> written = atomic_write_file(file_, "x");
    return !written && written.error().code == ErrorCode::kPermissionDenied ? 7 : 1;
  });
  fs::permissions(folder_.path(), fs::perms::owner_all);
  EXPECT_EQ(answer, 7);
}

TEST_F(FileTest, TemporaryDirectoryDisappears) {
  fs::path path;
  {
    Result<TemporaryDirectory> made = TemporaryDirectory::make();
    ASSERT_TRUE(made);
    path = made->path();
    TemporaryDirectory moved = std::move(*made);
    std::ofstream(path / "file") << "x";
    EXPECT_TRUE(fs::exists(path / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(Utf8, BadSequencesAreFoundWithTheirOffset) {
  EXPECT_TRUE(is_utf8("plain, \xC3\xA9, \xE2\x82\xAC, \xF0\x9F\x98\x80"));
  for (const char* bad :
       {"\xFF", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80"}) {
    std::size_t offset = 99;
    EXPECT_FALSE(is_utf8(std::string("ab") + bad, &offset));
    EXPECT_EQ(offset, 2U);
  }
}

}  // namespace
}  // namespace nereid
