// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/endpoint/chat_server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

#include "engine/base/check.h"

namespace nereid::endpoint {
namespace {

TemporaryDirectory new_folder() {
  Result<TemporaryDirectory> folder = TemporaryDirectory::make("nereid-chat-server");
  NEREID_CHECK(folder, folder.error().message);
  return std::move(*folder);
}

void make_certificate(const std::string& certificate, const std::string& key) {
  const Result<Captured> made =
      run_captured({.argv = {"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
                             "2", "-subj", "/CN=127.0.0.1", "-addext",
                             "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate}});
  NEREID_CHECK(made && made->status.ok(), made ? made->err : made.error().message);
}

}  // namespace

Json chat_body(const std::string& content, const std::string& reasoning,
               const std::string& finish_reason) {
  Json message = {{"role", "assistant"}, {"content", content}};
  if (!reasoning.empty()) message["reasoning_content"] = reasoning;
  return {{"model", "scripted"},
          {"choices", {{{"index", 0}, {"message", message}, {"finish_reason", finish_reason}}}},
          {"usage", {{"prompt_tokens", 11}, {"completion_tokens", 7}}}};
}

ChatServer::ChatServer(bool tls) : folder_(new_folder()), tls_(tls) {
  std::vector<std::string> argv = {"/usr/bin/python3", NEREID_CHAT_SERVER};
  if (tls) {
    const std::string key = (folder_.path() / "key.pem").string();
    make_certificate(certificate(), key);
    argv.insert(argv.end(), {certificate(), key});
  }
  Result<Pipe> to = make_pipe(), from = make_pipe();
  NEREID_CHECK(to && from, "no pipe");
  Result<Process> process =
      spawn({.argv = argv, .fds = {{0, to->read_end.get()}, {1, from->write_end.get()}}});
  NEREID_CHECK(process, process.error().message);
  process_ = std::move(*process);
  input_ = std::move(to->write_end);
  output_.reset(::fdopen(from->read_end.release(), "r"));
  from->write_end.reset();
  port_ = next_question().at("port");
}

std::string ChatServer::url() const {
  return fmt::format("{}://127.0.0.1:{}/v1", tls_ ? "https" : "http", port_);
}

Json ChatServer::next_question() {
  std::string line;
  for (int letter = std::fgetc(output_.get()); letter != '\n'; letter = std::fgetc(output_.get())) {
    NEREID_CHECK(letter != EOF, "the chat server has ended");
    line += static_cast<char>(letter);
  }
  Result<Json> json = parse_json(line);
  NEREID_CHECK(json, json.error().message);
  return std::move(*json);
}

void ChatServer::stop() {
  process_.kill();
  const auto ended = process_.wait();
  NEREID_CHECK(ended, ended.error().message);
}

void ChatServer::write_line(const Json& line) {
  const std::string text = dump_json(line) + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(input_.get(), text.data() + done, text.size() - done);
    NEREID_CHECK(count > 0, "the chat server does not listen");
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace nereid::endpoint
