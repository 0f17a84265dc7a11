// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <string>
#include <vector>

class QLineEdit;

namespace nereid::app {

/// Tags of a run as a line with commas; tags of other runs are offered while one types, and as
/// buttons that set or take them away.
class TagsDialog : public QDialog {
  Q_OBJECT

 public:
  TagsDialog(const QString& run, const std::vector<std::string>& tags, const QStringList& known,
             QWidget* parent = nullptr);
  std::vector<std::string> tags() const;
  QLineEdit* line() const { return m_line; }

 private:
  void toggle(const QString& tag, bool on);

  QLineEdit* m_line;
};

}  // namespace nereid::app
