// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/execution/sanitizer.h"

#include <gtest/gtest.h>

namespace nereid::verify {
namespace {

TEST(SanitizerLog, NamesTheFirstReportOfTheCandidatesKernels) {
  const Audit audit = read_sanitizer_log(
      "========= COMPUTE-SANITIZER\n"
      "========= Invalid __global__ read of size 4 bytes\n"
      "=========     at vectorized_elementwise_kernel+0x40\n"
      "=========\n"
      "========= Invalid __global__ write of size 4 bytes\n"
      "=========     at tail_kernel+0x1f0 in candidate.py:12\n"
      "=========     by thread (3,0,0) in block (1,0,0)\n"
      "=========     Access at 0x7f0000000200 is out of bounds\n"
      "=========\n"
      "========= Invalid __global__ write of size 4 bytes\n"
      "=========     at tail_kernel+0x1f0 in candidate.py:12\n"
      "=========\n"
      "========= ERROR SUMMARY: 3 errors\n",
      {"tail_kernel"});
  EXPECT_EQ(audit.findings, 2);
  EXPECT_EQ(audit.line, 12);
  EXPECT_EQ(audit.message,
            "Invalid __global__ write of size 4 bytes at tail_kernel+0x1f0 in candidate.py:12");
  EXPECT_EQ(audit.note, "");
}

TEST(SanitizerLog, ReadsRacesInTheirTitles) {
  const Audit audit = read_sanitizer_log(
      "========= COMPUTE-SANITIZER\n"
      "========= Error: Race reported between Write access at scan+0x90 in candidate.py:7\n"
      "=========     and Read access at scan+0xd0 in candidate.py:8 [48 hazards]\n"
      "=========\n"
      "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n",
      {"scan"});
  EXPECT_EQ(audit.findings, 1);
  EXPECT_EQ(audit.line, 7);
  EXPECT_EQ(audit.note, "");
}

TEST(SanitizerLog, NothingFound) {
  const Audit audit =
      read_sanitizer_log("========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n", {"k"});
  EXPECT_EQ(audit.findings, 0);
  EXPECT_EQ(audit.note, "");
}

TEST(SanitizerLog, AnUnfinishedReportSaysWhy) {
  const Audit audit = read_sanitizer_log(
      "========= COMPUTE-SANITIZER\n========= Error: Target application terminated before first "
      "instrumented API call\n",
      {"k"});
  EXPECT_EQ(audit.findings, 0);
  EXPECT_EQ(audit.note, "Error: Target application terminated before first instrumented API call");
  EXPECT_NE(read_sanitizer_log("", {"k"}).note, "");
}

}  // namespace
}  // namespace nereid::verify
