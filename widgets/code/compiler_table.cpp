// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/compiler_table.h"

#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "widgets/look/empty_state.h"
#include "widgets/look/look.h"
#include "widgets/look/panel_head.h"
#include "widgets/look/table_view.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/verdict_words.h"

namespace nereid::widgets {

namespace {

QString gridText(const std::vector<std::int64_t>& grid) {
  QStringList parts;
  for (const std::int64_t size : grid) {
    parts << formatCount(size);
  }
  return parts.isEmpty() ? missing() : parts.join(QChar(u'\u00D7'));
}

Cell occupancyCell(const verify::Occupancy& occupancy) {
  if (occupancy.limit.empty()) {
    return {missing(), -1.0, Role::kSecondary, CompilerTable::tr("Not known for this verdict")};
  }
  const QString tip =
      CompilerTable::tr(
          "%1 blocks with %2 of 64 warps fit on a multiprocessor of compute capability 9.0; the "
          "limit is %3")
          .arg(occupancy.blocks_per_sm)
          .arg(occupancy.warps_per_sm)
          .arg(limitWord(occupancy.limit));
  return {CompilerTable::tr("%1% \u00B7 %2")
              .arg(formatFixed(100 * occupancy.share, 0), limitWord(occupancy.limit)),
          occupancy.share,
          {},
          tip};
}

const verify::Work* workOf(const verify::Verdict& verdict, const std::string& kernel) {
  if (!verdict.roofline) {
    return nullptr;
  }
  for (const verify::Work& work : verdict.roofline->kernels) {
    if (work.kernel == kernel) {
      return &work;
    }
  }
  return nullptr;
}

QString flopsText(const verify::Work& work) {
  QStringList parts;
  for (const auto& [kind, count] : work.dot_flops) {
    parts << CompilerTable::tr("%1 operations in %2").arg(formatCount(count), text(kind));
  }
  return parts.isEmpty() ? CompilerTable::tr("no tl.dot") : parts.join(QStringLiteral(", "));
}

// The two cells of the roofline: time and operations per byte.
std::vector<Cell> rooflineCells(const verify::Verdict& verdict, const std::string& kernel) {
  const verify::Work* work = workOf(verdict, kernel);
  if (work == nullptr) {
    const Cell none{
        missing(), -1.0, Role::kSecondary,
        CompilerTable::tr("Counted when the original inputs run on the kernel machine")};
    return {none, none};
  }
  const QString tip =
      CompilerTable::tr(
          "Launches: %1. At least %2 read and %3 written, with %4 (counted by the kernel machine "
          "on "
          "the %5 inputs). An H200 at 4.8 TB/s and its published rates needs at least %6 \u00B5s: "
          "bound by %7.")
          .arg(formatCount(work->launches), formatBytes(work->bytes_read),
               formatBytes(work->bytes_written), flopsText(*work),
               variantWord(verdict.roofline->variant), formatNumber(work->bound_us),
               limitWord(work->limit));
  return {
      {CompilerTable::tr("%1 \u00B7 %2").arg(formatNumber(work->bound_us), limitWord(work->limit)),
       work->bound_us,
       {},
       tip},
      {formatNumber(work->intensity), work->intensity, {}, tip}};
}

QString stagesText(const verify::KernelFacts& kernel) {
  QStringList parts;
  for (const char* stage : {"ast", "ttir", "ttgir", "llir", "ptx", "cubin"}) {
    if (const auto found = kernel.stage_ms.find(stage); found != kernel.stage_ms.end()) {
      parts << QStringLiteral("%1 %2").arg(QString::fromLatin1(stage),
                                           formatDuration(found->second));
    }
  }
  return parts.join(QStringLiteral(" \u00B7 "));
}

std::vector<Cell> rowOf(const verify::Verdict& verdict, const verify::KernelFacts& kernel) {
  const std::vector<Cell> roofline = rooflineCells(verdict, kernel.name);
  Cell spills{formatCount(kernel.spills),
              kernel.spills,
              {},
              CompilerTable::tr("4-byte words of local memory per thread")};
  if (kernel.spills > 0) {
    spills.color = Role::kWarning;
    spills.text.prepend(QStringLiteral("! "));
  }
  return {
      {text(kernel.name),
       {},
       {},
       CompilerTable::tr("cubin SHA-256: %1").arg(text(kernel.cubin_sha256))},
      {formatCount(kernel.registers), kernel.registers},
      spills,
      {formatCount(kernel.shared_bytes), static_cast<qlonglong>(kernel.shared_bytes)},
      {formatCount(kernel.num_warps), kernel.num_warps},
      {formatCount(kernel.num_stages), kernel.num_stages},
      occupancyCell(kernel.occupancy),
      roofline[0],
      roofline[1],
      {gridText(kernel.grid)},
      {formatCount(kernel.launches), kernel.launches},
      {formatCount(kernel.cubin_bytes), static_cast<qlonglong>(kernel.cubin_bytes),
       Role::kSecondary},
      {formatDuration(kernel.compile_ms), kernel.compile_ms, Role::kSecondary, stagesText(kernel)}};
}

// What the kernels did of the work; nothing where no forward was run.
QString coverageText(const verify::Verdict& verdict) {
  if (!verdict.coverage) {
    return {};
  }
  return CompilerTable::tr("coverage %1%").arg(formatNumber(100 * *verdict.coverage));
}

QString timingText(const verify::Verdict& verdict) {
  if (!verdict.timing) {
    return verdict.timing_note.empty() ? CompilerTable::tr("GPU time: not measured")
                                       : engineText(verdict.timing_note);
  }
  const verify::Timing& timing = *verdict.timing;
  return CompilerTable::tr(
             "%1: %2 \u00B5s (%3 to %4) against %5 \u00B5s for eager PyTorch, %6\u00D7 (%7 to %8), "
             "on %9")
      .arg(text(timing.decision), formatNumber(timing.candidate.median_us),
           formatNumber(timing.candidate.low_us), formatNumber(timing.candidate.high_us),
           formatNumber(timing.reference.median_us), formatNumber(timing.speedup),
           formatNumber(timing.speedup_low), formatNumber(timing.speedup_high),
           text(timing.device));
}

}  // namespace

CompilerTable::CompilerTable(QWidget* parent)
    : QWidget(parent),
      m_head(new PanelHead(tr("Compiler"), this)),
      m_model(new CellModel(this)),
      m_view(new TableView(this)),
      m_timing(new QLabel(this)),
      m_empty(new EmptyState(this)),
      m_pages(new QStackedLayout) {
  auto* layout = tightColumn(this);
  layout->addWidget(m_head);
  layout->addLayout(m_pages, 1);
  layout->addWidget(m_timing);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_view);
  m_model->setColumns({{tr("kernel"), {}, false, true},
                       {tr("registers"), tr("Per thread"), true},
                       {tr("spills"), tr("4-byte words of local memory per thread"), true},
                       {tr("shared, B"), tr("Shared memory per block"), true},
                       {tr("warps"), {}, true},
                       {tr("stages"), tr("Software pipeline"), true},
                       {tr("occupancy"),
                        tr("Share of a multiprocessor's 64 warps that can be resident at once, and "
                           "what allows no more"),
                        true},
                       {tr("bound, \u00B5s"),
                        tr("The least time an H200 needs for the bytes that launches move and for "
                           "the operations of tl.dot, and which of the two it is"),
                        true},
                       {tr("flop/B"), tr("Operations of tl.dot per byte that is moved"), true},
                       {tr("grid"), {}, true},
                       {tr("launches"), tr("In one forward call"), true},
                       {tr("cubin, B"), {}, true},
                       {tr("compiled in"), {}, true}});
  m_view->setModel(m_model);
  m_view->setAccessibleName(tr("Kernels"));
  keepMargins(m_timing, {10, 6, 10, 8});
  m_timing->setWordWrap(true);
  m_timing->setTextFormat(Qt::PlainText);
  m_timing->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_empty->setContent(
      IconId::kTable, tr("No kernels to show"),
      tr("Registers, spills, shared memory and warps of each compiled kernel appear here."));
  clear();
}

void CompilerTable::clear() {
  m_model->setRows({});
  m_head->setNote({});
  m_head->setStatus({});
  m_timing->hide();
  m_pages->setCurrentIndex(0);
}

void CompilerTable::setVerdict(const verify::Verdict& verdict) {
  std::vector<std::vector<Cell>> rows;
  for (const verify::KernelFacts& kernel : verdict.kernels) {
    rows.push_back(rowOf(verdict, kernel));
  }
  const auto count = static_cast<int>(rows.size());
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  m_head->setNote(count == 0   ? QString()
                  : count == 1 ? tr("1 kernel, compiled for sm_90")
                               : tr("%n kernels, compiled for sm_90", nullptr, count));
  m_head->setStatus(coverageText(verdict));
  m_timing->setText(timingText(verdict));
  m_timing->setVisible(count > 0);
  m_pages->setCurrentIndex(count == 0 ? 0 : 1);
}

}  // namespace nereid::widgets
