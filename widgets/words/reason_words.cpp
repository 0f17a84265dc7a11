// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <string_view>

#include "engine/verify/reason_sentence.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

#define N(text) QT_TRANSLATE_NOOP("ReasonWords", text)
/// The codes of engine/verify and engine/reward in words; another code is shown with spaces.
constexpr const char* kWords[] = {
    N("ok"),
    N("no code block"),
    N("several code blocks"),
    N("unclosed block"),
    N("forward error"),
    N("timing mismatch"),
    N("truncated"),
    N("prompt too long"),
    N("empty"),
    N("too large source"),
    N("not UTF-8"),
    N("syntax error"),
    N("forbidden import"),
    N("forbidden call"),
    N("missing model"),
    N("no jit function"),
    N("no kernel launch"),
    N("import error"),
    N("construct error"),
    N("compile error"),
    N("compile timeout"),
    N("out of resources"),
    N("torch fallback"),
    N("runtime error"),
    N("out of bounds"),
    N("data race"),
    N("timeout"),
    N("memory limit"),
    N("crashed"),
    N("wrong values"),
    N("wrong shape"),
    N("wrong dtype"),
    N("wrong count"),
    N("wrong type"),
    N("non-finite values"),
    N("mutated input"),
    N("missing effect"),
    N("impossible time"),
    N("not judgeable here"),
    N("infrastructure"),
    N("reference error"),
    N("task too large"),
    N("bad request"),
    N("cancelled"),
};
#undef N

}  // namespace

QString reasonWord(const std::string& code) {
  QString word = text(code);
  word.replace(QLatin1Char('_'), QLatin1Char(' '));
  if (code == "non_finite") word = QStringLiteral("non-finite values");
  if (code == "not_utf8") word = QStringLiteral("not UTF-8");
  if (code == "no_block") word = QStringLiteral("no code block");
  if (code == "several_blocks") word = QStringLiteral("several code blocks");
  return QCoreApplication::translate("ReasonWords", word.toUtf8().constData());
}

QString reasonSentence(const std::string& sentence) {
  // A reason without a message is the words of its code.
  const QString spoken = text(sentence);
  const bool isCode = !spoken.contains(QLatin1String(": ")) &&
                      std::find(std::begin(kWords), std::end(kWords), std::string_view(sentence)) !=
                          std::end(kWords);
  return isCode ? QCoreApplication::translate("ReasonWords", sentence.c_str())
                : engineWords(sentence);
}

QString reasonSentence(const std::string& code, const std::string& message) {
  return message.empty() ? reasonWord(code)
                         : reasonSentence(verify::reason_sentence(code, message));
}

}  // namespace nereid::widgets
