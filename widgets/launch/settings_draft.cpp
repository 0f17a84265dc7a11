// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/launch/settings_draft.h"

#include <algorithm>

#include "widgets/words/engine_text.h"

namespace nereid::widgets {

namespace {

/// "phase.NAME.KEY" taken apart; no phase for a setting of the run.
struct Parts {
  QString phase, key;
};

const QString& prefix() {
  static const QString text = QStringLiteral("phase.");
  return text;
}

Parts partsOf(const QString& key) {
  if (!key.startsWith(prefix())) return {{}, key};
  const auto dot = key.indexOf(QLatin1Char('.'), prefix().size());
  return {key.mid(prefix().size(), dot - prefix().size()), key.mid(dot + 1)};
}

QString textOf(const config::RunConfig& config, const QString& key) {
  return QString::fromStdString(config::setting_text(config, key.toStdString()));
}

/// What a phase sets for itself; nullopt where it leaves it to the run.
std::optional<QString> ownText(const config::RunConfig& config, const Parts& parts) {
  for (const config::PhaseBlock& block : config.phase)
    for (const auto& [key, text] : block.settings)
      if (parts.phase == QLatin1String(block.name.c_str()) &&
          parts.key == QLatin1String(key.c_str()))
        return QString::fromStdString(text);
  return std::nullopt;
}

/// What holds in a phase, wherever it is said; that of `run` for a phase that is not there.
QString effectiveText(const std::vector<config::Phase>& phases, const config::RunConfig& run,
                      const Parts& parts) {
  for (const config::Phase& phase : phases)
    if (parts.phase == QLatin1String(phase.name.c_str())) return textOf(phase.settings, parts.key);
  return textOf(run, parts.key);
}

std::vector<config::Phase> namedPhases(const config::RunConfig& config) {
  return config.phases.empty() ? std::vector<config::Phase>{} : config::phases_of(config);
}

}  // namespace

SettingsDraft::SettingsDraft(QObject* parent) : QObject(parent), m_fields(config::schema()) {
  load(QString(), config::RunConfig());
}

QString SettingsDraft::phaseKey(const QString& phase, const QString& key) {
  return phase.isEmpty() ? key : prefix() + phase + QLatin1Char('.') + key;
}

const config::SettingInfo* SettingsDraft::field(const QString& key) const {
  const QString own = partsOf(key).key;
  const auto found = std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& field) {
    return own == QLatin1String(field.key.c_str());
  });
  return found == m_fields.end() ? nullptr : &*found;
}

void SettingsDraft::load(const QString& source, const config::RunConfig& base) {
  m_source = source;
  m_base = base;
  m_basePhases = namedPhases(base);
  m_blocks.clear();
  for (const config::SettingInfo& field : m_fields) {
    const QString key = QString::fromStdString(field.key);
    m_baseTexts.insert(key, textOf(base, key));
  }
  take(base);
}

void SettingsDraft::take(const config::RunConfig& values) {
  m_values = values;
  m_problems.clear();
  m_texts.clear();
  m_before.reset();
  for (const config::SettingInfo& field : m_fields) {
    const QString key = QString::fromStdString(field.key);
    m_texts.insert(key, textOf(values, key));
  }
  settle();
}

QString SettingsDraft::text(const QString& key) const {
  if (const auto typed = m_texts.find(key); typed != m_texts.end()) return *typed;
  return effectiveText(m_phases, m_values, partsOf(key));
}

QString SettingsDraft::baseText(const QString& key) const {
  const Parts parts = partsOf(key);
  return parts.phase.isEmpty() ? m_baseTexts.value(key)
                               : effectiveText(m_basePhases, m_base, parts);
}

QString SettingsDraft::runText(const QString& key) const {
  return textOf(m_values, partsOf(key).key);
}

void SettingsDraft::setText(const QString& key, const QString& text) {
  if (m_texts.contains(key) ? m_texts.value(key) == text : this->text(key) == text) return;
  m_before.reset();
  assign(key, text);
  settle();
}

void SettingsDraft::assign(const QString& key, const QString& text) {
  m_texts.insert(key, text);
  keepBlocks();
  const auto problem =
      config::assign_setting(m_values, key.toStdString(), text.trimmed().toStdString());
  if (problem) {
    m_problems.insert(key, engineText(*problem));
  } else {
    m_problems.remove(key);
  }
  if (key == QLatin1String("phases") && !problem) setPhases(phases());
}

void SettingsDraft::keepBlocks() {
  for (const config::PhaseBlock& block : m_values.phase)
    m_blocks.insert(QString::fromStdString(block.name), block);
}

/// Every phase of the list has the block that it had when it was seen last.
void SettingsDraft::setPhases(const QStringList& names) {
  m_values.phases.clear();
  m_values.phase.clear();
  for (const QString& name : names) {
    m_values.phases.push_back(name.toStdString());
    const auto block = m_blocks.find(name);
    const bool isNew = names.indexOf(name) == static_cast<qsizetype>(m_values.phases.size()) - 1;
    if (block != m_blocks.end() && isNew) m_values.phase.push_back(*block);
  }
}

void SettingsDraft::settle() {
  m_phases = namedPhases(m_values);
  m_conflict = config::find_conflict(m_values);
  Q_EMIT changed();
}

bool SettingsDraft::isChanged(const QString& key) const {
  if (m_problems.contains(key)) return true;
  // The value counts, not its spelling: 1e-4 is 0.0001.
  const Parts parts = partsOf(key);
  return parts.phase.isEmpty() ? textOf(m_values, key) != m_baseTexts.value(key)
                               : ownText(m_values, parts) != ownText(m_base, parts);
}

QStringList SettingsDraft::changedKeys() const {
  QStringList keys;
  for (const config::SettingInfo& field : m_fields) {
    const QString key = QString::fromStdString(field.key);
    if (isChanged(key)) keys << key;
  }
  const QStringList names = phases();
  for (const QString& name : names)
    for (const config::SettingInfo& field : m_fields) {
      const QString key = phaseKey(name, QString::fromStdString(field.key));
      if (isChanged(key)) keys << key;
    }
  return keys;
}

// The engine tells a conflict inside a phase at the run's setting where no block has it; what a
// phase has by its name is to be changed in the phase.
QString SettingsDraft::conflictKey() const {
  if (!m_conflict) return {};
  static const QStringList byName = {QStringLiteral("method"), QStringLiteral("agent"),
                                     QStringLiteral("start"), QStringLiteral("reward.role")};
  const QString key = QString::fromStdString(m_conflict->key);
  return byName.contains(key) ? phaseKey(QString::fromStdString(m_conflict->phase), key) : key;
}

QString SettingsDraft::problem(const QString& key) const {
  const QString own = m_problems.value(key);
  if (!own.isEmpty()) return own;
  if (!m_conflict) return {};
  const QString inPhase = phaseKey(QString::fromStdString(m_conflict->phase), conflictKey());
  return key == conflictKey() || key == inPhase ? engineText(m_conflict->message) : QString();
}

QStringList SettingsDraft::problemKeys() const {
  QStringList keys = m_problems.keys();
  const QString conflict = conflictKey();
  if (!conflict.isEmpty() && !keys.contains(conflict)) keys << conflict;
  return keys;
}

void SettingsDraft::reset(const QString& key) {
  const Parts parts = partsOf(key);
  if (!parts.phase.isEmpty() && !ownText(m_base, parts)) {
    unset(key);
    return;
  }
  setText(key, baseText(key));
}

void SettingsDraft::resetAll() {
  keep(false);
  const Before before = *m_before;
  take(m_base);
  m_before = before;
  Q_EMIT changed();
}

void SettingsDraft::keep(bool isRemoval) {
  m_before = {isRemoval, m_values, m_texts, m_problems};
}

void SettingsDraft::undo() {
  if (!m_before) return;
  m_values = m_before->values;
  m_texts = m_before->texts;
  m_problems = m_before->problems;
  m_before.reset();
  settle();
}

QStringList SettingsDraft::phases() const {
  QStringList names;
  for (const std::string& name : m_values.phases) names << QString::fromStdString(name);
  return names;
}

bool SettingsDraft::isSet(const QString& key) const {
  return m_problems.contains(key) || ownText(m_values, partsOf(key)).has_value();
}

QStringList SettingsDraft::phasesThatSet(const QString& key) const {
  QStringList names = phases();
  names.removeIf([&](const QString& name) { return !ownText(m_values, {name, key}); });
  return names;
}

void SettingsDraft::unset(const QString& key) {
  m_before.reset();
  m_texts.remove(key);
  m_problems.remove(key);
  config::unset_setting(m_values, key.toStdString());
  const Parts parts = partsOf(key);
  if (const auto block = m_blocks.find(parts.phase); block != m_blocks.end())
    std::erase_if(block->settings,
                  [&](const auto& one) { return parts.key == QLatin1String(one.first.c_str()); });
  settle();
}

void SettingsDraft::forget(const QString& phase) {
  const QString begin = phaseKey(phase, QString());
  m_texts.removeIf([&](const auto& text) { return text.key().startsWith(begin); });
  m_problems.removeIf([&](const auto& problem) { return problem.key().startsWith(begin); });
}

void SettingsDraft::addPhase(const QString& name) {
  QStringList names = phases();
  if (names.isEmpty() && name != QLatin1String(m_values.method.c_str()))
    names << QString::fromStdString(m_values.method);
  names << name;
  setText(QStringLiteral("phases"), names.join(QStringLiteral(", ")));
}

void SettingsDraft::renamePhase(int index, const QString& name) {
  QStringList names = phases();
  const QString before = names.value(index);
  if (before.isEmpty() || name == before) return;
  keepBlocks();
  if (const auto block = m_blocks.find(before);
      block != m_blocks.end() && !m_blocks.contains(name)) {
    config::PhaseBlock moved = *block;
    moved.name = name.toStdString();
    m_blocks.erase(block);
    m_blocks.insert(name, moved);
    std::erase_if(m_values.phase, [&](const config::PhaseBlock& one) {
      return before == QLatin1String(one.name.c_str());
    });
  }
  forget(before);
  names[index] = name;
  setText(QStringLiteral("phases"), names.join(QStringLiteral(", ")));
}

void SettingsDraft::movePhase(int index, int delta) {
  QStringList names = phases();
  const int place = index + delta;
  if (index < 0 || index >= names.size() || place < 0 || place >= names.size()) return;
  names.move(index, place);
  setText(QStringLiteral("phases"), names.join(QStringLiteral(", ")));
}

void SettingsDraft::removePhase(int index) {
  QStringList names = phases();
  if (index < 0 || index >= names.size()) return;
  keep(true);
  const Before before = *m_before;
  forget(names[index]);
  keepBlocks();
  m_blocks.remove(names.takeAt(index));
  const QString text = names.join(QStringLiteral(", "));
  m_texts.insert(QStringLiteral("phases"), text);
  m_problems.remove(QStringLiteral("phases"));
  setPhases(names);
  m_before = before;
  settle();
}

QString SettingsDraft::yaml() const {
  return QString::fromStdString(config::to_yaml(m_values));
}

QString SettingsDraft::command() const {
  return QString::fromStdString(config::train_command(m_source.toStdString(), m_base, m_values));
}

}  // namespace nereid::widgets
