// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/lexer_look.h"

#include <QFontInfo>

#include "widgets/look/theme.h"

namespace nereid::widgets {

QFont applyLexerLook(QsciLexer& lexer) {
  // Scintilla knows sizes in points only.
  QFont font = theme().codeFont();
  font.setPointSizeF(QFontInfo(font).pointSizeF());
  const QColor paper = theme().color(Role::kCode);
  lexer.setDefaultFont(font);
  lexer.setDefaultPaper(paper);
  lexer.setDefaultColor(theme().color(Role::kText));
  lexer.setFont(font);
  lexer.setPaper(paper);
  return font;
}

}  // namespace nereid::widgets
