// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/manual.h"
#include "app/workbench.h"
#include "engine/base/cores.h"
#include "engine/base/paths.h"

namespace nereid::app {
namespace {

void describe_window_options(CLI::App& app, WorkbenchOptions& options) {
  app.add_option("RUN", options.run,
                 "Run folder or episode file to open in the workbench, or ssh://USER@HOST/FOLDER");
  app.add_flag("--run", options.start_run, "Start the pocket run at once");
  app.add_option("--steps", options.steps, "Steps of that run")->check(CLI::PositiveNumber);
  app.add_option_function<std::string>(
         "--example",
         [&options](const std::string& name) {
           options.run = (resource_dir() / "runs" / name).string();
         },
         "Open a recorded run that comes with Nereid: example, beyond-tritonrl, two-agent or "
         "tritonrl")
      ->type_name("NAME")
      ->expected(0, 1)
      ->default_str("example")
      ->trigger_on_parse();
  app.add_flag("--no-run", options.no_run, "Open the workbench without a run");
  app.add_flag("--first-paint", options.first_paint,
               "Print the milliseconds from the start of the program to its painted window, and "
               "end");
  app.add_option("--language", options.language, "Language of the window: en, de or zh_CN")
      ->check(CLI::IsMember({"en", "de", "zh_CN"}));
  app.add_option("--screenshot", options.screenshot,
                 "Write every view as PNG into FOLDER, light and dark")
      ->type_name("FOLDER");
  app.add_flag("--list", options.list_pictures, "Print the names of those views");
  app.add_option("--only", options.only, "Write these views alone: NAME,NAME")->type_name("NAMES");
  app.add_flag("--small", options.small_pictures,
               "PNGs of at most 160 colours, a third of the size");
  app.add_option("--beside", options.beside, "Folder of runs to compare with in the PNGs")
      ->type_name("FOLDER");
  app.add_option("--verdict", options.verdict,
                 "Verdict with GPU time (JSON) for the picture of the timing")
      ->type_name("FILE");
  app.add_option("--scale", options.scale, "Device pixels per pixel of the PNGs")
      ->check(CLI::Range(1, 4));
  app.add_option("--manual", options.manual, "Write the manual as HTML into FOLDER")
      ->type_name("FOLDER");
  app.add_option("--text-size", options.text_size, "Pixels of the text of the PNGs")
      ->check(CLI::Range(8, 32));
  app.add_option("--width", options.width, "Width of the PNGs before scaling")
      ->check(CLI::Range(640, 7680));
  app.add_option("--height", options.height, "Height of the PNGs before scaling")
      ->check(CLI::Range(480, 4320));
}

// Of bounds that mean only "above" or "not below" the reader of options prints the largest number
// that there is, in 300 digits.
std::string without_endless_bounds(std::string text) {
  constexpr std::size_t kManyDigits = 100;
  const std::size_t to = text.rfind(" to ");
  if (to == std::string::npos || text.size() - to < kManyDigits) return text;
  const std::size_t words = text.find(" not in range ");
  if (words == std::string::npos) return text;
  return text.substr(0, words) + " is not above 0";
}

// The command whose help explains what was wrong: that of the options that were read last.
std::string help_command(const CLI::App& app) {
  std::string text = app.get_name();
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    text += " " + at->get_name();
  }
  return text + " --help";
}

// One letter more, less or another, or two exchanged.
bool is_near(std::string_view typed, std::string_view meant) {
  if (typed.size() > meant.size() + 1 || meant.size() > typed.size() + 1) return false;
  const auto [one, other] = std::mismatch(typed.begin(), typed.end(), meant.begin(), meant.end());
  const std::string_view left(one, typed.end()), right(other, meant.end());
  if (left.empty() || right.empty()) return true;
  if (left.substr(1) == right.substr(1) || left.substr(1) == right || left == right.substr(1))
    return true;
  return left.size() > 1 && right.size() > 1 && left[0] == right[1] && left[1] == right[0] &&
         left.substr(2) == right.substr(2);
}

// What was given as a run is a mistyped command, or a kernel. Empty if it may be a run.
std::string not_a_run(const CLI::App& app, const std::string& run) {
  std::error_code failed;
  if (run.ends_with(".py"))
    return run +
           " is no run; `nereid verify CANDIDATE.py --reference REFERENCE.py` judges a kernel";
  if (run.empty() || std::filesystem::exists(run, failed)) return {};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (is_near(run, command->get_name()))
      return fmt::format("there is neither a command nor a run \"{}\"; did you mean `nereid {}`?",
                         run, command->get_name());
  return {};
}

// Does the workbench need a display that is not there?
bool lacks_display(const WorkbenchOptions& options) {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  const bool needs_one =
      options.manual.empty() && options.screenshot.empty() && !options.list_pictures;
  return needs_one && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") &&
         !is_set("QT_QPA_PLATFORM");
}

int run(int argc, char** argv) {
  CLI::App app("Nereid: teach language models to write Triton kernels, and watch them learn.",
               "nereid");
  app.set_version_flag("--version", "nereid " NEREID_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
      "Without a command the workbench opens. `nereid COMMAND --help` explains each command.");
  WorkbenchOptions options;
  int status = kExitDone;
  describe_window_options(app, options);
  bool manual = false;
  app.add_flag("--man", manual, "Print the manual page as roff (for man -l -)")->group("");
  add_commands(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool is_answer = error.get_exit_code() == 0;  // --help and --version
    if (is_answer) return app.exit(error);
    return report_error(
        {ErrorCode::kInvalidArgument,
         fmt::format("{} (see `{}`)", without_endless_bounds(error.what()), help_command(app))});
  }
  if (!app.get_subcommands().empty()) return status;
  if (manual) {
    std::fputs(manual_page(app, NEREID_VERSION).c_str(), stdout);
    return kExitDone;
  }
  if (const std::string problem = not_a_run(app, options.run); !problem.empty())
    return report_error({ErrorCode::kInvalidArgument, problem});
  if (lacks_display(options))
    return report_error({ErrorCode::kUnavailable,
                         "there is no display for the workbench (neither DISPLAY nor "
                         "WAYLAND_DISPLAY is set); `nereid --help` lists the commands, which need "
                         "none"});
  return run_workbench(options, argc, argv);
}

// Libraries that Qt needs load libgomp before main() begins, too early for its settings: the
// program begins once more with them. Where that fails it goes on as it is.
void begin_with_passive_waiting(char** argv) {
  if (!prefer_passive_waiting()) return;
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (!failed) ::execv(program.c_str(), argv);
}

}  // namespace
}  // namespace nereid::app

int main(int argc, char** argv) {
  try {
    nereid::app::begin_with_passive_waiting(argv);
    return nereid::app::run(argc, argv);
  } catch (const std::exception& error) {
    return nereid::app::report_error({nereid::ErrorCode::kInternal, error.what()});
  }
}
