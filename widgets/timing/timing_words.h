// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/verify/verdict.h"

namespace nereid::widgets {

/// reference / candidate with its interval.
struct SpeedupBar {
  QString name;  ///< "graph replay, L2 cold", "single calls with launch", ...
  double value = 0, low = 0, high = 0;
  bool decides = false;  ///< the one that the decision is about
};

/// One line of the table beside the plots.
struct TimingFact {
  QString what;
  QString value;
  QString tooltip = {};
};

/// A number of Timing::conditions; nothing where it is missing or no number.
std::optional<double> condition(const verify::Timing& timing, const char* key);
/// By how much two sides may differ and still be the same; the usual one where it is not recorded.
double sameWithin(const verify::Timing& timing);

/// The blocks as recorded. For verdicts of older builds, which kept the samples of a side in one
/// row, they are told from the number of units; without times and clocks then. Empty where that
/// cannot be told.
std::vector<verify::TimingBlock> timingBlocks(const verify::Timing& timing);

/// "FASTER 1.39x" for a title.
QString timingTitle(const verify::Timing& timing);
/// Why the decision is what it is, with the numbers; whole sentences, the decision first.
QStringList timingSentences(const verify::Timing& timing);
/// Every comparison there is, the deciding one first. Those beside it are bounded by the intervals
/// of their two sides, which is wider than an interval of their ratio.
std::vector<SpeedupBar> speedupBars(const verify::Timing& timing);
/// Times, baselines, floors, clocks and conditions.
std::vector<TimingFact> timingFacts(const verify::Timing& timing);

/// Without a measurement: why there is none, and what can be said all the same.
QStringList staticSentences(const verify::Verdict& verdict);
/// Registers, shared memory, occupancy, bytes, operations and bounds of each kernel.
std::vector<TimingFact> staticFacts(const verify::Verdict& verdict);

/// What a model says of the speed, with that word; for people only beside what was measured.
QString modelledSentence(const verify::ModelledTime& modelled);
/// Times, launches, bytes and operations of the model, each line named as modelled.
std::vector<TimingFact> modelledFacts(const verify::ModelledTime& modelled);

/// Every sample, one a line: unit, block, side, counted, replay, us, at_ms, sm_mhz; what is not
/// known is empty. Where there are no blocks: side, replay and us.
QString timingCsv(const verify::Timing& timing);

}  // namespace nereid::widgets
