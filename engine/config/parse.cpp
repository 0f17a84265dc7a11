// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/check.h"
#include "engine/base/file.h"
#include "engine/config/internal/checks.h"
#include "engine/config/internal/fields.h"
#include "engine/config/internal/nearest.h"
#include "engine/config/internal/phase_blocks.h"
#include "engine/config/internal/values.h"
#include "engine/config/settings.h"

namespace nereid::config {
namespace {

Error invalid(std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message)};
}

std::vector<std::string> keys_of(const std::vector<Field>& fields) {
  std::vector<std::string> keys;
  for (const Field& field : fields) keys.push_back(field.key());
  return keys;
}

std::string unknown_key(const std::string& key, const std::vector<Field>& fields) {
  std::string message = key + ": unknown setting";
  const auto of_phase = split_phase_key(key);
  const std::string prefix =
      of_phase ? std::string(kPhasePrefix) + of_phase->phase + "." : std::string();
  const std::string plain = of_phase ? of_phase->key : key;
  if (key.starts_with(kPhasePrefix) && !of_phase)
    return message + "; a phase is set by phase.NAME.KEY, such as phase.sft.sft.steps";
  const std::optional<std::string> near = nearest_key(plain, keys_of(fields));
  if (near && *near != plain) message += "; did you mean " + prefix + *near + "?";
  return message;
}

/// Reads one YAML document into one config. "grpo.beta: 1" at the top is as good as a section with
/// "beta: 1"; so it is in the block of a phase.
class Reader {
 public:
  Reader(RunConfig& config, std::string file)
      : config_(config), file_(std::move(file)), fields_(fields_of(config)) {
    for (const Field& field : fields_) by_key_[field.key()] = &field;
    for (const Field& field : fields_)
      if (!field.section.empty()) sections_.insert(field.section);
  }

  Result<void> read(const YAML::Node& root) {
    if (!root.IsMap()) return at(root.Mark(), "expected settings as \"key: value\" lines");
    return read_map(root, "");
  }

  /// "FILE:LINE: message"; only "FILE: message" for a key that the file does not mention.
  Error at_key(const std::string& key, const std::string& message) const {
    const auto line = lines_.find(key);
    const std::string place =
        line == lines_.end() ? file_ : fmt::format("{}:{}", file_, line->second);
    return invalid(fmt::format("{}: {}: {}", place, key, message));
  }

  Error at(const YAML::Mark& mark, const std::string& message) const {
    return invalid(fmt::format("{}:{}: {}", file_, std::max(mark.line, 0) + 1, message));
  }

 private:
  Result<void> read_map(const YAML::Node& map, const std::string& section) {
    for (const auto& entry : map) {
      const YAML::Node& name = entry.first;
      if (!name.IsScalar())
        return at(name.Mark(), "expected the name of a setting, got a list or map");
      const std::string key = section.empty() ? name.Scalar() : section + "." + name.Scalar();
      const auto [first, is_new] = lines_.emplace(key, name.Mark().line + 1);
      if (!is_new)
        return at(name.Mark(),
                  fmt::format("{}: given twice, first in line {}", key, first->second));
      const std::string plain = without_phase(key);
      const bool is_section = plain.find('.') == std::string::npos && sections_.contains(plain);
      Result<void> done = {};
      if (section.empty() && key == "phase") {
        done = read_phases(entry.second);
      } else {
        done = is_section ? read_section(entry.second, key) : read_value(entry, key);
      }
      if (!done) return done;
    }
    return {};
  }

  static std::string without_phase(const std::string& key) {
    const auto of_phase = split_phase_key(key);
    return of_phase ? of_phase->key : key;
  }

  Result<void> read_phases(const YAML::Node& node) {
    if (node.IsNull()) return {};
    if (!node.IsMap())
      return at(node.Mark(),
                "phase: expected a block for each phase, as \"sft:\" and below it its "
                "settings, got a single value");
    for (const auto& entry : node) {
      if (!entry.first.IsScalar())
        return at(entry.first.Mark(), "phase: expected the name of a phase, got a list or map");
      const std::string block = std::string(kPhasePrefix) + entry.first.Scalar();
      lines_.emplace(block, entry.first.Mark().line + 1);
      if (Result<void> done = read_section(entry.second, block); !done) return done;
    }
    return {};
  }

  Result<void> read_section(const YAML::Node& node, const std::string& section) {
    if (node.IsNull()) return {};  // a section whose lines are all commented out
    if (!node.IsMap())
      return at(node.Mark(),
                section + ": expected indented \"key: value\" lines, got a single value");
    return read_map(node, section);
  }

  Result<void> read_value(const YAML::detail::iterator_value& entry, const std::string& key) {
    const auto of_phase = split_phase_key(key);
    const auto field = by_key_.find(of_phase ? of_phase->key : key);
    if (field == by_key_.end()) return at(entry.first.Mark(), unknown_key(key, fields_));
    const YAML::Node& node = entry.second;
    WrittenValue written;
    if (node.IsMap()) return at(entry.first.Mark(), key + ": expected a value, got a map");
    if (node.IsNull()) return at(entry.first.Mark(), key + ": expected a value, got nothing");
    if (node.IsSequence()) {
      written.is_list = true;
      for (const YAML::Node& item : node) {
        if (!item.IsScalar()) return at(item.Mark(), key + ": expected single values in the list");
        written.items.push_back(item.Scalar());
      }
    } else {
      written.text = node.Scalar();
      written.quoted = node.Tag() == "!";  // yaml-cpp's mark of a scalar in quotes
    }
    const auto problem =
        of_phase ? set_block_value(config_, *of_phase, written) : assign(*field->second, written);
    if (problem) return at(entry.first.Mark(), key + ": " + *problem);
    return {};
  }

  RunConfig& config_;
  std::string file_;
  std::vector<Field> fields_;
  std::map<std::string, const Field*> by_key_;
  std::set<std::string> sections_;
  std::map<std::string, int> lines_;
};

Result<RunConfig> read_document(const std::string& text, const std::string& file_name) {
  RunConfig config;
  Reader reader(config, file_name);
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.empty() || documents.front().IsNull())
      return invalid(file_name + ":1: expected settings, the file is empty; start from a preset");
    if (documents.size() > 1)
      return reader.at(documents[1].Mark(), "expected one document, a second one begins here");
    if (Result<void> done = reader.read(documents.front()); !done) return done.error();
  } catch (const YAML::Exception& problem) {
    return reader.at(problem.mark, "broken YAML: " + problem.msg);
  }
  if (const auto problem = find_contradiction(config))
    return reader.at_key(problem->key, problem->message);
  return config;
}

Result<void> assign_override(RunConfig& config, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    return invalid(fmt::format("{}: expected key=value, e.g. grpo.steps=20", assignment));
  const std::string key = assignment.substr(0, equals);
  const std::string text = assignment.substr(equals + 1);
  const std::vector<Field> fields = fields_of(config);
  const auto of_phase = split_phase_key(key);
  const Field* field = find_field(fields, of_phase ? of_phase->key : key);
  if (!field) return invalid(unknown_key(key, fields));
  const WrittenValue written = written_plainly(*field, text);
  const auto problem =
      of_phase ? set_block_value(config, *of_phase, written) : assign(*field, written);
  if (problem) return invalid(key + ": " + *problem);
  return {};
}

/// Another list of phases leaves blocks behind that nobody asked for: those of `before` whose phase
/// is in it no more. A block that an override itself names stays, and is told as wrong.
void drop_left_blocks(RunConfig& config, const RunConfig& before,
                      const std::vector<std::string>& assignments) {
  if (config.phases == before.phases) return;
  const auto is_named = [&](const std::string& name) {
    return std::any_of(assignments.begin(), assignments.end(), [&](const std::string& text) {
      return text.starts_with(std::string(kPhasePrefix) + name + ".");
    });
  };
  std::erase_if(config.phase, [&](const PhaseBlock& block) {
    const bool is_left =
        std::find(config.phases.begin(), config.phases.end(), block.name) == config.phases.end();
    const bool is_old =
        std::any_of(before.phase.begin(), before.phase.end(),
                    [&](const PhaseBlock& other) { return other.name == block.name; });
    return is_left && is_old && !is_named(block.name);
  });
}

}  // namespace

Result<RunConfig> parse_settings(std::string_view yaml, const std::string& file_name) {
  std::size_t bad = 0;
  if (!is_utf8(yaml, &bad)) {
    const auto line =
        std::count(yaml.begin(), yaml.begin() + static_cast<std::ptrdiff_t>(bad), '\n') + 1;
    return invalid(
        fmt::format("{}:{}: expected UTF-8 text, got the byte 0x{:02x}; save the file as UTF-8",
                    file_name, line, static_cast<unsigned char>(yaml[bad])));
  }
  return guarded(file_name, [&] { return read_document(std::string(yaml), file_name); });
}

Result<void> check_settings(const RunConfig& config) {
  if (const auto problem = find_contradiction(config))
    return invalid(problem->key + ": " + problem->message);
  return {};
}

Result<void> apply_override(RunConfig& config, const std::string& assignment) {
  return apply_overrides(config, {assignment});
}

Result<void> apply_overrides(RunConfig& config, const std::vector<std::string>& assignments) {
  RunConfig changed = config;
  for (const std::string& assignment : assignments)
    if (Result<void> done = assign_override(changed, assignment); !done) return done;
  drop_left_blocks(changed, config, assignments);
  if (Result<void> done = check_settings(changed); !done) return done;
  config = std::move(changed);
  return {};
}

}  // namespace nereid::config
