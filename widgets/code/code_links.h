// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "engine/verify/artefacts.h"
#include "engine/verify/verdict.h"

namespace nereid::widgets {

class CodeEditor;
class CodeNotes;

/// Which kernel of a candidate does which operation of its reference, drawn in the two editors as
/// bands of one hue with one number on both sides; and what the compiler made of the candidate, in
/// its margin. A click on a number goes to the other side. GUI thread only.
class CodeLinks : public QObject {
  Q_OBJECT

 public:
  CodeLinks(CodeEditor* reference, CodeEditor* candidate);

  /// The editors show the sources of this verdict already.
  void show(const verify::Verdict& verdict);
  void clear();
  void setFactsShown(bool shown);
  void setLinksShown(bool shown);
  bool hasLinks() const;

  /// From the line of the cursor to the first line of its partner on the other side, with the
  /// keyboard; false if it has none.
  bool goToPartner();
  /// Shows the words of the line with the cursor beside it, as the mouse does; false if there are
  /// none.
  bool tellLine();
  /// To the next (1) or previous (-1) number of the side that has the keyboard.
  bool goToNext(int direction);

  CodeNotes* referenceNotes() const { return m_left; }
  CodeNotes* candidateNotes() const { return m_right; }

 private:
  void refresh();
  bool jump(CodeNotes* to, int number);
  CodeEditor* editorOf(CodeNotes* notes) const;

  CodeEditor* m_reference;
  CodeEditor* m_candidate;
  CodeNotes* m_left;
  CodeNotes* m_right;
  verify::Verdict m_verdict;
  bool m_areFactsShown = true;
  bool m_areLinksShown = true;
};

/// "kernel fused_kernel does silu: what it stores is equal (error 3e-07)".
QString linkWords(const verify::OperationLink& link);

}  // namespace nereid::widgets
