// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMap>
#include <QObject>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/config/form.h"
#include "engine/config/phases.h"

namespace nereid::widgets {

/// Settings of a run that are being edited: texts as typed, what is wrong with them, and what
/// differs from the preset they came from. A setting of one phase has the key that phaseKey()
/// answers; every function takes both kinds. No widget; several views may show one. GUI thread
/// only.
class SettingsDraft : public QObject {
  Q_OBJECT

 public:
  explicit SettingsDraft(QObject* parent = nullptr);

  /// Every setting, in the order of the files.
  const std::vector<config::SettingInfo>& fields() const { return m_fields; }
  const config::SettingInfo* field(const QString& key) const;

  /// Begins anew with a preset or file: what differs is told against it.
  void load(const QString& source, const config::RunConfig& base);
  /// Takes other values; what they are compared with stays.
  void take(const config::RunConfig& values);
  /// Name of the preset, or path of the file.
  const QString& source() const { return m_source; }
  const config::RunConfig& base() const { return m_base; }
  /// The last value of each setting that could be understood.
  const config::RunConfig& values() const { return m_values; }

  QString text(const QString& key) const;
  QString baseText(const QString& key) const;
  void setText(const QString& key, const QString& text);

  bool isChanged(const QString& key) const;
  QStringList changedKeys() const;
  /// What is wrong with a setting, in the engine's words; empty if nothing is.
  QString problem(const QString& key) const;
  QStringList problemKeys() const;
  bool isValid() const { return m_problems.isEmpty() && !m_conflict; }

  /// Back to the preset; a phase that sets nothing there leaves it to the run.
  void reset(const QString& key);
  /// Every setting back to the preset; undoReset() takes that back until something is edited.
  void resetAll();
  bool canUndoReset() const { return m_before && !m_before->isRemoval; }
  void undoReset() { undo(); }

  /// Key of a setting of one phase; of the run for an empty name.
  static QString phaseKey(const QString& phase, const QString& key);
  QStringList phases() const;
  /// Settings of the phases in their order; none for a run without phases.
  const std::vector<config::Phase>& phaseValues() const { return m_phases; }
  /// Does a phase set it for itself? `key`: of a phase.
  bool isSet(const QString& key) const;
  /// Names of the phases that set a setting of the run for themselves.
  QStringList phasesThatSet(const QString& key) const;
  /// Leaves a setting of a phase to the run.
  void unset(const QString& key);
  /// The run's value of a setting of a phase.
  QString runText(const QString& key) const;
  /// Behind the others; the first one of a run without phases goes behind the method that it has.
  void addPhase(const QString& name);
  /// It keeps what it sets for itself.
  void renamePhase(int index, const QString& name);
  void movePhase(int index, int delta);
  /// undoRemoval() brings it back until something is edited.
  void removePhase(int index);
  bool canUndoRemoval() const { return m_before && m_before->isRemoval; }
  void undoRemoval() { undo(); }

  /// The settings as a file, every default written out.
  QString yaml() const;
  /// `nereid train SOURCE --set KEY=VALUE ...` for what differs.
  QString command() const;

 Q_SIGNALS:
  /// Text, state or problem of any setting changed. Sent once for any number of them.
  void changed();

 private:
  /// What undo() goes back to.
  struct Before {
    bool isRemoval = false;
    config::RunConfig values;
    QHash<QString, QString> texts;
    QMap<QString, QString> problems;
  };
  void assign(const QString& key, const QString& text);
  void setPhases(const QStringList& names);
  void keepBlocks();
  void forget(const QString& phase);
  void settle();
  void keep(bool isRemoval);
  void undo();
  QString conflictKey() const;

  std::vector<config::SettingInfo> m_fields;
  QString m_source;
  config::RunConfig m_base, m_values;
  std::vector<config::Phase> m_phases, m_basePhases;
  /// Also of phases that are gone, so that a name that is typed letter by letter loses nothing.
  QMap<QString, config::PhaseBlock> m_blocks;
  QHash<QString, QString> m_texts;  ///< of phases only those that were typed
  QHash<QString, QString> m_baseTexts;
  QMap<QString, QString> m_problems;  ///< of single settings
  std::optional<config::SettingConflict> m_conflict;
  std::optional<Before> m_before;
};

}  // namespace nereid::widgets
