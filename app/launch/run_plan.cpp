// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch/run_plan.h"

#include <QCoreApplication>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/base/paths.h"
#include "engine/config/phases.h"
#include "engine/config/steps.h"
#include "widgets/words/format.h"
#include "widgets/words/method_words.h"

namespace nereid::app {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("RunPlan", text);
}

/// "sft \u203A best_of_n", or the method of a run without phases.
QString recipeName(const config::RunConfig& config) {
  if (config.phases.empty()) return widgets::methodWord(config.method);
  QStringList names;
  for (const std::string& name : config.phases) names << QString::fromStdString(name);
  return widgets::chained(names);
}

/// "50 + 100"; nothing where a phase has as many steps as its folder has tasks.
QString stepsOfPhases(const config::RunConfig& config) {
  QStringList steps;
  for (const config::Phase& phase : config::phases_of(config)) {
    if (config::steps_follow_tasks(phase.settings)) return {};
    steps << widgets::formatCount(config::planned_steps(phase.settings));
  }
  return steps.join(QStringLiteral(" + "));
}

}  // namespace

QString newRunFolder(const QString& name) {
  const std::string leaf = name.toStdString() + "-" + time_stamp();
  return QString::fromStdString((runs_dir() / leaf).string());
}

QString stepsKey(const config::RunConfig& config) {
  return QString::fromStdString(config.method) + QStringLiteral(".steps");
}

double stepsOf(const config::RunConfig& config) {
  if (config::steps_follow_tasks(config)) return kNaN;
  return static_cast<double>(config::planned_steps(config));
}

Result<RunPlan> planOf(const QString& preset, int steps) {
  auto config = config::load_settings(preset.toStdString());
  if (!config) return config.error();
  if (steps > 0) config::set_steps(*config, steps);
  const QString folder = newRunFolder(QString::fromStdString(config->name));
  return RunPlan{*config, {.run_dir = folder.toStdString()}};
}

namespace {

QString withTurns(const QString& what, const config::RunConfig& config) {
  return config.turns.count == 1
             ? what
             : tr("%1, at most %2 turns each").arg(what, QString::number(config.turns.count));
}

}  // namespace

QString describe(const config::RunConfig& config) {
  const QString model = QString::fromStdString(config.model.path);
  if (!config.phases.empty()) {
    const QString steps = stepsOfPhases(config);
    return steps.isEmpty() ? tr("%1 of %2, one after the other").arg(recipeName(config), model)
                           : tr("%1 of %2, one after the other: %3 steps")
                                 .arg(recipeName(config), model, steps);
  }
  if (config.method == "sft") {
    return tr("Supervised fine-tuning of %1, batches of %2").arg(model).arg(config.sft.batch_size);
  }
  if (config.method == "best_of_n") {
    return withTurns(tr("Best-of-N fine-tuning of %1: %2 completions a task, the best %3 kept")
                         .arg(model)
                         .arg(config.best_of_n.n)
                         .arg(config.best_of_n.k),
                     config);
  }
  return withTurns(tr("GRPO of %1: %2 prompts a step, %3 completions each")
                       .arg(model)
                       .arg(config.grpo.prompts_per_step)
                       .arg(config.grpo.num_generations),
                   config);
}

QString describeShortly(const config::RunConfig& config) {
  if (config::steps_follow_tasks(config)) {
    if (!config.phases.empty()) return recipeName(config);
    return tr("%1 \u00b7 %2 epochs")
        .arg(recipeName(config), widgets::formatCount(config.best_of_n.epochs));
  }
  return tr("%1 \u00b7 %2 steps")
      .arg(recipeName(config), widgets::formatCount(config::planned_steps(config)));
}

}  // namespace nereid::app
