// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace nereid::endpoint {

/// Where and how a model is asked.
struct ChatOptions {
  std::string url;      ///< base of the interface, such as http://localhost:8000/v1
  std::string model;    ///< as the server calls it
  std::string key_env;  ///< environment variable that holds the key; empty = no key is sent
  std::string ca_file;  ///< certificates to trust, PEM; empty = those of the system
  double temperature = 1;
  double top_p = 1;
  int max_tokens = 0;  ///< of an answer, its reasoning included; 0 = as the server decides
  double connect_timeout_s = 10;
  double timeout_s = 600;       ///< of one attempt, from connecting to the last byte
  int attempts = 6;             ///< at one question, where a failure may pass
  double first_wait_s = 1;      ///< before the second attempt; doubles from one to the next
  double longest_wait_s = 300;  ///< a server that asks for a longer one is given up
  int concurrency = 4;          ///< questions on their way at once; others wait in ask()
  /// A text without a letter is an answer too: of an examination, where it is a wrong one.
  bool takes_empty = false;
  std::size_t max_body_bytes = std::size_t{16} << 20;
};

struct ChatMessage {
  std::string role;  ///< "system", "user" or "assistant"
  std::string content;
};

struct ChatAnswer {
  std::string content;
  std::string reasoning;      ///< where the server keeps it apart from the content
  std::string finish_reason;  ///< "stop", "length", ...; may be empty
  std::string model;          ///< as the answer names it; may be empty
  std::int64_t prompt_tokens = 0, completion_tokens = 0;  ///< 0 = the server did not say
  bool truncated() const { return finish_reason == "length"; }
};

/// An attempt that failed and will be made again.
struct ChatRetry {
  int attempt = 0;  ///< the one that failed, from 1
  double wait_s = 0;
  std::string why;  ///< one line
};

/// Asks one model of one endpoint. Thread-safe.
class ChatClient {
 public:
  /// Checks the options and reads the key; sends nothing. kInvalidArgument names the option.
  static Result<std::unique_ptr<ChatClient>> open(ChatOptions options);
  virtual ~ChatClient() = default;

  /// Sends one question and waits for its whole answer. What may pass is tried again: 408, 429 and
  /// 5xx (as long as Retry-After asks, else twice as long each time), a connection that broke, and
  /// one that was refused by a server that has answered before. Errors: kUnavailable (no such host,
  /// refused, TLS, 429 or 5xx to the last attempt), kTimeout, kPermissionDenied (401, 403),
  /// kNotFound (404), kInvalidArgument (other 4xx), kCorrupt (what came is no answer) and
  /// kCancelled.
  virtual Result<ChatAnswer> ask(const std::vector<ChatMessage>& messages,
                                 const std::stop_token& stop) = 0;
  /// Hears of attempts that will be made again, on the threads that ask. To be set before the first
  /// question.
  virtual void on_retry(std::function<void(const ChatRetry&)> hear) = 0;
};

/// Seconds to wait after the failed attempt `attempt` (from 1) where the server names none: doubled
/// from `first_wait_s` on, at most `longest_wait_s`, and shortened by up to a half by `draw` in [0,
/// 1), so that those who were refused together do not come back together.
double backoff_s(const ChatOptions& options, int attempt, double draw);

}  // namespace nereid::endpoint
