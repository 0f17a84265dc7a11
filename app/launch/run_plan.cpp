// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch/run_plan.h"

#include <QCoreApplication>

#include "engine/base/clock.h"
#include "engine/base/numbers.h"
#include "engine/base/paths.h"
#include "engine/config/steps.h"
#include "widgets/words/format.h"

namespace nereid::app {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("RunPlan", text);
}

QString methodName(const std::string& method) {
  if (method == "sft") return tr("SFT");
  return method == "best_of_n" ? tr("best-of-N") : tr("GRPO");
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

QString describe(const config::RunConfig& config) {
  const QString model = QString::fromStdString(config.model.path);
  if (config.method == "sft") {
    return tr("Supervised fine-tuning of %1, batches of %2").arg(model).arg(config.sft.batch_size);
  }
  if (config.method == "best_of_n") {
    return tr("Best-of-N fine-tuning of %1: %2 completions a task, the best %3 kept")
        .arg(model)
        .arg(config.best_of_n.n)
        .arg(config.best_of_n.k);
  }
  return tr("GRPO of %1: %2 prompts a step, %3 completions each")
      .arg(model)
      .arg(config.grpo.prompts_per_step)
      .arg(config.grpo.num_generations);
}

QString describeShortly(const config::RunConfig& config) {
  if (config::steps_follow_tasks(config)) {
    return tr("%1 \u00b7 %2 epochs")
        .arg(methodName(config.method), widgets::formatCount(config.best_of_n.epochs));
  }
  return tr("%1 \u00b7 %2 steps")
      .arg(methodName(config.method), widgets::formatCount(config::planned_steps(config)));
}

}  // namespace nereid::app
