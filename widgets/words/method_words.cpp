// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/method_words.h"

#include <QCoreApplication>

#include "widgets/words/format.h"

namespace nereid::widgets {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Phases", text);
}

}  // namespace

QString methodWord(const std::string& method) {
  if (method == "sft") return tr("SFT");
  if (method == "grpo") return tr("GRPO");
  if (method == "best_of_n") return tr("best-of-N");
  return text(method);
}

QString chained(const QStringList& names) {
  return names.join(QLatin1Char(' ') + QChar(kThen) + QLatin1Char(' '));
}

}  // namespace nereid::widgets
