// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/verify/error_map.h"
#include "engine/verify/verdict.h"

namespace nereid::verify {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "nereid.verdict/1";

// JSON has no NaN and no infinity; an error that is infinite must survive the round trip.
json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double to_double(const json& value, double fallback = 0) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return fallback;
  const auto& text = value.get_ref<const std::string&>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return fallback;
}

// Readers that take a default when the key is missing or has another type: records of other
// versions stay readable, and a hostile text never throws here.
double get_double(const json& object, const char* key) {
  auto found = object.find(key);
  return found == object.end() ? 0 : to_double(*found);
}

std::int64_t get_int(const json& object, const char* key) {
  auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return 0;
  return found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

bool get_bool(const json& object, const char* key, bool fallback = false) {
  auto found = object.find(key);
  return found == object.end() || !found->is_boolean() ? fallback : found->get<bool>();
}

std::string get_text(const json& object, const char* key) {
  auto found = object.find(key);
  return found == object.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

const json& get_array(const json& object, const char* key) {
  static const json empty = json::array();
  auto found = object.find(key);
  return found == object.end() || !found->is_array() ? empty : *found;
}

std::vector<std::int64_t> int_list(const json& array) {
  std::vector<std::int64_t> list;
  for (const json& item : array)
    if (item.is_number_integer()) list.push_back(item.get<std::int64_t>());
  return list;
}

std::vector<std::string> text_list(const json& array) {
  std::vector<std::string> list;
  for (const json& item : array)
    if (item.is_string()) list.push_back(item.get<std::string>());
  return list;
}

std::vector<double> double_list(const json& array) {
  std::vector<double> list;
  for (const json& item : array) list.push_back(to_double(item));
  return list;
}

std::map<std::string, std::string> text_map(const json& object, const char* key) {
  std::map<std::string, std::string> map;
  auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return map;
  for (const auto& [name, value] : found->items())
    if (value.is_string()) map[name] = value.get<std::string>();
  return map;
}

json number_list(const std::vector<double>& values) {
  json list = json::array();
  for (double value : values) list.push_back(number(value));
  return list;
}

json stage_json(const StageResult& stage) {
  return {{"stage", stage_name(stage.stage)},
          {"outcome", outcome_name(stage.outcome)},
          {"elapsed_ms", number(stage.elapsed_ms)},
          {"detail", stage.detail}};
}

StageResult stage_from_json(const json& object) {
  StageResult result;
  result.stage = stage_from_name(get_text(object, "stage")).value_or(Stage::kNone);
  const std::string outcome = get_text(object, "outcome");
  for (StageOutcome candidate : {StageOutcome::kPassed, StageOutcome::kRejected,
                                 StageOutcome::kNotReached, StageOutcome::kNotApplicable})
    if (outcome_name(candidate) == outcome) result.outcome = candidate;
  result.elapsed_ms = get_double(object, "elapsed_ms");
  result.detail = get_text(object, "detail");
  return result;
}

json map_json(const ErrorMap& map) {
  return {{"output", map.output},
          {"shape", map.shape},
          {"rows", map.rows},
          {"columns", map.columns},
          {"levels", levels_text(map.levels)},
          {"histogram", map.histogram}};
}

// Null if it is none, or not whole.
std::shared_ptr<const ErrorMap> map_from_json(const json& object) {
  const auto found = object.find("error_map");
  if (found == object.end() || !found->is_object()) return nullptr;
  ErrorMap map;
  map.output = static_cast<int>(get_int(*found, "output"));
  map.shape = int_list(get_array(*found, "shape"));
  const std::int64_t rows = get_int(*found, "rows"), columns = get_int(*found, "columns");
  map.levels = levels_from_text(get_text(*found, "levels"));
  map.histogram = int_list(get_array(*found, "histogram"));
  const bool whole = rows > 0 && columns > 0 && rows <= kMapRows && columns <= kMapColumns &&
                     map.levels.size() == static_cast<std::size_t>(rows * columns) &&
                     map.histogram.size() == kErrorLevels;
  if (!whole) return nullptr;
  map.rows = static_cast<int>(rows);
  map.columns = static_cast<int>(columns);
  return std::make_shared<const ErrorMap>(std::move(map));
}

json input_json(const InputResult& input) {
  json object = {{"variant", input.variant},
                 {"dtype", input.dtype},
                 {"shapes", input.shapes},
                 {"applicable", input.applicable},
                 {"passed", input.passed},
                 {"advisory", input.advisory},
                 {"error", number(input.error)},
                 {"bound", number(input.bound)},
                 {"torch_error", number(input.torch_error)},
                 {"wrong_elements", input.wrong_elements},
                 {"total_elements", input.total_elements},
                 {"first_wrong_index", input.first_wrong_index},
                 {"expected_value", number(input.expected_value)},
                 {"actual_value", number(input.actual_value)},
                 {"elapsed_ms", number(input.elapsed_ms)},
                 {"detail", input.detail}};
  if (input.error_map) object["error_map"] = map_json(*input.error_map);
  return object;
}

InputResult input_from_json(const json& object) {
  InputResult input;
  input.variant = get_text(object, "variant");
  input.dtype = get_text(object, "dtype");
  for (const json& shape : get_array(object, "shapes"))
    if (shape.is_array()) input.shapes.push_back(int_list(shape));
  input.applicable = get_bool(object, "applicable", true);
  input.passed = get_bool(object, "passed");
  input.advisory = get_bool(object, "advisory");
  input.error = get_double(object, "error");
  input.bound = get_double(object, "bound");
  input.torch_error = get_double(object, "torch_error");
  input.wrong_elements = get_int(object, "wrong_elements");
  input.total_elements = get_int(object, "total_elements");
  input.first_wrong_index = int_list(get_array(object, "first_wrong_index"));
  input.expected_value = get_double(object, "expected_value");
  input.actual_value = get_double(object, "actual_value");
  input.elapsed_ms = get_double(object, "elapsed_ms");
  input.detail = get_text(object, "detail");
  input.error_map = map_from_json(object);
  return input;
}

json occupancy_json(const Occupancy& occupancy) {
  return {{"blocks_per_sm", occupancy.blocks_per_sm},
          {"warps_per_sm", occupancy.warps_per_sm},
          {"share", number(occupancy.share)},
          {"limit", occupancy.limit}};
}

Occupancy occupancy_from_json(const json& object, const char* key) {
  auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return {};
  return {static_cast<int>(get_int(*found, "blocks_per_sm")),
          static_cast<int>(get_int(*found, "warps_per_sm")), get_double(*found, "share"),
          get_text(*found, "limit")};
}

std::map<std::string, double> number_map(const json& object, const char* key) {
  std::map<std::string, double> map;
  auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return map;
  for (const auto& [name, value] : found->items()) map[name] = to_double(value);
  return map;
}

json kernel_json(const KernelFacts& kernel) {
  return {{"name", kernel.name},
          {"registers", kernel.registers},
          {"spills", kernel.spills},
          {"shared_bytes", kernel.shared_bytes},
          {"num_warps", kernel.num_warps},
          {"num_stages", kernel.num_stages},
          {"launches", kernel.launches},
          {"grid", kernel.grid},
          {"compile_ms", number(kernel.compile_ms)},
          {"cubin_bytes", kernel.cubin_bytes},
          {"cubin_sha256", kernel.cubin_sha256},
          {"stage_ms", kernel.stage_ms},
          {"occupancy", occupancy_json(kernel.occupancy)}};
}

KernelFacts kernel_from_json(const json& object) {
  KernelFacts kernel;
  kernel.name = get_text(object, "name");
  kernel.registers = static_cast<int>(get_int(object, "registers"));
  kernel.spills = static_cast<int>(get_int(object, "spills"));
  kernel.shared_bytes = get_int(object, "shared_bytes");
  kernel.num_warps = static_cast<int>(get_int(object, "num_warps"));
  kernel.num_stages = static_cast<int>(get_int(object, "num_stages"));
  kernel.launches = static_cast<int>(get_int(object, "launches"));
  kernel.grid = int_list(get_array(object, "grid"));
  kernel.compile_ms = get_double(object, "compile_ms");
  kernel.cubin_bytes = get_int(object, "cubin_bytes");
  kernel.cubin_sha256 = get_text(object, "cubin_sha256");
  kernel.stage_ms = number_map(object, "stage_ms");
  kernel.occupancy = occupancy_from_json(object, "occupancy");
  return kernel;
}

std::map<std::string, std::int64_t> count_map(const json& object, const char* key) {
  std::map<std::string, std::int64_t> map;
  auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return map;
  for (const auto& [kind, count] : found->items())
    if (count.is_number_integer()) map[kind] = count.get<std::int64_t>();
  return map;
}

json work_json(const Work& work) {
  return {{"kernel", work.kernel},
          {"launches", work.launches},
          {"bytes_read", work.bytes_read},
          {"bytes_written", work.bytes_written},
          {"dot_flops", work.dot_flops},
          {"intensity", number(work.intensity)},
          {"bound_us", number(work.bound_us)},
          {"limit", work.limit},
          {"other_flops", work.other_flops},
          {"bytes_requested", work.bytes_requested},
          {"atomic_bytes_again", work.atomic_bytes_again},
          {"programs", work.programs}};
}

Work work_from_json(const json& object) {
  Work work;
  work.kernel = get_text(object, "kernel");
  work.launches = static_cast<int>(get_int(object, "launches"));
  work.bytes_read = get_int(object, "bytes_read");
  work.bytes_written = get_int(object, "bytes_written");
  work.dot_flops = count_map(object, "dot_flops");
  work.other_flops = count_map(object, "other_flops");
  work.bytes_requested = get_int(object, "bytes_requested");
  work.atomic_bytes_again = get_int(object, "atomic_bytes_again");
  work.programs = get_int(object, "programs");
  work.intensity = get_double(object, "intensity");
  work.bound_us = get_double(object, "bound_us");
  work.limit = get_text(object, "limit");
  return work;
}

json side_json(const ModelledSide& side) {
  return {{"launches", side.launches},
          {"bytes", number(side.bytes)},
          {"flops", number(side.flops)},
          {"us", number(side.us)}};
}

ModelledSide side_from_json(const json& object, const char* key) {
  auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return {};
  return {static_cast<int>(get_int(*found, "launches")), get_double(*found, "bytes"),
          get_double(*found, "flops"), get_double(*found, "us")};
}

json modelled_json(const ModelledTime& time) {
  return {{"device", time.device},
          {"variant", time.variant},
          {"candidate", side_json(time.candidate)},
          {"reference", side_json(time.reference)},
          {"speedup", number(time.speedup)}};
}

ModelledTime modelled_from_json(const json& object) {
  return {get_text(object, "device"), get_text(object, "variant"),
          side_from_json(object, "candidate"), side_from_json(object, "reference"),
          get_double(object, "speedup")};
}

json estimate_json(const TimingEstimate& estimate) {
  return {{"median_us", number(estimate.median_us)},
          {"low_us", number(estimate.low_us)},
          {"high_us", number(estimate.high_us)}};
}

TimingEstimate estimate_from_json(const json& object, const char* key) {
  auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return {};
  return {get_double(*found, "median_us"), get_double(*found, "low_us"),
          get_double(*found, "high_us")};
}

json beside_json(const TimingBeside& beside) {
  return {{"name", beside.name},
          {"candidate", estimate_json(beside.candidate)},
          {"reference", estimate_json(beside.reference)}};
}

TimingBeside beside_from_json(const json& object) {
  return {get_text(object, "name"), estimate_from_json(object, "candidate"),
          estimate_from_json(object, "reference")};
}

double thousandths(double value) {
  return std::round(value * 1000) / 1000;
}

// A block that counts has its replays among the samples of its side, the next `n` of them.
json block_json(const TimingBlock& block) {
  json object = {{"unit", block.unit},
                 {"side", block.is_candidate ? "candidate" : "reference"},
                 {"at_ms", number(thousandths(block.at_ms))},
                 {"sm_mhz", number(thousandths(block.sm_mhz))}};
  if (block.repeated)
    object["repeated_us"] = number_list(block.us);
  else
    object["n"] = block.us.size();
  return object;
}

/// Reads blocks in their order.
class BlockReader {
 public:
  explicit BlockReader(const Timing& timing) : timing_(timing) {}

  TimingBlock next(const json& object) {
    TimingBlock block;
    block.unit = static_cast<int>(get_int(object, "unit"));
    block.is_candidate = get_text(object, "side") == "candidate";
    block.at_ms = get_double(object, "at_ms");
    block.sm_mhz = get_double(object, "sm_mhz");
    block.repeated = object.contains("repeated_us");
    block.us = block.repeated ? double_list(get_array(object, "repeated_us"))
                              : take(block.is_candidate, get_int(object, "n"));
    return block;
  }

 private:
  std::vector<double> take(bool is_candidate, std::int64_t count) {
    const auto& samples =
        is_candidate ? timing_.candidate_samples_us : timing_.reference_samples_us;
    std::size_t& taken = is_candidate ? candidate_taken_ : reference_taken_;
    const std::size_t begin = taken;
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
    taken = begin + std::min(samples.size() - begin, wanted);
    return {samples.begin() + static_cast<std::ptrdiff_t>(begin),
            samples.begin() + static_cast<std::ptrdiff_t>(taken)};
  }

  const Timing& timing_;
  std::size_t candidate_taken_ = 0, reference_taken_ = 0;
};

json reading_json(const GpuReading& reading) {
  return {{"at_ms", number(reading.at_ms)},
          {"sm_mhz", number(reading.sm_mhz)},
          {"memory_mhz", number(reading.memory_mhz)},
          {"temperature_c", number(reading.temperature_c)},
          {"power_w", number(reading.power_w)}};
}

GpuReading reading_from_json(const json& object) {
  return {get_double(object, "at_ms"), get_double(object, "sm_mhz"),
          get_double(object, "memory_mhz"), get_double(object, "temperature_c"),
          get_double(object, "power_w")};
}

json timing_json(const Timing& timing) {
  json beside = json::array(), blocks = json::array(), readings = json::array();
  for (const TimingBeside& item : timing.beside) beside.push_back(beside_json(item));
  for (const TimingBlock& block : timing.blocks) blocks.push_back(block_json(block));
  for (const GpuReading& reading : timing.readings) readings.push_back(reading_json(reading));
  return {{"candidate", estimate_json(timing.candidate)},
          {"reference", estimate_json(timing.reference)},
          {"speedup", number(timing.speedup)},
          {"speedup_low", number(timing.speedup_low)},
          {"speedup_high", number(timing.speedup_high)},
          {"decision", timing.decision},
          {"method", timing.method},
          {"device", timing.device},
          {"candidate_samples_us", number_list(timing.candidate_samples_us)},
          {"reference_samples_us", number_list(timing.reference_samples_us)},
          {"conditions", timing.conditions},
          {"beside", beside},
          {"compiled", timing.compiled ? estimate_json(*timing.compiled) : json()},
          {"blocks", blocks},
          {"readings", readings}};
}

Timing timing_from_json(const json& object) {
  Timing timing;
  timing.candidate = estimate_from_json(object, "candidate");
  timing.reference = estimate_from_json(object, "reference");
  timing.speedup = get_double(object, "speedup");
  timing.speedup_low = get_double(object, "speedup_low");
  timing.speedup_high = get_double(object, "speedup_high");
  timing.decision = get_text(object, "decision");
  timing.method = get_text(object, "method");
  timing.device = get_text(object, "device");
  timing.candidate_samples_us = double_list(get_array(object, "candidate_samples_us"));
  timing.reference_samples_us = double_list(get_array(object, "reference_samples_us"));
  timing.conditions = text_map(object, "conditions");
  for (const json& item : get_array(object, "beside"))
    if (item.is_object()) timing.beside.push_back(beside_from_json(item));
  if (const auto compiled = object.find("compiled");
      compiled != object.end() && compiled->is_object())
    timing.compiled = estimate_from_json(object, "compiled");
  BlockReader blocks(timing);
  for (const json& item : get_array(object, "blocks"))
    if (item.is_object()) timing.blocks.push_back(blocks.next(item));
  for (const json& item : get_array(object, "readings"))
    if (item.is_object()) timing.readings.push_back(reading_from_json(item));
  return timing;
}

json audit_json(const Audit& audit) {
  return {{"tool", audit.tool},       {"findings", audit.findings},
          {"message", audit.message}, {"line", audit.line},
          {"note", audit.note},       {"elapsed_ms", number(audit.elapsed_ms)}};
}

Audit audit_from_json(const json& object) {
  Audit audit;
  audit.tool = get_text(object, "tool");
  audit.findings = static_cast<int>(get_int(object, "findings"));
  audit.message = get_text(object, "message");
  audit.line = static_cast<int>(get_int(object, "line"));
  audit.elapsed_ms = get_double(object, "elapsed_ms");
  audit.note = get_text(object, "note");
  return audit;
}

// Short form that scripts read: only stages that ran.
json elapsed_json(const Verdict& verdict) {
  json elapsed = json::object();
  for (const StageResult& stage : verdict.stages)
    if (stage.outcome == StageOutcome::kPassed || stage.outcome == StageOutcome::kRejected)
      elapsed[std::string(stage_name(stage.stage))] = number(stage.elapsed_ms);
  return elapsed;
}

template <class T, class ToJson>
json list_json(const std::vector<T>& values, ToJson to_json) {
  json list = json::array();
  for (const T& value : values) list.push_back(to_json(value));
  return list;
}

template <class T, class FromJson>
std::vector<T> list_from_json(const json& object, const char* key, FromJson from_json) {
  std::vector<T> list;
  for (const json& item : get_array(object, key))
    if (item.is_object()) list.push_back(from_json(item));
  return list;
}

json one_sided_json(const OneSided& one) {
  return {{"kernel", one.kernel},  {"line", one.line},       {"nth", one.nth},
          {"number", one.number},  {"low", one.low},         {"high", one.high},
          {"whole", one.is_whole}, {"outcome", one.outcome}, {"was_both", one.was_both}};
}

OneSided one_sided_from_json(const json& object) {
  OneSided one;
  one.kernel = get_text(object, "kernel");
  one.line = static_cast<int>(get_int(object, "line"));
  one.nth = static_cast<int>(get_int(object, "nth"));
  one.number = get_double(object, "number");
  one.low = get_double(object, "low");
  one.high = get_double(object, "high");
  one.is_whole = get_bool(object, "whole");
  one.outcome = get_bool(object, "outcome");
  one.was_both = get_bool(object, "was_both");
  return one;
}

json lines_json(const LineRange& lines) {
  return json::array({lines.first, lines.last});
}

std::vector<LineRange> untried_from_json(const json& object) {
  std::vector<LineRange> list;
  for (const json& item : get_array(object, "untried"))
    if (item.is_array() && item.size() == 2 && item[0].is_number_integer() &&
        item[1].is_number_integer())
      list.push_back({item[0].get<int>(), item[1].get<int>()});
  return list;
}

json roofline_json(const Roofline& roofline) {
  return {{"variant", roofline.variant},
          {"device", "H200"},
          {"total", work_json(roofline.total)},
          {"kernels", list_json(roofline.kernels, work_json)}};
}

void read_work(const json& object, Verdict& verdict) {
  if (auto share = object.find("coverage"); share != object.end() && share->is_number())
    verdict.coverage = share->get<double>();
  const auto roofline = object.find("roofline");
  if (roofline == object.end() || !roofline->is_object()) return;
  Roofline read;
  read.variant = get_text(*roofline, "variant");
  if (auto total = roofline->find("total"); total != roofline->end() && total->is_object())
    read.total = work_from_json(*total);
  read.kernels = list_from_json<Work>(*roofline, "kernels", work_from_json);
  verdict.roofline = std::move(read);
}

// Null: the verifier's own bounds.
json tolerance_json(const std::optional<Allclose>& rule) {
  if (!rule) return nullptr;
  return {{"rule", "allclose"}, {"rtol", rule->rtol}, {"atol", rule->atol}};
}

std::optional<Allclose> tolerance_from_json(const json& object) {
  const auto rule = object.find("tolerance");
  if (rule == object.end() || !rule->is_object()) return std::nullopt;
  return Allclose{get_double(*rule, "rtol"), get_double(*rule, "atol")};
}

json verdict_json(const Verdict& verdict) {
  json object = {
      {"schema", kSchema},
      {"id", verdict.id},
      {"accepted", verdict.accepted},
      {"right_for_task", verdict.right_for_task},
      {"furthest_stage", stage_name(verdict.furthest_stage)},
      {"rejected_at", nullptr},
      {"reason", {{"code", verdict.reason.code}, {"message", verdict.reason.message}}},
      {"flags", verdict.flags},
      {"credit", number(verdict.credit)},
      {"stages", list_json(verdict.stages, stage_json)},
      {"inputs", list_json(verdict.inputs, input_json)},
      {"one_sided", list_json(verdict.one_sided, one_sided_json)},
      {"untried", list_json(verdict.untried, lines_json)},
      {"beyond", verdict.beyond},
      {"paired", verdict.paired},
      {"tile", verdict.tile},
      {"kernels", list_json(verdict.kernels, kernel_json)},
      {"coverage", nullptr},
      {"roofline", nullptr},
      {"timing", nullptr},
      {"modelled", nullptr},
      {"timing_note", verdict.timing_note},
      {"audit", list_json(verdict.audit, audit_json)},
      {"sandbox", verdict.sandbox},
      {"device", verdict.device},
      {"elapsed_ms", elapsed_json(verdict)},
      {"total_ms", number(verdict.total_ms)},
      {"evidence", verdict.evidence},
      {"candidate_sha256", verdict.candidate_sha256},
      {"seed", verdict.seed},
      {"tolerance", tolerance_json(verdict.allclose)},
      {"versions", verdict.versions},
      {"from_cache", verdict.from_cache},
      {"kept_age_s", nullptr},
  };
  if (verdict.kept_age_s) object["kept_age_s"] = number(*verdict.kept_age_s);
  if (verdict.rejected_at) object["rejected_at"] = stage_name(*verdict.rejected_at);
  if (verdict.coverage) object["coverage"] = *verdict.coverage;
  if (verdict.roofline) object["roofline"] = roofline_json(*verdict.roofline);
  if (verdict.timing) object["timing"] = timing_json(*verdict.timing);
  if (verdict.modelled) object["modelled"] = modelled_json(*verdict.modelled);
  return object;
}

void read_scalars(const json& object, Verdict& verdict) {
  verdict.id = get_text(object, "id");
  verdict.accepted = get_bool(object, "accepted");
  // Older builds did not say it.
  verdict.right_for_task =
      object.contains("right_for_task") ? get_bool(object, "right_for_task") : verdict.accepted;
  verdict.furthest_stage =
      stage_from_name(get_text(object, "furthest_stage")).value_or(Stage::kNone);
  if (auto stage = stage_from_name(get_text(object, "rejected_at"))) verdict.rejected_at = stage;
  verdict.credit = get_double(object, "credit");
  verdict.timing_note = get_text(object, "timing_note");
  verdict.device = get_text(object, "device");
  verdict.evidence = get_text(object, "evidence");
  verdict.candidate_sha256 = get_text(object, "candidate_sha256");
  verdict.total_ms = get_double(object, "total_ms");
  verdict.from_cache = get_bool(object, "from_cache");
  if (auto age = object.find("kept_age_s"); age != object.end() && age->is_number())
    verdict.kept_age_s = age->get<double>();
  if (auto seed = object.find("seed"); seed != object.end() && seed->is_number_integer())
    verdict.seed = seed->get<std::uint64_t>();
}

}  // namespace

std::string to_json_text(const Verdict& verdict) {
  // Evidence is untrusted bytes: invalid UTF-8 is replaced, never an exception.
  return verdict_json(verdict).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<Verdict> verdict_from_json_text(std::string_view text) {
  const json object = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object() || get_text(object, "schema") != kSchema) return std::nullopt;
  Verdict verdict;
  read_scalars(object, verdict);
  if (auto reason = object.find("reason"); reason != object.end() && reason->is_object())
    verdict.reason = {get_text(*reason, "code"), get_text(*reason, "message")};
  verdict.flags = text_list(get_array(object, "flags"));
  verdict.stages = list_from_json<StageResult>(object, "stages", stage_from_json);
  verdict.inputs = list_from_json<InputResult>(object, "inputs", input_from_json);
  verdict.one_sided = list_from_json<OneSided>(object, "one_sided", one_sided_from_json);
  verdict.untried = untried_from_json(object);
  verdict.beyond = object.value("beyond", std::vector<std::string>());
  verdict.paired = object.value("paired", std::vector<std::string>());
  verdict.tile = object.value("tile", 0);
  verdict.audit = list_from_json<Audit>(object, "audit", audit_from_json);
  verdict.kernels = list_from_json<KernelFacts>(object, "kernels", kernel_from_json);
  read_work(object, verdict);
  if (auto timing = object.find("timing"); timing != object.end() && timing->is_object())
    verdict.timing = timing_from_json(*timing);
  if (auto modelled = object.find("modelled"); modelled != object.end() && modelled->is_object())
    verdict.modelled = modelled_from_json(*modelled);
  verdict.allclose = tolerance_from_json(object);
  verdict.sandbox = text_list(get_array(object, "sandbox"));
  verdict.versions = text_map(object, "versions");
  return verdict;
}

}  // namespace nereid::verify
