// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/verdict/verdict_difference.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>

#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

QString tr(const char* text) {
  return VerdictDifferenceView::tr(text);
}

/// Collects what is not the same.
struct Collector {
  QList<VerdictDifference> found;

  void add(const QString& what, const QString& recorded, const QString& now, bool matters = true) {
    if (recorded != now) {
      found << VerdictDifference{what, recorded, now, matters};
    }
  }
};

bool close(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::fabs(a - b) <= 1e-6 * std::max(std::fabs(a), std::fabs(b));
}

QString decision(const verify::Verdict& verdict) {
  return verdict.accepted ? tr("accepted")
                          : tr("rejected at %1")
                                .arg(stageWord(verdict.rejected_at.value_or(verify::Stage::kNone)));
}

QString listOf(const std::vector<std::string>& words) {
  return words.empty() ? missing() : joined(words, QStringLiteral(", "));
}

QString flagWords(const std::vector<std::string>& flags) {
  QStringList words;
  for (const std::string& flag : flags) {
    words << flagWord(flag);
  }
  return words.isEmpty() ? missing() : words.join(QStringLiteral(", "));
}

QString inputLine(const verify::InputResult& input) {
  if (!input.applicable) {
    return tr("not applicable");
  }
  const QString line = input.passed     ? tr("passed, error %1")
                       : input.advisory ? tr("flagged, error %1")
                                        : tr("failed, error %1");
  return line.arg(formatScientific(input.error));
}

QString kernelLine(const verify::KernelFacts& kernel) {
  return tr("%1 registers, %2 spills, %3 shared, %4 warps")
      .arg(kernel.registers)
      .arg(kernel.spills)
      .arg(formatBytes(kernel.shared_bytes))
      .arg(kernel.num_warps);
}

void compareInputs(const verify::Verdict& a, const verify::Verdict& b, Collector& out) {
  const auto find = [](const verify::Verdict& verdict, const verify::InputResult& like) {
    return std::find_if(verdict.inputs.begin(), verdict.inputs.end(), [&](const auto& input) {
      return input.variant == like.variant && input.dtype == like.dtype;
    });
  };
  for (const verify::InputResult& input : a.inputs) {
    const QString name = tr("input %1").arg(variantWord(input.variant));
    const auto other = find(b, input);
    if (other == b.inputs.end()) {
      out.add(name, inputLine(input), missing());
    } else if (input.passed != other->passed || input.applicable != other->applicable ||
               !close(input.error, other->error)) {
      out.found << VerdictDifference{name, inputLine(input), inputLine(*other), true};
    }
  }
  for (const verify::InputResult& input : b.inputs) {
    if (find(a, input) == a.inputs.end()) {
      out.add(tr("input %1").arg(variantWord(input.variant)), missing(), inputLine(input));
    }
  }
}

void compareKernels(const verify::Verdict& a, const verify::Verdict& b, Collector& out) {
  const std::size_t count = std::max(a.kernels.size(), b.kernels.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto line = [i](const verify::Verdict& v) {
      return i < v.kernels.size() ? kernelLine(v.kernels[i]) : missing();
    };
    const auto& named = i < a.kernels.size() ? a.kernels[i] : b.kernels[i];
    out.add(tr("kernel %1").arg(text(named.name)), line(a), line(b));
  }
}

// A stage that only one machine can run says nothing about the candidate.
void compareStages(const verify::Verdict& a, const verify::Verdict& b, Collector& out) {
  for (std::size_t i = 0; i < std::min(a.stages.size(), b.stages.size()); ++i) {
    const verify::StageOutcome before = a.stages[i].outcome;
    const verify::StageOutcome now = b.stages[i].outcome;
    const bool isApplicable = before != verify::StageOutcome::kNotApplicable &&
                              now != verify::StageOutcome::kNotApplicable;
    out.add(tr("stage %1").arg(stageWord(a.stages[i].stage)), outcomeWord(before), outcomeWord(now),
            isApplicable);
  }
}

QString timeLine(const verify::Verdict& verdict) {
  if (!verdict.timing) {
    return missing();
  }
  return tr("%1, %2 \u00B5s, %3\u00D7")
      .arg(text(verdict.timing->decision), formatNumber(verdict.timing->candidate.median_us, 4),
           formatNumber(verdict.timing->speedup));
}

void compareVersions(const verify::Verdict& a, const verify::Verdict& b, Collector& out) {
  std::map<std::string, std::pair<QString, QString>> all;
  for (const auto& [name, version] : a.versions) all[name] = {text(version), missing()};
  for (const auto& [name, version] : b.versions) {
    auto& both = all.try_emplace(name, missing(), missing()).first->second;
    both.second = text(version);
  }
  for (const auto& [name, versions] : all) {
    out.add(tr("version of %1").arg(text(name)), versions.first, versions.second, false);
  }
}

}  // namespace

QList<VerdictDifference> compareVerdicts(const verify::Verdict& a, const verify::Verdict& b) {
  Collector out;
  out.add(tr("decision"), decision(a), decision(b));
  out.add(tr("furthest stage"), stageWord(a.furthest_stage), stageWord(b.furthest_stage));
  out.add(tr("reason"), reasonWord(a.reason.code), reasonWord(b.reason.code));
  if (a.reason.code == b.reason.code) {
    out.add(tr("message"), engineText(a.reason.message), engineText(b.reason.message), false);
  }
  out.add(tr("flags"), flagWords(a.flags), flagWords(b.flags));
  compareStages(a, b, out);
  compareInputs(a, b, out);
  compareKernels(a, b, out);
  out.add(tr("GPU time"), timeLine(a), timeLine(b), false);
  out.add(tr("device"), text(a.device), text(b.device), false);
  out.add(tr("sandbox"), listOf(a.sandbox), listOf(b.sandbox), false);
  compareVersions(a, b, out);
  out.add(tr("total time"), formatDuration(a.total_ms), formatDuration(b.total_ms), false);
  return out.found;
}

VerdictDifferenceView::VerdictDifferenceView(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Verified again"), this)),
      m_summary(new QLabel(this)),
      m_model(new CellModel(this)),
      m_view(new TableView(this)) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addWidget(m_summary);
  layout->addWidget(m_view, 1);
  keepMargins(m_summary, {10, 6, 10, 6});
  m_summary->setWordWrap(true);
  m_summary->setTextFormat(Qt::PlainText);
  m_model->setColumns({{tr("what")}, {tr("recorded")}, {tr("now")}});
  m_view->setModel(m_model);
  m_view->setAccessibleName(tr("Differences to the record"));
  m_view->setStretchColumn(2);
  clear();
}

void VerdictDifferenceView::clear() {
  m_model->setRows({});
  m_view->hide();
  m_summary->setText(tr(
      "Press \"Verify again\" to judge the selected candidate now and compare with the record."));
}

void VerdictDifferenceView::setWaiting() {
  m_model->setRows({});
  m_view->hide();
  m_summary->setText(tr("Verifying..."));
}

void VerdictDifferenceView::setProblem(const QString& message) {
  clear();
  m_summary->setText(QChar(kCross) + QLatin1Char(' ') + message);
}

void VerdictDifferenceView::setVerdicts(const verify::Verdict& recorded,
                                        const verify::Verdict& now) {
  m_head->setTitle(tr("Verified again"));
  m_model->setTitle(1, tr("recorded"));
  m_model->setTitle(2, tr("now"));
  const int matters = fill(recorded, now);
  m_summary->setText(
      matters == 0
          ? QChar(kTick) + tr(" The same verdict as in the record: %1.").arg(decision(now))
          : QChar(kCross) + QLatin1Char(' ') +
                (matters == 1 ? tr("Differs from the record in 1 point.")
                              : tr("Differs from the record in %n points.", nullptr, matters)));
}

void VerdictDifferenceView::setPair(const QString& leftName, const verify::Verdict& left,
                                    const QString& rightName, const verify::Verdict& right) {
  m_head->setTitle(tr("Two verdicts"));
  m_model->setTitle(1, leftName);
  m_model->setTitle(2, rightName);
  const int matters = fill(left, right);
  m_summary->setText(matters == 0 ? tr("The same verdict on both: %1.").arg(decision(right))
                     : matters == 1
                         ? tr("The two verdicts differ in 1 point.")
                         : tr("The two verdicts differ in %n points.", nullptr, matters));
}

int VerdictDifferenceView::fill(const verify::Verdict& recorded, const verify::Verdict& now) {
  const QList<VerdictDifference> all = compareVerdicts(recorded, now);
  std::vector<std::vector<Cell>> rows;
  int matters = 0;
  for (const VerdictDifference& difference : all) {
    matters += difference.matters ? 1 : 0;
    Cell what{difference.what};
    what.strong = difference.matters;
    const std::optional<Role> tone =
        difference.matters ? std::nullopt : std::optional(Role::kSecondary);
    rows.push_back({what,
                    {difference.recorded, {}, tone, difference.recorded},
                    {difference.now, {}, tone, difference.now}});
  }
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  m_view->setVisible(!all.isEmpty());
  return matters;
}

}  // namespace nereid::widgets
