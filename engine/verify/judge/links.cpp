// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/judge/links.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "engine/base/json.h"
#include "engine/verify/judge/judge.h"
#include "engine/verify/tensors/numeric.h"

namespace nereid::verify {
namespace {

constexpr std::size_t kMaxSteps = 256;
constexpr std::size_t kMaxLaunches = 64;
constexpr std::size_t kMaxName = 120;
// Intermediate results have no bound of their own: a hundred times the floor of their dtype.
constexpr double kLoosening = 100;
constexpr std::int64_t kFewest = 4;  // elements that may agree by chance

struct OperationStep {
  std::string name;
  SourcePlace place;
  std::vector<int> inputs;  // earlier steps
  bool moves = false;       // computes nothing
  const TensorView* value = nullptr;
  bool is_telling = false;  // its values differ among themselves
};

struct Launch {
  std::string kernel;
  int kernel_line = 0, launch_line = 0;
  std::vector<const TensorView*> stored;
  std::optional<int> step;  // whose result it stored
  std::string evidence;
  double error = 0;
};

std::string name_of(const Json& object, const char* key) {
  return json_value(object, key, std::string()).substr(0, kMaxName);
}

const TensorView* tensor_of(const Bundle& bundle, const std::string& name) {
  const auto found = bundle.tensors.find(name);
  return found == bundle.tensors.end() ? nullptr : &found->second;
}

// Calls `visit` with chunks of both tensors as double.
template <class Visit>
void for_each_pair(const TensorView& one, const TensorView& other, Visit visit) {
  std::array<double, 1024> a{}, b{};
  const std::int64_t total = one.elements();
  for (std::int64_t at = 0; at < total; at += static_cast<std::int64_t>(a.size())) {
    const auto count = static_cast<std::size_t>(
        std::min<std::int64_t>(static_cast<std::int64_t>(a.size()), total - at));
    load_double(one, at, std::span(a).first(count));
    load_double(other, at, std::span(b).first(count));
    for (std::size_t i = 0; i < count; ++i) visit(a[i], b[i]);
  }
}

bool is_telling(const TensorView& value) {
  if (value.elements() < kFewest) return false;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for_each_pair(value, value, [&](double element, double) {
    low = std::min(low, element);
    high = std::max(high, element);
  });
  return low < high;  // false where everything is NaN
}

// ||stored - exact|| / ||exact||; infinite where NaN or infinity meets a number, or sizes differ.
double relative_error(const TensorView& exact, const TensorView& stored) {
  if (exact.elements() != stored.elements()) return std::numeric_limits<double>::infinity();
  double difference = 0, scale = 0;
  for_each_pair(exact, stored, [&](double expected, double actual) {
    if (expected == actual || (std::isnan(expected) && std::isnan(actual))) {
      if (std::isfinite(expected)) scale += expected * expected;
      return;
    }
    difference += (expected - actual) * (expected - actual);
    scale += expected * expected;
  });
  const double error = std::sqrt(difference / (scale > 0 ? scale : 1));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

double bound_of(DType dtype) {
  const Tolerance tolerance = tolerance_of(dtype, /*tf32=*/false);
  return std::min(kLoosening * tolerance.floor, tolerance.cap);
}

std::vector<OperationStep> read_steps(const Bundle& bundle) {
  std::vector<OperationStep> steps;
  const Result<Json> list = parse_json(bundle.meta("steps"), "steps");
  if (!list || !list->is_array()) return steps;
  for (const Json& entry : *list) {
    if (steps.size() >= kMaxSteps) break;
    OperationStep step;
    step.name = name_of(entry, "op");
    step.place.line = std::max(0, json_value(entry, "line", 0));
    step.place.column = std::max(-1, json_value(entry, "column", -1));
    step.place.end_line = std::max(0, json_value(entry, "end_line", 0));
    step.place.end_column = std::max(-1, json_value(entry, "end_column", -1));
    step.moves = json_value(entry, "moves", false);
    for (const int input : json_value(entry, "inputs", std::vector<int>()))
      if (input >= 0 && static_cast<std::size_t>(input) < steps.size())
        step.inputs.push_back(input);
    step.value = tensor_of(bundle, "step." + std::to_string(steps.size()));
    step.is_telling = step.value != nullptr && is_telling(*step.value);
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<Launch> read_launches(const Bundle& bundle) {
  std::vector<Launch> launches;
  const Result<Json> list = parse_json(bundle.meta("launches"), "launches");
  if (!list || !list->is_array()) return launches;
  for (const Json& entry : *list) {
    if (launches.size() >= kMaxLaunches) break;
    Launch launch;
    launch.kernel = name_of(entry, "kernel");
    launch.kernel_line = std::max(0, json_value(entry, "line", 0));
    launch.launch_line = std::max(0, json_value(entry, "launch_line", 0));
    const std::string prefix = "launch." + std::to_string(launches.size()) + ".";
    for (int i = 0; const TensorView* tensor = tensor_of(bundle, prefix + std::to_string(i)); ++i)
      launch.stored.push_back(tensor);
    launches.push_back(std::move(launch));
  }
  return launches;
}

std::vector<int> numbers(const Bundle& bundle, const char* key) {
  const Result<Json> list = parse_json(bundle.meta(key), key);
  std::vector<int> result;
  for (const Json& entry : list && list->is_array() ? *list : Json::array())
    result.push_back(entry.is_number_integer() ? entry.get<int>() : -1);
  return result;
}

class Linker {
 public:
  Linker(const Bundle& steps, const Bundle& launches)
      : steps_(read_steps(steps)),
        launches_(read_launches(launches)),
        step_outputs_(numbers(steps, "outputs")),
        launch_outputs_(numbers(launches, "outputs")) {}

  std::vector<OperationLink> run() {
    for (Launch& launch : launches_) match_values(launch);
    match_outputs();
    for (Launch& launch : launches_)
      if (!launch.step) match_shape(launch);
    for (std::size_t i = 0; i < launches_.size(); ++i) add_links(static_cast<int>(i));
    return std::move(links_);
  }

 private:
  // 1) the step whose values the launch stored, and of several equal ones the first that computes
  void match_values(Launch& launch) {
    double best = std::numeric_limits<double>::infinity();
    for (const TensorView* stored : launch.stored) {
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (!steps_[i].is_telling || steps_[i].moves) continue;
        const double error = relative_error(*steps_[i].value, *stored);
        if (error > bound_of(stored->dtype) || error >= best) continue;
        best = error;
        launch.step = static_cast<int>(i);
        launch.evidence = "equal";
        launch.error = error;
      }
    }
    if (launch.step) claimed_.insert(*launch.step);
  }

  // 2) a launch that stored an output does what computed it, right or wrong
  void match_outputs() {
    const std::size_t count = std::min(step_outputs_.size(), launch_outputs_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const int launch = launch_outputs_[i];
      const std::optional<int> step = computing(step_outputs_[i]);
      if (launch < 0 || static_cast<std::size_t>(launch) >= launches_.size() || !step) continue;
      Launch& there = launches_[static_cast<std::size_t>(launch)];
      if (there.step) continue;
      there.step = step;
      there.evidence = "output";
      there.error = error_of(there, *step);
      claimed_.insert(*step);
    }
  }

  double error_of(const Launch& launch, int step) const {
    const TensorView* value = steps_[static_cast<std::size_t>(step)].value;
    double best = std::numeric_limits<double>::infinity();
    for (const TensorView* stored : launch.stored)
      if (value != nullptr) best = std::min(best, relative_error(*value, *stored));
    return best;
  }

  // The step itself, or what it only moves.
  std::optional<int> computing(int step) const {
    while (step >= 0 && static_cast<std::size_t>(step) < steps_.size()) {
      const OperationStep& there = steps_[static_cast<std::size_t>(step)];
      if (!there.moves) return step;
      if (there.inputs.size() != 1) return std::nullopt;
      step = there.inputs.front();
    }
    return std::nullopt;
  }

  // 3) the one unclaimed step that has the shape of something stored
  void match_shape(Launch& launch) {
    std::optional<int> found;
    for (const TensorView* stored : launch.stored) {
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        const OperationStep& step = steps_[i];
        const bool fits = !step.moves && step.value != nullptr &&
                          step.value->shape == stored->shape &&
                          !claimed_.contains(static_cast<int>(i));
        if (!fits) continue;
        if (found) return;  // several: nothing is claimed
        found = static_cast<int>(i);
      }
    }
    if (!found) return;
    launch.step = found;
    launch.evidence = "shape";
  }

  void add_links(int number) {
    const Launch& launch = launches_[static_cast<std::size_t>(number)];
    if (!launch.step) return;
    add(number, *launch.step, launch.evidence);
    if (launch.evidence == "shape") return;
    std::set<int> seen{*launch.step};
    std::vector<int> open = steps_[static_cast<std::size_t>(*launch.step)].inputs;
    while (!open.empty()) {
      const int step = open.back();
      open.pop_back();
      // What another launch stored is where this one begins.
      if (claimed_.contains(step) || !seen.insert(step).second) continue;
      const OperationStep& there = steps_[static_cast<std::size_t>(step)];
      if (!there.moves) add(number, step, "inside");
      open.insert(open.end(), there.inputs.begin(), there.inputs.end());
    }
  }

  void add(int number, int step, const std::string& evidence) {
    const Launch& launch = launches_[static_cast<std::size_t>(number)];
    const OperationStep& there = steps_[static_cast<std::size_t>(step)];
    if (there.place.line == 0) return;
    links_.push_back({.number = number + 1,
                      .kernel = launch.kernel,
                      .kernel_line = launch.kernel_line,
                      .launch_line = launch.launch_line,
                      .operation = there.name,
                      .place = there.place,
                      .evidence = evidence,
                      .error = evidence == "inside" ? 0 : launch.error});
  }

  std::vector<OperationStep> steps_;
  std::vector<Launch> launches_;
  std::vector<int> step_outputs_, launch_outputs_;
  std::set<int> claimed_;  // steps whose results a launch stored
  std::vector<OperationLink> links_;
};

}  // namespace

std::vector<OperationLink> link_operations(const Bundle& steps, const Bundle& launches) {
  return Linker(steps, launches).run();
}

}  // namespace nereid::verify
