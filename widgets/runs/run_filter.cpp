// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/runs/run_filter.h"

#include <algorithm>

#include "widgets/runs/run_list.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

/// Splits at spaces outside quotes; the quotes go.
QStringList wordsOf(const QString& text) {
  QStringList words;
  QString word;
  bool isQuoted = false, isWord = false;
  for (const QChar c : text) {
    if (c == QLatin1Char('"')) {
      isQuoted = !isQuoted;
      isWord = true;
    } else if (c.isSpace() && !isQuoted) {
      if (isWord) words << word;
      word.clear();
      isWord = false;
    } else {
      word += c;
      isWord = true;
    }
  }
  if (isWord) words << word;
  return words;
}

bool contains(const QString& text, const QString& part) {
  return text.contains(part, Qt::CaseInsensitive);
}

/// The word of the interface and the one of the engine: a filter survives another language.
bool isOfState(const RunEntry& run, const QString& text) {
  if (!run.problem.isEmpty()) return contains(RunList::tr("cannot be read"), text);
  const std::string_view name = record::run_state_name(run.state);
  return contains(runStateWord(run), text) ||
         contains(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), text);
}

}  // namespace

RunFilter RunFilter::parse(const QString& text) {
  struct Prefix {
    QLatin1String text;
    Where where;
  };
  static const Prefix prefixes[] = {
      {QLatin1String("name:"), Where::kName},    {QLatin1String("tag:"), Where::kTag},
      {QLatin1String("tag="), Where::kWholeTag}, {QLatin1String("state:"), Where::kState},
      {QLatin1String("phase:"), Where::kPhase},  {QLatin1String("is:"), Where::kIs}};
  RunFilter filter;
  const QStringList words = wordsOf(text);
  for (QString word : words) {
    Term term;
    term.isNot = word.size() > 1 && word.startsWith(QLatin1Char('-'));
    if (term.isNot) word.remove(0, 1);
    for (const Prefix& prefix : prefixes) {
      if (!word.startsWith(prefix.text, Qt::CaseInsensitive)) continue;
      term.where = prefix.where;
      word.remove(0, prefix.text.size());
      break;
    }
    term.text = word;
    if (!word.isEmpty()) filter.m_terms << term;  // "tag:" is still being typed
  }
  return filter;
}

bool RunFilter::holds(const RunEntry& run, const Term& term) {
  const auto isTag = [&](const QString& tag) {
    return term.where == Where::kWholeTag ? tag.compare(term.text, Qt::CaseInsensitive) == 0
                                          : contains(tag, term.text);
  };
  const bool hasTag = std::any_of(run.tags.begin(), run.tags.end(), isTag);
  const bool hasPhase = std::any_of(
      run.phases.begin(), run.phases.end(),
      [&](const record::RunPhase& phase) { return contains(text(phase.name), term.text); });
  switch (term.where) {
    case Where::kName:
      return contains(run.name, term.text) || contains(run.title, term.text);
    case Where::kTag:
    case Where::kWholeTag:
      return hasTag;
    case Where::kState:
      return isOfState(run, term.text);
    case Where::kPhase:
      return hasPhase;
    case Where::kIs:
      return run.archived && QStringLiteral("archived").startsWith(term.text, Qt::CaseInsensitive);
    case Where::kAnywhere:
      return contains(run.name, term.text) || contains(run.title, term.text) || hasTag ||
             hasPhase || isOfState(run, term.text);
  }
  return false;
}

bool RunFilter::fits(const RunEntry& run) const {
  return std::all_of(m_terms.begin(), m_terms.end(),
                     [&](const Term& term) { return holds(run, term) != term.isNot; });
}

bool RunFilter::wantsArchived() const {
  return std::any_of(m_terms.begin(), m_terms.end(),
                     [](const Term& term) { return term.where == Where::kIs && !term.isNot; });
}

}  // namespace nereid::widgets
