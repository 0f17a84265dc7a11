// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace nereid::verify {

/// One form of a kernel on its way to the machine. Untrusted text: it holds names that the
/// candidate chose.
struct CompilerLevel {
  std::string level;       ///< "ttir", "ttgir", "llir", "ptx" or "sass"
  std::string text;        ///< UTF-8, at most 2 MB; empty if it was not kept
  std::vector<int> lines;  ///< per line of `text`: line of the candidate's file, from 1; 0 = none
  std::string note;        ///< why there is no text, or that it was cut
};

/// What the compiler made of one kernel.
struct KernelArtefacts {
  std::vector<CompilerLevel> levels;  ///< in the order above
  std::string cubin;                  ///< the bytes of the ELF file
};

/// What VerifyOptions::keep_artefacts keeps: one entry for each of Verdict::kernels, in the same
/// order. Never a part of a verdict's JSON form.
struct Artefacts {
  std::vector<KernelArtefacts> kernels;
};

}  // namespace nereid::verify
