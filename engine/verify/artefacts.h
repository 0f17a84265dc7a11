// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace nereid::verify {

/// A place that compiled code comes from. Lines count from 1, columns are bytes from 0.
struct SourcePlace {
  std::string file;  ///< empty: the candidate's; else a name such as "standard.py"
  int line = 0;
  int column = -1;   ///< -1: only the line is known
  int end_line = 0;  ///< of the expression that begins there; 0: not known
  int end_column = -1;
  bool operator==(const SourcePlace&) const = default;
  bool is_candidate() const { return file.empty(); }
  bool has_line(int wanted) const { return line <= wanted && wanted <= std::max(line, end_line); }
};

/// Innermost first: where inlined code is written, then who called it.
using PlaceStack = std::vector<SourcePlace>;

/// One form of a kernel on its way to the machine. Untrusted text: it holds names that the
/// candidate chose.
struct CompilerLevel {
  std::string level;       ///< "ttir", "ttgir", "llir", "ptx" or "sass"
  std::string text;        ///< UTF-8, at most 2 MB; empty if it was not kept
  std::vector<int> lines;  ///< per line of `text`: line of the candidate's file, from 1; 0 = none
  std::string note;        ///< why there is no text, or that it was cut
  std::vector<PlaceStack> stacks = {};  ///< each once
  std::vector<int> rows = {};           ///< per line of `text`: index into `stacks`; -1 = none
  /// Where a line of `text` comes from, counted from 0; empty where nothing is known.
  const PlaceStack& places(std::size_t row) const;
};

/// What the compiler made of one kernel.
struct KernelArtefacts {
  std::vector<CompilerLevel> levels;  ///< in the order above
  std::string cubin;                  ///< the bytes of the ELF file
};

/// One operation of the reference that a kernel of the candidate seems to do.
struct OperationLink {
  int number = 0;  ///< of the launch, from 1 in the order of launches; links of one have the same
  std::string kernel;
  int kernel_line = 0;    ///< of its def or decorator, in the candidate; 0: unknown
  int launch_line = 0;    ///< as the candidate's host tells; 0: unknown
  std::string operation;  ///< "silu", "softmax", ...
  SourcePlace place;      ///< of the operation, in the reference
  /// "equal": what the kernel stored has the operation's values; "inside": the operation lies on
  /// the way to one that is equal or an output, and no other launch stored its result; "output":
  /// the kernel stored what forward returns as this operation's result, with other values; "shape":
  /// it stored a tensor of the shape that this operation alone has.
  std::string evidence;
  double error = 0;  ///< relative, of "equal" and "output"
};

/// What VerifyOptions::keep_artefacts keeps, for people alone. Never a part of a verdict's JSON
/// form, and nothing is judged by it.
struct Artefacts {
  std::vector<KernelArtefacts> kernels;  ///< one for each of Verdict::kernels, in the same order
  std::vector<OperationLink> links = {};
};

}  // namespace nereid::verify
