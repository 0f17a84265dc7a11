// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <algorithm>
#include <limits>
#include <numeric>

#include "widgets/filter/episode_filter.h"

namespace nereid::widgets {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("EpisodeFilter", text);
}

QString unquoted(QString text) {
  return text.remove(QLatin1Char('"'));
}

struct Written {
  QString text;
  int begin = 0;  ///< in the whole filter
};

// Splits at spaces outside of quotes.
std::vector<Written> splitTerms(const QString& text) {
  std::vector<Written> terms;
  Written term;
  bool quoted = false;
  for (int i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    quoted = c == QLatin1Char('"') ? !quoted : quoted;
    if (!c.isSpace() || quoted) {
      if (term.text.isEmpty()) {
        term.begin = i;
      }
      term.text += c;
    } else if (!term.text.isEmpty()) {
      terms.push_back(term);
      term.text.clear();
    }
  }
  if (!term.text.isEmpty()) {
    terms.push_back(term);
  }
  return terms;
}

// Steps from one word to the other: letters added, taken away or changed.
int distance(const QString& a, const QString& b) {
  std::vector<int> row(static_cast<std::size_t>(b.size()) + 1);
  std::iota(row.begin(), row.end(), 0);
  for (int i = 0; i < a.size(); ++i) {
    int diagonal = std::exchange(row[0], i + 1);
    for (int k = 0; k < b.size(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      const int changed = diagonal + (a[i] == b[k] ? 0 : 1);
      diagonal = row[at + 1];
      row[at + 1] = std::min({row[at] + 1, row[at + 1] + 1, changed});
    }
  }
  return row.back();
}

}  // namespace

/// Turns one written term into a Term; notes what it could not understand.
struct FilterParser {
  using Field = EpisodeFilter::Field;
  using Op = EpisodeFilter::Op;
  using Term = EpisodeFilter::Term;

  EpisodeFilter& filter;

  static constexpr std::pair<const char*, Field> kFields[] = {
      {"task", Field::kTask},
      {"reason", Field::kReason},
      {"phase", Field::kPhase},
      {"stage", Field::kStage},
      {"rejected", Field::kRejected},
      {"is", Field::kAccepted},
      {"level", Field::kLevel},
      {"step", Field::kStep},
      {"reward", Field::kReward},
      {"advantage", Field::kAdvantage},
      {"tokens", Field::kTokens},
      {"time", Field::kTime},
      {"group", Field::kGroup},
      {"index", Field::kIndex},
      {"turn", Field::kTurn},
      {"flag", Field::kFlag},
      {"bookmarked", Field::kBookmarked},
      {"note", Field::kNote},
  };

  Written whole = {};  ///< the term that is being read

  void add(const Written& part) {
    whole = part;
    QString written = part.text;
    Term term;
    if (written.size() > 1 && written.startsWith(QLatin1Char('-'))) {
      term.negated = true;
      written.remove(0, 1);
    }
    const qsizetype place = operatorPlace(written);
    const Field field = place > 0 ? fieldOf(written.left(place)) : Field::kAny;
    if (field == Field::kAny) {
      if (place > 0) {
        unknownKey(written.left(place));
      }
      if (isState(written)) return addState(term, written);
      addWord(term, Field::kAny, unquoted(written));
      return;
    }
    addKeyed(term, field, written.mid(place));
  }

  // Where key and value part: the first of : < > = ! outside of quotes.
  static qsizetype operatorPlace(const QString& written) {
    for (qsizetype i = 0; i < written.size(); ++i) {
      if (written[i] == QLatin1Char('"')) {
        return -1;
      }
      if (QStringLiteral(":<>=!").contains(written[i])) {
        return i;
      }
    }
    return -1;
  }

  /// Whole words that everybody tries first; in quotes they are searched as text.
  static bool isState(const QString& written) {
    const auto is = [&](const char* word) {
      return written.compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
    };
    return is("accepted") || is("rejected") || is("bookmarked");
  }

  static Field fieldOf(const QString& key) {
    for (const auto& [name, field] : kFields) {
      if (key.compare(QLatin1String(name), Qt::CaseInsensitive) == 0) {
        return field;
      }
    }
    return Field::kAny;
  }

  void addKeyed(Term term, Field field, QString rest) {
    if (rest.startsWith(QLatin1Char(':'))) {
      rest.remove(0, 1);
    }
    term.exact = rest.startsWith(QLatin1Char('=')) || rest.startsWith(QLatin1Char('!'));
    term.op = takeOperator(rest);
    const QString value = unquoted(rest).trimmed();
    if (value.isEmpty()) {
      return;  // still being typed
    }
    switch (field) {
      case Field::kAny:
      case Field::kTask:
      case Field::kReason:
      case Field::kPhase:
      case Field::kFlag:
      case Field::kNote:
        addWord(term, field, value);
        return;
      case Field::kStage:
      case Field::kRejected:
        addStage(term, field, value);
        return;
      case Field::kAccepted:
      case Field::kShortcut:
        addState(term, value);
        return;
      case Field::kBookmarked:
        addYesNo(term, value);
        return;
      case Field::kLevel:
      case Field::kStep:
      case Field::kReward:
      case Field::kAdvantage:
      case Field::kTokens:
      case Field::kTime:
      case Field::kGroup:
      case Field::kIndex:
      case Field::kTurn:
        addNumber(term, field, value);
        return;
    }
  }

  static Op takeOperator(QString& rest) {
    static constexpr std::pair<const char*, Op> kOperators[] = {
        {">=", Op::kGreaterEqual}, {"<=", Op::kLessEqual}, {"!=", Op::kNotEqual},
        {"==", Op::kEqual},        {">", Op::kGreater},    {"<", Op::kLess},
        {"=", Op::kEqual}};
    for (const auto& [sign, op] : kOperators) {
      if (rest.startsWith(QLatin1String(sign))) {
        rest.remove(0, static_cast<qsizetype>(qstrlen(sign)));
        return op;
      }
    }
    return Op::kEqual;
  }

  void addWord(Term term, Field field, const QString& word) {
    term.field = field;
    term.negated = term.negated != (term.op == Op::kNotEqual);
    term.word = word.toLower().toStdString();
    if (!term.word.empty()) {
      filter.m_terms.push_back(std::move(term));
    }
  }

  void addStage(Term term, Field field, const QString& value) {
    const auto stage = verify::stage_from_name(value.toLower().toStdString());
    if (!stage) {
      problem(tr("\"%1\" is not a stage: none, static, compile, tiny, full or timing").arg(value));
      return;
    }
    term.field = field;
    term.stage = *stage;
    filter.m_terms.push_back(term);
  }

  void addState(Term term, const QString& value) {
    const auto begins = [&](const char* word) {
      return QLatin1String(word).startsWith(value, Qt::CaseInsensitive);
    };
    if (!begins("accepted") && !begins("rejected") && !begins("bookmarked") &&
        !begins("shortcut")) {
      problem(tr("\"is:%1\" is not known: is:accepted, is:rejected, is:bookmarked or is:shortcut")
                  .arg(value));
      return;
    }
    term.field = begins("bookmarked") ? Field::kBookmarked
                 : begins("shortcut") ? Field::kShortcut
                                      : Field::kAccepted;
    term.flag = !begins("rejected");
    filter.m_terms.push_back(term);
  }

  void addYesNo(Term term, const QString& value) {
    const bool yes = QStringLiteral("yes").startsWith(value, Qt::CaseInsensitive);
    if (!yes && !QStringLiteral("no").startsWith(value, Qt::CaseInsensitive)) {
      problem(tr("\"%1\" is neither yes nor no").arg(value));
      return;
    }
    term.field = Field::kBookmarked;
    term.flag = yes;
    filter.m_terms.push_back(term);
  }

  // Words may hold a colon, but a key that is nearly right is more likely a slip.
  void unknownKey(const QString& key) {
    constexpr int kSlip = 2;
    for (const auto& [name, field] : kFields) {
      if (key.size() > kSlip && distance(key.toLower(), QLatin1String(name)) <= kSlip) {
        problem(tr("there is no key \"%1\"; did you mean %2?")
                    .arg(key, QLatin1String(name) + QLatin1Char(':')));
        return;
      }
    }
  }

  void addNumber(Term term, Field field, QString value) {
    term.field = field;
    if (field == Field::kLevel && value.startsWith(QLatin1Char('L'), Qt::CaseInsensitive)) {
      value.remove(0, 1);
    }
    value.replace(QChar(u'\u2212'), QLatin1Char('-'));
    const qsizetype dots = value.indexOf(QLatin1String(".."));
    bool good = true;
    if (dots >= 0) {
      term.op = Op::kRange;
      bool lowGood = true;
      bool highGood = true;
      const QString low = value.left(dots);
      const QString high = value.mid(dots + 2);
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      term.low = low.isEmpty() ? -kInfinity : low.toDouble(&lowGood);
      term.high = high.isEmpty() ? kInfinity : high.toDouble(&highGood);
      good = lowGood && highGood;
    } else {
      term.low = value.toDouble(&good);
    }
    if (good) {
      filter.m_terms.push_back(term);
    } else if (value != QLatin1String("-")) {
      problem(tr("\"%1\" is not a number, a comparison (>60) or a range (10..20)").arg(value));
    }
  }

  void problem(const QString& text) {
    if (filter.m_problem.isEmpty()) {
      filter.m_problem = text;
      filter.m_problemRange = {whole.begin, static_cast<int>(whole.text.size())};
    }
  }
};

EpisodeFilter EpisodeFilter::parse(const QString& text) {
  EpisodeFilter filter;
  filter.m_text = text;
  FilterParser parser{filter};
  for (const Written& term : splitTerms(text)) {
    parser.add(term);
  }
  return filter;
}

}  // namespace nereid::widgets
