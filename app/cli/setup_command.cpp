// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/terminal.h"
#include "engine/base/paths.h"
#include "engine/setup/environment.h"

namespace nereid::app {
namespace {

namespace env = setup;

struct SetupOptions {
  std::string folder;
  bool remove = false;
  bool json = false;
};

const char* stage_words(env::SetupStage stage) {
  switch (stage) {
    case env::SetupStage::kWaiting:
      return "Waiting for another set-up";
    case env::SetupStage::kPrepare:
      return "Making the virtual environment";
    case env::SetupStage::kResolve:
      return "Asking the package index";
    case env::SetupStage::kDownload:
      return "Downloading";
    case env::SetupStage::kUnpack:
      return "Unpacking";
    case env::SetupStage::kCheck:
      return "Checking that torch and triton can be imported";
  }
  return "";
}

/// One live line on a terminal; elsewhere a line a stage and one every tenth part. JSON lines if
/// asked.
class SetupPrinter {
 public:
  explicit SetupPrinter(bool json) : json_(json), terminal_(!json && isatty(STDOUT_FILENO) != 0) {}

  void show(const env::SetupProgress& progress) {
    if (json_) return print_json(progress);
    const bool is_new = !begun_ || progress.stage != stage_;
    begun_ = true;
    stage_ = progress.stage;
    if (is_new) tenth_ = -1;
    if (progress.total_bytes <= 0) {
      if (is_new) print_line(fmt::format("{}...", stage_words(progress.stage)));
      return;
    }
    const double share = static_cast<double>(progress.done_bytes) / progress.total_bytes;
    std::string text =
        fmt::format("{} {:.0f} of {:.0f} MB ({:.0f} %)", stage_words(progress.stage),
                    progress.done_bytes / 1e6, progress.total_bytes / 1e6, 100 * share);
    if (progress.seconds_left >= 0)
      text += fmt::format(", {} left", duration_text(progress.seconds_left));
    if (!progress.package.empty()) text += "  " + progress.package;
    if (terminal_) return draw(text);
    const int tenth = static_cast<int>(10 * share);
    if (tenth > tenth_) print_line(text);
    tenth_ = std::max(tenth_, tenth);
  }

  void finish() {
    if (live_width_ > 0) std::printf("\n");
    live_width_ = 0;
    std::fflush(stdout);
  }

 private:
  static void print_json(const env::SetupProgress& progress) {
    nlohmann::ordered_json event = {{"event", "progress"},
                                    {"stage", env::stage_name(progress.stage)},
                                    {"done_bytes", progress.done_bytes},
                                    {"total_bytes", progress.total_bytes},
                                    {"package", progress.package}};
    event["seconds_left"] = progress.seconds_left >= 0
                                ? nlohmann::ordered_json(progress.seconds_left)
                                : nlohmann::ordered_json();
    std::printf("%s\n", event.dump().c_str());
    std::fflush(stdout);
  }
  void print_line(const std::string& text) {
    finish();
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
  }
  void draw(std::string text) {
    text.resize(std::max(text.size(), live_width_), ' ');
    std::printf("\r%s", text.c_str());
    std::fflush(stdout);
    live_width_ = text.size();
  }

  const bool json_, terminal_;
  bool begun_ = false;
  env::SetupStage stage_ = env::SetupStage::kPrepare;
  int tenth_ = -1;
  std::size_t live_width_ = 0;
};

/// The set-up on a thread of its own, while this one looks for Ctrl-C.
Result<void> make_until_interrupted(const SetupOptions& options, SetupPrinter& printer) {
  InterruptGuard guard;
  Result<void> outcome;
  std::atomic<bool> done = false;
  std::jthread worker([&](const std::stop_token& stop) {
    outcome = env::make_environment(
        options.folder, [&](const env::SetupProgress& progress) { printer.show(progress); }, stop);
    done = true;
    done.notify_all();
  });
  while (!done) {
    if (InterruptGuard::interrupted()) worker.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  worker.join();
  return outcome;
}

int run_setup(const SetupOptions& options) {
  if (options.remove) {
    const auto freed = env::remove_environment();
    if (!freed) return report_error(freed.error());
    std::printf("Removed %s: %.1f GB\n", environment_dir().c_str(), *freed / 1e9);
    return kExitDone;
  }
  const auto size = env::setup_size();
  if (!size) return report_error(size.error());
  const bool is_there = std::filesystem::exists(environment_dir() / ".ready");
  if (!options.json && !is_there) {
    std::printf("The Python environment: %.1f GB to download, %.1f GB on disk, in %s\n",
                size->download_bytes / 1e9, size->installed_bytes / 1e9,
                options.folder.empty() ? environment_dir().c_str() : options.folder.c_str());
    std::fflush(stdout);
  }
  SetupPrinter printer(options.json);
  const Result<void> made = make_until_interrupted(options, printer);
  printer.finish();
  if (!made) return report_error(made.error());
  if (options.json) {
    std::printf("%s\n",
                nlohmann::ordered_json({{"event", "done"}, {"folder", environment_dir().string()}})
                    .dump()
                    .c_str());
  } else {
    std::printf("The Python environment is ready: %s\n", environment_dir().c_str());
  }
  return kExitDone;
}

}  // namespace

void add_setup_command(CLI::App& app, int& status) {
  auto options = std::make_shared<SetupOptions>();
  CLI::App* command = app.add_subcommand(
      "setup", "Make the Python environment with torch and triton, or remove it");
  command
      ->add_option("--folder", options->folder,
                   "Make it there (on a larger disk, or for all users), and remember the place")
      ->type_name("DIR");
  auto* remove = command->add_flag("--remove", options->remove,
                                   "Remove the environment and everything downloaded for it");
  remove->excludes("--folder");
  command->add_flag("--json", options->json, "Machine-readable lines on standard output");
  command->callback([options, &status] { status = run_setup(*options); });
}

}  // namespace nereid::app
