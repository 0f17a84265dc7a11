// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/advisor_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include "widgets/look/look.h"

namespace nereid::app {

namespace {

QString keyOf(const char* what) {
  return QStringLiteral("advisor/") + QLatin1String(what);
}

}  // namespace

config::AdvisorSettings chosenAdvisor() {
  const QSettings settings;
  const auto value = [&](const char* what) {
    return settings.value(keyOf(what)).toString().toStdString();
  };
  config::AdvisorSettings advisor;
  advisor.url = value("url");
  advisor.model = value("model");
  advisor.key_env = value("keyVariable");
  return advisor;
}

void setChosenAdvisor(const config::AdvisorSettings& advisor) {
  QSettings settings;
  settings.setValue(keyOf("url"), QString::fromStdString(advisor.url));
  settings.setValue(keyOf("model"), QString::fromStdString(advisor.model));
  settings.setValue(keyOf("keyVariable"), QString::fromStdString(advisor.key_env));
}

AdvisorDialog::AdvisorDialog(const config::AdvisorSettings& settings, QWidget* parent)
    : QDialog(parent),
      m_settings(settings),
      m_url(new QLineEdit(QString::fromStdString(settings.url), this)),
      m_model(new QLineEdit(QString::fromStdString(settings.model), this)),
      m_keyVariable(new QLineEdit(QString::fromStdString(settings.key_env), this)) {
  setObjectName(QStringLiteral("advisorDialog"));
  setWindowTitle(tr("Advisor"));
  auto* about = new QLabel(
      tr("A language model behind an OpenAI-compatible endpoint says what it thinks of a "
         "candidate. Reference and candidate are sent there as text. Its advice decides nothing."),
      this);
  about->setWordWrap(true);
  widgets::keepRole(about, widgets::Role::kSecondary);
  m_url->setPlaceholderText(QStringLiteral("http://localhost:8000/v1"));
  m_model->setPlaceholderText(QStringLiteral("Qwen3-32B"));
  m_keyVariable->setPlaceholderText(tr("none"));
  m_keyVariable->setToolTip(
      tr("The key is read from this environment variable when it is needed, and never stored"));
  auto* form = new QFormLayout;
  form->setSpacing(8);
  const auto add = [&](const QString& name, QLineEdit* line) {
    auto* label = new QLabel(name, this);
    label->setBuddy(line);
    line->setAccessibleName(QString(name).remove(QLatin1Char('&')));
    form->addRow(label, line);
  };
  add(tr("&Endpoint"), m_url);
  add(tr("&Model"), m_model);
  add(tr("Variable with the &key"), m_keyVariable);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  m_save = buttons->button(QDialogButtonBox::Save);
  m_save->setText(tr("Use this advisor"));
  m_save->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  const auto refresh = [this] {
    // None at all takes the advisor away.
    m_save->setEnabled(m_url->text().trimmed().isEmpty() == m_model->text().trimmed().isEmpty());
  };
  for (QLineEdit* line : {m_url, m_model}) connect(line, &QLineEdit::textChanged, this, refresh);
  refresh();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 14);
  layout->setSpacing(10);
  layout->addWidget(about);
  layout->addLayout(form);
  layout->addWidget(buttons);
  resize(520, sizeHint().height());
  m_url->setFocus();
}

config::AdvisorSettings AdvisorDialog::settings() const {
  config::AdvisorSettings settings = m_settings;
  settings.url = m_url->text().trimmed().toStdString();
  settings.model = m_model->text().trimmed().toStdString();
  settings.key_env = m_keyVariable->text().trimmed().toStdString();
  return settings;
}

}  // namespace nereid::app
