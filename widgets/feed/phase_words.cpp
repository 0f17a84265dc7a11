// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/feed/phase_words.h"

#include <QCoreApplication>

#include "widgets/words/format.h"
#include "widgets/words/method_words.h"

namespace nereid::widgets {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Phases", text);
}

QString markOf(const record::RunPhase& phase, std::int64_t step) {
  if (step >= phase.last_step) return QString(QChar(kTick));
  return step + 1 >= phase.first_step ? QStringLiteral("\u25B8") : missing();
}

}  // namespace

QString episodePhaseWord(std::string_view phase) {
  if (phase == "train") return {};
  return record::is_evaluation(phase) ? tr("evaluation") : text(phase);
}

QString phasesText(std::span<const record::RunPhase> phases) {
  QStringList names;
  for (const record::RunPhase& phase : phases) names << text(phase.name);
  return chained(names);
}

QString phasePlace(std::span<const record::RunPhase> phases, std::int64_t step) {
  const auto index = record::phase_at(phases, step + 1);
  if (!index) return {};
  const record::RunPhase& phase = phases[*index];
  return tr("%1 %2 of %3")
      .arg(text(phase.name), formatCount(record::steps_done(phase, step)),
           formatCount(phase.steps()));
}

QString phasesDetail(std::span<const record::RunPhase> phases, std::int64_t step) {
  QStringList lines;
  for (const record::RunPhase& phase : phases)
    lines << tr("%1 %2 (%3): %4 of %5 steps, %6 to %7")
                 .arg(markOf(phase, step), text(phase.name), methodWord(phase.method),
                      formatCount(record::steps_done(phase, step)), formatCount(phase.steps()),
                      formatCount(phase.first_step), formatCount(phase.last_step));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace nereid::widgets
