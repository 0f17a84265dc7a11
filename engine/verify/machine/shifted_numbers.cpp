// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/shifted_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/verify/machine/internal/operation_table.h"

namespace nereid::verify::machine {
namespace {

constexpr std::size_t kMost = 8;  // numbers of a value

/// What is known of a value.
struct Known {
  std::optional<double> constant;  ///< in all lanes
  double scale = 1;                ///< times something that was not multiplied by a number
  std::vector<double> numbers;
};

std::optional<double> constant_of(const Operation& operation) {
  const Attribute* value = operation.attribute("value");
  if (!value || value->numbers.size() != 1) return std::nullopt;
  const Literal& literal = value->numbers.front();
  if (literal.kind != Literal::Kind::kFloat || !std::isfinite(literal.real)) return std::nullopt;
  return literal.real;
}

void add(std::vector<double>& numbers, double number) {
  if (number != 0 && std::isfinite(number) && numbers.size() < kMost &&
      std::find(numbers.begin(), numbers.end(), number) == numbers.end())
    numbers.push_back(number);
}

class Reader {
 public:
  explicit Reader(const Function& function) : known_(function.values.size()) {
    visit(function.body);
  }

  std::vector<std::vector<double>> numbers() {
    std::vector<std::vector<double>> found;
    for (Known& known : known_) found.push_back(std::move(known.numbers));
    return found;
  }

 private:
  void visit(const Region& region) {
    for (const Block& block : region.blocks) {
      for (const Operation& operation : block.operations) {
        if (operation.results.size() == 1)
          known_.at(operation.results.front()) = made_by(operation);
        for (const Region& inner : operation.regions) visit(inner);
      }
    }
  }

  const Known& operand(const Operation& operation, std::size_t i) const {
    return known_.at(operation.operands.at(i));
  }

  Known made_by(const Operation& operation) const {
    const std::string_view name = operation.row->name;
    if (name == "arith.constant") return {.constant = constant_of(operation)};
    if (name == "tt.splat" || name == "tt.expand_dims" || name == "tt.broadcast" ||
        name == "tt.reshape" || name == "tt.trans" || name == "arith.extf" ||
        name == "arith.truncf" || name == "tt.fp_to_fp")
      return operand(operation, 0);
    if (name == "arith.negf") {
      Known made = operand(operation, 0);
      if (made.constant) made.constant = -*made.constant;
      made.scale = -made.scale;
      return made;
    }
    const bool adds = name == "arith.addf";
    if (adds || name == "arith.subf") return sum(operation, adds ? -1 : 1);
    const bool is_one = name == "math.absf" || name == "math.sqrt";
    const bool is_two = name == "arith.mulf" || name == "arith.maxnumf" ||
                        name == "arith.minnumf" || name == "arith.maximumf" ||
                        name == "arith.minimumf" || name == "arith.divf";
    if (!is_one && !is_two) return {};
    Known made;
    made.numbers = joined(operation);
    if (name == "arith.mulf")
      for (const std::size_t i : {0U, 1U})
        if (const auto& factor = operand(operation, i).constant; factor && *factor != 0)
          made.scale = *factor * operand(operation, 1 - i).scale;
    return made;
  }

  // `sign`: of a number on the right, for the sum to be 0.
  Known sum(const Operation& operation, double sign) const {
    Known made;
    made.numbers = joined(operation);
    const Known &left = operand(operation, 0), &right = operand(operation, 1);
    if (left.constant && right.constant) return made;
    if (right.constant) {
      add(made.numbers, sign * *right.constant / left.scale);
      made.scale = left.scale;
    } else if (left.constant) {
      add(made.numbers, sign * *left.constant / right.scale);
      made.scale = -sign * right.scale;
    }
    return made;
  }

  std::vector<double> joined(const Operation& operation) const {
    std::vector<double> numbers;
    for (const ValueId value : operation.operands)
      for (const double number : known_.at(value).numbers) add(numbers, number);
    return numbers;
  }

  std::vector<Known> known_;
};

}  // namespace

std::vector<std::vector<double>> shifted_numbers(const Function& function) {
  return Reader(function).numbers();
}

}  // namespace nereid::verify::machine
