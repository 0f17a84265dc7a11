// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>

#include "engine/base/result.h"
#include "engine/report/document.h"
#include "engine/report/run_facts.h"

namespace nereid::report {

/// A page about runs: how each ended, what it was made with, its pass rates with intervals, curves,
/// funnel, commonest reasons, best and worst kernels. With several, a table of them first. A pure
/// function of the facts: it holds no time of its making and no place.
Document run_report(std::span<const RunFacts> runs);

struct ReportFiles {
  std::filesystem::path html, pdf;
};
/// Writes the report on some run folders, one or more, into a folder that is made where it is
/// missing; made again from the same records the bytes are equal. An error names the record or the
/// file.
Result<ReportFiles> write_run_report(std::span<const std::filesystem::path> run_dirs,
                                     const std::filesystem::path& out);

}  // namespace nereid::report
