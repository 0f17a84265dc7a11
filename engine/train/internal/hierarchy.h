// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/config/settings.h"
#include "engine/record/episode.h"

namespace nereid::train {

/// What each token of one completion learns from, where plan and code are paid apart.
struct TokenTerms {
  std::vector<float> advantage;  ///< of the token's class
  std::vector<float> weight;     ///< in J = alpha * F_plan + F_code; 0 = masked
};

/// Plan: the tokens of the thinking section, and prose outside of it and of the code (a switch
/// masks that); without a thinking section there is no plan. Code: the extracted block with its
/// fences and the end token. Each class is summed and divided by its number of tokens (a switch: by
/// all of them). Without a candidate there is no code, and the code's objective falls on what is no
/// plan. Source: TritonRL, arXiv:2510.17891; readings in docs/recipes.md.
TokenTerms token_terms(const record::Episode& episode, const config::HierarchySettings& settings);

}  // namespace nereid::train
