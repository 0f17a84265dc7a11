// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify/processes/child.h"
#include "engine/verify/request/named_sizes.h"
#include "engine/verify/tensors/bundle.h"
#include "engine/verify/verdict.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// One input variant of a task: what candidates get and what only the judge knows.
struct PreparedVariant {
  std::string name;  ///< "tiny", "original", ...
  bool applicable = false;
  bool advisory = false;  ///< a failure is shown and flagged, it rejects nothing
  std::string detail;
  std::string dtype;
  std::vector<std::vector<std::int64_t>> shapes;
  Json body;        ///< of the message that brought it, for what is only shown
  UniqueFd given;   ///< sealed bundle of arguments
  Bundle expected;  ///< fp64 outputs beside PyTorch's own
};

/// At which sizes a task is judged: its own where they are cheap, else smaller ones; smaller ones
/// in any case; or its own even where they are dear, within bounds, and no others.
enum class Sizes { kCheap, kSmaller, kOwn };

/// Puts them into a request to the reference.
void set_sizes(Json& body, Sizes sizes);

/// A reference that was run once for all candidates of a task. Immutable, shared.
struct PreparedReference {
  std::optional<Reason> failure;          ///< the task itself cannot be judged
  bool infrastructure = false;            ///< `failure` is ours (or a cancellation): do not keep it
  std::vector<PreparedVariant> variants;  ///< "tiny" first
  bool deterministic = true;
  Sizes sizes = Sizes::kCheap;  ///< that were asked for
  std::string smaller;          ///< why not the task's own shapes are judged; empty where they are
  std::size_t bytes = 0;        ///< memory held
  int files() const;            ///< memory files held, one for each applicable variant
  const PreparedVariant* find(const std::string& name) const;
};

/// Runs the reference of `request` in a fresh child once more, for the inputs of one candidate that
/// is judged at `sizes`: beyond sizes that its text names. Blocks; what it brings has but those
/// inputs.
std::shared_ptr<const PreparedReference> prepare_named(ChildSource& children,
                                                       const VerifyRequest& request, Sizes sizes,
                                                       const NamedSizes& named,
                                                       const std::atomic<bool>& cancelled);

/// Likewise, for values beside and beyond numbers that its kernels compare with.
std::shared_ptr<const PreparedReference> prepare_compared(ChildSource& children,
                                                          const VerifyRequest& request, Sizes sizes,
                                                          const std::vector<OneSided>& limits,
                                                          const std::atomic<bool>& cancelled);

/// What one candidate has ways of its own for: names of variants.
struct OwnWays {
  std::vector<std::string> beyond;  ///< of their sizes
  std::vector<std::string> paired;  ///< of their arguments, settings or mode
  int tile = 0;                     ///< how long its longest block is; 0: not known
};

/// Likewise, for harsh inputs, other sizes and dtypes like those of other variants; `named` as
/// above.
std::shared_ptr<const PreparedReference> prepare_beyond(ChildSource& children,
                                                        const VerifyRequest& request, Sizes sizes,
                                                        const OwnWays& ways,
                                                        const NamedSizes& named,
                                                        const std::atomic<bool>& cancelled);

/// What a reference is told of them: [number, what was compared with it at least, and at most,
/// whether they are whole].
Json limits_told(const std::vector<OneSided>& limits);

/// Runs the reference of `request` in a fresh sandboxed child and takes private copies of what it
/// made. Blocks; started again when its host dies. See Sizes.
std::shared_ptr<const PreparedReference> prepare_reference(ChildSource& children,
                                                           const VerifyRequest& request,
                                                           const std::atomic<bool>& cancelled,
                                                           Sizes sizes = Sizes::kCheap);

}  // namespace nereid::verify
