// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/catalog.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/tasks/importers.h"

namespace nereid::tasks {
namespace {

constexpr std::string_view kSynthetic = "synthetic/";

/// The whole of `text` as a number, or nullopt.
std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string synthetic_id(const SyntheticKey& key) {
  return fmt::format("{}{}/{}.{}.{}", kSynthetic, key.level, split_name(key.split), key.seed,
                     key.index);
}

std::optional<SyntheticKey> parse_synthetic_id(std::string_view id) {
  if (!id.starts_with(kSynthetic)) {
    return std::nullopt;
  }
  id.remove_prefix(kSynthetic.size());
  const std::size_t slash = id.find('/');
  const std::size_t dot = id.find('.', slash);
  const std::size_t last = id.rfind('.');
  if (slash == std::string_view::npos || dot == std::string_view::npos || last == dot) {
    return std::nullopt;
  }
  const auto level = number(id.substr(0, slash));
  const auto split = split_from_name(id.substr(slash + 1, dot - slash - 1));
  const auto seed = number(id.substr(dot + 1, last - dot - 1));
  const auto index = number(id.substr(last + 1));
  if (!level || (*level != 1 && *level != 2) || !split || !seed || !index) {
    return std::nullopt;
  }
  return SyntheticKey{*seed, *split, static_cast<int>(*level), *index};
}

Result<Task> find_task(const std::string& id, const std::filesystem::path& folder) {
  if (id.starts_with(kSynthetic)) {
    const auto key = parse_synthetic_id(id);
    if (!key) {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format(
              "'{}' is not a synthetic task; expected synthetic/LEVEL/SPLIT.SEED.INDEX, such as "
              "synthetic/2/validation.7.12",
              id)};
    }
    return synthetic_task(key->seed, key->split, key->level, key->index);
  }
  if (!folder.empty()) {
    auto tasks = load_kernelbench(folder, {});
    if (!tasks) {
      return tasks.error();
    }
    for (Task& task : *tasks) {
      if (task.id == id) {
        return std::move(task);
      }
    }
    return Error{
        ErrorCode::kNotFound,
        fmt::format("no task '{}' in {}; `nereid tasks list --tasks {}` shows what is there", id,
                    folder.string(), folder.string())};
  }
  return load_task_file(id);
}

}  // namespace nereid::tasks
