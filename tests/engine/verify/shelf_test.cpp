// SPDX-License-Identifier: GPL-3.0-or-later
// Every candidate of resources/verify_shelf against its expected verdict.
#include <map>

#include "engine/base/json.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

TEST(Shelf, EveryCandidateGetsItsExpectedVerdict) {
  const auto shelf = parse_json(shelf_file("shelf.json"));
  ASSERT_TRUE(shelf);
  std::map<std::string, Json> expected;
  std::vector<VerifyRequest> requests;
  for (const Json& entry : (*shelf)["entries"]) {
    VerifyRequest request;
    request.id = entry["id"];
    request.reference = shelf_file(entry["reference"]);
    request.candidate = shelf_file(entry["candidate"]);
    request.options.run_limit_s = 10;
    expected[request.id] = entry["expected"];
    requests.push_back(std::move(request));
  }
  int right = 0, wrong = 0;
  const auto verifier = start_verifier();
  for (const auto& verdict : judge_all(*verifier, std::move(requests))) {
    ASSERT_TRUE(expected.contains(verdict->id)) << "two verdicts for " << verdict->id;
    const Json want = expected[verdict->id];
    expected.erase(verdict->id);
    const Json rejected_at =
        verdict->rejected_at ? Json(stage_name(*verdict->rejected_at)) : Json(nullptr);
    EXPECT_EQ(Json(verdict->accepted), want["accepted"])
        << verdict->id << ": " << verdict->reason.message;
    EXPECT_EQ(rejected_at, want["rejected_at"]) << verdict->id << ": " << verdict->reason.message;
    EXPECT_EQ(Json(verdict->reason.code), want["reason"]["code"])
        << verdict->id << ": " << verdict->reason.message;
    EXPECT_FALSE(verdict->reason.message.empty());
    ++(verdict->accepted ? right : wrong);
  }
  EXPECT_TRUE(expected.empty());
  EXPECT_GE(right, 12);
  EXPECT_GE(wrong, 12);
}

}  // namespace
}  // namespace nereid::verify
