// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "engine/base/result.h"

namespace nereid::app {

/// A candidate to begin with, and a reference that it is right for.
struct BenchTemplate {
  QString id;     ///< folder under resources/templates
  QString title;  ///< in the menu
  QString about;  ///< one sentence
};
QList<BenchTemplate> benchTemplates();

struct BenchSources {
  QString reference;
  QString candidate;
};
/// Reads resources/templates/ID/reference.py and candidate.py. Blocks for the disk.
Result<BenchSources> readTemplate(const QString& id);

}  // namespace nereid::app
