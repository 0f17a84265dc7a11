// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <memory>
#include <vector>

#include "widgets/feed/run_feed.h"
#include "widgets/replay/token_colors.h"

namespace nereid::widgets {

class TokenHighlighter;

/// The text of a completion, token by token: as far as the replay has come, coloured by a quantity,
/// the extracted part marked. The cursor (mouse or arrows) chooses a token; hovering tells about
/// one. Only the lines in sight are laid out, so that a long completion holds nothing up. GUI
/// thread only.
class TokenText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit TokenText(QWidget* parent = nullptr);
  ~TokenText() override;

  void setEpisode(EpisodePtr episode, bool proseIsPlan = true);
  /// Text of the first `tokens` tokens; all of it where the record holds no offsets and `tokens` is
  /// all.
  void showTokens(int tokens, bool isExtracted);
  void setQuantity(TokenQuantity quantity);
  TokenQuantity quantity() const { return m_quantity; }

  /// -1 for none.
  void setCurrentToken(int token);
  int currentToken() const { return m_current; }
  /// Token at a position of the document, -1 behind the last one.
  int tokenAt(int position) const;
  int tokenAt(const QPoint& point) const;
  /// First position and the one behind the last.
  std::pair<int, int> rangeOf(int token) const;

 Q_SIGNALS:
  void tokenChosen(int token);  ///< by the user

 protected:
  bool viewportEvent(QEvent* event) override;

 private:
  friend class TokenHighlighter;
  void readTexts(bool proseIsPlan);
  void markCurrent();
  void recolour();

  EpisodePtr m_episode;
  QString m_whole;          ///< as shown: one unit for one unit of the document
  std::vector<int> m_ends;  ///< of each token, in units of m_whole
  std::vector<record::TokenShare> m_kinds;
  int m_candidateBegin = 0, m_candidateEnd = 0;
  int m_shown = 0;  ///< tokens
  bool m_isExtracted = false;
  TokenQuantity m_quantity = TokenQuantity::kLogprob;
  int m_current = -1;
  bool m_quiet = false;
  TokenHighlighter* m_highlighter;
};

}  // namespace nereid::widgets
