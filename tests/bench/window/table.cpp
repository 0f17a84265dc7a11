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

void GateTable::begin() {
  if (begun_) return;
  begun_ = true;
  std::puts("| what | target | figure | | |\n|---|---|---|---|---|");
}

void GateTable::add(const std::string& what, const std::string& unit, std::optional<double> limit,
                    double figure, const std::string& note) {
  begin();
  const bool isMissed = limit && figure > *limit;
  missed_ += isMissed ? 1 : 0;
  std::puts(fmt::format("| {} | {} | {} {} | {} | {} |", what,
                        limit ? fmt::format("<= {:g} {}", *limit, unit) : "stated", number(figure),
                        unit,
                        !limit     ? ""
                        : isMissed ? "MISSED"
                                   : "met",
                        note)
                .c_str());
}

void GateTable::fail(const std::string& what, const std::string& why) {
  begin();
  ++missed_;
  std::puts(fmt::format("| {} | | | NOT MEASURED | {} |", what, why).c_str());
}
