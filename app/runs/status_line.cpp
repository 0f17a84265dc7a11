// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/status_line.h"

#include <QHBoxLayout>
#include <QLabel>

#include "widgets/look/elided_label.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::Role;
using widgets::theme;

StatusLine::StatusLine(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("statusLine"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 0, 12, 0);
  layout->setSpacing(20);
  m_record = addLabel(tr("Record"));
  m_verifier = addLabel(tr("Verifier"));
  m_policy = addLabel(tr("Policy"));
  m_policy->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  layout->addWidget(m_record);
  layout->addWidget(m_verifier, 1);
  layout->addWidget(m_policy);
  connect(&theme(), &widgets::Theme::themeChanged, this, &StatusLine::applyTheme);
  applyTheme();
}

QLabel* StatusLine::addLabel(const QString& accessibleName) {
  auto* label = new widgets::ElidedLabel(this);
  label->setAccessibleName(accessibleName);
  return label;
}

void StatusLine::setRecord(const QString& text) {
  m_record->setText(text);
}
void StatusLine::setVerifier(const QString& text) {
  m_verifier->setText(text);
}
void StatusLine::setPolicy(const QString& text) {
  m_policy->setText(text);
}
QString StatusLine::recordText() const {
  return m_record->text();
}
QString StatusLine::verifierText() const {
  return m_verifier->text();
}
QString StatusLine::policyText() const {
  return m_policy->text();
}

void StatusLine::applyTheme() {
  setFixedHeight(theme().rowHeight() + 2);
  setStyleSheet(QStringLiteral(
                    "QFrame#statusLine { background: %1; border: none; border-top: 1px solid %2; }"
                    "QLabel { color: %3; border: none; background: transparent; font-size: %4pt; }")
                    .arg(theme().color(Role::kPanel).name(), theme().color(Role::kLine).name(),
                         theme().color(Role::kSecondary).name())
                    .arg(theme().smallFont().pointSizeF()));
}

}  // namespace nereid::app
