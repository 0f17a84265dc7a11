// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/verify_service.h"
#include "engine/base/result.h"
#include "engine/verify/zoo.h"

namespace nereid::app {

/// What the verifier said about one cheat and its twin. Null: not judged.
struct ZooPair {
  VerdictPtr cheat, twin;
  qint64 unixMs = 0;  ///< when the later of the two was judged
  QString build;      ///< version of Nereid that judged them
};
/// One pair per entry of the zoo, in its order.
using ZooPairs = std::vector<ZooPair>;

/// Sums over the candidates that were judged.
struct ZooTally : verify::ZooCounts {
  int cheats = 0, twins = 0;
  bool isComplete() const { return cheats == entries && twins == entries; }
  bool isEmpty() const { return cheats == 0 && twins == 0; }
};
/// Of one class, or of the whole zoo for "". `pairs` has one element per entry.
ZooTally tally(const verify::Zoo& zoo, const ZooPairs& pairs, std::string_view classId);

/// Title or explanation of a class, which the zoo's files hold in English, in the window's
/// language.
QString zooText(const std::string& words);
/// "side stream leaked" for "timing/side_stream_leaked".
QString zooName(const verify::ZooEntry& entry);
/// "wrong values or non finite": what the entry expects of a verdict on its cheat, or of its twin.
QString zooExpectation(const verify::ZooEntry& entry, bool twin);
/// "✓ wrong values", "✕ accepted", "~ contained", ... with its mark; en dash if not judged.
QString zooOutcomeLine(const verify::ZooEntry& entry, const VerdictPtr& verdict, bool twin);
/// "22 Nov 2026 05:12, Nereid 0.1.0, Triton 3.6.0, cpu": when and by what these were judged; empty
/// if none was.
QString zooOrigin(const ZooPairs& pairs);

/// The table by class, what was judged wrongly, and the origin, as Markdown.
QString zooMarkdown(const verify::Zoo& zoo, const ZooPairs& pairs);
/// One line per candidate, with a head line; fields quoted as RFC 4180 asks.
QString zooCsv(const verify::Zoo& zoo, const ZooPairs& pairs);
/// The object of `nereid bench verify --zoo --json`, with when, by what and on what it was judged.
std::string zooJson(const verify::Zoo& zoo, const ZooPairs& pairs);

/// The whole verdicts, to be kept across restarts. One line of JSON, nereid.zoo-result/1.
std::string keepZoo(const verify::Zoo& zoo, const ZooPairs& pairs);
/// The inverse. Entries that the zoo does not have any more are left out; those that are new have
/// no verdict. An error names `what`.
Result<ZooPairs> recallZoo(const verify::Zoo& zoo, std::string_view text, const std::string& what);

}  // namespace nereid::app
