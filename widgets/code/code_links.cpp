// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/code_links.h"

#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "widgets/code/code_editor.h"
#include "widgets/code/code_notes.h"
#include "widgets/code/compiler_facts.h"
#include "widgets/code/untried_facts.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

// Adds a tie, or its words to that with the same rows and number.
CodeTie& addTie(std::vector<CodeTie>& ties, int begin, int end, int number, const QString& tip) {
  const auto same = std::find_if(ties.begin(), ties.end(), [&](const CodeTie& tie) {
    return tie.begin == begin && tie.end == end && tie.number == number;
  });
  if (same == ties.end()) {
    return ties.emplace_back(CodeTie{begin, end, number, tip});
  }
  if (!same->tip.contains(tip)) {
    same->tip += QLatin1Char('\n') + tip;
  }
  return *same;
}

const std::vector<verify::OperationLink>& linksOf(const verify::Verdict& verdict) {
  static const std::vector<verify::OperationLink> kNone;
  return verdict.artefacts == nullptr ? kNone : verdict.artefacts->links;
}

int cursorRow(const CodeEditor* editor) {
  int row = 0;
  int column = 0;
  editor->getCursorPosition(&row, &column);
  return row;
}

}  // namespace

QString linkWords(const verify::OperationLink& link) {
  const QString kernel = text(link.kernel);
  const QString operation = text(link.operation);
  if (link.evidence == "equal") {
    return CodeLinks::tr(
               "%1 does %2: what it stored had its values on the first input that was run "
               "(relative error %3)")
        .arg(kernel, operation, formatScientific(link.error));
  }
  if (link.evidence == "output") {
    return CodeLinks::tr("%1 stored the output, as %2 here, with other values (relative error %3)")
        .arg(kernel, operation, formatScientific(link.error));
  }
  if (link.evidence == "inside") {
    return CodeLinks::tr(
               "%1 takes in %2: it lies on the way to its result, and no other launch "
               "stores it")
        .arg(kernel, operation);
  }
  return CodeLinks::tr("%1 may do %2: only the shape is the same").arg(kernel, operation);
}

bool CodeLinks::hasLinks() const {
  return !linksOf(m_verdict).empty();
}

CodeLinks::CodeLinks(CodeEditor* reference, CodeEditor* candidate)
    : QObject(candidate),
      m_reference(reference),
      m_candidate(candidate),
      m_left(new CodeNotes(reference)),
      m_right(new CodeNotes(candidate)) {
  connect(m_left, &CodeNotes::badgeClicked, this, [this](int number) { jump(m_right, number); });
  connect(m_right, &CodeNotes::badgeClicked, this, [this](int number) { jump(m_left, number); });
}

void CodeLinks::show(const verify::Verdict& verdict) {
  m_verdict = verdict;
  refresh();
}

void CodeLinks::clear() {
  show({});
}

void CodeLinks::setFactsShown(bool shown) {
  m_areFactsShown = shown;
  refresh();
}

void CodeLinks::setLinksShown(bool shown) {
  m_areLinksShown = shown;
  refresh();
}

void CodeLinks::refresh() {
  const QString source = m_candidate->source();
  std::vector<CodeFact> facts = untriedFacts(m_verdict);
  if (m_areFactsShown) {
    const auto compiled = compilerFacts(m_verdict, source);
    facts.insert(facts.end(), compiled.begin(), compiled.end());
  }
  m_right->setFacts(std::move(facts));
  std::vector<CodeTie> left;
  std::vector<CodeTie> right;
  const QStringList lines = source.split(QLatin1Char('\n'));
  for (const verify::OperationLink& link : linksOf(m_verdict)) {
    if (!m_areLinksShown || link.place.line <= 0 || link.place.line > m_reference->lines()) {
      continue;
    }
    const QString words = linkWords(link);
    const verify::SourcePlace& place = link.place;
    CodeTie& tie =
        addTie(left, place.line - 1, std::max(place.line, place.end_line), link.number, words);
    if (place.column >= 0 && place.end_line == place.line) {
      tie.spans.emplace_back(place.column, place.end_column);
    }
    const FunctionRows kernel = rowsOfFunction(lines, text(link.kernel));
    if (kernel.def >= 0) {
      addTie(right, kernel.def, kernel.end, link.number, words);
    }
    if (link.launch_line > 0 && link.launch_line <= lines.size()) {
      addTie(right, link.launch_line - 1, link.launch_line, link.number, words);
    }
  }
  m_left->setTies(std::move(left));
  m_right->setTies(std::move(right));
}

CodeEditor* CodeLinks::editorOf(CodeNotes* notes) const {
  return notes == m_left ? m_reference : m_candidate;
}

bool CodeLinks::jump(CodeNotes* to, int number) {
  const int row = to->rowOf(number);
  if (row < 0) {
    return false;
  }
  CodeEditor* editor = editorOf(to);
  editor->setFocus(Qt::ShortcutFocusReason);
  editor->setCursorPosition(row, 0);
  editor->revealLine(row);
  return true;
}

bool CodeLinks::goToPartner() {
  const bool fromLeft = m_reference->hasFocus();
  CodeNotes* from = fromLeft ? m_left : m_right;
  const CodeEditor* editor = editorOf(from);
  const int number = from->numberAt(cursorRow(editor), editor->cursorByte());
  return number > 0 && jump(fromLeft ? m_right : m_left, number);
}

bool CodeLinks::tellLine() {
  CodeNotes* notes = m_reference->hasFocus() ? m_left : m_right;
  CodeEditor* editor = editorOf(notes);
  const int row = cursorRow(editor);
  const QString tip = notes->tipAt(row);
  if (tip.isEmpty()) {
    return false;
  }
  editor->revealLine(row);
  const long at =
      editor->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<long>(row) + 1);
  const auto y = editor->SendScintilla(QsciScintillaBase::SCI_POINTYFROMPOSITION, 0L, at);
  QToolTip::showText(editor->viewport()->mapToGlobal(QPoint(40, static_cast<int>(y))), tip, editor);
  return true;
}

bool CodeLinks::goToNext(int direction) {
  CodeNotes* notes = m_reference->hasFocus() ? m_left : m_right;
  CodeEditor* editor = editorOf(notes);
  const int row = notes->nextTie(cursorRow(editor), direction);
  if (row < 0) {
    return false;
  }
  editor->setFocus(Qt::ShortcutFocusReason);
  editor->setCursorPosition(row, 0);
  editor->revealLine(row);
  return true;
}

}  // namespace nereid::widgets
