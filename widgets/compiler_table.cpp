// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compiler_table.h"

#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "widgets/empty_state.h"
#include "widgets/format.h"
#include "widgets/panel_head.h"
#include "widgets/table_view.h"

namespace nereid::widgets {

namespace {

QString gridText(const std::vector<std::int64_t>& grid) {
  QStringList parts;
  for (const std::int64_t size : grid) {
    parts << formatCount(size);
  }
  return parts.isEmpty() ? missing() : parts.join(QChar(u'\u00D7'));
}

std::vector<Cell> rowOf(const verify::KernelFacts& kernel) {
  Cell spills{formatCount(kernel.spills),
              kernel.spills,
              {},
              CompilerTable::tr("4-byte words of local memory per thread")};
  if (kernel.spills > 0) {
    spills.color = Role::kWarning;
    spills.text.prepend(QStringLiteral("! "));
  }
  return {{text(kernel.name),
           {},
           {},
           CompilerTable::tr("cubin SHA-256: %1").arg(text(kernel.cubin_sha256))},
          {formatCount(kernel.registers), kernel.registers},
          spills,
          {formatCount(kernel.shared_bytes), static_cast<qlonglong>(kernel.shared_bytes)},
          {formatCount(kernel.num_warps), kernel.num_warps},
          {formatCount(kernel.num_stages), kernel.num_stages},
          {gridText(kernel.grid)},
          {formatCount(kernel.launches), kernel.launches},
          {formatCount(kernel.cubin_bytes), static_cast<qlonglong>(kernel.cubin_bytes),
           Role::kSecondary},
          {formatDuration(kernel.compile_ms), kernel.compile_ms, Role::kSecondary}};
}

QString timingText(const verify::Verdict& verdict) {
  if (!verdict.timing) {
    return verdict.timing_note.empty() ? CompilerTable::tr("GPU time: not measured")
                                       : text(verdict.timing_note);
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
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
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
                       {tr("grid"), {}, true},
                       {tr("launches"), tr("In one forward call"), true},
                       {tr("cubin, B"), {}, true},
                       {tr("compiled in"), {}, true}});
  m_view->setModel(m_model);
  m_view->setAccessibleName(tr("Kernels"));
  m_timing->setContentsMargins(10, 6, 10, 8);
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
  m_timing->hide();
  m_pages->setCurrentIndex(0);
}

void CompilerTable::setVerdict(const verify::Verdict& verdict) {
  std::vector<std::vector<Cell>> rows;
  for (const verify::KernelFacts& kernel : verdict.kernels) {
    rows.push_back(rowOf(kernel));
  }
  const auto count = static_cast<int>(rows.size());
  m_model->setRows(std::move(rows));
  m_view->fitColumns();
  m_head->setNote(count == 0   ? QString()
                  : count == 1 ? tr("1 kernel, compiled for sm_90")
                               : tr("%n kernels, compiled for sm_90", nullptr, count));
  m_timing->setText(timingText(verdict));
  m_timing->setVisible(count > 0);
  m_pages->setCurrentIndex(count == 0 ? 0 : 1);
}

}  // namespace nereid::widgets
