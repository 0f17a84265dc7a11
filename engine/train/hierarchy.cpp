// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/internal/hierarchy.h"

#include <algorithm>

#include "engine/record/tokens.h"

namespace nereid::train {
namespace {

enum class Term { kMasked, kPlan, kCode };

std::vector<Term> terms_of(const record::Episode& episode, bool prose_is_plan) {
  const std::vector<record::TokenClass> classes = record::token_classes(episode);
  const std::size_t thinking = record::thinking_end(episode.completion);
  const bool has_code = !episode.candidate.empty();
  std::vector<Term> terms(episode.tokens.size(), Term::kMasked);
  for (std::size_t i = 0; i < std::min(terms.size(), classes.size()); ++i) {
    const bool thinks = episode.token_ends[i] <= thinking && thinking > 0;
    if (classes[i] == record::TokenClass::kCode) {
      terms[i] = Term::kCode;
    } else if (thinks || (thinking > 0 && has_code && prose_is_plan)) {
      terms[i] = Term::kPlan;
    } else if (!has_code) {
      terms[i] = Term::kCode;  // what stands where code was asked for
    }
  }
  return terms;
}

}  // namespace

TokenTerms token_terms(const record::Episode& episode, const config::HierarchySettings& settings) {
  const std::vector<Term> terms = terms_of(episode, settings.prose == "plan");
  const bool by_class = settings.divisor == "class";
  const auto weight_of = [&](Term term, double factor) {
    const auto count = by_class ? std::count(terms.begin(), terms.end(), term) : std::ssize(terms);
    return count == 0 ? 0.0F : static_cast<float>(factor / static_cast<double>(count));
  };
  const float plan = weight_of(Term::kPlan, settings.alpha), code = weight_of(Term::kCode, 1);
  TokenTerms out;
  for (const Term term : terms) {
    out.weight.push_back(term == Term::kPlan ? plan : term == Term::kCode ? code : 0.0F);
    out.advantage.push_back(static_cast<float>(term == Term::kPlan   ? episode.plan_advantage
                                               : term == Term::kCode ? episode.advantage
                                                                     : 0.0));
  }
  return out;
}

}  // namespace nereid::train
