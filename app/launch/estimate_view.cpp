// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch/estimate_view.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "app/launch/run_plan.h"
#include "engine/base/numbers.h"
#include "engine/config/phases.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"
#include "widgets/words/method_words.h"

namespace nereid::app {

using train::MemoryPhase;
using widgets::Cell;
using widgets::formatBytes;
using widgets::Role;

namespace {

constexpr int kWaitMs = 200;  // typing goes on for longer between words

QString bytesText(std::uint64_t bytes) {
  return formatBytes(static_cast<qint64>(bytes));
}

struct PartWords {
  const char* key;
  const char* name;
  const char* source;
};
constexpr PartWords kParts[] = {
    {"libraries", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "libtorch and Python"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView", "measured with no model loaded")},
    {"weights", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "weights"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView",
                       "parameters of config.json \u00d7 bytes of model.dtype")},
    {"start_weights", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "weights of the start"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView",
                       "a copy of what is trained, for phases that begin with it")},
    {"ref_weights", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "weights of the ref policy"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView", "a second copy, because grpo.beta is above 0")},
    {"adapter", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "adapters"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView",
                       "rank \u00d7 (inputs + outputs) of each target, float32")},
    {"optimizer", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "optimizer"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView",
                       "master weights, gradients, two moments: 16 bytes a weight")},
    {"gradients", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "gradients of autograd"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView", "one value a trained weight")},
    {"kv_cache", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "keys and values"),
     QT_TRANSLATE_NOOP(
         "nereid::app::EstimateView",
         "2 \u00d7 layers \u00d7 key heads \u00d7 head size, for all tokens that are generated at "
         "once")},
    {"decoder", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "weights packed for decoding"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView", "a second copy while completions are made")},
    {"activations", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "activations"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView",
                       "what a forward pass keeps of each token; passes of at most 2 GB, on a GPU "
                       "of what is left of its memory, 37 GB at most")},
    {"allocator", QT_TRANSLATE_NOOP("nereid::app::EstimateView", "allocator"),
     QT_TRANSLATE_NOOP("nereid::app::EstimateView",
                       "freed pieces that the C library keeps: a twentieth of the rest")},
};

QString phaseWord(MemoryPhase phase) {
  switch (phase) {
    case MemoryPhase::kAlways:
      return EstimateView::tr("always");
    case MemoryPhase::kGenerate:
      return EstimateView::tr("generating");
    case MemoryPhase::kUpdate:
      return EstimateView::tr("updating");
  }
  return {};
}

QLabel* addLine(QGridLayout* grid, const QString& name, QWidget* parent) {
  const int row = grid->rowCount();
  auto* title = new QLabel(name, parent);
  widgets::keepRole(title, Role::kSecondary);
  auto* line = new QLabel(parent);
  line->setTextFormat(Qt::PlainText);
  line->setWordWrap(true);
  line->setAccessibleName(name);
  line->setTextInteractionFlags(Qt::TextSelectableByMouse);
  grid->addWidget(title, row, 0, Qt::AlignTop);
  grid->addWidget(line, row, 1);
  return line;
}

}  // namespace

double expectedSeconds(const Outlook& outlook, const config::RunConfig& config) {
  return train::expected_seconds(config, outlook.history);
}

EstimateView::EstimateView(QWidget* parent)
    : QWidget(parent),
      m_wanted(std::make_shared<std::atomic<quint64>>(0)),
      m_model(new widgets::CellModel(this)),
      m_table(new widgets::TableView(this)) {
  m_pool.setMaxThreadCount(1);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(2);
  grid->setColumnStretch(1, 1);
  m_memory = addLine(grid, tr("Memory"), this);
  m_disk = addLine(grid, tr("Disk"), this);
  m_time = addLine(grid, tr("Time"), this);
  m_warningLine = new QLabel(this);
  m_warningLine->setWordWrap(true);
  m_warningLine->setTextFormat(Qt::PlainText);
  m_warningLine->setAccessibleName(tr("Warning"));
  m_warningLine->setObjectName(QStringLiteral("estimateWarning"));
  widgets::keepRole(m_warningLine, Role::kWarning);
  m_warningLine->hide();
  grid->addWidget(m_warningLine, grid->rowCount(), 0, 1, 2);
  m_model->setColumns({{.title = tr("part")},
                       {.title = tr("at most"), .right = true},
                       {.title = tr("held")},
                       {.title = tr("how it is reckoned")}});
  m_table->setModel(m_model);
  m_table->setAccessibleName(tr("Parts of the estimate"));
  m_table->setStretchColumn(3);
  m_table->hide();
  m_wait.setSingleShot(true);
  m_wait.setInterval(kWaitMs);
  connect(&m_wait, &QTimer::timeout, this, &EstimateView::begin);
}

EstimateView::~EstimateView() {
  *m_wanted = 0;  // the search through records ends at the next one
  m_pool.clear();
  m_pool.waitForDone();
}

void EstimateView::setPlan(const config::RunConfig& config, const QString& folder) {
  m_config = config;
  m_folder = folder;
  m_wait.start();
}

void EstimateView::begin() {
  const quint64 job = ++m_job;
  *m_wanted = job;
  m_pool.clear();
  m_pool.start([this, job, wanted = m_wanted, config = m_config, folder = m_folder, runs = m_runs,
                machine = m_machine] {
    Outlook outlook;
    const auto estimate = train::estimate_here(config);
    if (estimate) {
      outlook.estimate = *estimate;
    } else {
      outlook.problem = widgets::engineText(estimate.error().message);
    }
    if (const auto room = memory_room()) outlook.memory = *room;
    if (const auto room = disk_room(folder.toStdString())) outlook.diskRoom = *room;
    if (machine) {
      outlook.memory = machine->memory;
      outlook.diskRoom = machine->disk;
    }
    const auto tell = [&] {
      QMetaObject::invokeMethod(this, [this, job, outlook, config] { take(job, outlook, config); });
    };
    tell();
    std::vector<std::filesystem::path> folders;
    for (const QString& run : runs) folders.emplace_back(run.toStdString());
    outlook.history =
        train::read_history(config, folders, machine_id(), [&] { return wanted->load() == job; });
    if (wanted->load() != job) return;
    outlook.hasHistory = true;
    tell();
  });
}

void EstimateView::take(quint64 job, const Outlook& outlook, const config::RunConfig& config) {
  if (job != m_job) return;
  m_outlook = outlook;
  m_shownConfig = config;
  if (outlook.hasHistory) m_done = job;
  refresh();
  Q_EMIT estimated();
}

void EstimateView::refresh() {
  m_warning.clear();
  refreshMemory();
  refreshDisk();
  refreshTime();
  refreshTable();
  m_warningLine->setText(m_warning);
  m_warningLine->setVisible(!m_warning.isEmpty());
}

void EstimateView::refreshMemory() {
  if (!m_outlook.estimate) {
    m_memory->setText(tr("not known: %1").arg(m_outlook.problem));
    return;
  }
  const train::RunEstimate& estimate = *m_outlook.estimate;
  const QString trainer = bytesText(estimate.trainer_bytes);
  const QString judges = bytesText(estimate.judges_bytes);
  QString text = estimate.on_gpu ? tr("at most %1 on the GPU, %2 of main memory")
                                       .arg(trainer, bytesText(estimate.main_memory()))
                                 : tr("at most %1: trainer %2, judges %3")
                                       .arg(bytesText(estimate.main_memory()), trainer, judges);
  const MemoryRoom& room = m_outlook.memory;
  const bool differ =
      std::any_of(estimate.phases.begin(), estimate.phases.end(),
                  [&](const auto& phase) { return phase.trainer_bytes != estimate.trainer_bytes; });
  if (differ) {
    text = tr("%1, most in %2")
               .arg(text, QString::fromStdString(estimate.phases[estimate.largest].name));
  }
  if (room.total_bytes > 0) {
    text = tr("%1; %2 of %3 are free")
               .arg(text, bytesText(room.available_bytes), bytesText(room.total_bytes));
    if (estimate.main_memory() > room.total_bytes) {
      m_warning =
          tr("This run may need more memory than this machine has. Take shorter "
             "completions, fewer of them a step, or adapters.");
    } else if (estimate.main_memory() > room.available_bytes) {
      m_warning =
          tr("This run may need more memory than is free now. Close other programs, or "
             "let it wait in the queue.");
    }
  }
  m_memory->setText(text);
}

void EstimateView::refreshDisk() {
  if (!m_outlook.estimate) {
    m_disk->setText(tr("not known"));
    return;
  }
  const train::RunEstimate& estimate = *m_outlook.estimate;
  QString text = tr("checkpoints at most %1").arg(bytesText(estimate.disk_bytes));
  double whole = static_cast<double>(estimate.disk_bytes);
  if (const double record = recordBytes(); std::isfinite(record)) {
    whole += record;
    const double perStep = record / stepsOf(m_shownConfig);
    text = tr("%1, record about %2 a step")
               .arg(text, formatBytes(static_cast<qint64>(std::llround(perStep))));
  } else if (m_outlook.hasHistory) {
    text = tr("%1; the record depends on the texts").arg(text);
  }
  if (m_outlook.diskRoom > 0) {
    text = tr("%1; %2 are free").arg(text, bytesText(m_outlook.diskRoom));
    if (whole > static_cast<double>(m_outlook.diskRoom)) {
      m_warning =
          tr("This run may need more disk than is free. Keep fewer checkpoints, or choose "
             "a folder on another disk.");
    }
  }
  m_disk->setText(text);
}

/// Of the whole run; NaN where it is not known of every phase.
double EstimateView::recordBytes() const {
  const std::vector<config::Phase> phases = config::phases_of(m_shownConfig);
  if (m_outlook.history.size() != phases.size()) return kNaN;
  double bytes = 0;
  for (std::size_t i = 0; i < phases.size(); ++i)
    bytes += m_outlook.history[i].record_bytes_per_step * stepsOf(phases[i].settings);
  return bytes;
}

/// "sft 2:10 \u00b7 best_of_n not known"
QString EstimateView::timeOfPhases(const std::vector<config::Phase>& phases) const {
  QStringList parts;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const double seconds = train::expected_seconds(phases[i], m_outlook.history[i]);
    parts << tr("%1 %2").arg(
        QString::fromStdString(phases[i].name),
        std::isfinite(seconds) ? widgets::formatDuration(seconds * 1000) : tr("not known"));
  }
  return parts.join(QStringLiteral(" \u00b7 "));
}

void EstimateView::refreshTime() {
  if (!m_outlook.hasHistory) {
    m_time->setText(tr("looking for earlier runs..."));
    return;
  }
  const auto isKnown = [](const train::RunHistory& history) { return history.runs > 0; };
  const std::vector<train::RunHistory>& found = m_outlook.history;
  if (std::none_of(found.begin(), found.end(), isKnown)) {
    m_time->setText(tr("no earlier run on this machine with this model and batch"));
    return;
  }
  const double seconds = expectedSeconds(m_outlook, m_shownConfig);
  const QString whole = widgets::formatDuration(seconds * 1000);
  if (found.size() > 1) {
    const QString parts = timeOfPhases(config::phases_of(m_shownConfig));
    m_time->setText(std::isfinite(seconds) ? tr("about %1: %2").arg(whole, parts) : parts);
    return;
  }
  const train::RunHistory& history = found.front();
  const QString step = widgets::formatDuration(history.seconds_per_step * 1000);
  m_time->setText(
      history.runs == 1
          ? tr("about %1, %2 a step by one earlier run on this machine").arg(whole, step)
          : tr("about %1, %2 a step by %n earlier runs on this machine", nullptr, history.runs)
                .arg(whole, step));
}

void EstimateView::refreshTable() {
  std::vector<std::vector<Cell>> rows;
  const auto add = [&](const QString& name, std::uint64_t bytes, const QString& held,
                       const QString& source, bool strong) {
    rows.push_back({{.text = name, .strong = strong},
                    {.text = bytesText(bytes), .sortKey = static_cast<qulonglong>(bytes)},
                    {.text = held, .color = Role::kSecondary},
                    {.text = source, .color = Role::kSecondary, .tooltip = source}});
  };
  if (m_outlook.estimate) {
    const train::RunEstimate& estimate = *m_outlook.estimate;
    for (const train::MemoryPart& part : estimate.memory)
      for (const PartWords& words : kParts)
        if (part.key == words.key)
          add(tr(words.name), part.bytes, phaseWord(part.phase), tr(words.source), false);
    add(estimate.on_gpu ? tr("peak on the GPU") : tr("peak of the trainer"), estimate.trainer_bytes,
        tr("peak"), tr("what is always held and the larger phase"), true);
    if (estimate.on_gpu)
      add(tr("trainer in main memory"), estimate.host_bytes, tr("loading"),
          tr("libraries, and the weights on their way"), false);
    for (const train::PhaseEstimate& phase : estimate.phases) {
      const QString method = widgets::methodWord(phase.method);
      const bool isLargest = &phase == &estimate.phases[estimate.largest];
      add(tr("peak in %1").arg(QString::fromStdString(phase.name)), phase.trainer_bytes,
          phase.steps > 0 ? tr("%1 steps").arg(widgets::formatCount(phase.steps)) : tr("its steps"),
          isLargest ? tr("%1; the parts above are those of this phase").arg(method) : method,
          false);
    }
    if (estimate.judges_bytes > 0)
      add(tr("judges"), estimate.judges_bytes, phaseWord(MemoryPhase::kAlways),
          tr("measured: processes of the verifier, and each candidate at once"), false);
    add(tr("one checkpoint"), estimate.checkpoint_bytes, tr("on disk"),
        tr("trained weights and two moments, float32"), false);
  }
  m_model->updateRows(std::move(rows));
  m_table->fitColumns();
}

}  // namespace nereid::app
