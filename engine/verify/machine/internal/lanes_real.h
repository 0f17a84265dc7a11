// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on floating-point numbers.
// Included by lanes_of_processor.h alone, once for each kind of processor.

namespace nereid::verify::machine::NEREID_LANES {
namespace {

template <class T>
static inline T clamp_nan(T x, T low, T high) {
  if (x != x) return x;
  const T above = x > low ? x : low;
  return above < high ? above : high;
}
template <class T>
static inline T max_number(T x, T y) {
  return x != x ? y : (y != y ? x : (x > y ? x : y));
}
template <class T>
static inline T min_number(T x, T y) {
  return x != x ? y : (y != y ? x : (x < y ? x : y));
}

static inline float root(float x) {
  return __builtin_sqrtf(x);
}
static inline double root(double x) {
  return __builtin_sqrt(x);
}
static inline float floored(float x) {
  return __builtin_floorf(x);
}
static inline double floored(double x) {
  return __builtin_floor(x);
}
static inline float ceiled(float x) {
  return __builtin_ceilf(x);
}
static inline double ceiled(double x) {
  return __builtin_ceil(x);
}
static inline float cut(float x) {
  return __builtin_truncf(x);
}
static inline double cut(double x) {
  return __builtin_trunc(x);
}
static inline float nearest(float x) {
  return __builtin_rintf(x);
}
static inline double nearest(double x) {
  return __builtin_rint(x);
}
static inline float size(float x) {
  return __builtin_fabsf(x);
}
static inline double size(double x) {
  return __builtin_fabs(x);
}
// One rounding where the processor does it in one instruction, as tensor cores and FFMA do; else
// two.
static inline float multiply_add(float x, float y, float z) {
#ifdef __FMA__
  return __builtin_fmaf(x, y, z);
#else
  return x * y + z;
#endif
}

static inline float fused(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
static inline double fused(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}

template <class K>
static LaneFunction real(LaneOperation operation) {
  switch (operation) {
    case LaneOperation::kAddF:
      return NEREID_TWO(K, x + y);
    case LaneOperation::kSubF:
      return NEREID_TWO(K, x - y);
    case LaneOperation::kMulF:
      return NEREID_TWO(K, x * y);
    case LaneOperation::kDivF:
      return NEREID_TWO(K, x / y);
    case LaneOperation::kNegF:
      return NEREID_ONE(K, -x);
    case LaneOperation::kAbsF:
      return NEREID_ONE(K, size(x));
    case LaneOperation::kMaxNum:
      return NEREID_TWO(K, max_number(x, y));
    case LaneOperation::kMinNum:
      return NEREID_TWO(K, min_number(x, y));
    case LaneOperation::kMaximum:
      return NEREID_TWO(K, x != x || x > y ? x : y);
    case LaneOperation::kMinimum:
      return NEREID_TWO(K, x != x || x < y ? x : y);
    case LaneOperation::kFma:
      return NEREID_THREE(K, fused(x, y, z));
    case LaneOperation::kMulSub:
      return NEREID_THREE(K, fused(x, y, -z));
    case LaneOperation::kSubMul:
      return NEREID_THREE(K, fused(-x, y, z));
    case LaneOperation::kSqrt:
      return NEREID_ONE(K, root(x));
    case LaneOperation::kRsqrt:
      return NEREID_ONE(K, 1 / root(x));
    case LaneOperation::kFloor:
      return NEREID_ONE(K, floored(x));
    case LaneOperation::kCeil:
      return NEREID_ONE(K, ceiled(x));
    case LaneOperation::kTruncate:
      return NEREID_ONE(K, cut(x));
    case LaneOperation::kRoundEven:
      return NEREID_ONE(K, nearest(x));
    case LaneOperation::kClamp:
      return NEREID_THREE(K, min_number(max_number(x, y), z));
    case LaneOperation::kClampNan:
      return NEREID_THREE(K, clamp_nan(x, y, z));
    case LaneOperation::kOeq:
      return NEREID_TEST(K, x == y);
    case LaneOperation::kOgt:
      return NEREID_TEST(K, x > y);
    case LaneOperation::kOge:
      return NEREID_TEST(K, x >= y);
    case LaneOperation::kOlt:
      return NEREID_TEST(K, x < y);
    case LaneOperation::kOle:
      return NEREID_TEST(K, x <= y);
    case LaneOperation::kOne:
      return NEREID_TEST(K, (x < y) | (x > y));
    case LaneOperation::kOrd:
      return NEREID_TEST(K, (x == x) & (y == y));
    case LaneOperation::kUeq:
      return NEREID_TEST(K, !((x < y) | (x > y)));
    case LaneOperation::kUfgt:
      return NEREID_TEST(K, !(x <= y));
    case LaneOperation::kUfge:
      return NEREID_TEST(K, !(x < y));
    case LaneOperation::kUflt:
      return NEREID_TEST(K, !(x >= y));
    case LaneOperation::kUfle:
      return NEREID_TEST(K, !(x > y));
    case LaneOperation::kUne:
      return NEREID_TEST(K, x != y);
    case LaneOperation::kUno:
      return NEREID_TEST(K, (x != x) | (y != y));
    default:
      return nullptr;
  }
}

}  // namespace
}  // namespace nereid::verify::machine::NEREID_LANES
