// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "widgets/code/code_editor.h"
#include "widgets/look/icons.h"
#include "widgets/look/theme.h"

namespace nereid::widgets {

namespace {

constexpr int kHitIndicator = 9;

QToolButton* iconButton(IconId id, const QString& name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(id));
  button->setToolTip(name);
  button->setAccessibleName(name);
  return button;
}

}  // namespace

FindBar::FindBar(QWidget* parent)
    : QWidget(parent), m_line(new QLineEdit(this)), m_count(new QLabel(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(4);
  auto* up = iconButton(IconId::kUp, tr("Previous hit (Shift+Enter)"), this);
  auto* down = iconButton(IconId::kDown, tr("Next hit (Enter)"), this);
  auto* close = iconButton(IconId::kClose, tr("Close (Escape)"), this);
  m_line->setAccessibleName(tr("Text to find"));
  m_line->setPlaceholderText(tr("Find"));
  m_line->setMaximumWidth(320);
  row->addWidget(m_line);
  row->addWidget(up);
  row->addWidget(down);
  row->addWidget(m_count, 1);
  row->addWidget(close);
  connect(m_line, &QLineEdit::textChanged, this, &FindBar::search);
  connect(up, &QToolButton::clicked, this, [this] { findNext(false); });
  connect(down, &QToolButton::clicked, this, [this] { findNext(true); });
  connect(close, &QToolButton::clicked, this, &FindBar::closeBar);
  hide();
}

void FindBar::openFor(CodeEditor* editor) {
  if (m_editor != editor) {
    clearHits();
  }
  m_editor = editor;
  show();
  const QString selected = editor->selectedText();
  if (!selected.isEmpty() && !selected.contains(QLatin1Char('\n'))) {
    m_line->setText(selected);
  }
  m_line->setFocus();
  m_line->selectAll();
  markAll();
}

void FindBar::closeBar() {
  clearHits();
  hide();
  if (m_editor != nullptr) {
    m_editor->setFocus();
  }
}

void FindBar::search() {
  markAll();
  if (m_editor != nullptr && m_hits > 0) {
    m_editor->findFirst(m_line->text(), false, false, false, true, true, 0, 0);
  }
}

void FindBar::clearHits() {
  if (m_editor != nullptr) {
    const int last = m_editor->lines() - 1;
    m_editor->clearIndicatorRange(0, 0, last, m_editor->lineLength(last), kHitIndicator);
  }
  m_hits = 0;
}

void FindBar::markAll() {
  clearHits();
  const QString wanted = m_line->text();
  if (m_editor == nullptr || wanted.isEmpty()) {
    m_count->clear();
    return;
  }
  m_editor->indicatorDefine(QsciScintilla::StraightBoxIndicator, kHitIndicator);
  m_editor->setIndicatorForegroundColor(theme().color(Role::kWarning), kHitIndicator);
  m_editor->setIndicatorDrawUnder(true, kHitIndicator);
  for (int line = 0; line < m_editor->lines(); ++line) {
    const QString text = m_editor->text(line);
    for (qsizetype at = text.indexOf(wanted, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(wanted, at + wanted.size(), Qt::CaseInsensitive)) {
      m_editor->fillIndicatorRange(line, static_cast<int>(at), line,
                                   static_cast<int>(at + wanted.size()), kHitIndicator);
      ++m_hits;
    }
  }
  m_count->setText(m_hits == 0   ? tr("not found")
                   : m_hits == 1 ? tr("1 hit")
                                 : tr("%n hits", nullptr, m_hits));
}

bool FindBar::findNext(bool forward) {
  if (m_editor == nullptr || m_hits == 0) {
    return false;
  }
  int line = -1;
  int index = -1;
  if (!forward) {
    // A backward search starts before the present hit.
    int toLine = 0;
    int toIndex = 0;
    m_editor->getSelection(&line, &index, &toLine, &toIndex);
  }
  return m_editor->findFirst(m_line->text(), false, false, false, true, forward, line, index);
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    closeBar();
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    findNext(!(event->modifiers() & Qt::ShiftModifier));
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace nereid::widgets
