// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QUrl>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QTextBrowser;
class QToolButton;

namespace nereid::app {

/// The manual: contents with a search at the left, the page at the right, back and forward. Stays
/// beside the workbench; Escape closes it. GUI thread only.
class ManualWindow : public QDialog {
  Q_OBJECT

 public:
  explicit ManualWindow(QWidget* parent = nullptr);

  void showPage(const QString& id, const QString& chapter = {});
  QString currentPage() const;
  QTextBrowser* browser() const { return m_browser; }
  QLineEdit* searchLine() const { return m_search; }
  QListWidget* contents() const { return m_contents; }

 private:
  void setupHead();
  void fillContents(const QString& words);
  void pageShown();
  void markItem(QListWidgetItem* item) const;
  void applyTheme();
  void open(const QUrl& url);

  QToolButton* m_back;
  QToolButton* m_forward;
  QToolButton* m_home;
  QLineEdit* m_search;
  QListWidget* m_contents;
  QTextBrowser* m_browser;
  QUrl m_shown;
};

}  // namespace nereid::app
