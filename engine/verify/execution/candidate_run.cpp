// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/execution/candidate_run.h"

#include <sys/socket.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "engine/base/answer_class.h"
#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

constexpr int kMemoryMb = 4096;
// A host whose link has closed is normally reaped within a millisecond.
constexpr std::chrono::seconds kHostEndLimit{2};

// Both ends block: the children wait for each other, and the judge's clock ends both.
Result<std::pair<UniqueFd, UniqueFd>> make_link() {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{ErrorCode::kUnavailable, std::string("socketpair: ") + std::strerror(errno)};
  return std::pair{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Step broken(const char* text) {
  return {{EndKind::kBroken, 0, text}, {}};
}

// Of host and device, behind the limits that the judge holds them to: configurations of an
// autotuner and the task's own inputs have theirs each.
double seconds_of(const VerifyOptions& options) {
  constexpr double kMany = 8;
  return kMany * (options.compile_limit_s + options.run_limit_s);
}

const char* mode_name(ForwardMode mode) {
  switch (mode) {
    case ForwardMode::kTrace:
      return "trace";
    case ForwardMode::kTune:
      return "tune";
    case ForwardMode::kRun:
      break;
  }
  return "run";
}

}  // namespace

Json child_limits(double seconds) {
  return {{"seconds", std::ceil(seconds)}, {"memory_mb", kMemoryMb}};
}

CandidateRun::CandidateRun(ChildSource& children, const VerifyRequest& request, int source,
                           const std::atomic<bool>& cancelled, std::optional<int> gpu)
    : children_(children), request_(request), source_(source), cancelled_(cancelled), gpu_(gpu) {}

CandidateRun::~CandidateRun() = default;

Result<void> CandidateRun::start(bool checked) {
  Result<std::pair<UniqueFd, UniqueFd>> link = make_link();
  if (!link) return link.error();
  const Json request = {{"op", "host"},
                        {"answers", answer_classes(request_.entry_point)},
                        {"checked", checked},
                        {"policy", policy_name(request_.options.policy)},
                        {"limits", child_limits(seconds_of(request_.options))}};
  auto child = children_.start_child(
      Role::kCompiler, request, {{"source", source_}, {"link", link->first.get()}}, cancelled_);
  if (!child) return child.error();
  host_ = std::move(*child);
  device_link_ = std::move(link->second);
  return {};
}

Step CandidateRun::static_checks(const TimeLimit& limit) {
  Step step = host_->next(limit, cancelled_);
  const std::string op = step.message.op();
  if (step.end == EndKind::kMessage && op != "static" && op != "error")
    return broken("sent a message that nobody asked for");
  return step;
}

Result<void> CandidateRun::start_device() {
  if (gpu_) return start_on_gpu(*gpu_);
  Json request = {{"op", "device"},
                  {"policy", policy_name(request_.options.policy)},
                  {"limits", child_limits(seconds_of(request_.options))}};
  auto child =
      children_.start_child(Role::kDevice, std::move(request),
                            {{"source", source_}, {"link", device_link_.get()}}, cancelled_);
  if (!child) return child.error();
  device_ = std::move(*child);
  device_link_.reset();
  return {};
}

Result<void> CandidateRun::start_on_gpu(int device) {
  GpuWorkers* const workers = children_.gpu_workers();
  if (workers == nullptr) return Error{ErrorCode::kUnsupported, "no candidate runs on a GPU here"};
  Result<std::unique_ptr<GpuWorker>> worker = workers->take(device, cancelled_);
  if (!worker) return worker.error();
  gpu_worker_ = std::move(*worker);
  ++gpu_worker_->candidates;
  // A failed send shows below, as the end of the worker.
  (void)gpu_worker_->child->send({{"op", "candidate"},
                                  {"policy", policy_name(request_.options.policy)},
                                  {"fds", {"source", "link"}}},
                                 {source_, device_link_.get()});
  device_link_.reset();
  return {};
}

void CandidateRun::give_back_gpu() {
  if (!gpu_worker_) return;
  children_.gpu_workers()->give_back(std::move(gpu_worker_));
}

Result<Step> CandidateRun::forward(ForwardMode mode, const PreparedVariant& variant, bool again,
                                   int output, const TimeLimit& limit, const Json& unfit,
                                   ForwardExtras extras) {
  const Result<UniqueFd> given = reopen_read_only(variant.given.get());
  if (!given) return given.error();
  const char* const name = mode_name(mode);
  take_seat();
  // Failed sends show below, as the end of a child with its reason.
  (void)host_->send({{"op", "forward"},
                     {"mode", name},
                     {"again", again},
                     {"same_model", extras.same_model},
                     {"other_model", extras.other_model}},
                    {});
  // The host imports the candidate while the device is made.
  if (!has_device())
    if (Result<void> started = start_device(); !started) return started.error();
  Json body = {{"op", "input"},  {"variant", variant.name},         {"mode", name},
               {"again", again}, {"same_model", extras.same_model}, {"unfit", unfit}};
  std::vector<int> fds = {given->get()};
  if (extras.links) body["links"] = true;
  if (extras.second_look) body["second_look"] = true;
  if (request_.options.trace && mode == ForwardMode::kRun) body["keep"] = true;
  if (!request_.options.modelled_device.empty()) body["model"] = true;
  body["fds"] = {"given"};
  if (output >= 0) {
    body["fds"].push_back("output");
    fds.push_back(output);
  }
  (void)device().send(body, fds);
  Step step = next_of_device("output", limit);
  if (step.end != EndKind::kMessage || step.message.op() == "error") return step;
  if (json_value(step.message.body, "variant", std::string()) != variant.name)
    return broken("sent a message that nobody asked for");
  const std::string code = json_value(step.message.body, "code", std::string());
  if (code == "host_lost" || code == "host_broken") return blame_host(code);
  return step;
}

// They begin apart: the host imports its candidate while the device is made.
void CandidateRun::take_seat() {
  if (seat_ == nullptr || gpu_ || device_ == nullptr) return;
  if (host_->sit(*seat_) && device_->sit(*seat_)) seat_ = nullptr;
}

Step CandidateRun::new_records(const TimeLimit& limit) {
  return ask_device({{"op", "records"}}, {}, limit);
}

Step CandidateRun::ask_device(const Json& body, const std::vector<int>& fds,
                              const TimeLimit& limit) {
  (void)device().send(body, fds);
  return next_of_device(json_value(body, "op", std::string()), limit);
}

Step CandidateRun::next_of_device(std::string_view op, const TimeLimit& limit) {
  // On a GPU a device waits without a processor for what it does.
  Step step = device().next(limit, cancelled_, host_.get(), /*ends_idle=*/!gpu_);
  if (step.end == EndKind::kMessage && step.message.op() != op && step.message.op() != "error")
    return broken("sent a message that nobody asked for");
  return step;
}

// The device says that the link has ended; how the host ended says why.
Step CandidateRun::blame_host(std::string_view code) {
  if (code == "host_broken") return broken("sent a broken message");
  Step step = host_->next(Clock::now() + kHostEndLimit, cancelled_);
  if (step.end == EndKind::kMessage) return broken("sent a message that nobody asked for");
  if (step.end == EndKind::kTimeout) return broken("closed its link and went on");
  return step;
}

}  // namespace nereid::verify
