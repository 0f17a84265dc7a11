// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/episodes/notes_store.h"

#include <QMetaType>

#include "widgets/words/engine_text.h"

namespace nereid::app {

namespace {

QString folderOf(const record::NotesPlace& place) {
  return QString::fromStdString(place.run_dir.string());
}

}  // namespace

NotesStore::NotesStore(QObject* parent) : QObject(parent) {
  qRegisterMetaType<NotesPtr>();
  m_pool.setMaxThreadCount(1);
}

NotesStore::~NotesStore() {
  m_pool.waitForDone();
}

// The signals are sent from the pool's thread; receivers live on the GUI thread and get them
// queued.
void NotesStore::load(const record::NotesPlace& place) {
  m_pool.start([this, place] {
    auto notes = record::read_notes(place);
    if (!notes) {
      Q_EMIT failed(widgets::engineText(notes.error().message));
      return;
    }
    Q_EMIT loaded(folderOf(place),
                  std::make_shared<const std::vector<record::EpisodeNote>>(std::move(*notes)));
  });
}

void NotesStore::write(const record::NotesPlace& place, const record::EpisodeNote& note) {
  m_pool.start([this, place, note] {
    if (const auto done = record::write_note(place, note); !done) {
      Q_EMIT failed(widgets::engineText(done.error().message));
      return;
    }
    Q_EMIT written(folderOf(place));
  });
}

}  // namespace nereid::app
