// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "engine/verify/machine/internal/code.h"
#include "engine/verify/machine/internal/lowering.h"
#include "engine/verify/machine/internal/memory.h"
#include "engine/verify/machine/internal/parser.h"
#include "engine/verify/machine/internal/recorder.h"
#include "engine/verify/machine/internal/runner.h"
#include "engine/verify/machine/tape.h"

namespace nereid::verify::machine {
namespace {

constexpr std::int64_t kMaxPrograms = 1LL << 31U;

Error invalid(std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message)};
}

Result<const Function*> chosen(const Module& module, std::string_view name) {
  if (!name.empty()) {
    if (const Function* function = module.function(name)) return function;
    return Error{ErrorCode::kNotFound, fmt::format("there is no function @{}", name)};
  }
  const Function* only = nullptr;
  for (const Function& function : module.functions) {
    if (!function.is_public) continue;
    if (only) return invalid(fmt::format("@{} and @{} are both public", only->name, function.name));
    only = &function;
  }
  if (!only) return Error{ErrorCode::kNotFound, "there is no public function"};
  return only;
}

Result<void> check_launch(const Code& code, const Launch& launch, std::span<const Buffer> buffers) {
  std::int64_t programs = 1;
  for (const std::int32_t size : launch.grid) {
    if (size < 0) return invalid(fmt::format("a grid of {} programs", size));
    programs *= size;
    if (programs > kMaxPrograms) return invalid("a grid of too many programs");
  }
  for (const std::uint32_t program : launch.only)
    if (program >= programs) return invalid(fmt::format("program {} of {}", program, programs));
  if (launch.arguments.size() != code.parameters.size())
    return invalid(fmt::format("{} arguments, kernel {} takes {}", launch.arguments.size(),
                               code.name, code.parameters.size()));
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Type& type = code.parameters[i].type;
    const std::size_t parts = launch.arguments[i].descriptor.size();
    const bool is_descriptor = type.kind == Type::Kind::kDescriptor;
    if (parts != (is_descriptor ? 1 + 2 * static_cast<std::size_t>(type.rank) : 0))
      return invalid(fmt::format("argument {} is no {}", i, type.text()));
  }
  std::vector<std::pair<std::uint64_t, std::uint64_t>> areas;
  for (const Buffer& buffer : buffers) {
    if (buffer.bytes == 0) continue;
    if ((!buffer.data && !launch.is_hollow) || buffer.address + buffer.bytes < buffer.address)
      return invalid(fmt::format("buffer {} is no memory", buffer.name));
    areas.emplace_back(buffer.address, buffer.address + buffer.bytes);
  }
  std::sort(areas.begin(), areas.end());
  for (std::size_t i = 1; i < areas.size(); ++i)
    if (areas[i].first < areas[i - 1].second) return invalid("buffers overlap");
  return {};
}

std::uint64_t programs_of(const Launch& launch) {
  return static_cast<std::uint64_t>(launch.grid[0]) * static_cast<std::uint64_t>(launch.grid[1]) *
         static_cast<std::uint64_t>(launch.grid[2]);
}

// What the compiler was told of the arguments must hold, as it makes code that relies on it.
void check_hints(const Code& code, const Launch& launch, Memory& memory) {
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const Parameter& parameter = code.parameters[i];
    const std::int64_t value = launch.arguments[i].integer;
    if (is_float(parameter.type.element) || value % parameter.divisibility == 0) continue;
    Frame frame;
    frame.grid = launch.grid;
    memory.report(FindingKind::kFalseHint, static_cast<std::uint32_t>(code.sources.size()), frame,
                  fmt::format("argument {} is {}, which is no multiple of {}", i, value,
                              parameter.divisibility));
  }
}

}  // namespace

std::string_view finding_name(FindingKind kind) {
  switch (kind) {
    case FindingKind::kOutOfBounds:
      return "out of bounds";
    case FindingKind::kMisaligned:
      return "misaligned";
    case FindingKind::kRace:
      return "race";
    case FindingKind::kUnordered:
      return "unordered";
    case FindingKind::kFalseHint:
      return "false hint";
    case FindingKind::kAssertion:
      return "assertion";
    case FindingKind::kEndless:
      return "endless";
    case FindingKind::kOutOfRange:
      return "out of range";
  }
  return "";
}

std::string_view dot_kind_name(DotKind kind) {
  switch (kind) {
    case DotKind::kHalf:
      return "fp16";
    case DotKind::kBfloat:
      return "bf16";
    case DotKind::kTf32:
      return "tf32";
    case DotKind::kTf32x3:
      return "tf32x3";
    case DotKind::kSingle:
      return "fp32";
    case DotKind::kDouble:
      return "fp64";
    case DotKind::kSmallFloat:
      return "fp8";
    case DotKind::kInteger8:
      return "int8";
    case DotKind::kInteger16:
      return "int16";
    case DotKind::kKinds:
      break;
  }
  return "";
}

Result<Kernel> Kernel::read(std::string text, std::string_view name) {
  Result<Module> module = parse_module(std::move(text));
  if (!module) return module.error();
  auto code = std::make_shared<Code>();
  code->module = std::move(*module);
  const Result<const Function*> function = chosen(code->module, name);
  if (!function) return function.error();
  Lowering lowering(code->module, *code);
  if (!lowering.kernel(**function)) return lowering.error();
  return Kernel(std::move(code));
}

const std::string& Kernel::name() const {
  return code_->name;
}

std::vector<std::string> Kernel::argument_types() const {
  std::vector<std::string> types;
  for (const Parameter& parameter : code_->parameters) types.push_back(parameter.type.text());
  return types;
}

std::size_t Kernel::value_bytes() const {
  return code_->arena_bytes;
}

Result<Outcome> Kernel::run(const Launch& launch, std::span<const Buffer> buffers) const {
  const Result<void> fits = check_launch(*code_, launch, buffers);
  if (!fits) return fits.error();
  Memory memory(*code_, launch, buffers);
  check_hints(*code_, launch, memory);
  return memory.outcome(run_programs(*code_, launch, memory));
}

Result<Tape> record_tape(const Kernel& kernel, const Launch& launch,
                         std::span<const Buffer> buffers, const TapeRequest& request) {
  const Code& code = *kernel.code_;
  const Result<void> fits = check_launch(code, launch, buffers);
  if (!fits) return fits.error();
  if (request.program >= programs_of(launch))
    return invalid(fmt::format("program {} of a grid of {}", request.program, programs_of(launch)));
  Memory memory(code, launch, buffers);
  Recorder recorder(code, buffers, request);
  run_programs(code, launch, memory, &recorder);
  return recorder.take();
}

Result<std::optional<std::uint32_t>> program_that_stores(const Kernel& kernel, const Launch& launch,
                                                         std::span<const Buffer> buffers,
                                                         std::uint64_t address) {
  const Code& code = *kernel.code_;
  const Result<void> fits = check_launch(code, launch, buffers);
  if (!fits) return fits.error();
  if (programs_of(launch) > Mark::kMaxProgram)
    return Error{ErrorCode::kUnsupported,
                 fmt::format("more than {} programs are not told apart", Mark::kMaxProgram)};
  std::vector<std::vector<std::byte>> copies;
  std::vector<Buffer> copied(buffers.begin(), buffers.end());
  for (Buffer& buffer : copied) {
    copies.emplace_back(buffer.data, buffer.data + buffer.bytes);
    buffer.data = copies.back().data();
    buffer.stored = nullptr;
  }
  Memory memory(code, launch, copied);
  run_programs(code, launch, memory);
  return memory.stored_by(address);
}

namespace {

void collect(const Region& region, std::set<std::string>& names) {
  for (const Block& block : region.blocks) {
    for (const Operation& operation : block.operations) {
      names.emplace(operation.row->name);
      for (const Region& inner : operation.regions) collect(inner, names);
    }
  }
}

std::vector<std::string> operations_in(const Module& module) {
  std::set<std::string> names;
  for (const Function& function : module.functions) collect(function.body, names);
  return {names.begin(), names.end()};
}

}  // namespace

std::vector<std::string> Kernel::operations() const {
  return operations_in(code_->module);
}

Result<std::vector<std::string>> operations_of(std::string text) {
  const Result<Module> module = parse_module(std::move(text));
  if (!module) return module.error();
  return operations_in(*module);
}

}  // namespace nereid::verify::machine
