// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/advise/advisor.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/paths.h"
#include "engine/endpoint/chat.h"

namespace nereid::advise {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestPrompt = std::uint64_t{1} << 20;
constexpr std::array<std::string_view, 3> kPlaces = {"{entry_point}", "{reference}", "{candidate}"};

/// One of the shipped prompts by its name, or a file.
fs::path prompt_file(const std::string& name) {
  const fs::path shipped = resource_dir() / "prompts" / (name + ".txt");
  std::error_code ignored;
  const bool is_name = name.find('/') == std::string::npos;
  return is_name && fs::exists(shipped, ignored) ? shipped : fs::path(name);
}

Result<std::string> read_prompt(const std::string& name) {
  const fs::path file = prompt_file(name);
  Result<std::string> text = read_file(file, kLargestPrompt);
  if (!text)
    return Error{text.error().code, fmt::format("advisor.prompt: {}; expected advisor-1 or a file",
                                                text.error().message)};
  for (const std::string_view place : kPlaces)
    if (text->find(place) == std::string::npos)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("{}: a prompt of the advisor holds {}, {} and {}; {} is missing",
                               file.string(), kPlaces[0], kPlaces[1], kPlaces[2], place)};
  return text;
}

/// The template with its places filled in, in one pass: what is filled in is never looked at again.
std::string filled(std::string_view text, const tasks::Task& task, const std::string& candidate) {
  const std::array<std::string_view, 3> values = {task.entry_point, task.reference, candidate};
  std::string out;
  while (!text.empty()) {
    std::size_t next = std::string_view::npos, which = 0;
    for (std::size_t i = 0; i < kPlaces.size(); ++i)
      if (const std::size_t at = text.find(kPlaces[i]); at < next) {
        next = at;
        which = i;
      }
    out += text.substr(0, next);
    if (next == std::string_view::npos) break;
    out += values[which];
    text.remove_prefix(next + kPlaces[which].size());
  }
  return out;
}

endpoint::ChatOptions chat_options(const config::AdvisorSettings& settings) {
  endpoint::ChatOptions options;
  options.url = settings.url;
  options.model = settings.model;
  options.key_env = settings.key_env;
  options.ca_file = settings.ca_file;
  options.temperature = settings.temperature;
  options.top_p = settings.top_p;
  options.max_tokens = settings.max_tokens;
  options.timeout_s = settings.timeout_s;
  options.concurrency = settings.concurrency;
  return options;
}

class ChatAdvisor final : public Advisor {
 public:
  ChatAdvisor(std::unique_ptr<endpoint::ChatClient> client, config::AdvisorSettings settings,
              std::string prompt)
      : client_(std::move(client)),
        settings_(std::move(settings)),
        prompt_(std::move(prompt)),
        prompt_sha256_(sha256_hex(prompt_)) {}

  Result<Advice> advise(const tasks::Task& task, const std::string& candidate,
                        const std::stop_token& stop) override {
    const Result<endpoint::ChatAnswer> answer =
        client_->ask({{"user", filled(prompt_, task, candidate)}}, stop);
    if (!answer) return answer.error();
    Result<Advice> advice = read_opinion(answer->content);
    if (!advice)
      return Error{advice.error().code,
                   fmt::format("{}: {}{}; try another model", settings_.url, advice.error().message,
                               answer->truncated() ? " (cut off: raise advisor.max_tokens)" : "")};
    advice->model = settings_.model;
    advice->prompt = settings_.prompt;
    advice->prompt_sha256 = prompt_sha256_;
    advice->candidate_sha256 = sha256_hex(candidate);
    advice->unix_ms = unix_ms();
    return advice;
  }

 private:
  const std::unique_ptr<endpoint::ChatClient> client_;
  const config::AdvisorSettings settings_;
  const std::string prompt_, prompt_sha256_;
};

}  // namespace

Result<std::unique_ptr<Advisor>> Advisor::open(const config::AdvisorSettings& settings) {
  if (settings.url.empty() || settings.model.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "no advisor is named: set advisor.url (such as http://localhost:8000/v1) and "
                 "advisor.model"};
  Result<std::string> prompt = read_prompt(settings.prompt);
  if (!prompt) return prompt.error();
  auto client = endpoint::ChatClient::open(chat_options(settings));
  if (!client) return Error{client.error().code, "advisor: " + client.error().message};
  return std::unique_ptr<Advisor>(
      std::make_unique<ChatAdvisor>(std::move(*client), settings, std::move(*prompt)));
}

}  // namespace nereid::advise
