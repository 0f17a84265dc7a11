// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "engine/verify/machine/tape.h"

namespace nereid::widgets {

using TapePtr = std::shared_ptr<const verify::machine::Tape>;

/// The steps of a tape as a reader of the source sees them: what one line does, one after another.
/// Pure.
class TapeWalk {
 public:
  /// A variable as it stands after a step.
  struct Variable {
    QString name;
    std::uint32_t value = 0;
    bool isNew = false;  ///< this step made it
  };

  TapeWalk() = default;
  explicit TapeWalk(TapePtr tape);

  const TapePtr& tape() const { return m_tape; }
  int steps() const { return static_cast<int>(m_steps.size()); }
  /// Line of the candidate's file; 0: unknown.
  int line(int step) const;
  /// The step in which an event is done.
  int stepOf(std::uint32_t event) const;
  /// The next step, or the one before, in which this line is run again; -1: none.
  int sameLine(int step, int direction) const;
  /// A line, and how often it had run before.
  struct Place {
    int line = 0;
    int run = 0;
  };
  Place placeOf(int step) const;
  /// The step at such a place of another program; where the line ran less often there, the last
  /// time; -1: it did not run.
  int stepAt(const Place& place) const;
  /// All variables that were made up to the end of a step, the newest first.
  std::vector<Variable> variables(int step) const;

 private:
  TapePtr m_tape;
  std::vector<verify::machine::TapeStep> m_steps;
};

/// "h_3" is one of the values of the variable "h".
QString variableName(const std::string& name);
/// "f32 16 × 16"
QString formText(const verify::machine::TapeForm& form);
/// The number of one lane, or the range of several: "0 … 1".
QString lanesText(const verify::machine::Tape& tape, std::uint32_t value,
                  const std::vector<std::uint32_t>& lanes);

}  // namespace nereid::widgets
