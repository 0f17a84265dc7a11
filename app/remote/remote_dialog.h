// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace nereid::app {

/// Asks for a run on another machine: a host, with the aliases of the SSH configuration, and the
/// folder there.
class RemoteDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RemoteDialog(const QStringList& recent, QWidget* parent = nullptr);
  /// ssh://..., once accepted.
  QString address() const;

  QComboBox* host() const { return m_host; }
  QLineEdit* folder() const { return m_folder; }
  QComboBox* recent() const { return m_recent; }
  QLabel* note() const { return m_note; }
  QDialogButtonBox* buttons() const { return m_buttons; }

 private:
  void refresh();

  QComboBox* m_recent;
  QComboBox* m_host;
  QLineEdit* m_folder;
  QLabel* m_note;
  QDialogButtonBox* m_buttons;
};

}  // namespace nereid::app
