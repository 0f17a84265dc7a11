// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/endpoint/chat.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/base/json.h"
#include "engine/base/log.h"
#include "engine/base/random.h"
#include "engine/endpoint/internal/chat_answer.h"
#include "engine/endpoint/internal/http.h"

namespace nereid::endpoint {
namespace {

constexpr std::string_view kPath = "/chat/completions";

Error bad_option(const std::string& what) {
  return {ErrorCode::kInvalidArgument, "endpoint: " + what};
}

bool is_plain(const std::string& url) {
  return std::all_of(url.begin(), url.end(),
                     [](unsigned char letter) { return letter > ' ' && letter < 0x7f; });
}

/// Host and port of an http(s) URL; empty if it is none.
std::string_view authority_of(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (url.starts_with(scheme)) {
      url.remove_prefix(scheme.size());
      return url.substr(0, url.find_first_of("/?#"));
    }
  return {};
}

bool is_this_machine(std::string_view authority) {
  return authority.starts_with("localhost") || authority.starts_with("127.") ||
         authority.starts_with("[::1]");
}

/// The address that questions go to.
Result<std::string> full_url(std::string url) {
  const std::string_view authority = authority_of(url);
  // Without the URL: what stands before an @ may be a secret.
  if (authority.find('@') != std::string_view::npos)
    return bad_option(
        "the URL holds a user name or a key; put the key into an environment variable and name "
        "that in key_env");
  if (authority.empty() || !is_plain(url) || url.find_first_of("?#") != std::string::npos)
    return bad_option(
        fmt::format("\"{}\" is no base URL; expected one such as http://localhost:8000/v1", url));
  while (url.ends_with('/')) url.pop_back();
  if (!url.ends_with(kPath)) url += kPath;
  return url;
}

Result<std::string> key_from(const std::string& name) {
  if (name.empty()) return std::string();
  const char* key = std::getenv(name.c_str());
  if (key == nullptr || *key == '\0')
    return bad_option(
        fmt::format("the environment variable {} is not set; export it with the key of the "
                    "endpoint, or leave key_env empty for an endpoint without one",
                    name));
  if (!is_plain(key))
    return bad_option(fmt::format(
        "the environment variable {} holds white space or other letters than ASCII; no key does",
        name));
  return std::string(key);
}

Result<void> check_numbers(const ChatOptions& options) {
  if (options.model.empty()) return bad_option("no model is named");
  if (!(options.temperature >= 0)) return bad_option("temperature: expected 0 or more");
  if (!(options.top_p > 0 && options.top_p <= 1))
    return bad_option("top_p: expected a number above 0 and at most 1");
  if (options.max_tokens < 0) return bad_option("max_tokens: expected 0 or more");
  if (options.concurrency < 1 || options.attempts < 1)
    return bad_option("concurrency and attempts: expected 1 or more");
  if (!(options.timeout_s > 0) || !(options.connect_timeout_s > 0))
    return bad_option("timeouts: expected a number above 0");
  return {};
}

/// So many at once; the others wait. Thread-safe.
class Gate {
 public:
  explicit Gate(int places) : free_(places) {}
  /// False: it was to stop.
  bool enter(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [this] { return free_ > 0; })) return false;
    --free_;
    return true;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    ++free_;
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int free_;
};

/// False: it was to stop.
bool wait_for(double seconds, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, std::chrono::duration<double>(seconds), [] { return false; });
  return !stop.stop_requested();
}

const char* status_name(int status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 500:
      return "Internal Server Error";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    default:
      return "";
  }
}

bool may_pass(int status) {
  return status == 408 || status == 429 || (status >= 500 && status != 501 && status != 505);
}

class HttpChatClient final : public ChatClient {
 public:
  HttpChatClient(ChatOptions options, std::string url, std::string key)
      : options_(std::move(options)),
        url_(std::move(url)),
        key_(std::move(key)),
        gate_(options_.concurrency) {}

  Result<ChatAnswer> ask(const std::vector<ChatMessage>& messages,
                         const std::stop_token& stop) override {
    if (!gate_.enter(stop)) return cancelled();
    const auto leave = [](Gate* gate) { gate->leave(); };
    const std::unique_ptr<Gate, decltype(leave)> place(&gate_, leave);
    const HttpRequest request = request_for(messages);
    for (int attempt = 1;; ++attempt) {
      Result<HttpOutcome> outcome = post(request, stop);
      if (!outcome) return outcome.error();
      if (outcome->status != 0) answered_ = true;
      if (is_success(*outcome)) return read(*outcome);
      const std::optional<double> wait_s = wait_before_next(*outcome, attempt);
      if (!wait_s) return failed(*outcome, attempt);
      if (hear_) hear_({attempt, *wait_s, one_line(*outcome)});
      if (!wait_for(*wait_s, stop)) return cancelled();
    }
  }

  void on_retry(std::function<void(const ChatRetry&)> hear) override { hear_ = std::move(hear); }

 private:
  static bool is_success(const HttpOutcome& outcome) {
    return outcome.failure == HttpFailure::kNone && outcome.status >= 200 && outcome.status < 300;
  }

  std::string request_body(const std::vector<ChatMessage>& messages) const {
    OrderedJson list = OrderedJson::array();
    for (const ChatMessage& message : messages)
      list.push_back({{"role", message.role}, {"content", message.content}});
    OrderedJson body = {{"model", options_.model},
                        {"messages", std::move(list)},
                        {"temperature", options_.temperature},
                        {"top_p", options_.top_p},
                        {"stream", false}};
    if (options_.max_tokens > 0) body["max_tokens"] = options_.max_tokens;
    return dump_json(body);
  }

  HttpRequest request_for(const std::vector<ChatMessage>& messages) const {
    HttpRequest request;
    request.url = url_;
    request.headers = {"Content-Type: application/json", "Accept: application/json",
                       "User-Agent: nereid", "Expect:"};
    if (!key_.empty()) request.headers.push_back("Authorization: Bearer " + key_);
    request.body = request_body(messages);
    request.ca_file = options_.ca_file;
    request.connect_timeout_s = options_.connect_timeout_s;
    request.timeout_s = options_.timeout_s;
    request.max_body_bytes = options_.max_body_bytes;
    return request;
  }

  /// Nothing: another attempt would not help, or is not allowed.
  std::optional<double> wait_before_next(const HttpOutcome& outcome, int attempt) {
    if (attempt >= options_.attempts || !is_passing(outcome)) return std::nullopt;
    if (outcome.retry_after_s) {
      if (*outcome.retry_after_s > options_.longest_wait_s) return std::nullopt;
      return *outcome.retry_after_s;
    }
    return backoff_s(options_, attempt, unit_double(mix64(draws_++)));
  }

  bool is_passing(const HttpOutcome& outcome) const {
    switch (outcome.failure) {
      case HttpFailure::kNone:
        return may_pass(outcome.status);
      case HttpFailure::kBroken:
      case HttpFailure::kTimeout:
        return true;
      case HttpFailure::kRefused:
        return answered_;  // one that is being started again, not a wrong port
      case HttpFailure::kNoHost:
      case HttpFailure::kTls:
      case HttpFailure::kTooLarge:
      case HttpFailure::kCancelled:
      case HttpFailure::kOther:
        return false;
    }
    return false;
  }

  Result<ChatAnswer> read(const HttpOutcome& outcome) const {
    Result<ChatAnswer> answer = read_chat_answer(outcome.body, options_.takes_empty);
    if (answer) return answer;
    return error(answer.error().code,
                 fmt::format("status {}, but {}", outcome.status, answer.error().message),
                 "look whether this is an OpenAI-compatible endpoint, and at its own log");
  }

  // A server may repeat the key in its message.
  std::string without_key(std::string text) const {
    if (key_.empty()) return text;
    for (std::size_t at = text.find(key_); at != std::string::npos; at = text.find(key_, at))
      text.replace(at, key_.size(), "***");
    return text;
  }

  Error error(ErrorCode code, const std::string& what, const std::string& mend) const {
    return {code, without_key(fmt::format("{}: {}; {}", url_, what, mend))};
  }

  Error cancelled() const { return {ErrorCode::kCancelled, url_ + ": the question was cancelled"}; }

  std::string one_line(const HttpOutcome& outcome) const {
    if (outcome.failure != HttpFailure::kNone) return without_key(outcome.detail);
    return without_key(fmt::format("{} {}: {}", outcome.status, status_name(outcome.status),
                                   server_words(outcome.body)));
  }

  Error failed(const HttpOutcome& outcome, int attempt) const {
    const std::string tries = attempt > 1 ? fmt::format(" (attempt {})", attempt) : std::string();
    switch (outcome.failure) {
      case HttpFailure::kNone:
        return refused(outcome, tries);
      case HttpFailure::kNoHost:
        return error(ErrorCode::kUnavailable, outcome.detail,
                     "look at the host in the URL, the network and the proxy settings");
      case HttpFailure::kRefused:
        return error(ErrorCode::kUnavailable, outcome.detail + tries,
                     "start the endpoint, or look at host and port of the URL");
      case HttpFailure::kTls:
        return error(ErrorCode::kUnavailable, outcome.detail,
                     "name the certificate of its authority in ca_file, or use http:// where the "
                     "endpoint has no TLS");
      case HttpFailure::kTimeout:
        return error(ErrorCode::kTimeout,
                     fmt::format("no whole answer within {:g} s{}", options_.timeout_s, tries),
                     "raise the timeout, lower max_tokens, or ask less at once");
      case HttpFailure::kTooLarge:
        return error(ErrorCode::kCorrupt,
                     fmt::format("the answer is longer than {} bytes", options_.max_body_bytes),
                     "lower max_tokens, and look whether this is an OpenAI-compatible endpoint");
      case HttpFailure::kBroken:
        return error(ErrorCode::kUnavailable, "the connection broke: " + outcome.detail + tries,
                     "look at the endpoint's own log, and ask again");
      case HttpFailure::kCancelled:
        return cancelled();
      case HttpFailure::kOther:
        return error(ErrorCode::kUnavailable, outcome.detail, "look at the URL");
    }
    return cancelled();
  }

  /// An answer came, and it says no.
  Error refused(const HttpOutcome& outcome, const std::string& tries) const {
    const std::string what = fmt::format("status {}{}", one_line(outcome), tries);
    const std::string variable =
        options_.key_env.empty() ? "key_env (none is named)" : options_.key_env;
    switch (outcome.status) {
      case 401:
      case 403:
        return error(ErrorCode::kPermissionDenied, what,
                     "put a key that is allowed to ask this model into the environment variable " +
                         variable);
      case 404:
        return error(ErrorCode::kNotFound, what,
                     fmt::format("look whether the endpoint serves the model \"{}\" (GET /models "
                                 "lists them) and whether the URL is its base, as in .../v1",
                                 options_.model));
      case 429:
        return error(ErrorCode::kUnavailable, what + waiting_words(outcome),
                     "ask less at once (concurrency), or go on later");
      default:
        break;
    }
    if (!outcome.redirect.empty())
      return error(ErrorCode::kUnavailable, what,
                   "redirects are not followed; use this URL if you trust it: " + outcome.redirect);
    if (outcome.status >= 500)
      return error(ErrorCode::kUnavailable, what + waiting_words(outcome),
                   "look at the endpoint's own log, and go on later");
    return error(ErrorCode::kInvalidArgument, what,
                 "the endpoint does not take this question; its words say why");
  }

  std::string waiting_words(const HttpOutcome& outcome) const {
    if (!outcome.retry_after_s || *outcome.retry_after_s <= options_.longest_wait_s) return {};
    return fmt::format(", and it asks to wait {:.0f} s, more than {:.0f} s", *outcome.retry_after_s,
                       options_.longest_wait_s);
  }

  const ChatOptions options_;
  const std::string url_, key_;
  Gate gate_;
  std::function<void(const ChatRetry&)> hear_;
  std::atomic<bool> answered_{false};
  std::atomic<std::uint64_t> draws_{0};
};

}  // namespace

double backoff_s(const ChatOptions& options, int attempt, double draw) {
  const double doubled = options.first_wait_s * std::exp2(attempt - 1);
  return std::min(doubled, options.longest_wait_s) * (1 - draw / 2);
}

Result<std::unique_ptr<ChatClient>> ChatClient::open(ChatOptions options) {
  if (Result<void> checked = check_numbers(options); !checked) return checked.error();
  Result<std::string> url = full_url(options.url);
  if (!url) return url.error();
  Result<std::string> key = key_from(options.key_env);
  if (!key) return key.error();
  if (!key->empty() && url->starts_with("http://") && !is_this_machine(authority_of(*url)))
    log_warning("{}: the key is sent without encryption; use https:// if the endpoint has it",
                *url);
  return std::unique_ptr<ChatClient>(
      std::make_unique<HttpChatClient>(std::move(options), std::move(*url), std::move(*key)));
}

}  // namespace nereid::endpoint
