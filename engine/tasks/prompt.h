// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "engine/tasks/task.h"

namespace nereid::tasks {

/// What begins task and answer in a prompt of the pocket model; its tokenizer knows both.
inline constexpr const char* kTaskMark = "<|task|>";
inline constexpr const char* kAnswerMark = "<|answer|>";

/// `kPocket`: "<|task|>\n" + reference + "\n<|answer|>\n".
/// `kInstruct`: an instruction in words, for models with a chat template.
enum class PromptStyle { kPocket, kInstruct };
/// The style for a tokenizer, of which `count_tokens` tells how many tokens a text is: kPocket
/// where each mark is a single one.
PromptStyle style_for(const std::function<std::size_t(const std::string&)>& count_tokens);
std::string render_prompt(const Task& task, PromptStyle style);
/// The completion that teaches `answer`: one fenced Python block, "```python\n" + answer + "```".
std::string render_completion(const std::string& answer);

}  // namespace nereid::tasks
