// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/base/result.h"

namespace nereid {

/// A bug: a condition that the code relies on does not hold. Not thrown for bad input.
class CheckFailed : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void fail_check(const char* file, int line, const char* condition,
                                    const std::string& text) {
  throw CheckFailed(fmt::format("{}:{}: {} does not hold: {}", file, line, condition, text));
}

/// Throws CheckFailed with file and line unless `condition` holds. It does not abort: an abort
/// would take the unsaved run with it.
#define NEREID_CHECK(condition, text)                                             \
  do {                                                                            \
    if (!(condition)) ::nereid::fail_check(__FILE__, __LINE__, #condition, text); \
  } while (false)

/// Runs `work` and turns whatever it throws into an Error that starts with `doing`, e.g.
/// "loading checkpoint: unexpected end of file". For the public edge of a room whose libraries
/// throw. `work` may return T, void or Result<T>; the answer is Result<T>.
template <class Work>
auto guarded(const std::string& doing, Work&& work) {
  using Raw = std::invoke_result_t<Work>;
  constexpr bool kIsResult = requires {
    std::declval<Raw>().error();
  };
  using Answer = typename std::conditional_t<kIsResult, std::type_identity<Raw>,
                                             std::type_identity<Result<Raw>>>::type;
  try {
    if constexpr (std::is_void_v<Raw>) {
      std::forward<Work>(work)();
      return Answer();
    } else {
      return Answer(std::forward<Work>(work)());
    }
  } catch (const std::bad_alloc&) {
    return Answer(Error{ErrorCode::kUnavailable, doing + ": out of memory"});
  } catch (const std::exception& problem) {
    return Answer(Error{ErrorCode::kInternal, doing + ": " + problem.what()});
  } catch (...) {
    return Answer(Error{ErrorCode::kInternal, doing + ": unknown exception"});
  }
}

}  // namespace nereid
