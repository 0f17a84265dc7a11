// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/manual_window.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/help/manual.h"
#include "widgets/look/theme.h"

namespace nereid::app {

using widgets::Role;
using widgets::theme;

namespace {

constexpr int kPageRole = Qt::UserRole;

/// Pages come from the manual, by names like "manual:/curves.html".
class Browser : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;
  QVariant loadResource(int type, const QUrl& name) override {
    const ManualPage* page =
        type == QTextDocument::HtmlResource
            ? findManualPage(
                  name.path().section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0))
            : nullptr;
    return page == nullptr ? QVariant() : QVariant(page->html);
  }
};

}  // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent, Qt::Window),
      m_back(new QToolButton(this)),
      m_forward(new QToolButton(this)),
      m_home(new QToolButton(this)),
      m_search(new QLineEdit(this)),
      m_contents(new QListWidget(this)),
      m_browser(new Browser(this)) {
  setObjectName(QStringLiteral("manual"));
  setWindowTitle(tr("Manual"));
  setupHead();
  m_search->setPlaceholderText(tr("Search the manual"));
  m_search->setAccessibleName(tr("Search the manual"));
  m_search->setClearButtonEnabled(true);
  m_contents->setAccessibleName(tr("Contents"));
  m_contents->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_browser->setAccessibleName(tr("Page of the manual"));
  m_browser->setOpenLinks(false);
  auto* head = new QHBoxLayout;
  head->addWidget(m_back);
  head->addWidget(m_forward);
  head->addWidget(m_home);
  head->addStretch(1);
  auto* left = new QVBoxLayout;
  left->addWidget(m_search);
  left->addWidget(m_contents, 1);
  auto* right = new QVBoxLayout;
  right->addLayout(head);
  right->addWidget(m_browser, 1);
  auto* layout = new QHBoxLayout(this);
  layout->addLayout(left, 2);
  layout->addLayout(right, 5);
  resize(980, 720);
  connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::fillContents);
  connect(m_search, &QLineEdit::returnPressed, this, [this] {
    if (m_contents->count() > 0) m_contents->setCurrentRow(0);
  });
  connect(m_contents, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    if (item == nullptr || item->data(kPageRole).toString() == currentPage()) return;
    showPage(item->data(kPageRole).toString());
  });
  connect(m_browser, &QTextBrowser::anchorClicked, this, &ManualWindow::open);
  connect(m_browser, &QTextBrowser::sourceChanged, this, [this](const QUrl& url) {
    m_shown = url;  // the browser's own source() follows later
    pageShown();
  });
  connect(&theme(), &widgets::Theme::themeChanged, this, &ManualWindow::applyTheme);
  fillContents(QString());
  applyTheme();
  m_search->setFocus();
}

void ManualWindow::setupHead() {
  const auto set = [this](QToolButton* button, const QString& text, const QString& tip,
                          QKeySequence::StandardKey key) {
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    button->setShortcut(QKeySequence(key));
  };
  set(m_back, tr("Back"), tr("The page before (Alt+Left)"), QKeySequence::Back);
  set(m_forward, tr("Forward"), tr("The page after (Alt+Right)"), QKeySequence::Forward);
  set(m_home, tr("First page"), tr("Where the manual begins"), QKeySequence::UnknownKey);
  m_back->setEnabled(false);
  m_forward->setEnabled(false);
  connect(m_back, &QToolButton::clicked, m_browser, &QTextBrowser::backward);
  connect(m_forward, &QToolButton::clicked, m_browser, &QTextBrowser::forward);
  connect(m_home, &QToolButton::clicked, this, [this] { showPage(manualPages().first().id); });
  connect(m_browser, &QTextBrowser::backwardAvailable, m_back, &QToolButton::setEnabled);
  connect(m_browser, &QTextBrowser::forwardAvailable, m_forward, &QToolButton::setEnabled);
}

void ManualWindow::fillContents(const QString& words) {
  const QSignalBlocker quiet(m_contents);
  m_contents->clear();
  const QStringList ids = searchManual(words);
  for (const QString& id : ids) {
    auto* item = new QListWidgetItem(findManualPage(id)->title, m_contents);
    item->setData(kPageRole, id);
    markItem(item);
    if (id == currentPage()) m_contents->setCurrentItem(item);
  }
}

void ManualWindow::showPage(const QString& id, const QString& chapter) {
  QUrl url(QStringLiteral("manual:/%1.html").arg(id));
  if (!chapter.isEmpty()) url.setFragment(chapter);
  open(url);
}

QString ManualWindow::currentPage() const {
  return m_shown.path().section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0);
}

void ManualWindow::open(const QUrl& url) {
  const QUrl target = m_shown.isEmpty() ? url : m_shown.resolved(url);
  if (target.scheme() == QLatin1String("manual")) {
    m_browser->setSource(target, QTextDocument::HtmlResource);
  } else {
    QDesktopServices::openUrl(target);
  }
}

void ManualWindow::pageShown() {
  const ManualPage* page = findManualPage(currentPage());
  if (page == nullptr) return;
  setWindowTitle(tr("%1 - Manual").arg(page->title));
  const QSignalBlocker quiet(m_contents);
  for (int row = 0; row < m_contents->count(); ++row) {
    if (m_contents->item(row)->data(kPageRole).toString() == page->id)
      m_contents->setCurrentRow(row);
    markItem(m_contents->item(row));
  }
  // The words that led here.
  const QString words = m_search->text().trimmed();
  if (!words.isEmpty()) m_browser->find(words.section(QLatin1Char(' '), 0, 0));
}

// The page that is shown keeps its mark when the list is searched or has not the keyboard.
void ManualWindow::markItem(QListWidgetItem* item) const {
  const bool isShown = item->data(kPageRole).toString() == currentPage();
  item->setSizeHint(QSize(0, theme().rowHeight()));
  item->setFont(isShown ? theme().strongFont() : theme().textFont());
  item->setForeground(theme().color(isShown ? Role::kAccent : Role::kText));
}

void ManualWindow::applyTheme() {
  const auto hex = [](Role role) { return theme().color(role).name(); };
  m_browser->document()->setDefaultStyleSheet(
      QStringLiteral("body { color: %1; } h1 { font-size: x-large; } h2 { font-size: large; }"
                     "p, ul, ol, table { margin-top: 8px; margin-bottom: 8px; }"
                     "th { background: %2; text-align: left; padding: 4px 12px 4px 6px; }"
                     "td { padding: 4px 12px 4px 6px; border-bottom: 1px solid %3; }"
                     "code { background: %2; font-family: \"%4\"; } a { color: %5; }")
          .arg(hex(Role::kText), hex(Role::kSoft), hex(Role::kLine), theme().codeFont().family(),
               hex(Role::kAccent)));
  m_browser->document()->setDocumentMargin(16);
  m_contents->setStyleSheet(QStringLiteral("QListWidget { padding: 6px 8px; }"));
  for (int row = 0; row < m_contents->count(); ++row) markItem(m_contents->item(row));
  if (!m_shown.isEmpty()) m_browser->reload();
}

}  // namespace nereid::app
