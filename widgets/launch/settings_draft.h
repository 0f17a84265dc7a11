// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QMap>
#include <QObject>
#include <QStringList>
#include <vector>

#include "engine/config/form.h"

namespace nereid::widgets {

/// Settings of a run that are being edited: texts as typed, what is wrong with them, and what
/// differs from the preset they came from. No widget; several views may show one. GUI thread only.
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

  QString text(const QString& key) const { return m_texts.value(key); }
  QString baseText(const QString& key) const { return m_baseTexts.value(key); }
  void setText(const QString& key, const QString& text);

  bool isChanged(const QString& key) const;
  QStringList changedKeys() const;
  /// What is wrong with a setting, in the engine's words; empty if nothing is.
  QString problem(const QString& key) const;
  QStringList problemKeys() const;
  bool isValid() const { return m_problems.isEmpty() && !m_conflict; }

  void reset(const QString& key) { setText(key, baseText(key)); }
  /// Every setting back to the preset; undoReset() takes that back until something is edited.
  void resetAll();
  bool canUndoReset() const { return !m_beforeReset.isEmpty(); }
  void undoReset();

  /// The settings as a file, every default written out.
  QString yaml() const;
  /// `nereid train SOURCE --set KEY=VALUE ...` for what differs.
  QString command() const;

 Q_SIGNALS:
  /// Text, state or problem of any setting changed. Sent once for any number of them.
  void changed();

 private:
  void assign(const QString& key, const QString& text);
  void settle();

  std::vector<config::SettingInfo> m_fields;
  QString m_source;
  config::RunConfig m_base, m_values;
  QHash<QString, QString> m_texts, m_baseTexts;
  QMap<QString, QString> m_problems;  ///< of single settings
  std::optional<config::SettingConflict> m_conflict;
  QHash<QString, QString> m_beforeReset;
};

}  // namespace nereid::widgets
