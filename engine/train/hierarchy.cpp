// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/hierarchy.h"

#include <algorithm>

#include "engine/record/tokens.h"

namespace nereid::train {

using record::TokenShare;
TokenTerms token_terms(const record::Episode& episode, const config::HierarchySettings& settings) {
  std::vector<TokenShare> terms = record::token_shares(episode, settings.prose == "plan");
  terms.resize(episode.tokens.size(), TokenShare::kNeither);
  const bool by_class = settings.divisor == "class";
  const auto weight_of = [&](TokenShare term, double factor) {
    const auto count = by_class ? std::count(terms.begin(), terms.end(), term) : std::ssize(terms);
    return count == 0 ? 0.0F : static_cast<float>(factor / static_cast<double>(count));
  };
  const float plan = weight_of(TokenShare::kPlan, settings.alpha),
              code = weight_of(TokenShare::kCode, 1);
  TokenTerms out;
  for (const TokenShare term : terms) {
    out.weight.push_back(term == TokenShare::kPlan   ? plan
                         : term == TokenShare::kCode ? code
                                                     : 0.0F);
    out.advantage.push_back(static_cast<float>(term == TokenShare::kPlan   ? episode.plan_advantage
                                               : term == TokenShare::kCode ? episode.advantage
                                                                           : 0.0));
  }
  return out;
}

}  // namespace nereid::train
