// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zoo/zoo_run.h"

#include <QRandomGenerator>
#include <QSet>
#include <QSignalBlocker>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/log.h"
#include "engine/base/paths.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

namespace {

constexpr int kFewForAPace = 4;  // before these are judged, no time left is told

/// One for each lane, and as many whose reference is prepared meanwhile.
int underWayAtMost() {
  return 2 * VerifyService::jobs() + 2;
}

}  // namespace

std::filesystem::path zooResultFile() {
  return data_dir() / "zoo" / "last.json";
}

struct ZooRun::Shelf {
  std::shared_ptr<const verify::Zoo> zoo;
  ZooPairs pairs;
  QString problem;
};

ZooRun::ZooRun(VerifyService& service, QObject* parent) : QObject(parent), m_service(service) {
  m_pool.setMaxThreadCount(1);
  connect(&m_service, &VerifyService::verdictReady, this, &ZooRun::takeVerdict);
  connect(&m_service, &VerifyService::failed, this, &ZooRun::takeProblem);
}

ZooRun::~ZooRun() {
  if (isRunning()) {  // what was judged is worth keeping; the service may be gone already
    const QSignalBlocker quiet(this);
    finish();
  }
  m_pool.waitForDone();
}

void ZooRun::load() {
  if (m_zoo || m_isLoading) return;
  m_isLoading = true;
  m_pool.start([this] {
    auto shelf = std::make_shared<Shelf>();
    Result<verify::Zoo> zoo = verify::load_zoo(resource_dir() / "zoo");
    if (!zoo) {
      shelf->problem = widgets::engineText(zoo.error().message);
    } else {
      shelf->zoo = std::make_shared<const verify::Zoo>(std::move(*zoo));
      shelf->pairs.resize(shelf->zoo->entries.size());
      // Without a former result, or with one that cannot be read, everything is yet to be judged.
      if (const auto text = read_file(zooResultFile())) {
        auto pairs = recallZoo(*shelf->zoo, *text, zooResultFile().string());
        if (pairs) shelf->pairs = std::move(*pairs);
        if (!pairs) log_warning("the last result of the zoo: {}", pairs.error().message);
      }
    }
    QMetaObject::invokeMethod(this, [this, shelf] { takeShelf(shelf); });
  });
}

void ZooRun::takeShelf(std::shared_ptr<Shelf> shelf) {
  m_isLoading = false;
  if (!shelf->zoo) {
    Q_EMIT loadFailed(shelf->problem);
    return;
  }
  m_zoo = std::move(shelf->zoo);
  m_pairs = std::move(shelf->pairs);
  Q_EMIT loaded();
}

void ZooRun::start(const QString& classId) {
  if (!m_zoo || isRunning()) return;
  const std::string wanted = classId.toStdString();
  m_former = m_pairs;
  // A seed of this run alone: an answer to the same question would come from the verifier's memory.
  m_seed = QRandomGenerator::system()->generate64() >> 11;
  for (std::size_t i = 0; i < m_zoo->entries.size(); ++i) {
    if (!wanted.empty() && m_zoo->entries[i].class_id != wanted) continue;
    const int entry = static_cast<int>(i);
    m_pairs[i] = {};
    m_waiting.push_back({entry, false});
    m_waiting.push_back({entry, true});
    Q_EMIT entryChanged(entry);
  }
  m_done = 0;
  m_total = static_cast<int>(m_waiting.size());
  m_clock.start();
  feed();
  Q_EMIT progressed();
}

void ZooRun::feed() {
  const int most = underWayAtMost();
  while (!m_waiting.empty() && m_underWay.size() < most) {
    const Candidate next = m_waiting.front();
    m_waiting.pop_front();
    verify::VerifyRequest request = verify::zoo_request(
        m_zoo->entries[static_cast<std::size_t>(next.entry)], next.twin, verify::VerifyOptions{});
    request.seed = m_seed;
    m_underWay.insert(m_service.submit(std::move(request)), next);
  }
}

void ZooRun::takeVerdict(quint64 ticket, const VerdictPtr& verdict) {
  const auto found = m_underWay.constFind(ticket);
  if (found == m_underWay.constEnd()) return;
  const Candidate judged = *found;
  m_underWay.erase(found);
  ZooPair& pair = m_pairs[static_cast<std::size_t>(judged.entry)];
  (judged.twin ? pair.twin : pair.cheat) = verdict;
  pair.unixMs = unix_ms();
  pair.build = QStringLiteral(NEREID_VERSION);
  ++m_done;
  feed();
  Q_EMIT entryChanged(judged.entry);
  if (m_done == m_total) {
    finish();
  } else {
    Q_EMIT progressed();
  }
}

void ZooRun::takeProblem(quint64 ticket, const QString& message) {
  if (!m_underWay.contains(ticket)) return;
  cancel();
  Q_EMIT failed(message);
}

void ZooRun::cancel() {
  if (!isRunning()) return;
  const auto tickets = m_underWay.keys();
  m_service.abandon(QSet<quint64>(tickets.begin(), tickets.end()));
  finish();
}

void ZooRun::finish() {
  m_underWay.clear();
  m_waiting.clear();
  const bool isNew = m_done > 0;
  m_total = 0;
  restoreUnjudged();
  m_former.clear();
  if (isNew) keep();
  Q_EMIT progressed();
}

void ZooRun::restoreUnjudged() {
  for (std::size_t i = 0; i < m_pairs.size(); ++i) {
    if (m_pairs[i].cheat && m_pairs[i].twin) continue;
    if (!m_former[i].cheat && !m_former[i].twin) continue;
    m_pairs[i] = m_former[i];
    Q_EMIT entryChanged(static_cast<int>(i));
  }
}

void ZooRun::keep() {
  m_pool.start([this, zoo = m_zoo, pairs = m_pairs] {
    const std::filesystem::path file = zooResultFile();
    Result<void> done = make_directories(file.parent_path());
    if (done) done = atomic_write_file(file, keepZoo(*zoo, pairs));
    if (done) return;
    QMetaObject::invokeMethod(this, [this, message = widgets::engineText(done.error().message)] {
      Q_EMIT failed(tr("The result cannot be kept: %1").arg(message));
    });
  });
}

double ZooRun::etaMs() const {
  if (m_done < kFewForAPace) return -1;
  return static_cast<double>(m_clock.elapsed()) / m_done * (m_total - m_done);
}

}  // namespace nereid::app
