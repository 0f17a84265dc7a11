// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace nereid::app {

struct RayBatch {
  std::string address;  ///< of the Ray cluster: "auto" or "HOST:PORT"
  std::string batch;    ///< file of requests, one a line
  std::string device;
  std::string policy;
  std::string entry_point;
  std::uint64_t seed = 0;
  int jobs = 0;  ///< on every node
  bool json = false;
};

/// Judges the batch on a Ray cluster: starts the project's Python with nereid.ray_batch and prints
/// its verdicts as they come, in the form of `nereid verify --batch`. Returns the exit status.
int verify_batch_over_ray(const RayBatch& arguments);

}  // namespace nereid::app
