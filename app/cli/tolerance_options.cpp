// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tolerance_options.h"

#include <charconv>
#include <cmath>
#include <string>

namespace nereid::app {
namespace {

// Empty where the text is a finite number of at least 0, else what is wrong.
std::string check_tolerance(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem == std::errc() && stop == end && std::isfinite(value) && value >= 0) return {};
  return "expected a number of at least 0, got " + text;
}

}  // namespace

void add_tolerance_options(CLI::App& command, std::optional<double>& rtol,
                           std::optional<double>& atol) {
  const CLI::Validator tolerance(check_tolerance, "NUMBER", "tolerance");
  CLI::Option* const relative =
      command
          .add_option("--rtol", rtol,
                      "With --atol: compare outputs by torch.allclose with these, in place of the "
                      "verifier's own bounds; every other check stays")
          ->check(tolerance);
  CLI::Option* const absolute =
      command.add_option("--atol", atol, "The absolute part of that tolerance")->check(tolerance);
  relative->needs(absolute);
  absolute->needs(relative);
}

}  // namespace nereid::app
