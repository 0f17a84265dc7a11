// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace nereid::policy::cuda {

/// A stream of the CUDA driver: cudaStream_t, CUstream.
using StreamHandle = void*;

/// Number of blocks, and of threads in each.
struct Grid {
  unsigned x = 1, y = 1, z = 1;
  unsigned threads = 256;
  unsigned shared_bytes = 0;  ///< of shared memory beside what the kernel declares
  /// It may start before the kernel ahead of it has ended, since it waits itself (on Hopper;
  /// elsewhere it makes no difference).
  bool starts_early = false;
  /// Others may run at the same time: all such kernels divide a multiprocessor's memory alike.
  bool overlaps = false;
  /// Blocks one above the other that run at the same time and reach each other's shared memory; on
  /// Hopper alone.
  unsigned cluster_y = 1;
};

constexpr int kHopper = 90;  ///< the compute capability that kernels have machine code for

/// The kernels of one image in the context that is current on this thread, or else in the primary
/// one of a device, which libtorch's is. Needs no CUDA toolkit: the driver is loaded when first
/// asked for.
class Module {
 public:
  /// Null where the build has no kernels or the machine no driver that takes them; `why` says
  /// which. A thread without a context gets that of `device`: those of a backward pass have none
  /// until an operator of libtorch has run on them. A thread that has one keeps it: make `device`
  /// libtorch's current one before, for this and for launches.
  static std::shared_ptr<Module> load(std::string& why, int device);
  virtual ~Module() = default;
  /// Compute capability of its GPU, 90 for 9.0.
  virtual int capability() const = 0;
  /// Its multiprocessors; 0 where nobody can say.
  virtual int multiprocessors() const = 0;
  /// Starts a kernel; `arguments` is its one parameter. Throws std::runtime_error with the driver's
  /// words.
  virtual void launch(std::string_view kernel, const Grid& grid, const void* arguments,
                      StreamHandle stream) = 0;

  /// Work that was recorded once and is started as a whole.
  class Graph {
   public:
    virtual ~Graph() = default;
    virtual void launch(StreamHandle stream) = 0;
  };
  /// Everything that is launched on `stream` from here to end_capture() is recorded, not run. The
  /// stream must not be the default one.
  virtual void begin_capture(StreamHandle stream) = 0;
  virtual std::unique_ptr<Graph> end_capture(StreamHandle stream) = 0;
  /// What is launched on `after` from here on waits for all that was launched on `before`, also
  /// where both are recorded: a stream that waits for a recorded one is recorded with it.
  virtual void order(StreamHandle before, StreamHandle after) = 0;
};

}  // namespace nereid::policy::cuda
