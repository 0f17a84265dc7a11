// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/qsci.h"

#include <QByteArrayView>

namespace nereid::widgets {

/// Colours for the texts of a compiler's levels (MLIR, LLVM IR, PTX, SASS): comments, texts,
/// numbers, values and registers, directives and operations. Lines are coloured as they come into
/// sight, each by itself.
class IrLexer : public QsciLexerCustom {
  Q_OBJECT

 public:
  enum Style { kPlain, kComment, kText, kNumber, kValue, kDirective, kOperation, kStyleCount };

  explicit IrLexer(QObject* parent = nullptr);
  const char* language() const override { return "IR"; }
  QString description(int style) const override;
  void styleText(int begin, int end) override;
  void applyTheme();

  /// The styles of one line, byte by byte; for styleText and tests.
  static std::vector<char> stylesOf(QByteArrayView line);
};

}  // namespace nereid::widgets
