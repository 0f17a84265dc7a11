// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/example_runs.h"

#include <QCoreApplication>
#include <QDirIterator>

#include "app/runs/run_shelf.h"
#include "engine/base/paths.h"
#include "engine/record/library/shipped_runs.h"
#include "engine/record/store.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::app {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(ExampleRuns)
};

// The catalogues hold the texts of the shipped about.json (packaging/update-translations).
QString translated(const std::string& text) {
  return text.empty() ? QString() : QCoreApplication::translate("ExampleRuns", text.c_str());
}

qint64 bytesIn(const QString& folder) {
  qint64 bytes = 0;
  for (QDirIterator at(folder, QDir::Files, QDirIterator::Subdirectories); at.hasNext();) {
    at.next();
    bytes += at.fileInfo().size();
  }
  return bytes;
}

}  // namespace

QList<ExampleRun> exampleRuns() {
  QList<ExampleRun> runs;
  for (const record::ShippedRun& run : record::shipped_runs(resource_dir() / "runs")) {
    runs << ExampleRun{QString::fromStdString(run.folder.string()), translated(run.title),
                       translated(run.sentence)};
  }
  return runs;
}

QString exampleRun() {
  const QList<ExampleRun> runs = exampleRuns();
  return runs.isEmpty() ? QString() : runs.first().folder;
}

QString exampleFacts(const QString& folder) {
  const auto reader = record::RunReader::open(folder.toStdString());
  if (!reader) return widgets::engineText(reader.error().message);
  const auto info = (*reader)->info();
  if (!info) return widgets::engineText(info.error().message);
  QStringList phases;
  for (const record::RunPhase& phase : record::run_phases(*info))
    phases << QString::fromStdString(phase.name);
  QStringList facts;
  if (!phases.isEmpty()) facts << phases.join(QStringLiteral(", "));
  facts << Words::tr("%Ln steps", nullptr, static_cast<int>(info->last_step))
        << Words::tr("%Ln episodes", nullptr, static_cast<int>(info->episode_count));
  const auto evaluations = static_cast<int>(evaluationsIn(folder).size());
  if (evaluations > 0) facts << Words::tr("%Ln evaluations", nullptr, evaluations);
  facts << widgets::formatBytes(bytesIn(folder));
  return facts.join(QStringLiteral(" \u00B7 "));
}

}  // namespace nereid::app
