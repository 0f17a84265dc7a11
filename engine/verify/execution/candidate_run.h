// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/verify/execution/reference.h"
#include "engine/verify/processes/child.h"
#include "engine/verify/processes/gpu_workers.h"
#include "engine/verify/verifier.h"

namespace nereid::verify {

/// `kTrace`: launches are written down, no kernel runs. `kRun`: kernels run and outputs come.
/// `kTune` (GPU): every configuration of an autotuner is measured; later runs use the fastest.
enum class ForwardMode { kTrace, kRun, kTune };

/// What else the answer of a forward brings. `links`: what each launch stored (PROTOCOL.md,
/// "Links"). `second_look`: of the same input, with the draws of the forward before; brings
/// "computed", whether the host sent floating values that no weight has.
/// `same_model`: the model of the forward before is called, with other tensors; `other_model`: not
/// that one but another, of other weights, after which the next forward with the same model has
/// that one again. Nobody judges what the other one answers.
struct ForwardExtras {
  bool links = false;
  bool second_look = false;
  bool same_model = false;
  bool other_model = false;
};

/// The two children in which one candidate runs. The host executes its Python, but the tensors that
/// it holds have no memory there; the device holds the values, runs the text of its kernels, and
/// alone tells the judge what came out. A private link joins them. One thread.
class CandidateRun {
 public:
  /// `gpu`: the device is that GPU, otherwise the kernel machine.
  CandidateRun(ChildSource& children, const VerifyRequest& request, int source,
               const std::atomic<bool>& cancelled, std::optional<int> gpu = std::nullopt);
  ~CandidateRun();

  /// Starts the host. kUnavailable or kCancelled as of ChildSource. `checked`: the role `static`
  /// has passed the text, so that the host need not check it again.
  Result<void> start(bool checked = false);
  /// The host's first message: the static checks, sent before any line of the candidate runs.
  Step static_checks(const TimeLimit& limit);
  /// One forward with the values of a variant; the answer is the device's message "output", or how
  /// a child ended. `output` (a memory file) receives the outputs of kRun; -1 for kTrace. With
  /// `again` the model and the tensors of the forward before are used once more, with new values.
  /// `unfit`: kernels that the compiler found too large; launching them is an error that the
  /// candidate may catch.
  Result<Step> forward(ForwardMode mode, const PreparedVariant& variant, bool again, int output,
                       const TimeLimit& limit, const Json& unfit = Json::array(),
                       ForwardExtras extras = {});
  /// The launches that no earlier answer of kTrace listed: message "records" with "count" and the
  /// descriptor "records".
  Step new_records(const TimeLimit& limit);
  /// Asks the device something about its last forward (GPU: "warm", "measure", "refill").
  Step ask_device(const Json& body, const std::vector<int>& fds, const TimeLimit& limit);
  /// From the next forward on, host and device sit here, unless a GPU is the device. It outlives
  /// this, or null is given.
  void sit(const Seat* seat) { seat_ = seat; }
  /// The candidate has ended well: its GPU process may serve another one. Nothing may be asked
  /// after this.
  void give_back_gpu();

 private:
  Child& device() { return gpu_worker_ ? *gpu_worker_->child : *device_; }
  bool has_device() const { return device_ != nullptr || gpu_worker_ != nullptr; }
  Result<void> start_on_gpu(int device);
  Result<void> start_device();
  Step next_of_device(std::string_view op, const TimeLimit& limit);
  Step blame_host(std::string_view code);
  void take_seat();

  ChildSource& children_;
  const VerifyRequest& request_;
  const int source_;
  const std::atomic<bool>& cancelled_;
  const std::optional<int> gpu_;
  std::unique_ptr<Child> host_, device_;
  std::unique_ptr<GpuWorker> gpu_worker_;  ///< instead of device_
  const Seat* seat_ = nullptr;             ///< until both children sit there
  UniqueFd device_link_;                   ///< the device's end, until it is started
};

/// Whole seconds and MiB that the children of a candidate may use.
Json child_limits(double seconds);

}  // namespace nereid::verify
