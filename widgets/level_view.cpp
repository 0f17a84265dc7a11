// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/level_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/base/file.h"
#include "widgets/code_editor.h"
#include "widgets/empty_state.h"
#include "widgets/find_bar.h"
#include "widgets/format.h"
#include "widgets/ir_lexer.h"
#include "widgets/look.h"
#include "widgets/panel_head.h"
#include "widgets/theme.h"

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

// Specialisations of one kernel are told apart by what they were compiled with.
QString kernelTitle(const verify::KernelFacts& kernel, bool isAlone) {
  return isAlone ? text(kernel.name)
                 : LevelView::tr("%1 \u00B7 %2 warps, %3 stages, %4 registers")
                       .arg(text(kernel.name))
                       .arg(kernel.num_warps)
                       .arg(kernel.num_stages)
                       .arg(kernel.registers);
}

}  // namespace

LevelView::LevelView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Compiler levels"), this)),
      m_kernels(new QComboBox(this)),
      m_levels(new QTabBar(this)),
      m_editor(new CodeEditor(tr("Compiled kernel"), this)),
      m_lexer(new IrLexer(this)),
      m_find(new FindBar(this)),
      m_note(new QLabel(this)),
      m_empty(new EmptyState(this)),
      m_absent(new EmptyState(this)),
      m_pages(new QStackedLayout),
      m_texts(new QStackedLayout) {
  m_editor->useLexer(m_lexer);
  m_note->setTextFormat(Qt::PlainText);
  m_note->setContentsMargins(10, 2, 10, 4);
  keepFont(m_note, FontKind::kSmall);
  keepRole(m_note, Role::kSecondary);
  setupBar();
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 4, 10, 4);
  bar->setSpacing(10);
  bar->addWidget(m_kernels);
  bar->addWidget(m_levels);
  bar->addStretch(1);
  auto* content = new QWidget(this);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addLayout(m_texts, 1);
  column->addWidget(m_note);
  m_texts->addWidget(m_editor);
  m_texts->addWidget(m_absent);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_find);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(content);
  setupActions();
  connect(m_empty, &EmptyState::triggered, this, &LevelView::verifyRequested);
  connect(m_editor, &QsciScintilla::cursorPositionChanged, this, &LevelView::followCursor);
  clear();
}

void LevelView::setupBar() {
  m_kernels->setAccessibleName(tr("Kernel"));
  m_kernels->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_levels->setAccessibleName(tr("Level of the compiler"));
  keepTabLook(m_levels);
  for (const LevelRow& row : kLevels) {
    const int tab = m_levels->addTab(QString::fromLatin1(row.name));
    m_levels->setTabToolTip(tab, translated(row.tip));
  }
  m_levels->setCurrentIndex(0);
  connect(m_kernels, &QComboBox::currentIndexChanged, this, &LevelView::showLevel);
  connect(m_levels, &QTabBar::currentChanged, this, &LevelView::showLevel);
}

void LevelView::setupActions() {
  auto* copy = new QAction(tr("Copy"), this);
  copy->setToolTip(tr("Copy the selected lines, or the whole text"));
  auto* save = new QAction(tr("Save..."), this);
  save->setToolTip(tr("Save the text of this level"));
  auto* find = new QAction(tr("Find"), this);
  find->setShortcut(QKeySequence::Find);
  find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(find);
  connect(copy, &QAction::triggered, this, &LevelView::copyText);
  connect(save, &QAction::triggered, this, &LevelView::saveText);
  connect(find, &QAction::triggered, this, [this] {
    if (isShowingText()) m_find->openFor(m_editor);
  });
  m_textActions = {copy, save, find};
  m_head->addAction(copy);
  m_head->addAction(save);
}

bool LevelView::isShowingText() const {
  return m_pages->currentIndex() == 1 && m_texts->currentIndex() == 0;
}

void LevelView::clear() {
  m_artefacts.reset();
  m_empty->setContent(IconId::kCode, tr("Nothing compiled"),
                      tr("TTIR, TTGIR, LLIR, PTX and SASS of each kernel appear here, linked with "
                         "the lines of the candidate."));
  m_kernels->clear();
  m_pages->setCurrentIndex(0);
  showLevel();
}

void LevelView::setVerdict(const verify::Verdict& verdict) {
  const int kernel = std::max(0, m_kernels->currentIndex());
  m_filling = true;
  clear();
  m_artefacts = verdict.artefacts;
  if (m_artefacts == nullptr && !verdict.kernels.empty()) {
    m_empty->setContent(IconId::kCode, tr("Not kept for this verdict"),
                        tr("What the compiler made of each kernel is kept only when it is asked "
                           "for, because it takes time and room."),
                        tr("Verify again with artefacts"));
  }
  const auto count =
      m_artefacts == nullptr ? 0 : std::min(m_artefacts->kernels.size(), verdict.kernels.size());
  for (std::size_t i = 0; i < count; ++i) {
    m_kernels->addItem(kernelTitle(verdict.kernels[i], count == 1));
  }
  if (count > 0) {
    m_kernels->setCurrentIndex(std::min(kernel, static_cast<int>(count) - 1));
    m_pages->setCurrentIndex(1);
  }
  m_filling = false;
  showLevel();
}

const verify::CompilerLevel* LevelView::current() const {
  const int kernel = m_kernels->currentIndex();
  if (m_artefacts == nullptr || kernel < 0) {
    return nullptr;
  }
  const auto& levels = m_artefacts->kernels[static_cast<std::size_t>(kernel)].levels;
  const std::string_view wanted = kLevels[m_levels->currentIndex()].id;
  const auto found = std::find_if(levels.begin(), levels.end(),
                                  [&](const auto& level) { return level.level == wanted; });
  return found == levels.end() ? nullptr : &*found;
}

void LevelView::showLevel() {
  if (m_filling) {
    return;
  }
  const verify::CompilerLevel* level = current();
  const bool isThere = level != nullptr && !level->text.empty();
  m_filling = true;
  m_find->hide();
  m_editor->setSource(isThere ? text(level->text) : QString());
  m_row = 0;
  m_filling = false;
  const QString name = QString::fromLatin1(kLevels[m_levels->currentIndex()].name);
  m_absent->setContent(
      IconId::kCode, tr("No %1 of this kernel").arg(name),
      level == nullptr ? tr("The compiler did not get that far.") : text(level->note));
  m_texts->setCurrentIndex(isThere ? 0 : 1);
  for (QAction* action : std::as_const(m_textActions)) {
    action->setEnabled(isThere);
  }
  highlight(true);
}

void LevelView::showSourceLine(int line) {
  if (line == m_sourceLine) {
    return;
  }
  m_sourceLine = line;
  highlight(true);
}

// Every line of the text that comes from the source line; the first one comes into sight unless one
// is there already.
void LevelView::highlight(bool reveal) {
  std::vector<int> rows;
  const verify::CompilerLevel* level = current();
  if (level != nullptr && m_sourceLine > 0) {
    for (std::size_t i = 0; i < level->lines.size(); ++i) {
      if (level->lines[i] == m_sourceLine) {
        rows.push_back(static_cast<int>(i));
      }
    }
  }
  m_editor->setBands(rows);
  const int first = m_editor->firstLine();
  const bool isSeen = std::any_of(rows.begin(), rows.end(), [&](int row) {
    return row >= first && row < first + m_editor->linesShown();
  });
  if (reveal && !rows.empty() && !isSeen) {
    m_editor->revealLine(rows.front());
  }
  refreshNote();
}

int LevelView::highlightedLines() const {
  return m_editor->bandedLines();
}

void LevelView::refreshNote() {
  const verify::CompilerLevel* level = current();
  const bool isThere = level != nullptr && !level->text.empty();
  m_head->setNote(
      isThere ? tr("%1 lines").arg(formatCount(static_cast<std::int64_t>(level->lines.size())))
              : QString());
  const int lines = highlightedLines();
  QStringList parts;
  if (isThere && m_sourceLine > 0) {
    parts << (lines == 0   ? tr("Line %1 of the candidate: nothing here")
              : lines == 1 ? tr("Line %1 of the candidate: 1 line here")
                           : tr("Line %1 of the candidate: %n lines here", nullptr, lines))
                 .arg(m_sourceLine);
  } else if (isThere) {
    parts << tr("Click a line to see where it comes from");
  }
  if (isThere && !level->note.empty()) {
    parts << text(level->note);
  }
  m_note->setText(parts.join(QStringLiteral(" \u00B7 ")));
}

// Scintilla tells of a moved cursor later, also of its way to the top of a new text.
void LevelView::followCursor(int row) {
  const verify::CompilerLevel* level = current();
  if (m_filling || row == std::exchange(m_row, row) || level == nullptr || row < 0 ||
      static_cast<std::size_t>(row) >= level->lines.size()) {
    return;
  }
  const int line = level->lines[static_cast<std::size_t>(row)];
  if (line == m_sourceLine) {
    return;
  }
  m_sourceLine = line;
  highlight(false);
  Q_EMIT sourceLineSelected(line);
}

void LevelView::copyText() {
  const QString selected = m_editor->selectedText();
  QApplication::clipboard()->setText(selected.isEmpty() ? m_editor->source() : selected);
}

QString LevelView::suggestedFileName() const {
  const verify::CompilerLevel* level = current();
  if (level == nullptr) {
    return {};
  }
  QString name = m_kernels->currentText().section(QChar(u' '), 0, 0);
  for (QChar& letter : name) {
    if (!letter.isLetterOrNumber() && letter != QLatin1Char('_')) {
      letter = QLatin1Char('_');
    }
  }
  return name + QLatin1Char('.') + text(level->level);
}

bool LevelView::saveTo(const QString& file, QString* problem) {
  const verify::CompilerLevel* level = current();
  if (level == nullptr) {
    return false;
  }
  const auto written = atomic_write_file(file.toStdString(), level->text);
  if (!written && problem != nullptr) {
    *problem = QString::fromStdString(written.error().message);
  }
  return static_cast<bool>(written);
}

void LevelView::saveText() {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the text of this level"), suggestedFileName());
  QString problem;
  if (!file.isEmpty() && !saveTo(file, &problem)) {
    Q_EMIT failed(problem);
  }
}

}  // namespace nereid::widgets
