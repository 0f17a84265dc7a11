// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/code_editor.h"

#include <Qsci/qscistyle.h>

#include <QEvent>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/code/python_lexer.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

// Of several backgrounds on a line Scintilla paints that with the highest number; 10 to 16 are
// those of code_notes.cpp.
enum Marker { kOnlyHereSign, kChangedSign, kMarkBack, kExactSign, kProblemSign, kBandBack = 20 };
constexpr int kLineMargin = 0;
constexpr int kSignMargin = 1;
constexpr int kWordIndicator = 8;
constexpr int kSpanIndicator = 9;
constexpr int kProblemStyle = 40;  // Python's lexer has less than 32 styles
constexpr unsigned kSigns = (1U << kOnlyHereSign) | (1U << kChangedSign);
constexpr unsigned kMarginSigns = kSigns | (1U << kExactSign) | (1U << kProblemSign);

/// A minus, plus or tilde of strokes: Scintilla would cut the letter.
QImage signImage(char sign, Role role, qreal scale) {
  constexpr double kSize = 10;
  const int pixels = static_cast<int>(std::lround(kSize * scale));
  QImage image(pixels, pixels, QImage::Format_ARGB32);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(scale, scale);
  painter.setPen(QPen(theme().color(role), 1.8, Qt::SolidLine, Qt::RoundCap));
  const double middle = kSize / 2;
  if (sign == '~') {
    QPainterPath wave(QPointF(1.5, middle + 1));
    wave.cubicTo(QPointF(3, middle - 3), QPointF(5, middle - 1), QPointF(middle, middle));
    wave.cubicTo(QPointF(5, middle + 1), QPointF(7, middle + 3), QPointF(8.5, middle - 1));
    painter.drawPath(wave);
    return image;
  }
  painter.drawLine(QPointF(1.5, middle), QPointF(8.5, middle));
  if (sign == '+') painter.drawLine(QPointF(middle, 1.5), QPointF(middle, 8.5));
  return image;
}

}  // namespace

CodeEditor::CodeEditor(const QString& accessibleName, QWidget* parent) : QsciScintilla(parent) {
  auto* python = new PythonLexer(this);
  m_colorLexer = [python] { python->applyTheme(); };
  setAccessibleName(accessibleName);
  setUtf8(true);
  setEolMode(EolUnix);
  setLexer(python);
  setIndentationsUseTabs(false);
  setTabWidth(4);
  setIndentationWidth(4);
  setFrameShape(QFrame::NoFrame);
  setMarginType(kLineMargin, NumberMargin);
  setMarginType(kSignMargin, SymbolMargin);
  setMarginMarkerMask(kSignMargin, static_cast<int>(kMarginSigns));
  setMarginWidth(kSignMargin, 12);
  setMarginWidth(2, 0);
  setMarginWidth(3, 0);  // code_notes.h
  setMarginSensitivity(kSignMargin, false);
  markerDefine(Circle, kProblemSign);
  setAnnotationDisplay(AnnotationIndented);
  markerDefine(Background, kMarkBack);
  markerDefine(Background, kBandBack);
  markerDefine(RightTriangle, kExactSign);
  indicatorDefine(PlainIndicator, kWordIndicator);
  indicatorDefine(StraightBoxIndicator, kSpanIndicator);
  setFolding(NoFoldStyle);
  setScrollWidth(1);
  setScrollWidthTracking(true);
  setReadOnly(true);
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 4L);
  SendScintilla(SCI_SETEXTRAASCENT, 1UL);
  SendScintilla(SCI_SETEXTRADESCENT, 2UL);
  SendScintilla(SCI_SETENDATLASTLINE, 1UL);
  connect(&theme(), &Theme::themeChanged, this, &CodeEditor::applyTheme);
  // Scintilla moves its scroll bar with signals blocked; this notification comes for every kind of
  // scrolling, but later.
  connect(this, &QsciScintillaBase::SCN_UPDATEUI, this, [this](int what) {
    if ((what & SC_UPDATE_V_SCROLL) != 0 && firstVisibleLine() != m_lastLine) {
      m_lastLine = firstVisibleLine();
      Q_EMIT scrolled(m_lastLine);
    }
  });
  connect(this, &QsciScintilla::linesChanged, this, &CodeEditor::fitMargin);
  applyTheme();
}

// Tab must leave a read-only editor, or the keyboard would be caught in it.
bool CodeEditor::focusNextPrevChild(bool next) {
  // NOLINTNEXTLINE(bugprone-parent-virtual-call): the editor's own version keeps the focus
  return isReadOnly() && QWidget::focusNextPrevChild(next);
}

void CodeEditor::applyTheme() {
  m_colorLexer();
  const QColor code = theme().color(Role::kCode);
  setPaper(code);
  setColor(theme().color(Role::kText));
  setMarginsBackgroundColor(code);
  setMarginsForegroundColor(theme().color(Role::kSecondary));
  setMarginsFont(lexer()->QsciLexer::defaultFont());
  SendScintilla(SCI_SETMARGINBACKN, static_cast<unsigned long>(kSignMargin), code);
  setCaretForegroundColor(theme().color(Role::kAccent));
  setCaretLineVisible(false);
  setSelectionBackgroundColor(theme().color(Role::kSelection));
  resetSelectionForegroundColor();
  colorMarks();
  setMarkerForegroundColor(theme().color(Role::kAccent), kExactSign);
  setMarkerBackgroundColor(theme().color(Role::kAccent), kExactSign);
  setIndicatorForegroundColor(theme().color(Role::kAccent), kSpanIndicator);
  setMarkerForegroundColor(theme().color(Role::kRejected), kProblemSign);
  setMarkerBackgroundColor(theme().color(Role::kRejected), kProblemSign);
  setMarkerBackgroundColor(theme().color(Role::kMark), kMarkBack);
  setMarkerBackgroundColor(theme().color(Role::kSelection), kBandBack);
  setIndicatorForegroundColor(theme().color(Role::kWarning), kWordIndicator);
  setMatchedBraceBackgroundColor(theme().color(Role::kSelection));
  setMatchedBraceForegroundColor(theme().color(Role::kText));
  fitMargin();
  recolor();
  std::vector<Problem> problems;
  for (const int row : problemRows()) problems.push_back({row, annotation(row)});
  if (!problems.empty()) setProblems(problems);
}

void CodeEditor::fitMargin() {
  const int digits = std::max(3, static_cast<int>(QString::number(lines()).size()) + 1);
  setMarginWidth(kLineMargin,
                 QFontMetrics(theme().codeFont()).horizontalAdvance(QLatin1Char('0')) * digits + 4);
}

void CodeEditor::setSource(const QString& source) {
  clearMarks();
  setProblems({});
  setBand(0, 0);
  setSpan(0, -1, 0, -1);
  setScrollWidth(1);
  setText(source);
  SendScintilla(SCI_EMPTYUNDOBUFFER);
  setCursorPosition(0, 0);
  setFirstVisibleLine(0);
  m_lastLine = 0;
}

void CodeEditor::replaceSource(const QString& source) {
  if (source == text()) return;
  setProblems({});
  beginUndoAction();
  selectAll();
  replaceSelectedText(source);
  endUndoAction();
  setCursorPosition(0, 0);
  setFirstVisibleLine(0);
  m_lastLine = 0;
}

void CodeEditor::setProblems(const std::vector<Problem>& problems) {
  markerDeleteAll(kProblemSign);
  clearAnnotations();
  const QsciStyle style(kProblemStyle, QStringLiteral("problem"), theme().color(Role::kRejected),
                        theme().color(Role::kCode), theme().smallFont());
  for (const Problem& problem : problems) {
    if (problem.row < 0 || problem.row >= lines()) continue;
    markerAdd(problem.row, kProblemSign);
    annotate(problem.row, problem.text, style);
  }
}

std::vector<int> CodeEditor::problemRows() const {
  std::vector<int> rows;
  for (int row = 0; row < lines(); ++row) {
    if ((static_cast<unsigned>(markersAtLine(row)) & (1U << kProblemSign)) != 0) {
      rows.push_back(row);
    }
  }
  return rows;
}

void CodeEditor::goToRow(int row) {
  const int there = std::clamp(row, 0, std::max(0, lines() - 1));
  setCursorPosition(there, 0);
  revealLine(there);
}

// Signs that differ tell without their colours too.
void CodeEditor::colorMarks() {
  const bool isFirst = m_side == Side::kFirst;
  SendScintilla(SCI_RGBAIMAGESETSCALE,
                static_cast<unsigned long>(std::lround(100 * devicePixelRatioF())));
  markerDefine(signImage(isFirst ? '-' : '+', isFirst ? Role::kRejected : Role::kAccepted,
                         devicePixelRatioF()),
               kOnlyHereSign);
  markerDefine(signImage('~', Role::kWarning, devicePixelRatioF()), kChangedSign);
}

char CodeEditor::markOf(int row) const {
  const auto marks = static_cast<unsigned>(markersAtLine(row));
  if ((marks & (1U << kChangedSign)) != 0) return '~';
  if ((marks & (1U << kOnlyHereSign)) == 0) return 0;
  return m_side == Side::kFirst ? '-' : '+';
}

void CodeEditor::setMarks(const std::vector<LineMark>& marks, const std::vector<WordRange>& words,
                          bool background, Side side) {
  clearMarks();
  m_side = side;
  colorMarks();
  const int count = std::min(lines(), static_cast<int>(marks.size()));
  for (int line = 0; line < count; ++line) {
    const LineMark mark = marks[static_cast<std::size_t>(line)];
    if (mark == LineMark::kSame || text(line).trimmed().isEmpty()) {
      continue;
    }
    markerAdd(line, mark == LineMark::kChanged ? kChangedSign : kOnlyHereSign);
    if (background) {
      markerAdd(line, kMarkBack);
    }
  }
  m_words = words;
  for (const WordRange& word : m_words) {
    fillIndicatorRange(word.line, word.begin, word.line, word.end, kWordIndicator);
  }
}

void CodeEditor::clearMarks() {
  for (const int marker : {kOnlyHereSign, kChangedSign, kMarkBack}) {
    markerDeleteAll(marker);
  }
  for (const WordRange& word : m_words) {
    clearIndicatorRange(word.line, word.begin, word.line, word.end, kWordIndicator);
  }
  m_words.clear();
}

int CodeEditor::markedLines() const {
  int count = 0;
  for (int line = 0; line < lines(); ++line) {
    count += (static_cast<unsigned>(markersAtLine(line)) & kSigns) != 0 ? 1 : 0;
  }
  return count;
}

void CodeEditor::setBand(int begin, int end) {
  markerDeleteAll(kBandBack);
  markerDeleteAll(kExactSign);
  for (int line = begin; line < end; ++line) {
    markerAdd(line, kBandBack);
  }
}

void CodeEditor::setBands(const std::vector<int>& rows) {
  setLinks(rows, {});
}

void CodeEditor::setLinks(const std::vector<int>& rows, const std::vector<int>& exact) {
  markerDeleteAll(kBandBack);
  markerDeleteAll(kExactSign);
  for (const int row : rows) {
    markerAdd(row, kBandBack);
  }
  for (const int row : exact) {
    markerAdd(row, kExactSign);
  }
}

void CodeEditor::setSpan(int line, int column, int endLine, int endColumn) {
  SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(kSpanIndicator));
  SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, static_cast<long>(length()));
  m_span = {0, 0};
  if (column < 0 || endColumn < 0 || line < 0 || endLine >= lines()) {
    return;
  }
  const auto at = [this](int row, int byte) {
    const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<long>(row));
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<long>(row));
    return std::min(start + byte, end);
  };
  m_span = {at(line, column), at(endLine, endColumn)};
  if (m_span.second <= m_span.first) {
    m_span = {0, 0};
    return;
  }
  SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(m_span.first),
                m_span.second - m_span.first);
}

QString CodeEditor::spannedText() const {
  return QString::fromUtf8(
      text().toUtf8().mid(m_span.first, static_cast<qsizetype>(m_span.second - m_span.first)));
}

void CodeEditor::goTo(int line, int byte) {
  const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<long>(line));
  const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<long>(line));
  SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(std::min(start + byte, end)));
}

int CodeEditor::cursorByte() const {
  const long at = SendScintilla(SCI_GETCURRENTPOS);
  const long row = SendScintilla(SCI_LINEFROMPOSITION, at);
  return static_cast<int>(at - SendScintilla(SCI_POSITIONFROMLINE, row));
}

int CodeEditor::bandedLines() const {
  int count = 0;
  for (int line = 0; line < lines(); ++line) {
    count += (static_cast<unsigned>(markersAtLine(line)) & (1U << kBandBack)) != 0 ? 1 : 0;
  }
  return count;
}

int CodeEditor::exactLines() const {
  int count = 0;
  for (int line = 0; line < lines(); ++line) {
    count += (static_cast<unsigned>(markersAtLine(line)) & (1U << kExactSign)) != 0 ? 1 : 0;
  }
  return count;
}

int CodeEditor::firstLine() const {
  return firstVisibleLine();
}

int CodeEditor::linesShown() const {
  return static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
}

void CodeEditor::scrollToLine(double line) {
  const int whole = std::clamp(static_cast<int>(std::lround(line)), 0, std::max(0, lines() - 1));
  setFirstVisibleLine(whole);
  m_lastLine = firstVisibleLine();
}

void CodeEditor::revealLine(int line) {
  const int first = firstVisibleLine();
  if (line < first || line >= first + linesShown()) {
    setFirstVisibleLine(std::max(0, line - linesShown() / 3));
    m_lastLine = firstVisibleLine();
  }
}

void CodeEditor::changeEvent(QEvent* event) {
  QsciScintilla::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    fitMargin();
  }
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  fitMargin();
}

}  // namespace nereid::widgets
