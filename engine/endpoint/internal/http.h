// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::endpoint {

struct HttpRequest {
  std::string url;
  std::vector<std::string> headers;  ///< "Name: value"
  std::string body;
  std::string ca_file;  ///< PEM; empty = those of the system
  double connect_timeout_s = 10;
  double timeout_s = 600;
  std::size_t max_body_bytes = 0;
};

/// Why no whole answer came.
enum class HttpFailure {
  kNone,
  kNoHost,   ///< the name is not known
  kRefused,  ///< nobody listens there, or no way leads there
  kTls,      ///< no trust, or no common language
  kTimeout,
  kTooLarge,  ///< the answer is longer than max_body_bytes
  kBroken,    ///< the connection ended too soon
  kCancelled,
  kOther,
};

struct HttpOutcome {
  HttpFailure failure = HttpFailure::kNone;
  std::string detail;  ///< libcurl's words, where it failed
  int status = 0;      ///< 0 = none came
  std::string body;
  std::string redirect;                 ///< where a 3xx points to
  std::optional<double> retry_after_s;  ///< of the header Retry-After
};

/// Posts `body` and reads the answer, redirects included as they are; proxies are taken from the
/// environment (https_proxy and so on). Ends at once when `stop` is asked to. The error is that of
/// curl_library(). Thread-safe.
Result<HttpOutcome> post(const HttpRequest& request, const std::stop_token& stop);

}  // namespace nereid::endpoint
