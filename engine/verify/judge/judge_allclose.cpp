// SPDX-License-Identifier: GPL-3.0-or-later
// torch.allclose's rule, with numbers that the user typed in.
#include <algorithm>
#include <limits>
#include <utility>

#include "engine/verify/judge/elements.h"

namespace nereid::verify {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// What some elements are wrong in.
struct Wrong {
  std::int64_t count = 0, first = -1;
  void add(std::int64_t at) {
    if (count++ == 0) first = at;
  }
};

double ratio_of(double error, double bound) {
  if (error == 0) return 0;
  return bound > 0 ? error / bound : kInfinite;
}

class AllcloseJudge {
 public:
  AllcloseJudge(const TensorView& native, const TensorView& actual, const Allclose& rule, Maps maps)
      : native_(native), actual_(actual), rule_(rule), maps_(maps), mapper_(actual.shape) {
    result_.total_elements = actual.elements();
    result_.bound = rule.atol;
  }

  Comparison run() {
    Chunk chunk;
    for (std::int64_t at = 0; at < result_.total_elements; at += kBlockElements) {
      const auto count =
          static_cast<std::size_t>(std::min(kBlockElements, result_.total_elements - at));
      load_chunk(chunk, native_, native_, actual_, at, count);
      for (std::size_t i = 0; i < count; ++i)
        take(at + static_cast<std::int64_t>(i), chunk.native[i], chunk.actual[i]);
    }
    const Wrong& wrong = kinds_.count > 0 ? kinds_ : values_;
    result_.passed = wrong.count == 0;
    if (wants_map(maps_, result_.passed))
      result_.map = std::make_shared<const ErrorMap>(mapper_.take());
    if (result_.passed) return std::move(result_);
    result_.wrong_elements = wrong.count;
    show_element(result_, native_, actual_, wrong.first);
    if (kinds_.count > 0) {
      result_.error = kInfinite;
      result_.bound = rule_.atol;
      describe_non_finite(result_);
    } else {
      describe_wrong_values(result_);
    }
    return std::move(result_);
  }

 private:
  void take(std::int64_t at, double expected, double actual) {
    const Kind kind = kind_of(expected);
    if (kind != kind_of(actual)) {
      kinds_.add(at);
      note(kMismatchLevel);
    } else if (kind != Kind::kFinite) {
      note(0);
    } else {
      take_finite(at, std::abs(actual - expected), rule_.atol + rule_.rtol * std::abs(expected));
    }
  }

  void take_finite(std::int64_t at, double error, double bound) {
    if (!(error <= bound)) values_.add(at);
    const double ratio = ratio_of(error, bound);
    note(std::isfinite(ratio) ? error_level(ratio) : kMismatchLevel);
    if (ratio <= worst_) return;
    worst_ = ratio;
    result_.error = error;
    result_.bound = bound;
  }

  void note(std::uint8_t level) {
    if (maps_ != Maps::kNone) mapper_.add(level);
  }

  const TensorView& native_;
  const TensorView& actual_;
  const Allclose rule_;
  const Maps maps_;
  ErrorMapper mapper_;
  Comparison result_;
  Wrong kinds_, values_;  // other kind than the reference (NaN, infinity); beyond the bound
  double worst_ = -1;
};

}  // namespace

Comparison compare_allclose(const TensorView& native, const TensorView& actual,
                            const Allclose& rule, Maps maps) {
  return AllcloseJudge(native, actual, rule, maps).run();
}

}  // namespace nereid::verify
