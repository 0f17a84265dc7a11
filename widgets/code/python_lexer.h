// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/qsci.h"

namespace nereid::widgets {

/// QScintilla's Python lexer in the colours and the code font of the theme; names of torch and
/// Triton stand out.
class PythonLexer : public QsciLexerPython {
  Q_OBJECT

 public:
  explicit PythonLexer(QObject* parent = nullptr);
  const char* keywords(int set) const override;
  void applyTheme();
};

}  // namespace nereid::widgets
