// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/tasks/task.h"

namespace nereid::tasks {

/// `kPocket`: "<|task|>\n" + reference + "\n<|answer|>\n"; the pocket tokenizer knows both marks.
/// `kInstruct`: an instruction in words, for models with a chat template.
enum class PromptStyle { kPocket, kInstruct };
std::string render_prompt(const Task& task, PromptStyle style);
/// The completion that teaches `answer`: one fenced Python block, "```python\n" + answer + "```".
std::string render_completion(const std::string& answer);

}  // namespace nereid::tasks
