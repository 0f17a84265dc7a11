// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/step_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <cmath>

#include "app/desk/selection.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/feed/run_feed.h"
#include "widgets/look/look.h"
#include "widgets/look/step_slider.h"
#include "widgets/words/format.h"

namespace nereid::app {

using widgets::formatCount;
using widgets::StepSlider;

StepBar::StepBar(Selection& selection, widgets::RunFeed& feed, widgets::EpisodeList& list,
                 QWidget* parent)
    : QWidget(parent),
      m_selection(selection),
      m_feed(feed),
      m_step(new QLabel(this)),
      m_slider(new StepSlider(this)),
      m_range(new QLabel(this)),
      m_wholeRun(new QToolButton(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(14, 0, 14, 4);
  layout->setSpacing(8);
  layout->addWidget(m_step);
  layout->addWidget(m_slider, 1);
  layout->addWidget(m_range);
  layout->addWidget(m_wholeRun);
  for (QLabel* label : {m_step, m_range}) {
    widgets::keepFont(label, widgets::FontKind::kSmall);
    widgets::keepRole(label, widgets::Role::kSecondary);
    label->setTextFormat(Qt::PlainText);
  }
  widgets::keepFont(m_wholeRun, widgets::FontKind::kSmall);
  m_wholeRun->setText(tr("whole run"));
  m_wholeRun->setToolTip(tr("Show all steps in funnel and list again"));
  m_wholeRun->setAccessibleName(m_wholeRun->text());
  m_wholeRun->setProperty("quiet", true);
  connect(m_slider, &StepSlider::stepMoved, this, [this, &list](double step) {
    m_selection.setStep(step);
    list.revealStep(std::llround(step));
  });
  connect(m_slider, &StepSlider::rangeChosen, this,
          [this](double first, double last) { m_selection.setStepRange(std::pair(first, last)); });
  const auto clear = [this] { m_selection.setStepRange({}); };
  connect(m_slider, &StepSlider::rangeCleared, this, clear);
  connect(m_wholeRun, &QToolButton::clicked, this, clear);
  connect(&selection, &Selection::stepChanged, this, &StepBar::refresh);
  connect(&selection, &Selection::stepRangeChanged, this, &StepBar::refresh);
  connect(&feed, &widgets::RunFeed::infoChanged, this, &StepBar::refresh);
  connect(&feed, &widgets::RunFeed::runReset, this, &StepBar::refresh);
  refresh();
}

void StepBar::setWanted(bool wanted) {
  m_wanted = wanted;
  refresh();
}

void StepBar::setFitting(bool fitting) {
  m_fitting = fitting;
  refresh();
}

void StepBar::refresh() {
  const auto last = static_cast<double>(m_feed.info().last_step);
  m_slider->setSteps(1, std::max(1.0, last));
  // Between two steps the pointer of a plot is nearer to one of them.
  const double step = std::round(m_selection.step());
  m_slider->setStep(step < 0 ? std::nullopt : std::optional(std::clamp(step, 1.0, last)));
  m_slider->setRange(m_selection.stepRange());
  const QString of = formatCount(m_feed.info().last_step);
  m_step->setText(step < 0 ? tr("step %1 of %2").arg(widgets::missing(), of)
                           : tr("step %1 of %2").arg(formatCount(std::llround(step)), of));
  // The widest text, so that the track does not move under the pointer.
  m_step->setMinimumWidth(m_step->fontMetrics().horizontalAdvance(tr("step %1 of %2").arg(of, of)) +
                          4);
  const auto& range = m_selection.stepRange();
  m_range->setVisible(range.has_value());
  m_wholeRun->setVisible(range.has_value());
  if (range) {
    m_range->setText(tr("steps %1 to %2")
                         .arg(formatCount(std::llround(range->first)),
                              formatCount(std::llround(range->second))));
  }
  // All episodes of an evaluation are of one step.
  const bool hasSteps = last > 1 && m_feed.info().method != "evaluation";
  setVisible(m_wanted && m_fitting && hasSteps && !m_feed.runDir().isEmpty());
}

}  // namespace nereid::app
