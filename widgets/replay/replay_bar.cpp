// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/replay_bar.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/look/icons.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/theme.h"
#include "widgets/replay/episode_timeline.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

constexpr int kFrameMs = 33;
constexpr double kSpeeds[] = {0.25, 0.5, 1, 2, 4, 8};

QToolButton* transportButton(IconId id, const QString& name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(id));
  button->setToolTip(name);
  button->setAccessibleName(name);
  button->setAutoRepeat(id == IconId::kStepBack || id == IconId::kStepForward);
  return button;
}

QString speedText(double speed) {
  return QStringLiteral("%1\u00D7").arg(speed);
}

}  // namespace

ReplayBar::ReplayBar(ReplayModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_head(new PanelHead(tr("Replay"), this)),
      m_timeline(new ReplayTimeline(model, this)),
      m_lanes(new EpisodeTimeline(model, this)),
      m_scale(new QAction(tr("to scale"), this)),
      m_start(transportButton(IconId::kToStart, tr("To the start"), this)),
      m_back(transportButton(IconId::kStepBack, tr("Step back"), this)),
      m_play(transportButton(IconId::kPlay, tr("Play"), this)),
      m_forward(transportButton(IconId::kStepForward, tr("Step on"), this)),
      m_speed(new QComboBox(this)) {
  auto* controls = new QWidget(m_head);
  auto* row = new QHBoxLayout(controls);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  for (QToolButton* button : {m_start, m_back, m_play, m_forward}) {
    row->addWidget(button);
  }
  row->addWidget(m_speed);
  row->addStretch(1);
  m_head->setMiddle(controls);
  for (const double speed : kSpeeds) {
    m_speed->addItem(speedText(speed), speed);
  }
  m_speed->setCurrentIndex(2);
  m_speed->setAccessibleName(tr("Speed"));
  m_speed->setToolTip(tr("Speed"));
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addWidget(m_timeline);
  layout->addWidget(m_lanes, 1000);
  layout->addStretch(1);
  // The lanes take what room there is and ask for none.
  m_lanes->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
  m_lanes->hide();
  m_scale->setCheckable(true);
  m_scale->setToolTip(tr("Lay the lanes out by measured time; events without one become instants"));
  m_scale->setVisible(false);
  m_head->addAction(m_scale);
  connect(m_scale, &QAction::toggled, m_lanes, [this](bool on) {
    m_lanes->setMode(on ? TimelineMode::kMeasured : TimelineMode::kOrder);
  });
  m_timer.setInterval(kFrameMs);
  connect(&m_timer, &QTimer::timeout, m_model, &ReplayModel::tick);
  connect(m_start, &QToolButton::clicked, m_model, &ReplayModel::toStart);
  connect(m_back, &QToolButton::clicked, m_model, &ReplayModel::stepBack);
  connect(m_play, &QToolButton::clicked, m_model, &ReplayModel::togglePlay);
  connect(m_forward, &QToolButton::clicked, m_model, &ReplayModel::stepForward);
  connect(m_speed, &QComboBox::currentIndexChanged, this,
          [this](int index) { m_model->setSpeed(m_speed->itemData(index).toDouble()); });
  connect(m_model, &ReplayModel::playingChanged, this, &ReplayBar::runTimer);
  connect(m_model, &ReplayModel::episodeChanged, this, &ReplayBar::refresh);
  connect(m_model, &ReplayModel::phaseChanged, this, &ReplayBar::refresh);
  connect(m_model, &ReplayModel::speedChanged, this, [this](double speed) {
    const int index = m_speed->findData(speed);
    if (index >= 0) {
      m_speed->setCurrentIndex(index);
    }
  });
  refresh();
}

void ReplayBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int head = m_head->parentWidget() == this ? m_head->height() : 0;
  const int room = height() - head - m_timeline->sizeHint().height();
  // One timeline: the lanes where there is room for them, else the strip.
  m_lanes->setVisible(room >= m_lanes->minimumSizeHint().height());
  m_timeline->setVisible(m_lanes->isHidden());
  m_scale->setVisible(!m_lanes->isHidden());
  refreshNote();
}

void ReplayBar::setReducedMotion(bool reduced) {
  m_reduced = reduced;
  runTimer(m_model->isPlaying());
}

void ReplayBar::runTimer(bool playing) {
  // With reduced motion only the phases change, about one a second at most.
  m_timer.setInterval(m_reduced ? 1000 : kFrameMs);
  playing ? m_timer.start() : m_timer.stop();
  const QString name = playing ? tr("Pause") : tr("Play");
  m_play->setIcon(icon(playing ? IconId::kPause : IconId::kPlay));
  m_play->setToolTip(name);
  m_play->setAccessibleName(name);
}

void ReplayBar::refresh() {
  const record::Episode* episode = m_model->episode();
  for (QWidget* control : std::initializer_list<QWidget*>{m_start, m_back, m_play, m_forward,
                                                          m_speed, m_timeline, m_lanes}) {
    control->setEnabled(episode != nullptr);
  }
  if (episode == nullptr) {
    m_head->setStatus(tr("Select an episode to replay it"));
    refreshNote();
    return;
  }
  refreshNote();
  const ReplayPhase* phase = m_model->phase();
  const bool atEnd = m_model->positionMs() >= m_model->durationMs();
  if (!atEnd && phase != nullptr) {
    m_head->setStatus(phaseLabel(*episode, *phase));
    return;
  }
  const verify::Verdict& verdict = episode->verdict;
  if (verdict.accepted) {
    m_head->setStatus(QChar(kTick) + tr(" accepted"));
    return;
  }
  const QString stage = stageWord(verdict.rejected_at.value_or(verify::Stage::kStatic));
  m_head->setStatus(QChar(kCross) +
                    tr(" failed at %1: %2")
                        .arg(stage, reasonSentence(verdict.reason.code, verdict.reason.message)));
}

// The strip gives each stage room for its words; the lanes say so themselves.
void ReplayBar::refreshNote() {
  m_head->setNote(m_model->episode() != nullptr && m_lanes->isHidden() ? tr("not to scale")
                                                                       : QString());
}

}  // namespace nereid::widgets
