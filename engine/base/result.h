// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace nereid {

/// What kind of failure an Error is; the interface shows a translated sentence for the code and the
/// message as detail.
enum class ErrorCode {
  kInvalidArgument,   ///< bad usage, bad setting, bad input file
  kNotFound,          ///< a file, run, task or model is not there
  kPermissionDenied,  ///< no right to read or write
  kNoSpace,           ///< disk full or quota met
  kCorrupt,           ///< a file is damaged or not what it claims to be
  kUnsupported,       ///< understood, but not possible on this machine or build
  kUnavailable,       ///< a part or process is missing or died
  kTimeout,
  kCancelled,
  kInternal,
};

/// A recoverable failure. `message` says where, what was expected, what came, and the mend.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
};

/// A value of type T or an Error. Member names follow std::expected.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  Error& error() { return std::get<1>(state_); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }
  Error& error() { return *error_; }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace nereid
