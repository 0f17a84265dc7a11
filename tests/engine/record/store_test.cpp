// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <thread>

#include "engine/base/file.h"
#include "tests/engine/record/sample.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
 protected:
  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  fs::path run_ = folder_.path() / "run";
};

std::vector<EpisodeRow> all_rows(RunReader& reader) {
  std::int64_t cursor = 0;
  return *reader.episodes_since(cursor, 0);
}

TEST_F(StoreTest, EpisodesKeepEveryBit) {
  write_run(run_, 14);
  const auto reader = must_open_reader(run_);
  const std::vector<EpisodeRow> rows = all_rows(*reader);
  ASSERT_EQ(rows.size(), 28U);
  for (const EpisodeRow& row : rows) {
    const Episode wanted = sample_episode(row.key.step, row.key.group, row.key.index);
    const Result<Episode> got = reader->episode(row.id);
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(fingerprint(*got), fingerprint(wanted));
  }
}

TEST_F(StoreTest, FlagsComeInPartsAndAreThoseOfTheVerdicts) {
  write_run(run_, 14);
  const auto reader = must_open_reader(run_);
  std::map<std::int64_t, std::vector<std::string>> wanted;
  for (const EpisodeRow& row : all_rows(*reader)) {
    const Episode e = sample_episode(row.key.step, row.key.group, row.key.index);
    if (!e.verdict.flags.empty()) wanted[row.id] = e.verdict.flags;
  }
  ASSERT_FALSE(wanted.empty());
  std::map<std::int64_t, std::vector<std::string>> got;
  std::int64_t cursor = 0;
  for (std::int64_t before = -1; cursor != before;) {
    before = cursor;
    const auto part = reader->flags_since(cursor, 5);
    ASSERT_TRUE(part) << part.error().message;
    for (const EpisodeFlags& entry : *part) got[entry.id] = entry.flags;
  }
  EXPECT_EQ(got, wanted);
  const std::int64_t end = cursor;
  ASSERT_TRUE(reader->flags_since(cursor, 5));
  EXPECT_EQ(cursor, end);
}

TEST_F(StoreTest, RowsShowWhatTheEpisodeHolds) {
  write_run(run_, 3);
  const auto reader = must_open_reader(run_);
  for (const EpisodeRow& row : all_rows(*reader)) {
    const Episode e = sample_episode(row.key.step, row.key.group, row.key.index);
    EXPECT_EQ(row.phase, e.phase);
    EXPECT_EQ(row.task_id, e.task_id);
    EXPECT_EQ(row.task_name, e.task_name);
    EXPECT_EQ(row.level, e.level);
    EXPECT_EQ(row.accepted, e.verdict.accepted);
    EXPECT_EQ(row.furthest_stage, e.verdict.furthest_stage);
    EXPECT_EQ(row.rejected_at, e.verdict.rejected_at.value_or(verify::Stage::kNone));
    EXPECT_EQ(row.reason_code, e.verdict.reason.code);
    EXPECT_EQ(row.reason_message, e.verdict.reason.message);
    EXPECT_EQ(bits(row.reward), bits(e.reward.total));
    EXPECT_EQ(bits(row.advantage), bits(e.advantage));
    EXPECT_EQ(row.token_count, static_cast<int>(e.tokens.size()));
    EXPECT_EQ(row.verify_ms, e.verify_ms);
  }
}

TEST_F(StoreTest, ALaterTurnWithoutTheAnswerBeforeIsAProblem) {
  const auto write = [this](EpisodeTurn turn) {
    auto writer = must_open_writer(run_);
    std::vector<Episode> episodes = {sample_episode(1, 0, 0), sample_episode(1, 0, 1)};
    episodes[1].turn = turn;
    writer->write_metrics(sample_metrics(1));
    writer->write_episodes(std::move(episodes));
  };
  write({2, 0});
  EXPECT_TRUE(check_record(run_)->ok);
  for (const EpisodeTurn turn : {EpisodeTurn{2, 7}, EpisodeTurn{3, 0}, EpisodeTurn{1, 0}}) {
    write(turn);
    const auto checked = check_record(run_);
    ASSERT_TRUE(checked);
    ASSERT_EQ(checked->problems.size(), 1u) << turn.number << " after " << turn.before;
    EXPECT_NE(checked->problems[0].find("completion 1 is a later turn"), std::string::npos)
        << checked->problems[0];
  }
}

TEST_F(StoreTest, EmptyEpisodeIsKeptAsItIs) {
  {
    const auto writer = must_open_writer(run_);
    writer->write_episodes({Episode{.verdict = {.stages = std::vector<verify::StageResult>(5)}}});
    ASSERT_TRUE(writer->flush());
  }
  const auto reader = must_open_reader(run_);
  const Result<Episode> got = reader->episode(all_rows(*reader).at(0).id);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_TRUE(got->tokens.empty());
  EXPECT_EQ(got->completion, "");
  EXPECT_EQ(got->candidate, "");
}

TEST_F(StoreTest, MetricsKeepNaNAndInfinities) {
  write_run(run_, 40);
  const auto reader = must_open_reader(run_);
  std::int64_t cursor = 0;
  const auto batches = reader->metrics_since(cursor);
  ASSERT_TRUE(batches);
  ASSERT_EQ(batches->size(), 40U);
  for (const MetricBatch& got : *batches) {
    const MetricBatch wanted = sample_metrics(got.step);
    EXPECT_EQ(got.unix_ms, wanted.unix_ms);
    ASSERT_EQ(got.values.size(), wanted.values.size());
    for (std::size_t i = 0; i < wanted.values.size(); ++i) {
      EXPECT_EQ(got.values[i].first, wanted.values[i].first);
      EXPECT_EQ(bits(got.values[i].second), bits(wanted.values[i].second))
          << got.step << got.values[i].first;
    }
  }
  EXPECT_TRUE(reader->metrics_since(cursor)->empty());
  EXPECT_EQ(*reader->metric_keys(),
            (std::vector<std::string>{"reward", "loss", "grad_norm", "kl"}));
}

// Points of each metric in the order in which they come, with their bits.
std::map<std::string, std::vector<std::pair<double, std::uint64_t>>> points_of(
    const std::vector<MetricBatch>& batches) {
  std::map<std::string, std::vector<std::pair<double, std::uint64_t>>> points;
  for (const MetricBatch& batch : batches) {
    for (const auto& [key, value] : batch.values)
      points[key].emplace_back(static_cast<double>(batch.step), bits(value));
  }
  return points;
}

TEST_F(StoreTest, ColumnsHoldTheSameAsBatches) {
  write_run(run_, 40);
  {
    const auto writer = must_open_writer(run_);
    writer->write_metrics({7, 99, {{"kl", 5.0}}});  // a value that comes again leaves a gap
    ASSERT_TRUE(writer->flush());
  }
  const auto reader = must_open_reader(run_);
  std::int64_t cursor = 0;
  const auto wanted = points_of(*reader->metrics_since(cursor));
  for (const std::int64_t limit : {0, 1, 7, 1000}) {
    std::map<std::string, std::vector<std::pair<double, std::uint64_t>>> got;
    std::int64_t place = 0;
    for (bool is_complete = false; !is_complete;) {
      const auto part = reader->metric_columns_since(place, limit);
      ASSERT_TRUE(part) << part.error().message;
      std::size_t values = 0;
      for (const MetricColumn& column : part->columns) {
        ASSERT_EQ(column.steps.size(), column.values.size());
        values += column.steps.size();
        for (std::size_t i = 0; i < column.steps.size(); ++i)
          got[column.key].emplace_back(column.steps[i], bits(column.values[i]));
      }
      EXPECT_TRUE(limit == 0 || values <= static_cast<std::size_t>(limit)) << values;
      is_complete = part->is_complete;
    }
    EXPECT_EQ(got, wanted) << limit;
    EXPECT_EQ(place, cursor);
    EXPECT_TRUE(reader->metric_columns_since(place, limit)->columns.empty());
    EXPECT_EQ(place, cursor);
  }
}

TEST_F(StoreTest, OneMetricIsReadByStep) {
  write_run(run_, 20);
  const auto writer = must_open_writer(run_);
  writer->write_metrics({3, 99, {{"kl", 5.0}}});
  ASSERT_TRUE(writer->flush());
  const auto reader = must_open_reader(run_);
  const auto column = reader->metric_column("kl");
  ASSERT_TRUE(column);
  ASSERT_EQ(column->steps.size(), 20U);
  EXPECT_TRUE(std::is_sorted(column->steps.begin(), column->steps.end()));
  EXPECT_EQ(column->values[2], 5.0);
  EXPECT_TRUE(reader->metric_column("never written")->steps.empty());
}

TEST_F(StoreTest, CursorsDeliverWhatIsNewOrReplaced) {
  const auto writer = must_open_writer(run_);
  writer->write_metrics({1, 10, {{"loss", 1.0}, {"kl", 2.0}}});
  writer->write_episodes({sample_episode(1, 0, 0), sample_episode(1, 0, 1)});
  ASSERT_TRUE(writer->flush());
  const auto reader = must_open_reader(run_);
  std::int64_t metric_cursor = 0, episode_cursor = 0;
  EXPECT_EQ(reader->metrics_since(metric_cursor)->size(), 1U);
  EXPECT_EQ(reader->episodes_since(episode_cursor, 1)->size(), 1U);
  EXPECT_EQ(reader->episodes_since(episode_cursor, 10)->size(), 1U);

  writer->write_metrics({1, 11, {{"kl", 5.0}}});
  Episode changed = sample_episode(1, 0, 0);
  changed.advantage = 42;
  writer->write_episodes({changed});
  ASSERT_TRUE(writer->flush());
  const auto metrics = reader->metrics_since(metric_cursor);
  ASSERT_EQ(metrics->size(), 1U);
  EXPECT_EQ(metrics->at(0).values, (std::vector<std::pair<std::string, double>>{{"kl", 5.0}}));
  const auto rows = reader->episodes_since(episode_cursor, 10);
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->at(0).advantage, 42);
  EXPECT_EQ(all_rows(*reader).size(), 2U);
  EXPECT_EQ(fingerprint(*reader->episode(rows->at(0).id)), fingerprint(changed));
}

TEST_F(StoreTest, SameKeyInAnotherPhaseIsAnotherEpisode) {
  const auto writer = must_open_writer(run_);
  Episode evaluation = sample_episode(1);
  evaluation.phase = "evaluate";
  writer->write_episodes(
      {sample_episode(1, 0, 0), sample_episode(1, 0, 1), evaluation, sample_episode(1, 1, 0)});
  ASSERT_TRUE(writer->flush());
  const auto reader = must_open_reader(run_);
  EXPECT_EQ(all_rows(*reader).size(), 4U);
  EXPECT_EQ(reader->group({1, 0, 1}, "train")->size(), 2U);
  EXPECT_EQ(reader->group({1, 0, 0}, "evaluate")->size(), 1U);
  EXPECT_TRUE(reader->group({2, 0, 0}, "train")->empty());
}

TEST_F(StoreTest, InfoEventsAndCheckpointsAreRead) {
  const auto writer = must_open_writer(run_);
  writer->write_state(RunState::kRunning, "on two cores", 0);
  writer->write_fact("torch", "2.11.0");
  writer->write_metrics(sample_metrics(7));
  writer->write_event({.step = 7, .kind = "alarm", .level = "warning", .message = "NaN in loss"});
  fs::create_directories(run_ / "checkpoints/step-5");
  writer->write_checkpoint(5, "checkpoints/step-5");
  writer->write_checkpoint(7, "checkpoints/step-7");  // its files are not there
  ASSERT_TRUE(writer->flush());
  const auto reader = must_open_reader(run_);
  const RunInfo info = *reader->info();
  EXPECT_EQ(info.run_id, sample_info().run_id);
  EXPECT_EQ(info.name, "sample");
  EXPECT_EQ(info.settings_yaml, "name: sample\n");
  EXPECT_EQ(info.method, "grpo");
  EXPECT_EQ(info.total_steps, 100);
  EXPECT_EQ(info.created_unix_ms, sample_info().created_unix_ms);
  EXPECT_EQ(info.state, RunState::kRunning);
  EXPECT_EQ(info.state_message, "on two cores");
  EXPECT_EQ(info.last_step, 7);
  EXPECT_EQ(info.last_checkpoint_step, 7);
  EXPECT_EQ(info.pid, ::getpid());
  EXPECT_EQ(info.facts,
            (std::map<std::string, std::string>{{"device", "cpu"}, {"torch", "2.11.0"}}));
  std::int64_t cursor = 0;
  const auto events = reader->events_since(cursor);
  ASSERT_EQ(events->size(), 4U);
  EXPECT_EQ(events->at(0).kind, "state");
  EXPECT_EQ(events->at(1).message, "NaN in loss");
  EXPECT_GT(events->at(1).unix_ms, 0);
  EXPECT_EQ(events->at(2).kind, "checkpoint");
  EXPECT_TRUE(reader->events_since(cursor)->empty());
  const auto checkpoint = reader->last_checkpoint();
  ASSERT_TRUE(checkpoint && *checkpoint);
  EXPECT_EQ((*checkpoint)->first, 5);
  EXPECT_EQ((*checkpoint)->second, run_ / "checkpoints/step-5");
  EXPECT_EQ(*read_file(run_ / "settings.yaml"), "name: sample\n");
}

TEST_F(StoreTest, ReaderFollowsAWriterAndSeesWholeCommits) {
  std::atomic<int> commits = 0;
  const auto writer = must_open_writer(run_, {.on_problem = {}, .on_commit = [&] { ++commits; }});
  const auto reader = must_open_reader(run_);
  std::int64_t version = *reader->data_version();
  std::int64_t cursor = 0;
  std::size_t seen = 0;
  for (int step = 1; step <= 20; ++step) {
    writer->write_episodes({sample_episode(step, 0, 0), sample_episode(step, 0, 1)});
    ASSERT_TRUE(writer->flush());
    const std::int64_t now = *reader->data_version();
    EXPECT_GT(now, version);
    version = now;
    seen += reader->episodes_since(cursor, 0)->size();
    EXPECT_EQ(seen, 2U * static_cast<std::size_t>(step));
  }
  EXPECT_EQ(*reader->data_version(), version);
  EXPECT_GE(commits, 20);
}

TEST_F(StoreTest, TruncatedAndContinuedEqualsUnbroken) {
  write_run(run_, 20);
  {
    const auto writer = must_open_writer(run_);
    const auto reader = must_open_reader(run_);
    const std::int64_t generation = *reader->generation();
    writer->write_checkpoint(12, "checkpoints/a");
    writer->truncate_after(8);
    ASSERT_TRUE(writer->flush());
    EXPECT_GT(*reader->generation(), generation);
    EXPECT_EQ(reader->info()->last_step, 8);
    EXPECT_EQ(reader->info()->last_checkpoint_step, 0);
    std::int64_t cursor = 0;
    const auto rows = reader->episodes_since(cursor, 0);
    EXPECT_EQ(rows->size(), 16U);
    for (std::int64_t step = 9; step <= 20; ++step) {
      writer->write_episodes({sample_episode(step, 0, 0), sample_episode(step, 0, 1)});
      writer->write_metrics(sample_metrics(step));
    }
    ASSERT_TRUE(writer->flush());
    EXPECT_EQ(reader->episodes_since(cursor, 0)->size(), 24U)
        << "a follower must see the redone steps";
  }
  const fs::path unbroken = folder_.path() / "unbroken";
  write_run(unbroken, 20);
  EXPECT_EQ(content(run_), content(unbroken));
  const Result<CheckReport> report = check_record(run_);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->ok) << report->problems.at(0);
}

TEST_F(StoreTest, ManyThreadsMayWrite) {
  {
    const auto writer = must_open_writer(run_);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 50; ++i) writer->write_episodes({sample_episode(1 + i, t, 0)});
        EXPECT_TRUE(writer->flush());
      });
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(must_open_reader(run_)->info()->episode_count, 200);
}

TEST_F(StoreTest, ClosingWritesWhatIsQueued) {
  {
    const auto writer = must_open_writer(run_);
    for (int step = 1; step <= 50; ++step) writer->write_metrics(sample_metrics(step));
  }
  EXPECT_EQ(must_open_reader(run_)->info()->last_step, 50);
}

TEST_F(StoreTest, SecondWriterIsRefusedUntilTheFirstCloses) {
  auto first = must_open_writer(run_);
  const auto second = RunWriter::open(run_, sample_info(), {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(second.error().message.find("another process writes this run"), std::string::npos);
  EXPECT_EQ(must_open_reader(run_)->info()->pid, ::getpid());
  first.reset();
  EXPECT_EQ(must_open_reader(run_)->info()->pid, 0);
  EXPECT_TRUE(RunWriter::open(run_, sample_info(), {}));
}

TEST_F(StoreTest, ReopeningKeepsIdentityAndContent) {
  write_run(run_, 3);
  RunInfo later = sample_info();
  later.run_id = "another";
  later.total_steps = 500;
  { ASSERT_TRUE(RunWriter::open(run_, later, {})); }
  const RunInfo info = *must_open_reader(run_)->info();
  EXPECT_EQ(info.run_id, sample_info().run_id);
  EXPECT_EQ(info.total_steps, 500);
  EXPECT_EQ(info.episode_count, 6);
}

TEST_F(StoreTest, EqualTextsAreStoredOnce) {
  const auto size_with = [&](const std::string& name, bool equal) {
    const fs::path run = folder_.path() / name;
    {
      const auto writer = must_open_writer(run);
      for (int i = 0; i < 200; ++i) {
        Episode e = sample_episode(1, 0, i);
        e.reference = std::string(20'000, 'r') + (equal ? "" : std::to_string(i));
        writer->write_episodes({e});
      }
    }
    return fs::file_size(record_path(run));
  };
  EXPECT_GT(size_with("different", false), size_with("equal", true) + 199 * 20'000);
}

TEST_F(StoreTest, NoRecordAndWrongRowAreTold) {
  const auto nothing = RunReader::open(folder_.path() / "none");
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kNotFound);
  write_run(run_, 1);
  EXPECT_EQ(must_open_reader(run_)->episode(999).error().code, ErrorCode::kNotFound);
}

TEST(RunStateName, GoesThereAndBack) {
  for (int i = 0; i <= static_cast<int>(RunState::kFailed); ++i) {
    const auto state = static_cast<RunState>(i);
    EXPECT_EQ(run_state_from_name(run_state_name(state)), state);
  }
  EXPECT_FALSE(run_state_from_name("resting"));
}

}  // namespace
}  // namespace nereid::record
