// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's library is loaded at run time: a machine without a GPU does not have it. Numbers and
// names below are those of NVML's public C interface.
#include "engine/base/nvml.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/base/machine.h"

namespace nereid {
namespace {

using Device = void*;
constexpr int kDone = 0;
constexpr unsigned kSmClock = 1, kMemoryClock = 2, kGpuTemperature = 0;

struct ReasonRow {
  std::uint64_t bit;
  std::string_view name;
  bool throttles;
};
constexpr std::array<ReasonRow, 9> kReasons = {{
    {0x1, "idle", false},
    {0x2, "clocks setting", false},
    {0x4, "power cap", false},
    {0x8, "hardware slowdown", true},
    {0x10, "sync boost", false},
    {0x20, "software thermal", true},
    {0x40, "hardware thermal", true},
    {0x80, "power brake", true},
    {0x100, "display clocks", false},
}};

/// The functions of the library that are used here; null where one is missing.
class Library {
 public:
  static const Library& get() {
    static const Library library;
    return library;
  }

  template <class... Args>
  bool call(const char* name, Args... args) const {
    if (handle_ == nullptr) return false;
    const auto function = reinterpret_cast<int (*)(Args...)>(dlsym(handle_, name));
    return function != nullptr && function(args...) == kDone;
  }

  /// The GPU that CUDA counts as `index`: NVML knows nothing of CUDA_VISIBLE_DEVICES.
  std::optional<Device> device(int index) const {
    const auto visible = visible_gpus();
    if (!visible) return numbered(static_cast<unsigned>(index));
    if (index < 0 || index >= std::ssize(*visible)) return std::nullopt;
    const std::string& name = (*visible)[static_cast<std::size_t>(index)];
    unsigned number = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (problem == std::errc() && end == name.data() + name.size()) return numbered(number);
    return named(name);
  }

  std::string uuid(Device device) const {
    std::array<char, 96> text = {};
    const bool found =
        call("nvmlDeviceGetUUID", device, text.data(), static_cast<unsigned>(text.size()));
    return found ? text.data() : "";
  }

 private:
  std::optional<Device> numbered(unsigned number) const {
    Device device = nullptr;
    if (!call("nvmlDeviceGetHandleByIndex_v2", number, &device)) return std::nullopt;
    return device;
  }

  // A UUID or its beginning, as CUDA takes it.
  std::optional<Device> named(const std::string& name) const {
    unsigned count = 0;
    if (!call("nvmlDeviceGetCount_v2", &count)) return std::nullopt;
    for (unsigned number = 0; number < count; ++number) {
      const std::optional<Device> device = numbered(number);
      if (device && uuid(*device).starts_with(name)) return device;
    }
    Device slice = nullptr;  // a part of a GPU (MIG) is known by its whole name alone
    if (!call("nvmlDeviceGetHandleByUUID", name.c_str(), &slice)) return std::nullopt;
    return slice;
  }

  Library() : handle_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ != nullptr && !call("nvmlInit_v2")) handle_ = nullptr;
  }
  void* handle_;
};

}  // namespace

bool GpuClock::is_throttled() const {
  for (const ReasonRow& row : kReasons)
    if (row.throttles && (slowed_by & row.bit) != 0) return true;
  return false;
}

std::string slowdown_text(std::uint64_t reasons) {
  std::string text;
  for (const ReasonRow& row : kReasons)
    if ((reasons & row.bit) != 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", row.name);
  return text.empty() ? "none" : text;
}

std::optional<GpuClock> gpu_clock(int index) {
  const Library& nvml = Library::get();
  const std::optional<Device> device = nvml.device(index);
  if (!device) return std::nullopt;
  GpuClock state;
  unsigned long long reasons = 0;
  (void)nvml.call("nvmlDeviceGetClockInfo", *device, kSmClock, &state.sm_mhz);
  (void)nvml.call("nvmlDeviceGetClockInfo", *device, kMemoryClock, &state.memory_mhz);
  (void)nvml.call("nvmlDeviceGetTemperature", *device, kGpuTemperature, &state.temperature_c);
  (void)nvml.call("nvmlDeviceGetPowerUsage", *device, &state.power_mw);
  if (!nvml.call("nvmlDeviceGetCurrentClocksEventReasons", *device, &reasons))
    (void)nvml.call("nvmlDeviceGetCurrentClocksThrottleReasons", *device, &reasons);
  state.slowed_by = reasons;
  return state;
}

std::string gpu_name(int index) {
  const Library& nvml = Library::get();
  if (const std::optional<Device> device = nvml.device(index))
    if (std::string uuid = nvml.uuid(*device); !uuid.empty()) return uuid;
  const auto visible = visible_gpus();
  return visible && index >= 0 && index < std::ssize(*visible)
             ? (*visible)[static_cast<std::size_t>(index)]
             : std::to_string(index);
}

std::optional<std::uint64_t> gpu_memory_bytes(int index) {
  struct Memory {
    unsigned long long total = 0, free = 0, used = 0;
  } memory;
  const Library& nvml = Library::get();
  const std::optional<Device> device = nvml.device(index);
  if (!device || !nvml.call("nvmlDeviceGetMemoryInfo", *device, &memory)) return std::nullopt;
  return memory.total;
}

std::map<std::string, std::string> gpu_facts(int index) {
  const Library& nvml = Library::get();
  const std::optional<Device> device = nvml.device(index);
  if (!device) return {{"nvml", "not available"}};
  std::map<std::string, std::string> facts;
  std::array<char, 96> driver = {};
  if (nvml.call("nvmlSystemGetDriverVersion", driver.data(), static_cast<unsigned>(driver.size())))
    facts["driver"] = driver.data();
  unsigned persistence = 0, limit_mw = 0, highest_mhz = 0;
  if (nvml.call("nvmlDeviceGetPersistenceMode", *device, &persistence))
    facts["persistence"] = persistence != 0 ? "on" : "off";
  if (nvml.call("nvmlDeviceGetEnforcedPowerLimit", *device, &limit_mw))
    facts["power_limit_w"] = fmt::format("{}", limit_mw / 1000);
  if (nvml.call("nvmlDeviceGetMaxClockInfo", *device, kSmClock, &highest_mhz))
    facts["sm_clock_max_mhz"] = fmt::format("{}", highest_mhz);
  unsigned memory_mhz = 0, temperature_c = 0, power_mw = 0;
  if (nvml.call("nvmlDeviceGetClockInfo", *device, kMemoryClock, &memory_mhz))
    facts["memory_clock_mhz"] = fmt::format("{}", memory_mhz);
  if (nvml.call("nvmlDeviceGetTemperature", *device, kGpuTemperature, &temperature_c))
    facts["temperature_c"] = fmt::format("{}", temperature_c);
  if (nvml.call("nvmlDeviceGetPowerUsage", *device, &power_mw))
    facts["power_w"] = fmt::format("{}", power_mw / 1000);
  return facts;
}

}  // namespace nereid
