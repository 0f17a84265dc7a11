// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/python_lexer.h"

#include "widgets/code/lexer_look.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

struct StyleRole {
  int style;
  Role role;
  bool italic = false;
};

constexpr StyleRole kStyles[] = {
    {QsciLexerPython::Default, Role::kText},
    {QsciLexerPython::Comment, Role::kComment, true},
    {QsciLexerPython::CommentBlock, Role::kComment, true},
    {QsciLexerPython::Number, Role::kNumber},
    {QsciLexerPython::DoubleQuotedString, Role::kString},
    {QsciLexerPython::SingleQuotedString, Role::kString},
    {QsciLexerPython::TripleSingleQuotedString, Role::kString},
    {QsciLexerPython::TripleDoubleQuotedString, Role::kString},
    {QsciLexerPython::UnclosedString, Role::kRejected},
    {QsciLexerPython::DoubleQuotedFString, Role::kString},
    {QsciLexerPython::SingleQuotedFString, Role::kString},
    {QsciLexerPython::TripleSingleQuotedFString, Role::kString},
    {QsciLexerPython::TripleDoubleQuotedFString, Role::kString},
    {QsciLexerPython::Keyword, Role::kKeyword},
    {QsciLexerPython::ClassName, Role::kText},
    {QsciLexerPython::FunctionMethodName, Role::kText},
    {QsciLexerPython::Operator, Role::kText},
    {QsciLexerPython::Identifier, Role::kText},
    {QsciLexerPython::HighlightedIdentifier, Role::kName},
    {QsciLexerPython::Decorator, Role::kName},
};

}  // namespace

PythonLexer::PythonLexer(QObject* parent) : QsciLexerPython(parent) {
  applyTheme();
}

const char* PythonLexer::keywords(int set) const {
  // Set 2 is "highlighted identifiers".
  return set == 2 ? "torch nn triton tl jit constexpr language functional cdiv F"
                  : QsciLexerPython::keywords(set);
}

void PythonLexer::applyTheme() {
  const QFont font = applyLexerLook(*this);
  for (const StyleRole& row : kStyles) {
    setColor(theme().color(row.role), row.style);
    QFont own = font;
    own.setItalic(row.italic);
    setFont(own, row.style);
    setEolFill(false, row.style);
  }
}

}  // namespace nereid::widgets
