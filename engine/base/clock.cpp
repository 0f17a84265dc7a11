// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/clock.h"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>

namespace nereid {

std::int64_t unix_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string time_stamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return std::string(text, length);
}

std::int64_t steady_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

double process_age_ms() {
  std::ifstream file("/proc/self/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(')');  // the name may hold blanks and brackets
  if (name_end == std::string::npos) return 0;
  constexpr int kFieldsBetween = 19;  // from the state to the start time: proc(5), fields 3 to 22
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int i = 0; i < kFieldsBetween; ++i) fields >> skipped;
  double start_ticks = 0;
  if (!(fields >> start_ticks)) return 0;
  std::timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const double since_boot_ms =
      static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
  return since_boot_ms - start_ticks * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace nereid
