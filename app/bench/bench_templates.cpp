// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_templates.h"

#include <QCoreApplication>

#include "engine/base/file.h"
#include "engine/base/paths.h"

namespace nereid::app {

namespace {

#define N(text) QT_TRANSLATE_NOOP("BenchTemplates", text)
struct Row {
  const char* id;
  const char* title;
  const char* about;
};
constexpr Row kRows[] = {
    {"elementwise", N("Element by element"), N("One program a block of elements, with a mask")},
    {"rows", N("Row by row"), N("One program a row: a reduction and what follows from it")},
    {"product", N("Matrix product"), N("Tiles of the result, a loop over the inner dimension")},
};
#undef N

QString translated(const char* text) {
  return QCoreApplication::translate("BenchTemplates", text);
}

}  // namespace

QList<BenchTemplate> benchTemplates() {
  QList<BenchTemplate> templates;
  for (const Row& row : kRows) {
    templates << BenchTemplate{QString::fromLatin1(row.id), translated(row.title),
                               translated(row.about)};
  }
  return templates;
}

Result<BenchSources> readTemplate(const QString& id) {
  const auto folder = resource_dir() / "templates" / id.toStdString();
  const auto reference = read_file(folder / "reference.py");
  if (!reference) return reference.error();
  const auto candidate = read_file(folder / "candidate.py");
  if (!candidate) return candidate.error();
  return BenchSources{QString::fromStdString(*reference), QString::fromStdString(*candidate)};
}

}  // namespace nereid::app
