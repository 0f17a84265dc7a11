// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace nereid::evaluate {

/// What became of a completion: why it is no kernel, where it failed, or that it is right. Ordered
/// as a completion is looked at.
enum class Category {
  kPromptTooLong,     ///< the model cannot take the prompt: there is no completion
  kTruncated,         ///< it ended at the length limit before its code was whole
  kNoBlock,           ///< no code in it
  kSeveralBlocks,     ///< several, and the last one, which was taken, is no candidate
  kSyntax,            ///< no Python that can be read
  kInvalidImport,     ///< a module that is forbidden or not there
  kMissingModel,      ///< no class ModelNew
  kNoKernel,          ///< no jit function, or none that stores what forward returns
  kForbidden,         ///< torch computes in place of a kernel, or a call that no candidate may make
  kCompile,           ///< a kernel does not compile
  kLaunch,            ///< an error or a crash while it is made or run
  kTimeout,           ///< in the compiler or while it ran
  kWrongForm,         ///< another number of outputs, type, shape or dtype
  kWrongValues,       ///< other values, also of what it changes in place
  kNonDeterministic,  ///< programs of a kernel race for the same memory
  kTimingInvalid,     ///< right, and faster than the hardware can be
  kPass,
  kNotJudged,  ///< the machinery gave up: says nothing of the completion, and counts in no rate
};
inline constexpr int kCategoryCount = 18;

/// "prompt_too_long", "truncated", ...: as reports name it.
std::string_view category_name(Category category);
std::optional<Category> category_from_name(std::string_view name);

/// One reason code of a verdict and what it means here.
struct ReasonCategory {
  std::string_view code;
  Category category;
};
/// Every code that the verifier gives (a test compares with its sources).
std::span<const ReasonCategory> reason_categories();

/// What the category rests on beside the reason.
struct CategoryFacts {
  bool judged = true;
  bool static_passed = false;
  int blocks = 1;  ///< complete blocks of code in the completion
};
/// The category of a verdict by its reason code; nothing for a code that the table lacks.
std::optional<Category> category_of(std::string_view reason, const CategoryFacts& facts);

}  // namespace nereid::evaluate
