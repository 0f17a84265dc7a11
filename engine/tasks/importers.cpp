// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/importers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/paths.h"
#include "engine/tasks/internal/memory_estimate.h"
#include "engine/tasks/internal/python_text.h"
#include "engine/tasks/reference_file.h"

namespace nereid::tasks {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSourceLimit = 4 << 20;  // the largest KernelBench reference has 23 KB
constexpr int kLevels = 4;

std::int64_t half_of_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::int64_t>(pages) * page / 2 : 0;
}

std::string gigabytes(std::int64_t bytes) {
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1 << 30));
}

/// The number before the first underscore of "19_ReLU.py"; 0 if there is none.
int problem_number(const fs::path& file) {
  const std::string name = file.filename().string();
  int number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

std::string readable_name(const std::string& stem) {
  const std::size_t bar = stem.find('_');
  const bool numbered = bar != std::string::npos && bar > 0 &&
                        std::all_of(stem.begin(), stem.begin() + static_cast<std::ptrdiff_t>(bar),
                                    [](unsigned char c) { return std::isdigit(c); });
  return numbered ? stem.substr(bar + 1) : stem;
}

/// The operations that a reference names: what follows nn., F. and torch., lower case, each once,
/// in order.
std::vector<std::string> operations_of(const std::vector<PyLine>& lines) {
  static const std::vector<std::string> uninteresting = {
      "Module",     "nn",         "functional", "Parameter", "rand",  "randn", "Tensor",
      "ModuleList", "Sequential", "randint",    "ones",      "zeros", "empty", "manual_seed"};
  std::vector<std::string> found;
  for (const PyLine& line : lines) {
    if (line.tokens[0].text == "import" || line.tokens[0].text == "from") {
      continue;
    }
    for (std::size_t i = 0; i + 2 < line.tokens.size(); ++i) {
      const std::string& owner = line.tokens[i].text;
      if ((owner != "nn" && owner != "F" && owner != "torch" && owner != "functional") ||
          line.tokens[i + 1].text != ".") {
        continue;
      }
      std::string name = line.tokens[i + 2].text;
      if (std::find(uninteresting.begin(), uninteresting.end(), name) != uninteresting.end()) {
        continue;
      }
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return std::tolower(c); });
      if (std::find(found.begin(), found.end(), name) == found.end()) {
        found.push_back(name);
      }
    }
  }
  return found;
}

bool defines(const std::vector<PyLine>& lines, std::string_view keyword, std::string_view name) {
  return std::any_of(lines.begin(), lines.end(), [&](const PyLine& line) {
    return line.indent == 0 && line.tokens.size() > 1 && line.tokens[0].text == keyword &&
           line.tokens[1].text == name;
  });
}

/// What a reference must define; the name of the first that is missing, or "".
std::string missing_part(const std::vector<PyLine>& lines, const std::string& entry_point) {
  if (!defines(lines, "class", entry_point)) {
    return "class " + entry_point;
  }
  for (const char* name : {"get_inputs", "get_init_inputs"}) {
    if (!defines(lines, "def", name)) {
      return fmt::format("def {}()", name);
    }
  }
  return "";
}

void judge_size(Task& task, std::int64_t limit) {
  const MemoryEstimate estimate = estimate_memory(task.reference, task.entry_point);
  task.memory_bytes = estimate.bytes;
  if (limit > 0 && estimate.bytes > limit) {
    task.too_large = true;
    task.note = fmt::format(
        "needs about {} for inputs, parameters and outputs, over {}: smaller shapes are judged",
        gigabytes(estimate.bytes), gigabytes(limit));
  } else if (task.reference.find("from_pretrained") != std::string::npos) {
    task.note = "loads a pretrained model by name, which is not available without network";
  } else if (!estimate.unknown.empty()) {
    task.note = "size not known from the source: " + estimate.unknown.front();
  }
}

Error bad_reference(const std::string& name, const std::string& what) {
  return {ErrorCode::kInvalidArgument,
          fmt::format("{}: {}; a reference defines a class (Model, or that of the entry point), "
                      "get_inputs() and get_init_inputs()",
                      name, what)};
}

Result<Task> task_of_text(const std::string& name, std::string text, std::string entry_point,
                          std::int64_t limit) {
  std::size_t bad = 0;
  if (!is_utf8(text, &bad)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: byte {} is not UTF-8; save the file as UTF-8", name, bad)};
  }
  if (entry_point.empty()) {
    Result<std::string> found = entry_point_of(text);
    if (!found) {
      return bad_reference(name, found.error().message);
    }
    entry_point = std::move(*found);
  }
  Result<ReferenceFile> parts = split_reference(text);
  if (!parts) {
    return Error{parts.error().code, name + ": " + parts.error().message};
  }
  const std::vector<PyLine> lines = tokenize_python(parts->reference);
  if (const std::string missing = missing_part(lines, entry_point); !missing.empty()) {
    return bad_reference(name, fmt::format("no {} at the top level", missing));
  }
  Task task;
  task.id = name;
  task.name = readable_name(fs::path(name).stem().string());
  task.source = parts->origin.source.empty() ? "file" : parts->origin.source;
  task.level = parts->origin.level > 0 ? parts->origin.level : task.level;
  task.licences = std::move(parts->origin.licences);
  task.entry_point = std::move(entry_point);
  task.reference = std::move(parts->reference);
  task.tags = operations_of(lines);
  task.fingerprint = fingerprint(task.reference);
  judge_size(task, limit);
  return task;
}

Result<Task> read_task(const fs::path& file, std::int64_t limit, const std::string& entry_point) {
  auto source = read_file(file, kSourceLimit);
  if (!source) {
    return source.error();
  }
  return task_of_text(file.string(), std::move(*source), entry_point, limit);
}

/// `folder` itself or its subfolder KernelBench, whichever holds level1.
fs::path kernelbench_root(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& root : {folder, folder / "KernelBench"}) {
    for (int level = 1; level <= kLevels; ++level) {
      if (fs::is_directory(root / fmt::format("level{}", level), ignored)) {
        return root;
      }
    }
  }
  return {};
}

Result<std::vector<fs::path>> python_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (at->path().extension() == ".py") {
      files.push_back(at->path());
    }
  }
  if (problem) {
    return file_error("cannot list", folder, problem.value());
  }
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return std::pair(problem_number(a), a.filename()) < std::pair(problem_number(b), b.filename());
  });
  return files;
}

}  // namespace

fs::path task_folder(const fs::path& name) {
  std::error_code ignored;
  const bool is_word = !name.empty() && name == name.filename() && name != "." && name != "..";
  const fs::path own = resource_dir() / "tasks" / name;
  return is_word && !fs::exists(name, ignored) && fs::is_directory(own, ignored) ? own : name;
}

Result<std::vector<Task>> load_kernelbench(const fs::path& name, const ImportOptions& options) {
  const fs::path folder = task_folder(name);
  const fs::path root = kernelbench_root(folder);
  std::error_code ignored;
  if (root.empty() && !fs::exists(folder, ignored)) return file_error("reading", folder, ENOENT);
  if (root.empty()) {
    return Error{ErrorCode::kNotFound, fmt::format("{}: no KernelBench folder; expected level1 ... "
                                                   "level4 in it or in its subfolder KernelBench",
                                                   folder.string())};
  }
  const std::int64_t limit =
      options.memory_limit_bytes > 0 ? options.memory_limit_bytes : half_of_memory();
  std::vector<Task> tasks;
  for (int level = 1; level <= kLevels; ++level) {
    const std::string level_name = fmt::format("level{}", level);
    std::error_code ignored;
    if (!fs::is_directory(root / level_name, ignored)) {
      continue;
    }
    const auto files = python_files(root / level_name);
    if (!files) {
      return files.error();
    }
    for (const fs::path& file : *files) {
      auto task = read_task(file, limit, {});
      if (!task) {
        return task.error();
      }
      if (task->source == "file") {
        task->source = "kernelbench";
      }
      task->id = fmt::format("{}/{}/{}", task->source, level_name, file.stem().string());
      task->level = level;
      task->split = "test";
      tasks.push_back(std::move(*task));
    }
  }
  return tasks;
}

Result<Task> load_task_file(const fs::path& file, const std::string& entry_point) {
  return read_task(file, half_of_memory(), entry_point);
}

Result<Task> task_from_text(const std::string& name, std::string text) {
  return task_of_text(name, std::move(text), {}, half_of_memory());
}

std::string fingerprint(std::string_view reference) {
  return sha256_hex(canonical_python(reference));
}

}  // namespace nereid::tasks
