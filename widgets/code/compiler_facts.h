// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/verify/artefacts.h"
#include "engine/verify/verdict.h"
#include "widgets/code/code_notes.h"

namespace nereid::widgets {

/// How one access to global memory is done by the machine.
struct AccessWidth {
  int bits = 0;  ///< of one thread's access; 0: not one, or by the tensor memory accelerator
  bool isStore = false;  ///< else a load
  bool isAtomic = false;
  bool isAsync = false;  ///< copies to shared memory while the program goes on
  bool isBulk = false;   ///< by the tensor memory accelerator
};

/// The access that a line of PTX makes, "ld.global.v4.b32 {...}" = a load of 128 bits; neither load
/// nor store nor atomic where it makes none.
std::optional<AccessWidth> accessOf(std::string_view ptx);

/// What the compiler made of a candidate, for the margin of its source: at each `def` of a kernel
/// registers and occupancy, and where artefacts were kept the widths of loads and stores at their
/// lines. Rows in order.
std::vector<CodeFact> compilerFacts(const verify::Verdict& verdict, const QString& source);

/// The row of `def NAME(` in a source, from 0, with its decorators before and its body behind:
/// [first, def, end). -1 where there is none.
struct FunctionRows {
  int first = -1, def = -1, end = -1;
};
FunctionRows rowsOfFunction(const QStringList& lines, const QString& name);

}  // namespace nereid::widgets
