// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <cmath>

#include "app/runs/run_life.h"
#include "engine/config/settings.h"
#include "engine/record/analysis/run_phases.h"
#include "engine/record/metrics.h"
#include "widgets/feed/phase_words.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

using record::RunState;
using widgets::RunFeed;
using widgets::StatusChip;

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("RunText", text);
}

const QString& dot() {
  static const QString text = QStringLiteral(" \u00b7 ");
  return text;
}

QString capitalised(const QString& words) {
  return words.left(1).toUpper() + words.mid(1);
}

StatusChip::Tone toneOf(RunState state) {
  switch (state) {
    case RunState::kRunning:
      return StatusChip::Tone::kGood;
    case RunState::kStarting:
    case RunState::kPausing:
    case RunState::kStopping:
      return StatusChip::Tone::kBusy;
    case RunState::kPaused:
      return StatusChip::Tone::kWarning;
    case RunState::kFailed:
      return StatusChip::Tone::kBad;
    case RunState::kStopped:
    case RunState::kFinished:
      return StatusChip::Tone::kNeutral;
  }
  return StatusChip::Tone::kNeutral;
}

QString fact(const record::RunInfo& info, const char* key) {
  const auto found = info.facts.find(key);
  return found == info.facts.end() ? QString() : QString::fromStdString(found->second);
}

/// "CPU · GPU time not measured", or the GPU's name.
QString deviceText(const record::RunInfo& info) {
  const QString device = fact(info, "device");
  if (device.isEmpty()) return {};
  if (device.startsWith(QLatin1String("cpu"))) return tr("CPU \u00b7 GPU time not measured");
  const QString name = fact(info, "device_name");
  return name.isEmpty() ? device : name;
}

/// `overlap_s`: of verifying, while generating still went on.
QString timesText(double generate_s, double verify_s, double overlap_s, double update_s) {
  if (!std::isfinite(generate_s) || !std::isfinite(update_s)) return {};
  const auto part = [](const QString& word, double seconds) {
    return word + QLatin1Char(' ') + widgets::formatDuration(seconds * 1000);
  };
  QString text = part(tr("generate"), generate_s);
  if (std::isfinite(verify_s)) text += dot() + part(tr("verify"), verify_s);
  // Less is not worth the place.
  if (constexpr double kWorthSaying = 0.1; overlap_s > kWorthSaying * verify_s)
    text += QLatin1Char(' ') +
            tr("(%1 beside generate)").arg(widgets::formatDuration(overlap_s * 1000));
  return text + dot() + part(tr("update"), update_s);
}

/// "rank 1 (gpu-7, cuda:1): generate 1.2 s · update 0.8 s · wait 0.1 s · 5,120 tok/s", one for each
/// process of a run that has several.
QStringList rankRows(const RunFeed& feed) {
  QStringList rows;
  const int count = fact(feed.info(), "ranks").toInt();
  for (int rank = 0; rank < count; ++rank) {
    const auto last = [&](const char* key) {
      return feed.lastValue(QString::fromStdString(record::metric_of_rank(rank, key)));
    };
    const auto seconds = [](double value) { return widgets::formatDuration(value * 1000); };
    QStringList parts;
    if (const double s = last("time/generate"); std::isfinite(s))
      parts << tr("generate") + QLatin1Char(' ') + seconds(s);
    if (const double s = last("time/verify"); std::isfinite(s))
      parts << tr("verify") + QLatin1Char(' ') + seconds(s);
    if (const double s = last("time/update"); std::isfinite(s))
      parts << tr("update") + QLatin1Char(' ') + seconds(s);
    if (const double s = last("time/wait"); std::isfinite(s))
      parts << tr("wait for the others") + QLatin1Char(' ') + seconds(s);
    if (const double speed = last("rollout/tokens_per_second"); std::isfinite(speed))
      parts << tr("%1 tok/s").arg(widgets::formatCount(std::llround(speed)));
    const QByteArray key = "rank " + QByteArray::number(rank);
    rows << tr("rank %1 (%2)").arg(rank).arg(fact(feed.info(), key.constData())) +
                QStringLiteral(": ") + parts.join(dot());
  }
  return rows;
}

QString stepText(qint64 step, qint64 total) {
  if (total <= 0) return tr("step %1").arg(widgets::formatCount(step));
  return tr("step %1 of %2").arg(widgets::formatCount(step), widgets::formatCount(total));
}

/// How far a recorded run came.
QString placeText(const record::RunInfo& info) {
  if (!isEvaluation(info)) return stepText(info.last_step, info.total_steps);
  return tr("%1 of %2 judged")
      .arg(widgets::formatCount(info.episode_count), widgets::formatCount(samplesOf(info)));
}

/// From 0 to 1; below 0 where it has no end.
double progressOf(const record::RunInfo& info) {
  const qint64 total = isEvaluation(info) ? samplesOf(info) : info.total_steps;
  const qint64 done = isEvaluation(info) ? info.episode_count : info.last_step;
  return total > 0 ? double(done) / double(total) : -1;
}

/// Of the run, or of the phase in work where others follow it.
QString leftText(const train::StepSummary& step, const std::vector<record::RunPhase>& phases) {
  if (!(step.eta_s > 0)) return {};
  const QString left = widgets::formatDuration(step.eta_s * 1000);
  const auto at = record::phase_at(phases, step.step);
  if (!step.eta_is_least || !at) return tr("%1 left").arg(left);
  return tr("%1 left of %2").arg(left, widgets::text(phases[*at].name));
}

QString activityWord(const QString& activity) {
  if (activity == QLatin1String("load")) return tr("loading the model");
  if (activity == QLatin1String("generate")) return tr("generating");
  if (activity == QLatin1String("verify")) return tr("verifying");
  if (activity == QLatin1String("update")) return tr("updating");
  if (activity == QLatin1String("checkpoint")) return tr("saving a checkpoint");
  if (activity == QLatin1String("evaluate")) return tr("validating");
  return activity;
}

/// The engine's own words where it has some ("pausing after step 12"), else the name of the state.
QString stateWords(const RunStatus& status) {
  const bool hasWords = !status.message.isEmpty() && status.state != RunState::kFailed;
  return capitalised(hasWords && status.state != RunState::kRunning
                         ? widgets::engineText(status.message)
                         : widgets::runStateWord(status.state));
}

}  // namespace

RunLine lineOf(const RunStatus& status, const record::RunInfo& info) {
  RunLine line;
  line.tone = toneOf(status.state);
  line.device = deviceText(info);
  line.state = stateWords(status);
  const bool isMoving = status.state == RunState::kRunning || status.state == RunState::kPaused;
  if (!status.step) {
    line.busy = status.state == RunState::kStarting || status.state == RunState::kRunning;
    if (status.state == RunState::kStarting && !status.activity.isEmpty()) {
      line.state = capitalised(activityWord(status.activity));
    } else if (!status.activity.isEmpty()) {
      line.state += dot() + activityWord(status.activity);
    }
    return line;
  }
  const std::vector<record::RunPhase> phases = record::run_phases(info);
  line.detail = widgets::phasesDetail(phases, status.step->step);
  if (isMoving && !phases.empty())
    line.state += dot() + widgets::phasePlace(phases, status.step->step);
  if (isMoving) line.state += dot() + stepText(status.step->step, status.totalSteps);
  const QString left = leftText(*status.step, phases);
  if (status.state == RunState::kRunning && !left.isEmpty()) line.state += dot() + left;
  if (status.totalSteps > 0) line.progress = double(status.step->step) / double(status.totalSteps);
  line.times = timesText(status.step->generate_s, status.step->verify_s, status.step->overlap_s,
                         status.step->update_s);
  return line;
}

RunLine lineOf(const RunFeed& feed) {
  const record::RunInfo& info = feed.info();
  RunLine line;
  if (info.run_id.empty()) {  // nothing of the record was read, or nothing can be
    line.state = tr("Not read yet");
    return line;
  }
  const RunLife life = lifeOf(feed.runDir(), info);
  const bool wasCut = life == RunLife::kCut;
  line.tone = wasCut ? StatusChip::Tone::kWarning : toneOf(info.state);
  line.state = wasCut ? tr("Interrupted") : capitalised(widgets::runStateWord(info.state));
  if (life == RunLife::kElsewhere) line.state += dot() + tr("in process %1").arg(info.pid);
  if (const auto phases = record::run_phases(info); !phases.empty()) {
    line.state += dot() + widgets::phasePlace(phases, info.last_step);
    line.detail = widgets::phasesDetail(phases, info.last_step);
  }
  line.state += dot() + placeText(info);
  line.progress = progressOf(info);
  line.times = timesText(feed.lastValue(QStringLiteral("time/generate")),
                         feed.lastValue(QStringLiteral("time/verify")),
                         feed.lastValue(QStringLiteral("time/overlap")),
                         feed.lastValue(QStringLiteral("time/update")));
  line.device = deviceText(info);
  if (const QStringList ranks = rankRows(feed); !ranks.isEmpty()) {
    line.device += dot() + tr("%1 ranks").arg(ranks.size());
    line.detail +=
        (line.detail.isEmpty() ? QString() : QStringLiteral("\n")) + ranks.join(QLatin1Char('\n'));
  }
  return line;
}

RunLine emptyLine() {
  RunLine line;
  line.state = tr("No run");
  return line;
}

QString recordText(const RunFeed& feed, bool isLive) {
  if (feed.runDir().isEmpty()) return tr("record: none open");
  const QString file =
      QFileInfo(feed.runDir()).isFile()
          ? feed.runDir()
          : QString::fromStdString(record::record_path(feed.runDir().toStdString()).string());
  const qint64 bytes = QFileInfo(file).size() + QFileInfo(file + QStringLiteral("-wal")).size();
  const QString words =
      tr("record: %1 episodes, %2")
          .arg(widgets::formatCount(feed.info().episode_count), widgets::formatBytes(bytes));
  return isLive ? words + tr(", saved") : words;
}

QString verifierText(const RunFeed& feed) {
  if (feed.runDir().isEmpty()) return {};
  QStringList parts;
  const double rate = feed.lastValue(QStringLiteral("verify/candidates_per_second"));
  if (std::isfinite(rate)) parts << tr("%1 candidates/s").arg(widgets::formatFixed(rate, 1));
  const double queue = feed.lastValue(QStringLiteral("verify/queue"));
  if (std::isfinite(queue))
    parts << tr("queue %1").arg(widgets::formatCount(static_cast<qint64>(queue)));
  QString sandbox = fact(feed.info(), "sandbox");
  if (!sandbox.isEmpty()) parts << tr("sandbox %1").arg(sandbox.remove(QLatin1Char(',')));
  return parts.isEmpty() ? QString() : tr("verifier: %1").arg(parts.join(QStringLiteral(", ")));
}

QString modelName(const std::string& settingsYaml) {
  const auto config = config::parse_settings(settingsYaml, "settings.yaml");
  return config ? QFileInfo(QString::fromStdString(config->model.path)).fileName() : QString();
}

QString policyText(const RunFeed& feed, const QString& model) {
  if (feed.runDir().isEmpty()) return {};
  const record::RunInfo& info = feed.info();
  QStringList parts;
  QString policy = model;
  const double parameters = fact(info, "parameters").toDouble();
  if (parameters > 0)
    policy += QLatin1Char(' ') + tr("%1 M").arg(widgets::formatFixed(parameters / 1e6, 2));
  if (!policy.trimmed().isEmpty()) parts << policy.trimmed();
  const double speed = feed.lastValue(QStringLiteral("rollout/tokens_per_second"));
  if (std::isfinite(speed)) parts << tr("%1 tok/s").arg(widgets::formatCount(std::llround(speed)));
  if (info.last_checkpoint_step > 0) {
    parts << tr("checkpoint at step %1").arg(widgets::formatCount(info.last_checkpoint_step));
  }
  return parts.isEmpty() ? QString() : tr("policy: %1").arg(parts.join(dot()));
}

qint64 samplesOf(const record::RunInfo& info) {
  return fact(info, "samples").toLongLong();
}

}  // namespace nereid::app
