// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/engine_text.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <optional>
#include <vector>

#include "widgets/words/engine_templates.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

constexpr int kDeepest = 6;       // sentences within sentences
constexpr int kMostKept = 4'096;  // the rows of a list ask for the same sentences again and again

struct Template {
  const char* text;
  QRegularExpression pattern;
  QList<int> places;      ///< number of the place that each group of the pattern stands for
  qsizetype letters = 0;  ///< that the pattern demands: the more, the less it fits by chance
};

const QRegularExpression& placePattern() {
  static const QRegularExpression pattern(QStringLiteral("%(L?)(\\d)"));
  return pattern;
}

Template templateOf(const char* text) {
  const QString written = QString::fromUtf8(text);
  Template made{text, {}, {}, 0};
  QString pattern;
  qsizetype at = 0;
  for (auto i = placePattern().globalMatch(written); i.hasNext();) {
    const QRegularExpressionMatch place = i.next();
    const QString plain = written.mid(at, place.capturedStart() - at);
    pattern += QRegularExpression::escape(plain);
    pattern += place.captured(1).isEmpty()
                   ? QStringLiteral("(.+?)")
                   : QStringLiteral("([-+]?(?:\\d[\\d,]*(?:\\.\\d+)?(?:e[-+]?\\d+)?|nan|inf))");
    made.places << place.captured(2).toInt();
    made.letters += plain.size();
    at = place.capturedEnd();
  }
  made.letters += written.size() - at;
  pattern += QRegularExpression::escape(written.mid(at));
  made.pattern = QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                                    QRegularExpression::DotMatchesEverythingOption);
  return made;
}

std::vector<Template> templatesOf(std::initializer_list<std::span<const char* const>> tables) {
  std::vector<Template> made;
  for (const auto& table : tables) {
    for (const char* text : table) made.push_back(templateOf(text));
  }
  std::stable_sort(made.begin(), made.end(),
                   [](const Template& a, const Template& b) { return a.letters > b.letters; });
  return made;
}

QString translated(const char* text) {
  return QCoreApplication::translate("EngineText", text);
}

/// "31,968" and "0.77" as the locale writes them; digits, signs and exponents stay.
QString numberText(const QString& written) {
  const QLocale locale;
  const bool isGrouped = !(locale.numberOptions() & QLocale::OmitGroupSeparator);
  QString text;
  for (const QChar letter : written) {
    if (letter == u',') {
      if (isGrouped) text += locale.groupSeparator();
    } else if (letter == u'.') {
      text += locale.decimalPoint();
    } else {
      text += letter;
    }
  }
  return text;
}

/// "a, b or c", as the engine writes choices.
QString choicesText(const QString& choices) {
  // A choice is one word, or one with a number behind it ("RTX 4090").
  static const QString word = QStringLiteral("[\\w.-]+(?: \\d+)?");
  static const QRegularExpression list(
      QRegularExpression::anchoredPattern(QStringLiteral("(%1(?:, %1)*) or (%1)").arg(word)));
  const QRegularExpressionMatch match = list.match(choices);
  return match.hasMatch() ? translated("%1 or %2").arg(match.captured(1), match.captured(2))
                          : choices;
}

/// Made when the first sentence is translated: in the engine's own language none is needed.
const std::vector<Template>& sentences() {
  thread_local const std::vector<Template> all =
      templatesOf({verdictTemplates(), inputTemplates(), settingTemplates(), runTemplates()});
  return all;
}

const std::vector<Template>& parts() {
  thread_local const std::vector<Template> all = templatesOf({partTemplates()});
  return all;
}

/// The translations of one thread; forgotten when the language changes.
class Translations {
 public:
  QString words(const QString& part) {
    return kept(m_words, part, [&] { return partText(part, 0); });
  }

  QString of(const QString& sentence) {
    return kept(m_sentences, sentence,
                [&] { return sentenceText(sentence, 0).value_or(sentence); });
  }

 private:
  template <class Translate>
  QString kept(QHash<QString, QString>& known, const QString& english, Translate translate) {
    const QString sample = translated("right on every input");
    if (sample == QLatin1String("right on every input")) return english;  // the engine's language
    if (sample != m_sample) {
      m_sentences.clear();
      m_words.clear();
      m_sample = sample;
    }
    if (const auto found = known.constFind(english); found != known.cend()) return *found;
    if (known.size() >= kMostKept) known.clear();
    return *known.insert(english, translate());
  }

  std::optional<QString> sentenceText(const QString& sentence, int depth) {
    if (sentence.isEmpty() || depth >= kDeepest) return std::nullopt;
    if (const auto text = judgedText(sentence, depth)) return text;
    for (const Template& one : sentences()) {
      if (const auto text = filled(one, sentence, depth)) return text;
    }
    return std::nullopt;
  }

  /// Also words that make no sentence.
  QString partText(const QString& part, int depth) {
    const QString variant = variantText(part);
    if (!variant.isEmpty()) return variant;
    for (const Template& one : parts()) {
      if (const auto text = filled(one, part, depth)) return *text;
    }
    if (const auto text = sentenceText(part, depth)) return *text;
    const QString setting = QCoreApplication::translate("Settings", part.toUtf8().constData());
    return setting != part ? setting : choicesText(part);
  }

  std::optional<QString> filled(const Template& one, const QString& sentence, int depth) {
    const QRegularExpressionMatch match = one.pattern.match(sentence);
    if (!match.hasMatch()) return std::nullopt;
    const QString wanted = translated(one.text);
    QString text;
    qsizetype at = 0;
    for (auto i = placePattern().globalMatch(wanted); i.hasNext();) {
      const QRegularExpressionMatch place = i.next();
      text += wanted.mid(at, place.capturedStart() - at);
      const qsizetype group = one.places.indexOf(place.captured(2).toInt());
      const QString part = match.captured(static_cast<int>(group) + 1);
      text += place.captured(1).isEmpty() ? partText(part, depth + 1) : numberText(part);
      at = place.capturedEnd();
    }
    return text + wanted.mid(at);
  }

  /// "wrong values: larger dims, REST" and "larger dims, REST", of the judge.
  std::optional<QString> judgedText(const QString& sentence, int depth) {
    const qsizetype colon = sentence.indexOf(QLatin1String(": "));
    if (colon > 0) {
      const QString reason = sentence.left(colon);
      const QString rest = sentence.mid(colon + 2);
      const QString word = reason.contains(u'_')
                               ? reason
                               : reasonWord(QString(reason).replace(u' ', u'_').toStdString());
      if (word != reason) return translated("%1: %2").arg(word, partText(rest, depth + 1));
      if (!variantText(rest.section(QLatin1String(", "), 0, 0)).isEmpty()) {
        // What stands before the variant may be a sentence of its own.
        for (const Template& one : sentences()) {
          if (const auto text = filled(one, sentence, depth)) return text;
        }
        return translated("%1: %2").arg(word, partText(rest, depth + 1));
      }
    }
    const qsizetype comma = sentence.indexOf(QLatin1String(", "));
    const QString variant = comma > 0 ? variantText(sentence.left(comma)) : QString();
    if (variant.isEmpty()) return std::nullopt;
    return translated("%1, %2").arg(variant, partText(sentence.mid(comma + 2), depth + 1));
  }

  /// The word for a variant that the engine wrote with spaces; empty for anything else.
  static QString variantText(const QString& spoken) {
    QString code = spoken;
    const std::string key = code.replace(QLatin1Char(' '), QLatin1Char('_')).toStdString();
    return variantMeaning(key).isEmpty() ? QString() : variantWord(key);
  }

  QString m_sample;  ///< of the language that the kept ones are in
  QHash<QString, QString> m_sentences, m_words;
};

Translations& translations() {
  thread_local Translations ofThisThread;
  return ofThisThread;
}

}  // namespace

QString engineText(const QString& sentence) {
  return translations().of(sentence);
}

QString engineText(const std::string& sentence) {
  return engineText(QString::fromStdString(sentence));
}

QString engineWords(const std::string& words) {
  return translations().words(QString::fromStdString(words));
}

}  // namespace nereid::widgets
