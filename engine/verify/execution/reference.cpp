// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/execution/reference.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/verify/processes/retry.h"
#include "engine/verify/request/gpu_choice.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

using Prepared = std::shared_ptr<const PreparedReference>;

constexpr std::chrono::seconds kPrepareLimit{60};
constexpr std::size_t kMaxBundleBytes = 512ULL << 20;
constexpr std::size_t kReferenceMemoryMb = 4096;
constexpr std::size_t kMostLeftOut = 24;  // inputs that end the reference
constexpr int kMostTimedOut = 2;          // of these, those that take it all its time

Prepared failed(std::string code, std::string message, bool infrastructure = false) {
  auto reference = std::make_shared<PreparedReference>();
  reference->failure = Reason{std::move(code), std::move(message)};
  reference->infrastructure = infrastructure;
  return reference;
}

Prepared broken(const Error& error) {
  if (error.code == ErrorCode::kCancelled) return failed("cancelled", error.message, true);
  return failed("infrastructure", error.message, true);
}

// Takes private copies: the reference is foreign code too and must not change them later.
Result<void> take_bundles(const Message& message, PreparedVariant& variant, std::size_t& bytes) {
  Result<PrivateBytes> given = private_copy(message.fd("given"), kMaxBundleBytes);
  if (!given) return given.error();
  Result<UniqueFd> sealed = sealed_memfd("given", given->span());
  if (!sealed) return sealed.error();
  Result<PrivateBytes> expected = private_copy(message.fd("expected"), kMaxBundleBytes);
  if (!expected) return expected.error();
  bytes += given->size() + expected->size();
  Result<Bundle> parsed = parse_bundle(std::move(*expected));
  if (!parsed) return parsed.error();
  variant.given = std::move(*sealed);
  variant.expected = std::move(*parsed);
  return {};
}

Result<void> take_variant(const Message& message, PreparedReference& reference) {
  PreparedVariant variant;
  variant.name = json_value(message.body, "variant", std::string());
  variant.advisory = rule_of(variant.name).advisory();
  variant.applicable = json_value(message.body, "applicable", false);
  variant.detail = json_value(message.body, "detail", std::string());
  variant.dtype = json_value(message.body, "dtype", std::string());
  variant.body = message.body;
  variant.shapes = json_value(message.body, "shapes", std::vector<std::vector<std::int64_t>>());
  if (variant.applicable) {
    Result<void> taken = take_bundles(message, variant, reference.bytes);
    if (!taken) return taken;
  }
  reference.variants.push_back(std::move(variant));
  return {};
}

// An input that the reference cannot take: no fault of the task.
PreparedVariant not_made(const std::string& name, std::string why) {
  PreparedVariant variant;
  variant.name = name;
  variant.advisory = rule_of(name).advisory();
  variant.detail = std::move(why);
  return variant;
}

std::string with_line(const Message& message) {
  const std::string text = json_value(message.body, "message", std::string());
  const int line = json_value(message.body, "line", 0);
  return line > 0 ? fmt::format("{} (reference line {})", text, line) : text;
}

Prepared from_end(const ChildEnd& step) {
  switch (step.end) {
    case EndKind::kCancelled:
      return failed("cancelled", "cancelled", true);
    case EndKind::kLost:
      return failed("infrastructure", "the reference host keeps dying", true);
    case EndKind::kTimeout:
      return failed("reference_error",
                    fmt::format("the reference took more than {} s", kPrepareLimit.count()));
    case EndKind::kMemory:
      return failed("task_too_large",
                    fmt::format("the reference needs more than {} MB", kReferenceMemoryMb));
    case EndKind::kMessage:
    case EndKind::kSignal:
    case EndKind::kExit:
    case EndKind::kBroken:
      break;
  }
  return failed("reference_error", "the reference's process " + step.text);
}

// Reads the child's messages up to "done" or "error" into `reference`. A Step other than kMessage:
// it ended early.
Step converse(Child& child, const std::atomic<bool>& cancelled,
              const std::shared_ptr<PreparedReference>& reference, Prepared& result) {
  const TimeLimit limit = TimeLimit::of_own_time(static_cast<double>(kPrepareLimit.count()));
  while (true) {
    Step step = child.next(limit, cancelled);
    if (step.end != EndKind::kMessage) return step;
    const std::string op = step.message.op();
    if (op == "variant") {
      Result<void> taken = take_variant(step.message, *reference);
      if (taken) continue;
      result = failed("reference_error", taken.error().message);
    } else if (op == "done") {
      reference->deterministic = json_value(step.message.body, "deterministic", true);
      reference->smaller = json_value(step.message.body, "smaller", std::string());
      result = reference;
    } else {
      const std::string code = json_value(step.message.body, "code", std::string());
      result = failed(code.empty() ? "reference_error" : code, with_line(step.message),
                      code == "infrastructure");
    }
    return step;
  }
}

// Ended of its own doing, or for want of time or memory.
bool ends_itself(const ChildEnd& end) {
  return end.end == EndKind::kTimeout || end.end == EndKind::kMemory || end.crashed();
}

// The input beside the original one that a child was making when it ended of its own doing or had
// no time left, as with a loop that other numbers never end; nullptr: there is none.
const std::string* died_on(const std::vector<std::string>& names,
                           const PreparedReference& reference, const ChildEnd& end) {
  if (!ends_itself(end)) return nullptr;
  const auto open = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return reference.find(name) == nullptr;
  });
  return open != names.end() && reference.find("original") != nullptr ? &*open : nullptr;
}

Json prepare_request(const VerifyRequest& request, Sizes sizes) {
  Json body = {
      {"op", "prepare"},
      {"entry_point", request.entry_point},
      {"seed", request.seed},
      {"tiny", true},
      {"own_sizes", needs_own_sizes(request.options)},
      {"own_launches", request.options.thorough},
      {"far_launches", request.options.thorough && request.options.inputs == InputScope::kAll &&
                           request.options.multi_input},
      {"model", !request.options.modelled_device.empty()},
      {"limits", {{"seconds", kPrepareLimit.count()}, {"memory_mb", kReferenceMemoryMb}}}};
  set_sizes(body, sizes);
  return body;
}

// For inputs that one candidate alone is asked for.
Json for_one_candidate(const VerifyRequest& request, Sizes sizes) {
  Json body = prepare_request(request, sizes);
  body["tiny"] = body["own_sizes"] = body["own_launches"] = body["far_launches"] = false;
  return body;
}

// Asks for the inputs `names` by `body`; those that end the reference are left out.
Prepared prepare(ChildSource& children, const VerifyRequest& request, Sizes sizes, Json body,
                 std::vector<std::string> names, const std::atomic<bool>& cancelled) {
  Result<UniqueFd> source = sealed_memfd("reference", request.reference);
  if (!source) return broken(source.error());
  std::vector<PreparedVariant> left_out;
  int timed_out = 0;
  RetryBudget budget;
  while (true) {
    body["variants"] = names;
    auto child =
        children.start_child(Role::kReference, body, {{"source", source->get()}}, cancelled);
    if (!child) return broken(child.error());
    auto reference = std::make_shared<PreparedReference>();
    reference->sizes = sizes;
    Prepared result;
    const Step step = converse(**child, cancelled, reference, result);
    if (result == reference)
      std::move(left_out.begin(), left_out.end(), std::back_inserter(reference->variants));
    if (result) return result;
    const std::string* dropped = died_on(names, *reference, step);
    timed_out += step.end == EndKind::kTimeout;
    if (timed_out > kMostTimedOut) dropped = nullptr;
    if (reference->variants.empty() && ends_itself(step) &&
        json_value(body, "far_launches", false)) {
      body["far_launches"] = false;  // looked at first, at sizes that nobody asked the task for
    } else if (dropped != nullptr && left_out.size() < kMostLeftOut) {
      left_out.push_back(not_made(*dropped, from_end(step)->failure->message));
      names.erase(std::find(names.begin(), names.end(), *dropped));
    } else if (!budget.again(step)) {
      return from_end(step);
    }
  }
}

}  // namespace

void set_sizes(Json& body, Sizes sizes) {
  body["shrink"] = sizes != Sizes::kOwn;
  body["smaller"] = sizes == Sizes::kSmaller;
  body["own"] = sizes == Sizes::kOwn;
}

const PreparedVariant* PreparedReference::find(const std::string& name) const {
  for (const PreparedVariant& variant : variants)
    if (variant.name == name) return &variant;
  return nullptr;
}

int PreparedReference::files() const {
  return static_cast<int>(
      std::count_if(variants.begin(), variants.end(),
                    [](const PreparedVariant& variant) { return variant.given.get() >= 0; }));
}

Prepared prepare_reference(ChildSource& children, const VerifyRequest& request,
                           const std::atomic<bool>& cancelled, Sizes sizes) {
  return prepare(children, request, sizes, prepare_request(request, sizes),
                 variant_names(request.options), cancelled);
}

Prepared prepare_named(ChildSource& children, const VerifyRequest& request, Sizes sizes,
                       const NamedSizes& named, const std::atomic<bool>& cancelled) {
  Json body = for_one_candidate(request, sizes);
  body["named"] = named.sizes;
  body["products"] = named.products;
  return prepare(children, request, sizes, std::move(body), named_variants(), cancelled);
}

Json limits_told(const std::vector<OneSided>& limits) {
  Json told = Json::array();
  for (const OneSided& limit : limits)
    told.push_back(Json::array({limit.number, limit.low, limit.high, limit.is_whole}));
  return told;
}

Prepared prepare_beyond(ChildSource& children, const VerifyRequest& request, Sizes sizes,
                        const OwnWays& ways, const NamedSizes& named,
                        const std::atomic<bool>& cancelled) {
  Json body = for_one_candidate(request, sizes);
  body["beyond"] = ways.beyond;
  body["paired"] = ways.paired;
  body["tile"] = ways.tile;
  body["named"] = named.sizes;
  body["products"] = named.products;
  return prepare(children, request, sizes, std::move(body), beyond_variants(), cancelled);
}

Prepared prepare_compared(ChildSource& children, const VerifyRequest& request, Sizes sizes,
                          const std::vector<OneSided>& limits, const std::atomic<bool>& cancelled) {
  Json body = for_one_candidate(request, sizes);
  body["compared"] = limits_told(limits);
  return prepare(children, request, sizes, std::move(body), compared_variants(), cancelled);
}

}  // namespace nereid::verify
