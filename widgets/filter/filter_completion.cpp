// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filter/filter_completion.h"

#include <QCoreApplication>
#include <algorithm>

#include "widgets/filter/episode_filter.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

constexpr int kMostValues = 200;
constexpr int kMostOfBareWord = 6;  // of tasks and of reasons, below the keys

QString tr(const char* text) {
  return QCoreApplication::translate("FilterCompletion", text);
}

// Begin and end of the term around the cursor, a leading minus left out.
std::pair<int, int> termAt(const QString& text, int cursor) {
  int begin = 0;
  bool quoted = false;
  for (int i = 0; i < cursor; ++i) {
    quoted = text[i] == QLatin1Char('"') ? !quoted : quoted;
    if (text[i].isSpace() && !quoted) {
      begin = i + 1;
    }
  }
  if (begin < cursor && text[begin] == QLatin1Char('-')) {
    ++begin;
  }
  int end = cursor;
  while (end < text.size() && (quoted || !text[end].isSpace())) {
    quoted = text[end] == QLatin1Char('"') ? !quoted : quoted;
    ++end;
  }
  return {begin, end};
}

const FilterKey* keyOf(const QString& name) {
  for (const FilterKey& key : EpisodeFilter::keyTable()) {
    if (name.compare(QLatin1String(key.name), Qt::CaseInsensitive) == 0) {
      return &key;
    }
  }
  return nullptr;
}

QString helpOf(const FilterKey& key) {
  return QCoreApplication::translate("EpisodeFilter", key.help);
}

QStringList valuesOf(const FilterKey& key, const FilterVocabulary& words) {
  const QLatin1String name(key.name);
  if (name == QLatin1String("task")) return words.tasks;
  if (name == QLatin1String("reason")) return words.reasons;
  if (name == QLatin1String("flag")) return words.flags;
  if (name == QLatin1String("phase") && !words.phases.isEmpty()) return words.phases;
  QStringList values;
  for (const char* choice : key.choices) {
    values << QLatin1String(choice);
  }
  return values;
}

QString meaningOf(const FilterKey& key, const QString& value) {
  const QLatin1String name(key.name);
  const std::string code = value.toStdString();
  if (name == QLatin1String("flag")) return flagWord(code);
  if (name == QLatin1String("reason")) return reasonWord(code);
  return {};
}

void addValues(FilterCompletions& result, const FilterKey& key, const QString& prefix,
               const FilterVocabulary& words) {
  // Those that begin with what is written come before those that hold it.
  for (const bool begins : {true, false}) {
    for (const QString& value : valuesOf(key, words)) {
      if (value.startsWith(prefix, Qt::CaseInsensitive) != begins) continue;
      if (!begins && !value.contains(prefix, Qt::CaseInsensitive)) continue;
      if (static_cast<int>(result.offers.size()) < kMostValues) {
        result.offers.push_back({EpisodeFilter::quoted(value), meaningOf(key, value)});
      }
    }
  }
  if (result.offers.size() == 1 && result.offers.front().text == prefix) {
    result.offers.clear();  // it is written already
  }
}

void addTerms(FilterCompletions& result, const char* key, const QStringList& values,
              const QString& word, const QString& help) {
  int added = 0;
  for (const QString& value : values) {
    if (!value.contains(word, Qt::CaseInsensitive) || ++added > kMostOfBareWord) continue;
    result.offers.push_back(
        {QLatin1String(key) + QLatin1Char(':') + EpisodeFilter::quoted(value), help});
  }
}

}  // namespace

FilterCompletions completeFilter(const QString& text, int cursor, const FilterVocabulary& words) {
  FilterCompletions result;
  const int place = std::clamp(cursor, 0, static_cast<int>(text.size()));
  const auto [begin, end] = termAt(text, place);
  const QString written = text.mid(begin, std::max(0, place - begin));
  int colon = 0;
  while (colon < written.size() && (written[colon].isLetter())) {
    ++colon;
  }
  const bool hasOperator =
      colon > 0 && colon < written.size() && QStringLiteral(":<>=!").contains(written[colon]);
  if (hasOperator) {
    const FilterKey* key = keyOf(written.left(colon));
    if (key == nullptr || key->values == FilterKey::Values::kNumber) {
      return result;
    }
    result.begin = begin + colon + 1;
    result.end = end;
    addValues(result, *key, written.mid(colon + 1).remove(QLatin1Char('"')), words);
    return result;
  }
  result.begin = begin;
  result.end = end;
  for (const FilterKey& key : EpisodeFilter::keyTable()) {
    if (QLatin1String(key.name).startsWith(written, Qt::CaseInsensitive)) {
      result.offers.push_back({QLatin1String(key.name) + QLatin1Char(':'), helpOf(key)});
    }
  }
  if (written.size() > 1) {
    addTerms(result, "task", words.tasks, written, tr("task"));
    addTerms(result, "reason", words.reasons, written, tr("reason"));
  }
  return result;
}

}  // namespace nereid::widgets
