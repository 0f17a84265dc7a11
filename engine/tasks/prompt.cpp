// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/prompt.h"

#include <utility>

#include "engine/base/answer_class.h"
#include "engine/base/check.h"

namespace nereid::tasks {
namespace {

constexpr const char* kInstruction =
    "Write a Triton kernel for the PyTorch module below. Answer with one Python code block that is "
    "complete in itself: the "
    "imports, at least one function decorated with @triton.jit, and a class {answer}(nn.Module) "
    "with the same constructor "
    "arguments, the same parameter names and the same forward signature as {entry}, whose forward "
    "starts the kernel. The result "
    "must equal that of {entry} for other shapes of the same rank and in float16 too. Do not call "
    "PyTorch for the computation itself.\n\n";

std::string instruction_for(const std::string& entry) {
  std::string text = kInstruction;
  const std::pair<std::string, std::string> names[] = {{"{entry}", entry},
                                                       {"{answer}", answer_class(entry)}};
  for (const auto& [mark, name] : names) {
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + name.size())) {
      text.replace(at, mark.size(), name);
    }
  }
  return text;
}

}  // namespace

PromptStyle style_for(const std::function<std::size_t(const std::string&)>& count_tokens) {
  const bool knows_marks = count_tokens(kTaskMark) == 1 && count_tokens(kAnswerMark) == 1;
  return knows_marks ? PromptStyle::kPocket : PromptStyle::kInstruct;
}

std::string render_prompt(const Task& task, PromptStyle style) {
  switch (style) {
    case PromptStyle::kPocket:
      return kTaskMark + ("\n" + task.reference + "\n") + kAnswerMark + "\n";
    case PromptStyle::kInstruct:
      return instruction_for(task.entry_point) + "```python\n" + task.reference + "\n```\n";
  }
  return "";
}

std::string PromptFormat::name() const {
  if (style_ == PromptStyle::kPocket) return "pocket";
  return chat_ ? "chat" : "plain";
}

std::string PromptFormat::prompt(const Task& task) const {
  const std::string text = render_prompt(task, style_);
  if (!chat_) return text;
  Result<std::string> message = chat_(text);
  NEREID_CHECK(message, message.error().message);
  return std::move(*message);
}

std::string render_completion(const std::string& answer) {
  return "```python\n" + answer + "```";
}

}  // namespace nereid::tasks
