// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/curve_groups.h"

#include <QCoreApplication>

#include "engine/record/metrics.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Curves", text);
}

CurveSeries stageSeries(verify::Stage stage) {
  return {QStringLiteral("funnel/") + text(verify::stage_name(stage)), stageWord(stage), 0, stage};
}

}  // namespace

QList<CurveGroup> defaultCurveGroups() {
  QList<CurveGroup> groups;
  groups << CurveGroup{
      QStringLiteral("reward"),
      tr("reward"),
      tr("mean and spread"),
      {{QStringLiteral("reward"), tr("mean"), 0}, {QStringLiteral("reward_std"), tr("std"), 6}},
      CurveGroup::Kind::kLines,
      true};
  groups << CurveGroup{QStringLiteral("pass_rate"),
                       tr("pass rate"),
                       tr("rollouts"),
                       {{QStringLiteral("pass_rate/level1"), tr("level 1"), 1},
                        {QStringLiteral("pass_rate/level2"), tr("level 2"), 2}},
                       CurveGroup::Kind::kLines,
                       true};
  CurveGroup validation{QStringLiteral("validation"),
                        tr("pass@1"),
                        tr("evaluations"),
                        {},
                        CurveGroup::Kind::kLines,
                        true,
                        true};
  for (int level = 1; level <= 4; ++level) {
    CurveSeries series{QStringLiteral("eval_pass@1/level%1").arg(level), tr("level %1").arg(level),
                       level};
    series.onlyWithData = true;
    validation.series << series;
  }
  groups << validation;
  CurveGroup funnel{QStringLiteral("funnel"),  tr("funnel"), tr("stage passed"), {},
                    CurveGroup::Kind::kFunnel, true};
  // What passed nothing is the rest below all bands; it has no metric of its own.
  funnel.series << CurveSeries{{}, stageWord(verify::Stage::kNone), 0, verify::Stage::kNone};
  for (const auto stage : {verify::Stage::kStatic, verify::Stage::kCompile, verify::Stage::kTiny,
                           verify::Stage::kFull, verify::Stage::kTiming}) {
    funnel.series << stageSeries(stage);
  }
  groups << funnel;
  groups << CurveGroup{QStringLiteral("loss"),
                       tr("loss, entropy, KL"),
                       tr("nat/token"),
                       {{QStringLiteral("loss"), tr("loss"), 3},
                        {QStringLiteral("entropy"), tr("entropy"), 4},
                        {QStringLiteral("kl"), tr("KL"), 2}},
                       CurveGroup::Kind::kLines,
                       false};
  return groups;
}

QString metricTitle(const QString& key) {
  const std::string text = key.toStdString();
  const record::MetricInfo* info = record::find_metric(text);
  if (info == nullptr) return key;
  const QString label = QCoreApplication::translate("Metric", std::string(info->label).c_str());
  const auto ranked = record::ranked_metric(text);
  return ranked ? tr("%1, rank %2").arg(label).arg(ranked->rank) : label;
}

QString metricHelp(const QString& key) {
  const record::MetricInfo* info = record::find_metric(key.toStdString());
  return info == nullptr ? QString()
                         : QCoreApplication::translate("Metric", std::string(info->help).c_str());
}

QString metricUnit(const QString& key) {
  const record::MetricInfo* info = record::find_metric(key.toStdString());
  return info == nullptr || info->unit.empty()
             ? QString()
             : QCoreApplication::translate("Metric", std::string(info->unit).c_str());
}

CurveGroup singleCurveGroup(const QString& key) {
  const QString label = metricTitle(key);
  return {key, label, metricUnit(key), {{key, label, 0}}};
}

}  // namespace nereid::widgets
