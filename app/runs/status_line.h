// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace nereid::app {

/// The line at the bottom: record and verifier at the left, policy and last checkpoint at the
/// right.
class StatusLine : public QFrame {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);
  void setRecord(const QString& text);
  void setVerifier(const QString& text);
  void setPolicy(const QString& text);
  QString recordText() const;
  QString verifierText() const;
  QString policyText() const;

 private:
  QLabel* addLabel(const QString& accessibleName);
  void applyTheme();

  QLabel* m_record;
  QLabel* m_verifier;
  QLabel* m_policy;
};

}  // namespace nereid::app
