// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/record/library/run_labels.h"
#include "engine/record/library/run_trash.h"
#include "tests/engine/record/library/without_rights.h"
#include "tests/engine/record/sample.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class KeepingTest : public testing::Test {
 protected:
  KeepingTest() { write_run(run_, 2); }

  RunLabels labels() const {
    const auto read = read_labels(run_, own_);
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? *read : RunLabels();
  }
  void must_write(const RunLabels& labels) const {
    const Result<void> written = write_labels(run_, own_, labels);
    ASSERT_TRUE(written) << written.error().message;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  fs::path runs_ = folder_.path() / "runs", run_ = runs_ / "first", own_ = folder_.path() / "own";
};

using Labels = KeepingTest;
using Trash = KeepingTest;

TEST_F(Labels, ComeBackSortedAndOnce) {
  EXPECT_TRUE(labels().empty());
  must_write({{"seed 2", "base", "base"}, true});
  EXPECT_EQ(labels(), (RunLabels{{"base", "seed 2"}, true}));
  must_write({});
  EXPECT_TRUE(labels().empty());
  EXPECT_FALSE(fs::exists(labels_path(run_)));
}

TEST_F(Labels, ANameIsKeptBesideTheTagsOrAlone) {
  must_write({{"base"}, false, "my best"});
  EXPECT_EQ(labels(), (RunLabels{{"base"}, false, "my best"}));
  must_write({{}, false, "alone"});
  EXPECT_EQ(labels().name, "alone");
  must_write({});
  EXPECT_FALSE(fs::exists(labels_path(run_)));
  EXPECT_EQ(name_from_text("  two words \n second line"), "two words");
  EXPECT_EQ(name_from_text(" \n "), "");
  EXPECT_EQ(name_from_text(std::string(79, 'x') + "\u00e9").size(), 79u) << "never half a letter";
}

TEST_F(Labels, TheRecordIsNotTouchedAndAnImportTakesThemAlong) {
  const Result<std::string> before = sha256_file(record_path(run_));
  must_write({{"base"}, false});
  EXPECT_EQ(*before, *sha256_file(record_path(run_)));
  const Result<fs::path> copy = import_run(run_, folder_.path() / "others");
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_EQ(read_labels(*copy, own_)->tags, std::vector<std::string>{"base"});
}

TEST_F(Labels, AnotherSchemaIsRefusedAndKept) {
  const std::string foreign = R"({"schema": "other/1"})";
  ASSERT_TRUE(atomic_write_file(labels_path(run_), foreign));
  EXPECT_FALSE(read_labels(run_, own_));
  EXPECT_FALSE(write_labels(run_, own_, {{"base"}, false}));
  EXPECT_EQ(*read_file(labels_path(run_)), foreign);
}

TEST_F(Labels, AFolderThatCannotBeWrittenKeepsThemAmongTheUsersOwn) {
  must_write({{"shipped"}, false});
  ASSERT_EQ(::chmod(run_.c_str(), 0555), 0);
  {
    const WithoutRights nobody(folder_.path());
    must_write({{"mine"}, true});
    EXPECT_EQ(labels(), (RunLabels{{"mine"}, true}));
    must_write({});
    EXPECT_TRUE(labels().empty()) << "the own file says that the tags of the folder are gone";
  }
  ASSERT_EQ(::chmod(run_.c_str(), 0755), 0);
  EXPECT_EQ(read_labels(run_, folder_.path() / "none")->tags, std::vector<std::string>{"shipped"});
}

TEST(Tags, AreReadAsTyped) {
  EXPECT_EQ(tags_from_text(" base,  seed   1 ;base,, "),
            (std::vector<std::string>{"base", "seed 1"}));
  EXPECT_TRUE(tags_from_text(" , ;").empty());
  std::string umlauts;
  for (int i = 0; i < 30; ++i) umlauts += "\xC3\xA4";
  const std::vector<std::string> tags = tags_from_text(umlauts);
  ASSERT_EQ(tags.size(), 1U);
  EXPECT_EQ(tags[0].size(), 40U);
  EXPECT_TRUE(is_utf8(tags[0]));
}

TEST_F(Trash, ARunComesBackAsItWas) {
  const std::vector<std::string> before = content(run_);
  const Result<TrashedRun> gone = move_to_trash(run_, runs_);
  ASSERT_TRUE(gone) << gone.error().message;
  EXPECT_FALSE(fs::exists(run_));
  ASSERT_EQ(list_trash(runs_).size(), 1U);
  EXPECT_EQ(list_trash(runs_)[0].name(), "first");
  EXPECT_GT(trashed_bytes(*gone), 1000U);
  const Result<fs::path> back = restore_from_trash(list_trash(runs_)[0]);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, run_);
  EXPECT_EQ(content(run_), before);
  EXPECT_TRUE(list_trash(runs_).empty());
  EXPECT_TRUE(fs::is_empty(trash_dir(runs_)));
}

TEST_F(Trash, ATakenPlaceIsLeftAlone) {
  const Result<TrashedRun> gone = move_to_trash(run_, runs_);
  ASSERT_TRUE(gone);
  write_run(run_, 1);
  const Result<TrashedRun> again = move_to_trash(run_, runs_);
  ASSERT_TRUE(again);
  EXPECT_EQ(list_trash(runs_).size(), 2U);
  EXPECT_EQ(*restore_from_trash(*gone), run_);
  EXPECT_EQ(*restore_from_trash(*again), runs_ / "first-2");
  EXPECT_EQ(content(run_).size() > content(runs_ / "first-2").size(), true);
}

TEST_F(Trash, ARunThatIsBeingWrittenStays) {
  const std::unique_ptr<RunWriter> writer = must_open_writer(runs_ / "live");
  const auto refused = move_to_trash(runs_ / "live", runs_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("being written; stop it first"), std::string::npos);
  EXPECT_TRUE(fs::exists(record_path(runs_ / "live")));
}

TEST_F(Trash, FoldersElsewhereAndLinksStay) {
  write_run(folder_.path() / "elsewhere", 1);
  EXPECT_FALSE(move_to_trash(folder_.path() / "elsewhere", runs_));
  fs::create_directory_symlink(folder_.path() / "elsewhere", runs_ / "link");
  EXPECT_FALSE(move_to_trash(runs_ / "link", runs_));
  fs::create_directories(runs_ / "plain");
  EXPECT_FALSE(move_to_trash(runs_ / "plain", runs_));
  EXPECT_FALSE(move_to_trash(runs_ / "first" / "..", runs_));
  EXPECT_TRUE(fs::exists(record_path(folder_.path() / "elsewhere")));
  EXPECT_TRUE(list_trash(runs_).empty());
}

TEST_F(Trash, EmptyingRemovesWhatWasShownAndTellsHowFarItIs) {
  write_run(runs_ / "second", 1);
  ASSERT_TRUE(move_to_trash(run_, runs_));
  ASSERT_TRUE(move_to_trash(runs_ / "second", runs_));
  // Not of this program: it stays.
  fs::create_directories(trash_dir(runs_) / "foreign");
  std::vector<int> told;
  ASSERT_TRUE(remove_for_good(list_trash(runs_), [&](int gone) {
    told.push_back(gone);
    return true;
  }));
  EXPECT_EQ(told, (std::vector{1, 2}));
  EXPECT_TRUE(list_trash(runs_).empty());
  EXPECT_TRUE(fs::exists(trash_dir(runs_) / "foreign"));
}

}  // namespace
}  // namespace nereid::record
