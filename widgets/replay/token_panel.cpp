// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/token_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/replay/token_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

TokenPanel::TokenPanel(QWidget* parent)
    : QWidget(parent),
      m_statistics(new ElidedLabel(this)),
      m_quantity(new QComboBox(this)),
      m_legend(new QLabel(this)),
      m_text(new TokenText(this)),
      m_token(new ElidedLabel(this)) {
  auto* title = new QLabel(tr("Completion"), this);
  auto* by = new QLabel(tr("coloured by"), this);
  for (QLabel* label :
       {title, by, static_cast<QLabel*>(m_statistics), m_legend, static_cast<QLabel*>(m_token)}) {
    keepFont(label, FontKind::kSmall);
    keepRole(label, Role::kSecondary);
  }
  for (const TokenQuantity quantity : kTokenQuantities) {
    m_quantity->addItem(tokenQuantityName(quantity), static_cast<int>(quantity));
  }
  keepFont(m_quantity, FontKind::kSmall);
  m_quantity->setAccessibleName(tr("Colour of the tokens"));
  m_quantity->setToolTip(tr("What the tokens are coloured by"));
  m_quantity->setCurrentIndex(static_cast<int>(m_text->quantity()));
  by->setBuddy(m_quantity);
  m_legend->setTextFormat(Qt::RichText);
  m_legend->setWordWrap(true);
  m_legend->setAccessibleName(tr("Legend of the colours"));
  m_token->setAccessibleName(tr("Chosen token"));

  auto* head = new QHBoxLayout;
  head->setContentsMargins(10, 4, 10, 2);
  head->setSpacing(8);
  head->addWidget(title);
  head->addStretch(1);
  head->addWidget(by);
  head->addWidget(m_quantity);
  auto* layout = tightColumn(this);
  layout->addLayout(head);
  layout->addWidget(m_statistics);
  layout->addWidget(m_legend);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_token);
  keepMargins(m_statistics, {10, 0, 10, 4});
  keepMargins(m_legend, {10, 0, 10, 4});
  // A long legend must not keep the panel wide.
  m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  keepMargins(m_token, {10, 4, 10, 4});
  connect(m_quantity, &QComboBox::currentIndexChanged, this, [this](int index) {
    setQuantity(static_cast<TokenQuantity>(m_quantity->itemData(index).toInt()));
  });
  connect(m_text, &TokenText::tokenChosen, this, [this](int token) {
    refreshToken();
    Q_EMIT tokenChosen(token);
  });
  connect(&theme(), &Theme::themeChanged, this, &TokenPanel::refreshLegend);
  refreshLegend();
  refreshToken();
}

QString TokenPanel::statistics() const {
  return m_statistics->text();
}

QString TokenPanel::tokenDetail() const {
  return m_token->text();
}

void TokenPanel::setEpisode(const EpisodePtr& episode, bool proseIsPlan) {
  m_episode = episode;
  m_proseIsPlan = proseIsPlan;
  m_unlikely.clear();
  m_text->setEpisode(episode, proseIsPlan);
  m_statistics->setText(episode ? tokenStatisticsLine(*episode, proseIsPlan) : QString());
  refreshLegend();
  refreshToken();
}

void TokenPanel::setQuantity(TokenQuantity quantity) {
  if (quantity == m_text->quantity()) {
    return;
  }
  m_text->setQuantity(quantity);
  m_quantity->setCurrentIndex(m_quantity->findData(static_cast<int>(quantity)));
  refreshLegend();
  Q_EMIT quantityChanged(quantity);
}

void TokenPanel::nextQuantity() {
  m_quantity->setCurrentIndex((m_quantity->currentIndex() + 1) % m_quantity->count());
}

void TokenPanel::setCurrentToken(int token) {
  m_text->setCurrentToken(token);
  refreshToken();
}

void TokenPanel::nextUnlikely(int delta) {
  if (!m_episode) {
    return;
  }
  if (m_unlikely.empty()) {
    m_unlikely = record::tokens_by_probability(*m_episode);
  }
  if (m_unlikely.empty()) {
    return;
  }
  const auto now = std::find(m_unlikely.begin(), m_unlikely.end(),
                             static_cast<std::size_t>(m_text->currentToken()));
  const auto count = static_cast<std::ptrdiff_t>(m_unlikely.size());
  const std::ptrdiff_t place = m_text->currentToken() < 0 || now == m_unlikely.end()
                                   ? (delta > 0 ? 0 : count - 1)
                                   : now - m_unlikely.begin() + delta;
  const auto token =
      static_cast<int>(m_unlikely[static_cast<std::size_t>((place + count) % count)]);
  setCurrentToken(token);
  Q_EMIT tokenChosen(token);
}

QString TokenPanel::table() const {
  return m_episode ? nereid::widgets::text(record::token_table_csv(*m_episode)) : QString();
}

void TokenPanel::refreshLegend() {
  const TokenQuantity quantity = m_text->quantity();
  const QString legend = tokenLegend(quantity, m_episode.get());
  m_legend->setText(legend.isEmpty() ? tr("The extracted part has a background.") : legend);
  m_legend->setToolTip(tokenLegendTip(quantity, m_episode.get()));
}

void TokenPanel::refreshToken() {
  const int token = m_text->currentToken();
  const bool isLacking =
      m_episode && m_text->quantity() == TokenQuantity::kEntropy && m_episode->entropies.empty();
  m_token->setText(token >= 0 && m_episode
                       ? tokenLine(*m_episode, static_cast<std::size_t>(token), m_proseIsPlan)
                   : isLacking ? tr("This record is older than per-token entropy.")
                               : tr("Click a token, or move the cursor with the arrows. F9: the "
                                    "least probable one."));
}

}  // namespace nereid::widgets
