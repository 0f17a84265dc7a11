// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/library/judgements.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"

namespace nereid::record {
namespace {

namespace fs = std::filesystem;

Judgement sample(const std::string& name, std::int64_t unix_ms, bool accepted = false) {
  Judgement judgement;
  judgement.unix_ms = unix_ms;
  judgement.name = name;
  judgement.reference = "class Model: pass  # \u00e4\n";
  judgement.candidate = "class ModelNew: pass  # " + name + "\n";
  judgement.change = "line 1: " + name;
  verify::Verdict verdict;
  verdict.accepted = accepted;
  verdict.furthest_stage = accepted ? verify::Stage::kFull : verify::Stage::kCompile;
  if (!accepted) verdict.rejected_at = verify::Stage::kTiny;
  verdict.reason = {accepted ? "ok" : "wrong_values", "tiny"};
  verdict.candidate_sha256 = sha256_hex(judgement.candidate);
  verdict.total_ms = 120.5;
  judgement.verdict = verdict;
  return judgement;
}

class JudgementsTest : public testing::Test {
 protected:
  std::unique_ptr<JudgementStore> open() const {
    auto store = JudgementStore::open(file_);
    EXPECT_TRUE(store) << (store ? "" : store.error().message);
    return store ? std::move(*store) : nullptr;
  }
  static std::vector<std::string> names(JudgementStore& store) {
    std::vector<std::string> names;
    const auto rows = store.rows();
    EXPECT_TRUE(rows) << (rows ? "" : rows.error().message);
    if (rows)
      for (const JudgementRow& row : *rows) names.push_back(row.name);
    return names;
  }
  static std::int64_t must_add(JudgementStore& store, const Judgement& judgement,
                               const JudgementLimits& limits = {}) {
    const auto row = store.add(judgement, limits);
    EXPECT_TRUE(row) << (row ? "" : row.error().message);
    return row ? row->id : 0;
  }

  TemporaryDirectory folder_ = std::move(*TemporaryDirectory::make("nereid-test"));
  fs::path file_ = folder_.path() / "own/judgements.sqlite";
  using Names = std::vector<std::string>;
};

TEST_F(JudgementsTest, WhatWasKeptComesBackInAnotherSession) {
  Judgement first = sample("first", 1000);
  first.note = "a \"note\"\nof two lines";
  const std::int64_t id = must_add(*open(), first);
  const auto store = open();
  const auto rows = store->rows();
  ASSERT_TRUE(rows && rows->size() == 1);
  const JudgementRow& row = rows->front();
  EXPECT_EQ(row.id, id);
  EXPECT_EQ(row.note, first.note);
  EXPECT_EQ(row.change, "line 1: first");
  EXPECT_TRUE(row.judged);
  EXPECT_FALSE(row.accepted);
  EXPECT_EQ(row.rejected_at, verify::Stage::kTiny);
  EXPECT_EQ(row.reason_code, "wrong_values");
  EXPECT_EQ(row.total_ms, 120.5);
  const auto loaded = store->load(id);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->reference, first.reference);
  EXPECT_EQ(loaded->candidate, first.candidate);
  ASSERT_TRUE(loaded->verdict);
  EXPECT_EQ(verify::to_json_text(*loaded->verdict), verify::to_json_text(*first.verdict));
}

TEST_F(JudgementsTest, DeletedOnesComeBackUntilTheStoreIsOpenedAgain) {
  auto store = open();
  const std::int64_t first = must_add(*store, sample("first", 1));
  const std::int64_t second = must_add(*store, sample("second", 2));
  ASSERT_TRUE(store->set_deleted({first, second}, true));
  EXPECT_TRUE(names(*store).empty());
  ASSERT_TRUE(store->set_deleted({second}, false));
  EXPECT_EQ(names(*store), Names{"second"});
  store.reset();
  store = open();
  EXPECT_EQ(names(*store), Names{"second"});
  const auto gone = store->load(first);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::kNotFound);
}

TEST_F(JudgementsTest, TheOldestGoBeyondTheCount) {
  const auto store = open();
  for (int i = 0; i < 7; ++i) must_add(*store, sample(std::to_string(i), i), {.count = 3});
  EXPECT_EQ(names(*store), (Names{"4", "5", "6"}));
}

TEST_F(JudgementsTest, TheOldestGoBeyondTheBytesButNotTheNewest) {
  const auto store = open();
  for (int i = 0; i < 6; ++i) {
    Judgement judgement = sample(std::to_string(i), i);
    judgement.candidate += std::string(40'000, 'x');
    must_add(*store, judgement, {.count = 100, .bytes = 100'000});
  }
  EXPECT_EQ(names(*store), (Names{"4", "5"}));
  Judgement large = sample("large", 9);
  large.candidate += std::string(200'000, 'x');
  must_add(*store, large, {.count = 100, .bytes = 100'000});
  EXPECT_EQ(names(*store), Names{"large"});
}

TEST_F(JudgementsTest, LinesAreWhatABatchReadsAndComeBack) {
  const auto store = open();
  std::vector<std::int64_t> ids;
  for (const char* name : {"one", "two"}) ids.push_back(must_add(*store, sample(name, 5)));
  ASSERT_TRUE(store->set_note(ids[1], "kept"));
  const fs::path lines = folder_.path() / "out.jsonl";
  ASSERT_TRUE(store->export_lines(lines, ids));
  const auto text = read_file(lines);
  ASSERT_TRUE(text);
  const auto line = parse_json(text->substr(0, text->find('\n')));
  ASSERT_TRUE(line);
  for (const char* key : {"id", "reference", "candidate", "entry_point"})
    EXPECT_TRUE((*line)[key].is_string()) << key;
  // Into the file of another user.
  file_ = folder_.path() / "other/judgements.sqlite";
  const auto other = open();
  const auto count = other->import_lines(lines, {});
  ASSERT_TRUE(count) << (count ? "" : count.error().message);
  EXPECT_EQ(*count, 2);
  const auto rows = other->rows();
  ASSERT_TRUE(rows && rows->size() == 2);
  EXPECT_EQ(rows->at(1).name, "two");
  EXPECT_EQ(rows->at(1).note, "kept");
  EXPECT_EQ(rows->at(1).unix_ms, 5);
  EXPECT_EQ(rows->at(1).reason_code, "wrong_values");
}

TEST_F(JudgementsTest, ABatchWithoutVerdictsIsNotJudged) {
  const fs::path lines = folder_.path() / "batch.jsonl";
  ASSERT_TRUE(atomic_write_file(lines, R"({"id":"a","reference":"r","candidate":"c"})"
                                       "\n\n"));
  const auto store = open();
  EXPECT_EQ(*store->import_lines(lines, {}), 1);
  const auto rows = store->rows();
  ASSERT_TRUE(rows && rows->size() == 1);
  EXPECT_FALSE(rows->front().judged);
  EXPECT_EQ(rows->front().name, "a");
  EXPECT_FALSE(store->load(rows->front().id)->verdict);
}

TEST_F(JudgementsTest, ABrokenLineIsNamedAndNothingIsTaken) {
  const auto store = open();
  const fs::path lines = folder_.path() / "broken.jsonl";
  const std::string good = R"({"id":"a","reference":"r","candidate":"c"})";
  for (const std::string& bad : {std::string("{"), std::string(R"({"id":"a","reference":"r"})"),
                                 R"({"id":"a","reference":"r","candidate":"c","verdict":)" +
                                     verify::to_json_text(verify::Verdict()) + "}"}) {
    ASSERT_TRUE(atomic_write_file(lines, good + "\n" + bad + "\n"));
    const auto read = store->import_lines(lines, {});
    ASSERT_FALSE(read) << bad;
    EXPECT_NE(read.error().message.find("broken.jsonl:2"), std::string::npos)
        << read.error().message;
  }
  EXPECT_TRUE(names(*store).empty());
}

TEST_F(JudgementsTest, DraftsAreReplacedBySlot) {
  auto store = open();
  const Draft reference{"reference", "old", "", ""};
  const Draft candidate{"candidate", "text \u00e4", "/x/kernel.py", "ab"};
  ASSERT_TRUE(store->save_draft(reference));
  ASSERT_TRUE(store->save_draft(candidate));
  const Draft newer{"reference", "", "", ""};
  ASSERT_TRUE(store->save_draft(newer));
  store = open();
  const auto drafts = store->drafts();
  ASSERT_TRUE(drafts);
  EXPECT_EQ(*drafts, (std::vector{candidate, newer}));
}

TEST_F(JudgementsTest, AKilledProgramLosesNothingThatWasKept) {
  int acknowledged[2];
  ASSERT_EQ(pipe(acknowledged), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto store = JudgementStore::open(file_);
    if (!store) _exit(1);
    for (int i = 0;; ++i) {
      if (!(*store)->add(sample(std::to_string(i), i), {})) _exit(2);
      if (!(*store)->save_draft({"candidate", std::to_string(i), "", ""})) _exit(3);
      if (write(acknowledged[1], &i, sizeof i) != sizeof i) _exit(4);
    }
  }
  int last = -1;
  while (last < 20) ASSERT_EQ(read(acknowledged[0], &last, sizeof last), ssize_t{sizeof last});
  kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  close(acknowledged[0]);
  close(acknowledged[1]);
  const auto store = open();
  EXPECT_GE(names(*store).size(), static_cast<std::size_t>(last) + 1);
  const auto drafts = store->drafts();
  ASSERT_TRUE(drafts && drafts->size() == 1);
  EXPECT_GE(std::stoi(drafts->front().text), last);
}

TEST_F(JudgementsTest, TwoProgramsMayHaveItOpen) {
  const auto first = open();
  const auto second = open();
  must_add(*first, sample("one", 1));
  must_add(*second, sample("two", 2));
  EXPECT_EQ(names(*first), (Names{"one", "two"}));
}

TEST_F(JudgementsTest, AForeignFileIsRefused) {
  ASSERT_TRUE(make_directories(file_.parent_path()));
  ASSERT_TRUE(atomic_write_file(file_, std::string(8192, 'x')));
  const auto store = JudgementStore::open(file_);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find(file_.string()), std::string::npos) << store.error().message;
}

}  // namespace
}  // namespace nereid::record
