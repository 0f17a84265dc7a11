// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/library.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/verify/machine/machine.h"
#include "engine/verify/machine/tape.h"

namespace {

using nlohmann::json;
using namespace nereid::verify::machine;  // NOLINT(google-build-using-namespace)

char* copied(const json& answer) {
  const std::string text = answer.dump(-1, ' ', false, json::error_handler_t::replace);
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

json range_json(const Range& range) {
  return range.low <= range.high ? json{range.low, range.high} : json();
}

json compared_json(const Compared& one) {
  return {{"line", one.line},
          {"nth", one.nth},
          {"numbers", one.numbers},
          {"whole", one.is_whole},
          {"true", one.was_true},
          {"false", one.was_false},
          {"left", range_json(one.left)},
          {"right", range_json(one.right)}};
}

json finding_json(const Finding& finding) {
  json sources = json::array();
  for (const SourceFrame& frame : finding.sources)
    sources.push_back({{"file", frame.file}, {"line", frame.line}, {"column", frame.column}});
  return {{"kind", finding_name(finding.kind)},
          {"kernel", finding.kernel},
          {"operation", finding.operation},
          {"line", finding.line},
          {"sources", sources},
          {"program", finding.program},
          {"buffer", finding.buffer},
          {"element", finding.element},
          {"what", finding.what},
          {"message", finding.message}};
}

json work_json(const Work& work) {
  json dots = json::object();
  for (std::size_t i = 0; i < kDotKinds; ++i)
    if (work.dot_flops.at(i) != 0)
      dots[std::string(dot_kind_name(static_cast<DotKind>(i)))] = work.dot_flops.at(i);
  return {{"steps", work.steps},
          {"loaded_bytes", work.loaded_bytes},
          {"stored_bytes", work.stored_bytes},
          {"atomic_bytes", work.atomic_bytes},
          {"stored_lanes", work.stored_lanes},
          {"distinct_loaded_bytes", work.distinct_loaded_bytes},
          {"distinct_stored_bytes", work.distinct_stored_bytes},
          {"distinct_updated_bytes", work.distinct_updated_bytes},
          {"transactions", work.transactions},
          {"atomics", work.atomics},
          {"integer_operations", work.integer_operations},
          {"flops",
           {{"fp16", work.half_flops},
            {"bf16", work.bfloat_flops},
            {"fp32", work.single_flops},
            {"fp64", work.double_flops}}},
          {"dot_flops", dots}};
}

Argument argument_of(const json& given) {
  if (given.is_string())
    return Argument::of_real(std::strtod(given.get<std::string>().c_str(), nullptr));
  if (!given.is_object()) return Argument::of(given.get<std::int64_t>());
  Argument argument;
  argument.descriptor = given.at("descriptor").get<std::vector<std::int64_t>>();
  return argument;
}

Buffer buffer_of(const json& given) {
  const auto address = given.at("address").get<std::uintptr_t>();
  const auto stored = given.at("stored").get<std::uintptr_t>();
  return {address,
          reinterpret_cast<std::byte*>(address),  // NOLINT(performance-no-int-to-ptr)
          given.at("bytes").get<std::size_t>(),
          given.at("element_bytes").get<std::size_t>(),
          given.at("name").get<std::string>(),
          reinterpret_cast<std::uint8_t*>(stored)};  // NOLINT(performance-no-int-to-ptr)
}

struct Call {
  Launch launch;
  std::vector<Buffer> buffers;
};

Call call_of(const json& request) {
  Call call;
  call.launch.grid = request.at("grid").get<std::array<std::int32_t, 3>>();
  call.launch.seed = request.at("seed").get<std::uint64_t>();
  call.launch.rounds_tf32 = request.at("rounds_tf32").get<bool>();
  call.launch.approximates = request.value("approximates", true);
  call.launch.fuses = request.value("fuses", false);
  call.launch.warps = request.at("warps").get<std::uint32_t>();
  call.launch.stages = request.at("stages").get<std::uint32_t>();
  call.launch.in_order = request.at("in_order").get<bool>();
  call.launch.is_hollow = request.value("hollow", false);
  call.launch.only = request.value("only", std::vector<std::uint32_t>());
  call.launch.max_steps = request.value("max_steps", call.launch.max_steps);
  for (const json& given : request.at("arguments"))
    call.launch.arguments.push_back(argument_of(given));
  for (const json& given : request.at("buffers")) call.buffers.push_back(buffer_of(given));
  for (Buffer& buffer : call.buffers)
    if (call.launch.is_hollow) buffer.data = nullptr;
  return call;
}

// The program is the one that is asked for, or the last to store at an address.
json trace(const Kernel& kernel, const json& request) {
  const Call call = call_of(request);
  TapeRequest wanted;
  if (request.contains("address")) {
    const auto stores = program_that_stores(kernel, call.launch, call.buffers,
                                            request.at("address").get<std::uint64_t>());
    if (!stores) return {{"error", stores.error().message}};
    if (!*stores) return {{"tape", nullptr}};
    wanted.program = **stores;
  } else {
    wanted.program = request.at("program").get<std::uint32_t>();
  }
  const auto tape = record_tape(kernel, call.launch, call.buffers, wanted);
  if (!tape) return {{"error", tape.error().message}};
  return {{"tape", tape->json()}};
}

json run(const Kernel& kernel, const json& request) {
  const Call call = call_of(request);
  const auto outcome = kernel.run(call.launch, call.buffers);
  if (!outcome) return {{"error", outcome.error().message}};
  json findings = json::array();
  for (const Finding& finding : outcome->findings) findings.push_back(finding_json(finding));
  json compared = json::array();
  for (const Compared& one : outcome->compared) compared.push_back(compared_json(one));
  return {{"findings", findings},
          {"work", work_json(outcome->work)},
          {"printed", outcome->printed},
          {"compared", compared},
          {"in_step", outcome->in_step}};
}

char* answered(void* kernel, const char* request, std::size_t size,
               json (*answer)(const Kernel&, const json&)) {
  try {
    return copied(
        answer(*static_cast<const Kernel*>(kernel), json::parse(request, request + size)));
  } catch (const std::bad_alloc&) {
    return copied({{"error", "out of memory"}, {"memory", true}});
  } catch (const std::exception& error) {
    return copied({{"error", error.what()}});
  }
}

}  // namespace

void* nereid_machine_read(const char* text, size_t size, char** answer) {
  try {
    auto kernel = Kernel::read(std::string(text, size));
    if (!kernel) {
      *answer = copied({{"error", kernel.error().message},
                        {"unsupported", kernel.error().code == nereid::ErrorCode::kUnsupported}});
      return nullptr;
    }
    *answer = copied({{"name", kernel->name()},
                      {"arguments", kernel->argument_types()},
                      {"operations", kernel->operations()}});
    return new Kernel(*std::move(kernel));
  } catch (const std::exception& error) {
    *answer = copied({{"error", error.what()}, {"unsupported", false}});
    return nullptr;
  }
}

char* nereid_machine_run(void* kernel, const char* request, size_t size) {
  return answered(kernel, request, size, run);
}

char* nereid_machine_trace(void* kernel, const char* request, size_t size) {
  return answered(kernel, request, size, trace);
}

void nereid_machine_forget(void* kernel) {
  delete static_cast<Kernel*>(kernel);
}

void nereid_machine_free(char* answer) {
  std::free(answer);
}
