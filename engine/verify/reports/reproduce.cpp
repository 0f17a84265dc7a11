// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/answer_class.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/verify/processes/complete_config.h"
#include "engine/verify/processes/retry.h"
#include "engine/verify/processes/supervisor.h"
#include "engine/verify/request/named_sizes.h"
#include "engine/verify/request/variants.h"
#include "engine/verify/stages/attempt.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr double kLimitSeconds = 60;
constexpr int kReproductionMemoryMb = 4096;
constexpr std::size_t kMaxDataBytes = 80 << 20;
constexpr std::uint64_t kMaxTemplateBytes = 1 << 20;
// Modules of the harness that a script without a GPU needs, too.
constexpr std::array kStandIns = {"cuda_surface", "half_math", "device_math"};

bool counts(const InputResult& input) {
  return input.applicable && !input.advisory;
}

const InputResult* find_input(const Verdict& verdict, const std::string& variant) {
  const auto found =
      std::find_if(verdict.inputs.begin(), verdict.inputs.end(),
                   [&](const InputResult& input) { return input.variant == variant; });
  return found == verdict.inputs.end() ? nullptr : &*found;
}

// The variant, and before it that in whose tensors the judge ran it.
std::vector<std::string> variants_of(const Verdict& verdict, const std::string& variant) {
  const InputResult* const input = find_input(verdict, variant);
  if (!rule_of(variant).in_place || input == nullptr) return {variant};
  const InputResult* before = nullptr;
  for (const InputResult& one : verdict.inputs) {
    if (&one == input) break;
    if (one.applicable) before = &one;
  }
  if (before == nullptr || before->shapes != input->shapes || before->dtype != input->dtype)
    return {variant};
  return {before->variant, variant};
}

Error from_end(const ChildEnd& step) {
  switch (step.end) {
    case EndKind::kCancelled:
      return {ErrorCode::kCancelled, "cancelled"};
    case EndKind::kTimeout:
      return {ErrorCode::kUnavailable,
              fmt::format("the reference took more than {:g} s", kLimitSeconds)};
    case EndKind::kMemory:
      return {ErrorCode::kUnavailable,
              fmt::format("the reference needs more than {} MB", kReproductionMemoryMb)};
    case EndKind::kMessage:
    case EndKind::kLost:
    case EndKind::kSignal:
    case EndKind::kExit:
    case EndKind::kBroken:
      break;
  }
  return {ErrorCode::kUnavailable, "the reference's process " + step.text};
}

// Foreign bytes: parsed, so that what goes into the script is data and nothing else.
Result<Json> take_data(const Message& message) {
  if (message.op() != "reproduction") {
    const std::string text = json_value(message.body, "message", std::string());
    return Error{ErrorCode::kUnavailable, text.empty() ? "the input cannot be made again" : text};
  }
  const Result<PrivateBytes> bytes = private_copy(message.fd("data"), kMaxDataBytes);
  if (!bytes) return bytes.error();
  const auto span = bytes->span();
  return parse_json({reinterpret_cast<const char*>(span.data()), span.size()}, "reproduction");
}

Result<Json> ask_reference(Supervisor& supervisor, const VerifyRequest& request,
                           const Verdict& verdict, const std::string& variant, bool for_gpu,
                           Sizes sizes, const std::atomic<bool>& cancelled) {
  Result<UniqueFd> source = sealed_memfd("reference", request.reference);
  if (!source) return source.error();
  const NamedSizes named = sizes_beyond(request.candidate, verdict.inputs);
  Json body = {{"op", "reproduce"},
               {"entry_point", request.entry_point},
               {"seed", request.seed},
               {"variants", variants_of(verdict, variant)},
               {"named", named.sizes},
               {"products", named.products},
               {"compared", limits_told(verdict.one_sided)},
               {"beyond", verdict.beyond},
               {"paired", verdict.paired},
               {"tile", verdict.tile},
               {"own_sizes", for_gpu},
               {"limits", {{"seconds", kLimitSeconds}, {"memory_mb", kReproductionMemoryMb}}}};
  set_sizes(body, sizes);
  RetryBudget budget;
  while (true) {
    auto child =
        supervisor.start_child(Role::kReference, body, {{"source", source->get()}}, cancelled);
    if (!child) return child.error();
    const Step step = (*child)->next(seconds_from_now(kLimitSeconds), cancelled);
    if (step.end == EndKind::kMessage) return take_data(step.message);
    if (!budget.again(step)) return from_end(step);
  }
}

// Of the forward arguments that are tensors, as in InputResult::shapes.
std::vector<std::vector<std::int64_t>> shapes_in(const Json& data) {
  std::vector<std::vector<std::int64_t>> shapes;
  const Json variants = json_value(data, "variants", Json::array());
  if (variants.empty()) return shapes;
  const Json& record = variants.back();
  const Json tensors = json_value(record, "tensors", Json::object());
  for (const Json& input : json_value(record, "inputs", Json::array())) {
    const std::string name = json_value(input, "tensor", std::string());
    if (!tensors.contains(name)) continue;
    shapes.push_back(json_value(tensors[name], "shape", std::vector<std::int64_t>()));
  }
  return shapes;
}

// A task too large for the kernel machine has other sizes where a GPU times candidates, and for
// those whom small ones do not suit or who are slow, which a verdict does not always tell: the
// sizes themselves do.
Result<Json> make_data(Supervisor& supervisor, const VerifyRequest& request, const Verdict& verdict,
                       const std::string& variant, const std::atomic<bool>& cancelled) {
  const InputResult* const input = find_input(verdict, variant);
  const bool on_gpu = verdict.device.starts_with("cuda");
  const std::vector<std::pair<bool, Sizes>> choices = {{on_gpu, Sizes::kCheap},
                                                       {!on_gpu, Sizes::kCheap},
                                                       {on_gpu, Sizes::kOwn},
                                                       {on_gpu, Sizes::kSmaller}};
  for (const auto& [for_gpu, sizes] : choices) {
    Result<Json> data =
        ask_reference(supervisor, request, verdict, variant, for_gpu, sizes, cancelled);
    if (!data && sizes != Sizes::kCheap) continue;  // the task may have none of these
    if (!data || input == nullptr || shapes_in(*data) == input->shapes) return data;
  }
  return Error{ErrorCode::kUnsupported,
               fmt::format("the input \"{}\" comes out with other shapes than in the verdict, "
                           "which another version of Nereid made; verify again first",
                           spoken(variant))};
}

std::string json_literal(const Json& value) {
  return "json.loads(" + python_literal(value.dump(1, ' ', true, Json::error_handler_t::replace)) +
         ")";
}

// An error that the candidate raised itself, and that a script can therefore meet.
bool is_raised(const std::string& code) {
  static const std::set<std::string> kRaised = {"import_error",  "construct_error", "forward_error",
                                                "runtime_error", "compile_error",   "out_of_bounds",
                                                "syntax_error",  "missing_model"};
  return kRaised.contains(code);
}

Json verdict_facts(const Verdict& verdict, const std::string& variant) {
  Json facts = {{"code", verdict.reason.code},
                {"message", verdict.reason.message},
                {"raises", is_raised(verdict.reason.code)},
                {"seed", verdict.seed},
                {"versions", verdict.versions}};
  if (const InputResult* const input = find_input(verdict, variant);
      input != nullptr && input->wrong_elements > 0) {
    facts["first"] = input->first_wrong_index;
    facts["wrong"] = input->wrong_elements;
  }
  return facts;
}

// Words for a docstring.
std::string harmless(std::string text) {
  constexpr std::size_t kMaxBytes = 1000;
  for (char& c : text) {
    if (c == '"' || c == '\\') c = '\'';
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') c = ' ';
  }
  if (text.size() > kMaxBytes) text.resize(kMaxBytes);
  while (!is_utf8(text)) text.pop_back();
  return text;
}

std::string title_of(const Verdict& verdict, const std::string& variant) {
  const std::string head =
      fmt::format("Reproduces a verdict of Nereid on the input \"{}\"", spoken(variant));
  return harmless(verdict.accepted ? head + " of an accepted candidate."
                                   : fmt::format("{}.\n\n{}", head, verdict.reason.message));
}

void replace_once(std::string& text, std::string_view what, std::string_view by) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), by);
}

// `name = ANYTHING  # @mark` becomes `name = value`.
void assign(std::string& text, const std::string& name, const std::string& mark,
            const std::string& value) {
  const auto end = text.find("  # @" + mark + "\n");
  const auto begin = text.rfind(name + " = ", end);
  if (end == std::string::npos || begin == std::string::npos) return;
  const auto stop = text.find('\n', end);
  text.replace(begin, stop - begin, name + " = " + value);
}

Result<std::string> stand_ins(const std::filesystem::path& harness) {
  std::string text = "{";
  for (const char* name : kStandIns) {
    Result<std::string> module =
        read_file(harness / "stand_ins" / (std::string(name) + ".py"), kMaxTemplateBytes);
    if (!module) return module;
    text += fmt::format("\n    \"{}\": {},", name, python_literal(*module));
  }
  return text + "}";
}

Json allclose_json(const std::optional<Allclose>& rule) {
  return rule ? Json{{"rtol", rule->rtol}, {"atol", rule->atol}} : Json();
}

Result<std::string> compose(const VerifyRequest& request, const Verdict& verdict,
                            const std::string& variant, const Json& data,
                            const std::filesystem::path& harness) {
  Result<std::string> text =
      read_file(harness / "stand_ins" / "reproduce_template.py", kMaxTemplateBytes);
  if (!text) return text;
  const Result<std::string> modules = stand_ins(harness);
  if (!modules) return modules.error();
  // From the end, so that no mark is looked for in what was put in.
  assign(*text, "DATA", "data", json_literal(data));
  assign(*text, "STAND_INS", "stand_ins", *modules);
  assign(*text, "RULE", "rule",
         json_literal({{"loosening", rule_of(variant).loosening},
                       {"coarse", rule_of(variant).coarse},
                       {"allclose", allclose_json(verdict.allclose)},
                       {"entry_point", request.entry_point},
                       {"answers", answer_classes(request.entry_point)},
                       {"title", spoken(variant)}}));
  assign(*text, "VERDICT", "verdict", json_literal(verdict_facts(verdict, variant)));
  assign(*text, "CANDIDATE", "candidate", python_literal(request.candidate));
  assign(*text, "REFERENCE", "reference", python_literal(request.reference));
  replace_once(*text, "@file", "reproduce.py");
  replace_once(*text, "@title", title_of(verdict, variant));
  return text;
}

}  // namespace

std::string input_to_reproduce(const Verdict& verdict) {
  const auto& inputs = verdict.inputs;
  auto found = std::find_if(inputs.begin(), inputs.end(), [](const InputResult& input) {
    return counts(input) && !input.passed;
  });
  if (found == inputs.end() && find_input(verdict, "original") == nullptr)
    found = std::find_if(inputs.begin(), inputs.end(), counts);
  return found == inputs.end() ? "original" : found->variant;
}

std::string python_literal(std::string_view text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\n' || byte == '\t' || (byte >= 0x20 && byte != 0x7F);
  });
  const bool ends_well = text.empty() || (text.back() != '\'' && text.back() != '\\');
  if (is_plain && ends_well && is_utf8(text) && text.find("'''") == std::string_view::npos)
    return fmt::format("r'''{}'''", text);
  std::string literal = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n')
      literal += "\\n";
    else if (c == '\'' || c == '\\')
      literal += {'\\', c};
    else if (byte < 0x20 || byte == 0x7F)
      literal += fmt::format("\\x{:02x}", byte);
    else
      literal += c;
  }
  return literal + "'";
}

Result<std::string> reproduction_script(const VerifyRequest& request, const Verdict& verdict,
                                        const std::string& variant,
                                        const std::atomic<bool>& cancelled,
                                        const VerifierConfig& config) {
  if (!is_utf8(request.reference) || !is_utf8(request.candidate))
    return Error{ErrorCode::kInvalidArgument, "the sources are not UTF-8, so no script holds them"};
  Result<SupervisorConfig> complete = complete_config(config);
  if (!complete) return complete.error();
  complete->gpu = false;
  complete->candidates = false;
  Result<TemporaryDirectory> work = TemporaryDirectory::make("nereid-reproduce");
  if (!work) return work.error();
  complete->work_dir = work->path();
  Supervisor supervisor(*complete);
  const Result<Json> data = make_data(supervisor, request, verdict, variant, cancelled);
  if (!data) return data.error();
  return compose(request, verdict, variant, *data, complete->harness);
}

}  // namespace nereid::verify
