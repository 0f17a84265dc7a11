// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of libdevice whose lanes are floating point and that round to the nearest. Their errors
// are those of the tables of functions in the CUDA programming guide; float64 is taken as exact.
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/verify/machine/internal/libdevice.h"

namespace nereid::verify::machine {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRootOfTwo = std::numbers::sqrt2;

double pi_times(double (*function)(double), double x) {
  return function(kPi * std::remainder(x, 2.0));
}

// exp(x^2) erfc(x): for large x by its continued fraction, where erfc is 0.
double scaled_erfc(double x) {
  constexpr double kLarge = 10;
  if (x < kLarge) return std::exp(x * x) * std::erfc(x);
  double rest = x;
  for (int i = 60; i > 0; --i) rest = x + i / 2.0 / rest;
  return std::numbers::inv_sqrtpi / rest;
}

// The x whose normal distribution is p: a rational start (P. J. Acklam), then Halley's steps. For
// p above 1/2 the caller mirrors it, so that nothing is lost.
double lower_quantile(double p) {
  constexpr std::array<double, 6> kA = {-3.969683028665376e+01, 2.209460984245205e+02,
                                        -2.759285104469687e+02, 1.383577518672690e+02,
                                        -3.066479806614716e+01, 2.506628277459239e+00};
  constexpr std::array<double, 5> kB = {-5.447609879822406e+01, 1.615858368580409e+02,
                                        -1.556989798598866e+02, 6.680131188771972e+01,
                                        -1.328068155288572e+01};
  constexpr std::array<double, 6> kC = {-7.784894002430293e-03, -3.223964580411365e-01,
                                        -2.400758277161838e+00, -2.549732539343734e+00,
                                        4.374664141464968e+00,  2.938163982698783e+00};
  constexpr std::array<double, 4> kD = {7.784695709041462e-03, 3.224671290700398e-01,
                                        2.445134137142996e+00, 3.754408661907416e+00};
  const auto polynomial = [](const auto& factors, double x) {
    double sum = 0;
    for (const double factor : factors) sum = sum * x + factor;
    return sum;
  };
  if (p <= 0)
    return p < 0 ? std::numeric_limits<double>::quiet_NaN()
                 : -std::numeric_limits<double>::infinity();
  double x = 0;
  if (p < 0.02425) {
    const double q = std::sqrt(-2 * std::log(p));
    x = polynomial(kC, q) / (polynomial(kD, q) * q + 1);
  } else {
    const double q = p - 0.5, r = q * q;
    x = polynomial(kA, r) * q / (polynomial(kB, r) * r + 1);
  }
  for (int i = 0; i < 2; ++i) {
    const double wrong = std::erfc(-x / kRootOfTwo) / 2 - p;
    const double step = wrong * std::sqrt(2 * kPi) * std::exp(x * x / 2);
    if (!std::isfinite(step)) break;
    x -= step / (1 + x * step / 2);
  }
  return x;
}

double normal_quantile(double p) {
  if (!(p > 0.5)) return std::isnan(p) ? p : lower_quantile(p);
  return -lower_quantile(1 - p);
}

double inverse_erfc(double x) {
  if (std::isnan(x)) return x;
  return x < 1 ? -lower_quantile(x / 2) / kRootOfTwo : lower_quantile(1 - x / 2) / kRootOfTwo;
}

double inverse_erf(double x) {
  if (std::fabs(x) >= 1 || std::isnan(x))
    return std::fabs(x) == 1 ? std::copysign(std::numeric_limits<double>::infinity(), x)
                             : std::numeric_limits<double>::quiet_NaN();
  if (std::fabs(x) < 1e-9) return x / std::numbers::inv_sqrtpi / 2;
  // Close to 0 a distribution near 1/2 would have lost digits: Newton's steps on erf itself.
  double y = normal_quantile(std::min((x + 1) / 2, 1 - 1e-17)) / kRootOfTwo;
  for (int i = 0; i < 3; ++i) {
    const double step = (std::erf(y) - x) / (2 * std::numbers::inv_sqrtpi * std::exp(-y * y));
    if (!std::isfinite(step)) break;
    y -= step;
  }
  return y;
}

// I0 and I1 by their series, or for large x by the asymptotic one; of order 0 or 1.
double bessel_i(int order, double x) {
  const double size = std::fabs(x);
  if (std::isinf(size) || std::isnan(size)) return order == 1 ? x : size;
  double sum = 1, term = 1;
  if (size < 30) {
    const double quarter = size * size / 4;
    for (int k = 1; k < 200 && term > sum * 1e-18; ++k)
      sum += term *= quarter / (static_cast<double>(k) * (k + order));
    if (order == 1) sum *= size / 2;
  } else {
    const double mu = 4.0 * order * order;
    for (int k = 1; k < 30; ++k) {
      const double odd = 2.0 * k - 1;
      const double next = -term * (mu - odd * odd) / (k * 8 * size);
      if (std::fabs(next) > std::fabs(term)) break;
      sum += term = next;
    }
    sum *= std::exp(size / 2) / std::sqrt(2 * kPi * size) * std::exp(size / 2);
  }
  return order == 1 ? std::copysign(sum, x) : sum;
}

double norm(double x, double y, double z, double w) {
  for (const double one : {x, y, z, w})
    if (std::isinf(one)) return std::numeric_limits<double>::infinity();
  const double largest =
      std::fmax(std::fmax(std::fabs(x), std::fabs(y)), std::fmax(std::fabs(z), std::fabs(w)));
  if (!(largest > 0)) return x + y + z + w == 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
  const double a = x / largest, b = y / largest, c = z / largest, d = w / largest;
  return largest * std::sqrt(a * a + b * b + c * c + d * d);
}

double whole_power(double x, int n) {
  return std::pow(x, static_cast<double>(n));
}

int exponent_of(double x) {
  if (x == 0 || std::isnan(x)) return std::numeric_limits<int>::min();
  return std::isinf(x) ? std::numeric_limits<int>::max() : std::ilogb(x);
}

// For divisors between 2^126 and 2^128 the fast division gives 0.
float fast_divide(float x, float y) {
  const bool is_huge = std::fabs(y) > 0x1p126F && !std::isinf(y);
  if (is_huge) return std::isinf(x) ? std::numeric_limits<float>::quiet_NaN() : x * 0.0F;
  return x / y;
}

// Both precisions of a function: __nv_NAMEf, of so many ulps, and __nv_NAME. The first is computed
// in float64, so that its own error is half an ulp.
#define NEREID_REAL1(NAME, ULPS, EXPRESSION) \
  library_row<[](float given) -> float {     \
    const double x = given;                  \
    return static_cast<float>(EXPRESSION);   \
  }>("__nv_" #NAME "f", ULPS),               \
      library_row<[](double x) -> double { return EXPRESSION; }>("__nv_" #NAME)
#define NEREID_REAL2(NAME, ULPS, EXPRESSION)          \
  library_row<[](float given, float other) -> float { \
    const double x = given, y = other;                \
    return static_cast<float>(EXPRESSION);            \
  }>("__nv_" #NAME "f", ULPS),                        \
      library_row<[](double x, double y) -> double { return EXPRESSION; }>("__nv_" #NAME)
// The same in each precision by itself.
#define NEREID_EACH2(NAME, EXPRESSION)                                                  \
  library_row<[](float x, float y) -> float { return EXPRESSION; }>("__nv_" #NAME "f"), \
      library_row<[](double x, double y) -> double { return EXPRESSION; }>("__nv_" #NAME)
#define NEREID_TEST1(NAME, DOUBLE, EXPRESSION)                                         \
  library_row<[](float x) -> int { return (EXPRESSION) ? 1 : 0; }>("__nv_" #NAME "f"), \
      library_row<[](double x) -> int { return (EXPRESSION) ? 1 : 0; }>("__nv_" DOUBLE)
#define NEREID_FAST1(NAME, ULPS, EXPRESSION) \
  library_row<[](float x) -> float { return EXPRESSION; }>("__nv_fast_" #NAME "f", ULPS)

const std::array kReal = {
    NEREID_REAL1(acos, 2, std::acos(x)),
    NEREID_REAL1(acosh, 4, std::acosh(x)),
    NEREID_REAL1(asin, 2, std::asin(x)),
    NEREID_REAL1(asinh, 3, std::asinh(x)),
    NEREID_REAL1(atan, 2, std::atan(x)),
    NEREID_REAL1(atanh, 3, std::atanh(x)),
    NEREID_REAL1(cbrt, 1, std::cbrt(x)),
    NEREID_REAL1(ceil, 0, std::ceil(x)),
    NEREID_REAL1(cos, 2, std::cos(x)),
    NEREID_REAL1(cosh, 2, std::cosh(x)),
    NEREID_REAL1(cospi, 1, pi_times(std::cos, x)),
    NEREID_REAL1(cyl_bessel_i0, 6, bessel_i(0, x)),
    NEREID_REAL1(cyl_bessel_i1, 6, bessel_i(1, x)),
    NEREID_REAL1(erf, 2, std::erf(x)),
    NEREID_REAL1(erfc, 4, std::erfc(x)),
    NEREID_REAL1(erfcinv, 4, inverse_erfc(x)),
    NEREID_REAL1(erfcx, 4, scaled_erfc(x)),
    NEREID_REAL1(erfinv, 2, inverse_erf(x)),
    NEREID_REAL1(exp, 2, std::exp(x)),
    NEREID_REAL1(exp10, 2, std::pow(10.0, x)),
    NEREID_REAL1(exp2, 2, std::exp2(x)),
    NEREID_REAL1(expm1, 1, std::expm1(x)),
    NEREID_REAL1(fabs, 0, std::fabs(x)),
    NEREID_REAL1(floor, 0, std::floor(x)),
    NEREID_REAL1(j0, 9, ::j0(x)),
    NEREID_REAL1(j1, 9, ::j1(x)),
    NEREID_REAL1(lgamma, 6, std::lgamma(x)),
    NEREID_REAL1(log, 1, std::log(x)),
    NEREID_REAL1(log10, 2, std::log10(x)),
    NEREID_REAL1(log1p, 1, std::log1p(x)),
    NEREID_REAL1(log2, 1, std::log2(x)),
    NEREID_REAL1(logb, 0, std::logb(x)),
    NEREID_REAL1(nearbyint, 0, std::nearbyint(x)),
    NEREID_REAL1(normcdf, 5, std::erfc(-x / kRootOfTwo) / 2),
    NEREID_REAL1(normcdfinv, 5, normal_quantile(x)),
    NEREID_REAL1(rcbrt, 1, 1 / std::cbrt(x)),
    NEREID_REAL1(rint, 0, std::nearbyint(x)),
    NEREID_REAL1(round, 0, std::round(x)),
    NEREID_REAL1(rsqrt, 2, 1 / std::sqrt(x)),
    NEREID_REAL1(sin, 2, std::sin(x)),
    NEREID_REAL1(sinh, 3, std::sinh(x)),
    NEREID_REAL1(sinpi, 1, pi_times(std::sin, x)),
    NEREID_REAL1(sqrt, 1, std::sqrt(x)),
    NEREID_REAL1(tan, 4, std::tan(x)),
    NEREID_REAL1(tanh, 2, std::tanh(x)),
    NEREID_REAL1(tgamma, 5, std::tgamma(x)),
    NEREID_REAL1(trunc, 0, std::trunc(x)),
    NEREID_REAL1(y0, 9, ::y0(x)),
    NEREID_REAL1(y1, 9, ::y1(x)),
    NEREID_REAL2(atan2, 3, std::atan2(x, y)),
    NEREID_REAL2(hypot, 3, std::hypot(x, y)),
    NEREID_REAL2(pow, 4, std::pow(x, y)),
    NEREID_REAL2(rhypot, 2, 1 / std::hypot(x, y)),
    NEREID_EACH2(copysign, std::copysign(x, y)),
    NEREID_EACH2(fdim, std::fdim(x, y)),
    NEREID_EACH2(fmax, std::fmax(x, y)),
    NEREID_EACH2(fmin, std::fmin(x, y)),
    NEREID_EACH2(fmod, std::fmod(x, y)),
    NEREID_EACH2(nextafter, std::nextafter(x, y)),
    NEREID_EACH2(remainder, std::remainder(x, y)),
    NEREID_TEST1(isinf, "isinfd", std::isinf(x)),
    NEREID_TEST1(isnan, "isnand", std::isnan(x)),
    NEREID_TEST1(signbit, "signbitd", std::signbit(x)),
    NEREID_TEST1(finite, "isfinited", std::isfinite(x)),
    library_row<[](float x) -> int { return exponent_of(x); }>("__nv_ilogbf"),
    library_row<[](double x) -> int { return exponent_of(x); }>("__nv_ilogb"),
    library_row<[](float x, int n) -> float { return std::ldexp(x, n); }>("__nv_ldexpf"),
    library_row<[](double x, int n) -> double { return std::ldexp(x, n); }>("__nv_ldexp"),
    library_row<[](float x, int n) -> float { return std::ldexp(x, n); }>("__nv_scalbnf"),
    library_row<[](double x, int n) -> double { return std::ldexp(x, n); }>("__nv_scalbn"),
    library_row<[](float x, int n) -> float { return static_cast<float>(whole_power(x, n)); }>(
        "__nv_powif", 4),
    library_row<[](double x, int n) -> double { return whole_power(x, n); }>("__nv_powi"),
    library_row<[](int n, float x) -> float { return static_cast<float>(::jn(n, x)); }>("__nv_jnf",
                                                                                        9),
    library_row<[](int n, double x) -> double { return ::jn(n, x); }>("__nv_jn"),
    library_row<[](int n, float x) -> float { return static_cast<float>(::yn(n, x)); }>("__nv_ynf",
                                                                                        9),
    library_row<[](int n, double x) -> double { return ::yn(n, x); }>("__nv_yn"),
    library_row<[](float x, float y, float z) -> float {
      return static_cast<float>(norm(x, y, z, 0));
    }>("__nv_norm3df", 3),
    library_row<[](double x, double y, double z) -> double { return norm(x, y, z, 0); }>(
        "__nv_norm3d"),
    library_row<[](float x, float y, float z) -> float {
      return static_cast<float>(1 / norm(x, y, z, 0));
    }>("__nv_rnorm3df", 2),
    library_row<[](double x, double y, double z) -> double { return 1 / norm(x, y, z, 0); }>(
        "__nv_rnorm3d"),
    library_row<[](float x, float y, float z, float w) -> float {
      return static_cast<float>(norm(x, y, z, w));
    }>("__nv_norm4df", 3),
    library_row<[](double x, double y, double z, double w) -> double { return norm(x, y, z, w); }>(
        "__nv_norm4d"),
    library_row<[](float x, float y, float z, float w) -> float {
      return static_cast<float>(1 / norm(x, y, z, w));
    }>("__nv_rnorm4df", 2),
    library_row<[](double x, double y, double z, double w) -> double {
      return 1 / norm(x, y, z, w);
    }>("__nv_rnorm4d"),
    library_row<[](float x, float y, float z) -> float { return std::fma(x, y, z); }>("__nv_fmaf"),
    library_row<[](double x, double y, double z) -> double { return std::fma(x, y, z); }>(
        "__nv_fma"),
    library_row<[](float x) -> float { return std::fmin(std::fmax(x, 0.0F), 1.0F); }>(
        "__nv_saturatef"),
    // The fast forms. Where the guide bounds an absolute error or one that grows with the operand,
    // the number of ulps is that of operands up to 4.
    NEREID_FAST1(cos, 4, std::cos(x)),
    NEREID_FAST1(exp, 6, std::exp(x)),
    NEREID_FAST1(exp10, 13, std::pow(10.0F, x)),
    NEREID_FAST1(log, 3, std::log(x)),
    NEREID_FAST1(log2, 2, std::log2(x)),
    NEREID_FAST1(log10, 3, std::log10(x)),
    NEREID_FAST1(sin, 4, std::sin(x)),
    NEREID_FAST1(tan, 8, std::tan(x)),
    library_row<[](float x, float y) -> float { return std::pow(x, y); }>("__nv_fast_powf", 16),
    library_row<[](float x, float y) -> float { return fast_divide(x, y); }>("__nv_fast_fdividef",
                                                                             2),
};
#undef NEREID_REAL1
#undef NEREID_REAL2
#undef NEREID_EACH2
#undef NEREID_TEST1
#undef NEREID_FAST1

}  // namespace

std::span<const LibraryFunction> real_library() {
  return kReal;
}

}  // namespace nereid::verify::machine
