// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/endpoint/internal/http.h"

#include <array>
#include <cmath>
#include <memory>

#include "engine/base/check.h"
#include "engine/endpoint/internal/curl_library.h"

namespace nereid::endpoint {
namespace {

constexpr int kPollMs = 1000;  // libcurl itself names shorter times where it has something to do

struct Body {
  std::string text;
  std::size_t limit = 0;
  bool overflowed = false;
};

// A short count makes libcurl end the transfer.
std::size_t receive(char* bytes, std::size_t size, std::size_t count, void* user) {
  Body& body = *static_cast<Body*>(user);
  const std::size_t more = size * count;
  body.overflowed = body.overflowed || more > body.limit - body.text.size();
  if (body.overflowed) return 0;
  body.text.append(bytes, more);
  return more;
}

/// One transfer: an easy handle inside a multi handle, which another thread can wake.
class Transfer {
 public:
  explicit Transfer(const CurlLibrary& curl)
      : curl_(curl), easy_(curl.easy_init()), multi_(curl.multi_init()) {
    NEREID_CHECK(easy_ != nullptr && multi_ != nullptr, "libcurl has no memory");
  }
  ~Transfer() {
    curl_.multi_remove_handle(multi_, easy_);
    curl_.easy_cleanup(easy_);
    curl_.multi_cleanup(multi_);
    curl_.slist_free_all(headers_);
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  HttpOutcome run(const HttpRequest& request, const std::stop_token& stop) {
    prepare(request);
    const std::stop_callback wake(stop, [this] { curl_.multi_wakeup(multi_); });
    const std::optional<CURLcode> code = perform(stop);
    HttpOutcome outcome;
    if (!code) {
      outcome.failure = HttpFailure::kCancelled;
      return outcome;
    }
    read_answer(*code, outcome);
    return outcome;
  }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    const CURLcode code = curl_.easy_setopt(easy_, option, value);
    NEREID_CHECK(code == CURLE_OK, curl_.easy_strerror(code));
  }

  void prepare(const HttpRequest& request) {
    body_.limit = request.max_body_bytes;
    for (const std::string& header : request.headers)
      headers_ = curl_.slist_append(headers_, header.c_str());
    set(CURLOPT_URL, request.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    set(CURLOPT_POSTFIELDS, request.body.data());
    set(CURLOPT_HTTPHEADER, headers_);
    set(CURLOPT_WRITEFUNCTION, &receive);
    set(CURLOPT_WRITEDATA, static_cast<void*>(&body_));
    set(CURLOPT_ERRORBUFFER, error_.data());
    set(CURLOPT_NOSIGNAL, 1L);  // several threads ask
    set(CURLOPT_CONNECTTIMEOUT_MS, std::lround(request.connect_timeout_s * 1000));
    set(CURLOPT_TIMEOUT_MS, std::lround(request.timeout_s * 1000));
    if (!request.ca_file.empty()) set(CURLOPT_CAINFO, request.ca_file.c_str());
    curl_.multi_add_handle(multi_, easy_);
  }

  // Nothing: it was to stop.
  std::optional<CURLcode> perform(const std::stop_token& stop) {
    for (;;) {
      if (stop.stop_requested()) return std::nullopt;
      int running = 0;
      curl_.multi_perform(multi_, &running);
      int left = 0;
      if (const CURLMsg* message = curl_.multi_info_read(multi_, &left);
          message != nullptr && message->msg == CURLMSG_DONE)
        return message->data.result;
      curl_.multi_poll(multi_, nullptr, 0, kPollMs, nullptr);
    }
  }

  HttpFailure failure_of(CURLcode code) const {
    if (body_.overflowed) return HttpFailure::kTooLarge;
    switch (code) {
      case CURLE_OK:
        return HttpFailure::kNone;
      case CURLE_COULDNT_RESOLVE_HOST:
      case CURLE_COULDNT_RESOLVE_PROXY:
        return HttpFailure::kNoHost;
      case CURLE_COULDNT_CONNECT:
        return HttpFailure::kRefused;
      case CURLE_OPERATION_TIMEDOUT:
        return HttpFailure::kTimeout;
      case CURLE_SSL_CONNECT_ERROR:
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CACERT_BADFILE:
      case CURLE_SSL_ISSUER_ERROR:
        return HttpFailure::kTls;
      case CURLE_GOT_NOTHING:
      case CURLE_RECV_ERROR:
      case CURLE_SEND_ERROR:
      case CURLE_PARTIAL_FILE:
        return HttpFailure::kBroken;
      default:
        return HttpFailure::kOther;
    }
  }

  void read_answer(CURLcode code, HttpOutcome& outcome) {
    outcome.failure = failure_of(code);
    if (outcome.failure != HttpFailure::kNone)
      outcome.detail = error_[0] != '\0' ? error_.data() : curl_.easy_strerror(code);
    long status = 0;
    curl_.easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    outcome.status = static_cast<int>(status);
    char* redirect = nullptr;
    curl_.easy_getinfo(easy_, CURLINFO_REDIRECT_URL, &redirect);
    if (redirect != nullptr) outcome.redirect = redirect;
    outcome.retry_after_s = retry_after();
    outcome.body = std::move(body_.text);
  }

  // libcurl reads both forms of the header, seconds and a date, but says 0 where there is none too.
  std::optional<double> retry_after() {
    curl_header* header = nullptr;
    if (curl_.easy_header(easy_, "Retry-After", 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
      return std::nullopt;
    curl_off_t seconds = 0;
    curl_.easy_getinfo(easy_, CURLINFO_RETRY_AFTER, &seconds);
    return static_cast<double>(seconds);
  }

  const CurlLibrary& curl_;
  CURL* easy_;
  CURLM* multi_;
  curl_slist* headers_ = nullptr;
  Body body_;
  std::array<char, CURL_ERROR_SIZE> error_{};
};

}  // namespace

Result<HttpOutcome> post(const HttpRequest& request, const std::stop_token& stop) {
  const Result<const CurlLibrary*> curl = curl_library();
  if (!curl) return curl.error();
  Transfer transfer(**curl);
  return transfer.run(request, stop);
}

}  // namespace nereid::endpoint
