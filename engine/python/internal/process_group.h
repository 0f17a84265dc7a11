// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/result.h"

namespace nereid::python {

/// Joins the processes that torchrun has started into torch.distributed's default group, by the
/// variables that it set (MASTER_ADDR, RANK, ...). Returns the group's name, under which c10d finds
/// it. `backend` is torch's: "gloo", "cpu:gloo,cuda:nccl". Waits for all of them. Once a process.
Result<std::string> join_process_group(const std::string& backend);
/// Leaves it again. Nothing where there is none.
void leave_process_group();

}  // namespace nereid::python
