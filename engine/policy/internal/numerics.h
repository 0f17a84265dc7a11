// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nereid::policy {

/// How a GPU computes: one setting for all of a run, sampling and scoring as well as training.
struct Numerics {
  bool tf32 = false;  ///< float32 products on tensor cores, with 10 bits of the factors' mantissas
  /// Equal inputs give equal bits on one kind of GPU: attention's backward pass and sums over
  /// indices take the order that is fixed, not the one in which threads happen to finish.
  bool deterministic = true;
};

/// Numerics as long as this lives, then those from before. libtorch keeps them for the whole
/// process, not for a thread: one scope at a time.
class NumericsScope {
 public:
  explicit NumericsScope(const Numerics& numerics);
  ~NumericsScope();
  NumericsScope(const NumericsScope&) = delete;
  NumericsScope& operator=(const NumericsScope&) = delete;

 private:
  Numerics before_;
  bool warned_only_, filled_;
};

}  // namespace nereid::policy
