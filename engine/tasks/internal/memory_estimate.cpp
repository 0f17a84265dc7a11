// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/internal/memory_estimate.h"

#include <algorithm>
#include <limits>
#include <set>

#include "engine/tasks/internal/python_value.h"

namespace nereid::tasks {
namespace {

constexpr double kFloatBytes = 4;
constexpr double kIndexBytes = 8;  // torch.randint gives int64

bool starts(const PyLine& line, std::string_view keyword, std::string_view name) {
  return line.tokens.size() > 1 && line.tokens[0].text == keyword && line.tokens[1].text == name;
}

/// Product of the sizes, which come as `(a, b)` or as `((a, b),)`.
double elements(const std::vector<PyValue>& sizes) {
  double product = 1;
  for (const PyValue& size : sizes) {
    product *= size.is_list ? elements(size.items) : size.number;
  }
  return product;
}

double first(const PyValue& value) {
  return value.is_list ? (value.items.empty() ? 1 : value.items.front().number) : value.number;
}

class Estimator {
 public:
  explicit Estimator(std::string_view reference) : lines_(tokenize_python(reference)) {}

  MemoryEstimate run(std::string_view entry_point) {
    for (const PyLine& line : lines_) {
      if (line.indent == 0) {
        assign_line(line, scope_);
      }
    }
    measure_inputs();
    measure_parameters(entry_point);
    // A shape of 2^60 elements is a slip of the source; keep the sum inside 64 bits.
    const double total = std::min(inputs_ + largest_ + parameters_, 9e18);
    result_.bytes = static_cast<std::int64_t>(total);
    return std::move(result_);
  }

 private:
  /// The lines of a block that starts after lines_[head].
  std::pair<std::size_t, std::size_t> body_of(std::size_t head) const {
    std::size_t end = head + 1;
    while (end < lines_.size() && lines_[end].indent > lines_[head].indent) {
      ++end;
    }
    return {head + 1, end};
  }

  std::size_t find(std::string_view keyword, std::string_view name, std::size_t from,
                   std::size_t to) const {
    for (std::size_t i = from; i < to; ++i) {
      if (starts(lines_[i], keyword, name)) {
        return i;
      }
    }
    return lines_.size();
  }

  void measure_inputs() {
    const std::size_t head = find("def", "get_inputs", 0, lines_.size());
    if (head == lines_.size()) {
      return;
    }
    PyScope scope = scope_;
    const auto [begin, end] = body_of(head);
    for (std::size_t i = begin; i < end; ++i) {
      measure_tensors(lines_[i], scope);
      assign_line(lines_[i], scope);
    }
  }

  void measure_tensors(const PyLine& line, const PyScope& scope) {
    static const std::set<std::string> makers = {"rand",  "randn", "ones",   "zeros",
                                                 "empty", "full",  "randint"};
    for (std::size_t i = 2; i + 1 < line.tokens.size(); ++i) {
      const bool call = line.tokens[i - 2].text == "torch" && line.tokens[i - 1].text == "." &&
                        line.tokens[i + 1].text == "(";
      if (!call || !makers.contains(line.tokens[i].text)) {
        continue;
      }
      auto sizes = call_arguments(line.tokens, i + 1, scope);
      const bool index = line.tokens[i].text == "randint";
      if (!sizes) {
        result_.unknown.push_back("torch." + line.tokens[i].text + " in line " +
                                  std::to_string(line.number));
        continue;
      }
      // randint(low, high, shape), randint(high, shape) and full(shape, value) hold more than the
      // shape.
      std::erase_if(*sizes, [&](const PyValue& v) {
        return (index || line.tokens[i].text == "full") && !v.is_list;
      });
      const double bytes = elements(*sizes) * (index ? kIndexBytes : kFloatBytes);
      inputs_ += bytes;
      largest_ = std::max(largest_, bytes);
    }
  }

  /// Binds the constructor's parameters to what get_init_inputs returns.
  PyScope constructor_scope(std::size_t init) const {
    PyScope scope = scope_;
    std::vector<PyValue> values;
    const std::size_t head = find("def", "get_init_inputs", 0, lines_.size());
    if (head != lines_.size()) {
      const auto [begin, end] = body_of(head);
      for (std::size_t i = begin; i < end; ++i) {
        if (lines_[i].tokens.front().text == "return") {
          const auto value = evaluate(std::span(lines_[i].tokens).subspan(1), scope_);
          values = value && value->is_list ? value->items : std::vector<PyValue>{};
        }
      }
    }
    std::size_t next = 0;
    const auto& tokens = lines_[init].tokens;
    for (std::size_t i = 3; i + 1 < tokens.size() && next < values.size(); ++i) {
      const bool parameter = tokens[i].kind == PyKind::kName && tokens[i].text != "self" &&
                             (tokens[i - 1].text == "," || tokens[i - 1].text == "(");
      if (parameter) {
        scope[tokens[i].text] = values[next++];
      }
    }
    return scope;
  }

  void measure_parameters(std::string_view entry_point) {
    const std::size_t model = find("class", entry_point, 0, lines_.size());
    if (model == lines_.size()) {
      return;
    }
    const auto [begin, end] = body_of(model);
    const std::size_t init = find("def", "__init__", begin, end);
    if (init == lines_.size()) {
      return;
    }
    PyScope scope = constructor_scope(init);
    const auto [first_line, last_line] = body_of(init);
    for (std::size_t i = first_line; i < last_line; ++i) {
      measure_layers(lines_[i], scope);
      assign_line(lines_[i], scope);
    }
  }

  void measure_layers(const PyLine& line, const PyScope& scope) {
    for (std::size_t i = 0; i + 1 < line.tokens.size(); ++i) {
      const std::string& name = line.tokens[i].text;
      if (line.tokens[i + 1].text != "(") {
        continue;
      }
      const auto arguments = call_arguments(line.tokens, i + 1, scope);
      if (arguments) {
        parameters_ += kFloatBytes * layer_elements(name, *arguments);
      }
    }
  }

  static double layer_elements(const std::string& name, const std::vector<PyValue>& arguments) {
    if ((name == "Linear" || name == "Embedding") && arguments.size() >= 2) {
      return first(arguments[0]) * first(arguments[1]);
    }
    if ((name.starts_with("Conv") && name.ends_with("d")) && arguments.size() >= 3) {
      const int dims = name[name.size() - 2] - '0';
      double size = first(arguments[0]) * first(arguments[1]);
      for (int d = 0; d < dims; ++d) {
        const bool own =
            arguments[2].is_list && static_cast<std::size_t>(d) < arguments[2].items.size();
        size *= own ? arguments[2].items[static_cast<std::size_t>(d)].number : first(arguments[2]);
      }
      return size;
    }
    return name == "randn" || name == "zeros" || name == "ones" ? elements(arguments) : 0;
  }

  std::vector<PyLine> lines_;
  PyScope scope_;
  MemoryEstimate result_;
  double inputs_ = 0;
  double largest_ = 0;
  double parameters_ = 0;
};

}  // namespace

MemoryEstimate estimate_memory(std::string_view reference, std::string_view entry_point) {
  return Estimator(reference).run(entry_point);
}

}  // namespace nereid::tasks
