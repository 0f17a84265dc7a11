// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/idle_watch.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/verify/processes/processor_time.h"

namespace nereid::verify {
namespace {

constexpr std::chrono::seconds kIdle{2};
constexpr double kFewSeconds = 0.05;  // of a processor: who wakes to look at a clock does no work
constexpr int kFewLooks = 10;         // of so many, one may find somebody awake
constexpr int kLeastLooks = 20;       // a judge that was kept from looking has seen nothing

// One of its threads runs, stands in line for a processor or waits for a disk.
bool is_working(pid_t process) {
  std::error_code none;
  for (const auto& thread :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/task", process), none)) {
    std::ifstream file(thread.path() / "stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name_end = text.rfind(')');  // a name may hold anything
    if (name_end == std::string::npos || name_end + 2 >= text.size()) continue;
    if (std::strchr("RD", text[name_end + 2]) != nullptr) return true;
  }
  return false;
}

}  // namespace

void IdleWatch::begin(double ran_s) {
  start_ = Clock::now();
  ran_before_s_ = ran_s;
  looks_ = working_ = 0;
}

bool IdleWatch::look(std::initializer_list<pid_t> processes) {
  double ran = 0;
  bool works = false;
  for (const pid_t process : processes) {
    works = works || process <= 0 || is_working(process);
    if (process > 0) ran += ran_s(process);
  }
  if (start_ == Clock::time_point{}) begin(ran);
  ++looks_;
  working_ += works ? 1 : 0;
  if (Clock::now() - start_ < kIdle) return false;
  if (looks_ >= kLeastLooks && working_ * kFewLooks <= looks_ && ran - ran_before_s_ < kFewSeconds)
    return true;
  begin(ran);
  return false;
}

}  // namespace nereid::verify
