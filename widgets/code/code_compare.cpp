// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/code_compare.h"

#include <QAction>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/code/code_editor.h"
#include "widgets/code/find_bar.h"
#include "widgets/code/reason_line.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/splitter.h"
#include "widgets/look/theme.h"
#include "widgets/words/format.h"
#include "widgets/words/split_words.h"

namespace nereid::widgets {

namespace {

// Beyond this share of changed lines a background would only be a coloured page; the margin still
// tells.
constexpr double kMaxTintedShare = 0.6;

QWidget* side(QWidget* title, CodeEditor* editor, QWidget* parent) {
  auto* box = new QWidget(parent);
  auto* layout = tightColumn(box);
  layout->addWidget(title);
  layout->addWidget(editor, 1);
  return box;
}

// The line above an editor: what it shows, and switches at the right.
QWidget* titleLine(QLabel* title, const QList<QAction*>& switches, QWidget* parent) {
  auto* line = new QWidget(parent);
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(10, 0, 6, 0);
  row->setSpacing(2);
  row->addWidget(title, 1);
  for (QAction* action : switches) {
    auto* button = new QToolButton(line);
    button->setDefaultAction(action);
    button->setAccessibleName(action->text());
    button->setProperty("quiet", true);
    keepFont(button, FontKind::kSmall);
    // A tool button stays in sight when its action goes.
    QObject::connect(action, &QAction::changed, button,
                     [button, action] { button->setVisible(action->isVisible()); });
    button->setVisible(action->isVisible());
    row->addWidget(button);
  }
  line->setFixedHeight(28);
  return line;
}

QString headNote(const record::Episode& episode, int groupSize) {
  QStringList parts{CodeCompare::tr("step %1").arg(formatCount(episode.key.step))};
  parts << (groupSize > 0
                ? CodeCompare::tr("completion %1 of %2").arg(episode.key.index + 1).arg(groupSize)
                : CodeCompare::tr("completion %1").arg(episode.key.index + 1));
  parts << rewardText(episode) << advantageText(episode);
  return parts.join(QStringLiteral(" \u00B7 "));
}

// Which candidate it is, how it ended and what it got.
QString sideTitle(const record::Episode& episode) {
  const verify::Verdict& verdict = episode.verdict;
  return CodeCompare::tr("step %1, prompt %2, completion %3 \u00B7 %4 \u00B7 reward %5")
      .arg(formatCount(episode.key.step))
      .arg(episode.key.group + 1)
      .arg(episode.key.index + 1)
      .arg(verdictLine(verdict.accepted, verdict.reason.code, verdict.reason.message),
           rewardNumber(episode.reward.total));
}

}  // namespace

QString kernelSummary(const verify::Verdict& verdict) {
  if (verdict.kernels.empty()) {
    return CodeCompare::tr("candidate");
  }
  int registers = 0;
  int spills = 0;
  int warps = 0;
  std::int64_t shared = 0;
  for (const verify::KernelFacts& kernel : verdict.kernels) {
    registers = std::max(registers, kernel.registers);
    spills = std::max(spills, kernel.spills);
    warps = std::max(warps, kernel.num_warps);
    shared = std::max(shared, kernel.shared_bytes);
  }
  const QString facts = CodeCompare::tr("%1 registers, %2 spills, %3 shared, %4 warps")
                            .arg(registers)
                            .arg(spills)
                            .arg(formatBytes(shared))
                            .arg(warps);
  const auto count = static_cast<int>(verdict.kernels.size());
  return count == 1 ? CodeCompare::tr("candidate \u00B7 %1").arg(facts)
                    : CodeCompare::tr("candidate \u00B7 %n kernels, at most %1", nullptr, count)
                          .arg(facts);
}

CodeCompare::CodeCompare(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Code"), this)),
      m_leftTitle(new ElidedLabel(this)),
      m_rightTitle(new ElidedLabel(this)),
      m_left(new CodeEditor(tr("PyTorch reference"), this)),
      m_right(new CodeEditor(tr("Candidate"), this)),
      m_reason(new ReasonLine(this)),
      m_find(new FindBar(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  setupActions();
  auto* split = new Splitter(Qt::Horizontal, this);
  split->addWidget(side(titleLine(m_leftTitle, {}, this), m_left, split));
  split->addWidget(
      side(titleLine(m_rightTitle, {m_marksAction, m_linkAction}, this), m_right, split));
  split->setStretchFactor(0, 2);
  split->setStretchFactor(1, 3);
  split->setSizes({420, 580});
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addWidget(m_reason);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_find);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(split);
  m_empty->setContent(
      IconId::kCode, tr("No episode selected"),
      tr("Select an episode to see the PyTorch reference and the candidate side by side."));
  setupEditors();
  connect(m_reason, &ReasonLine::lineRequested, this, &CodeCompare::goToLine);
  connect(m_reason, &ReasonLine::acceptedRequested, this, &CodeCompare::acceptedRequested);
  setSideTitles(tr("PyTorch reference"), tr("candidate"));
}

void CodeCompare::setupActions() {
  const auto add = [this](const QString& text, const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
  };
  m_linkAction = add(tr("linked"), {});
  m_linkAction->setToolTip(tr("Scroll both sides together"));
  m_marksAction = add(tr("differences"), {});
  m_marksAction->setToolTip(
      tr("Mark what differs: minus = only at the left, plus = only at the right, "
         "tilde = changed"));
  m_marksAction->setVisible(false);  // of two candidates
  for (QAction* action : {m_linkAction, m_marksAction}) {
    action->setCheckable(true);
    action->setChecked(true);
  }
  m_marksAction->setChecked(false);
  m_verifyAction = new QAction(tr("Verify again"), this);
  m_verifyAction->setToolTip(
      tr("Run the verifier on this candidate now, compare with the record, and find which kernel "
         "does which operation"));
  m_verifyAction->setEnabled(false);
  connect(m_marksAction, &QAction::toggled, this, &CodeCompare::refreshMarks);
  connect(m_verifyAction, &QAction::triggered, this,
          [this] { m_isVerifying ? Q_EMIT cancelRequested() : Q_EMIT verifyAgainRequested(); });
  m_differenceActions = {add(tr("Next difference"), Qt::Key_F8),
                         add(tr("Previous difference"), Qt::SHIFT | Qt::Key_F8)};
  connect(m_differenceActions[0], &QAction::triggered, this, &CodeCompare::nextDifference);
  connect(m_differenceActions[1], &QAction::triggered, this, &CodeCompare::previousDifference);
  connect(add(tr("Find"), QKeySequence::Find), &QAction::triggered, this,
          [this] { m_find->openFor(m_left->hasFocus() ? m_left : m_right); });
  m_head->addAction(m_verifyAction);
}

void CodeCompare::setupEditors() {
  connect(m_left, &CodeEditor::scrolled, this, [this](double line) { follow(true, line); });
  connect(m_right, &CodeEditor::scrolled, this, [this](double line) { follow(false, line); });
  for (QLabel* label : {m_leftTitle, m_rightTitle}) {
    keepFont(label, FontKind::kSmall);
    keepRole(label, Role::kSecondary);
  }
}

void CodeCompare::setLineBelowHead(QWidget* line) {
  static_cast<QVBoxLayout*>(layout())->insertWidget(1, line);
}

void CodeCompare::leaveDifferenceKeys() {
  for (QAction* action : std::as_const(m_differenceActions)) {
    action->setShortcut({});
  }
}

void CodeCompare::usePairs() {
  m_pairs = true;
  m_verifyAction->setVisible(false);
  m_marksAction->setVisible(true);
  m_marksAction->setChecked(true);
  m_left->setAccessibleName(tr("First candidate"));
  m_right->setAccessibleName(tr("Second candidate"));
  m_empty->setContent(IconId::kCode, tr("No two candidates yet"),
                      tr("Mark an episode with Ctrl+M, then select another one. Or select two rows "
                         "of the list and press Ctrl+Shift+M."));
  clear();
}

void CodeCompare::setCandidates(const record::Episode& left, const record::Episode& right) {
  const bool sameTask = left.task_id == right.task_id;
  m_head->setSubject(sameTask ? text(left.task_name)
                              : tr("%1 and %2").arg(text(left.task_name), text(right.task_name)));
  const auto source = [](const record::Episode& episode) {
    return text(episode.candidate.empty() ? episode.completion : episode.candidate);
  };
  setTexts(source(left), source(right));
  setSideTitles(sideTitle(left), sideTitle(right));
  m_head->setNote(differencesText());
}

QString CodeCompare::differencesText() const {
  const auto places = static_cast<int>(m_diff.hunks.size());
  return places == 0   ? tr("the same source")
         : places == 1 ? tr("1 difference")
                       : tr("%n differences", nullptr, places);
}

void CodeCompare::clear() {
  m_head->setTitle(m_pairs ? tr("Two candidates") : tr("Code"));
  m_head->setTitleTone(PanelHead::Tone::kNormal);
  m_head->setSubject({});
  m_head->setNote({});
  m_verifyAction->setEnabled(false);
  setTexts({}, {});
  m_isReference = !m_pairs;
  m_pages->setCurrentIndex(0);
}

void CodeCompare::setEpisode(const record::Episode& episode, int groupSize) {
  const verify::Verdict& verdict = episode.verdict;
  if (verdict.accepted) {
    m_head->setTitle(QChar(kTick) + tr(" Accepted"));
  } else {
    m_head->setTitle(
        QChar(kCross) +
        tr(" Rejected at %1").arg(stageWord(verdict.rejected_at.value_or(verify::Stage::kStatic))));
  }
  m_head->setTitleTone(verdict.accepted ? PanelHead::Tone::kAccepted : PanelHead::Tone::kRejected);
  m_head->setSubject(text(episode.task_name));
  m_head->setNote(headNote(episode, groupSize));
  const bool none = episode.candidate.empty();
  showTexts(text(episode.reference), text(none ? episode.completion : episode.candidate), true);
  setSideTitles(
      tr("PyTorch reference"),
      none ? tr("completion \u00B7 no candidate could be extracted") : kernelSummary(verdict));
  m_verifyAction->setEnabled(!none);
  m_reason->setVerdict(verdict);
}

void CodeCompare::setVerifying(std::optional<verify::Stage> stage) {
  m_isVerifying = stage.has_value();
  m_verifyAction->setText(m_isVerifying ? tr("Cancel") : tr("Verify again"));
  m_head->setStatus(!stage                           ? QString()
                    : *stage == verify::Stage::kNone ? tr("verifying...")
                                                     : tr("verifying: %1").arg(stageWord(*stage)));
}

void CodeCompare::goToLine(int line) {
  m_right->goToRow(line - 1);
  m_right->setBand(line - 1, line);
  m_right->setFocus(Qt::OtherFocusReason);
}

void CodeCompare::setNearestAccepted(const record::Episode& accepted) {
  if (!m_isReference) return;
  const int line = m_reason->line();
  m_reason->setAccepted(accepted.key.index + 1,
                        partnerLine(m_right->source(), text(accepted.candidate), line));
}

void CodeCompare::setTexts(const QString& left, const QString& right) {
  showTexts(left, right, false);
}

void CodeCompare::showTexts(const QString& left, const QString& right, bool isReference) {
  m_isReference = isReference;
  m_marksAction->setVisible(!isReference);
  m_reason->clear();
  m_scrolling = true;
  m_left->setSource(left);
  m_right->setSource(right);
  m_scrolling = false;
  m_diff = diffTexts(left, right);
  m_hunk = -1;
  refreshMarks();
  m_find->hide();
  m_pages->setCurrentIndex(1);
}

void CodeCompare::setSideTitles(const QString& left, const QString& right) {
  m_leftTitle->setText(left);
  m_rightTitle->setText(right);
  m_leftTitle->updateGeometry();
  m_rightTitle->updateGeometry();
}

bool CodeCompare::isLinked() const {
  return m_linkAction->isChecked();
}

void CodeCompare::setLinked(bool linked) {
  m_linkAction->setChecked(linked);
}

bool CodeCompare::areMarksShown() const {
  return m_marksAction->isChecked();
}

void CodeCompare::setMarksShown(bool shown) {
  m_marksAction->setChecked(shown);
}

// Nearly every line of a candidate differs from its reference: there the links by evidence tell
// what belongs together.
void CodeCompare::refreshMarks() {
  if (!areMarksShown() || m_isReference) {
    m_left->clearMarks();
    m_right->clearMarks();
    return;
  }
  const auto total = static_cast<double>(m_diff.leftMarks.size() + m_diff.rightMarks.size());
  const double same = 2.0 * static_cast<double>(m_diff.same.size());
  const bool tinted = total > 0 && 1 - same / total <= kMaxTintedShare;
  m_left->setMarks(m_diff.leftMarks, m_diff.leftWords, tinted, CodeEditor::Side::kFirst);
  m_right->setMarks(m_diff.rightMarks, m_diff.rightWords, tinted);
}

void CodeCompare::nextDifference() {
  if (m_isReference) {
    Q_EMIT linkRequested(1);
    return;
  }
  goTo(m_hunk + 1);
}

void CodeCompare::previousDifference() {
  if (m_isReference) {
    Q_EMIT linkRequested(-1);
    return;
  }
  goTo(m_hunk <= 0 ? static_cast<int>(m_diff.hunks.size()) - 1 : m_hunk - 1);
}

void CodeCompare::goTo(int hunk) {
  const int count = static_cast<int>(m_diff.hunks.size());
  if (count == 0) {
    return;
  }
  m_hunk = hunk >= count ? 0 : hunk;
  const Hunk& place = m_diff.hunks[static_cast<std::size_t>(m_hunk)];
  m_scrolling = true;
  m_left->setBand(place.leftBegin, place.leftEnd);
  m_right->setBand(place.rightBegin, place.rightEnd);
  m_left->revealLine(place.leftBegin);
  m_right->revealLine(place.rightBegin);
  m_left->setCursorPosition(place.leftBegin, 0);
  m_right->setCursorPosition(place.rightBegin, 0);
  m_scrolling = false;
}

// The middle of the side that moves is matched: what is read stays opposite to what it belongs to.
void CodeCompare::follow(bool fromLeft, double line) {
  if (!isLinked() || m_scrolling) {
    return;
  }
  m_scrolling = true;
  CodeEditor* from = fromLeft ? m_left : m_right;
  CodeEditor* to = fromLeft ? m_right : m_left;
  const int last = from->lines() - from->linesShown();
  const int lastThere = std::max(0, to->lines() - to->linesShown());
  double target = fromLeft ? m_diff.toRight(line) : m_diff.toLeft(line);
  if (line >= last) {
    target = lastThere;  // both ends meet, whatever the lengths
  }
  to->scrollToLine(std::min(target, static_cast<double>(lastThere)));
  m_scrolling = false;
}

}  // namespace nereid::widgets
