// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/verify/verifier.h"

namespace nereid::verify {

/// How the judge treats one input variant.
struct VariantRule {
  std::string_view name;
  /// The floor of the tolerance is this many times wider. The extra variants visit values where an
  /// honest formula loses digits that PyTorch's happens to keep (exp(x) - 1 near zero).
  double loosening = 1;
  /// As ValueRule::coarse of the judge: what is no number, or far off, is wrong.
  bool coarse = false;
  /// Set: advisory. A failure rejects nothing and gives the verdict this flag.
  std::string_view flag;
  bool extra = true;  ///< asked for by VerifyOptions::thorough only
  /// The task's own sizes, which a GPU runs where the kernel machine is given smaller ones; or what
  /// is asked for there, where there is no GPU.
  bool on_gpu = false;
  /// Run in the tensors of the variant before it, where shapes and dtype are the same: an answer
  /// that the candidate remembers by address, shape, object or a few values is then an old one.
  bool in_place = false;
  InputScope scope = InputScope::kAll;  ///< the narrowest that asks for it
  /// Set: who refuses it loudly refuses what the task does not ask for, and gets this flag.
  std::string_view own_flag = {};
  int tile = 0;           ///< not 0: judged only where kernels have had tiles of that length
  bool named = false;     ///< made for one candidate, of the sizes that its text names
  bool compared = false;  ///< likewise, of numbers that its kernels compare with
  bool beyond = false;    ///< likewise, at sizes for which it has had kernels of another kind
  bool composed = false;  ///< several things at once, judged behind the others
  bool settings = false;  ///< not for who takes no notice of what the constructor is given
  bool turned = false;  ///< other arguments, settings or another mode than the task's, and no more

  bool advisory() const { return !flag.empty(); }
};

/// The rule of a variant; of an unknown name the strict one.
const VariantRule& rule_of(std::string_view name);

/// Names of all variants that only VerifyOptions::thorough asks for.
std::vector<std::string> extra_variants();

/// Names of those that are made for one candidate, by its text.
std::vector<std::string> named_variants();

/// Likewise, by what its kernels have compared.
std::vector<std::string> compared_variants();

/// Likewise, where it has had kernels of another kind for sizes beyond the task's own.
std::vector<std::string> beyond_variants();

/// Variants to be made, each behind those that it follows in place: the original inputs, four more
/// (those of a report, if acceptance asks for them by name; else harsher values at the task's own
/// size in place of doubled ones), the extra ones with the advisory ones last. "tiny" is not among
/// them, nor are those of one candidate.
std::vector<std::string> variant_names(const VerifyOptions& options);

/// Indices of `names` (those of variant_names, or fewer) in the order of judging: the original
/// inputs first, then "tiny", the other main ones, the extra ones in an order that `seed` shuffles,
/// the advisory ones. What goes in place stays behind the one before it.
std::vector<std::size_t> judging_order(const std::vector<std::string>& names, std::uint64_t seed);

}  // namespace nereid::verify
