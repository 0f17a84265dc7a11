// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/split.h"

#include <charconv>
#include <cstdint>
#include <set>

#include "engine/base/random.h"

namespace nereid::tasks {
namespace {

constexpr std::size_t kDigits = 16;  // of the fingerprint: 64 bits

// In [0, 1); a task without a fingerprint is on the side of 1, where training is.
double place_of(const std::string& fingerprint) {
  std::uint64_t bits = ~std::uint64_t{0};
  const char* begin = fingerprint.data();
  if (fingerprint.size() >= kDigits) std::from_chars(begin, begin + kDigits, bits, 16);
  return unit_double(bits);
}

}  // namespace

Split split_of(const Task& task, const HeldOut& held_out) {
  const double place = place_of(task.fingerprint);
  if (place < held_out.test) return Split::kTest;
  return place < held_out.test + held_out.validation ? Split::kValidation : Split::kTrain;
}

std::vector<Task> only_split(std::vector<Task> tasks, Split split, const HeldOut& held_out) {
  std::erase_if(tasks, [&](const Task& task) { return split_of(task, held_out) != split; });
  for (Task& task : tasks) task.split = split_name(split);
  return tasks;
}

std::vector<std::string> overlap(const std::vector<Task>& chosen,
                                 const std::vector<Task>& trained) {
  std::set<std::string> known;
  for (const Task& task : trained) known.insert(task.fingerprint);
  std::vector<std::string> ids;
  for (const Task& task : chosen)
    if (known.contains(task.fingerprint)) ids.push_back(task.id);
  return ids;
}

}  // namespace nereid::tasks
