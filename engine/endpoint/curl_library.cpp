// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/endpoint/internal/curl_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace nereid::endpoint {
namespace {

constexpr const char* kLibrary = "libcurl.so.4";

Error missing(const std::string& what) {
  return {ErrorCode::kUnavailable,
          fmt::format("asking an endpoint needs {}: {}; to mend it: apt-get install libcurl4",
                      kLibrary, what)};
}

/// Looks the functions up; remembers the first that is not there.
class Lookup {
 public:
  explicit Lookup(void* library) : library_(library) {}
  template <class Function>
  void operator()(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(library_, name));
    if (function == nullptr && missing_.empty()) missing_ = name;
  }
  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

Result<CurlLibrary> open_library() {
  void* const handle = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return missing(::dlerror());
  CurlLibrary curl;
  Lookup find(handle);
  find(curl.global_init, "curl_global_init");
  find(curl.easy_init, "curl_easy_init");
  find(curl.easy_cleanup, "curl_easy_cleanup");
  find(curl.easy_setopt, "curl_easy_setopt");
  find(curl.easy_getinfo, "curl_easy_getinfo");
  find(curl.easy_header, "curl_easy_header");
  find(curl.easy_strerror, "curl_easy_strerror");
  find(curl.slist_append, "curl_slist_append");
  find(curl.slist_free_all, "curl_slist_free_all");
  find(curl.multi_init, "curl_multi_init");
  find(curl.multi_cleanup, "curl_multi_cleanup");
  find(curl.multi_add_handle, "curl_multi_add_handle");
  find(curl.multi_remove_handle, "curl_multi_remove_handle");
  find(curl.multi_perform, "curl_multi_perform");
  find(curl.multi_poll, "curl_multi_poll");
  find(curl.multi_wakeup, "curl_multi_wakeup");
  find(curl.multi_info_read, "curl_multi_info_read");
  if (!find.missing().empty()) return missing("it has no function " + find.missing());
  if (const CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT); code != CURLE_OK)
    return missing(fmt::format("it does not start ({})", curl.easy_strerror(code)));
  return curl;
}

}  // namespace

Result<const CurlLibrary*> curl_library() {
  static const Result<CurlLibrary> library = open_library();
  if (!library) return library.error();
  return &*library;
}

}  // namespace nereid::endpoint
