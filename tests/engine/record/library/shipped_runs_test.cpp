// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/shipped_runs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class ShippedRuns : public ::testing::Test {
 protected:
  void add(const std::string& name, const std::string& about, bool has_record = true) {
    const fs::path run = folder_.path() / name;
    fs::create_directories(run);
    if (has_record) {
      ASSERT_TRUE(atomic_write_file(run / "record.sqlite", "not opened"));
    }
    if (!about.empty()) {
      ASSERT_TRUE(atomic_write_file(run / "about.json", about));
    }
  }

  Result<TemporaryDirectory> made_ = TemporaryDirectory::make("shipped-runs");
  TemporaryDirectory& folder_ = *made_;
};

TEST_F(ShippedRuns, ComeInTheirOrderWithWhatTheySay) {
  add("late", R"({"schema": "nereid.about/1", "title": "Late", "sentence": "b", "order": 2})");
  add("early", R"({"schema": "nereid.about/1", "title": "Early", "sentence": "a", "order": 1})");
  const std::vector<ShippedRun> runs = shipped_runs(folder_.path());
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].title, "Early");
  EXPECT_EQ(runs[0].sentence, "a");
  EXPECT_EQ(runs[0].folder, folder_.path() / "early");
  EXPECT_EQ(runs[1].title, "Late");
}

TEST_F(ShippedRuns, BrokenOrMissingWordsTakeNoRunAway) {
  add("told", R"({"schema": "nereid.about/1", "title": "Told", "sentence": "a", "order": 9})");
  add("broken", "{");
  add("foreign", R"({"schema": "nereid.labels/1", "title": "Foreign"})");
  add("silent", "");
  const std::vector<ShippedRun> runs = shipped_runs(folder_.path());
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[0].title, "Told");
  EXPECT_EQ(runs[1].title, "broken");
  EXPECT_EQ(runs[2].title, "foreign");
  EXPECT_EQ(runs[3].title, "silent");
}

TEST_F(ShippedRuns, FolderWithoutARecordIsNone) {
  add("coming", R"({"schema": "nereid.about/1", "title": "Coming", "sentence": "", "order": 1})",
      false);
  EXPECT_TRUE(shipped_runs(folder_.path()).empty());
  EXPECT_TRUE(shipped_runs(folder_.path() / "nowhere").empty());
}

TEST(ShippedRunsOfNereid, AllOpenAndSayWhatTheyAre) {
  const std::vector<ShippedRun> runs = shipped_runs(resource_dir() / "runs");
  ASSERT_FALSE(runs.empty());
  for (const ShippedRun& run : runs) {
    EXPECT_TRUE(RunReader::open(run.folder)) << run.folder;
    EXPECT_NE(run.title, run.folder.filename().string());
    EXPECT_FALSE(run.sentence.empty()) << run.folder;
  }
}

// One that is would be changed by its readers. Byte 18 of the file: the journal, 2 is write-ahead.
TEST(ShippedRunsOfNereid, NoneIsInWriteAheadMode) {
  for (const ShippedRun& run : shipped_runs(resource_dir() / "runs")) {
    for (const auto& file : fs::recursive_directory_iterator(run.folder)) {
      EXPECT_FALSE(file.path().string().ends_with("-wal")) << file.path();
      EXPECT_FALSE(file.path().string().ends_with("-shm")) << file.path();
      if (file.path().filename() != "record.sqlite") continue;
      std::ifstream record(file.path(), std::ios::binary);
      record.seekg(18);
      EXPECT_EQ(record.get(), 1) << file.path() << ": PRAGMA journal_mode = DELETE";
    }
  }
}

}  // namespace
}  // namespace nereid::record
