// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/processes/time_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "engine/verify/processes/processor_time.h"

namespace nereid::verify {
namespace {

using std::chrono::milliseconds;

// Of a busy machine: so many times the limit, and so much beside it, by the clock.
constexpr double kPatience = 60;
constexpr double kLeastPatience = 60;
// Before that nobody asks what a process has waited, which takes longer than most answers.
constexpr double kQuickAnswer = 0.02;
constexpr int kMaxDepth = 4;  // a compiler's assembler is a child of a child

// Seconds in which the process wanted to run and could not; 0 where the kernel does not say.
double waited_s(pid_t process) {
  FILE* file = std::fopen(fmt::format("/proc/{}/schedstat", process).c_str(), "re");
  if (file == nullptr) return 0;
  unsigned long long ran = 0, waited = 0;
  const int fields = std::fscanf(file, "%llu %llu", &ran, &waited);
  std::fclose(file);
  return fields == 2 ? 1e-9 * static_cast<double>(waited) : 0;
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  FILE* file = std::fopen(fmt::format("/proc/{0}/task/{0}/children", process).c_str(), "re");
  if (file == nullptr) return children;
  for (int child = 0; std::fscanf(file, "%d", &child) == 1;) children.push_back(child);
  std::fclose(file);
  return children;
}

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

TimeLimit TimeLimit::of_own_time(double seconds) {
  TimeLimit limit;
  limit.seconds_ = seconds;
  limit.spent_s_ = std::make_shared<double>(0);
  return limit;
}

LimitWatch::LimitWatch(TimeLimit limit)
    : limit_(std::move(limit)), spent_before_s_(limit_.spent_s()) {}

void LimitWatch::look(std::initializer_list<pid_t> processes) {
  if (limit_.deadline_) return;
  const auto now = Clock::now();
  if (!is_started_) return begin(processes, now);
  const bool is_quick = seconds_between(start_, now) < kQuickAnswer;
  for (const pid_t process : processes) {
    if (process <= 0) continue;
    if (is_quick)
      note_run(process);
    else
      look_at(process, 0);
  }
  if (!is_quick && !std::exchange(knows_waits_, true))
    // What they waited before this does not count for them.
    for (auto& [process, one] : seen_) one.waited_before_s = one.waited_s;
  double waited = 0, ran = 0;
  for (const auto& [process, one] : seen_) {
    waited += one.waited_s - one.waited_before_s;
    ran += one.ran_s - one.ran_before_s;
  }
  *limit_.spent_s_ = spent_before_s_ + std::max(seconds_between(start_, now) - waited, ran);
}

// What was there before the question does not count; what is born later counts whole.
void LimitWatch::begin(std::initializer_list<pid_t> processes, Clock::time_point now) {
  for (const pid_t process : processes) {
    if (process <= 0) continue;
    is_started_ = true;
    Seen& one = note_run(process);
    one.ran_before_s = one.ran_s;
  }
  start_ = now;
}

LimitWatch::Seen& LimitWatch::note_run(pid_t process) {
  Seen& one = seen_[process];
  one.ran_s = std::max(one.ran_s, ran_s(process));
  return one;
}

void LimitWatch::look_at(pid_t process, int depth) {
  Seen& one = note_run(process);
  one.waited_s = std::max(one.waited_s, waited_s(process));
  if (depth == kMaxDepth) return;
  for (const pid_t child : children_of(process)) look_at(child, depth + 1);
}

double LimitWatch::left_s() const {
  return limit_.deadline_ ? seconds_between(Clock::now(), *limit_.deadline_)
                          : limit_.seconds_ - limit_.spent_s();
}

bool LimitWatch::is_spent() const {
  return left_s() <= 0;
}

bool LimitWatch::is_hopeless() const {
  return !limit_.deadline_ &&
         seconds_between(begin_, Clock::now()) > kPatience * limit_.seconds_ + kLeastPatience;
}

milliseconds LimitWatch::soonest_end() const {
  constexpr double kLongest = 3600;
  const std::chrono::duration<double> left(std::clamp(left_s(), 0.0, kLongest));
  return std::max(std::chrono::ceil<milliseconds>(left), milliseconds{1});
}

}  // namespace nereid::verify
