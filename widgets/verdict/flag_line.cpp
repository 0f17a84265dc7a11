// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/verdict/flag_line.h"

#include <QHBoxLayout>
#include <QToolTip>

#include "widgets/look/chip.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

FlagLine::FlagLine(QWidget* parent) : QWidget(parent), m_layout(new QHBoxLayout(this)) {
  m_layout->setContentsMargins(10, 2, 10, 6);
  m_layout->setSpacing(6);
  m_layout->addStretch(1);
  hide();
}

QSize FlagLine::minimumSizeHint() const {
  // Chips that do not fit are cut off: a verdict with many flags must not widen its dock.
  return {0, QWidget::minimumSizeHint().height()};
}

void FlagLine::setFlags(const std::vector<std::string>& flags) {
  for (StatusChip* chip : m_chips) {
    delete chip;
  }
  m_chips.clear();
  for (const std::string& flag : flags) {
    auto* chip = new StatusChip(flagWord(flag), this);
    const QString meaning = flagMeaning(flag);
    chip->setTone(StatusChip::Tone::kWarning);
    chip->setDotVisible(true);
    chip->setClickable(true);
    chip->setCursor(Qt::WhatsThisCursor);
    chip->setAccessibleName(tr("Flag: %1").arg(flagWord(flag)));
    chip->setAccessibleDescription(meaning);
    // Rich text, so that a long sentence is broken into lines.
    chip->setToolTip(QStringLiteral("<p>%1</p>").arg(meaning.toHtmlEscaped()));
    connect(chip, &QAbstractButton::clicked, chip, [chip] {
      QToolTip::showText(chip->mapToGlobal(chip->rect().bottomLeft()), chip->toolTip(), chip);
    });
    m_layout->insertWidget(m_layout->count() - 1, chip);
    m_chips.push_back(chip);
  }
  setVisible(!flags.empty());
}

}  // namespace nereid::widgets
