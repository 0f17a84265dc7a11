// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/endpoint/chat.h"

namespace nereid::endpoint {

/// Reads the body of a successful answer. The content is a text, or a list of parts of which those
/// of type "text" count; the reasoning is the message's `reasoning_content` or `reasoning`.
/// kCorrupt says what is wrong: no JSON, no choices, a field of another type and, unless it may be
/// empty, nothing said.
Result<ChatAnswer> read_chat_answer(std::string_view body, bool may_be_empty = false);

/// What a server says about a failure, one line of at most 300 characters: the message of its
/// error object, else the beginning of the body.
std::string server_words(std::string_view body);

}  // namespace nereid::endpoint
