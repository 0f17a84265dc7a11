// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/level_pane.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QStackedLayout>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/code/code_editor.h"
#include "widgets/code/ir_lexer.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

struct LevelRow {
  const char* id;
  const char* name;
  const char* tip;
};
constexpr LevelRow kLevels[] = {
    {"ttir", "TTIR", QT_TRANSLATE_NOOP("LevelView", "Triton's own form, before the GPU is known")},
    {"ttgir", "TTGIR",
     QT_TRANSLATE_NOOP("LevelView", "Triton's form with layouts over threads and warps")},
    {"llir", "LLIR", QT_TRANSLATE_NOOP("LevelView", "LLVM's form, one thread")},
    {"ptx", "PTX", QT_TRANSLATE_NOOP("LevelView", "NVIDIA's portable assembly")},
    {"sass", "SASS", QT_TRANSLATE_NOOP("LevelView", "Machine code of sm_90, disassembled")},
};

QString translated(const char* text) {
  return QApplication::translate("LevelView", text);
}

// Of expressions on one line the shorter one, else that with fewer lines.
std::pair<int, int> sizeOf(const verify::SourcePlace& place) {
  return {place.end_line - place.line, place.end_column - place.column};
}

bool holds(const verify::SourcePlace& place, int line, int column) {
  if (!place.is_candidate() || place.end_line == 0) return false;
  const std::pair at{line, column};
  return std::pair{place.line, place.column} <= at &&
         at < std::pair{place.end_line, place.end_column};
}

bool hasPlace(const verify::PlaceStack& stack, const verify::SourcePlace& place) {
  return place.column >= 0 && std::find(stack.begin(), stack.end(), place) != stack.end();
}

bool hasLine(const verify::PlaceStack& stack, const verify::SourcePlace& wanted) {
  return std::any_of(stack.begin(), stack.end(), [&](const verify::SourcePlace& place) {
    return place.is_candidate() && (place.has_line(wanted.line) || wanted.has_line(place.line));
  });
}

}  // namespace

LevelPane::LevelPane(const QString& accessibleName, const QString& levelName, int level,
                     QWidget* parent)
    : QWidget(parent),
      m_levels(new QTabBar(this)),
      m_editor(new CodeEditor(accessibleName, this)),
      m_lexer(new IrLexer(this)),
      m_absent(new EmptyState(this)),
      m_texts(new QStackedLayout) {
  m_editor->useLexer(m_lexer);
  m_levels->setAccessibleName(levelName);
  keepTabLook(m_levels);
  for (const LevelRow& row : kLevels) {
    const int tab = m_levels->addTab(QString::fromLatin1(row.name));
    m_levels->setTabToolTip(tab, translated(row.tip));
  }
  m_levels->setCurrentIndex(level);
  auto* column = tightColumn(this);
  column->addLayout(m_texts, 1);
  m_texts->addWidget(m_editor);
  m_texts->addWidget(m_absent);
  connect(m_levels, &QTabBar::currentChanged, this, &LevelPane::showLevel);
  connect(m_editor, &QsciScintilla::cursorPositionChanged, this, &LevelPane::followCursor);
  showLevel();
}

bool LevelPane::isShowingText() const {
  return m_texts->currentIndex() == 0;
}

void LevelPane::setKernel(const verify::KernelArtefacts* kernel) {
  m_kernel = kernel;
  showLevel();
}

const verify::CompilerLevel* LevelPane::level() const {
  if (m_kernel == nullptr) {
    return nullptr;
  }
  const std::string_view wanted = kLevels[m_levels->currentIndex()].id;
  const auto found = std::find_if(m_kernel->levels.begin(), m_kernel->levels.end(),
                                  [&](const auto& level) { return level.level == wanted; });
  return found == m_kernel->levels.end() ? nullptr : &*found;
}

QString LevelPane::levelName() const {
  return QString::fromLatin1(kLevels[m_levels->currentIndex()].name);
}

void LevelPane::showLevel() {
  const verify::CompilerLevel* now = level();
  const bool isThere = now != nullptr && !now->text.empty();
  m_plain.clear();
  if (isThere && now->rows.empty()) {
    for (const int line : now->lines) {
      m_plain.push_back(line > 0 ? verify::PlaceStack{{.file = {}, .line = line}}
                                 : verify::PlaceStack{});
    }
  }
  m_filling = true;
  m_rows.clear();
  m_editor->setSource(isThere ? text(now->text) : QString());
  m_row = 0;
  m_filling = false;
  m_absent->setContent(
      IconId::kCode, LevelPane::tr("No %1 of this kernel").arg(levelName()),
      now == nullptr ? LevelPane::tr("The compiler did not get that far.") : engineText(now->note));
  m_texts->setCurrentIndex(isThere ? 0 : 1);
  Q_EMIT levelChanged();
}

const verify::PlaceStack& LevelPane::stackOf(std::size_t row) const {
  static const verify::PlaceStack kNone;
  if (!m_plain.empty()) {
    return row < m_plain.size() ? m_plain[row] : kNone;
  }
  const verify::CompilerLevel* now = level();
  return now == nullptr ? kNone : now->places(row);
}

void LevelPane::highlight(const verify::SourcePlace& place, bool reveal) {
  m_rows.clear();
  std::vector<int> exact;
  const verify::CompilerLevel* now = level();
  if (now != nullptr && place.line > 0) {
    for (std::size_t row = 0; row < now->lines.size(); ++row) {
      const verify::PlaceStack& stack = stackOf(row);
      if (!hasLine(stack, place)) {
        continue;
      }
      m_rows.push_back(static_cast<int>(row));
      if (hasPlace(stack, place)) {
        exact.push_back(static_cast<int>(row));
      }
    }
  }
  m_editor->setLinks(m_rows, exact);
  const int first = m_editor->firstLine();
  const std::vector<int>& wanted = exact.empty() ? m_rows : exact;
  const bool isSeen = std::any_of(wanted.begin(), wanted.end(), [&](int row) {
    return row >= first && row < first + m_editor->linesShown();
  });
  if (reveal && !wanted.empty() && !isSeen) {
    m_editor->revealLine(wanted.front());
  }
}

int LevelPane::highlightedLines() const {
  return m_editor->bandedLines();
}

int LevelPane::exactLines() const {
  return m_editor->exactLines();
}

bool LevelPane::goToLinked(int direction) {
  if (m_rows.empty()) {
    return false;
  }
  const int now = currentRow();
  const auto next = direction > 0 ? std::upper_bound(m_rows.begin(), m_rows.end(), now)
                                  : std::lower_bound(m_rows.begin(), m_rows.end(), now);
  int row = 0;
  if (direction > 0) {
    row = next == m_rows.end() ? m_rows.front() : *next;
  } else {
    row = next == m_rows.begin() ? m_rows.back() : *std::prev(next);
  }
  // The rows stay those of the place that is being walked through.
  m_filling = true;
  m_editor->setCursorPosition(row, 0);
  m_editor->revealLine(row);
  m_row = row;
  m_filling = false;
  return true;
}

int LevelPane::currentRow() const {
  int row = 0;
  int column = 0;
  m_editor->getCursorPosition(&row, &column);
  return row;
}

verify::SourcePlace LevelPane::placeOf(int row) const {
  if (row < 0) {
    return {};
  }
  const verify::PlaceStack& stack = stackOf(static_cast<std::size_t>(row));
  const auto found = std::find_if(stack.begin(), stack.end(),
                                  [](const auto& place) { return place.is_candidate(); });
  return found == stack.end() ? verify::SourcePlace{} : *found;
}

verify::SourcePlace LevelPane::placeAt(int line, int column) const {
  const verify::SourcePlace* best = nullptr;
  const verify::CompilerLevel* now = level();
  if (now != nullptr && column >= 0) {
    for (const verify::PlaceStack& stack : now->stacks) {
      for (const verify::SourcePlace& place : stack) {
        if (holds(place, line, column) && (best == nullptr || sizeOf(place) < sizeOf(*best))) {
          best = &place;
        }
      }
    }
  }
  verify::SourcePlace plain;
  plain.line = line;
  return best == nullptr ? plain : *best;
}

QString LevelPane::storyOf(int row) const {
  if (row < 0) {
    return {};
  }
  const verify::PlaceStack& stack = stackOf(static_cast<std::size_t>(row));
  if (stack.size() < 2) {
    return {};
  }
  const auto nameOf = [](const verify::SourcePlace& place) {
    return place.is_candidate() ? LevelPane::tr("line %1").arg(place.line)
                                : QStringLiteral("%1:%2").arg(text(place.file)).arg(place.line);
  };
  QStringList names;
  for (const verify::SourcePlace& place : stack) {
    names << nameOf(place);
  }
  return LevelPane::tr("inlined: %1").arg(names.join(QStringLiteral(" \u2190 ")));
}

// Scintilla tells of a moved cursor later, also of its way to the top of a new text.
void LevelPane::followCursor(int row) {
  if (m_filling || row == std::exchange(m_row, row) || level() == nullptr || row < 0) {
    return;
  }
  Q_EMIT rowChosen(row);
}

}  // namespace nereid::widgets
