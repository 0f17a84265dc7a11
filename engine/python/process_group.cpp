// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/python/internal/process_group.h"

#include <pybind11/embed.h>

#include <cstdlib>
#include <string>

#include "engine/python/internal/interpreter.h"

namespace nereid::python {
namespace {

// A pause, a validation or a slow judgement of one process keeps the others waiting for as long as
// it takes; that a process has died is seen by its connections, and by torchrun.
constexpr int kTimeoutDays = 7;

}  // namespace

Result<std::string> join_process_group(const std::string& backend) {
  if (Result<void> started = start_interpreter(); !started) return started.error();
  const pybind11::gil_scoped_acquire gil;
  try {
    const auto torch = pybind11::module_::import("torch.distributed");
    const auto days = pybind11::module_::import("datetime").attr("timedelta")(kTimeoutDays);
    // torchrun keeps its store over restarts, with the addresses of the processes that are gone.
    const char* restart = std::getenv("TORCHELASTIC_RESTART_COUNT");
    const auto met = pybind11::module_::import("torch.distributed.rendezvous")
                         .attr("rendezvous")("env://")
                         .attr("__next__")()
                         .cast<pybind11::tuple>();
    const auto store = torch.attr("PrefixStore")(
        std::string("nereid/attempt-") + (restart != nullptr ? restart : "0"), met[0]);
    torch.attr("init_process_group")(pybind11::arg("backend") = backend,
                                     pybind11::arg("store") = store, pybind11::arg("rank") = met[1],
                                     pybind11::arg("world_size") = met[2],
                                     pybind11::arg("timeout") = days);
    return torch.attr("group").attr("WORLD").attr("group_name").cast<std::string>();
  } catch (const pybind11::error_already_set& problem) {
    return Error{ErrorCode::kUnavailable,
                 std::string("torch.distributed did not start: ") + problem.what() +
                     "; start the run with torchrun, which sets MASTER_ADDR, MASTER_PORT, RANK and "
                     "WORLD_SIZE"};
  }
}

void leave_process_group() {
  if (Py_IsInitialized() == 0) return;
  const pybind11::gil_scoped_acquire gil;
  try {
    const auto torch = pybind11::module_::import("torch.distributed");
    if (torch.attr("is_initialized")().cast<bool>()) torch.attr("destroy_process_group")();
  } catch (const pybind11::error_already_set&) {
    // The others are gone: there is nothing left to leave.
  }
}

}  // namespace nereid::python
