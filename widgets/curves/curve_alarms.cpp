// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curve_alarms.h"

#include <QCoreApplication>
#include <cmath>

#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

using record::Alarm;
using record::AlarmKind;

constexpr int kLookMs = 1000;

#define N(text) QT_TRANSLATE_NOOP("Alarms", text)
struct Words {
  AlarmKind kind;
  const char* title;
  const char* explanation;
  const char* advice;
};
constexpr Words kWords[] = {
    {AlarmKind::kNotFinite, N("Not finite"),
     N("A value of the update is NaN or infinite. Weights that took part in such an update do not "
       "recover: every later step computes with them."),
     N("Stop the run, continue from the last checkpoint before it, and lower the learning rate or "
       "the bound of the gradient norm.")},
    {AlarmKind::kNoSignal, N("No signal"),
     N("In every group all completions got the same reward, so every advantage is zero and the "
       "update changes nothing."),
     N("Look whether the tasks are too hard (nothing passes) or too easy (all pass). Mix in easier "
       "or harder tasks, sample more completions for each prompt, or raise the temperature.")},
    {AlarmKind::kSamplerMismatch, N("Sampler mismatch"),
     N("Sampler and trainer give the same tokens different probabilities. The update then treats "
       "samples of another policy as its own."),
     N("Look for different number formats, an old copy of the weights in the sampler, or different "
       "sampling settings; correct by truncated importance sampling only after that.")},
    {AlarmKind::kEntropyCollapse, N("Entropy collapse"),
     N("The policy has become nearly certain of every token compared with its first steps. Groups "
       "become copies of each other and nothing new is tried."),
     N("Raise the upper clip bound or the temperature, lower the learning rate, or add a penalty "
       "on KL; then continue from a checkpoint before it.")},
    {AlarmKind::kShortcuts, N("Shortcuts in place of reward"),
     N("The reward stands still while more candidates get around the task, or are flagged for what "
       "may do so: torch in place of a kernel, nothing launched, forbidden calls, spoiled inputs, "
       "fewer bits. Accepted ones count, too."),
     N("Read some of these episodes. Where a trick earns credit at an early stage, lower the "
       "credit of that stage; say in the prompt what is not allowed.")},
};
#undef N

const Words& wordsOf(AlarmKind kind) {
  for (const Words& words : kWords) {
    if (words.kind == kind) {
      return words;
    }
  }
  return kWords[0];
}

QString tr(const char* text) {
  return QCoreApplication::translate("Alarms", text);
}

QString metricWord(const std::string& key) {
  const record::MetricInfo* info = record::find_metric(key);
  return info == nullptr ? text(key)
                         : QCoreApplication::translate("Metric", std::string(info->label).c_str());
}

QString share(double value) {
  return QString::number(std::lround(value * 100)) + QStringLiteral(" %");
}

}  // namespace

QString alarmTitle(AlarmKind kind) {
  return tr(wordsOf(kind).title);
}

QString alarmExplanation(AlarmKind kind) {
  return tr(wordsOf(kind).explanation);
}

QString alarmAdvice(AlarmKind kind) {
  return tr(wordsOf(kind).advice);
}

QString alarmSteps(const Alarm& alarm) {
  const QString first = formatCount(std::llround(alarm.first_step));
  const QString last = formatCount(std::llround(alarm.last_step));
  if (alarm.ongoing) {
    return tr("%1 to now").arg(first);
  }
  return first == last ? first : tr("%1 to %2").arg(first, last);
}

QString alarmFinding(const Alarm& alarm) {
  switch (alarm.kind) {
    case AlarmKind::kNotFinite:
      return tr("%1 is %2")
          .arg(metricWord(alarm.metric),
               std::isnan(alarm.value) ? tr("not a number") : tr("infinite"));
    case AlarmKind::kNoSignal:
      return tr("all groups have equal rewards for %1 steps")
          .arg(formatCount(std::llround(alarm.last_step - alarm.first_step) + 1));
    case AlarmKind::kSamplerMismatch:
      return tr("log-probabilities differ by up to %1 nats per token; %2 are tolerated")
          .arg(formatNumber(alarm.value), formatNumber(alarm.reference));
    case AlarmKind::kEntropyCollapse:
      return tr("entropy fell from %1 to %2 nats per token")
          .arg(formatNumber(alarm.reference), formatNumber(alarm.value));
    case AlarmKind::kShortcuts:
      return tr("shortcuts went from %1 to %2 of the candidates, the reward did not rise")
          .arg(share(alarm.reference), share(alarm.value));
  }
  return {};
}

CurveAlarms::CurveAlarms(QObject* parent) : QObject(parent) {
  m_timer.setSingleShot(true);
  m_timer.setInterval(kLookMs);
  connect(&m_timer, &QTimer::timeout, this, &CurveAlarms::lookNow);
}

void CurveAlarms::setSource(SeriesLookup lookup) {
  m_lookup = std::move(lookup);
  m_shortcuts.clear();
  lookNow();
}

void CurveAlarms::dataChanged() {
  if (!m_timer.isActive()) {
    m_timer.start();
  }
}

void CurveAlarms::addEpisodes(const EpisodeRowsPtr& rows) {
  m_shortcuts.add(*rows);
  dataChanged();
}

void CurveAlarms::lookNow() {
  m_timer.stop();
  std::vector<Alarm> alarms;
  if (m_lookup) {
    alarms = record::find_alarms([this](std::string_view key) -> const record::MetricSeries* {
      return key == record::kShortcutKey ? &m_shortcuts.series() : m_lookup(text(key));
    });
  }
  if (alarms != m_alarms) {
    m_alarms = std::move(alarms);
    Q_EMIT changed();
  }
}

QString CurveAlarms::filterOf(const Alarm& alarm) const {
  QString filter = QStringLiteral("step:%1..%2")
                       .arg(std::llround(alarm.first_step))
                       .arg(std::llround(alarm.last_step));
  if (alarm.kind == AlarmKind::kShortcuts) {
    filter += QStringLiteral(" is:shortcut");  // by reason and by flag, as it was counted
  }
  return filter;
}

QList<PlotMark> CurveAlarms::marks() const {
  // Plots that have the metric show it; a metric that no plot has is shown with the reward.
  const QStringList shown = {QStringLiteral("reward"), QStringLiteral("loss"),
                             QStringLiteral("entropy"), QStringLiteral("kl")};
  QList<PlotMark> marks;
  for (std::size_t i = 0; i < m_alarms.size(); ++i) {
    const Alarm& alarm = m_alarms[i];
    const QString metric = text(alarm.metric);
    marks << PlotMark{PlotMark::Kind::kAlarm,
                      alarm.first_step,
                      alarm.last_step,
                      QCoreApplication::translate("Alarms", "%1: %2. Click for what to do.")
                          .arg(alarmTitle(alarm.kind), alarmFinding(alarm)),
                      shown.contains(metric) ? metric : shown.first(),
                      static_cast<int>(i)};
  }
  return marks;
}

}  // namespace nereid::widgets
