// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/episode_filter.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>

namespace nereid::widgets {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("EpisodeFilter", text);
}

// Case-insensitive for ASCII, which all names and codes are; avoids a QString per row.
bool contains(const std::string& text, const std::string& lowerWord) {
  const auto same = [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
  };
  return std::search(text.begin(), text.end(), lowerWord.begin(), lowerWord.end(), same) !=
         text.end();
}

// "wrong_values" is found by "wrong values" too.
bool containsCode(const std::string& code, const std::string& lowerWord) {
  if (contains(code, lowerWord)) {
    return true;
  }
  std::string joined = lowerWord;
  std::replace(joined.begin(), joined.end(), ' ', '_');
  return joined != lowerWord && contains(code, joined);
}

QString unquoted(QString text) {
  return text.remove(QLatin1Char('"'));
}

// Splits at spaces outside of quotes.
QStringList splitTerms(const QString& text) {
  QStringList terms;
  QString term;
  bool quoted = false;
  for (const QChar c : text) {
    quoted = c == QLatin1Char('"') ? !quoted : quoted;
    if (c.isSpace() && !quoted) {
      if (!term.isEmpty()) {
        terms << term;
      }
      term.clear();
    } else {
      term += c;
    }
  }
  if (!term.isEmpty()) {
    terms << term;
  }
  return terms;
}

}  // namespace

/// Turns one written term into a Term; notes what it could not understand.
struct FilterParser {
  using Field = EpisodeFilter::Field;
  using Op = EpisodeFilter::Op;
  using Term = EpisodeFilter::Term;

  EpisodeFilter& filter;

  static constexpr std::pair<const char*, Field> kFields[] = {
      {"task", Field::kTask},           {"reason", Field::kReason},     {"phase", Field::kPhase},
      {"stage", Field::kStage},         {"rejected", Field::kRejected}, {"is", Field::kAccepted},
      {"level", Field::kLevel},         {"step", Field::kStep},         {"reward", Field::kReward},
      {"advantage", Field::kAdvantage}, {"tokens", Field::kTokens},     {"time", Field::kTime},
      {"group", Field::kGroup},         {"index", Field::kIndex},
  };

  void add(QString written) {
    Term term;
    if (written.size() > 1 && written.startsWith(QLatin1Char('-'))) {
      term.negated = true;
      written.remove(0, 1);
    }
    const qsizetype place = operatorPlace(written);
    const Field field = place > 0 ? fieldOf(written.left(place)) : Field::kAny;
    if (field == Field::kAny) {
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
        addWord(term, field, value);
        return;
      case Field::kStage:
      case Field::kRejected:
        addStage(term, field, value);
        return;
      case Field::kAccepted:
        addFlag(term, value);
        return;
      case Field::kLevel:
      case Field::kStep:
      case Field::kReward:
      case Field::kAdvantage:
      case Field::kTokens:
      case Field::kTime:
      case Field::kGroup:
      case Field::kIndex:
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

  void addFlag(Term term, const QString& value) {
    const bool accepted = QStringLiteral("accepted").startsWith(value.toLower());
    if (!accepted && !QStringLiteral("rejected").startsWith(value.toLower())) {
      problem(tr("\"is:%1\" is not known: is:accepted or is:rejected").arg(value));
      return;
    }
    term.field = Field::kAccepted;
    term.flag = accepted;
    filter.m_terms.push_back(term);
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
    }
  }
};

EpisodeFilter EpisodeFilter::parse(const QString& text) {
  EpisodeFilter filter;
  filter.m_text = text;
  FilterParser parser{filter};
  for (const QString& term : splitTerms(text)) {
    parser.add(term);
  }
  return filter;
}

QStringList EpisodeFilter::keys() {
  QStringList names;
  for (const auto& [name, field] : FilterParser::kFields) {
    names << QLatin1String(name);
  }
  return names;
}

bool EpisodeFilter::matches(const record::EpisodeRow& row) const {
  return std::all_of(m_terms.begin(), m_terms.end(),
                     [&](const Term& term) { return holds(term, row) != term.negated; });
}

bool EpisodeFilter::numberHolds(const Term& term, double value) {
  // Shown numbers are rounded; equality means what the user sees.
  constexpr double kSame = 5e-4;
  switch (term.op) {
    case Op::kEqual:
      return std::fabs(value - term.low) < kSame;
    case Op::kNotEqual:
      return !(std::fabs(value - term.low) < kSame);
    case Op::kLess:
      return value < term.low;
    case Op::kLessEqual:
      return value <= term.low;
    case Op::kGreater:
      return value > term.low;
    case Op::kGreaterEqual:
      return value >= term.low;
    case Op::kRange:
      return value >= term.low && value <= term.high;
  }
  return false;
}

bool EpisodeFilter::holds(const Term& term, const record::EpisodeRow& row) {
  switch (term.field) {
    case Field::kAny:
      return contains(row.task_name, term.word) || contains(row.task_id, term.word) ||
             (!row.accepted && (containsCode(row.reason_code, term.word) ||
                                contains(row.reason_message, term.word)));
    case Field::kTask:
      return contains(row.task_name, term.word) || contains(row.task_id, term.word);
    case Field::kReason:
      return containsCode(row.reason_code, term.word) || contains(row.reason_message, term.word);
    case Field::kPhase:
      return contains(row.phase, term.word);
    case Field::kStage:
      return (row.furthest_stage == term.stage) != (term.op == Op::kNotEqual);
    case Field::kRejected:
      return (!row.accepted && row.rejected_at == term.stage) != (term.op == Op::kNotEqual);
    case Field::kAccepted:
      return row.accepted == term.flag;
    case Field::kLevel:
      return numberHolds(term, row.level);
    case Field::kStep:
      return numberHolds(term, static_cast<double>(row.key.step));
    case Field::kReward:
      return numberHolds(term, row.reward);
    case Field::kAdvantage:
      return numberHolds(term, row.advantage);
    case Field::kTokens:
      return numberHolds(term, row.token_count);
    case Field::kTime:
      return numberHolds(term, row.verify_ms);
    case Field::kGroup:
      return numberHolds(term, row.key.group);
    case Field::kIndex:
      return numberHolds(term, row.key.index);
  }
  return true;
}

}  // namespace nereid::widgets
