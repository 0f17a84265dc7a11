// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/token_text.h"

#include <QHelpEvent>
#include <QScrollBar>
#include <QStringDecoder>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

/// One unit in, one unit out: the document must count as the tokens do.
QString showable(QString text) {
  for (QChar& c : text) {
    if (c == QLatin1Char('\r')) {
      c = QChar(0x240D);
    } else if (c.isNull()) {
      c = QChar(0x2400);
    }
  }
  return text;
}

}  // namespace

/// Lays the formats of the tokens over the text as it is written.
class TokenHighlighter : public QSyntaxHighlighter {
 public:
  explicit TokenHighlighter(TokenText* view) : QSyntaxHighlighter(view->document()), m_view(view) {}

 protected:
  void highlightBlock(const QString& line) override {
    if (!m_view->m_episode) {
      return;
    }
    const auto& ends = m_view->m_ends;
    const int begin = currentBlock().position();
    const int end = begin + static_cast<int>(line.size());
    auto token =
        static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    for (int at = begin; at < end && token < ends.size(); ++token) {
      const int stop = std::min(end, ends[token]);
      setFormat(at - begin, stop - at, formatOf(token, at));
      at = stop;
    }
  }

 private:
  QTextCharFormat formatOf(std::size_t token, int at) const {
    QTextCharFormat format;
    if (m_view->m_quantity == TokenQuantity::kNone) {
      const bool isCandidate = at >= m_view->m_candidateBegin && at < m_view->m_candidateEnd;
      if (m_view->m_isExtracted && isCandidate) {
        format.setBackground(theme().color(Role::kMark));
      }
      return format;
    }
    applyTokenStep(
        format, m_view->m_quantity,
        tokenStep(*m_view->m_episode, m_view->m_quantity, token, m_view->m_kinds[token]));
    return format;
  }

  TokenText* m_view;
};

TokenText::TokenText(QWidget* parent)
    : QPlainTextEdit(parent), m_highlighter(new TokenHighlighter(this)) {
  keepFont(this, FontKind::kCode);
  setReadOnly(true);
  setUndoRedoEnabled(false);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setTabChangesFocus(true);
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(10);
  setAccessibleName(tr("Completion"));
  setAccessibleDescription(tr("The cursor chooses a token; its numbers stand below the text."));
  connect(&theme(), &Theme::themeChanged, this, [this] {
    recolour();
    markCurrent();
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
    if (m_quiet || !m_episode) {
      return;
    }
    const int token = tokenAt(textCursor().position());
    if (token >= 0 && token != m_current) {
      m_current = token;
      markCurrent();
      Q_EMIT tokenChosen(token);
    }
  });
}

TokenText::~TokenText() = default;

void TokenText::setEpisode(EpisodePtr episode, bool proseIsPlan) {
  const QSignalBlocker quiet(this);
  m_episode = std::move(episode);
  m_current = -1;
  m_shown = 0;
  m_isExtracted = false;
  readTexts(proseIsPlan);
  setExtraSelections({});
  clear();
}

void TokenText::readTexts(bool proseIsPlan) {
  m_whole.clear();
  m_ends.clear();
  m_kinds.clear();
  m_candidateBegin = m_candidateEnd = 0;
  if (!m_episode) {
    return;
  }
  const record::Episode& episode = *m_episode;
  if (episode.token_ends.empty()) {
    m_whole = showable(text(episode.completion));
    return;
  }
  m_kinds = tokenKinds(episode, proseIsPlan);
  // A token may end within a character; the decoder keeps the beginning for the next one.
  QStringDecoder decoder(QStringDecoder::Utf8);
  std::size_t byte = 0;
  m_candidateBegin = -1;
  for (std::size_t i = 0; i < episode.token_ends.size(); ++i) {
    if (m_candidateBegin < 0 && byte >= episode.candidate_begin) {
      m_candidateBegin = static_cast<int>(m_whole.size());
    }
    const std::string_view piece = record::token_text(episode, i);
    const QString decoded =
        decoder.decode(QByteArrayView(piece.data(), static_cast<qsizetype>(piece.size())));
    m_whole += showable(decoded);
    byte += piece.size();
    if (byte <= episode.candidate_end) {
      m_candidateEnd = static_cast<int>(m_whole.size());
    }
    m_ends.push_back(static_cast<int>(m_whole.size()));
  }
}

void TokenText::showTokens(int tokens, bool isExtracted) {
  if (!m_episode) {
    return;
  }
  const int all = static_cast<int>(m_episode->tokens.size());
  const int wanted = m_ends.empty() ? (tokens >= all ? static_cast<int>(m_whole.size()) : 0)
                     : tokens <= 0
                         ? 0
                         : m_ends[std::min(m_ends.size(), static_cast<std::size_t>(tokens)) - 1];
  const bool marksChange = isExtracted != m_isExtracted && m_quantity == TokenQuantity::kNone;
  m_isExtracted = isExtracted;
  m_shown = tokens;
  const int present = document()->characterCount() - 1;
  m_quiet = true;
  QTextCursor cursor(document());
  if (wanted > present) {
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(m_whole.mid(present, wanted - present), QTextCharFormat());
    if (present == 0) {
      // The cursor of an empty text goes along with what is written; the reader begins at the top.
      moveCursor(QTextCursor::Start);
    }
  } else if (wanted < present) {
    cursor.setPosition(wanted);
    cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
  }
  m_quiet = false;
  if (marksChange) {
    recolour();
  }
  if (wanted != present) {
    markCurrent();
  }
}

void TokenText::setQuantity(TokenQuantity quantity) {
  if (quantity == m_quantity) {
    return;
  }
  m_quantity = quantity;
  recolour();
}

void TokenText::recolour() {
  m_quiet = true;
  m_highlighter->rehighlight();
  m_quiet = false;
  markCurrent();
}

std::pair<int, int> TokenText::rangeOf(int token) const {
  if (token < 0 || token >= static_cast<int>(m_ends.size())) {
    return {0, 0};
  }
  const auto at = static_cast<std::size_t>(token);
  return {at == 0 ? 0 : m_ends[at - 1], m_ends[at]};
}

int TokenText::tokenAt(int position) const {
  const auto end = std::upper_bound(m_ends.begin(), m_ends.end(), position);
  return end == m_ends.end() ? -1 : static_cast<int>(end - m_ends.begin());
}

int TokenText::tokenAt(const QPoint& point) const {
  // The nearest place between two characters, also from beside and below the text.
  const QTextCursor cursor = cursorForPosition(point);
  const QRect place = cursorRect(cursor);
  const bool isLeft = place.left() > point.x();
  const bool isBeside = isLeft ? cursor.atBlockStart() : cursor.atBlockEnd();
  if (isBeside || point.y() < place.top() || point.y() > place.bottom()) {
    return -1;
  }
  return tokenAt(isLeft ? cursor.position() - 1 : cursor.position());
}

void TokenText::setCurrentToken(int token) {
  if (token == m_current) {
    return;
  }
  m_current = token;
  markCurrent();
  const auto [begin, end] = rangeOf(token);
  if (token < 0 || begin >= document()->characterCount()) {
    return;
  }
  m_quiet = true;
  QTextCursor cursor(document());
  cursor.setPosition(begin);
  setTextCursor(cursor);
  ensureCursorVisible();
  m_quiet = false;
}

void TokenText::markCurrent() {
  const auto [begin, end] = rangeOf(m_current);
  const int present = document()->characterCount() - 1;
  if (m_current < 0 || begin >= present) {
    setExtraSelections({});
    return;
  }
  QTextEdit::ExtraSelection selection;
  selection.cursor = QTextCursor(document());
  selection.cursor.setPosition(begin);
  selection.cursor.setPosition(std::min(end, present), QTextCursor::KeepAnchor);
  selection.format.setBackground(theme().color(Role::kAccent));
  selection.format.setForeground(theme().color(Role::kOnAccent));
  setExtraSelections({selection});
}

bool TokenText::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip && m_episode) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int token = tokenAt(help->pos());
    if (token < 0) {
      QToolTip::hideText();
    } else {
      QString lines = tokenLine(*m_episode, static_cast<std::size_t>(token));
      QToolTip::showText(help->globalPos(),
                         lines.replace(QStringLiteral(" \u00B7 "), QStringLiteral("\n")),
                         viewport());
    }
    return true;
  }
  return QPlainTextEdit::viewportEvent(event);
}

}  // namespace nereid::widgets
