// SPDX-License-Identifier: GPL-3.0-or-later
// The samples and conditions of a timing, as numbers.
#include <QLocale>
#include <algorithm>

#include "widgets/timing/timing_words.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using verify::Timing;

constexpr double kUsualWithin = 0.005;

}  // namespace

std::optional<double> condition(const Timing& timing, const char* key) {
  const auto found = timing.conditions.find(key);
  if (found == timing.conditions.end()) return std::nullopt;
  bool ok = false;
  const double value = text(found->second).toDouble(&ok);
  return ok ? std::optional(value) : std::nullopt;
}

double sameWithin(const Timing& timing) {
  return condition(timing, "same_within").value_or(kUsualWithin);
}

// Every side of a unit has two blocks of equally many replays: A B B A.
std::vector<verify::TimingBlock> timingBlocks(const Timing& timing) {
  if (!timing.blocks.empty() || timing.method != "nereid") return timing.blocks;
  const auto units =
      static_cast<std::size_t>(std::max(0.0, condition(timing, "units").value_or(0)));
  const auto& ours = timing.candidate_samples_us;
  const auto& theirs = timing.reference_samples_us;
  const bool fits = units > 0 && !ours.empty() && !theirs.empty() &&
                    ours.size() % (2 * units) == 0 && theirs.size() % (2 * units) == 0;
  if (!fits) return {};
  std::vector<verify::TimingBlock> blocks;
  const auto add = [&](std::size_t unit, const std::vector<double>& samples, std::size_t which) {
    const auto size = static_cast<std::ptrdiff_t>(samples.size() / (2 * units));
    const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(2 * unit + which) * size;
    verify::TimingBlock block;
    block.unit = static_cast<int>(unit);
    block.is_candidate = &samples == &ours;
    block.us.assign(begin, begin + size);
    blocks.push_back(std::move(block));
  };
  for (std::size_t unit = 0; unit < units; ++unit) {
    add(unit, ours, 0);
    add(unit, theirs, 0);
    add(unit, theirs, 1);
    add(unit, ours, 1);
  }
  return blocks;
}

QString timingCsv(const Timing& timing) {
  const auto number = [](double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
  };
  const std::vector<verify::TimingBlock> blocks = timingBlocks(timing);
  if (blocks.empty()) {
    QString text = QStringLiteral("side,replay,us\n");
    for (const bool ours : {true, false}) {
      const auto& samples = ours ? timing.candidate_samples_us : timing.reference_samples_us;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        text += QStringLiteral("%1,%2,%3\n")
                    .arg(ours ? QStringLiteral("candidate") : QStringLiteral("reference"))
                    .arg(i)
                    .arg(number(samples[i]));
      }
    }
    return text;
  }
  QString text = QStringLiteral("unit,block,side,counted,replay,us,at_ms,sm_mhz\n");
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const verify::TimingBlock& block = blocks[i];
    for (std::size_t k = 0; k < block.us.size(); ++k) {
      const QStringList cells{
          QString::number(block.unit),
          QString::number(i),
          block.is_candidate ? QStringLiteral("candidate") : QStringLiteral("reference"),
          block.repeated ? QStringLiteral("false") : QStringLiteral("true"),
          QString::number(k),
          number(block.us[k]),
          block.at_ms > 0 ? number(block.at_ms) : QString(),
          block.sm_mhz > 0 ? number(block.sm_mhz) : QString()};
      text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
  }
  return text;
}

}  // namespace nereid::widgets
