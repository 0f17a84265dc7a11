// SPDX-License-Identifier: GPL-3.0-or-later
// The writing side of a followed record: what it takes, what it refuses, and what is left of a
// stream that ends in the middle.
#include "engine/record/mirror.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "engine/base/file.h"
#include "engine/record/store.h"

namespace nereid::record {
namespace {

/// Bytes of a frame as resources/remote/record_tail.py writes them.
class Frame {
 public:
  explicit Frame(char kind) { bytes_ += kind; }
  template <class T>
  Frame& raw(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Frame& integer(std::int64_t value) { return raw('I').raw(value); }
  Frame& real(double value) { return raw('F').raw(value); }
  Frame& text(const std::string& value) {
    raw('T').raw(static_cast<std::uint32_t>(value.size()));
    bytes_ += value;
    return *this;
  }
  std::span<const std::byte> bytes(std::size_t drop = 0) const {
    return {reinterpret_cast<const std::byte*>(bytes_.data()), bytes_.size() - drop};
  }

 private:
  std::string bytes_;
};

constexpr std::uint8_t kMeta = 0, kMetricKey = 3, kMetric = 8;

Frame rows(std::uint8_t table, std::uint32_t count) {
  Frame frame('R');
  frame.raw(table).raw(count);
  return frame;
}

Frame commit(std::int64_t change) {
  Frame frame('C');
  frame.raw(change).raw(std::int64_t{1}).raw(std::int64_t{2});
  return frame;
}

class Mirror : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryDirectory::make("nereid-mirror");
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
    open();
  }
  void open() {
    mirror_.reset();
    auto mirror = RecordMirror::open(run());
    ASSERT_TRUE(mirror) << mirror.error().message;
    mirror_ = std::move(*mirror);
  }
  std::filesystem::path run() const { return folder_->path() / "run"; }
  void take(const Frame& frame) {
    const auto news = mirror_->apply(frame.bytes());
    ASSERT_TRUE(news) << news.error().message;
  }
  void take_metric(std::int64_t seq, double value) {
    take(rows(kMetricKey, 1).integer(1).text("reward"));
    take(rows(kMetric, 1).integer(seq).integer(seq).integer(1).real(value).integer(1000));
  }
  std::size_t metrics() {
    auto reader = RunReader::open(run());
    EXPECT_TRUE(reader);
    std::int64_t cursor = 0;
    return reader ? (*reader)->metrics_since(cursor)->size() : 0;
  }

  std::optional<TemporaryDirectory> folder_;
  std::unique_ptr<RecordMirror> mirror_;
};

TEST_F(Mirror, RowsAreThereOnceTheyAreCommitted) {
  take(rows(kMeta, 2).text("run_id").text("one").text("generation").text("3"));
  take_metric(7, 0.5);
  EXPECT_EQ(metrics(), 0U);
  const auto news = mirror_->apply(commit(12).bytes());
  ASSERT_TRUE(news);
  EXPECT_EQ(news->kind, MirrorNews::Kind::kEqual);
  EXPECT_EQ(news->all, 2);
  EXPECT_EQ(metrics(), 1U);
  const auto position = mirror_->position();
  ASSERT_TRUE(position);
  EXPECT_EQ(position->run_id, "one");
  EXPECT_EQ(position->generation, 3);
  EXPECT_EQ(position->cursors.at("metric"), 7);
}

TEST_F(Mirror, TheTurnsOfEpisodesComeAlong) {
  constexpr std::uint8_t kTask = 4, kEpisode = 6, kEpisodeTurn = 10;
  take(rows(kTask, 1).integer(1).text("id").text("name").integer(1));
  const auto episode = [](Frame& frame, int seq, int index) {
    frame.integer(seq).text("train").integer(1).integer(0).integer(index).integer(1);
    frame.integer(0).integer(1).integer(2).text("wrong_values").text("");
    frame.real(0).real(0).integer(3).real(1);
  };
  Frame two = rows(kEpisode, 2);
  episode(two, 1, 0);
  episode(two, 2, 1);
  take(two);
  take(rows(kEpisodeTurn, 1).integer(2).integer(2).integer(0));
  take(commit(1));
  const auto turns = [this] {
    std::vector<EpisodeTurn> found;
    std::int64_t cursor = 0;
    const auto listed = (*RunReader::open(run()))->episodes_since(cursor, 0);
    for (const EpisodeRow& row : *listed) found.push_back(row.turn);
    return found;
  };
  EXPECT_EQ(turns(), (std::vector<EpisodeTurn>{{}, {2, 0}}));
  Frame again = rows(kEpisode, 1);  // replaced: a first turn now
  episode(again, 3, 1);
  take(again);
  take(commit(2));
  EXPECT_EQ(turns(), (std::vector<EpisodeTurn>{{}, {}}));
}

TEST_F(Mirror, BrokenStreamLeavesTheLastCommit) {
  take_metric(1, 0.5);
  take(commit(0));
  take_metric(2, 0.6);
  mirror_->roll_back();
  EXPECT_EQ(metrics(), 1U);
  take_metric(2, 0.6);
  open();  // killed before the commit
  EXPECT_EQ(mirror_->position()->cursors.at("metric"), 1);
}

TEST_F(Mirror, EveryCommitIsSeenByFollowers) {
  take_metric(1, 0.5);
  take(commit(5));
  auto reader = RunReader::open(run());
  ASSERT_TRUE(reader);
  const std::int64_t first = *(*reader)->data_version();
  take_metric(2, 0.5);
  take(commit(0));
  const std::int64_t second = *(*reader)->data_version();
  EXPECT_NE(first, second);
  take(commit(6));
  EXPECT_NE(second, *(*reader)->data_version());
  EXPECT_EQ(*(*reader)->data_version(), 6);
}

TEST_F(Mirror, AnotherRunDropsEverything) {
  take_metric(1, 0.5);
  take(commit(5));
  take(Frame('X'));
  EXPECT_EQ(metrics(), 1U);  // until the first commit of the other one
  take(commit(1));
  EXPECT_EQ(metrics(), 0U);
}

TEST_F(Mirror, CutKeepsWhatIsLeftThere) {
  for (std::int64_t seq = 1; seq <= 5; ++seq) take_metric(seq, 0.5);
  take(commit(5));
  Frame cut('K');
  cut.raw(kMetric).raw(std::uint32_t{2});
  for (const std::int64_t end : {1, 2, 4, 4}) cut.raw(end);
  take(cut);
  EXPECT_EQ(metrics(), 5U);
  take(commit(6));
  EXPECT_EQ(metrics(), 3U);
  EXPECT_EQ(mirror_->position()->cursors.at("metric"), 4);
  Frame odd('K');
  odd.raw(kMetric).raw(std::uint32_t{2});
  for (const std::int64_t end : {4, 4, 1, 2}) odd.raw(end);
  EXPECT_FALSE(mirror_->apply(odd.bytes()));
  EXPECT_EQ(metrics(), 3U);
}

TEST_F(Mirror, NonsenseIsRefusedAndChangesNothing) {
  take_metric(1, 0.5);
  take(commit(5));
  const Frame metric = rows(kMetric, 1).integer(2).integer(2).integer(1).real(1).integer(1000);
  for (std::size_t drop = 1; drop <= metric.bytes().size(); ++drop)
    EXPECT_FALSE(mirror_->apply(metric.bytes(drop))) << drop;
  EXPECT_FALSE(mirror_->apply(rows(99, 1).integer(1).bytes()));
  EXPECT_FALSE(mirror_->apply(rows(kMetric, 0xffffffffU).integer(1).bytes()));
  EXPECT_FALSE(mirror_->apply(rows(kMetricKey, 1).integer(1).text("a").text("b").bytes()));
  EXPECT_FALSE(mirror_->apply(rows(kMetricKey, 1).integer(9).raw(char{78}).bytes()));  // null
  EXPECT_FALSE(mirror_->apply(Frame('?').bytes()));
  EXPECT_EQ(metrics(), 1U);
  take_metric(2, 1);
  take(commit(6));
  EXPECT_EQ(metrics(), 2U);
}

TEST_F(Mirror, RefusalSaysWhy) {
  Frame refusal('E');
  refusal.raw(std::uint32_t{9});
  for (const char letter : std::string("no_record/run")) refusal.raw(letter);
  const auto news = mirror_->apply(refusal.bytes());
  ASSERT_TRUE(news);
  EXPECT_EQ(news->kind, MirrorNews::Kind::kRefused);
  EXPECT_EQ(news->code, "no_record");
  EXPECT_EQ(news->message, "/run");
}

TEST_F(Mirror, OneWriterAtATime) {
  EXPECT_FALSE(RecordMirror::open(run()));
  // The copy itself does not count as a run that somebody writes here.
  take(rows(kMeta, 1).text("pid").text("42"));
  take(commit(1));
  auto reader = RunReader::open(run());
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->info()->pid, 0);
}

}  // namespace
}  // namespace nereid::record
