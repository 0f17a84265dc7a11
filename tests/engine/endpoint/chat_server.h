// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/process.h"

namespace nereid::endpoint {

/// What a well-behaved server says: one choice with `content`.
Json chat_body(const std::string& content, const std::string& reasoning = "",
               const std::string& finish_reason = "stop");

/// chat_server.py as a process of its own. One thread at a time; fails the test that uses it by
/// throwing.
class ChatServer {
 public:
  /// With TLS: a certificate for 127.0.0.1 that it has signed itself.
  explicit ChatServer(bool tls = false);

  std::string url() const;  ///< "http://127.0.0.1:PORT/v1"
  std::string certificate() const { return (folder_.path() / "certificate.pem").string(); }
  /// Queues an answer: status, headers, body and so on, see chat_server.py.
  void answer(const Json& answer) { write_line(answer); }
  void answer_with(const std::string& content) { answer({{"body", chat_body(content)}}); }
  /// Lets held answers go on.
  void release() { write_line({{"release", true}}); }
  /// Waits for the next question: path, headers, body.
  Json next_question();
  /// Ends the process; nobody listens on its port any more.
  void stop();

 private:
  void write_line(const Json& line);

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  TemporaryDirectory folder_;
  bool tls_;
  Process process_;
  UniqueFd input_;
  std::unique_ptr<std::FILE, Close> output_;
  int port_ = 0;
};

}  // namespace nereid::endpoint
