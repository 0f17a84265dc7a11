// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/module/rank_place.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace nereid::train {
namespace {

/// `otherwise` where the variable is not set, nothing where it holds no number from `least` on.
std::optional<int> number_of(const char* variable, int otherwise, int least) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  const std::string_view view(text);
  int number = 0;
  const auto parsed = std::from_chars(view.data(), view.data() + view.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != view.data() + view.size() || number < least)
    return std::nullopt;
  return number;
}

Error nonsense(const char* variable) {
  const char* text = std::getenv(variable);
  return {ErrorCode::kInvalidArgument,
          fmt::format("the environment variable {} is \"{}\", which is no place among the ranks of "
                      "a run; start several with torchrun, or unset RANK and WORLD_SIZE",
                      variable, text == nullptr ? "" : text)};
}

}  // namespace

Result<RankPlace> launched_place() {
  if (std::getenv("WORLD_SIZE") == nullptr || std::getenv("RANK") == nullptr) return RankPlace{};
  RankPlace place;
  const auto count = number_of("WORLD_SIZE", 1, 1);
  if (!count) return nonsense("WORLD_SIZE");
  const auto rank = number_of("RANK", 0, 0);
  if (!rank || *rank >= *count) return nonsense("RANK");
  const auto local_count = number_of("LOCAL_WORLD_SIZE", 1, 1);
  if (!local_count || *local_count > *count) return nonsense("LOCAL_WORLD_SIZE");
  const auto local_rank = number_of("LOCAL_RANK", 0, 0);
  if (!local_rank || *local_rank >= *local_count) return nonsense("LOCAL_RANK");
  const auto restarts = number_of("TORCHELASTIC_RESTART_COUNT", 0, 0);
  if (!restarts) return nonsense("TORCHELASTIC_RESTART_COUNT");
  return RankPlace{*rank, *count, *local_rank, *local_count, *restarts};
}

}  // namespace nereid::train
