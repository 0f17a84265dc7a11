// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "engine/record/library/episode_notes.h"

class QCheckBox;
class QPlainTextEdit;

namespace nereid::app {

/// Asks for the note on an episode. Ctrl+Enter saves, Escape leaves it as it was.
class NoteDialog : public QDialog {
  Q_OBJECT

 public:
  /// `subject`: what the note is on, in words.
  NoteDialog(record::EpisodeNote note, const QString& subject, QWidget* parent = nullptr);
  /// As it stands in the dialog.
  record::EpisodeNote note() const;
  QPlainTextEdit* editor() const { return m_text; }
  QCheckBox* bookmarkBox() const { return m_bookmark; }

 private:
  record::EpisodeNote m_note;
  QPlainTextEdit* m_text;
  QCheckBox* m_bookmark;
};

}  // namespace nereid::app
