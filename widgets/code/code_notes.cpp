// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/code_notes.h"

#include <Qsci/qscistyle.h>

#include <QFontInfo>
#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <map>
#include <utility>

#include "widgets/code/code_editor.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr int kMargin = 3;
constexpr int kFirstMarker = 10;  // one a hue
constexpr int kFactStyle = 50;    // beyond those of lexers and of Scintilla itself
constexpr int kFirstBadgeStyle = 51;
constexpr double kBandShare = 0.16;

QColor blended(const QColor& over, const QColor& under, double share) {
  const auto mix = [share](int a, int b) { return qRound(a * share + b * (1 - share)); };
  return {mix(over.red(), under.red()), mix(over.green(), under.green()),
          mix(over.blue(), under.blue())};
}

// The first hue is too near to the band under the cursor to come first.
int hueOf(int number) {
  return number % kSeriesColorCount;
}

}  // namespace

QColor tieBand(bool dark, int number) {
  return blended(seriesColor(dark, hueOf(number)), roleColor(dark, Role::kCode), kBandShare);
}

QColor tieBadge(bool dark, int number) {
  return seriesColor(dark, hueOf(number));
}

CodeNotes::CodeNotes(CodeEditor* editor) : QObject(editor), m_editor(editor) {
  m_editor->setMarginType(kMargin, QsciScintilla::TextMargin);
  m_editor->setMarginMarkerMask(kMargin, 0);
  m_editor->setMarginSensitivity(kMargin, true);
  m_editor->viewport()->installEventFilter(this);
  for (int hue = 0; hue < kSeriesColorCount; ++hue) {
    m_editor->markerDefine(QsciScintilla::Background, kFirstMarker + hue);
  }
  connect(m_editor, &QsciScintilla::marginClicked, this, [this](int margin, int row) {
    if (margin == kMargin && numberAt(row) > 0) {
      Q_EMIT badgeClicked(numberAt(row));
    }
  });
  connect(&theme(), &Theme::themeChanged, this, &CodeNotes::refresh);
  refresh();
}

void CodeNotes::setFacts(std::vector<CodeFact> facts) {
  m_facts = std::move(facts);
  refresh();
}

void CodeNotes::setTies(std::vector<CodeTie> ties) {
  m_ties = std::move(ties);
  refresh();
}

int CodeNotes::numberAt(int row, int byte) const {
  const CodeTie* smallest = nullptr;
  int width = 0;
  for (const CodeTie& tie : m_ties) {
    for (const auto& [begin, end] : tie.spans) {
      const bool isAround = row == tie.begin && begin <= byte && byte < end;
      if (isAround && (smallest == nullptr || end - begin < width)) {
        smallest = &tie;
        width = end - begin;
      }
    }
  }
  if (smallest != nullptr) {
    return smallest->number;
  }
  for (const CodeTie& tie : m_ties) {
    if (row < tie.begin || row >= tie.end) {
      continue;
    }
    if (smallest == nullptr || tie.end - tie.begin < smallest->end - smallest->begin) {
      smallest = &tie;
    }
  }
  return smallest == nullptr ? 0 : smallest->number;
}

int CodeNotes::nextTie(int row, int direction) const {
  int best = -1;
  int around = -1;
  for (const CodeTie& tie : m_ties) {
    const bool isAhead = direction > 0 ? tie.begin > row : tie.begin < row;
    const auto isNearer = [&](int than) {
      return than < 0 || (direction > 0 ? tie.begin < than : tie.begin > than);
    };
    if (isAhead && isNearer(best)) {
      best = tie.begin;
    }
    if (isNearer(around)) {
      around = tie.begin;
    }
  }
  return best >= 0 ? best : around;
}

int CodeNotes::rowOf(int number) const {
  const auto found = std::find_if(m_ties.begin(), m_ties.end(),
                                  [number](const CodeTie& tie) { return tie.number == number; });
  return found == m_ties.end() ? -1 : found->begin;
}

QString CodeNotes::tipAt(int row) const {
  QStringList lines;
  for (const CodeTie& tie : m_ties) {
    if (row >= tie.begin && row < tie.end) {
      lines << tie.tip;
    }
  }
  for (const CodeFact& fact : m_facts) {
    if (fact.row == row) {
      lines << fact.tip;
    }
  }
  return lines.join(QLatin1Char('\n'));
}

void CodeNotes::refresh() {
  refreshMargin();
  refreshBands();
}

// Scintilla keeps one text a line for all text margins: badge and fact share one margin.
void CodeNotes::refreshMargin() {
  m_editor->clearMarginText(-1);
  const Theme& now = theme();
  QFont font = now.codeFont();
  font.setPointSizeF(QFontInfo(font).pointSizeF());  // Scintilla knows sizes in points only
  std::map<int, std::pair<QString, int>> texts;
  for (const CodeFact& fact : m_facts) {
    auto& [text, style] = texts[fact.row];
    text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + fact.text;
    style = kFactStyle;
  }
  std::map<int, QString> badges;
  for (const CodeTie& tie : m_ties) {
    QString& badge = badges[tie.begin];
    const QString number = QString::number(tie.number);
    if (!badge.split(QLatin1Char(' ')).contains(number)) {
      badge += (badge.isEmpty() ? QString() : QStringLiteral(" ")) + number;
    }
    texts[tie.begin].second = kFirstBadgeStyle + hueOf(tie.number);
  }
  const auto styleOf = [&](int number) {
    const bool isBadge = number != kFactStyle;
    const QColor ink =
        isBadge ? tieBadge(now.isDark(), number - kFirstBadgeStyle) : now.color(Role::kSecondary);
    QFont weight = font;
    weight.setBold(isBadge);
    return QsciStyle(number, QString(), ink, now.color(Role::kCode), weight);
  };
  int widest = 0;
  for (auto& [row, text] : texts) {
    const QString badge = badges.contains(row) ? QStringLiteral("\u25CF") + badges[row] : QString();
    const QString gap = badge.isEmpty() || text.first.isEmpty() ? QString() : QStringLiteral(" ");
    const QString whole = badge + gap + text.first;
    widest = std::max(widest, static_cast<int>(whole.size()));
    m_editor->setMarginText(row, whole, styleOf(text.second));
  }
  QFont bold = font;
  bold.setBold(true);
  m_editor->setMarginWidth(
      kMargin,
      widest == 0 ? 0 : QFontMetrics(bold).horizontalAdvance(QLatin1Char('0')) * (widest + 1) + 4);
}

void CodeNotes::refreshBands() {
  const bool isDark = theme().isDark();
  for (int hue = 0; hue < kSeriesColorCount; ++hue) {
    m_editor->markerDeleteAll(kFirstMarker + hue);
    m_editor->setMarkerBackgroundColor(tieBand(isDark, hue), kFirstMarker + hue);
  }
  for (const CodeTie& tie : m_ties) {
    for (int row = tie.begin; row < tie.end; ++row) {
      m_editor->markerAdd(row, kFirstMarker + hueOf(tie.number));
    }
  }
}

bool CodeNotes::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const long at = m_editor->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMPOINT,
                                            static_cast<unsigned long>(help->pos().x()),
                                            static_cast<long>(help->pos().y()));
    const auto row =
        static_cast<int>(m_editor->SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION, at));
    const QString tip = tipAt(row);
    if (tip.isEmpty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(), tip, m_editor);
    }
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace nereid::widgets
