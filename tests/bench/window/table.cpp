// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace {

std::string number(double value) {
  return value < 10 ? fmt::format("{:.2f}", value) : fmt::format("{:.0f}", value);
}

}  // namespace

Reading middle(std::vector<Reading> readings) {
  std::sort(readings.begin(), readings.end(),
            [](const Reading& a, const Reading& b) { return a.wall < b.wall; });
  return readings[readings.size() / 2];
}

void GateTable::print(const std::string& what, const std::string& target, const std::string& figure,
                      std::optional<bool> isMet, const std::string& note) {
  if (!begun_) std::puts("| what | target | figure | | |\n|---|---|---|---|---|");
  begun_ = true;
  missed_ += isMet.value_or(true) ? 0 : 1;
  const char* answer = !isMet ? "" : *isMet ? "met" : "MISSED";
  std::puts(fmt::format("| {} | {} | {} | {} | {} |", what, target, figure, answer, note).c_str());
}

void GateTable::add(const std::string& what, const std::string& unit, std::optional<double> limit,
                    double figure, const std::string& note) {
  print(what, limit ? fmt::format("<= {:g} {}", *limit, unit) : "stated",
        fmt::format("{} {}", number(figure), unit),
        limit ? std::optional(figure <= *limit) : std::nullopt, note);
}

void GateTable::addAtLeast(const std::string& what, const std::string& unit, double limit,
                           double figure, const std::string& note) {
  print(what, fmt::format(">= {:g} {}", limit, unit), fmt::format("{} {}", number(figure), unit),
        figure >= limit, note);
}

void GateTable::fail(const std::string& what, const std::string& why) {
  print(what, "", "not measured", false, why);
}
