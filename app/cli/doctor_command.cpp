// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/commands.h"
#include "engine/base/file.h"
#include "engine/base/machine.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"
#include "engine/module/module.h"
#include "engine/module/rank_place.h"
#include "engine/verify/audit.h"
#include "engine/verify/sandbox_report.h"

namespace nereid::app {
namespace {

namespace fs = std::filesystem;

enum class Health { kOk, kAbsent, kMissing };  // kAbsent: Nereid works without it, with less

struct Finding {
  std::string part;
  Health health = Health::kOk;
  std::string detail;
  std::string mend;  ///< a command, "" when nothing is to be done
};

constexpr int kProbeLimitMs = 30'000;
constexpr std::uintmax_t kWantedDiskBytes = 5'000'000'000;

/// The command that mends what belongs to the Python environment.
std::string set_up() {
  return is_installed() ? "nereid setup" : "./start  (sets up everything that is missing)";
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// Standard output of a program that ended with 0.
Result<std::string> output_of(std::vector<std::string> argv) {
  auto captured = run_captured({.argv = std::move(argv)}, kProbeLimitMs);
  if (!captured) return captured.error();
  if (!captured->status.ok()) {
    return Error{ErrorCode::kUnavailable,
                 captured->status.text() + ": " + first_line(captured->err)};
  }
  return captured->out;
}

/// The parts that lie beside the program, in an installation or a source tree.
void check_installation(std::vector<Finding>& findings) {
  findings.push_back({"program", Health::kOk,
                      (is_installed() ? "installed in " : "built in ") + program_dir().string(),
                      ""});
  const struct {
    const char* part;
    fs::path file;
  } parts[] = {{"resources", resource_dir() / "presets/pocket.yaml"},
               {"harness", harness_dir() / "main.py"},
               {"set-up", setup_dir() / "environment.py"}};
  for (const auto& [part, file] : parts) {
    const bool is_there = fs::exists(file);
    findings.push_back({part, is_there ? Health::kOk : Health::kMissing,
                        (is_there ? "" : "no ") + (is_there ? file.parent_path() : file).string(),
                        is_there ? "" : "install Nereid again"});
  }
}

/// What an installed program has on a desktop: its entry in the menu, and its file types.
void check_desktop(std::vector<Finding>& findings) {
  if (!is_installed()) return;
  const fs::path share = (program_dir() / "../share").lexically_normal();
  if (!fs::exists(share / "applications/nereid.desktop")) {
    findings.push_back(
        {"desktop", Health::kAbsent, "no entry in the menu: a build without window", ""});
  } else if (!fs::exists(share / "mime/application/x-nereid-episode.xml")) {
    findings.push_back(
        {"desktop", Health::kAbsent, "file types are not registered: files do not open by a click",
         "update-mime-database " + (share / "mime").string() + "  (package shared-mime-info)"});
  } else {
    findings.push_back({"desktop", Health::kOk, "entry and file types registered", ""});
  }
}

void check_python(std::vector<Finding>& findings) {
  const fs::path python = python_executable();
  if (!has_environment() && fs::exists(python)) {
    findings.push_back({"python", Health::kMissing,
                        "the environment is not complete: " + environment_dir().string(),
                        set_up()});
    return;
  }
  if (!fs::exists(python)) {
    findings.push_back({"python", Health::kMissing,
                        "not set up: recorded runs can be shown, nothing trained or verified (" +
                            python.string() + ")",
                        set_up()});
    return;
  }
  const auto version =
      output_of({python.string(), "-c", "import platform; print(platform.python_version())"});
  if (!version) {
    findings.push_back(
        {"python", Health::kMissing, python.string() + ": " + version.error().message, set_up()});
    return;
  }
  findings.push_back({"python", Health::kOk, first_line(*version) + " at " + python.string(), ""});
}

/// Versions come from the packages' metadata: importing torch would take seconds.
void check_packages(std::vector<Finding>& findings) {
  constexpr const char* kScript =
      "import importlib.metadata as m\n"
      "for p in ('torch','triton','numpy','tokenizers','safetensors'):\n"
      "    try: print(p, m.version(p))\n"
      "    except m.PackageNotFoundError: print(p, '-')\n";
  const auto listed = output_of({python_executable().string(), "-c", kScript});
  if (!listed) return;  // the line about the interpreter already says why
  std::istringstream lines(*listed);
  std::string name, version;
  while (lines >> name >> version) {
    const bool is_there = version != "-";
    findings.push_back({name, is_there ? Health::kOk : Health::kMissing,
                        is_there ? version : "not installed", is_there ? "" : set_up()});
  }
}

void check_ptxas(std::vector<Finding>& findings) {
  constexpr const char* kScript =
      "import importlib.util as u, pathlib\n"
      "print(pathlib.Path(u.find_spec('triton').origin).parent / 'backends/nvidia/bin/ptxas')\n";
  const auto path = output_of({python_executable().string(), "-c", kScript});
  if (!path) {
    findings.push_back(
        {"ptxas", Health::kMissing, "comes with triton, which is missing", set_up()});
    return;
  }
  const auto version = output_of({first_line(*path), "--version"});
  if (!version) {
    findings.push_back({"ptxas", Health::kMissing, version.error().message, set_up()});
    return;
  }
  const auto at = version->find("release ");
  findings.push_back({"ptxas", Health::kOk,
                      at == std::string::npos ? "found" : first_line(version->substr(at)), ""});
}

void check_module(std::vector<Finding>& findings) {
  const fs::path module = training_module_file();
  const bool is_there = fs::exists(module);
  findings.push_back({"training module", is_there ? Health::kOk : Health::kMissing,
                      is_there ? module.string() : "no " + module.string(),
                      is_there ? ""
                      : is_installed()
                          ? "install Nereid again"
                          : "ninja -C " + program_dir().string() + " nereid_training"});
}

void check_gpu(std::vector<Finding>& findings) {
  const auto listed =
      output_of({"nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"});
  const auto visible = visible_gpus();
  if (visible && visible->empty() && listed && !first_line(*listed).empty()) {
    findings.push_back(
        {"GPU", Health::kAbsent,
         first_line(*listed) + ", hidden by CUDA_VISIBLE_DEVICES: GPU time is not measured",
         "unset CUDA_VISIBLE_DEVICES"});
    return;
  }
  if (listed && !first_line(*listed).empty()) {
    findings.push_back({"GPU", Health::kOk, first_line(*listed), ""});
    return;
  }
  findings.push_back(
      {"GPU", Health::kAbsent, "none: everything works but GPU time, which is not measured", ""});
}

void check_audit(std::vector<Finding>& findings) {
  const std::optional<fs::path> program = verify::find_compute_sanitizer();
  findings.push_back(
      {"compute-sanitizer", program ? Health::kOk : Health::kAbsent,
       program ? program->string() : "none: everything works but nereid verify --audit", ""});
}

/// Enters the sandbox for real and says of each layer that is not active why, and what to do.
void check_sandbox(std::vector<Finding>& findings) {
  const Result<std::vector<std::string>> active = verify::try_sandbox(verify::sandbox_library());
  if (!active) {
    findings.push_back({"sandbox", Health::kMissing, active.error().message,
                        is_installed() ? "install Nereid again"
                                       : "ninja -C " + program_dir().string() + " nereid_sandbox"});
    return;
  }
  const auto layers = verify::explain_layers(*active, verify::sandbox_facts());
  const auto count = static_cast<std::size_t>(
      std::count_if(layers.begin(), layers.end(),
                    [](const verify::SandboxLayer& layer) { return layer.active; }));
  findings.push_back(
      {"sandbox", count == layers.size() ? Health::kOk : Health::kAbsent,
       fmt::format("{} of {} layers active: {}", count, layers.size(), fmt::join(*active, ", ")),
       ""});
  for (const verify::SandboxLayer& layer : layers)
    if (!layer.active)
      findings.push_back({"sandbox " + layer.name, Health::kAbsent,
                          fmt::format("{}: {}", layer.purpose, layer.why), layer.mend});
}

/// The nearest folder above that exists: the runs folder is made by the first run.
fs::path existing_part(fs::path folder) {
  std::error_code ignored;
  while (!folder.empty() && !fs::exists(folder, ignored) && folder != folder.parent_path()) {
    folder = folder.parent_path();
  }
  return folder;
}

void check_disk(std::vector<Finding>& findings) {
  const fs::path folder = existing_part(runs_dir());
  std::error_code problem;
  const fs::space_info space = fs::space(folder, problem);
  if (access(folder.c_str(), W_OK) != 0) {
    findings.push_back({"runs folder", Health::kMissing, "no right to write in " + folder.string(),
                        "export NEREID_RUNS=FOLDER  (one that you may write to)"});
  } else if (problem || space.available < kWantedDiskBytes) {
    findings.push_back(
        {"disk", Health::kAbsent,
         fmt::format("{:.1f} GB free for runs in {}", space.available / 1e9, folder.string()),
         "export NEREID_RUNS=FOLDER  (on a larger disk)"});
  } else {
    findings.push_back(
        {"disk", Health::kOk,
         fmt::format("{:.0f} GB free for runs in {}", space.available / 1e9, folder.string()), ""});
  }
}

void check_machine(std::vector<Finding>& findings) {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const double gib =
      static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGE_SIZE)) / (1 << 30);
  findings.push_back(
      {"machine", Health::kOk,
       fmt::format("{} cores, {:.0f} GiB memory", std::thread::hardware_concurrency(), gib), ""});
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

void check_window(std::vector<Finding>& findings) {
  const bool has_display = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
  findings.push_back(
      {"display", has_display ? Health::kOk : Health::kAbsent,
       has_display ? "found"
                   : "none: commands and `nereid --screenshot FOLDER` work, the window does not",
       ""});
}

void check_ranks(std::vector<Finding>& findings) {
  const fs::path torchrun = python_executable().parent_path() / "torchrun";
  const Result<train::RankPlace> place = train::launched_place();
  if (!place) {
    findings.push_back({"several ranks", Health::kMissing, place.error().message, ""});
    return;
  }
  std::error_code ignored;
  const bool is_there = fs::exists(torchrun, ignored);
  std::string detail =
      is_there ? torchrun.string() + " starts one run on several GPUs"
               : "no torchrun in " + torchrun.parent_path().string() + ": a run uses one GPU";
  if (place->has_others()) detail += fmt::format(", here rank {} of {}", place->rank, place->count);
  findings.push_back({"several ranks", is_there ? Health::kOk : Health::kAbsent, detail, ""});
}

void print_finding(const Finding& finding, bool json) {
  const char* word = finding.health == Health::kOk       ? "ok"
                     : finding.health == Health::kAbsent ? "absent"
                                                         : "missing";
  if (json) {
    const nlohmann::json line = {{"part", finding.part},
                                 {"state", word},
                                 {"detail", finding.detail},
                                 {"mend", finding.mend}};
    std::printf("%s\n",
                line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return;
  }
  std::printf("%-8s %-20s %s\n", word, finding.part.c_str(), finding.detail.c_str());
  if (!finding.mend.empty()) std::printf("%-8s %-20s mend: %s\n", "", "", finding.mend.c_str());
}

int examine(bool json) {
  std::vector<Finding> findings;
  check_machine(findings);
  check_installation(findings);
  check_python(findings);
  if (has_environment()) {
    check_packages(findings);
    check_ranks(findings);
    check_ptxas(findings);
  }
  check_module(findings);
  check_gpu(findings);
  check_audit(findings);
  check_sandbox(findings);
  check_disk(findings);
  check_window(findings);
  check_desktop(findings);
  int missing = 0;
  for (const Finding& finding : findings) {
    print_finding(finding, json);
    if (finding.health == Health::kMissing) ++missing;
  }
  if (!json) {
    std::printf("%s\n", missing == 0
                            ? "Everything that Nereid needs is here."
                            : fmt::format("{} missing; see the mends above.", missing).c_str());
  }
  return missing == 0 ? kExitDone : kExitNo;
}

}  // namespace

void add_doctor_command(CLI::App& app, int& status) {
  auto* command = app.add_subcommand(
      "doctor", "What works here and what is missing, with the command that mends it");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON object a line");
  command->callback([json, &status] { status = examine(*json); });
}

}  // namespace nereid::app
