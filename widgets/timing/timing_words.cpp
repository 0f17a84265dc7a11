// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timing/timing_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

using verify::Timing;
using verify::TimingBeside;
using verify::TimingEstimate;
using verify::Verdict;
using verify::Work;

constexpr int kSpeedupDecimals = 3;  // the bounds differ from 1 in the third

QString tr(const char* text, int n = -1) {
  return QCoreApplication::translate("Timing", text, nullptr, n);
}

QString speed(double value) {
  return formatFixed(value, kSpeedupDecimals);
}

QString times(double value) {
  return tr("%1\u00D7").arg(speed(value));
}

QString micro(double us) {
  return tr("%1 \u00B5s").arg(formatNumber(us, 4));
}

QString span(const TimingEstimate& estimate) {
  return tr("%1 (%2 to %3)")
      .arg(micro(estimate.median_us), formatNumber(estimate.low_us, 4),
           formatNumber(estimate.high_us, 4));
}

QString percent(double share) {
  return tr("%1%").arg(QLocale().toString(100 * share, 'g', 3));
}

QString conditionText(const Timing& timing, const char* key) {
  const auto found = timing.conditions.find(key);
  return found == timing.conditions.end() ? QString() : text(found->second);
}

QString methodWord(const std::string& method) {
  if (method == "nereid") return tr("replays of a CUDA graph");
  if (method == "report") return tr("single calls with their launch");
  return method == "single" ? tr("one call") : text(method);
}

// What the candidate and the reference found in the L2 cache.
QString cacheWord(const QString& state) {
  if (state == QLatin1String("cold")) return tr("L2 cold");
  return state == QLatin1String("warm") ? tr("L2 warm") : state;
}

QString decisionSentence(const Timing& timing) {
  const double within = sameWithin(timing);
  const QString decision = text(timing.decision);
  const QString low = speed(timing.speedup_low);
  const QString high = speed(timing.speedup_high);
  if (timing.method == "single") {
    return tr("%1: one call of each side decides nothing.").arg(decision);
  }
  if (timing.decision == "FASTER") {
    return tr("%1: the interval of the speedup, %2 to %3, lies above %4.")
        .arg(decision, low, high, speed(1 + within));
  }
  if (timing.decision == "SLOWER") {
    return tr("%1: the interval of the speedup, %2 to %3, lies below %4.")
        .arg(decision, low, high, speed(1 - within));
  }
  if (timing.decision == "SAME") {
    return tr("%1: the interval of the speedup, %2 to %3, lies between %4 and %5.")
        .arg(decision, low, high, speed(1 - within), speed(1 + within));
  }
  const double bound =
      timing.speedup_low < 1 + within && timing.speedup_high > 1 + within ? 1 + within : 1 - within;
  return tr("%1: the interval of the speedup, %2 to %3, contains %4, so it is not settled on which "
            "side of it the candidate is.")
      .arg(decision, low, high, speed(bound));
}

QString impossibleSentence(const Timing& timing) {
  const auto floor = condition(timing, "floor_us");
  if (floor && timing.candidate.median_us < *floor) {
    return tr("IMPOSSIBLE: the candidate takes %1, and nothing that does this work can take less "
              "than %2.")
        .arg(micro(timing.candidate.median_us), micro(*floor));
  }
  return tr("IMPOSSIBLE: on values that it has met before the candidate takes %1 of the time of "
            "the "
            "first round, and the reference does not: it remembers answers.")
      .arg(percent(condition(timing, "repeats").value_or(0)));
}

QString withinSentence(const Timing& timing) {
  return tr("Sides that differ by at most %1 count as the same here.")
      .arg(percent(sameWithin(timing)));
}

QString sidesSentence(const Timing& timing) {
  return tr("The candidate takes %1, eager PyTorch %2.")
      .arg(span(timing.candidate), span(timing.reference));
}

QString howSentence(const Timing& timing) {
  const auto candidate = static_cast<std::int64_t>(timing.candidate_samples_us.size());
  const auto reference = static_cast<std::int64_t>(timing.reference_samples_us.size());
  if (timing.method == "report") {
    return tr("Means of %1 and %2 calls without a tenth at both ends, with 95% intervals.")
        .arg(formatCount(candidate), formatCount(reference));
  }
  return tr("Medians of %1 and %2 samples with 95% intervals.")
      .arg(formatCount(candidate), formatCount(reference));
}

QString repeatedSentence(const Timing& timing) {
  const int repeated = static_cast<int>(condition(timing, "repeated_units").value_or(0));
  if (repeated == 0) return {};
  return repeated == 1 ? tr("1 unit was measured again, because the clock had moved.")
                       : tr("%n units were measured again, because the clock had moved.", repeated);
}

/// What the driver says that holds the clocks back: "power cap, hardware thermal".
QString slowedWords(const Timing& timing) {
  [[maybe_unused]] static constexpr const char* kReasons[] = {
      QT_TRANSLATE_NOOP("Timing", "clocks setting"),
      QT_TRANSLATE_NOOP("Timing", "power cap"),
      QT_TRANSLATE_NOOP("Timing", "hardware slowdown"),
      QT_TRANSLATE_NOOP("Timing", "sync boost"),
      QT_TRANSLATE_NOOP("Timing", "software thermal"),
      QT_TRANSLATE_NOOP("Timing", "hardware thermal"),
      QT_TRANSLATE_NOOP("Timing", "power brake"),
      QT_TRANSLATE_NOOP("Timing", "display clocks"),
  };
  const QString separator = QStringLiteral(", ");
  QStringList reasons = conditionText(timing, "slowed_by").split(separator, Qt::SkipEmptyParts);
  for (QString& reason : reasons)
    reason = QCoreApplication::translate("Timing", reason.toUtf8().constData());
  return reasons.join(separator);
}

QString slowedSentence(const Timing& timing) {
  const QString code = conditionText(timing, "slowed_by");
  if (code.isEmpty() || code == QLatin1String("none") || code == QLatin1String("idle")) return {};
  return tr("The driver says that the clocks were held back by: %1.").arg(slowedWords(timing));
}

QString floorTip(const Timing& timing) {
  const auto moving = condition(timing, "moving_us");
  const auto empty = condition(timing, "empty_kernel_us");
  QStringList parts;
  if (moving) {
    parts << tr("the %1 that have to be moved need %2 at the peak of the memory")
                 .arg(formatBytes(std::llround(condition(timing, "needed_bytes").value_or(0))),
                      micro(*moving));
  }
  if (empty) parts << tr("a kernel that does nothing takes %1").arg(micro(*empty));
  return parts.join(QStringLiteral("; "));
}

void addIf(std::vector<TimingFact>& facts, const QString& what, const QString& value,
           const QString& tip = {}) {
  if (!value.isEmpty()) facts.push_back({what, value, tip});
}

QString besideName(const std::string& name) {
  if (name == "l2 cold") return tr("L2 cold");
  if (name == "l2 warm") return tr("L2 warm");
  return name == "report" ? tr("single calls") : text(name);
}

SpeedupBar barOf(const QString& name, const TimingEstimate& ours, const TimingEstimate& theirs) {
  const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0; };
  return {name, ratio(theirs.median_us, ours.median_us), ratio(theirs.low_us, ours.high_us),
          ratio(theirs.high_us, ours.low_us)};
}

void addSides(std::vector<TimingFact>& facts, const Timing& timing) {
  facts.push_back({tr("candidate"), span(timing.candidate)});
  facts.push_back({tr("eager PyTorch"), span(timing.reference)});
  facts.push_back(
      {tr("speedup over eager"),
       tr("%1 (%2 to %3)")
           .arg(times(timing.speedup), speed(timing.speedup_low), speed(timing.speedup_high)),
       tr("Time of eager PyTorch / time of the candidate, above 1 is better")});
  if (timing.compiled) {
    facts.push_back({tr("torch.compile"), span(*timing.compiled)});
    addIf(facts, tr("torch.compile measured"),
          condition(timing, "compiled_age_s")
              ? tr("%1 before").arg(formatDuration(1000 * *condition(timing, "compiled_age_s")))
              : QString(),
          tr("In an earlier run, and kept since"));
    facts.push_back({tr("speedup over compiled"),
                     times(timing.compiled->median_us / timing.candidate.median_us)});
  } else {
    addIf(facts, tr("torch.compile"), conditionText(timing, "compiled"));
  }
  for (const TimingBeside& beside : timing.beside) {
    facts.push_back({tr("%1, candidate").arg(besideName(beside.name)), span(beside.candidate)});
    facts.push_back({tr("%1, eager").arg(besideName(beside.name)), span(beside.reference)});
  }
}

void addClocks(std::vector<TimingFact>& facts, const Timing& timing) {
  // From both readings where there are two, else as it stands under the conditions.
  const auto ends = [&](double verify::GpuReading::*field, const char* key,
                        const QString& unit) -> QString {
    const QString alone = conditionText(timing, key);
    if (timing.readings.empty() || timing.readings.front().*field <= 0) {
      return alone.isEmpty() ? QString() : tr("%1 %2").arg(alone, unit);
    }
    const QString first = formatCount(std::llround(timing.readings.front().*field));
    const QString last = formatCount(std::llround(timing.readings.back().*field));
    return first == last ? tr("%1 %2").arg(first, unit) : tr("%1 to %2 %3").arg(first, last, unit);
  };
  const auto withUnit = [&](const char* key, const QString& unit) {
    const QString value = conditionText(timing, key);
    return value.isEmpty() ? value : tr("%1 %2").arg(value, unit);
  };
  const QString before = tr("Before and after");
  using Reading = verify::GpuReading;
  addIf(facts, tr("SM clock"), withUnit("sm_clock_mhz", tr("MHz")),
        tr("Median, lowest and highest block, from spins of a known number of cycles"));
  addIf(facts, tr("highest SM clock"), withUnit("sm_clock_max_mhz", tr("MHz")));
  addIf(facts, tr("memory clock"), ends(&Reading::memory_mhz, "memory_clock_mhz", tr("MHz")),
        before);
  addIf(facts, tr("temperature"), ends(&Reading::temperature_c, "temperature_c", tr("\u00B0C")),
        before);
  addIf(facts, tr("power"), ends(&Reading::power_w, "power_w", tr("W")), before);
  addIf(facts, tr("power limit"), withUnit("power_limit_w", tr("W")));
  addIf(facts, tr("held back by"), slowedWords(timing));
}

/// Conditions that stay in the verdict, for whoever doubts it, and have no line of their own.
[[maybe_unused]] constexpr const char* kKeptOnly[] = {
    "baseline",   "candidate_capture", "reference_capture",
    "replays_ms", "sm_clock_nvml_mhz", "throttled_once",
};

void addMethod(std::vector<TimingFact>& facts, const Timing& timing) {
  if (const auto floor = condition(timing, "floor_us"); floor && *floor > 0) {
    facts.push_back({tr("floor"), micro(*floor), floorTip(timing)});
  }
  addIf(facts, tr("moving the bytes"),
        condition(timing, "moving_us") ? micro(*condition(timing, "moving_us")) : QString(),
        tr("At the peak bandwidth of this GPU's memory"));
  addIf(facts, tr("empty kernel"),
        condition(timing, "empty_kernel_us") ? micro(*condition(timing, "empty_kernel_us"))
                                             : QString(),
        tr("A kernel that does nothing, in the same kind of graph"));
  facts.push_back({tr("counts as the same"), percent(sameWithin(timing))});
  facts.push_back({tr("method"), methodWord(timing.method)});
  addIf(facts, tr("L2 cache"), cacheWord(conditionText(timing, "l2")));
  addIf(facts, tr("units"), conditionText(timing, "units"),
        tr("Candidate, reference, reference, candidate"));
  addIf(facts, tr("units again"), conditionText(timing, "repeated_units"),
        tr("Measured again because the clock had moved"));
  addIf(facts, tr("copies of the inputs"), conditionText(timing, "copies"),
        tr("Candidate / reference: replays go round over them"));
  addIf(facts, tr("alone on the GPU"),
        condition(timing, "alone_ms") ? formatDuration(*condition(timing, "alone_ms")) : QString());
  addIf(facts, tr("TF32"), conditionText(timing, "tf32"));
  addIf(facts, tr("driver"), conditionText(timing, "driver"));
  addIf(facts, tr("GPU"), text(timing.device));
}

QString flopsText(const Work& work) {
  QStringList parts;
  for (const auto& [kind, count] : work.dot_flops) {
    parts << tr("%1 in %2").arg(formatNumber(static_cast<double>(count), 4), text(kind));
  }
  return parts.isEmpty() ? tr("none of tl.dot") : parts.join(QStringLiteral(", "));
}

void addWork(std::vector<TimingFact>& facts, const Work& work, const QString& prefix) {
  facts.push_back({tr("%1 bytes read").arg(prefix), formatBytes(work.bytes_read)});
  facts.push_back({tr("%1 bytes written").arg(prefix), formatBytes(work.bytes_written)});
  facts.push_back({tr("%1 operations").arg(prefix), flopsText(work),
                   tr("Floating-point operations of tl.dot")});
  facts.push_back({tr("%1 bound of an H200").arg(prefix),
                   tr("%1 \u00B5s, by %2").arg(formatNumber(work.bound_us), limitWord(work.limit)),
                   tr("No H200 can be faster at its published peaks")});
}

}  // namespace

QString timingTitle(const Timing& timing) {
  return tr("%1 %2\u00D7").arg(text(timing.decision), formatNumber(timing.speedup));
}

QStringList timingSentences(const Timing& timing) {
  QStringList sentences;
  const bool impossible = timing.decision == "IMPOSSIBLE";
  sentences << (impossible ? impossibleSentence(timing) : decisionSentence(timing));
  if (!impossible && timing.method != "single") sentences << withinSentence(timing);
  sentences << sidesSentence(timing) << howSentence(timing) << repeatedSentence(timing)
            << slowedSentence(timing);
  sentences.removeAll(QString());
  return sentences;
}

std::vector<SpeedupBar> speedupBars(const Timing& timing) {
  const QString state = conditionText(timing, "l2");
  const QString name = state.isEmpty() || timing.method != "nereid"
                           ? methodWord(timing.method)
                           : tr("%1 (decides)").arg(cacheWord(state));
  std::vector<SpeedupBar> bars{
      {name, timing.speedup, timing.speedup_low, timing.speedup_high, /*decides=*/true}};
  for (const TimingBeside& beside : timing.beside) {
    bars.push_back(barOf(besideName(beside.name), beside.candidate, beside.reference));
  }
  if (timing.compiled) {
    bars.push_back(barOf(tr("over torch.compile"), timing.candidate, *timing.compiled));
  }
  return bars;
}

std::vector<TimingFact> timingFacts(const Timing& timing) {
  std::vector<TimingFact> facts;
  addSides(facts, timing);
  addMethod(facts, timing);
  addClocks(facts, timing);
  return facts;
}

QStringList staticSentences(const Verdict& verdict) {
  const QString note = engineText(verdict.timing_note);
  QStringList sentences{note.isEmpty() ? tr("GPU time: not measured.") : note + QLatin1Char('.')};
  if (verdict.kernels.empty()) {
    sentences << tr("No kernel was compiled, so nothing can be said about its speed.");
    return sentences;
  }
  if (verdict.roofline) {
    sentences << tr("Static facts say this much: an H200 needs at least %1 for what one forward "
                    "moves and computes; %2 is the limit.")
                     .arg(tr("%1 \u00B5s").arg(formatNumber(verdict.roofline->total.bound_us)),
                          limitWord(verdict.roofline->total.limit));
  } else {
    sentences << tr("Static facts of the compiled kernels are in the table.");
  }
  return sentences;
}

std::vector<TimingFact> staticFacts(const Verdict& verdict) {
  std::vector<TimingFact> facts;
  for (const verify::KernelFacts& kernel : verdict.kernels) {
    const QString name = text(kernel.name);
    facts.push_back(
        {tr("%1 registers").arg(name), formatCount(kernel.registers), tr("Per thread")});
    if (kernel.spills > 0) {
      facts.push_back({tr("%1 spills").arg(name), formatCount(kernel.spills),
                       tr("4-byte words of local memory per thread")});
    }
    facts.push_back(
        {tr("%1 shared memory").arg(name), formatBytes(kernel.shared_bytes), tr("Per block")});
    if (!kernel.occupancy.limit.empty()) {
      facts.push_back(
          {tr("%1 occupancy").arg(name), percent(kernel.occupancy.share),
           tr("Share of 64 warps; the limit is %1").arg(limitWord(kernel.occupancy.limit))});
    }
    facts.push_back(
        {tr("%1 launches").arg(name), formatCount(kernel.launches), tr("In one forward call")});
    if (verdict.roofline && verdict.roofline->kernels.size() > 1) {
      for (const Work& work : verdict.roofline->kernels) {
        if (work.kernel == kernel.name) addWork(facts, work, name);
      }
    }
  }
  if (verdict.roofline) addWork(facts, verdict.roofline->total, tr("one forward:"));
  return facts;
}

QString modelledSentence(const verify::ModelledTime& modelled) {
  return tr("Modelled for an %1, not measured: %2 against %3 of eager PyTorch, %4\u00D7.")
      .arg(text(modelled.device), micro(modelled.candidate.us), micro(modelled.reference.us),
           formatNumber(modelled.speedup));
}

std::vector<TimingFact> modelledFacts(const verify::ModelledTime& modelled) {
  std::vector<TimingFact> facts;
  const auto add = [&](const QString& side, const verify::ModelledSide& numbers) {
    facts.push_back({tr("modelled time, %1").arg(side), micro(numbers.us),
                     tr("Launches, and for each kernel the longer of its bytes and its operations "
                        "at the published peaks of an %1; nobody measured it")
                         .arg(text(modelled.device))});
    facts.push_back({tr("modelled launches, %1").arg(side), formatCount(numbers.launches)});
    facts.push_back({tr("modelled bytes, %1").arg(side),
                     formatBytes(static_cast<std::int64_t>(numbers.bytes))});
    facts.push_back({tr("modelled operations, %1").arg(side), formatNumber(numbers.flops, 4)});
  };
  add(tr("candidate"), modelled.candidate);
  add(tr("eager"), modelled.reference);
  facts.push_back({tr("modelled speedup"), times(modelled.speedup),
                   tr("Of the model, for an %1; nobody measured it").arg(text(modelled.device))});
  return facts;
}

}  // namespace nereid::widgets
