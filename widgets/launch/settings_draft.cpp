// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/launch/settings_draft.h"

#include <algorithm>

#include "widgets/words/engine_text.h"

namespace nereid::widgets {

SettingsDraft::SettingsDraft(QObject* parent) : QObject(parent), m_fields(config::schema()) {
  load(QString(), config::RunConfig());
}

const config::SettingInfo* SettingsDraft::field(const QString& key) const {
  const auto found = std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& field) {
    return key == QLatin1String(field.key.c_str());
  });
  return found == m_fields.end() ? nullptr : &*found;
}

void SettingsDraft::load(const QString& source, const config::RunConfig& base) {
  m_source = source;
  m_base = base;
  for (const config::SettingInfo& field : m_fields) {
    m_baseTexts.insert(QString::fromStdString(field.key),
                       QString::fromStdString(config::setting_text(base, field.key)));
  }
  take(base);
}

void SettingsDraft::take(const config::RunConfig& values) {
  m_values = values;
  m_problems.clear();
  m_beforeReset.clear();
  for (const config::SettingInfo& field : m_fields) {
    m_texts.insert(QString::fromStdString(field.key),
                   QString::fromStdString(config::setting_text(values, field.key)));
  }
  settle();
}

void SettingsDraft::setText(const QString& key, const QString& text) {
  if (m_texts.value(key) == text) return;
  m_beforeReset.clear();
  assign(key, text);
  settle();
}

void SettingsDraft::assign(const QString& key, const QString& text) {
  m_texts.insert(key, text);
  const auto problem =
      config::assign_setting(m_values, key.toStdString(), text.trimmed().toStdString());
  if (problem) {
    m_problems.insert(key, engineText(*problem));
  } else {
    m_problems.remove(key);
  }
}

void SettingsDraft::settle() {
  m_conflict = config::find_conflict(m_values);
  Q_EMIT changed();
}

bool SettingsDraft::isChanged(const QString& key) const {
  if (m_problems.contains(key)) return true;
  // The value counts, not its spelling: 1e-4 is 0.0001.
  return QString::fromStdString(config::setting_text(m_values, key.toStdString())) !=
         m_baseTexts.value(key);
}

QStringList SettingsDraft::changedKeys() const {
  QStringList keys;
  for (const config::SettingInfo& field : m_fields) {
    const QString key = QString::fromStdString(field.key);
    if (isChanged(key)) keys << key;
  }
  return keys;
}

QString SettingsDraft::problem(const QString& key) const {
  const QString own = m_problems.value(key);
  if (!own.isEmpty()) return own;
  const bool conflicts = m_conflict && key == QLatin1String(m_conflict->key.c_str());
  return conflicts ? engineText(m_conflict->message) : QString();
}

QStringList SettingsDraft::problemKeys() const {
  QStringList keys = m_problems.keys();
  const QString conflict = m_conflict ? QString::fromStdString(m_conflict->key) : QString();
  if (!conflict.isEmpty() && !keys.contains(conflict)) keys << conflict;
  return keys;
}

void SettingsDraft::resetAll() {
  const QHash<QString, QString> before = m_texts;
  take(m_base);
  m_beforeReset = before;
  Q_EMIT changed();
}

void SettingsDraft::undoReset() {
  const QHash<QString, QString> texts = m_beforeReset;
  m_beforeReset.clear();
  for (auto text = texts.begin(); text != texts.end(); ++text) assign(text.key(), text.value());
  settle();
}

QString SettingsDraft::yaml() const {
  return QString::fromStdString(config::to_yaml(m_values));
}

QString SettingsDraft::command() const {
  return QString::fromStdString(config::train_command(m_source.toStdString(), m_base, m_values));
}

}  // namespace nereid::widgets
