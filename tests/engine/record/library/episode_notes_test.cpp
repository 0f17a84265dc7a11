// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/episode_notes.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "tests/engine/record/library/without_rights.h"
#include "tests/engine/record/sample.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class NotesTest : public testing::Test {
 protected:
  NotesTest() { fs::create_directories(place_.run_dir); }

  std::vector<EpisodeNote> notes() const {
    const auto read = read_notes(place_);
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? *read : std::vector<EpisodeNote>();
  }
  void must_write(const EpisodeNote& note) const {
    const Result<void> written = write_note(place_, note);
    ASSERT_TRUE(written) << written.error().message;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  NotesPlace place_{folder_.path() / "run", folder_.path() / "own", "run/../1"};
  EpisodeNote first_{"train", {3, 1, 2}, true, "off by one in the \"mask\"\nsecond line \u00e4"};
  EpisodeNote second_{"evaluate", {2, 0, 0}, false, "compare with the one above"};
};

TEST_F(NotesTest, NoFileMeansNoNotes) {
  EXPECT_TRUE(notes().empty());
  EXPECT_FALSE(fs::exists(notes_path(place_.run_dir)));
}

TEST_F(NotesTest, NotesComeBackInOrder) {
  must_write(first_);
  must_write(second_);
  EXPECT_EQ(notes(), (std::vector{second_, first_}));
}

TEST_F(NotesTest, AnEmptyNoteTakesItAway) {
  must_write(first_);
  must_write(second_);
  must_write({first_.phase, first_.key, false, ""});
  EXPECT_EQ(notes(), std::vector{second_});
}

TEST_F(NotesTest, PhasesOfAKeyAreApart) {
  EpisodeNote other = first_;
  other.phase = "evaluate";
  must_write(first_);
  must_write(other);
  EXPECT_EQ(notes().size(), 2U);
}

TEST_F(NotesTest, TheRecordIsNotTouched) {
  write_run(place_.run_dir, 2);
  const Result<std::string> before = sha256_file(record_path(place_.run_dir));
  ASSERT_TRUE(before);
  must_write(first_);
  const Result<std::string> after = sha256_file(record_path(place_.run_dir));
  ASSERT_TRUE(after);
  EXPECT_EQ(*before, *after);
  const Result<CheckReport> report = check_record(place_.run_dir);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->ok);
}

TEST_F(NotesTest, NotesTravelWithAnImport) {
  write_run(place_.run_dir, 2);
  must_write(first_);
  const Result<fs::path> copy = import_run(place_.run_dir, folder_.path() / "runs");
  ASSERT_TRUE(copy) << copy.error().message;
  const auto read = read_notes({*copy, place_.fallback_dir, "other"});
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, std::vector{first_});
}

TEST_F(NotesTest, AnotherSchemaIsRefusedAndKept) {
  const std::string foreign = R"({"schema": "other/1"})";
  ASSERT_TRUE(atomic_write_file(notes_path(place_.run_dir), foreign));
  EXPECT_FALSE(read_notes(place_));
  EXPECT_FALSE(write_note(place_, first_));
  EXPECT_EQ(*read_file(notes_path(place_.run_dir)), foreign);
}

TEST_F(NotesTest, DamagedEntriesAreNoNotes) {
  ASSERT_TRUE(atomic_write_file(
      notes_path(place_.run_dir),
      R"({"schema": "nereid.notes/1", "episodes": [7, {"step": "x"}, {"step": 4, "note": "kept"}]})"));
  const auto read = notes();
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read.front().key.step, 4);
  EXPECT_EQ(read.front().text, "kept");
}

TEST_F(NotesTest, AFolderThatCannotBeWrittenLeavesThemToTheUsersOwn) {
  must_write(first_);
  const Result<std::string> before = sha256_file(notes_path(place_.run_dir));
  ASSERT_EQ(::chmod(place_.run_dir.c_str(), 0555), 0);
  {
    const WithoutRights nobody(folder_.path());
    must_write(second_);
    must_write({first_.phase, first_.key, false, ""});
    EXPECT_EQ(notes(), std::vector{second_});
  }
  ASSERT_EQ(::chmod(place_.run_dir.c_str(), 0755), 0);
  EXPECT_EQ(*sha256_file(notes_path(place_.run_dir)), *before);
  EXPECT_EQ(fallback_notes_path(place_).parent_path(), place_.fallback_dir);
  // Whoever may write the folder again goes on with the notes of before.
  must_write({second_.phase, second_.key, false, ""});
  EXPECT_TRUE(notes().empty());
}

}  // namespace
}  // namespace nereid::record
