// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/policy/internal/tokenizer_files.h"

namespace nereid::policy {

/// The chat template that a model brings, in Jinja, rendered as transformers' apply_chat_template
/// does, in Jinja's sandbox. `strftime_now` is not defined, so that a prompt is the same on every
/// day. Thread-safe (it takes the interpreter's lock).
class ChatTemplate {
 public:
  /// chat_template.jinja of a model, else `chat_template` of its tokenizer_config.json (that named
  /// "default" of several); null where there is none. `special`: the texts of "bos_token",
  /// "eos_token", ... The interpreter runs. kCorrupt if it is no template.
  static Result<std::shared_ptr<const ChatTemplate>> load(
      const TokenizerFiles& files, const std::map<std::string, std::string>& special);
  virtual ~ChatTemplate() = default;
  /// One message of a user, up to where the assistant answers. The error is the template's own.
  virtual Result<std::string> render(const std::string& user) const = 0;
};

}  // namespace nereid::policy
