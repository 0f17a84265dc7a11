// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debugger/tape_walk.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "widgets/words/format.h"

namespace nereid::widgets {

using verify::machine::Tape;
using verify::machine::TapeForm;

TapeWalk::TapeWalk(TapePtr tape) : m_tape(std::move(tape)) {
  if (m_tape) m_steps = m_tape->steps();
}

int TapeWalk::line(int step) const {
  return step >= 0 && step < steps() ? m_steps[static_cast<std::size_t>(step)].line : 0;
}

int TapeWalk::stepOf(std::uint32_t event) const {
  const auto at = std::upper_bound(
      m_steps.begin(), m_steps.end(), event,
      [](std::uint32_t number, const verify::machine::TapeStep& one) { return number < one.end; });
  return at == m_steps.end() ? steps() - 1 : static_cast<int>(at - m_steps.begin());
}

int TapeWalk::sameLine(int step, int direction) const {
  for (int at = step + direction; at >= 0 && at < steps(); at += direction)
    if (line(at) == line(step)) return at;
  return -1;
}

TapeWalk::Place TapeWalk::placeOf(int step) const {
  Place place{line(step), 0};
  for (int at = 0; at < step; ++at) place.run += line(at) == place.line ? 1 : 0;
  return place;
}

int TapeWalk::stepAt(const Place& place) const {
  int found = -1, run = 0;
  for (int at = 0; at < steps() && run <= place.run; ++at) {
    if (line(at) != place.line) continue;
    found = at;
    ++run;
  }
  return found;
}

std::vector<TapeWalk::Variable> TapeWalk::variables(int step) const {
  std::vector<Variable> variables;
  if (step < 0 || step >= steps()) return variables;
  const auto [line, begin, end] = m_steps[static_cast<std::size_t>(step)];
  std::set<QString> known;
  for (std::uint32_t event = end; event-- > 0;) {
    const auto& results = m_tape->events[event].results;
    for (auto value = results.rbegin(); value != results.rend(); ++value) {
      const QString name = variableName(m_tape->form(*value).name);
      if (name.isEmpty() || !known.insert(name).second) continue;
      variables.push_back({name, *value, event >= begin});
    }
  }
  return variables;
}

QString variableName(const std::string& name) {
  const QString text = QString::fromStdString(name);
  qsizetype end = text.size();
  while (end > 0 && text[end - 1].isDigit()) --end;
  // "%12" of the IR is nobody's variable.
  if (end == 0) return {};
  const bool isCounted = end < text.size() && end > 1 && text[end - 1] == QLatin1Char('_');
  return isCounted ? text.left(end - 1) : text;
}

QString formText(const TapeForm& form) {
  QString text = QString::fromStdString(form.dtype);
  if (text == QLatin1String("!tt.ptr")) text = QStringLiteral("ptr");
  QStringList sizes;
  for (const std::int64_t size : form.shape) sizes << QString::number(size);
  return sizes.isEmpty() ? text : text + QLatin1Char(' ') + sizes.join(QStringLiteral(" × "));
}

QString lanesText(const Tape& tape, std::uint32_t value, const std::vector<std::uint32_t>& lanes) {
  if (lanes.empty()) return {};
  const auto text = [&](std::uint32_t lane) {
    const bool isShort = tape.form(value).dtype == "f32";
    return isShort ? QString::number(static_cast<float>(tape.number(value, lane)), 'g', 7)
                   : QString::fromStdString(tape.text(value, lane));
  };
  std::uint32_t low = lanes.front(), high = lanes.front();
  int strange = 0;
  for (const std::uint32_t lane : lanes) {
    const double number = tape.number(value, lane);
    strange += std::isnan(number) ? 1 : 0;
    if (number < tape.number(value, low) || std::isnan(tape.number(value, low))) low = lane;
    if (number > tape.number(value, high) || std::isnan(tape.number(value, high))) high = lane;
  }
  QString range = text(low);
  if (text(high) != range) range += QStringLiteral(" … ") + text(high);
  return strange > 0 && lanes.size() > 1 ? range + QStringLiteral(", NaN × %1").arg(strange)
                                         : range;
}

}  // namespace nereid::widgets
