// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/cuda/driver.h"

#include <dlfcn.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <stdexcept>

#ifdef NEREID_HAS_DECODE_KERNELS
extern "C" const unsigned char nereid_decode_kernels[];
#endif

namespace nereid::policy::cuda {
namespace {

// The part of the driver's interface that is used here, as cuda.h declares it.
using Handle = void*;
using Code = int;
constexpr int kThreadLocalCapture = 1;  // other threads may go on allocating memory
constexpr int kMostDynamicShared = 8, kShareOfShared = 9;                  // CUfunction_attribute
constexpr unsigned kNoTiming = 2;                                          // CUevent_flags
constexpr int kMostOfIt = 100;                                             // per cent
constexpr unsigned kClusterDimension = 4, kProgrammaticSerialization = 6;  // CUlaunchAttributeID
constexpr int kMultiprocessorCount = 16;                                   // CUdevice_attribute
constexpr int kComputeCapabilityMajor = 75, kComputeCapabilityMinor = 76;

// CUlaunchAttribute: a value has 64 bytes, whatever it is.
struct LaunchAttribute {
  unsigned id = 0;
  unsigned unused = 0;
  union {
    char all[64];
    int is_allowed;
    unsigned cluster[3];
  } value{};
};
static_assert(sizeof(LaunchAttribute) == 72);
// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes;
  Handle stream;
  LaunchAttribute* attributes;
  unsigned attribute_count;
};
static_assert(sizeof(LaunchConfig) == 56);

struct Driver {
  Code (*get_context)(Handle*) = nullptr;
  Code (*set_context)(Handle) = nullptr;
  Code (*get_device)(int*, int) = nullptr;
  Code (*retain_context)(Handle*, int) = nullptr;
  Code (*load_module)(Handle*, const void*) = nullptr;
  Code (*get_function)(Handle*, Handle, const char*) = nullptr;
  Code (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                 Handle, void**, void**) = nullptr;
  // Null where the driver is old:
  Code (*launch_with)(const LaunchConfig*, Handle, void**, void**) = nullptr;
  Code (*get_device_of_context)(int*) = nullptr;
  Code (*get_device_attribute)(int*, int, int) = nullptr;
  Code (*set_attribute)(Handle, int, int) = nullptr;
  Code (*begin_capture)(Handle, int) = nullptr;
  Code (*end_capture)(Handle, Handle*) = nullptr;
  Code (*instantiate)(Handle*, Handle, unsigned long long) = nullptr;
  Code (*launch_graph)(Handle, Handle) = nullptr;
  Code (*destroy_instance)(Handle) = nullptr;
  Code (*destroy_graph)(Handle) = nullptr;
  Code (*create_event)(Handle*, unsigned) = nullptr;
  Code (*record_event)(Handle, Handle) = nullptr;
  Code (*wait_for_event)(Handle, Handle, unsigned) = nullptr;
  Code (*destroy_event)(Handle) = nullptr;
  Code (*error_text)(Code, const char**) = nullptr;
  bool complete = true;

  Driver() {
    void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    const auto find = [&](auto& function, const char* name) {
      void* const address = library == nullptr ? nullptr : ::dlsym(library, name);
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
      complete = complete && address != nullptr;
    };
    find(get_context, "cuCtxGetCurrent");
    find(set_context, "cuCtxSetCurrent");
    find(get_device, "cuDeviceGet");
    find(retain_context, "cuDevicePrimaryCtxRetain");
    find(load_module, "cuModuleLoadData");
    find(get_function, "cuModuleGetFunction");
    find(launch, "cuLaunchKernel");
    find(set_attribute, "cuFuncSetAttribute");
    find(begin_capture, "cuStreamBeginCapture_v2");
    find(end_capture, "cuStreamEndCapture");
    find(instantiate, "cuGraphInstantiateWithFlags");
    find(launch_graph, "cuGraphLaunch");
    find(destroy_instance, "cuGraphExecDestroy");
    find(destroy_graph, "cuGraphDestroy");
    find(create_event, "cuEventCreate");
    find(record_event, "cuEventRecord");
    find(wait_for_event, "cuStreamWaitEvent");
    find(destroy_event, "cuEventDestroy_v2");
    find(error_text, "cuGetErrorString");
    const bool enough = complete;
    find(launch_with, "cuLaunchKernelEx");
    find(get_device_of_context, "cuCtxGetDevice");
    find(get_device_attribute, "cuDeviceGetAttribute");
    complete = enough;
  }

  std::string text(Code code) const {
    const char* words = nullptr;
    if (error_text(code, &words) != 0 || words == nullptr) words = "unknown error";
    return std::string(words) + " (" + std::to_string(code) + ")";
  }
  void check(Code code, std::string_view what) const {
    if (code != 0)
      throw std::runtime_error("CUDA kernels, " + std::string(what) + ": " + text(code));
  }
};

// The compiled kernels, or null.
const unsigned char* image() {
#ifdef NEREID_HAS_DECODE_KERNELS
  return nereid_decode_kernels;
#else
  return nullptr;
#endif
}

const Driver& driver() {
  static const Driver one;
  return one;
}

class LoadedGraph : public Module::Graph {
 public:
  explicit LoadedGraph(Handle graph) : graph_(graph) {
    driver().check(driver().instantiate(&instance_, graph_, 0), "instantiating a graph");
  }
  LoadedGraph(const LoadedGraph&) = delete;
  LoadedGraph& operator=(const LoadedGraph&) = delete;
  ~LoadedGraph() override {
    driver().destroy_instance(instance_);
    driver().destroy_graph(graph_);
  }
  void launch(StreamHandle stream) override {
    driver().check(driver().launch_graph(instance_, stream), "launching a graph");
  }

 private:
  Handle graph_;
  Handle instance_ = nullptr;
};

// An attribute of the GPU of the current context; 0 where nobody can say.
int attribute_of_context(int attribute) {
  int device = 0, value = 0;
  const bool is_known = driver().get_device_of_context != nullptr &&
                        driver().get_device_attribute != nullptr &&
                        driver().get_device_of_context(&device) == 0 &&
                        driver().get_device_attribute(&value, attribute, device) == 0;
  return is_known ? value : 0;
}
// Compute capability of that GPU, 90 for 9.0.
int capability_of_context() {
  return 10 * attribute_of_context(kComputeCapabilityMajor) +
         attribute_of_context(kComputeCapabilityMinor);
}

// Modules are never unloaded: a context keeps them to its end.
class LoadedModule : public Module {
 public:
  explicit LoadedModule(Handle module)
      : module_(module),
        capability_(capability_of_context()),
        multiprocessors_(attribute_of_context(kMultiprocessorCount)),
        may_overlap_(driver().launch_with != nullptr && capability_ == kHopper) {}

  int capability() const override { return capability_; }
  int multiprocessors() const override { return multiprocessors_; }

  void launch(std::string_view kernel, const Grid& grid, const void* arguments,
              StreamHandle stream) override {
    void* parameters[] = {const_cast<void*>(arguments)};
    const Handle handle = function(kernel, grid);
    LaunchAttribute attributes[2];
    unsigned count = 0;
    if (grid.starts_early && may_overlap_) {
      attributes[count].id = kProgrammaticSerialization;
      attributes[count++].value.is_allowed = 1;
    }
    if (grid.cluster_y > 1 && driver().launch_with != nullptr) {
      attributes[count].id = kClusterDimension;
      attributes[count].value.cluster[0] = attributes[count].value.cluster[2] = 1;
      attributes[count++].value.cluster[1] = grid.cluster_y;
    }
    if (count == 0) {
      driver().check(driver().launch(handle, grid.x, grid.y, grid.z, grid.threads, 1, 1,
                                     grid.shared_bytes, stream, parameters, nullptr),
                     kernel);
      return;
    }
    const LaunchConfig config{grid.x, grid.y,     grid.z, grid.threads, 1, 1, grid.shared_bytes,
                              stream, attributes, count};
    driver().check(driver().launch_with(&config, handle, parameters, nullptr), kernel);
  }
  void begin_capture(StreamHandle stream) override {
    driver().check(driver().begin_capture(stream, kThreadLocalCapture), "recording a graph");
  }
  std::unique_ptr<Graph> end_capture(StreamHandle stream) override {
    Handle graph = nullptr;
    driver().check(driver().end_capture(stream, &graph), "recording a graph");
    return std::make_unique<LoadedGraph>(graph);
  }
  void order(StreamHandle before, StreamHandle after) override {
    Handle event = nullptr;
    driver().check(driver().create_event(&event, kNoTiming), "making an event");
    Code code = driver().record_event(event, before);
    if (code == 0) code = driver().wait_for_event(after, event, 0);
    driver().destroy_event(event);  // the driver keeps it for as long as somebody waits
    driver().check(code, "ordering two streams");
  }

 private:
  // Kernels that overlap must agree on how much of a multiprocessor's memory is shared memory,
  // since it is divided anew only where none runs.
  Handle function(std::string_view kernel, const Grid& grid) {
    const std::lock_guard lock(mutex_);
    auto found = functions_.find(kernel);
    if (found == functions_.end()) {
      Handle handle = nullptr;
      const std::string name(kernel);
      driver().check(driver().get_function(&handle, module_, name.c_str()), name);
      if (grid.shared_bytes > 0)
        driver().check(
            driver().set_attribute(handle, kMostDynamicShared, static_cast<int>(grid.shared_bytes)),
            name);
      if (grid.overlaps)
        driver().check(driver().set_attribute(handle, kShareOfShared, kMostOfIt), name);
      found = functions_.emplace(name, handle).first;
    }
    return found->second;
  }

  Handle module_;
  int capability_, multiprocessors_;
  // Kernels may begin before the one ahead of them has ended. They wait for it by themselves in
  // Hopper's machine code alone: what other GPUs' drivers compile has no such instruction.
  bool may_overlap_;
  std::mutex mutex_;  // a backward pass launches from a thread of its own
  std::map<std::string, Handle, std::less<>> functions_;
};

// The context of this thread; without one the primary one of `device` is made its own. Null where
// there is none. It stays retained: libtorch holds it to the end of the process as well.
Handle context_of_thread(int device) {
  Handle context = nullptr;
  if (driver().get_context(&context) != 0 || context != nullptr) return context;
  int handle = 0;
  if (driver().get_device(&handle, device) != 0) return nullptr;
  if (driver().retain_context(&context, handle) != 0) return nullptr;
  return driver().set_context(context) == 0 ? context : nullptr;
}

}  // namespace

std::shared_ptr<Module> Module::load(std::string& why, int device) {
  if (image() == nullptr) {
    why = "this build has no CUDA kernels: no nvcc was found";
    return nullptr;
  }
  if (!driver().complete) {
    why = "there is no CUDA driver (libcuda.so.1), or it is too old";
    return nullptr;
  }
  const Handle context = context_of_thread(device);
  if (context == nullptr) {
    why = "no CUDA device is in use on this thread";
    return nullptr;
  }
  static std::mutex mutex;
  static std::map<Handle, std::shared_ptr<Module>> by_context;
  const std::lock_guard lock(mutex);
  const auto found = by_context.find(context);
  if (found != by_context.end()) return found->second;
  Handle module = nullptr;
  if (const Code code = driver().load_module(&module, image()); code != 0) {
    why = "the CUDA kernels do not fit this GPU: " + driver().text(code);
    return nullptr;
  }
  return by_context[context] = std::make_shared<LoadedModule>(module);
}

}  // namespace nereid::policy::cuda
