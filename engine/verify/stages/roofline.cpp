// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/roofline.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/verify/stages/parse_artefacts.h"

namespace nereid::verify {
namespace {

constexpr double kBytesPerSecond = 4.8e12;

struct Peak {
  std::string_view kind;
  double flops_per_second;
};
constexpr std::array<Peak, 8> kPeaks = {{{"fp64", 67e12},
                                         {"fp32", 67e12},
                                         {"tf32", 494.5e12},
                                         {"tf32x3", 494.5e12 / 3},
                                         {"fp16", 989.5e12},
                                         {"bf16", 989.5e12},
                                         {"fp8", 1979e12},
                                         {"int8", 1979e12}}};

double peak_of(std::string_view kind) {
  for (const Peak& peak : kPeaks)
    if (peak.kind == kind) return peak.flops_per_second;
  return 1979e12;  // an unknown kind makes no bound higher than it may be
}

std::int64_t count_of(const Json& object, const char* key) {
  return std::max<std::int64_t>(0, json_value(object, key, std::int64_t{0}));
}

Work work_of(const Json& object) {
  Work work;
  work.kernel = json_value(object, "name", std::string());
  work.launches = std::max(0, json_value(object, "launches", 0));
  work.bytes_read = count_of(object, "read");
  work.bytes_written = count_of(object, "written");
  work.dot_flops = json_value(object, "dot_flops", std::map<std::string, std::int64_t>());
  work.other_flops = json_value(object, "flops", std::map<std::string, std::int64_t>());
  work.bytes_requested = count_of(object, "requested");
  work.atomic_bytes_again = count_of(object, "atomics_again");
  work.programs = count_of(object, "programs");
  bound_by_peaks(work);
  return work;
}

}  // namespace

void bound_by_peaks(Work& work) {
  const auto bytes = static_cast<double>(work.bytes_read + work.bytes_written);
  double flops = 0, seconds = 0;
  for (const auto& [kind, count] : work.dot_flops) {
    flops += static_cast<double>(count);
    seconds += static_cast<double>(count) / peak_of(kind);
  }
  const double memory_seconds = bytes / kBytesPerSecond;
  work.intensity = bytes > 0 ? flops / bytes : 0;
  work.bound_us = std::max(seconds, memory_seconds) * 1e6;
  work.limit = seconds > memory_seconds ? "compute" : "memory";
}

std::optional<Roofline> roofline_of(const Json& answer, const std::string& variant) {
  const auto list = answer.find("work");
  if (list == answer.end() || !list->is_array() || list->empty() || list->size() > kMaxKernels)
    return std::nullopt;
  Roofline roofline;
  roofline.variant = variant;
  double bound_us = 0;
  for (const Json& entry : *list) {
    Work work = work_of(entry);
    roofline.total.launches += work.launches;
    roofline.total.bytes_read += work.bytes_read;
    roofline.total.bytes_written += work.bytes_written;
    for (const auto& [kind, count] : work.dot_flops) roofline.total.dot_flops[kind] += count;
    for (const auto& [kind, count] : work.other_flops) roofline.total.other_flops[kind] += count;
    roofline.total.bytes_requested += work.bytes_requested;
    roofline.total.atomic_bytes_again += work.atomic_bytes_again;
    roofline.total.programs += work.programs;
    bound_us += work.bound_us;
    roofline.kernels.push_back(std::move(work));
  }
  bound_by_peaks(roofline.total);
  roofline.total.bound_us = bound_us;  // launches run one after another
  return roofline;
}

}  // namespace nereid::verify
