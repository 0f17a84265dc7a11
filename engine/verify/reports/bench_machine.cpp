// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/bench_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"
#include "engine/verify/machine/machine.h"

namespace nereid::verify {
namespace {

namespace fs = std::filesystem;
using machine::Argument;
using machine::Buffer;
using machine::Kernel;
using machine::Launch;
using machine::Outcome;

constexpr int kRuns = 7;
constexpr int kLoops = 500,
              kCopies = 8;  // operations of a measured text: in a loop, one after another
constexpr int kPythonLimitMs = 600000;
constexpr std::uint64_t kFirstAddress = 1ULL << 32U, kBetween = 1ULL << 30U;
constexpr double kLaneAimUs = 0.2;

/// Processor time of this process, so that what else runs on the machine counts little.
class ProcessorWatch {
 public:
  double elapsed_s() const {
    return static_cast<double>(std::clock() - start_) / static_cast<double>(CLOCKS_PER_SEC);
  }
  double elapsed_ms() const { return elapsed_s() * 1e3; }

 private:
  std::clock_t start_ = std::clock();
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values.at(values.size() / 2);
}

// ---- operations by themselves
// -----------------------------------------------------------------------

/// `text` gives %r out of %a, %b (f32), %i (i32), %h (f16), %m (i1), %p (pointers to f32), %s
/// (f32): 1024 lanes each.
struct OperationRow {
  std::string_view name, on, text;
  double aim_us = 0;
};
constexpr std::array<OperationRow, 22> kOperations = {{
    {"arith.addf", "1024 x f32", "%r = arith.addf %a, %b : tensor<1024xf32>", kLaneAimUs},
    {"arith.mulf", "1024 x f32", "%r = arith.mulf %a, %b : tensor<1024xf32>", kLaneAimUs},
    {"arith.divf", "1024 x f32", "%r = arith.divf %a, %b : tensor<1024xf32>", kLaneAimUs},
    {"arith.maxnumf", "1024 x f32", "%r = arith.maxnumf %a, %b : tensor<1024xf32>", kLaneAimUs},
    {"math.fma", "1024 x f32", "%r = math.fma %a, %b, %a : tensor<1024xf32>", kLaneAimUs},
    {"arith.cmpf", "1024 x f32", "%r = arith.cmpf olt, %a, %b : tensor<1024xf32>", kLaneAimUs},
    {"arith.select", "1024 x f32",
     "%r = arith.select %m, %a, %b : tensor<1024xi1>, tensor<1024xf32>", kLaneAimUs},
    {"arith.addi", "1024 x i32", "%r = arith.addi %i, %i : tensor<1024xi32>", kLaneAimUs},
    {"arith.muli", "1024 x i32", "%r = arith.muli %i, %i : tensor<1024xi32>", kLaneAimUs},
    {"arith.sitofp", "1024 x i32", "%r = arith.sitofp %i : tensor<1024xi32> to tensor<1024xf32>",
     kLaneAimUs},
    {"arith.extf", "1024 x f16", "%r = arith.extf %h : tensor<1024xf16> to tensor<1024xf32>"},
    {"arith.truncf", "1024 x f32", "%r = arith.truncf %a : tensor<1024xf32> to tensor<1024xf16>"},
    {"math.sqrt", "1024 x f32", "%r = math.sqrt %a : tensor<1024xf32>"},
    {"math.exp", "1024 x f32", "%r = math.exp %a : tensor<1024xf32>"},
    {"tt.splat", "1024 x f32", "%r = tt.splat %s : f32 -> tensor<1024xf32>", kLaneAimUs},
    {"tt.addptr", "1024 x i32",
     "%r = tt.addptr %p, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>"},
    {"tt.load", "1024 x f32", "%r = tt.load %p, %m, %a : tensor<1024x!tt.ptr<f32>>"},
    {"tt.store", "1024 x f32", "tt.store %p, %a, %m : tensor<1024x!tt.ptr<f32>>"},
    {"tt.trans", "32 x 32 x f32",
     "%r = tt.trans %q {order = array<i32: 1, 0>} : tensor<32x32xf32> -> tensor<32x32xf32>"},
    {"tt.reduce", "1024 x f32",
     "%r = \"tt.reduce\"(%a) <{axis = 0 : i32}> ({\n^bb0(%u: f32, %v: f32):\n"
     "%w = arith.addf %u, %v : f32\ntt.reduce.return %w : f32\n}) : (tensor<1024xf32>) -> f32"},
    {"tt.scan", "1024 x f32",
     "%r = \"tt.scan\"(%a) <{axis = 0 : i32, reverse = false}> ({\n^bb0(%u: f32, %v: f32):\n"
     "%w = arith.addf %u, %v : f32\ntt.scan.return %w : f32\n}) : (tensor<1024xf32>) -> "
     "tensor<1024xf32>"},
    {"tt.dot", "32 x 32 x 32, f32",
     "%r = tt.dot %q, %q, %q, inputPrecision = ieee : tensor<32x32xf32> * tensor<32x32xf32> -> "
     "tensor<32x32xf32>"},
}};

std::string text_of(const OperationRow& row) {
  std::string copies;
  for (int i = 0; i < kCopies; ++i) {
    std::string copy(row.text);
    if (const std::size_t result = copy.find("%r ="); result != std::string::npos)
      copy.replace(result, 2, fmt::format("%r{}", i));
    copies += copy + "\n";
  }
  return fmt::format(R"(module {{
tt.func public @one(%x: !tt.ptr<f32>, %s: f32, %n: i32) {{
%from = arith.constant 0 : i32
%by = arith.constant 1 : i32
%a = arith.constant dense<1.5> : tensor<1024xf32>
%b = arith.constant dense<2.5> : tensor<1024xf32>
%h = arith.constant dense<0.75> : tensor<1024xf16>
%m = arith.constant dense<true> : tensor<1024xi1>
%q = arith.constant dense<0.5> : tensor<32x32xf32>
%i = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : tensor<1024xi32>
%first = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
%p = tt.addptr %first, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
scf.for %turn = %from to %n step %by : i32 {{
{}}}
tt.return
}}
}}
)",
                     copies);
}

Result<MachineOperation> measure(const OperationRow& row) {
  const Result<Kernel> kernel = Kernel::read(text_of(row));
  if (!kernel)
    return Error{kernel.error().code, fmt::format("{}: {}", row.name, kernel.error().message)};
  std::vector<float> values(1024, 1.0F);
  const Buffer buffer{kFirstAddress, reinterpret_cast<std::byte*>(values.data()),
                      values.size() * sizeof(float), sizeof(float), "x"};
  Launch launch;
  launch.arguments = {Argument::of(static_cast<std::int64_t>(kFirstAddress)),
                      Argument::of_real(1.5), Argument::of(kLoops)};
  std::vector<double> seconds;
  for (int i = 0; i < kRuns; ++i) {
    const ProcessorWatch watch;
    const Result<Outcome> outcome = kernel->run(launch, {&buffer, 1});
    if (!outcome) return outcome.error();
    seconds.push_back(watch.elapsed_s());
  }
  return MachineOperation{std::string(row.name), std::string(row.on),
                          median(seconds) * 1e6 / (kLoops * kCopies), row.aim_us};
}

// ---- whole kernels
// ------------------------------------------------------------------------------------

/// A folder that is gone with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(fs::temp_directory_path() / fmt::format("nereid-machine-{}", steady_ns())) {
    fs::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Result<Json> python(const char* mode, const fs::path& folder) {
  const auto done =
      run_captured({.argv = {python_executable().string(), "-B",
                             (harness_dir() / "front_end" / "machine_bench.py").string(), mode,
                             folder.string()}},
                   kPythonLimitMs);
  if (!done) return done.error();
  if (!done->status.ok())
    return Error{ErrorCode::kUnavailable,
                 fmt::format("machine_bench.py {}: {}\n{}", mode, done->status.text(), done->err)};
  return parse_json(done->out, "machine_bench.py");
}

/// A launch that can be made again and again: inputs do not change.
struct Measured {
  MachineKernel result;
  Result<Kernel> kernel = Error{};
  Launch launch;
  std::vector<std::string> bytes;
  std::vector<Buffer> buffers;
  std::vector<double> ms;
};

Result<void> prepare(const Json& given, const fs::path& folder, Measured& measured) {
  const std::string& name = measured.result.name;
  const Result<std::string> text = read_file(folder / (name + ".ttir"));
  if (!text) return text.error();
  const ProcessorWatch watch;
  measured.kernel = Kernel::read(*text);
  measured.result.read_ms = watch.elapsed_ms();
  if (!measured.kernel) return measured.kernel.error();
  measured.launch.grid = given.at("grid").get<std::array<std::int32_t, 3>>();
  for (const Json& tensor : given.at("tensors")) {
    Result<std::string> bytes = read_file(folder / tensor.at("file").get<std::string>());
    if (!bytes) return bytes.error();
    measured.bytes.push_back(std::move(*bytes));
  }
  for (std::size_t i = 0; i < measured.bytes.size(); ++i) {
    const Json& tensor = given.at("tensors").at(i);
    const std::uint64_t address = kFirstAddress + i * kBetween;
    measured.buffers.push_back(
        {address, reinterpret_cast<std::byte*>(measured.bytes[i].data()), measured.bytes[i].size(),
         tensor.at("element_bytes").get<std::size_t>(), tensor.at("name").get<std::string>()});
    measured.launch.arguments.push_back(Argument::of(static_cast<std::int64_t>(address)));
  }
  for (const Json& number : given.at("numbers"))
    measured.launch.arguments.push_back(Argument::of(number.get<std::int64_t>()));
  return {};
}

Result<void> run(Measured& measured) {
  for (int i = 0; i < kRuns; ++i) {
    const ProcessorWatch watch;
    const Result<Outcome> outcome = measured.kernel->run(measured.launch, measured.buffers);
    if (!outcome) return outcome.error();
    measured.ms.push_back(watch.elapsed_ms());
    measured.result.findings = outcome->findings.size();
  }
  return {};
}

// Both results are float32.
Result<double> largest_difference(const std::string& ours, const fs::path& file) {
  const Result<std::string> theirs = read_file(file);
  if (!theirs) return theirs.error();
  if (theirs->size() != ours.size())
    return Error{ErrorCode::kInternal, "results of different sizes"};
  double largest = 0;
  for (std::size_t at = 0; at + sizeof(float) <= ours.size(); at += sizeof(float)) {
    float a = 0, b = 0;
    std::memcpy(&a, ours.data() + at, sizeof a);
    std::memcpy(&b, theirs->data() + at, sizeof b);
    const double difference = std::fabs(static_cast<double>(a) - static_cast<double>(b));
    // A NaN is as far away as can be.
    largest = difference <= largest ? largest : difference;
  }
  return largest;
}

Result<std::vector<MachineKernel>> bench_kernels() {
  const TemporaryFolder folder;
  const Result<Json> launches = python("text", folder.path());
  if (!launches) return launches.error();
  std::vector<Measured> all;
  for (const auto& [name, given] : launches->items()) {
    all.emplace_back();
    all.back().result.name = name;
    if (const Result<void> ready = prepare(given, folder.path(), all.back()); !ready)
      return ready.error();
    if (const Result<void> done = run(all.back()); !done) return done.error();
  }
  const Result<Json> times = python("interpret", folder.path());
  if (!times) return times.error();
  std::vector<MachineKernel> results;
  for (Measured& measured : all) {
    // Before the interpreter and behind it, so that what else goes on falls on both.
    if (const Result<void> done = run(measured); !done) return done.error();
    MachineKernel& result = measured.result;
    result.machine_ms = median(measured.ms);
    result.interpreter_ms = times->at(result.name).get<double>();
    const Result<double> difference = largest_difference(
        measured.bytes.back(), folder.path() / (result.name + ".interpreted.bin"));
    if (!difference) return difference.error();
    result.largest_difference = *difference;
    results.push_back(result);
  }
  return results;
}

}  // namespace

Result<MachineBench> bench_machine(const std::function<void(const std::string&)>& progress) {
  MachineBench bench;
  progress("operations by themselves");
  for (const OperationRow& row : kOperations) {
    Result<MachineOperation> one = measure(row);
    if (!one) return one.error();
    bench.operations.push_back(std::move(*one));
  }
  progress("two kernels, by the machine and by Triton's interpreter");
  Result<std::vector<MachineKernel>> kernels = bench_kernels();
  if (!kernels) return kernels.error();
  bench.kernels = std::move(*kernels);
  return bench;
}

}  // namespace nereid::verify
