// SPDX-License-Identifier: GPL-3.0-or-later
// Runs kernels for tests that are written in Python: a JSON request a line, an answer a line.
//   {"op": "operations"|"read", "text": TTIR}
//   {"op": "run", "text", "grid", "arguments", "buffers": [{"file", "address", "element_bytes",
//   "name"}], "seed", ...}
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <numeric>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/verify/machine/machine.h"

namespace {

using nereid::Json;
using namespace nereid::verify::machine;  // NOLINT(google-build-using-namespace)

Json failed(const nereid::Error& error) {
  return {{"error", error.message}, {"unsupported", error.code == nereid::ErrorCode::kUnsupported}};
}

Json finding_json(const Finding& finding) {
  Json sources = Json::array();
  for (const SourceFrame& frame : finding.sources)
    sources.push_back({{"file", frame.file}, {"line", frame.line}, {"column", frame.column}});
  return {{"kind", finding_name(finding.kind)},
          {"operation", finding.operation},
          {"line", finding.line},
          {"buffer", finding.buffer},
          {"element", finding.element},
          {"message", finding.message},
          {"sources", sources},
          {"program", finding.program}};
}

Json outcome_json(const Outcome& outcome, double ms) {
  Json findings = Json::array();
  for (const Finding& finding : outcome.findings) findings.push_back(finding_json(finding));
  const Work& work = outcome.work;
  return {{"findings", findings},
          {"printed", outcome.printed},
          {"in_step", outcome.in_step},
          {"ms", ms},
          {"work",
           {{"steps", work.steps},
            {"loaded_bytes", work.loaded_bytes},
            {"stored_bytes", work.stored_bytes},
            {"transactions", work.transactions},
            {"atomics", work.atomics},
            {"integer_operations", work.integer_operations},
            {"half_flops", work.half_flops},
            {"single_flops", work.single_flops},
            {"double_flops", work.double_flops},
            {"dot_flops",
             std::accumulate(work.dot_flops.begin(), work.dot_flops.end(), std::uint64_t{0})}}}};
}

Json run(const Json& request) {
  const auto kernel = Kernel::read(request.at("text").get<std::string>());
  if (!kernel) return failed(kernel.error());
  Launch launch;
  launch.grid = request.at("grid").get<std::array<std::int32_t, 3>>();
  launch.seed = request.value("seed", std::uint64_t{0});
  launch.max_steps = request.value("max_steps", launch.max_steps);
  launch.in_order = request.value("in_order", false);
  launch.warps = request.value("warps", launch.warps);
  launch.stages = request.value("stages", launch.stages);
  launch.approximates = request.value("approximates", true);
  launch.fuses = request.value("fuses", false);
  for (const Json& argument : request.at("arguments"))
    if (argument.is_string())  // infinity, for which JSON has no number
      launch.arguments.push_back(Argument::of_real(std::stod(argument.get<std::string>())));
    else
      launch.arguments.push_back(argument.is_number_float()
                                     ? Argument::of_real(argument.get<double>())
                                     : Argument::of(argument.get<std::int64_t>()));
  std::vector<std::vector<char>> bytes;
  std::vector<Buffer> buffers;
  bytes.reserve(request.at("buffers").size());
  for (const Json& row : request.at("buffers")) {
    std::ifstream file(row.at("file").get<std::string>(), std::ios::binary);
    bytes.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    buffers.push_back({row.at("address").get<std::uint64_t>(),
                       reinterpret_cast<std::byte*>(bytes.back().data()), bytes.back().size(),
                       row.at("element_bytes").get<std::size_t>(),
                       row.at("name").get<std::string>()});
  }
  const nereid::Stopwatch watch;
  const auto outcome = kernel->run(launch, buffers);
  if (!outcome) return failed(outcome.error());
  const double ms = watch.elapsed_s() * 1000;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    std::ofstream(request.at("buffers").at(i).at("file").get<std::string>(), std::ios::binary)
        .write(bytes[i].data(), static_cast<std::streamsize>(bytes[i].size()));
  return outcome_json(*outcome, ms);
}

Json answer(const Json& request) {
  const std::string op = request.at("op");
  if (op == "run") return run(request);
  if (op == "operations") {
    const auto names = operations_of(request.at("text").get<std::string>());
    return names ? Json{{"operations", *names}} : failed(names.error());
  }
  const auto kernel = Kernel::read(request.at("text").get<std::string>());
  if (!kernel) return failed(kernel.error());
  return {{"name", kernel->name()},
          {"arguments", kernel->argument_types()},
          {"bytes", kernel->value_bytes()}};
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto request = nereid::parse_json(line, "request");
    if (!request) return 2;
    fmt::print("{}\n", nereid::dump_json(answer(*request)));
    std::fflush(stdout);
  }
  return 0;
}
