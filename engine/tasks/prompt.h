// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/tasks/task.h"

namespace nereid::tasks {

/// What begins task, kernel in hand and answer in a prompt of the pocket model. Its tokenizer knows
/// task and answer; a kernel begins as a second task does.
inline constexpr const char* kTaskMark = "<|task|>";
inline constexpr const char* kAnswerMark = "<|answer|>";

/// `kPocket`: "<|task|>\n" + reference + "\n<|answer|>\n".
/// `kInstruct`: an instruction in words.
enum class PromptStyle { kPocket, kInstruct };
/// The style for a tokenizer, of which `count_tokens` tells how many tokens a text is: kPocket
/// where each mark is a single one.
PromptStyle style_for(const std::function<std::size_t(const std::string&)>& count_tokens);
std::string render_prompt(const Task& task, PromptStyle style);
/// The completion that teaches `answer`: one fenced Python block, "```python\n" + answer + "```",
/// behind a thinking section with `plan` where there is one.
std::string render_completion(const std::string& answer, const std::string& plan = "");

/// Who is asked (two-agent GRPO paper). kNone: an answer to the task, without an example.
enum class Agent { kNone, kFrontend, kMidend, kBackend };
/// "none", "frontend", "midend", "backend"; anything else is kNone, since the settings were
/// checked.
Agent agent_from_name(std::string_view name);

/// What the mid-end and the backend are shown beside the task.
struct KernelInHand {
  std::string source;  ///< verified
  std::string facts;   ///< lines of what was measured, modelled and compiled
  std::string device;  ///< that the backend tunes for
};

/// The answer that the next turn is to better.
struct AnswerBefore {
  std::string source;   ///< its code; empty: it had none
  std::string verdict;  ///< what the verifier said of it, one line
  std::string facts;    ///< lines of what was measured, modelled and compiled
};

/// The text of resources/prompts/AGENT-VERSION.txt. kNotFound names the versions that are there.
Result<std::string> read_prompt_template(Agent agent, int version);

/// The one way in which a model is asked, the same for SFT, RL, validation and evaluation: the
/// pocket marks where its tokenizer knows them, else the instruction, inside the model's own chat
/// template where it brings one. Thread-safe as far as the tokenizer is.
class PromptFormat {
 public:
  /// For a policy's tokenizer (policy::Tokenizer, which this room does not know). The error is that
  /// of a template which cannot render a question.
  template <class Tokenizer>
  static Result<PromptFormat> of(std::shared_ptr<Tokenizer> tokenizer) {
    PromptFormat format;
    format.style_ =
        style_for([&](const std::string& text) { return tokenizer->encode(text).size(); });
    if (format.style_ == PromptStyle::kPocket || !tokenizer->has_chat_template()) return format;
    format.chat_ = [tokenizer](const std::string& user) { return tokenizer->chat(user); };
    if (const Result<std::string> trial = format.chat_("a question"); !trial) return trial.error();
    return format;
  }

  /// The same for an agent, whose instruction is a versioned template; the marks of the pocket
  /// model need none.
  Result<PromptFormat> for_agent(Agent agent, int version) const;

  /// The same for several turns: what follows the prompt of the first one in the later ones is a
  /// versioned template (resources/prompts/turn-VERSION.txt).
  Result<PromptFormat> for_turns(int version) const;

  /// "pocket", "chat" or "plain", as the record names it.
  std::string name() const;
  /// `kernel`: what the mid-end and the backend work on. Throws CheckFailed where the chat template
  /// refuses this task, having taken another one.
  std::string prompt(const Task& task, const KernelInHand& kernel = {}) const;
  /// That of a turn after the first, of a format for_turns(). The pocket model, which has little
  /// room, is shown the answer before in place of the kernel, with the verdict as a comment.
  std::string next_prompt(const Task& task, const KernelInHand& kernel,
                          const AnswerBefore& before) const;

 private:
  std::string question(const Task& task, const KernelInHand& kernel) const;
  std::string in_chat(std::string text) const;

  PromptStyle style_ = PromptStyle::kInstruct;
  Agent agent_ = Agent::kNone;
  std::string template_;                                         ///< of the agent
  std::string turn_template_;                                    ///< of later turns
  std::function<Result<std::string>(const std::string&)> chat_;  ///< empty: no template
};

}  // namespace nereid::tasks
