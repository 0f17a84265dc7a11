// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/rows.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"

namespace nereid::data {
namespace {

namespace fs = std::filesystem;

class Rows : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = TemporaryDirectory::make("nereid-rows");
    ASSERT_TRUE(made);
    folder_.emplace(std::move(*made));
  }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_->path() / name, std::ios::binary) << text;
    return folder_->path() / name;
  }

  /// A Parquet file by pyarrow, of a Python expression for its columns; false without pyarrow.
  bool write_parquet(const fs::path& file, const std::string& columns) const {
    SpawnOptions options;
    options.argv = {python_executable().string(), "-I", "-c",
                    "import sys, pyarrow as pa, pyarrow.parquet as pq\n"
                    "pq.write_table(pa.table(" +
                        columns + "), sys.argv[1], row_group_size=2)",
                    file.string()};
    const auto done = run_captured(options, 120'000);
    return done && done->status.ok();
  }

  Result<void> read(const fs::path& file, const std::vector<std::string>& wanted = {"a", "b"}) {
    columns_.clear();
    rows_.clear();
    RowReader reader;
    reader.on_columns = [this](const std::vector<std::string>& columns) -> Result<void> {
      columns_ = columns;
      return {};
    };
    reader.on_row = [this](Row row) -> Result<void> {
      rows_.push_back(std::move(row));
      return {};
    };
    return read_rows(file, wanted, reader, stop_.get_token());
  }

  std::string error(const fs::path& file) {
    const auto done = read(file);
    return done ? "" : done.error().message;
  }

  fs::path path() const { return folder_->path(); }

  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::stop_source stop_;

 private:
  std::optional<TemporaryDirectory> folder_;
};

TEST_F(Rows, AnArrayAndLinesGiveTheSame) {
  ASSERT_TRUE(read(write("x", "[{\"a\": 1, \"b\": [1, {\"c\": 2}]},\n {\"a\": \"two\"}]")));
  const auto first = rows_;
  EXPECT_EQ(columns_, (std::vector<std::string>{"a", "b"}));
  ASSERT_TRUE(read(write("y", "{\"a\": 1, \"b\": [1, {\"c\": 2}]}\n\n{\"a\": \"two\"}\n")));
  ASSERT_EQ(rows_.size(), 2u);
  ASSERT_EQ(first.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(first[i].values, rows_[i].values);
  EXPECT_TRUE(rows_[1].place.ends_with("y:3"));
  EXPECT_TRUE(first[1].place.ends_with("row 2"));
}

TEST_F(Rows, BrokenLinesAreNamed) {
  EXPECT_NE(error(write("x.jsonl", "{\"a\": 1}\n{\"a\": \n")).find("x.jsonl:2"), std::string::npos);
  EXPECT_NE(error(write("y.json", "[{\"a\": 1}, {\"a\"")).find("y.json"), std::string::npos);
  EXPECT_EQ(rows_.size(), 1u);  // what was whole had been read
  EXPECT_NE(error(write("z.jsonl", "[[1]]")).find("no object"), std::string::npos);
}

TEST_F(Rows, FilesThatHoldNoTableSayWhatWasExpected) {
  for (const char* text : {"", "  \n", "hello", "[]", "7"}) {
    const std::string message = error(write("x", text));
    EXPECT_NE(message.find("expected Parquet"), std::string::npos) << text << ": " << message;
  }
  EXPECT_EQ(read(path() / "nowhere").error().code, ErrorCode::kNotFound);
  EXPECT_NE(error(path()).find("a folder"), std::string::npos);
}

TEST_F(Rows, StopsWhenAsked) {
  stop_.request_stop();
  const auto done = read(write("x", "{\"a\": 1}\n"));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
}

TEST_F(Rows, DeepNestingEndsTheReading) {
  EXPECT_FALSE(read(write("x", "[" + std::string(100'000, '[') + std::string(100'001, ']'))));
}

TEST_F(Rows, ParquetGivesTheWantedColumns) {
  const fs::path file = path() / "rows.bin";  // the name says nothing
  if (!write_parquet(file,
                     "{'a': [1, 2, None], 'b': [['x'], [], ['y', 'z']], 'c': ['p', 'q', 'r'],"
                     " 'd': [{'e': 'f'}] * 3}"))
    GTEST_SKIP() << "no pyarrow in " << python_executable();
  ASSERT_TRUE(read(file, {"a", "b", "d", "absent"}));
  EXPECT_EQ(columns_, (std::vector<std::string>{"a", "b", "c", "d"}));
  ASSERT_EQ(rows_.size(), 3u);
  EXPECT_EQ(rows_[0].values, Json::parse(R"({"a": 1, "b": ["x"], "d": {"e": "f"}})"));
  EXPECT_EQ(rows_[2].values, Json::parse(R"({"a": null, "b": ["y", "z"], "d": {"e": "f"}})"));
  EXPECT_TRUE(rows_[2].place.ends_with("row 3"));
}

TEST_F(Rows, TruncatedParquetIsNoWholeFile) {
  const fs::path file = path() / "whole.parquet";
  if (!write_parquet(file, "{'a': list(range(2000))}"))
    GTEST_SKIP() << "no pyarrow in " << python_executable();
  const std::string bytes = *read_file(file);
  for (const std::size_t size : {std::size_t{4}, bytes.size() / 2, bytes.size() - 1}) {
    const std::string message = error(write("cut.parquet", bytes.substr(0, size)));
    EXPECT_NE(message.find("not a whole Parquet file"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace nereid::data
