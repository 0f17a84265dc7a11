// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/ir_lexer.h"

#include <algorithm>
#include <vector>

#include "widgets/code/lexer_look.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr Role kRoles[IrLexer::kStyleCount] = {Role::kText,   Role::kComment, Role::kString,
                                               Role::kNumber, Role::kName,    Role::kKeyword,
                                               Role::kText};

bool isDigit(char letter) {
  return letter >= '0' && letter <= '9';
}

bool isWord(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || isDigit(letter) ||
         letter == '_' || letter == '.' || letter == '$';
}

// "//" in MLIR, PTX and SASS; ";" at the start of a line in LLVM IR (SASS ends instructions with
// it); "/*0010*/" in SASS.
qsizetype commentEnd(QByteArrayView line, qsizetype at) {
  if (line[at] == ';' && line.first(at).trimmed().isEmpty()) {
    return line.size();
  }
  if (line[at] != '/' || at + 1 >= line.size()) {
    return at;
  }
  if (line[at + 1] == '/') {
    return line.size();
  }
  if (line[at + 1] != '*') {
    return at;
  }
  qsizetype end = at + 2;
  while (end + 1 < line.size() && !(line[end] == '*' && line[end + 1] == '/')) {
    ++end;
  }
  return std::min(end + 2, line.size());
}

qsizetype textEnd(QByteArrayView line, qsizetype at) {
  qsizetype end = at + 1;
  while (end < line.size() && line[end] != '"') {
    end += line[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, line.size());
}

IrLexer::Style styleOfWord(QByteArrayView line, qsizetype begin, qsizetype end) {
  const char first = line[begin];
  if (first == '%' || first == '@' || first == '#' || first == '!' || first == '^') {
    return IrLexer::kValue;
  }
  if (isDigit(first) && (begin == 0 || !isWord(line[begin - 1]))) {
    return IrLexer::kNumber;
  }
  const QByteArrayView word = line.sliced(begin, end - begin);
  if (first == '.' || word == "define" || word == "declare" || word == "module" ||
      word == "attributes") {
    return IrLexer::kDirective;
  }
  // "tt.load", "arith.addf", "ld.global.b32": dialect or instruction with its parts.
  return word.contains('.') ? IrLexer::kOperation : IrLexer::kPlain;
}

}  // namespace

IrLexer::IrLexer(QObject* parent) : QsciLexerCustom(parent) {
  applyTheme();
}

QString IrLexer::description(int style) const {
  return style >= 0 && style < kStyleCount ? QString::number(style) : QString();
}

std::vector<char> IrLexer::stylesOf(QByteArrayView line) {
  std::vector<char> styles(static_cast<std::size_t>(line.size()), kPlain);
  const auto fill = [&styles](qsizetype begin, qsizetype end, Style style) {
    std::fill(styles.begin() + begin, styles.begin() + end, static_cast<char>(style));
  };
  qsizetype at = 0;
  while (at < line.size()) {
    qsizetype end = commentEnd(line, at);
    if (end > at) {
      fill(at, end, kComment);
    } else if (line[at] == '"') {
      end = textEnd(line, at);
      fill(at, end, kText);
    } else {
      end = at + 1;
      const bool begins = isWord(line[at]) || QByteArrayView("%@#!^").contains(line[at]);
      while (begins && end < line.size() && isWord(line[end])) {
        ++end;
      }
      fill(at, end, begins ? styleOfWord(line, at, end) : kPlain);
    }
    at = end;
  }
  return styles;
}

void IrLexer::styleText(int begin, int end) {
  if (editor() == nullptr || end <= begin) {
    return;
  }
  // Whole lines: what is asked for may begin within one.
  const auto line =
      editor()->SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION, static_cast<long>(begin));
  begin = static_cast<int>(
      editor()->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<long>(line)));
  QByteArray bytes(end - begin + 1, '\0');
  editor()->SendScintilla(QsciScintillaBase::SCI_GETTEXTRANGE, begin, end, bytes.data());
  bytes.chop(1);
  startStyling(begin);
  qsizetype at = 0;
  while (at < bytes.size()) {
    const qsizetype found = bytes.indexOf('\n', at);
    const qsizetype next = found < 0 ? bytes.size() : found + 1;
    const auto styles = stylesOf(QByteArrayView(bytes).sliced(at, next - at));
    for (std::size_t from = 0; from < styles.size();) {
      const auto same =
          std::find_if(styles.begin() + static_cast<std::ptrdiff_t>(from), styles.end(),
                       [&](char style) { return style != styles[from]; });
      const auto to = static_cast<std::size_t>(same - styles.begin());
      setStyling(static_cast<int>(to - from), static_cast<unsigned char>(styles[from]));
      from = to;
    }
    at = next;
  }
}

void IrLexer::applyTheme() {
  const QFont font = applyLexerLook(*this);
  for (int style = 0; style < kStyleCount; ++style) {
    QFont own = font;
    own.setBold(style == kOperation);
    own.setItalic(style == kComment);
    setColor(theme().color(kRoles[style]), style);
    setFont(own, style);
    setEolFill(false, style);
  }
}

}  // namespace nereid::widgets
