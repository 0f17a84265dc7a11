// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace nereid::app {

/// One line under the top bar: an error with its mend, or an offer with a button. It stays until
/// closed or replaced, and blocks nothing.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  enum class Kind { kOffer, kError };
  explicit MessageBar(QWidget* parent = nullptr);

  void showError(const QString& title, const QString& detail);
  /// Shows a question with one button; closing the bar declines.
  void showOffer(const QString& text, const QString& button, std::function<void()> accepted);
  /// The same for what happened by itself; it does not take the place of an error.
  void showNews(const QString& text, const QString& button, std::function<void()> accepted);
  /// A file was written: where, with a way to it.
  void showWritten(const QString& text, const QString& file);
  void dismiss();
  QString text() const;
  QPushButton* button() const { return m_button; }

 private:
  void showLine(Kind kind, const QString& text, const QString& button);
  void applyTheme();

  Kind m_kind = Kind::kOffer;
  QLabel* m_icon;
  QLabel* m_text;
  QPushButton* m_button;
  QToolButton* m_close;
  std::function<void()> m_accepted;
};

}  // namespace nereid::app
