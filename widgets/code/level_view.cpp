// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/level_view.h"

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
#include "widgets/code/code_editor.h"
#include "widgets/code/find_bar.h"
#include "widgets/code/level_pane.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kFirstLevel = 0;
constexpr int kSecondLevel = 3;  // what a machine runs beside what Triton means

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
      m_pane(new LevelPane(tr("Compiled kernel"), tr("Level of the compiler"), kFirstLevel, this)),
      m_second(new LevelPane(tr("Compiled kernel, second level"),
                             tr("Second level of the compiler"), kSecondLevel, this)),
      m_find(new FindBar(this)),
      m_note(new QLabel(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  m_note->setTextFormat(Qt::PlainText);
  keepMargins(m_note, {10, 2, 10, 4});
  keepFont(m_note, FontKind::kSmall);
  keepRole(m_note, Role::kSecondary);
  m_kernels->setAccessibleName(tr("Kernel"));
  m_kernels->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(m_kernels, &QComboBox::currentIndexChanged, this, &LevelView::showKernel);
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_find);
  m_pages->addWidget(m_empty);
  setupActions();
  setupPanes();
  connect(m_empty, &EmptyState::triggered, this, &LevelView::verifyRequested);
  clear();
}

void LevelView::setupPanes() {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 4, 10, 4);
  bar->setSpacing(10);
  bar->addWidget(m_kernels);
  bar->addWidget(m_pane->levelBar());
  bar->addStretch(1);
  bar->addWidget(m_second->levelBar());
  auto* split = new Splitter(Qt::Horizontal, this);
  split->addWidget(m_pane);
  split->addWidget(m_second);
  split->setChildrenCollapsible(false);
  split->setSizes({100, 100});
  auto* content = new QWidget(this);
  auto* column = tightColumn(content);
  column->addLayout(bar);
  column->addWidget(split, 1);
  column->addWidget(m_note);
  m_pages->addWidget(content);
  for (LevelPane* pane : {m_pane, m_second}) {
    connect(pane, &LevelPane::rowChosen, this, [this, pane](int row) { choose(pane, row); });
    connect(pane, &LevelPane::levelChanged, this, [this] {
      if (!m_filling) {
        m_find->hide();
        highlight(nullptr);
      }
    });
  }
  setBeside(false);
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
  m_beside = new QAction(tr("Side by side"), this);
  m_beside->setCheckable(true);
  m_beside->setToolTip(tr("Show a second level beside the first, linked with it"));
  connect(m_beside, &QAction::toggled, this, &LevelView::setBeside);
  connect(copy, &QAction::triggered, this, &LevelView::copyText);
  connect(save, &QAction::triggered, this, &LevelView::saveText);
  connect(find, &QAction::triggered, this, [this] {
    if (active()->isShowingText() && isShowingText()) m_find->openFor(active()->editor());
  });
  m_textActions = {copy, save, find};
  m_head->addAction(m_beside);
  m_head->addAction(copy);
  m_head->addAction(save);
}

void LevelView::setBeside(bool beside) {
  m_second->setVisible(beside);
  m_second->levelBar()->setVisible(beside);
  m_isSecond = m_isSecond && beside;
  highlight(nullptr);
}

CodeEditor* LevelView::editor() const {
  return m_pane->editor();
}

QTabBar* LevelView::levelBar() const {
  return m_pane->levelBar();
}

LevelPane* LevelView::active() const {
  if (m_second->editor()->hasFocus()) return m_second;
  if (m_pane->editor()->hasFocus()) return m_pane;
  return m_isSecond ? m_second : m_pane;
}

bool LevelView::isShowingText() const {
  return m_pages->currentIndex() == 1 && m_pane->isShowingText();
}

void LevelView::clear() {
  m_artefacts.reset();
  m_empty->setContent(IconId::kCode, tr("Nothing compiled"),
                      tr("TTIR, TTGIR, LLIR, PTX and SASS of each kernel appear here, linked with "
                         "the lines of the candidate."));
  m_kernels->clear();
  m_pages->setCurrentIndex(0);
  showKernel();
}

void LevelView::setVerdict(const verify::Verdict& verdict) {
  const int kernel = std::max(0, m_kernels->currentIndex());
  const auto before = m_artefacts;  // the panes show it until they get another
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
  showKernel();
}

void LevelView::showKernel() {
  const int index = m_kernels->currentIndex();
  const bool isThere = m_artefacts != nullptr && index >= 0;
  const verify::KernelArtefacts* kernel =
      isThere ? &m_artefacts->kernels[static_cast<std::size_t>(index)] : nullptr;
  const bool wasFilling = std::exchange(m_filling, true);
  m_find->hide();
  m_pane->setKernel(kernel);
  m_second->setKernel(kernel);
  m_filling = wasFilling;
  highlight(nullptr);
}

void LevelView::showSourceLine(int line, int column) {
  verify::SourcePlace place;
  place.line = line;
  place.column = column;
  showPlace(place);
}

void LevelView::showPlace(const verify::SourcePlace& wanted) {
  verify::SourcePlace place = wanted;
  if (place.end_line == 0) {
    place = m_pane->placeAt(wanted.line, wanted.column);
    if (place.column < 0 && m_beside->isChecked()) {
      place = m_second->placeAt(wanted.line, wanted.column);
    }
  }
  if (place == m_place) {
    return;
  }
  m_place = place;
  highlight(nullptr);
}

// In both panes; the one where the user is does not move.
void LevelView::highlight(LevelPane* quiet) {
  for (LevelPane* pane : {m_pane, m_second}) {
    if (pane == m_pane || (m_beside != nullptr && m_beside->isChecked())) {
      pane->highlight(m_place, pane != quiet);
    }
  }
  refreshNote();
}

int LevelView::highlightedLines() const {
  return m_pane->highlightedLines();
}

void LevelView::refreshNote() {
  const LevelPane* pane = active();
  const verify::CompilerLevel* level = pane->level();
  const bool isThere = level != nullptr && !level->text.empty();
  for (QAction* action : std::as_const(m_textActions)) {
    action->setEnabled(isThere);
  }
  m_head->setNote(
      isThere ? tr("%1 lines").arg(formatCount(static_cast<std::int64_t>(level->lines.size())))
              : QString());
  const int lines = pane->highlightedLines();
  QStringList parts;
  if (isThere && m_place.line > 0) {
    parts << (lines == 0   ? tr("Line %1 of the candidate: nothing here")
              : lines == 1 ? tr("Line %1 of the candidate: 1 line here")
                           : tr("Line %1 of the candidate: %n lines here", nullptr, lines))
                 .arg(m_place.line);
    if (const int exact = pane->exactLines(); exact > 0) {
      parts << tr("%n of this very expression (arrows)", nullptr, exact);
    }
    if (const QString story = pane->storyOf(pane->currentRow());
        !story.isEmpty() && pane->placeOf(pane->currentRow()).line == m_place.line) {
      parts << story;
    }
  } else if (isThere) {
    parts << tr("Click a line to see where it comes from; F7 walks through what belongs together");
  }
  if (isThere && !level->note.empty()) {
    parts << engineText(level->note);
  }
  m_note->setText(parts.join(QStringLiteral(" \u00B7 ")));
}

void LevelView::choose(LevelPane* pane, int row) {
  if (m_filling) {
    return;
  }
  m_isSecond = pane == m_second;
  const verify::SourcePlace place = pane->placeOf(row);
  const bool isOtherLine = place.line != m_place.line;
  if (place == m_place) {
    refreshNote();
    return;
  }
  m_place = place;
  highlight(pane);
  if (isOtherLine) {
    Q_EMIT sourceLineSelected(place.line);
  }
  Q_EMIT sourcePlaceSelected(place);
}

bool LevelView::goToLinked(int direction) {
  const bool isMoved = active()->goToLinked(direction);
  refreshNote();
  return isMoved;
}

bool LevelView::goToOtherPane() {
  if (!m_beside->isChecked()) {
    return false;
  }
  LevelPane* other = active() == m_pane ? m_second : m_pane;
  m_isSecond = other == m_second;
  other->editor()->setFocus(Qt::ShortcutFocusReason);
  other->goToLinked(1);
  refreshNote();
  return true;
}

void LevelView::takeFocus() {
  (m_isSecond ? m_second : m_pane)->editor()->setFocus(Qt::ShortcutFocusReason);
}

void LevelView::copyText() {
  const QString selected = active()->editor()->selectedText();
  QApplication::clipboard()->setText(selected.isEmpty() ? active()->editor()->source() : selected);
}

QString LevelView::suggestedFileName() const {
  const verify::CompilerLevel* level = active()->level();
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
  const verify::CompilerLevel* level = active()->level();
  if (level == nullptr) {
    return false;
  }
  const auto written = atomic_write_file(file.toStdString(), level->text);
  if (!written && problem != nullptr) {
    *problem = engineText(written.error().message);
  }
  return static_cast<bool>(written);
}

void LevelView::saveText() {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the text of this level"), suggestedFileName());
  QString problem;
  if (file.isEmpty()) return;
  if (saveTo(file, &problem)) {
    Q_EMIT exported(file);
  } else {
    Q_EMIT failed(problem);
  }
}

}  // namespace nereid::widgets
