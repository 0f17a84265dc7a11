// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/compiler_facts.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

struct Accesses {
  std::map<int, int> loads, stores, atomics;  // bits of one access -> instructions
  bool isAsync = false, isBulk = false;
};

int numberIn(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(by), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// The instruction without its predicate: "ld.global.v4.b32".
std::string_view instructionOf(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin);
  if (line.front() == '@') {
    const auto gap = line.find_first_of(" \t");
    if (gap == std::string_view::npos) return {};
    return instructionOf(line.substr(gap));
  }
  return line.substr(0, line.find_first_of(" \t;"));
}

// cp.async.cg.shared.global [ to ], [ from ], 0x10, size: the third operand is bytes.
int bytesOfAsync(std::string_view line) {
  const auto parts = split(line, ',');
  if (parts.size() < 3) return 0;
  std::string_view size = parts[2];
  size.remove_prefix(std::min(size.find_first_not_of(" \t"), size.size()));
  if (size.starts_with("0x")) {
    int number = 0;
    std::from_chars(size.data() + 2, size.data() + size.size(), number, 16);
    return number;
  }
  return numberIn(size);
}

int bitsOf(const std::vector<std::string_view>& parts) {
  int count = 1;
  int bits = 0;
  for (const std::string_view part : parts) {
    if (part == "v2" || part == "v4" || part == "v8") count = numberIn(part.substr(1));
    if (part.size() > 1 && std::string_view("bsuf").find(part.front()) != std::string_view::npos &&
        part.find_first_not_of("0123456789", 1) == std::string_view::npos)
      bits = numberIn(part.substr(1));
    if (part == "f16x2" || part == "bf16x2") bits = 32;
  }
  return count * bits;
}

QString widths(const std::map<int, int>& table) {
  QStringList parts;
  for (const auto& [bits, count] : table) parts << QString::number(bits);
  return parts.join(QLatin1Char('/'));
}

QString sentence(const QString& verb, const std::map<int, int>& table) {
  QStringList parts;
  for (const auto& [bits, count] : table) {
    parts << CodeNotes::tr("%1 bits (%n instructions)", nullptr, count).arg(bits);
  }
  return CodeNotes::tr("%1 of one thread: %2").arg(verb, parts.join(QStringLiteral(", ")));
}

CodeFact factOf(int row, const Accesses& accesses) {
  QStringList words;
  QStringList tips;
  const auto add = [&](const QString& word, const QString& verb, const std::map<int, int>& table) {
    if (table.empty()) return;
    words << CodeNotes::tr("%1 %2", "load 128").arg(word, widths(table));
    tips << sentence(verb, table);
  };
  add(CodeNotes::tr("ld"), CodeNotes::tr("Loads"), accesses.loads);
  add(CodeNotes::tr("st"), CodeNotes::tr("Stores"), accesses.stores);
  add(CodeNotes::tr("atom"), CodeNotes::tr("Atomics"), accesses.atomics);
  if (accesses.isAsync) tips << CodeNotes::tr("Copied to shared memory while the program goes on");
  if (accesses.isBulk) {
    words << CodeNotes::tr("TMA");
    tips << CodeNotes::tr("Moved by the tensor memory accelerator");
  }
  const int narrowest = std::min(accesses.loads.empty() ? 128 : accesses.loads.begin()->first,
                                 accesses.stores.empty() ? 128 : accesses.stores.begin()->first);
  if (narrowest < 128 && (!accesses.loads.empty() || !accesses.stores.empty())) {
    tips << CodeNotes::tr("128 bits is the widest that one thread moves at once");
  }
  return {row, words.join(QLatin1Char(' ')), tips.join(QLatin1Char('\n'))};
}

// The outermost line of the candidate is where the kernel says it; the innermost may be a helper's.
std::set<int> linesOf(const verify::CompilerLevel& level, std::size_t row) {
  std::set<int> lines;
  for (const verify::SourcePlace& place : level.places(row)) {
    if (place.is_candidate() && place.line > 0) return {place.line};
  }
  if (level.rows.empty() && row < level.lines.size() && level.lines[row] > 0) {
    lines.insert(level.lines[row]);
  }
  return lines;
}

void addAccesses(const verify::CompilerLevel& ptx, std::map<int, Accesses>& table) {
  std::size_t row = 0;
  for (const std::string_view line : split(ptx.text, '\n')) {
    const auto access = accessOf(line);
    const std::set<int> lines = access ? linesOf(ptx, row) : std::set<int>();
    ++row;
    for (const int source : lines) {
      Accesses& there = table[source];
      there.isAsync = there.isAsync || access->isAsync;
      there.isBulk = there.isBulk || access->isBulk;
      if (access->bits == 0) continue;
      ++(access->isAtomic  ? there.atomics
         : access->isStore ? there.stores
                           : there.loads)[access->bits];
    }
  }
}

QString range(int low, int high) {
  return low == high ? QString::number(low)
                     : CodeNotes::tr("%1\u2013%2", "range of numbers").arg(low).arg(high);
}

QString kernelTip(const verify::KernelFacts& kernel) {
  QStringList parts{CodeNotes::tr("%1: %2 registers, %3 spilled words, %4 shared, %5 warps")
                        .arg(text(kernel.name))
                        .arg(kernel.registers)
                        .arg(kernel.spills)
                        .arg(formatBytes(kernel.shared_bytes))
                        .arg(kernel.num_warps)};
  if (kernel.occupancy.blocks_per_sm > 0) {
    parts << CodeNotes::tr("occupancy %1% (%2 of 64 warps), limited by %3")
                 .arg(qRound(100 * kernel.occupancy.share))
                 .arg(kernel.occupancy.warps_per_sm)
                 .arg(limitWord(kernel.occupancy.limit));
  }
  return parts.join(QStringLiteral("; "));
}

// All specialisations of one kernel at its def.
CodeFact kernelFact(int row, const std::vector<const verify::KernelFacts*>& kernels) {
  const auto [fewest, most] =
      std::minmax_element(kernels.begin(), kernels.end(),
                          [](const auto* a, const auto* b) { return a->registers < b->registers; });
  QString words = CodeNotes::tr("%1 reg").arg(range((*fewest)->registers, (*most)->registers));
  int spills = 0;
  QStringList tips;
  for (const verify::KernelFacts* kernel : kernels) {
    spills = std::max(spills, kernel->spills);
    tips << kernelTip(*kernel);
  }
  if (spills > 0) words += CodeNotes::tr(" %1 spilled").arg(spills);
  return {row, words, tips.join(QLatin1Char('\n'))};
}

int indentOf(const QString& line) {
  int indent = 0;
  while (indent < line.size() && line[indent].isSpace()) ++indent;
  return indent;
}

}  // namespace

std::optional<AccessWidth> accessOf(std::string_view ptx) {
  const std::string_view instruction = instructionOf(ptx);
  const auto parts = split(instruction, '.');
  if (parts.size() < 2) return std::nullopt;
  const bool is_global = std::find(parts.begin(), parts.end(), "global") != parts.end();
  AccessWidth access;
  if (parts[0] == "cp" && parts[1] == "async" && is_global) {
    access.isBulk = std::find(parts.begin(), parts.end(), "bulk") != parts.end();
    access.isAsync = true;
    access.isStore = access.isBulk && instruction.find("global.shared") != std::string_view::npos;
    access.bits = access.isBulk ? 0 : 8 * bytesOfAsync(ptx);
    return access;
  }
  if (!is_global) return std::nullopt;
  access.isStore = parts[0] == "st" || parts[0] == "red";
  access.isAtomic = parts[0] == "atom" || parts[0] == "red";
  if (parts[0] != "ld" && !access.isStore && !access.isAtomic) return std::nullopt;
  access.bits = bitsOf(parts);
  return access;
}

FunctionRows rowsOfFunction(const QStringList& lines, const QString& name) {
  const QRegularExpression head(
      QStringLiteral("^\\s*(async\\s+)?def\\s+%1\\s*\\(").arg(QRegularExpression::escape(name)));
  FunctionRows rows;
  const auto found = std::find_if(lines.begin(), lines.end(),
                                  [&](const QString& line) { return head.match(line).hasMatch(); });
  if (found == lines.end()) return rows;
  rows.def = static_cast<int>(found - lines.begin());
  const int indent = indentOf(lines[rows.def]);
  rows.first = rows.def;
  while (rows.first > 0 && lines[rows.first - 1].trimmed().startsWith(QLatin1Char('@')))
    --rows.first;
  int last = rows.def;
  bool isHead = true;  // parameters may lie at the margin of the def itself
  for (int row = rows.def; row < lines.size(); ++row) {
    const QString line = lines[row].trimmed();
    if (line.isEmpty() || line.startsWith(QLatin1Char('#'))) continue;
    if (!isHead && indentOf(lines[row]) <= indent) break;
    if (isHead && (line.endsWith(QLatin1Char(':')) ||
                   line.contains(QRegularExpression(QStringLiteral(":\\s*#"))))) {
      isHead = false;
    }
    last = row;
  }
  rows.end = last + 1;
  return rows;
}

std::vector<CodeFact> compilerFacts(const verify::Verdict& verdict, const QString& source) {
  const QStringList lines = source.split(QLatin1Char('\n'));
  std::map<QString, std::vector<const verify::KernelFacts*>> kernels;
  for (const verify::KernelFacts& kernel : verdict.kernels) {
    kernels[text(kernel.name)].push_back(&kernel);
  }
  std::vector<CodeFact> facts;
  for (const auto& [name, list] : kernels) {
    const int row = rowsOfFunction(lines, name).def;
    if (row >= 0) facts.push_back(kernelFact(row, list));
  }
  std::map<int, Accesses> accesses;
  if (verdict.artefacts != nullptr) {
    for (const verify::KernelArtefacts& kernel : verdict.artefacts->kernels) {
      for (const verify::CompilerLevel& level : kernel.levels) {
        if (level.level == "ptx") addAccesses(level, accesses);
      }
    }
  }
  for (const auto& [line, there] : accesses) {
    if (line <= lines.size()) facts.push_back(factOf(line - 1, there));
  }
  std::sort(facts.begin(), facts.end(),
            [](const CodeFact& a, const CodeFact& b) { return a.row < b.row; });
  return facts;
}

}  // namespace nereid::widgets
