// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/message_bar.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>

#include "widgets/look/icons.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::Role;
using widgets::theme;

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel(this)),
      m_text(new QLabel(this)),
      m_button(new QPushButton(this)),
      m_close(new QToolButton(this)) {
  setObjectName(QStringLiteral("messageBar"));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setAccessibleName(tr("Message"));
  m_button->setObjectName(QStringLiteral("messageButton"));
  m_close->setIcon(widgets::icon(widgets::IconId::kClose));
  m_close->setAutoRaise(true);
  m_close->setToolTip(tr("Close this message"));
  m_close->setAccessibleName(tr("Close this message"));
  m_close->setFocusPolicy(Qt::TabFocus);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 6, 8, 6);
  layout->setSpacing(10);
  layout->addWidget(m_icon);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_button);
  layout->addWidget(m_close);
  connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
  connect(m_button, &QPushButton::clicked, this, [this] {
    const auto accepted = m_accepted;
    dismiss();
    if (accepted) accepted();
  });
  connect(&theme(), &widgets::Theme::themeChanged, this, &MessageBar::applyTheme);
  hide();
}

void MessageBar::showError(const QString& title, const QString& detail) {
  m_accepted = nullptr;
  showLine(Kind::kError, detail.isEmpty() ? title : tr("%1: %2").arg(title, detail), QString());
}

void MessageBar::showOffer(const QString& text, const QString& button,
                           std::function<void()> accepted) {
  m_accepted = std::move(accepted);
  showLine(Kind::kOffer, text, button);
}

void MessageBar::showNews(const QString& text, const QString& button,
                          std::function<void()> accepted) {
  if (isHidden() || m_kind != Kind::kError) showOffer(text, button, std::move(accepted));
}

void MessageBar::showWritten(const QString& text, const QString& file) {
  showOffer(text, tr("Show"), [folder = QFileInfo(file).absolutePath()] {
    QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
  });
}

void MessageBar::dismiss() {
  m_accepted = nullptr;
  hide();
}

QString MessageBar::text() const {
  return isHidden() ? QString() : m_text->text();
}

void MessageBar::showLine(Kind kind, const QString& text, const QString& button) {
  m_kind = kind;
  m_text->setText(text);
  m_button->setText(button);
  m_button->setAccessibleName(button);
  m_button->setVisible(!button.isEmpty());
  applyTheme();
  show();
}

void MessageBar::applyTheme() {
  const bool isError = m_kind == Kind::kError;
  const auto icon = isError ? widgets::IconId::kWarning : widgets::IconId::kRuns;
  m_icon->setPixmap(widgets::icon(icon).pixmap(16, 16));
  const QString edge = theme().color(isError ? Role::kRejected : Role::kAccent).name();
  setStyleSheet(
      QStringLiteral(
          "QFrame#messageBar { background: %1; border: none; border-bottom: 1px solid %2; "
          "border-left: 4px solid %3; } QLabel { border: none; background: transparent; }")
          .arg(theme().color(Role::kPanel).name(), theme().color(Role::kLine).name(), edge));
}

}  // namespace nereid::app
