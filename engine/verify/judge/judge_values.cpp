// SPDX-License-Identifier: GPL-3.0-or-later
// The tolerance rule: relative error against fp64, per output and per block of rows.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/verify/judge/elements.h"
#include "engine/verify/judge/judge.h"
#include "engine/verify/tensors/numeric.h"

namespace nereid::verify {
namespace {

// A block far below the scale of the whole output is measured against this share of the scale:
// rounding errors of a reduction follow its inputs, not its result.
constexpr double kSmallBlockShare = 0.05;
// Blocks that are parts of one row share what its running sums have lost before them, as a random
// walk: of 7,000 rows of float32 numbers added one after another none has lost more than 1.6
// roundings times the square root of the length.
constexpr double kDriftFactor = 2;
constexpr double kElementFactor = 64;  // a single element against the root mean square bound
constexpr double kElementCap = 0.25;   // still rejects zeros
constexpr double kTorchFactor = 4;
// Products of tensor cores take operands of the answer's precision. A right kernel rounds other
// values than the trials of Noise do, but about as often; its error is about theirs as a whole, and
// less evenly spread over blocks, whose few rows share what was rounded. All of 160 attention
// backwards in float16 are within 0.9 of these bounds; with P or dS in bfloat16 none is within 1.1.
constexpr double kNoiseFactor = 2, kBlockNoiseFactor = 3;
// An error this many times PyTorch's own and above the fp16 rounding unit is a lower precision that
// slipped under the floor; shown, not rejected.
constexpr double kDowngradeFactor = 16;
// An answer that is an input and this little more (kept_inputs.py has the same number) is judged by
// what was added, too, as far as a few roundings of the whole leave it to be seen.
constexpr double kLittle = 0.05;
constexpr double kLittleRoundings = 8, kLittleTorchFactor = 8;
constexpr double kHalfUnit =
    0x1p-24;  // one rounding of float32, the only dtype whose floor is far above it
// Zero for an element this far below the scale, where PyTorch itself is so near to the exact value.
// Honest formulas lose such elements too (log(1 + exp(x)) for x below -17), so it is shown only.
constexpr double kSmallShare = 1e-3;
constexpr double kNextToNothing = 0x1p-10;  // of what should be there is as good as zero
constexpr double kTorchKeeps = 1e-3;

// Elements of one column, channel or the like that are judged together: what is wrong
// in one element of each row is little of any block of rows.
constexpr std::int64_t kSliceElements = 64;

// Numbers of 16 bits are cut off where fewer than this share lie farther from zero than the exact
// ones, of so many at least, each within a step of its own (what float32 has lost before aside),
// and where more than that share of PyTorch's do.
constexpr double kOneSided = 0.01, kBothSides = 0.25, kOneStep = 1.01;
constexpr std::int64_t kLeastRounded = 400;

// A number at least this large, so many times what is not so large as a root mean square, and twice
// at least, stands for none: a score under a mask. Beside it nothing else would show; so the rest
// is measured without it. What comes near it is no such rest (extra_variant.py has the same).
constexpr double kLeastMarker = 1e4, kMarkerTimes = 1e3, kMarkerApart = 30, kMarkerWidth = 1e-6;

// Sums over one block of rows, finite elements only.
struct Sums {
  double exact2 = 0;   // sum of r64^2
  double actual2 = 0;  // sum of (c - r64)^2
  double torch2 = 0;   // sum of (torch - r64)^2
  std::int64_t count = 0;
};

struct Block {
  std::int64_t begin = 0;
  Sums sums;
  double noise2 = 0;  // of the worst trial, like Sums
};

struct Mismatch {
  std::int64_t count = 0;
  std::int64_t first = -1;
};

// Whole rows (of the last dimension) per block; long rows are cut.
std::int64_t block_length(const TensorView& tensor) {
  const std::int64_t row =
      tensor.shape.empty() ? 1 : std::max<std::int64_t>(tensor.shape.back(), 1);
  return row >= kBlockElements ? kBlockElements : row * (kBlockElements / row);
}

// The share of the output's root mean square that running sums in float32 along a row may lose, for
// the blocks of a row that is cut.
double drift_of(const TensorView& tensor) {
  if (tensor.dtype != DType::kF32 || tensor.shape.empty() || tensor.shape.back() <= kBlockElements)
    return 0;
  return kDriftFactor * kHalfUnit * std::sqrt(static_cast<double>(tensor.shape.back()));
}

// Sums over the slices of one axis: elements with the same index along it.
struct Slices {
  std::int64_t size = 1;   // of the axis
  std::int64_t inner = 1;  // elements that share an index, side by side
  std::vector<Sums> sums;  // by index
};

// Those of every axis whose slices have elements enough; none where the answer is one row.
std::vector<Slices> slices_of(const TensorView& tensor) {
  std::vector<Slices> found;
  const std::int64_t elements = tensor.elements();
  std::int64_t inner = 1;
  for (std::size_t axis = tensor.shape.size(); axis-- > 0;) {
    const std::int64_t size = tensor.shape[axis];
    if (size > 1 && elements / size >= kSliceElements && elements / size > inner)
      found.push_back({size, inner, std::vector<Sums>(static_cast<std::size_t>(size))});
    inner *= std::max<std::int64_t>(size, 1);
  }
  return found;
}

bool all_finite(const Chunk& chunk, std::size_t count) {
  // x - x is 0 for finite x and NaN otherwise; the sum keeps it. No branch, so that it vectorises.
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum += (chunk.exact[i] - chunk.exact[i]) + (chunk.native[i] - chunk.native[i]) +
           (chunk.actual[i] - chunk.actual[i]);
  return sum == 0;
}

// Adds an element's squares, not that it is one more.
inline void add_element(Sums& sums, const Chunk& chunk, std::size_t i) {
  const double actual = chunk.actual[i] - chunk.exact[i];
  const double torch = chunk.native[i] - chunk.exact[i];
  sums.exact2 += chunk.exact[i] * chunk.exact[i];
  sums.actual2 += actual * actual;
  sums.torch2 += torch * torch;
}

Sums sum_finite(const Chunk& chunk, std::size_t count) {
  Sums sums;
  for (std::size_t i = 0; i < count; ++i) add_element(sums, chunk, i);
  sums.count = static_cast<std::int64_t>(count);
  return sums;
}

// With NaN or infinity about: each candidate element must be of the kind of PyTorch's element or of
// the fp64 one (fp16 overflows where fp64 does not; both are honest). Values count where all are
// finite.
Sums sum_mixed(const Chunk& chunk, std::size_t count, std::int64_t begin, Mismatch& kinds) {
  Sums sums;
  for (std::size_t i = 0; i < count; ++i) {
    const Kind actual = kind_of(chunk.actual[i]);
    const bool as_torch = actual == kind_of(chunk.native[i]);
    const bool as_exact = actual == kind_of(chunk.exact[i]);
    if (!as_torch && !as_exact) {
      if (kinds.count++ == 0) kinds.first = begin + static_cast<std::int64_t>(i);
      continue;
    }
    if (actual != Kind::kFinite || !as_exact) continue;
    const double difference = chunk.actual[i] - chunk.exact[i];
    const double torch = as_torch ? chunk.native[i] - chunk.exact[i] : 0;
    sums.exact2 += chunk.exact[i] * chunk.exact[i];
    sums.actual2 += difference * difference;
    sums.torch2 += torch * torch;
    ++sums.count;
  }
  return sums;
}

// Adds `count` elements of a chunk, the first of which is element `begin` of the answer.
void add_slices(Slices& slices, const Chunk& chunk, std::size_t count, std::int64_t begin) {
  std::size_t i = 0;
  while (i < count) {
    const std::int64_t at = begin + static_cast<std::int64_t>(i);
    const auto index = static_cast<std::size_t>(at / slices.inner % slices.size);
    if (slices.inner == 1) {  // of the last axis each element has another one
      const std::size_t end = std::min(count, i + slices.sums.size() - index);
      Sums* column = &slices.sums[index];
      for (; i < end; ++i, ++column) {
        add_element(*column, chunk, i);
        ++column->count;
      }
      continue;
    }
    const std::size_t end =
        std::min(count, i + static_cast<std::size_t>(slices.inner - at % slices.inner));
    Sums& sums = slices.sums[index];
    sums.count += static_cast<std::int64_t>(end - i);
    for (; i < end; ++i) add_element(sums, chunk, i);
  }
}

void add(Sums& total, const Sums& more) {
  total.exact2 += more.exact2;
  total.actual2 += more.actual2;
  total.torch2 += more.torch2;
  total.count += more.count;
}

// Of the values that are right at an undecided place, the nearest to `actual`.
double nearest(const Undecided& undecided, std::size_t number, double actual) {
  const std::int64_t count = undecided.choices.shape[1];
  std::vector<double> choices(static_cast<std::size_t>(count));
  load_double(undecided.choices, static_cast<std::int64_t>(number) * count, choices);
  double best = choices.front();
  for (const double choice : choices)
    if (std::abs(choice - actual) < std::abs(best - actual)) best = choice;
  return best;
}

// Of an element, of the output's root mean square or of one, whichever is most: no honest kernel is
// so far off.
constexpr double kFarOff = 0.5;

// One comparison of one output, as steps that share the tensors.
class ValueJudge {
 public:
  ValueJudge(const TensorView& exact, const TensorView& native, const TensorView& actual,
             Tolerance tolerance, Maps maps, const Undecided& undecided, const Noise& noise = {},
             const Near& near = {})
      : exact_(exact),
        native_(native),
        actual_(actual),
        tolerance_(tolerance),
        maps_(maps),
        undecided_(undecided),
        noise_(noise),
        near_(near),
        noise2_(noise.shape.empty() ? 0 : static_cast<std::size_t>(noise.shape.front())) {
    result_.total_elements = actual.elements();
    slices_ = slices_of(actual);
    find_marker();
  }

  /// NaN and infinity, and what is far off (ValueRule::coarse).
  Comparison run_coarsely() {
    collect();
    rms_ = std::max(1.0, rms_);
    if (kinds_.count > 0) {
      non_finite();
    } else {
      find_far_off();
    }
    bound_ = kFarOff;
    if (wants_map(maps_, result_.passed)) draw_map();
    if (result_.passed) result_.total_elements = 0;
    return result_;
  }

  Comparison run() {
    collect();
    if (kinds_.count > 0) {
      non_finite();
    } else {
      judge_blocks();
      judge_elements();
      if (result_.passed && !near_.shape.empty()) judge_little();
      if (result_.passed) judge_rounding();
      if (result_.passed) flag_precision();
      if (result_.passed && loses_small_values_) result_.flags.emplace_back("small_values_lost");
    }
    if (wants_map(maps_, result_.passed)) draw_map();
    return result_;
  }

 private:
  // `visit` gets the index of the first element in chunk_ and how many are there, at most `length`.
  template <class Visit>
  void for_each_chunk(std::int64_t length, Visit visit) {
    for (std::int64_t at = 0; at < result_.total_elements; at += length) {
      const auto count = static_cast<std::size_t>(std::min(length, result_.total_elements - at));
      load_chunk(chunk_, exact_, native_, actual_, at, count);
      settle(at, count);
      take_markers(count);
      visit(at, count);
    }
  }

  template <class Visit>
  void for_each_exact(Visit visit) const {
    std::array<double, kBlockElements> values;
    for (std::int64_t at = 0; at < result_.total_elements; at += kBlockElements) {
      const auto count = static_cast<std::size_t>(
          std::min<std::int64_t>(kBlockElements, result_.total_elements - at));
      load_double(exact_, at, std::span(values).first(count));
      for (std::size_t i = 0; i < count; ++i)
        if (std::isfinite(values[i])) visit(values[i]);
    }
  }

  bool is_marker(double value) const {
    return marker_ != 0 && std::abs(value - marker_) <= kMarkerWidth * std::abs(marker_);
  }

  void find_marker() {
    double largest = 0;
    for_each_exact([&](double value) {
      if (std::abs(value) > std::abs(largest)) largest = value;
    });
    if (std::abs(largest) < kLeastMarker) return;
    marker_ = largest;
    std::int64_t times = 0, others = 0;
    double others2 = 0, most = 0;
    for_each_exact([&](double value) {
      if (is_marker(value)) return void(++times);
      ++others;
      others2 += value * value;
      most = std::max(most, std::abs(value));
    });
    const double rms = others > 0 ? std::sqrt(others2 / static_cast<double>(others)) : 0;
    if (times < 2 || rms == 0 || std::abs(largest) < kMarkerTimes * rms ||
        std::abs(largest) < kMarkerApart * most)
      marker_ = 0;
  }

  // What a marker is, and is right, is no number any more.
  void take_markers(std::size_t count) {
    if (marker_ == 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      const double off = std::abs(chunk_.actual[i] - chunk_.exact[i]);
      if (!is_marker(chunk_.exact[i]) || !(off <= tolerance_.floor * std::abs(marker_))) continue;
      chunk_.exact[i] = chunk_.native[i] = chunk_.actual[i] =
          std::numeric_limits<double>::quiet_NaN();
    }
  }

  // Undecided elements are measured against what is right there; PyTorch's own counts as right.
  void settle(std::int64_t at, std::size_t count) {
    settled_.clear();
    const std::vector<std::int64_t>& places = undecided_.places;
    const std::int64_t end = at + static_cast<std::int64_t>(count);
    for (auto place = std::lower_bound(places.begin(), places.end(), at);
         place != places.end() && *place < end; ++place) {
      const auto i = static_cast<std::size_t>(*place - at);
      if (!std::isfinite(chunk_.actual[i])) continue;
      chunk_.exact[i] =
          nearest(undecided_, static_cast<std::size_t>(place - places.begin()), chunk_.actual[i]);
      chunk_.native[i] = chunk_.exact[i];
      settled_.push_back(i);
    }
  }

  // Of the worst trial, over elements that are finite and decided; noise2_ gets those of all.
  double sum_noise(std::int64_t at, std::size_t count) {
    std::array<double, kBlockElements> rounded;
    double worst = 0;
    for (std::size_t trial = 0; trial < noise2_.size(); ++trial) {
      load_double(noise_, static_cast<std::int64_t>(trial) * result_.total_elements + at,
                  std::span(rounded).first(count));
      for (const std::size_t i : settled_) rounded[i] = chunk_.exact[i];
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const double difference = rounded[i] - chunk_.exact[i];
        if (std::isfinite(difference)) sum += difference * difference;
      }
      noise2_[trial] += sum;
      worst = std::max(worst, sum);
    }
    return worst;
  }

  // 1) sums per block and in total
  void collect() {
    for_each_chunk(block_length(actual_), [this](std::int64_t at, std::size_t count) {
      const bool is_finite = all_finite(chunk_, count);
      const Sums sums =
          is_finite ? sum_finite(chunk_, count) : sum_mixed(chunk_, count, at, kinds_);
      if (!is_finite) slices_.clear();
      for (Slices& slices : slices_) add_slices(slices, chunk_, count, at);
      blocks_.push_back({at, sums, sum_noise(at, count)});
      add(total_, sums);
    });
    rms_ = total_.count > 0 ? std::sqrt(total_.exact2 / static_cast<double>(total_.count)) : 0;
    if (rms_ == 0) rms_ = 1;  // an all-zero output is judged on an absolute scale
  }

  double relative(double sum2, double scale2) const { return std::sqrt(sum2 / scale2); }

  double clamp(double torch_error) const {
    const double widened = torch_error > tolerance_.once ? kTorchFactor * torch_error : 0;
    return std::clamp(widened, tolerance_.floor, tolerance_.cap);
  }

  // A bound that leaves room for what products lose.
  double with_noise(double bound, double lost) const {
    return std::max(bound, std::min(lost, tolerance_.products));
  }

  double worst_noise2() const {
    return noise2_.empty() ? 0 : *std::max_element(noise2_.begin(), noise2_.end());
  }

  void consider(double error, double bound, double torch_error) {
    const bool passed = error <= bound;  // false for NaN
    const bool worse = !(error / bound <= worst_ratio_);
    result_.passed = result_.passed && passed;
    if (!worse) return;
    worst_ratio_ = std::isnan(error) ? std::numeric_limits<double>::infinity() : error / bound;
    result_.error = error;
    result_.bound = bound;
    result_.torch_error = torch_error;
  }

  // 2) the whole output, then every block of rows and every slice
  void judge_blocks() {
    result_.passed = true;
    if (total_.count == 0) return;
    double most_lost = 0;
    const double scale2 = rms_ * rms_ * static_cast<double>(total_.count);
    const double torch_error = relative(total_.torch2, scale2);
    const double lost = kNoiseFactor * relative(worst_noise2(), scale2);
    consider(relative(total_.actual2, scale2), with_noise(clamp(torch_error), lost), torch_error);
    const double drift = drift_of(actual_) * rms_;
    for (const Block& block : blocks_) {
      if (block.sums.count == 0) continue;
      const double block_scale2 = scale2_of(block.sums);
      const double block_torch = relative(block.sums.torch2, block_scale2);
      const double block_lost = kBlockNoiseFactor * relative(block.noise2, block_scale2);
      const double block_rms = std::sqrt(block_scale2 / static_cast<double>(block.sums.count));
      const double drifted = std::min(drift / block_rms, tolerance_.cap);
      const double bound =
          with_noise(clamp(std::max(block_torch, torch_error)), std::max(block_lost, lost));
      consider(relative(block.sums.actual2, block_scale2), std::max(bound, drifted), block_torch);
      most_lost = std::max({most_lost, block_lost, lost});
    }
    for (const Slices& slices : slices_)
      for (const Sums& sums : slices.sums) judge_slice(sums, torch_error, most_lost);
  }

  double scale2_of(const Sums& sums) const {
    const double small = kSmallBlockShare * rms_;
    return std::max(sums.exact2, small * small * static_cast<double>(sums.count));
  }

  void judge_slice(const Sums& sums, double torch_error, double lost) {
    if (sums.count == 0) return;
    const double scale2 = scale2_of(sums);
    const double torch = relative(sums.torch2, scale2);
    consider(relative(sums.actual2, scale2), with_noise(clamp(std::max(torch, torch_error)), lost),
             torch);
  }

  double element_scale(double exact) const { return std::max(std::abs(exact), rms_); }

  template <class Visit>
  void for_each_element(Visit visit) {
    for_each_chunk(kBlockElements, [&](std::int64_t at, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        const double error = std::abs(chunk_.actual[i] - chunk_.exact[i]);
        if (!std::isfinite(chunk_.actual[i]) || !std::isfinite(chunk_.exact[i])) continue;
        if (std::abs(chunk_.actual[i]) < kNextToNothing * std::abs(chunk_.exact[i]))
          note_zero(chunk_.exact[i], chunk_.native[i]);
        visit(at + static_cast<std::int64_t>(i), error / element_scale(chunk_.exact[i]),
              std::abs(chunk_.native[i] - chunk_.exact[i]) / element_scale(chunk_.exact[i]));
      }
    });
  }

  void note_zero(double exact, double native) {
    if (std::abs(exact) < kSmallShare * rms_ &&
        std::abs(native - exact) <= kTorchKeeps * std::abs(exact))
      loses_small_values_ = true;
  }

  // 3) single elements. A failed comparison also counts what is beyond the plain bound, because
  // that is what a reader asks: how many are wrong, and where first.
  void judge_elements() {
    double worst = 0, worst_torch = 0;
    std::int64_t worst_at = -1;
    for_each_element([&](std::int64_t at, double error, double torch_error) {
      if (std::isfinite(torch_error)) worst_torch = std::max(worst_torch, torch_error);
      if (error > worst) worst = error, worst_at = at;
    });
    const auto whole_error = [&](double sum2) {
      return total_.count > 0 ? std::sqrt(sum2 / static_cast<double>(total_.count)) / rms_ : 0;
    };
    const double whole =
        with_noise(clamp(whole_error(total_.torch2)), kNoiseFactor * whole_error(worst_noise2()));
    bound_ = whole;
    const double limit = std::min(std::max(kElementFactor * whole, 8 * worst_torch), kElementCap);
    if (worst > limit) {
      const bool norm_passed = result_.passed;
      result_.passed = false;
      if (norm_passed)
        result_.error = worst, result_.bound = limit, result_.torch_error = worst_torch;
    }
    if (result_.passed) return;
    count_wrong(whole, worst_at);
    describe_wrong_values(result_);
  }

  // 4) what was added to an input: the error as a whole against that, or against roundings of the
  // whole.
  void judge_little() {
    double kept2 = 0, added2 = 0, wrong2 = 0, torch2 = 0, worst = 0;
    std::int64_t worst_at = -1;
    std::array<double, kBlockElements> kept;
    for_each_chunk(kBlockElements, [&](std::int64_t at, std::size_t count) {
      load_double(near_, at, std::span(kept).first(count));
      for (std::size_t i = 0; i < count; ++i) {
        const double added = chunk_.exact[i] - kept[i], wrong = chunk_.actual[i] - chunk_.exact[i];
        const double torch = chunk_.native[i] - chunk_.exact[i];
        if (!std::isfinite(added) || !std::isfinite(wrong) || !std::isfinite(torch)) continue;
        kept2 += kept[i] * kept[i];
        added2 += added * added;
        wrong2 += wrong * wrong;
        torch2 += torch * torch;
        if (std::abs(wrong) > worst)
          worst = std::abs(wrong), worst_at = at + static_cast<std::int64_t>(i);
      }
    });
    if (added2 == 0 || added2 >= kLittle * kLittle * kept2) return;
    const double roundings = kLittleRoundings * kHalfUnit * std::sqrt(kept2);
    const double bound = std::max(
        {roundings, kLittleTorchFactor * std::sqrt(torch2), tolerance_.floor * std::sqrt(added2)});
    if (std::sqrt(wrong2) <= bound) return;
    const double scale = std::sqrt(kept2);
    result_.passed = false;
    result_.error = std::sqrt(wrong2) / scale, result_.bound = bound / scale;
    result_.torch_error = std::sqrt(torch2) / scale;
    bound_ = result_.bound;
    count_wrong(bound_, worst_at);
    describe_wrong_values(result_);
  }

  // 5) numbers of 16 bits that are cut off: none is off by more than one of its steps, and they lie
  // on one side of the exact ones where PyTorch's lie on both. Who multiplies by a rounded constant
  // is on both sides, too, as numbers between two powers of two have larger and smaller steps.
  void judge_rounding() {
    const int digits = actual_.dtype == DType::kF16 ? 10 : actual_.dtype == DType::kBF16 ? 7 : 0;
    if (digits == 0) return;
    const double least = actual_.dtype == DType::kF16 ? 0x1p-24 : 0x1p-133;
    std::int64_t nearer = 0, farther = 0, torch_nearer = 0, torch_farther = 0, first = -1;
    bool is_within_a_step = true;
    for_each_chunk(kBlockElements, [&](std::int64_t at, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        const double exact = std::abs(chunk_.exact[i]), actual = std::abs(chunk_.actual[i]);
        const double torch = std::abs(chunk_.native[i]);
        if (!std::isfinite(exact) || !std::isfinite(actual) || !std::isfinite(torch)) continue;
        torch_nearer += torch < exact ? 1 : 0;
        torch_farther += torch > exact ? 1 : 0;
        farther += actual > exact ? 1 : 0;
        if (actual < exact && nearer++ == 0) first = at + static_cast<std::int64_t>(i);
        const double step =
            std::max(least, exact > 0 ? std::ldexp(1, std::ilogb(exact) - digits) : 0);
        is_within_a_step = is_within_a_step && std::abs(actual - exact) <= kOneStep * step;
      }
    });
    const auto share = [](std::int64_t some, std::int64_t others) {
      return static_cast<double>(some) /
             static_cast<double>(std::max<std::int64_t>(some + others, 1));
    };
    if (!is_within_a_step || nearer < kLeastRounded || share(farther, nearer) > kOneSided ||
        share(torch_farther, torch_nearer) < kBothSides)
      return;
    result_.passed = false;
    result_.code = "wrong_values";
    result_.wrong_elements = nearer;
    show(first);
    result_.message = fmt::format("{} of {} elements, first at [{}]: cut off, not rounded",
                                  with_separators(nearer), with_separators(result_.total_elements),
                                  fmt::join(result_.first_wrong_index, ", "));
  }

  void count_wrong(double bound, std::int64_t worst_at) {
    Mismatch wrong;
    for_each_element([&](std::int64_t at, double error, double /*torch*/) {
      if (error > bound && wrong.count++ == 0) wrong.first = at;
    });
    if (wrong.count == 0) wrong = {1, worst_at};
    result_.wrong_elements = wrong.count;
    show(wrong.first);
  }

  // Whether single elements are off by more than kFarOff.
  void find_far_off() {
    double worst = 0;
    std::int64_t worst_at = -1;
    for_each_element([&](std::int64_t at, double error, double /*torch*/) {
      if (error > worst) worst = error, worst_at = at;
    });
    result_.passed = worst <= kFarOff;
    if (result_.passed) return;
    result_.error = worst, result_.bound = kFarOff;
    count_wrong(kFarOff, worst_at);
    describe_wrong_values(result_);
  }

  void show(std::int64_t flat) {
    if (flat >= 0) show_element(result_, exact_, actual_, flat);
  }

  void non_finite() {
    bound_ = tolerance_.floor;
    result_.passed = false;
    result_.wrong_elements = kinds_.count;
    result_.error = std::numeric_limits<double>::infinity();
    result_.bound = tolerance_.floor;
    show(kinds_.first);
    describe_non_finite(result_);
  }

  // Each element against the bound that count_wrong goes by.
  void draw_map() {
    ErrorMapper mapper(actual_.shape);
    for_each_chunk(kBlockElements, [&](std::int64_t, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) mapper.add(level_of(i));
    });
    result_.map = std::make_shared<const ErrorMap>(mapper.take());
  }

  std::uint8_t level_of(std::size_t i) const {
    const double exact = chunk_.exact[i], actual = chunk_.actual[i];
    const Kind kind = kind_of(actual);
    if (kind != kind_of(exact)) return kind == kind_of(chunk_.native[i]) ? 0 : kMismatchLevel;
    if (kind != Kind::kFinite) return 0;
    return error_level(std::abs(actual - exact) / element_scale(exact) / bound_);
  }

  void flag_precision() {
    const bool wide = actual_.dtype == DType::kF32 || actual_.dtype == DType::kF64;
    if (wide && result_.error > kDowngradeFactor * result_.torch_error && result_.error > 0x1p-12 &&
        result_.torch_error > 0)
      result_.flags.push_back("precision_downgrade");
  }

  const TensorView& exact_;
  const TensorView& native_;
  const TensorView& actual_;
  Tolerance tolerance_;
  Comparison result_;
  Chunk chunk_;
  std::vector<Block> blocks_;
  std::vector<Slices> slices_;  // none where an element is not finite
  Sums total_;
  Mismatch kinds_;
  Maps maps_;
  const Undecided& undecided_;
  std::vector<std::size_t> settled_;  // of the chunk
  Noise noise_;
  Near near_;                   // without a shape: none
  std::vector<double> noise2_;  // by trial, like Sums
  double rms_ = 1;
  double marker_ = 0;  // the number that stands for none; 0: there is none
  double bound_ = 1;   // of a single element, relative to its scale
  double worst_ratio_ = -1;
  bool loses_small_values_ = false;
};

}  // namespace

Tolerance tolerance_of(DType dtype, bool tf32) {
  // Floors: about 80 roundings of fp32 (sums in another order, exp and rsqrt of the GPU), one order
  // below what fp16 (3e-4) or TF32 (3e-4) arithmetic leaves behind. One rounding leaves 1.1e-3 to
  // 2.3e-3 in bf16 and an eighth of that in fp16, so that bf16 shows in fp16; steps of int8 leave
  // 3.9e-3 on evenly spread values and 9e-3 on normal ones, so that they show in bf16. In E4M3 a
  // step on the way in bf16 leaves 0.025 and digits cut off 0.063; in E5M2 twice as much.
  switch (dtype) {
    case DType::kF64:
      return {1e-12, 1e-6};
    case DType::kF32:
      return tf32 ? Tolerance{2e-3, 1e-2, 0, 1e-2} : Tolerance{1e-5, 1e-2};
    case DType::kF16:
      return {1e-3, 5e-2, 2.9e-4, 4e-3};
    case DType::kBF16:
      return {3.6e-3, 0.1, 2.3e-3, 1.44e-2};
    case DType::kF8E4M3:
      return {0.05, 0.2};
    case DType::kF8E5M2:
      return {0.1, 0.25};
    default:
      return {0, 0};
  }
}

Comparison compare_values(const TensorView& exact, const TensorView& native,
                          const TensorView& actual, const ValueRule& rule, Maps maps,
                          const Undecided& undecided, const Noise& noise, const Near& near) {
  if (is_floating(actual.dtype)) {
    const bool is_moved = rule.exact && !rule.coarse && !rule.allclose;
    if (is_moved && actual.dtype == native.dtype) return compare_exact(native, actual, maps, {});
    if (rule.coarse) return ValueJudge(exact, native, actual, {}, maps, undecided).run_coarsely();
    if (rule.allclose) {
      Comparison result = compare_allclose(native, actual, *rule.allclose, maps);
      // What is only shown of a right answer does not hang on the rule.
      const Comparison own = compare_values(exact, native, actual, {rule.tf32, rule.loosening},
                                            Maps::kNone, undecided, noise, near);
      if (result.passed) result.flags = own.flags;
      return result;
    }
    Tolerance tolerance = tolerance_of(actual.dtype, rule.tf32);
    tolerance.floor = std::min(tolerance.floor * rule.loosening, tolerance.cap);
    tolerance.products = std::min(tolerance.products * rule.loosening, tolerance.cap);
    const bool shows = rule.loosening <= 1 && !rule.tf32 && actual.dtype == DType::kF32;
    return ValueJudge(exact, native, actual, tolerance, maps, undecided, noise,
                      shows ? near : Near{})
        .run();
  }
  if (exact.dtype != actual.dtype && rule.any_dtype)  // as numbers
    return ValueJudge(exact, native, actual, tolerance_of(DType::kF64, false), maps, undecided)
        .run();
  if (exact.dtype != actual.dtype) {
    Comparison result;
    result.code = "reference_error";
    result.message = "the reference's exact output has another dtype";
    return result;
  }
  return compare_exact(exact, actual, maps, undecided);
}

}  // namespace nereid::verify
