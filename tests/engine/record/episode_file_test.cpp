// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/episode_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/file.h"
#include "engine/record/store.h"
#include "tests/engine/record/sample.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class EpisodeFileTest : public testing::Test {
 protected:
  /// Exports episode 3/0/1 of a run with 8 steps of 4 completions.
  fs::path export_one(const EpisodeFileOptions& options = {}, const char* name = "one") {
    if (!fs::exists(run_)) write_run(run_, 8, 4);
    fs::path file = folder_.path() / (std::string(name) + ".nereid-episode");
    const auto count = export_episode_file(run_, {{{3, 0, 1}, "train"}}, options, file);
    EXPECT_TRUE(count) << count.error().message;
    return file;
  }
  static std::vector<EpisodeRow> rows_of(RunReader& reader) {
    std::int64_t cursor = 0;
    return *reader.episodes_since(cursor, 0);
  }
  static std::string opening_error(const fs::path& file) {
    const auto reader = RunReader::open(file);
    return reader ? "" : reader.error().message;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  fs::path run_ = folder_.path() / "run";
};

TEST_F(EpisodeFileTest, HoldsTheGroupAndTheMetricsOfItsStepBitForBit) {
  const fs::path file = export_one();
  fs::remove_all(run_);  // the file has to do alone
  const auto reader = must_open_reader(file);
  const std::vector<EpisodeRow> rows = rows_of(*reader);
  ASSERT_EQ(rows.size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const auto episode = reader->episode(rows[i].id);
    ASSERT_TRUE(episode) << episode.error().message;
    EXPECT_EQ(fingerprint(*episode), fingerprint(sample_episode(3, 0, i)));
  }
  std::int64_t cursor = 0;
  const auto metrics = reader->metrics_since(cursor);
  ASSERT_TRUE(metrics && metrics->size() == 1);
  EXPECT_EQ(metrics->front().step, 3);
  EXPECT_EQ(metrics->front().unix_ms, sample_metrics(3).unix_ms);
  ASSERT_EQ(metrics->front().values.size(), sample_metrics(3).values.size());
  for (std::size_t i = 0; i < metrics->front().values.size(); ++i)
    EXPECT_EQ(bits(metrics->front().values[i].second), bits(sample_metrics(3).values[i].second));
}

TEST_F(EpisodeFileTest, TellsWhereItComesFromAndWhatWasChosen) {
  const auto info = must_open_reader(export_one())->info();
  ASSERT_TRUE(info) << info.error().message;
  EXPECT_EQ(info->name, "sample");
  EXPECT_EQ(info->settings_yaml, sample_info().settings_yaml);
  EXPECT_EQ(info->facts.at("device"), "cpu");
  EXPECT_EQ(info->facts.at(kExportedEpisodes), "3/0/1");
  EXPECT_EQ(info->facts.at(kExportedFrom), sample_info().run_id);
  EXPECT_NE(info->run_id, sample_info().run_id);  // notes go by it
  EXPECT_EQ(info->last_checkpoint_step, 0);
  EXPECT_EQ(info->pid, 0);
}

TEST_F(EpisodeFileTest, AloneAndWithHistory) {
  const auto alone = must_open_reader(export_one({.with_group = false}, "alone"));
  ASSERT_EQ(rows_of(*alone).size(), 1U);
  EXPECT_EQ(rows_of(*alone).front().key, (EpisodeKey{3, 0, 1}));
  const auto history = must_open_reader(export_one({.with_history = true}, "history"));
  EXPECT_EQ(rows_of(*history).size(), 32U);  // one task in all steps
}

TEST_F(EpisodeFileTest, CheckAndImportTakeIt) {
  const fs::path file = export_one({.with_group = false});
  const auto report = check_record(file);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->ok) << (report->problems.empty() ? "" : report->problems.front());
  EXPECT_EQ(report->episodes, 1);
  const auto folder = import_run(file, folder_.path() / "runs");
  ASSERT_TRUE(folder) << folder.error().message;
  EXPECT_EQ(folder->filename(), "one");
  EXPECT_EQ(content(*folder), content(file));
  EXPECT_TRUE(check_record(*folder)->ok);
}

TEST_F(EpisodeFileTest, MissingEpisodeIsNamedAndLeavesNoFile) {
  write_run(run_, 3);
  const fs::path file = folder_.path() / "none.nereid-episode";
  const auto count = export_episode_file(run_, {{{9, 0, 0}, "evaluate"}}, {}, file);
  ASSERT_FALSE(count);
  EXPECT_EQ(count.error().code, ErrorCode::kNotFound);
  EXPECT_NE(count.error().message.find("evaluate:9/0/0"), std::string::npos);
  EXPECT_NE(count.error().message.find("1 to 3"), std::string::npos);
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(EpisodeFileTest, EveryTruncationIsTold) {
  const fs::path file = export_one();
  const std::string whole = *read_file(file);
  for (const std::size_t size : {std::size_t{0}, std::size_t{15}, std::size_t{99},
                                 std::size_t{4096}, whole.size() / 2, whole.size() - 1}) {
    ASSERT_TRUE(atomic_write_file(file, std::string_view(whole).substr(0, size)));
    const std::string message = opening_error(file);
    EXPECT_NE(message.find(file.string()), std::string::npos) << size;
    EXPECT_NE(message.find("ask for another copy"), std::string::npos) << size << message;
  }
}

TEST_F(EpisodeFileTest, ChangedContentIsTold) {
  const fs::path file = export_one();
  std::string bytes = *read_file(file);
  const std::size_t place = bytes.find("silu_scale");
  ASSERT_NE(place, std::string::npos);
  bytes[place] = 'S';
  ASSERT_TRUE(atomic_write_file(file, bytes));
  EXPECT_NE(opening_error(file).find("SHA-256"), std::string::npos) << opening_error(file);
  const auto report = check_record(file);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->ok);
}

// Whatever byte is damaged: an error, or the very same content (bytes that hold nothing).
TEST_F(EpisodeFileTest, DamagedBytesNeverShowAnotherEpisode) {
  const fs::path file = export_one();
  const std::vector<std::string> wanted = content(file);
  const std::string whole = *read_file(file);
  int refused = 0;
  for (std::size_t place = 7; place < whole.size(); place += 509) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 0x55);
    ASSERT_TRUE(atomic_write_file(file, bytes));
    if (!RunReader::open(file)) {
      ++refused;
      continue;
    }
    EXPECT_EQ(content(file), wanted) << place;
  }
  EXPECT_GT(refused, 10);
}

TEST_F(EpisodeFileTest, OtherFilesAreNotTakenForIt) {
  const fs::path file = folder_.path() / "text.nereid-episode";
  ASSERT_TRUE(atomic_write_file(file, std::string(5000, 'x')));
  EXPECT_NE(opening_error(file).find("not an episode file"), std::string::npos);
  write_run(run_, 2);
  const std::string message = opening_error(run_ / "record.sqlite");
  EXPECT_FALSE(message.empty());
}

TEST_F(EpisodeFileTest, OpeningWritesNothingBesideIt) {
  const fs::path file = export_one();
  const std::string before = *read_file(file);
  const auto files = [&] {
    return std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator());
  };
  const auto count = files();
  (void)content(file);
  EXPECT_EQ(files(), count);
  EXPECT_EQ(*read_file(file), before);
}

TEST(EpisodeName, GoesThereAndBack) {
  for (const char* text : {"12/0/3", "evaluate:1/2/3"}) {
    const auto name = parse_episode_name(text);
    ASSERT_TRUE(name) << text;
    EXPECT_EQ(episode_name(*name), text);
  }
  for (const char* text : {"", "12", "1/2", "1/2/3/4", "a/b/c", ":1/2/3", "1/2/-3", "1//3"})
    EXPECT_FALSE(parse_episode_name(text)) << text;
}

}  // namespace
}  // namespace nereid::record
