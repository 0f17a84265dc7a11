// SPDX-License-Identifier: GPL-3.0-or-later
// Raw outputs of real models: each gets exactly one verdict, whatever is in it.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "engine/base/json.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

std::string completions_path() {
  const char* path = std::getenv("NEREID_COMPLETIONS");
  return path == nullptr ? NEREID_SHARED_COMPLETIONS : path;
}

TEST(Completions, EachGetsExactlyOneVerdict) {
  std::ifstream file(completions_path());
  if (!file)
    GTEST_SKIP() << "no completions at " << completions_path() << "; set NEREID_COMPLETIONS";
  std::vector<VerifyRequest> requests;
  for (std::string line; std::getline(file, line);) {
    const auto object = parse_json(line);
    ASSERT_TRUE(object);
    const Extraction extraction = extract_candidate(json_value(*object, "text", std::string()));
    requests.push_back(swish_text(std::to_string(requests.size()), extraction.code));
    requests.back().options.run_limit_s = 10;
  }
  const std::size_t total = requests.size();
  ASSERT_GT(total, 0u);
  std::set<std::string> seen;
  std::map<std::string, int> stages;
  const auto verifier = start_verifier();
  for (const auto& verdict : judge_all(*verifier, std::move(requests))) {
    EXPECT_TRUE(seen.insert(verdict->id).second) << verdict->id;
    EXPECT_NE(verdict->reason.code, "infrastructure") << verdict->reason.message;
    EXPECT_FALSE(verdict->accepted) << "none of them solves this task";
    ++stages[std::string(stage_name(verdict->furthest_stage)) + ", then " + verdict->reason.code];
  }
  EXPECT_EQ(seen.size(), total);
  for (const auto& [stage, count] : stages) std::cout << count << " passed " << stage << "\n";
}

}  // namespace
}  // namespace nereid::verify
