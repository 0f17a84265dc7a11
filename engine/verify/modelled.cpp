// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/modelled.h"

#include <algorithm>
#include <array>

namespace nereid::verify {
namespace {

constexpr double kTera = 1e12;
constexpr double kL2BytesPerClock = 64;  // of one multiprocessor

constexpr Peaks kHopper = {.fp64 = 34 * kTera,
                           .fp32 = 67 * kTera,
                           .fp64_dot = 67 * kTera,
                           .tf32 = 494.5 * kTera,
                           .half = 989.5 * kTera,
                           .byte = 1979 * kTera};

constexpr std::array<ModelledDevice, 6> kDevices = {{
    {"H200", 4.8 * kTera, 132, 1.98e9, kHopper},
    {"H100", 3.35 * kTera, 132, 1.98e9, kHopper},
    {"A100",
     2.039 * kTera,
     108,
     1.41e9,
     {.fp64 = 9.7 * kTera,
      .fp32 = 19.5 * kTera,
      .fp64_dot = 19.5 * kTera,
      .tf32 = 156 * kTera,
      .half = 312 * kTera,
      .byte = 624 * kTera}},
    {"L40S",
     0.864 * kTera,
     142,
     2.52e9,
     {.fp64 = 1.4 * kTera,
      .fp32 = 91.6 * kTera,
      .fp64_dot = 1.4 * kTera,
      .tf32 = 183 * kTera,
      .half = 362 * kTera,
      .byte = 733 * kTera}},
    {"RTX 4090",
     1.008 * kTera,
     128,
     2.52e9,
     {.fp64 = 1.29 * kTera,
      .fp32 = 82.6 * kTera,
      .fp64_dot = 1.29 * kTera,
      .tf32 = 82.6 * kTera,
      .half = 165.2 * kTera,
      .byte = 330.3 * kTera}},
    {"L4",
     0.3 * kTera,
     58,
     2.04e9,
     {.fp64 = 0.47 * kTera,
      .fp32 = 30.3 * kTera,
      .fp64_dot = 0.47 * kTera,
      .tf32 = 60 * kTera,
      .half = 121 * kTera,
      .byte = 242.5 * kTera}},
}};

double dot_peak(std::string_view kind, const Peaks& peaks) {
  if (kind == "fp64") return peaks.fp64_dot;
  if (kind == "fp32") return peaks.fp32;  // matrix units know no plain float32
  if (kind == "tf32") return peaks.tf32;
  if (kind == "tf32x3") return peaks.tf32 / 3;
  if (kind == "fp8" || kind == "int8") return peaks.byte;
  return peaks.half;
}

double seconds_of_flops(const Work& work, const Peaks& peaks) {
  double seconds = 0;
  for (const auto& [kind, count] : work.dot_flops)
    seconds += static_cast<double>(count) / dot_peak(kind, peaks);
  for (const auto& [kind, count] : work.other_flops)
    seconds += static_cast<double>(count) / (kind == "fp64" ? peaks.fp64 : peaks.fp32);
  return seconds;
}

double flops_of(const Work& work) {
  double flops = 0;
  for (const auto* table : {&work.dot_flops, &work.other_flops})
    for (const auto& [kind, count] : *table) flops += static_cast<double>(count);
  return flops;
}

// Distinct bytes, and each atomic operation's there and back.
double bytes_of(const Work& work) {
  return static_cast<double>(work.bytes_read + work.bytes_written + 2 * work.atomic_bytes_again);
}

double seconds_of(const Work& work, const ModelledDevice& device) {
  double share = 1, bandwidth = device.bytes_per_second;
  if (work.programs > 0 && work.launches > 0) {
    const double at_once = static_cast<double>(work.programs) / work.launches;
    share = std::min(1.0, at_once / device.multiprocessors);
    bandwidth = std::min(bandwidth, at_once * kL2BytesPerClock * device.clock_hz);
  }
  return std::max(bytes_of(work) / bandwidth, seconds_of_flops(work, device.peaks) / share);
}

}  // namespace

std::span<const ModelledDevice> modelled_devices() {
  return kDevices;
}

const ModelledDevice* find_modelled_device(std::string_view name) {
  const auto* const found =
      std::find_if(kDevices.begin(), kDevices.end(),
                   [name](const ModelledDevice& device) { return device.name == name; });
  return found == kDevices.end() ? nullptr : found;
}

std::string modelled_device_names() {
  std::string names;
  for (const ModelledDevice& device : kDevices) {
    if (!names.empty()) names += ", ";
    names += device.name;
  }
  return names;
}

ModelledSide modelled_side(std::span<const Work> kernels, const ModelledDevice& device) {
  ModelledSide side;
  for (const Work& work : kernels) {
    side.launches += work.launches;
    side.bytes += bytes_of(work);
    side.flops += flops_of(work);
    side.us += work.launches * kModelledLaunchUs + 1e6 * seconds_of(work, device);
  }
  return side;
}

std::optional<ModelledTime> modelled_time(const Roofline& candidate, const Roofline& reference,
                                          const ModelledDevice& device) {
  ModelledTime time;
  time.device = device.name;
  time.variant = candidate.variant;
  time.candidate = modelled_side(candidate.kernels, device);
  time.reference = modelled_side(reference.kernels, device);
  if (time.candidate.launches < 1 || time.reference.launches < 1) return std::nullopt;
  time.speedup = time.reference.us / time.candidate.us;
  return time;
}

}  // namespace nereid::verify
