// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include "engine/base/result.h"

namespace nereid::app {

// Exit statuses of every command (design section 6).
inline constexpr int kExitDone = 0;
inline constexpr int kExitNo = 1;     ///< the answer is no: rejected, check failed
inline constexpr int kExitError = 2;  ///< it could not be done

/// Prints "nereid: MESSAGE" on standard error and returns kExitError.
int report_error(const Error& error);

// Each adds one subcommand to `app`; its callback stores the exit status in `status`. One file
// each, without Qt.
void add_train_command(CLI::App& app, int& status);
void add_run_command(CLI::App& app, int& status);
void add_eval_command(CLI::App& app, int& status);
void add_verify_command(CLI::App& app, int& status);
void add_distill_command(CLI::App& app, int& status);
void add_ablate_command(CLI::App& app, int& status);
void add_tasks_command(CLI::App& app, int& status);
void add_data_command(CLI::App& app, int& status);
void add_model_command(CLI::App& app, int& status);
void add_record_command(CLI::App& app, int& status);
void add_report_command(CLI::App& app, int& status);
void add_cache_command(CLI::App& app, int& status);
void add_bench_command(CLI::App& app, int& status);
void add_doctor_command(CLI::App& app, int& status);
void add_setup_command(CLI::App& app, int& status);

/// All of the above.
void add_commands(CLI::App& app, int& status);

}  // namespace nereid::app
