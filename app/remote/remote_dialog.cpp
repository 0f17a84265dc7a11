// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remote/remote_dialog.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/runs/remote_address.h"
#include "widgets/look/look.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {
namespace {

QStringList knownHosts() {
  const QString own = sshConfigFile();
  QFile config(own.isEmpty() ? QDir::home().filePath(QStringLiteral(".ssh/config")) : own);
  return config.open(QIODevice::ReadOnly) ? sshAliases(QString::fromUtf8(config.read(1 << 20)))
                                          : QStringList();
}

}  // namespace

RemoteDialog::RemoteDialog(const QStringList& recent, QWidget* parent)
    : QDialog(parent),
      m_recent(new QComboBox(this)),
      m_host(new QComboBox(this)),
      m_folder(new QLineEdit(this)),
      m_note(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)) {
  setObjectName(QStringLiteral("remoteDialog"));
  setWindowTitle(tr("Open run on another machine"));
  auto* text = new QLabel(
      tr("The run is read over SSH, with your keys and your SSH configuration, and is followed "
         "while it goes on. Python 3 is all that the other machine needs. Its files are not "
         "changed."),
      this);
  text->setWordWrap(true);
  m_host->setEditable(true);
  m_host->setInsertPolicy(QComboBox::NoInsert);
  m_host->addItems(knownHosts());
  m_host->setCurrentText(QString());
  m_host->lineEdit()->setPlaceholderText(tr("host, user@host or user@host:port"));
  m_host->setAccessibleName(tr("Host"));
  m_host->completer()->setFilterMode(Qt::MatchContains);
  m_host->completer()->setCompletionMode(QCompleter::PopupCompletion);
  m_folder->setPlaceholderText(tr("/home/me/runs/pocket-grpo or ~/runs/pocket-grpo"));
  m_folder->setAccessibleName(tr("Folder of the run"));
  m_recent->setAccessibleName(tr("Opened lately"));
  m_recent->addItem(tr("Choose..."));
  m_recent->addItems(recent);
  m_recent->setEnabled(!recent.isEmpty());
  m_note->setWordWrap(true);
  widgets::keepRole(m_note, widgets::Role::kSecondary);
  QPushButton* open = m_buttons->addButton(tr("Open run"), QDialogButtonBox::AcceptRole);
  open->setDefault(true);
  auto* form = new QFormLayout;
  form->addRow(tr("Opened lately"), m_recent);
  form->addRow(tr("Host"), m_host);
  form->addRow(tr("Folder"), m_folder);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 16, 16, 16);
  layout->setSpacing(12);
  layout->addWidget(text);
  layout->addLayout(form);
  layout->addWidget(m_note);
  layout->addWidget(m_buttons);
  resize(520, sizeHint().height());
  connect(m_recent, &QComboBox::activated, this, [this](int index) {
    const auto address = parseRemoteAddress(m_recent->itemText(index));
    if (index == 0 || !address) return;
    m_host->setCurrentText(address->port == 0
                               ? address->target()
                               : QStringLiteral("%1:%2").arg(address->target()).arg(address->port));
    m_folder->setText(address->folder);
  });
  connect(m_host, &QComboBox::editTextChanged, this, &RemoteDialog::refresh);
  connect(m_folder, &QLineEdit::textChanged, this, &RemoteDialog::refresh);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  refresh();
}

QString RemoteDialog::address() const {
  const QString folder = m_folder->text().trimmed();
  const bool isWhole = folder.startsWith(QLatin1Char('/'));
  return QStringLiteral("ssh://%1%2%3")
      .arg(m_host->currentText().trimmed(), isWhole ? QString() : QStringLiteral("/"), folder);
}

void RemoteDialog::refresh() {
  const bool isEmpty = m_host->currentText().isEmpty() || m_folder->text().isEmpty();
  const auto address = parseRemoteAddress(this->address());
  m_note->setText(isEmpty   ? tr("Choose a host and the folder in which record.sqlite lies.")
                  : address ? tr("Opens %1").arg(address->url())
                            : widgets::engineText(address.error().message));
  for (QAbstractButton* button : m_buttons->buttons()) {
    if (m_buttons->buttonRole(button) == QDialogButtonBox::AcceptRole)
      button->setEnabled(!isEmpty && address);
  }
}

}  // namespace nereid::app
