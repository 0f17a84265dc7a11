// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "engine/base/check.h"
#include "engine/base/cores.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/json.h"
#include "engine/base/log.h"
#include "engine/base/paths.h"

namespace nereid {
namespace {

/// Sets an environment variable until the end of the scope.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    value ? ::setenv(name, value, 1) : ::unsetenv(name);
  }
  ~ScopedVariable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST(Hash, KnownDigests) {
  // FIPS 180-2, appendix B.
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, PiecesAndFilesGiveTheSameDigest) {
  const std::string text(200'001, 'q');
  Sha256 hash;
  hash.update(std::string_view(text).substr(0, 17));
  EXPECT_EQ(hash.copy().hex(), sha256_hex(std::string_view(text).substr(0, 17)));
  hash.update(std::string_view(text).substr(17));
  EXPECT_EQ(hash.hex(), sha256_hex(text));
  hash.update("abc");
  EXPECT_EQ(hash.hex(), sha256_hex("abc"));  // starts anew
  const TemporaryDirectory folder = std::move(*TemporaryDirectory::make());
  ASSERT_TRUE(atomic_write_file(folder.path() / "f", text));
  EXPECT_EQ(*sha256_file(folder.path() / "f"), sha256_hex(text));
  EXPECT_EQ(sha256_file(folder.path() / "none").error().code, ErrorCode::kNotFound);
}

TEST(JsonText, ErrorsNameLineAndColumn) {
  const Result<Json> got = parse_json("{\n  \"a\": 1,\n  oops\n}", "file.json");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(got.error().message.substr(0, 12), "file.json:3:");
  EXPECT_FALSE(parse_json(""));
  EXPECT_FALSE(parse_json("{} x"));
  EXPECT_FALSE(parse_json("[1e999]"));
}

TEST(JsonText, DeepNestingIsRefusedAndBracketsInTextsAreNotCounted) {
  EXPECT_FALSE(parse_json(std::string(100'000, '[')));
  EXPECT_TRUE(parse_json("\"" + std::string(1000, '[') + "\\\"[\""));
  EXPECT_TRUE(parse_json(std::string(150, '[') + std::string(150, ']')));
}

TEST(JsonText, WritingNeverThrows) {
  EXPECT_EQ(dump_json(Json("a\xFF")), "\"a\xEF\xBF\xBD\"");
  EXPECT_EQ(dump_json(Json(std::numeric_limits<double>::quiet_NaN())), "null");
}

TEST(JsonText, ValuesOfTheWrongTypeGiveTheFallback) {
  const Json object = *parse_json(R"({"n": 3, "t": "x"})");
  EXPECT_EQ(json_value(object, "n", 0), 3);
  EXPECT_EQ(json_value(object, "t", 7), 7);
  EXPECT_EQ(json_value(object, "absent", std::string("d")), "d");
  EXPECT_EQ(json_value(Json(5), "n", 1), 1);
}

TEST(Check, FailureNamesPlaceAndText) {
  const int rows = 2;
  try {
    NEREID_CHECK(rows == 3, "rows of the table");
    FAIL() << "did not throw";
  } catch (const CheckFailed& failed) {
    const std::string text = failed.what();
    EXPECT_NE(text.find("values_test.cpp:"), std::string::npos);
    EXPECT_NE(text.find("rows == 3"), std::string::npos);
    EXPECT_NE(text.find("rows of the table"), std::string::npos);
  }
}

TEST(Check, GuardedTurnsExceptionsIntoErrors) {
  const Result<int> good = guarded("adding", [] { return 3; });
  EXPECT_EQ(*good, 3);
  const Result<int> bad = guarded("adding", []() -> int { throw std::runtime_error("no"); });
  EXPECT_EQ(bad.error().message, "adding: no");
  const Result<void> nothing = guarded("adding", [] {});
  EXPECT_TRUE(nothing);
  const Result<int> passed = guarded("adding", []() -> Result<int> {
    return Error{ErrorCode::kTimeout, "late"};
  });
  EXPECT_EQ(passed.error().code, ErrorCode::kTimeout);
}

TEST(Paths, EnvironmentDecides) {
  const ScopedVariable runs("NEREID_RUNS", nullptr);
  const ScopedVariable data("XDG_DATA_HOME", "/somewhere/data");
  EXPECT_EQ(runs_dir(), "/somewhere/data/nereid/runs");
  const ScopedVariable given("NEREID_RUNS", "/elsewhere");
  EXPECT_EQ(runs_dir(), "/elsewhere");
  const ScopedVariable relative("XDG_DATA_HOME", "not/absolute");
  const ScopedVariable home("HOME", "/home/somebody");
  EXPECT_EQ(data_dir(), "/home/somebody/.local/share/nereid");
  const ScopedVariable python("NEREID_PYTHON", "/opt/python");
  EXPECT_EQ(python_executable(), "/opt/python");
  const ScopedVariable resources("NEREID_RESOURCES", "/opt/resources");
  EXPECT_EQ(resource_dir(), "/opt/resources");
}

TEST(Paths, BuildTreeFindsItsParts) {
  const ScopedVariable resources("NEREID_RESOURCES", nullptr);
  EXPECT_TRUE(std::filesystem::is_directory(resource_dir())) << resource_dir();
  EXPECT_TRUE(std::filesystem::is_directory(harness_dir())) << harness_dir();
  EXPECT_TRUE(std::filesystem::exists(program_dir())) << program_dir();
}

TEST(Log, LinesReachTheFileAndTheLevelHolds) {
  const TemporaryDirectory folder = std::move(*TemporaryDirectory::make());
  const auto file = folder.path() / "log.txt";
  ASSERT_TRUE(start_logging({.level = LogLevel::kInfo, .to_stderr = false, .file = file}));
  log_info("step {} of {}", 3, 10);
  log_debug("too fine");
  log_message(LogLevel::kError, "braces {} stay");
  ASSERT_TRUE(start_logging({.to_stderr = true}));
  const std::string text = *read_file(file);
  EXPECT_NE(text.find("info step 3 of 10\n"), std::string::npos) << text;
  EXPECT_NE(text.find("error braces {} stay\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("too fine"), std::string::npos);
  EXPECT_FALSE(start_logging({.file = "/proc/no/such/log"}));
}

TEST(Cores, AreSharedDeliberately) {
  EXPECT_EQ(share_cores(1, 0, 0).trainer_threads, 1);
  EXPECT_EQ(share_cores(1, 0, 0).jobs, 1);
  EXPECT_EQ(share_cores(2, 0, 0).trainer_threads, 1);
  EXPECT_EQ(share_cores(16, 0, 0).trainer_threads, 4);
  EXPECT_EQ(share_cores(16, 0, 0).jobs, 12);
  EXPECT_EQ(share_cores(16, 7, 3).trainer_threads, 7);
  EXPECT_EQ(share_cores(16, 7, 3).jobs, 3);
  // Nothing is judged during an update.
  EXPECT_EQ(share_cores(1, 0, 0).update_threads, 1);
  EXPECT_EQ(share_cores(2, 0, 0).update_threads, 2);
  EXPECT_EQ(share_cores(16, 0, 0).update_threads, 4);
  EXPECT_EQ(share_cores(16, 7, 3).update_threads, 7);
}

}  // namespace
}  // namespace nereid
