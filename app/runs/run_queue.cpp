// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_queue.h"

#include <QFileInfo>
#include <QLockFile>
#include <algorithm>

#include "app/runs/recent_runs.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

namespace {

constexpr char kSchema[] = "nereid.queue/1";
constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20U;

OrderedJson objectOf(const QueuedRun& run) {
  OrderedJson object;
  object["folder"] = run.plan.options.run_dir.string();
  object["resume"] = run.plan.options.resume;
  object["source"] = run.source.toStdString();
  object["problem"] = run.problem.toStdString();
  object["settings"] = config::to_yaml(run.plan.config);
  return object;
}

/// Settings that this version cannot read keep their place, with the reason.
QueuedRun runOf(const Json& object) {
  QueuedRun run;
  run.plan.options.run_dir = json_value<std::string>(object, "folder", "");
  run.plan.options.resume = json_value<bool>(object, "resume", false);
  run.source = QString::fromStdString(json_value<std::string>(object, "source", ""));
  run.problem = QString::fromStdString(json_value<std::string>(object, "problem", ""));
  const auto config =
      config::parse_settings(json_value<std::string>(object, "settings", ""), "queue.json");
  if (config) {
    run.plan.config = *config;
  } else {
    run.problem = QString::fromStdString(config.error().message);
    run.plan.config.name = run.plan.options.run_dir.filename().string();
  }
  return run;
}

}  // namespace

struct RunQueue::Content {
  QList<QueuedRun> runs;
  std::shared_ptr<QLockFile> lock;
  QString whyForeign;
};

RunQueue::RunQueue(std::filesystem::path file, QObject* parent)
    : QObject(parent), m_file(std::move(file)) {
  m_pool.setMaxThreadCount(1);
}

RunQueue::~RunQueue() {
  m_pool.waitForDone();
}

void RunQueue::load() {
  m_pool.start([this] {
    auto content = std::make_shared<Content>();
    if (const auto made = make_directories(m_file.parent_path()); !made) {
      content->whyForeign = widgets::engineText(made.error().message);
    } else {
      const QString lockFile = QString::fromStdString(m_file.string()) + QStringLiteral(".lock");
      content->lock = std::make_shared<QLockFile>(lockFile);
      content->lock->setStaleLockTime(0);  // the process that holds it decides, not its age
      if (content->lock->tryLock(0)) {
        *content = [&] {
          QString problem;
          Content read = readFile(m_file, problem);
          read.lock = content->lock;
          read.whyForeign = problem;
          return read;
        }();
      } else {
        qint64 pid = 0;
        QString host, program;
        content->lock->getLockInfo(&pid, &host, &program);
        content->whyForeign =
            tr("another window of Nereid (process %1) keeps the queue; queue the run there, or "
               "remove %2 if that window is gone")
                .arg(pid)
                .arg(lockFile);
        content->lock.reset();
      }
    }
    QMetaObject::invokeMethod(this, [this, content] { take(std::move(*content)); });
  });
}

RunQueue::Content RunQueue::readFile(const std::filesystem::path& file, QString& problem) {
  Content content;
  const Result<std::string> text = read_file(file, kLargestFile);
  if (!text) {
    if (text.error().code != ErrorCode::kNotFound)
      problem = widgets::engineText(text.error().message);
    return content;
  }
  const Result<Json> parsed = parse_json(*text, file.string());
  if (!parsed || json_value<std::string>(*parsed, "schema", "") != kSchema) {
    problem = parsed ? tr("%1 is no queue of this version of Nereid; move the file away")
                           .arg(QString::fromStdString(file.string()))
                     : widgets::engineText(parsed.error().message);
    return content;
  }
  // A run that was begun without a record was cut off before its first moment; one with a record
  // is continued from the list of runs.
  if (const auto running = parsed->find("running"); running != parsed->end()) {
    const QueuedRun run = runOf(*running);
    if (!run.id().isEmpty() && !isRunFolder(run.id())) content.runs << run;
  }
  if (const auto runs = parsed->find("runs"); runs != parsed->end() && runs->is_array())
    for (const Json& object : *runs)
      if (object.is_object()) content.runs << runOf(object);
  return content;
}

void RunQueue::take(Content content) {
  m_lock = std::move(content.lock);
  m_whyForeign = content.whyForeign;
  m_isForeign = !m_whyForeign.isEmpty();
  m_runs = content.runs + m_runs;  // what was added meanwhile comes last
  if (waiting() > 0 && !content.runs.isEmpty()) m_isHeld = true;
  Q_EMIT changed();
  Q_EMIT loaded(waiting());
}

int RunQueue::rowOf(const QString& id) const {
  const auto found = std::find_if(m_runs.begin(), m_runs.end(),
                                  [&](const QueuedRun& run) { return run.id() == id; });
  return found == m_runs.end() ? -1 : static_cast<int>(found - m_runs.begin());
}

const QueuedRun* RunQueue::find(const QString& id) const {
  const int row = rowOf(id);
  return row < 0 ? nullptr : &m_runs[row];
}

int RunQueue::waiting() const {
  return static_cast<int>(std::count_if(
      m_runs.begin(), m_runs.end(), [](const QueuedRun& run) { return run.problem.isEmpty(); }));
}

const QueuedRun* RunQueue::next() const {
  const auto found = std::find_if(m_runs.begin(), m_runs.end(),
                                  [](const QueuedRun& run) { return run.problem.isEmpty(); });
  return found == m_runs.end() ? nullptr : &*found;
}

void RunQueue::setHeld(bool isHeld) {
  if (m_isHeld == isHeld) return;
  m_isHeld = isHeld;
  Q_EMIT changed();
}

bool RunQueue::add(const QueuedRun& run, int row) {
  if (m_isForeign) {
    Q_EMIT failed(m_whyForeign);
    return false;
  }
  const auto size = static_cast<int>(m_runs.size());
  m_runs.insert(row < 0 ? size : std::min(row, size), run);
  save();
  return true;
}

std::optional<QueuedRun> RunQueue::take(const QString& id) {
  const int row = rowOf(id);
  if (row < 0) return std::nullopt;
  const QueuedRun run = m_runs.takeAt(row);
  save();
  return run;
}

void RunQueue::move(const QString& id, int row) {
  const int from = rowOf(id);
  if (from < 0 || row < 0 || row >= m_runs.size() || row == from) return;
  m_runs.move(from, row);
  save();
}

void RunQueue::replace(const QString& id, const QueuedRun& run) {
  const int row = rowOf(id);
  if (row < 0) return;
  m_runs[row] = run;
  save();
}

void RunQueue::setExpected(const QString& id, double seconds) {
  const int row = rowOf(id);
  if (row >= 0) m_runs[row].expectedS = seconds;
  if (m_running && m_running->id() == id) m_running->expectedS = seconds;
  Q_EMIT changed();  // not kept: it is measured anew
}

void RunQueue::retry(const QString& id) {
  const int row = rowOf(id);
  if (row < 0) return;
  QueuedRun run = m_runs.takeAt(row);
  run.problem.clear();
  m_runs << run;
  save();
}

std::optional<QueuedRun> RunQueue::begin(const QString& id) {
  const int row = rowOf(id);
  if (row < 0) return std::nullopt;
  m_running = m_runs.takeAt(row);
  save();
  return m_running;
}

void RunQueue::end(const QString& problem) {
  if (!m_running) return;
  if (!problem.isEmpty()) {
    m_running->problem = problem;
    m_runs.prepend(*m_running);
  }
  m_running.reset();
  save();
}

void RunQueue::save() {
  Q_EMIT changed();
  if (m_isForeign) return;
  OrderedJson whole;
  whole["schema"] = kSchema;
  if (m_running) whole["running"] = objectOf(*m_running);
  OrderedJson runs = OrderedJson::array();
  for (const QueuedRun& run : std::as_const(m_runs)) runs.push_back(objectOf(run));
  whole["runs"] = std::move(runs);
  m_pool.start([this, text = dump_json(whole, 1) + "\n"] {
    Result<void> done = make_directories(m_file.parent_path());
    if (done) done = atomic_write_file(m_file, text);
    if (done) return;
    const QString message = widgets::engineText(done.error().message);
    QMetaObject::invokeMethod(this, [this, message] {
      Q_EMIT failed(tr("the queue is not kept over a restart: %1").arg(message));
    });
  });
}

}  // namespace nereid::app
