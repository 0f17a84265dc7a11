// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/request/gpu_choice.h"

#include <cstdlib>
#include <filesystem>

#include "engine/base/machine.h"

namespace nereid::verify {

bool gpu_present() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) && has_gpu_file();
}

int gpu_index(const VerifyOptions& options) {
  const std::size_t colon = options.device.find(':');
  return colon == std::string::npos ? 0 : std::atoi(options.device.c_str() + colon + 1);
}

bool needs_own_sizes(const VerifyOptions& options) {
  return options.device != "cpu" && options.timing && gpu_present();
}

}  // namespace nereid::verify
