// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/verify/verifier_fixture.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <fstream>
#include <iterator>

#include "engine/base/file.h"
#include "engine/base/paths.h"

namespace nereid::verify {
namespace {

std::string read_all(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

std::string shelf_file(const std::string& name) {
  const auto text = read_file(resource_dir() / "verify_shelf" / name);
  EXPECT_TRUE(text) << name;
  return text ? *text : std::string();
}

VerifyRequest swish_text(const std::string& id, const std::string& candidate) {
  VerifyRequest request;
  request.id = id;
  request.reference = shelf_file("swish/reference.py");
  request.candidate = candidate;
  return request;
}

VerifyRequest swish_request(const std::string& id, const std::string& candidate_file) {
  return swish_text(id, shelf_file("swish/" + candidate_file));
}

std::vector<std::shared_ptr<const Verdict>> judge_all(Verifier& verifier,
                                                      std::vector<VerifyRequest> requests) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::shared_ptr<const Verdict>> verdicts;
  const std::size_t total = requests.size();
  for (VerifyRequest& request : requests)
    verifier.submit(std::move(request), [&](std::shared_ptr<const Verdict> verdict) {
      std::lock_guard lock(mutex);
      verdicts.push_back(std::move(verdict));
      changed.notify_all();
    });
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return verdicts.size() >= total; });
  return verdicts;
}

std::unique_ptr<Verifier> start_verifier(int jobs) {
  auto verifier = Verifier::start({.jobs = jobs});
  EXPECT_TRUE(verifier) << verifier.error().message;
  return verifier ? std::move(*verifier) : nullptr;
}

std::vector<int> children_of(int pid) {
  std::vector<int> pids;
  std::error_code ignored;
  const auto tasks = fmt::format("/proc/{}/task", pid);
  for (const auto& task : std::filesystem::directory_iterator(tasks, ignored)) {
    std::ifstream stream(task.path() / "children");
    pids.insert(pids.end(), std::istream_iterator<int>(stream), std::istream_iterator<int>());
  }
  return pids;
}

std::vector<int> harness_pids(const std::string& role) {
  std::vector<int> found;
  for (const int pid : children_of(getpid())) {
    const std::string name = read_all(fmt::format("/proc/{}/comm", pid));
    if (name.starts_with(("nereid " + role).substr(0, 15))) found.push_back(pid);
  }
  return found;
}

int open_descriptors() {
  const std::filesystem::directory_iterator folder("/proc/self/fd");
  return static_cast<int>(std::distance(begin(folder), end(folder)));
}

}  // namespace nereid::verify
