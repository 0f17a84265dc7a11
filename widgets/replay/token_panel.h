// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/feed/run_feed.h"
#include "widgets/replay/token_colors.h"

class QComboBox;
class QLabel;

namespace nereid::widgets {

class ElidedLabel;
class TokenText;

/// The completion with what belongs to it: the numbers of the whole, the quantity that colours it
/// with its legend, and the line of the chosen token. GUI thread only.
class TokenPanel : public QWidget {
  Q_OBJECT

 public:
  explicit TokenPanel(QWidget* parent = nullptr);
  TokenText* text() const { return m_text; }
  QComboBox* quantityBox() const { return m_quantity; }
  QLabel* legend() const { return m_legend; }
  /// Numbers of the whole completion, and of the chosen token; also for tests.
  QString statistics() const;
  QString tokenDetail() const;

  /// `proseIsPlan`: of an answer with a plan of its own, prose outside of the code belongs to it.
  void setEpisode(const EpisodePtr& episode, bool proseIsPlan = true);
  void setQuantity(TokenQuantity quantity);
  /// The next quantity, the first after the last.
  void nextQuantity();
  void setCurrentToken(int token);
  /// From the least probable token to more probable ones; back with -1.
  void nextUnlikely(int delta);
  /// The table of all tokens, as CSV.
  QString table() const;

 Q_SIGNALS:
  void tokenChosen(int token);
  void quantityChanged(nereid::widgets::TokenQuantity quantity);

 private:
  void refreshLegend();
  void refreshToken();

  EpisodePtr m_episode;
  bool m_proseIsPlan = true;
  std::vector<std::size_t> m_unlikely;  ///< tokens, the least probable first
  ElidedLabel* m_statistics;
  QComboBox* m_quantity;
  QLabel* m_legend;
  TokenText* m_text;
  ElidedLabel* m_token;
};

}  // namespace nereid::widgets
