// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/endpoint/ask_all.h"

namespace nereid::endpoint {

bool concerns_all(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:  // this one's prompt is too long, say
    case ErrorCode::kCorrupt:
    case ErrorCode::kTimeout:
      return false;
    case ErrorCode::kNotFound:
    case ErrorCode::kPermissionDenied:
    case ErrorCode::kNoSpace:
    case ErrorCode::kUnsupported:
    case ErrorCode::kUnavailable:
    case ErrorCode::kCancelled:
    case ErrorCode::kInternal:
      return true;
  }
  return true;
}

}  // namespace nereid::endpoint
