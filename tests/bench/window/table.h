// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

/// What a round of a measurement gave: wall time, and the processor time of the thread, which other
/// programs on the machine do not lengthen.
struct Reading {
  double wall = 0;
  double busy = 0;
};

/// The reading with the median wall time. At least one reading.
Reading middle(std::vector<Reading> readings);

/// The gates as rows of a markdown table, printed as they come.
class GateTable {
 public:
  /// The figure is to be at most `limit`; without a limit the row only states it.
  void add(const std::string& what, const std::string& unit, std::optional<double> limit,
           double figure, const std::string& note = {});
  void addAtLeast(const std::string& what, const std::string& unit, double limit, double figure,
                  const std::string& note = {});
  /// A measurement that could not be made counts as missed.
  void fail(const std::string& what, const std::string& why);
  int missed() const { return missed_; }

 private:
  void print(const std::string& what, const std::string& target, const std::string& figure,
             std::optional<bool> isMet, const std::string& note);

  bool begun_ = false;
  int missed_ = 0;
};
