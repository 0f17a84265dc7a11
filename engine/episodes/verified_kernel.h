// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "engine/tasks/prompt.h"
#include "engine/verify/verdict.h"

namespace nereid::episodes {

/// A kernel that was accepted, and what is known of it.
struct VerifiedKernel {
  std::string source;
  verify::Verdict verdict;
};

/// What an agent is shown of a kernel: latency (measured where it was, else modelled and called
/// so), resources by the compiler, roofline. One fact a line.
std::string prompt_facts(const verify::Verdict& verdict);
/// The answer of an episode as the prompt of the next turn shows it: of a rejected one why (stage,
/// reason, message with its line), of an accepted one how fast it is.
tasks::AnswerBefore answer_before(const std::string& source, const verify::Verdict& verdict);
/// The kernel as a prompt shows it. `device`: that the agent tunes for.
tasks::KernelInHand in_hand(const VerifiedKernel& kernel, const std::string& device);

/// Is the first of two kernels of one task faster for sure? By measured times where both have one,
/// else by modelled ones where both have one; a measured time is never compared with a modelled.
bool is_faster(const verify::Verdict& one, const verify::Verdict& other);
/// The rule by which a kernel goes on to the next agent: the first accepted one, until a faster
/// one comes. Was this one put in place?
bool keep_faster(std::optional<VerifiedKernel>& best, const std::string& source,
                 const verify::Verdict& verdict);

}  // namespace nereid::episodes
