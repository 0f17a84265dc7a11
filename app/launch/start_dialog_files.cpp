// SPDX-License-Identifier: GPL-3.0-or-later
// What the launch dialog reads, writes and copies.
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>

#include "app/launch/start_dialog.h"
#include "engine/base/file.h"
#include "widgets/look/elided_label.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

void StartDialog::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(
      this, tr("Folder for the record"), QFileInfo(m_folder->text()).absolutePath());
  if (folder.isEmpty()) return;
  m_folderTouched = true;
  m_folder->setText(folder);
}

void StartDialog::chooseFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Settings of a run"), QString(),
                                                    tr("Settings (*.yaml *.yml)"));
  if (!file.isEmpty()) openFile(file);
}

void StartDialog::saveFile() {
  const QString file = QFileDialog::getSaveFileName(
      this, tr("Save the settings"), QString::fromStdString(m_draft.values().name + ".yaml"),
      tr("Settings (*.yaml *.yml)"));
  if (file.isEmpty()) return;
  const auto written = atomic_write_file(file.toStdString(), m_draft.yaml().toStdString());
  if (written) {
    say(tr("Saved as %1").arg(file));
  } else {
    widgets::setRole(m_problem, widgets::Role::kRejected);
    m_problem->setText(widgets::engineText(written.error().message));
  }
}

void StartDialog::copyYaml() {
  QApplication::clipboard()->setText(m_draft.yaml());
  say(tr("The settings are in the clipboard, as YAML."));
}

void StartDialog::copyCommand() {
  QApplication::clipboard()->setText(m_draft.command());
  say(tr("In the clipboard: %1").arg(m_draft.command()));
}

// In the place of the problem, until the next change.
void StartDialog::say(const QString& line) {
  widgets::setRole(m_problem, widgets::Role::kSecondary);
  m_problem->setText(line);
}

}  // namespace nereid::app
