// SPDX-License-Identifier: GPL-3.0-or-later
// CurvesView and the phases of the shown run: which there are, and the way to each.
#include <QAction>
#include <QMenu>
#include <cmath>

#include "widgets/curves/curves_view.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

void CurvesView::setPhases(const std::vector<record::RunPhase>& phases) {
  if (phases == m_phases) return;
  m_phases = phases;
  m_phasesAction->setVisible(m_phases.size() > 1);
  refreshMarks();
}

void CurvesView::showPhase(std::size_t index) {
  if (index >= m_phases.size()) return;
  setFollowing(false);
  const auto [first, last] = stepRangeOf(m_phases[index]);
  setXRange(first, last);
}

/// The phase that the plots show alone.
std::optional<std::size_t> CurvesView::shownPhase() const {
  constexpr double kSame = 1e-6;
  for (std::size_t i = 0; i < m_phases.size(); ++i) {
    const auto [first, last] = stepRangeOf(m_phases[i]);
    if (std::fabs(first - m_low) < kSame && std::fabs(last - m_high) < kSame) return i;
  }
  return std::nullopt;
}

void CurvesView::movePhase(int delta) {
  if (m_phases.size() < 2) return;
  const auto shown = shownPhase();
  if (!shown) {
    showPhase(delta > 0 ? 0 : m_phases.size() - 1);
    return;
  }
  const auto next = static_cast<std::ptrdiff_t>(*shown) + delta;
  if (next >= 0 && next < std::ssize(m_phases)) showPhase(static_cast<std::size_t>(next));
}

void CurvesView::choosePhase() {
  QMenu menu(this);
  menu.addAction(tr("Whole run"), this, [this] {
    setFollowing(true);
    resetRange();
  });
  for (std::size_t i = 0; i < m_phases.size(); ++i) {
    const record::RunPhase& phase = m_phases[i];
    QAction* action = menu.addAction(
        tr("%1: steps %2 to %3")
            .arg(text(phase.name), formatCount(phase.first_step), formatCount(phase.last_step)),
        this, [this, i] { showPhase(i); });
    action->setCheckable(true);
    action->setChecked(shownPhase() == i);
  }
  menu.addSeparator();
  menu.addAction(m_phaseMarksAction);
  menu.exec(placeOf(m_phasesAction));
}

}  // namespace nereid::widgets
