// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "engine/base/answer_class.h"
#include "engine/base/check.h"
#include "engine/base/file.h"
#include "engine/base/paths.h"

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

// In the place of the code of an answer that had none.
constexpr const char* kNoCode = "# no code";

using Values = std::vector<std::pair<std::string_view, std::string_view>>;

// Each {name} of `values` once replaced; what a value brings along is left as it is.
std::string fill(std::string_view text, const Values& values) {
  std::string out;
  while (!text.empty()) {
    const auto here = std::find_if(values.begin(), values.end(), [&](const auto& value) {
      return text.starts_with("{" + std::string(value.first) + "}");
    });
    if (here != values.end()) {
      out += here->second;
      text.remove_prefix(here->first.size() + 2);
    } else {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

std::string_view agent_name(Agent agent) {
  switch (agent) {
    case Agent::kNone:
      return "none";
    case Agent::kFrontend:
      return "frontend";
    case Agent::kMidend:
      return "midend";
    case Agent::kBackend:
      return "backend";
  }
  return "";
}

// The kernel stands where a second task would, without its facts: a small model has no room for
// them.
std::string render_pocket(const Task& task, const KernelInHand& kernel) {
  std::string text = kTaskMark + ("\n" + task.reference + "\n");
  if (!kernel.source.empty()) {
    text += kTaskMark + ("\n" + kernel.source);
    if (!text.ends_with('\n')) text += "\n";
  }
  return text + kAnswerMark + "\n";
}

/// Which setting chose a template, and what it is of.
struct TemplateUse {
  std::string setting, what;
};

// The text of resources/prompts/NAME-VERSION.txt.
Result<std::string> read_template(const std::string& name, int version, const TemplateUse& use) {
  const std::filesystem::path folder = resource_dir() / "prompts";
  const auto file_of = [&](int number) { return folder / fmt::format("{}-{}.txt", name, number); };
  Result<std::string> text = read_file(file_of(version));
  if (text) return text;
  int newest = 0;
  std::error_code ignored;
  while (std::filesystem::exists(file_of(newest + 1), ignored)) ++newest;
  return Error{ErrorCode::kNotFound,
               fmt::format("{}: there is no version {} of {}; the newest in {} is {}", use.setting,
                           version, use.what, folder.string(), newest)};
}

}  // namespace

PromptStyle style_for(const std::function<std::size_t(const std::string&)>& count_tokens) {
  const bool knows_marks = count_tokens(kTaskMark) == 1 && count_tokens(kAnswerMark) == 1;
  return knows_marks ? PromptStyle::kPocket : PromptStyle::kInstruct;
}

std::string render_prompt(const Task& task, PromptStyle style) {
  switch (style) {
    case PromptStyle::kPocket:
      return render_pocket(task, {});
    case PromptStyle::kInstruct: {
      const std::string answer = answer_class(task.entry_point);
      return fill(kInstruction, {{"entry", task.entry_point}, {"answer", answer}}) + "```python\n" +
             task.reference + "\n```\n";
    }
  }
  return "";
}

std::string PromptFormat::name() const {
  if (style_ == PromptStyle::kPocket) return "pocket";
  return chat_ ? "chat" : "plain";
}

Agent agent_from_name(std::string_view name) {
  for (const Agent agent : {Agent::kFrontend, Agent::kMidend, Agent::kBackend})
    if (agent_name(agent) == name) return agent;
  return Agent::kNone;
}

Result<std::string> read_prompt_template(Agent agent, int version) {
  return read_template(
      std::string(agent_name(agent)), version,
      {"agents.prompt_version", fmt::format("the {}'s prompt", agent_name(agent))});
}

Result<PromptFormat> PromptFormat::for_agent(Agent agent, int version) const {
  PromptFormat format = *this;
  format.agent_ = agent;
  if (agent == Agent::kNone || style_ == PromptStyle::kPocket) return format;
  Result<std::string> text = read_prompt_template(agent, version);
  if (!text) return text.error();
  format.template_ = std::move(*text);
  return format;
}

Result<PromptFormat> PromptFormat::for_turns(int version) const {
  PromptFormat format = *this;
  if (style_ == PromptStyle::kPocket) return format;
  Result<std::string> text = read_template(
      "turn", version, {"turns.prompt_version", "the prompt of the turns after the first"});
  if (!text) return text.error();
  format.turn_template_ = std::move(*text);
  return format;
}

// What the user says, without the chat template around it.
std::string PromptFormat::question(const Task& task, const KernelInHand& kernel) const {
  if (style_ == PromptStyle::kPocket) return render_pocket(task, kernel);
  if (agent_ == Agent::kNone) return render_prompt(task, style_);
  const std::string answer = answer_class(task.entry_point);
  return fill(template_, {{"entry", task.entry_point},
                          {"answer", answer},
                          {"reference", task.reference},
                          {"kernel", kernel.source},
                          {"facts", kernel.facts},
                          {"device", kernel.device}});
}

std::string PromptFormat::in_chat(std::string text) const {
  if (!chat_) return text;
  Result<std::string> message = chat_(text);
  NEREID_CHECK(message, message.error().message);
  return std::move(*message);
}

std::string PromptFormat::prompt(const Task& task, const KernelInHand& kernel) const {
  return in_chat(question(task, kernel));
}

std::string PromptFormat::next_prompt(const Task& task, const KernelInHand& kernel,
                                      const AnswerBefore& before) const {
  if (style_ == PromptStyle::kPocket) {
    const std::string code = before.source.empty() ? kernel.source : before.source;
    const char* gap = code.empty() || code.ends_with('\n') ? "" : "\n";
    return in_chat(question(task, {.source = code + gap + "# " + before.verdict + "\n"}));
  }
  NEREID_CHECK(!turn_template_.empty(), "the format has no template for later turns");
  const std::string answer = answer_class(task.entry_point);
  const std::string code = before.source.empty() ? kNoCode : before.source;
  return in_chat(question(task, kernel) + fill(turn_template_, {{"answer", answer},
                                                                {"code", code},
                                                                {"verdict", before.verdict},
                                                                {"facts", before.facts}}));
}

std::string render_completion(const std::string& answer, const std::string& plan) {
  const std::string thinking = plan.empty() ? "" : "<think>\n" + plan + "</think>\n";
  return thinking + "```python\n" + answer + "```";
}

}  // namespace nereid::tasks
