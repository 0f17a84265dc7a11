// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

class QHBoxLayout;

namespace nereid::widgets {

class StatusChip;

/// The flags of a verdict as chips that explain themselves: as tooltip, and by click or Space.
/// Hidden while there are none.
class FlagLine : public QWidget {
  Q_OBJECT

 public:
  explicit FlagLine(QWidget* parent = nullptr);
  void setFlags(const std::vector<std::string>& flags);
  const std::vector<StatusChip*>& chips() const { return m_chips; }
  QSize minimumSizeHint() const override;

 private:
  QHBoxLayout* m_layout;
  std::vector<StatusChip*> m_chips;
};

}  // namespace nereid::widgets
