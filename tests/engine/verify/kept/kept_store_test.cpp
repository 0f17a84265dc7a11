// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/kept.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "engine/base/file.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kDay = 86400;

class KeptStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<TemporaryDirectory> folder = TemporaryDirectory::make();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
    ::setenv("XDG_DATA_HOME", (folder_->path() / "data").c_str(), 1);  // the secret
  }
  void TearDown() override { ::unsetenv("XDG_DATA_HOME"); }

  fs::path file() const { return folder_->path() / "deep" / "kept.sqlite"; }
  KeepOptions options() {
    KeepOptions options;
    options.file = file();
    options.now = [this] { return now_; };
    return options;
  }
  std::unique_ptr<KeptStore> open() { return open(options()); }
  static std::unique_ptr<KeptStore> open(const KeepOptions& options) {
    auto store = KeptStore::open(options);
    EXPECT_TRUE(store) << store.error().message;
    return store ? std::move(*store) : nullptr;
  }
  std::vector<fs::path> set_aside() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(file().parent_path()))
      if (entry.path().string().find(".damaged-") != std::string::npos)
        files.push_back(entry.path());
    return files;
  }
  // Straight into the file, as something else could write.
  void execute(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    sqlite3_busy_timeout(database, 3000);
    char* problem = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &problem), SQLITE_OK)
        << problem;
    sqlite3_close(database);
  }

  std::optional<TemporaryDirectory> folder_;
  std::int64_t now_ = 1'800'000'000;
};

constexpr KeptKind kVerdict = KeptKind::kVerdict, kCompile = KeptKind::kCompile;

TEST_F(KeptStoreTest, WhatIsKeptIsFoundByKindAndKey) {
  const std::string bytes("a\0b\n\xff", 5);
  open()->keep(kVerdict, "key", bytes);
  now_ += 90;
  const auto store = open();
  const auto found = store->find(kVerdict, "key");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value, bytes);
  EXPECT_EQ(found->age_s, 90);
  EXPECT_FALSE(store->find(kCompile, "key"));
  EXPECT_FALSE(store->find(kVerdict, "other"));
  store->keep(kVerdict, "key", "new");
  EXPECT_EQ(store->find(kVerdict, "key")->value, "new");
  EXPECT_EQ(store->find(kVerdict, "key")->age_s, 0);
}

TEST_F(KeptStoreTest, WhatIsTooOldIsGone) {
  KeepOptions week = options();
  week.days = 7;
  {
    const auto store = open(week);
    store->keep(kVerdict, "old", "1");
    now_ += 6 * kDay;
    store->keep(kVerdict, "young", "2");
    EXPECT_TRUE(store->find(kVerdict, "old"));  // being used makes nothing younger
    now_ += kDay + 1;
    EXPECT_FALSE(store->find(kVerdict, "old"));
    EXPECT_TRUE(store->find(kVerdict, "young"));
  }
  const auto summary = open(week)->summary();
  ASSERT_TRUE(summary);
  EXPECT_EQ((*summary)[0].entries, 1);
}

TEST_F(KeptStoreTest, AClockThatWasSetBackMakesNothingOlderThanNew) {
  const auto store = open();
  store->keep(kVerdict, "key", "1");
  now_ -= kDay;
  ASSERT_TRUE(store->find(kVerdict, "key"));
  EXPECT_EQ(store->find(kVerdict, "key")->age_s, 0);
}

TEST_F(KeptStoreTest, WhatWasUsedLongestAgoGoesFirst) {
  KeepOptions small = options();
  small.max_bytes = 10'000;
  const auto store = open(small);
  const std::string value(1000, 'x');
  for (int i = 0; i < 9; ++i) {
    store->keep(kVerdict, fmt::format("{}", i), value);
    ++now_;
  }
  EXPECT_TRUE(store->find(kVerdict, "0"));  // used now
  ++now_;
  for (int i = 9; i < 12; ++i) {
    store->keep(kVerdict, fmt::format("{}", i), value);
    ++now_;
  }
  EXPECT_TRUE(store->find(kVerdict, "0"));
  EXPECT_FALSE(store->find(kVerdict, "1"));
  EXPECT_TRUE(store->find(kVerdict, "11"));
  EXPECT_LE((*store->summary())[0].bytes, small.max_bytes);
  store->keep(kVerdict, "huge", std::string(20'000, 'x'));
  EXPECT_FALSE(store->find(kVerdict, "huge"));
  EXPECT_TRUE(store->find(kVerdict, "11"));
}

TEST_F(KeptStoreTest, TheFileShrinksWithItsEntries) {
  const auto store = open();
  for (int i = 0; i < 64; ++i)
    store->keep(kCompile, fmt::format("{}", i), std::string(50'000, 'x'));
  const std::int64_t before = store->file_bytes();
  EXPECT_GT(before, 64 * 50'000);
  EXPECT_EQ(*store->clear(std::nullopt, 0), 64);
  const auto again = open();  // its opening takes over what stands beside the file
  EXPECT_TRUE(again->check());
  EXPECT_LT(static_cast<std::int64_t>(fs::file_size(file())), before / 4);
}

TEST_F(KeptStoreTest, CountsEntriesBytesAndHits) {
  const auto store = open();
  store->keep(kVerdict, "a", "123");
  now_ += 60;
  store->keep(kCompile, "bb", "1234567");
  EXPECT_TRUE(store->find(kVerdict, "a"));
  EXPECT_TRUE(store->find(kVerdict, "a"));
  const auto summary = store->summary();
  ASSERT_TRUE(summary);
  ASSERT_EQ(summary->size(), kept_kinds().size());
  EXPECT_EQ((*summary)[0].entries, 1);
  EXPECT_EQ((*summary)[0].bytes, 4);
  EXPECT_EQ((*summary)[0].hits, 2);
  EXPECT_EQ((*summary)[0].oldest_s, 60);
  EXPECT_EQ((*summary)[1].bytes, 9);
  EXPECT_EQ((*summary)[1].hits, 0);
}

TEST_F(KeptStoreTest, ClearsByKindAndAge) {
  const auto store = open();
  store->keep(kVerdict, "old", "1");
  store->keep(kCompile, "old", "1");
  now_ += 10 * kDay;
  store->keep(kVerdict, "new", "1");
  EXPECT_EQ(*store->clear(kVerdict, 5), 1);
  EXPECT_FALSE(store->find(kVerdict, "old"));
  EXPECT_TRUE(store->find(kVerdict, "new"));
  EXPECT_TRUE(store->find(kCompile, "old"));
  EXPECT_EQ(*store->clear(std::nullopt, 0), 2);
}

TEST_F(KeptStoreTest, WhatSomebodyElseWroteIsNotBelieved) {
  const auto store = open();
  store->keep(kVerdict, "a", "rejected");
  store->keep(kVerdict, "b", "rejected");
  store->keep(kVerdict, "c", "accepted");
  execute("UPDATE entries SET value = CAST('accepted' AS BLOB) WHERE key = 'a'");
  // Another entry's value with its own code, under a key that is not its own.
  execute(
      "UPDATE entries SET (value, code) = (SELECT value, code FROM entries WHERE key = 'c') "
      "WHERE key = 'b'");
  EXPECT_FALSE(store->find(kVerdict, "a"));
  const auto check = store->check();
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_EQ(check->entries, 2);  // "a" went when it was looked up
  EXPECT_EQ(check->removed, 1);
  EXPECT_TRUE(store->find(kVerdict, "c"));
}

TEST_F(KeptStoreTest, EntriesOfAnotherInstallationAreNotBelieved) {
  open()->keep(kVerdict, "key", "1");
  ::setenv("XDG_DATA_HOME", (folder_->path() / "other").c_str(), 1);
  EXPECT_FALSE(open()->find(kVerdict, "key"));
}

TEST_F(KeptStoreTest, ADamagedFileIsSetAsideAndWorkGoesOn) {
  for (const bool while_open : {false, true}) {
    fs::remove_all(file().parent_path());
    std::unique_ptr<KeptStore> store = open();
    for (int i = 0; i < 200; ++i)
      store->keep(kVerdict, fmt::format("{}", i), std::string(3000, 'x'));
    if (!while_open) store.reset();
    const auto whole = fs::file_size(file());
    {
      std::fstream stream(file(), std::ios::in | std::ios::out | std::ios::binary);
      stream.seekp(0);
      stream << std::string(static_cast<std::size_t>(whole), 'z');
    }
    for (const char* ending : {"-wal", "-shm"}) fs::remove(file().string() + ending);
    if (!while_open) store = open();
    // A process that has it open may have pages in memory; a new one sees the damage.
    const auto other = open();
    ASSERT_NE(other, nullptr);
    EXPECT_FALSE(other->find(kVerdict, "199"));
    other->keep(kVerdict, "new", "1");
    EXPECT_TRUE(other->find(kVerdict, "new"));
    EXPECT_EQ(set_aside().size(), 1U) << while_open;
    store->keep(kVerdict, "later", "2");
    EXPECT_TRUE(store->find(kVerdict, "later"));
  }
}

TEST_F(KeptStoreTest, ATruncatedFileIsSetAsideAndWorkGoesOn) {
  for (const double share : {0.0, 0.001, 0.3, 0.7, 0.99}) {
    fs::remove_all(file().parent_path());
    {
      const auto store = open();
      for (int i = 0; i < 100; ++i)
        store->keep(kVerdict, fmt::format("{}", i), std::string(9000, 'x'));
    }
    const auto whole = static_cast<double>(fs::file_size(file()));
    fs::resize_file(file(), static_cast<std::uintmax_t>(share * whole));
    const auto store = open();
    ASSERT_NE(store, nullptr);
    int found = 0;
    for (int i = 0; i < 100; ++i) {
      const auto entry = store->find(kVerdict, fmt::format("{}", i));
      if (!entry) continue;
      ++found;
      EXPECT_EQ(entry->value, std::string(9000, 'x'));
    }
    EXPECT_LT(found, 100) << share;
    store->keep(kVerdict, "new", "1");
    EXPECT_TRUE(store->find(kVerdict, "new")) << share;
    const auto check = store->check();
    ASSERT_TRUE(check) << check.error().message;
    EXPECT_TRUE(store->clear(std::nullopt, 0));
    EXPECT_TRUE(set_aside().empty());
  }
}

TEST_F(KeptStoreTest, AFolderThatCannotBeMadeIsAnError) {
  KeepOptions wrong = options();
  wrong.file = "/proc/none/kept.sqlite";
  const auto store = KeptStore::open(wrong);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("/proc/none"), std::string::npos);
}

TEST_F(KeptStoreTest, ManyThreadsAtOnce) {
  const auto store = open();
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&store, thread] {
        for (int i = 0; i < 50; ++i) {
          store->keep(kVerdict, fmt::format("{}/{}", thread, i), "v");
          store->find(kVerdict, fmt::format("{}/{}", (thread + 1) % 4, i));
        }
      });
  }
  EXPECT_EQ((*store->summary())[0].entries, 200);
}

// Both write and read the same file; the second is killed in the middle.
TEST_F(KeptStoreTest, TwoProcessesAndAKillLeaveTheFileWhole) {
  open();
  int ready[2] = {-1, -1};
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto store = KeptStore::open(options());
    for (int i = 0; store; ++i) {
      (*store)->keep(kVerdict, fmt::format("child {}", i), std::string(2000, 'c'));
      if (i == 30 && write(ready[1], "x", 1) != 1) _exit(1);
    }
    _exit(1);
  }
  const auto store = open();
  for (int i = 0; i < 100; ++i)
    store->keep(kVerdict, fmt::format("parent {}", i), std::string(2000, 'p'));
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  ::kill(child, SIGKILL);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  ::close(ready[0]);
  ::close(ready[1]);
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(store->find(kVerdict, fmt::format("parent {}", i))) << i;
  for (int i = 0; i < 30; ++i) EXPECT_TRUE(store->find(kVerdict, fmt::format("child {}", i))) << i;
  const auto check = open()->check();
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_EQ(check->removed, 0);
  EXPECT_TRUE(set_aside().empty());
}

TEST(KeptKinds, HaveNames) {
  for (const KeptKind kind : kept_kinds())
    EXPECT_EQ(kept_kind_from_name(kept_kind_name(kind)), kind);
  EXPECT_FALSE(kept_kind_from_name("other"));
}

}  // namespace
}  // namespace nereid::verify
