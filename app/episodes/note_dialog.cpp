// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/note_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include "widgets/look/look.h"

namespace nereid::app {

NoteDialog::NoteDialog(record::EpisodeNote note, const QString& subject, QWidget* parent)
    : QDialog(parent),
      m_note(std::move(note)),
      m_text(new QPlainTextEdit(this)),
      m_bookmark(new QCheckBox(tr("Bookmarked"), this)) {
  setWindowTitle(tr("Note"));
  setObjectName(QStringLiteral("noteDialog"));
  auto* about = new QLabel(subject, this);
  about->setTextFormat(Qt::PlainText);
  about->setWordWrap(true);
  widgets::keepRole(about, widgets::Role::kSecondary);
  m_text->setPlainText(QString::fromStdString(m_note.text));
  m_text->setAccessibleName(tr("Note on this episode"));
  m_text->setPlaceholderText(tr("What did you see here? The filter finds it by note:"));
  m_text->setTabChangesFocus(true);
  m_text->moveCursor(QTextCursor::End);
  m_bookmark->setChecked(m_note.bookmarked);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  QPushButton* save = buttons->button(QDialogButtonBox::Save);
  save->setText(tr("Save note"));
  save->setToolTip(tr("Keep the note beside the run (Ctrl+Enter)"));
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
    connect(new QShortcut(QKeySequence(Qt::CTRL | key), this), &QShortcut::activated, this,
            &QDialog::accept);
  }
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 16, 16, 16);
  layout->setSpacing(8);
  layout->addWidget(about);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_bookmark);
  layout->addWidget(buttons);
  resize(460, 260);
  m_text->setFocus();
}

record::EpisodeNote NoteDialog::note() const {
  record::EpisodeNote note = m_note;
  note.text = m_text->toPlainText().trimmed().toStdString();
  note.bookmarked = m_bookmark->isChecked();
  return note;
}

}  // namespace nereid::app
