// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/runs/log_view.h"

#include <QComboBox>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kMaxLines = 20'000;

Role levelRole(const QString& level) {
  if (level == QLatin1String("error")) {
    return Role::kRejected;
  }
  return level == QLatin1String("warning") ? Role::kWarning : Role::kText;
}

/// Where the message of a state begins: behind the name of the state, if it is there.
std::size_t wordsOf(const std::string& message) {
  for (const char* state : {"starting: ", "finished: ", "stopped: ", "failed: "}) {
    if (message.rfind(state, 0) == 0) return std::char_traits<char>::length(state);
  }
  return 0;
}

}  // namespace

LogView::LogView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Log"), this)),
      m_level(new QComboBox(this)),
      m_text(new QPlainTextEdit(this)),
      m_empty(new EmptyState(this)) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addWidget(m_text);
  layout->addWidget(m_empty, 1);
  m_empty->setContent(IconId::kRuns, tr("Nothing reported yet"),
                      tr("States, checkpoints, warnings and errors of the run appear here."));
  m_level->addItems({tr("All"), tr("Warnings and errors"), tr("Errors")});
  m_level->setAccessibleName(tr("Lines to show"));
  auto* middle = new QWidget(m_head);
  auto* row = new QHBoxLayout(middle);
  row->setContentsMargins(0, 0, 0, 0);
  row->addStretch(1);
  row->addWidget(m_level);
  m_head->setMiddle(middle);
  keepFont(m_text, FontKind::kCode);
  m_text->setReadOnly(true);
  m_text->document()->setDocumentMargin(10);
  m_text->setMaximumBlockCount(kMaxLines);
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setAccessibleName(tr("Log of the run"));
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  connect(m_level, &QComboBox::currentIndexChanged, this, &LogView::rebuild);
  connect(&theme(), &Theme::themeChanged, this, &LogView::rebuild);
  rebuild();
}

void LogView::clear() {
  m_lines.clear();
  m_lastState.clear();
  m_lastWords.clear();
  m_warnings = 0;
  rebuild();
}

void LogView::addEvents(const EventsPtr& events) {
  for (const record::Event& event : *events) {
    // A state that goes on comes with every step, and what ends a run comes twice.
    const std::string words = event.message.substr(wordsOf(event.message));
    const bool isBare = words.find(' ') == std::string::npos;
    const bool isTold = event.kind == "state" && isBare && words == m_lastState;
    if (isTold || (event.level == "info" && words == m_lastWords)) continue;
    m_lastWords = words;
    if (event.kind == "state") m_lastState = words;
    add({event.unix_ms, event.step, text(event.level), text(event.message)});
  }
}

void LogView::addLine(const QString& level, const QString& message) {
  add({QDateTime::currentMSecsSinceEpoch(), 0, level, message});
}

int LogView::lineCount() const {
  return static_cast<int>(m_lines.size());
}

void LogView::add(const Line& line) {
  m_lines.push_back(line);
  refreshEmpty();
  if (m_lines.size() > kMaxLines) {
    m_lines.erase(m_lines.begin());
  }
  m_warnings += line.level != QLatin1String("info") ? 1 : 0;
  if (isShown(line)) {
    append(line);
  }
  m_head->setNote(m_warnings == 0
                      ? formatCount(lineCount())
                      : (m_warnings == 1 ? tr("%1 \u00B7 1 warning")
                                         : tr("%1 \u00B7 %n warnings", nullptr, m_warnings))
                            .arg(formatCount(lineCount())));
}

bool LogView::isShown(const Line& line) const {
  switch (m_level->currentIndex()) {
    case 1:
      return line.level != QLatin1String("info");
    case 2:
      return line.level == QLatin1String("error");
    default:
      return true;
  }
}

void LogView::append(const Line& line) {
  QScrollBar* bar = m_text->verticalScrollBar();
  const bool atEnd = bar->value() >= bar->maximum();
  QTextCursor cursor(m_text->document());
  cursor.movePosition(QTextCursor::End);
  if (!m_text->document()->isEmpty()) {
    cursor.insertBlock();
  }
  QTextCharFormat quiet;
  quiet.setForeground(theme().color(Role::kSecondary));
  const QString time =
      QDateTime::fromMSecsSinceEpoch(line.unixMs).toString(QStringLiteral("HH:mm:ss"));
  cursor.insertText(
      time + (line.step > 0 ? tr("  step %1  ").arg(line.step, -4) : QStringLiteral("  ")), quiet);
  QTextCharFormat format;
  format.setForeground(theme().color(levelRole(line.level)));
  const bool plain = line.level == QLatin1String("info");
  cursor.insertText(plain ? line.message : line.level + QStringLiteral(": ") + line.message,
                    format);
  if (atEnd) {
    bar->setValue(bar->maximum());
  }
}

void LogView::refreshEmpty() {
  m_empty->setVisible(m_lines.empty());
  m_text->setVisible(!m_lines.empty());
}

void LogView::rebuild() {
  m_text->clear();
  refreshEmpty();
  for (const Line& line : m_lines) {
    if (isShown(line)) {
      append(line);
    }
  }
  if (m_lines.empty()) {
    m_head->setNote({});
  }
}

}  // namespace nereid::widgets
