// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/shortcut_sheet.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QVBoxLayout>

#include "app/desk/actions.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::Cell;
using widgets::Role;

namespace {

QString keysOf(const QAction* action) {
  QStringList keys;
  const auto shortcuts = action->shortcuts();
  for (const QKeySequence& shortcut : shortcuts)
    keys << shortcut.toString(QKeySequence::NativeText);
  return keys.join(QStringLiteral(", "));
}

}  // namespace

ShortcutSheet::ShortcutSheet(const ActionRegistry& actions, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("shortcutSheet"));
  setWindowTitle(tr("Keyboard shortcuts"));
  auto* model = new widgets::CellModel(this);
  model->setColumns({{.title = tr("menu")},
                     {.title = tr("command")},
                     {.title = tr("keys")},
                     {.title = tr("effect")}});
  std::vector<std::vector<Cell>> rows;
  for (const QAction* action : actions.all()) {
    const QString keys = keysOf(action);
    if (keys.isEmpty()) continue;
    rows.push_back({{.text = actions.menuOf(action), .color = Role::kSecondary},
                    {.text = action->text(), .strong = true},
                    {.text = keys},
                    {.text = actions.tipOf(action), .color = Role::kSecondary}});
  }
  model->setRows(std::move(rows));
  auto* table = new widgets::TableView(this);
  table->setModel(model);
  table->setAccessibleName(windowTitle());
  table->fitColumns(100);
  table->setStretchColumn(3);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(table);
  layout->addWidget(buttons);
  resize(1080, 720);
}

void showAbout(QWidget* parent) {
  QMessageBox::about(
      parent, QObject::tr("About Nereid"),
      QObject::tr(
          "<b>Nereid %1</b><p>A workbench for teaching language models to write Triton kernels.</p>"
          "<p>GPL-3.0-or-later. Built with Qt, QCustomPlot, QScintilla, SQLite and libtorch; Inter "
          "and "
          "JetBrains Mono under the SIL Open Font License.</p>")
          .arg(QStringLiteral(NEREID_VERSION)));
}

}  // namespace nereid::app
