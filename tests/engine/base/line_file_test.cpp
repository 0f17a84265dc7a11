// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/line_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/file.h"

namespace nereid {
namespace {

class LineFileTest : public ::testing::Test {
 protected:
  Result<LineFile> open() {
    lines_.clear();
    return LineFile::open(file(), [this](std::int64_t number, std::string_view line) {
      lines_.emplace_back(line);
      EXPECT_EQ(number, static_cast<std::int64_t>(lines_.size()));
      return Result<void>();
    });
  }
  std::filesystem::path file() const { return folder_->path() / "below/lines.jsonl"; }
  std::string content() const { return *read_file(file()); }

  Result<TemporaryDirectory> folder_ = TemporaryDirectory::make("nereid-lines");
  std::vector<std::string> lines_;
};

TEST_F(LineFileTest, IsMadeGrowsAndIsReadBack) {
  {
    Result<LineFile> made = open();
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made->empty());
    ASSERT_TRUE(made->append("one"));
    EXPECT_FALSE(made->empty());
  }
  Result<LineFile> again = open();
  ASSERT_TRUE(again);
  EXPECT_EQ(lines_, (std::vector<std::string>{"one"}));
  ASSERT_TRUE(again->append(""));
  EXPECT_EQ(content(), "one\n\n");
  EXPECT_THROW((void)again->append("two\nlines"), CheckFailed);
}

TEST_F(LineFileTest, UnfinishedLineIsCutOff) {
  const std::string lengthy(200'000, 'x');  // over the pieces in which it is read
  std::filesystem::create_directories(file().parent_path());
  std::ofstream(file()) << "one\n" << lengthy << "\nthr";
  Result<LineFile> opened = open();
  ASSERT_TRUE(opened);
  EXPECT_EQ(lines_, (std::vector<std::string>{"one", lengthy}));
  ASSERT_TRUE(opened->append("three"));
  EXPECT_EQ(content(), "one\n" + lengthy + "\nthree\n");
}

TEST_F(LineFileTest, OneWriterAtATime) {
  const Result<LineFile> first = open();
  ASSERT_TRUE(first);
  const Result<LineFile> second = open();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(second.error().message.find("another process"), std::string::npos);
}

TEST_F(LineFileTest, ErrorOfTheReaderEndsTheOpening) {
  std::filesystem::create_directories(file().parent_path());
  std::ofstream(file()) << "one\n";
  const auto refused = LineFile::open(file(), [](std::int64_t, std::string_view) {
    return Result<void>(Error{ErrorCode::kCorrupt, "not mine"});
  });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "not mine");
}

TEST_F(LineFileTest, NothingStaysOfALineThatDidNotFit) {
  Result<LineFile> opened = open();
  ASSERT_TRUE(opened && opened->append("one"));
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto old = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const Result<void> failed = opened->append("a line that is longer");
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kNoSpace);
  EXPECT_EQ(content(), "one\n");
  ASSERT_TRUE(opened->append("two"));
  EXPECT_EQ(content(), "one\ntwo\n");
}

}  // namespace
}  // namespace nereid
