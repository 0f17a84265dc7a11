// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 of zygotes and workers, and what is left behind. NEREID_KILLS sets how many kills (10);
// see tests/soak/verifier_kills.sh.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <random>
#include <set>
#include <thread>

#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

std::string setting(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::string() : text;
}

int kills_wanted() {
  const std::string text = setting("NEREID_KILLS");
  return text.empty() ? 10 : std::atoi(text.c_str());
}

std::vector<VerifyRequest> mixed_requests(int count) {
  const char* files[] = {"right_plain.py", "wrong_values.py", "right_lambda_grid.py",
                         "wrong_shape.py", "wrong_invented_api.py"};
  std::vector<VerifyRequest> requests;
  for (int i = 0; i < count; ++i) {
    requests.push_back(swish_request(std::to_string(i), files[i % 5]));
    requests.back().candidate += fmt::format("\n# {}\n", i);
    requests.back().seed = static_cast<std::uint64_t>(i / 5);  // a reference every five
  }
  return requests;
}

// Processes that may be hit: the zygotes and whatever they have forked. NEREID_KILL_ROLE and
// NEREID_KILL_WHAT (zygote or worker) narrow it down.
std::vector<int> victims() {
  const std::string what = setting("NEREID_KILL_WHAT");
  std::vector<int> pids;
  for (const int zygote : harness_pids(setting("NEREID_KILL_ROLE"))) {
    if (what != "worker") pids.push_back(zygote);
    if (what == "zygote") continue;
    for (const int child : children_of(zygote)) pids.push_back(child);
  }
  return pids;
}

// The judgement must come out as without the kills. A child that was hit twice may end as crashed,
// but never a right one as anything else, and never a wrong one as accepted.
void expect_sound(const Verdict& verdict) {
  const int kind = std::stoi(verdict.id) % 5;
  const bool right = kind == 0 || kind == 2;
  if (verdict.reason.code == "crashed") return;
  EXPECT_EQ(verdict.accepted, right)
      << verdict.id << ": " << verdict.reason.code << ": " << verdict.reason.message;
}

TEST(Survival, KilledProcessesYieldOneVerdictEach) {
  const auto verifier = start_verifier();
  ASSERT_TRUE(verifier->verify(swish_request("0", "right_plain.py"))->accepted);
  std::atomic<bool> done{false};
  std::atomic<int> kills{0};
  std::thread killer([&] {
    std::mt19937 random(2);
    while (!done && kills < kills_wanted()) {
      // Random moments are the point here: the pause is drawn, nothing depends on its length.
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 1500));
      const auto pids = victims();
      if (pids.empty()) continue;
      if (kill(pids[random() % pids.size()], SIGKILL) == 0) ++kills;
    }
  });
  std::set<std::string> seen;
  int crashed = 0;
  while (kills < kills_wanted()) {
    seen.clear();
    auto requests = mixed_requests(10);
    for (VerifyRequest& request : requests) request.seed += 1000U * static_cast<unsigned>(kills);
    for (const auto& verdict : judge_all(*verifier, std::move(requests))) {
      EXPECT_TRUE(seen.insert(verdict->id).second);
      expect_sound(*verdict);
      if (verdict->reason.code == "crashed") ++crashed;
    }
    EXPECT_EQ(seen.size(), 10u);
  }
  done = true;
  killer.join();
  EXPECT_LE(crashed, kills.load() / 2);
  EXPECT_TRUE(verifier->verify(swish_text("0", shelf_file("swish/right_plain.py") + "\n# end\n"))
                  ->accepted);
  EXPECT_EQ(verifier->stats().submitted, verifier->stats().finished);
}

TEST(Survival, NothingIsLeftBehind) {
  const int before = open_descriptors();
  std::vector<int> zygotes;
  for (int round = 0; round < 2; ++round) {
    const auto verifier = start_verifier();
    judge_all(*verifier, mixed_requests(5));
    zygotes = harness_pids("");
    // Reference, static, compiler, device, what forks them; and one that holds the GPU.
    EXPECT_EQ(zygotes.size(), has_gpu_device() ? 6u : 5u);
    // Some are still running when the verifier goes.
    for (VerifyRequest& request : mixed_requests(10)) {
      request.seed = 77;
      verifier->submit(std::move(request), nullptr);
    }
  }
  for (const int pid : zygotes) EXPECT_FALSE(process_exists(pid));
  EXPECT_TRUE(children_of(getpid()).empty());
  EXPECT_EQ(open_descriptors(), before);
}

TEST(Survival, AnHarnessThatDoesNotStartIsSaid) {
  const auto verifier = Verifier::start({.jobs = 1, .python = "/bin/false"});
  ASSERT_TRUE(verifier);
  const auto verdict = (*verifier)->verify(swish_request("a", "right_plain.py"));
  EXPECT_EQ(verdict->reason.code, "infrastructure");
  EXPECT_NE(verdict->reason.message.find("nereid doctor"), std::string::npos)
      << verdict->reason.message;
  const auto missing = Verifier::start({.python = "/no/such/python"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

// Roles outlive the process that forked them, and one that dies later is forked by a new one.
TEST(Survival, TheProcessThatForksTheRolesMayDie) {
  const auto verifier = start_verifier(1);
  ASSERT_TRUE(verifier->verify(swish_request("0", "right_plain.py"))->accepted);
  const auto kill_all = [](const std::string& role) {
    const std::vector<int> pids = harness_pids(role);
    for (const int pid : pids) kill(pid, SIGKILL);
    return pids;
  };
  const std::vector<int> first = kill_all("preload");
  ASSERT_EQ(first.size(), 1u);
  const auto without_preload = verifier->verify(swish_request("1", "right_lambda_grid.py"));
  EXPECT_TRUE(without_preload->accepted) << without_preload->reason.message;
  ASSERT_EQ(kill_all("device").size(), 1u);
  const auto with_new_device = verifier->verify(swish_request("2", "right_helper_function.py"));
  EXPECT_TRUE(with_new_device->accepted) << with_new_device->reason.message;
  EXPECT_EQ(harness_pids("preload").size(), 1u);
  EXPECT_NE(harness_pids("preload"), first);
}

// A harness that fails while it starts is given up, and those who wait hear of it.
void expect_error_is_said(const std::string& file, const std::string& function) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::make();
  ASSERT_TRUE(folder);
  const std::filesystem::path harness = folder->path() / "harness";
  std::filesystem::copy(harness_dir(), harness, std::filesystem::copy_options::recursive);
  Result<std::string> text = read_file(harness / file);
  ASSERT_TRUE(text);
  const std::string definition = "def " + function + "():\n";
  const std::size_t at = text->find(definition);
  ASSERT_NE(at, std::string::npos);
  text->insert(at + definition.size(), "    no_such_name\n");
  ASSERT_TRUE(atomic_write_file(harness / file, *text));
  VerifierConfig config;
  config.jobs = 1;
  config.harness = harness;
  auto verifier = Verifier::start(config);
  ASSERT_TRUE(verifier) << verifier.error().message;
  const auto verdict = (*verifier)->verify(swish_request("0", "right_plain.py"));
  EXPECT_FALSE(verdict->accepted);
  EXPECT_EQ(verdict->reason.code, "infrastructure");
  EXPECT_NE(verdict->reason.message.find("no_such_name"), std::string::npos)
      << verdict->reason.message;
}

TEST(Survival, AnErrorWhileWarmingIsSaid) {
  expect_error_is_said("compiler/compile_host.py", "prepare_zygote");
}

TEST(Survival, AnErrorBeforeRolesAreForkedIsSaid) {
  expect_error_is_said("main.py", "_preload");
}

}  // namespace
}  // namespace nereid::verify
