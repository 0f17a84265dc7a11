// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual.h"

#include <fmt/format.h>

#include <string_view>

#include "app/cli/commands.h"

namespace nereid::app {
namespace {

/// A thing of the manual that the command line does not know: its name and what it means.
struct Entry {
  const char* name;
  const char* text;
};

constexpr Entry kEnvironment[] = {
    {"NEREID_PYTHON",
     "The Python with torch and triton (bin/python of an environment) to use in "
     "place of the one that `nereid setup` makes."},
    {"NEREID_RUNS", "Folder for new runs; otherwise runs/ in the data folder."},
    {"NEREID_RAY_PYTHON", "The Python that has Ray, for `nereid verify --ray`."},
    {"NEREID_SSH_CONFIG",
     "Configuration of ssh for runs on other machines, instead of ~/.ssh/config."},
    {"NEREID_COMPUTE_SANITIZER", "NVIDIA's compute-sanitizer, for `nereid verify --audit`."},
    {"NEREID_RESOURCES",
     "Presets, the pocket model, the example run and the cheat zoo, in place "
     "of those of the installation."},
    {"NEREID_HARNESS", "The Python side of the verifier, in place of the installed one."},
    {"NEREID_READER", "The Python side of `nereid data import`, in place of the installed one."},
    {"NEREID_SANDBOX_LIB", "The sandbox library, in place of the installed one."},
    {"NEREID_MACHINE_LIB", "The library that runs kernels, in place of the installed one."},
    {"NEREID_MODULE_DIR", "Folder of the training module, in place of the installed one."},
    {"NEREID_SETUP", "Folder with environment.py and requirements.txt for `nereid setup`."},
    {"XDG_CACHE_HOME",
     "Its folder nereid/ holds the Python environment and kept verdicts; otherwise ~/.cache."},
    {"XDG_DATA_HOME", "Its folder nereid/ holds runs and notes; otherwise ~/.local/share."},
    {"TMPDIR", "Folder for temporary files; otherwise /tmp."},
};

constexpr Entry kFiles[] = {
    {"~/.cache/nereid/venv-*", "The Python environment; `nereid setup --remove` removes it."},
    {"~/.cache/nereid/kept-1.sqlite",
     "Verdicts and compilations of earlier runs; `nereid cache` shows and clears them."},
    {"~/.local/share/nereid/runs", "Runs: a folder each, with record.sqlite and checkpoints."},
    {"~/.local/share/nereid/notes", "Bookmarks and notes on runs that cannot be written to."},
    {"~/.config/nereid/nereid.conf", "Theme, layout and recent runs of the workbench."},
};

constexpr Entry kExamples[] = {
    {"nereid", "Open the workbench."},
    {"nereid runs/k16", "Open the workbench on a run."},
    {"nereid setup", "Make the Python environment, once."},
    {"nereid train pocket --set grpo.num_generations=16 --out runs/k16",
     "Train without a window, with one setting changed."},
    {"nereid verify candidate.py --reference reference.py",
     "Judge a kernel: exit status 0 accepted, 1 rejected."},
    {"nereid distill KernelBench --endpoint http://localhost:8000/v1 --model NAME --out "
     "pairs.jsonl",
     "Ask a served model for kernels, and keep the right ones for SFT."},
};

/// Text that roff prints as it is: no line of it is a request.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\n') {
      result += "\n.br\n";
    } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
      result += std::string("\\&") + c;
    } else {
      result += c;
    }
  }
  return result;
}

std::string item(const std::string& name, const std::string& text) {
  return fmt::format(".TP\n.B {}\n{}\n", escaped(name), escaped(text));
}

template <std::size_t N>
std::string items(const char* title, const Entry (&entries)[N]) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const Entry& entry : entries) text += item(entry.name, entry.text);
  return text;
}

/// What CLI11 appends to a type, "INT:INT in [1 - 4]" or "TEXT:{a,b}", as a reader wants it.
std::string type_text(const std::string& type) {
  const auto colon = type.find(':');
  if (colon == std::string::npos) return type;
  if (type.compare(colon + 1, 1, "{") == 0) return type.substr(colon + 1);
  const auto range = type.find('[', colon);
  return type.substr(0, colon) + (range == std::string::npos ? "" : " " + type.substr(range));
}

/// "--out DIR" or "SETTINGS (default: pocket)".
std::string option_text(const CLI::Option& option) {
  std::string name = option.get_name(option.get_positional(), true);
  const bool takes_value = option.get_items_expected_max() > 0 && !option.get_positional();
  if (takes_value && !option.get_type_name().empty())
    name += " " + type_text(option.get_type_name());
  if (!option.get_default_str().empty())
    name += fmt::format(" (default: {})", option.get_default_str());
  return item(name, option.get_description().empty() ? "." : option.get_description());
}

std::string options_text(const CLI::App& app) {
  std::string text;
  for (const bool positional : {true, false})
    for (const CLI::Option* option : app.get_options({})) {
      // An option without a group is not for users; each command has --help.
      if (option->get_group().empty() || option->get_positional() != positional) continue;
      if (app.get_parent() != nullptr && option == app.get_help_ptr()) continue;
      text += option_text(*option);
    }
  return text;
}

std::string synopsis(const CLI::App& app, const std::string& path) {
  std::string line = path;
  if (!app.get_subcommands({}).empty()) line += " COMMAND";
  for (const CLI::Option* option : app.get_options({}))
    if (option->get_positional())
      line += option->get_required() ? " " + option->get_name(true)
                                     : fmt::format(" [{}]", option->get_name(true));
  return line + " [OPTIONS]";
}

std::string command_text(const CLI::App& app, const std::string& parent) {
  const std::string path = parent + " " + app.get_name();
  std::string text = fmt::format(".SS {}\n{}\n", escaped(synopsis(app, path)),
                                 escaped(app.get_description() + "."));
  text += options_text(app);
  for (const CLI::App* command : app.get_subcommands({})) text += command_text(*command, path);
  return text;
}

std::string exit_text() {
  return ".SH EXIT STATUS\n" + item(std::to_string(kExitDone), "Done; the answer is yes.") +
         item(std::to_string(kExitNo),
              "The answer is no: a candidate was rejected, a check or comparison failed, "
              "something is missing.") +
         item(std::to_string(kExitError),
              "It could not be done; standard error says why and what to do.") +
         item("130", "Ended by a second Ctrl-C before it could stop in order.");
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  std::string text = fmt::format(".TH NEREID 1 \"\" \"Nereid {}\" \"User Commands\"\n", version);
  text +=
      ".SH NAME\nnereid \\- teach language models to write Triton kernels, and watch them learn\n"
      ".SH SYNOPSIS\n.B nereid\n[RUN] [OPTIONS]\n.br\n.B nereid\nCOMMAND [OPTIONS]\n"
      ".SH DESCRIPTION\n" +
      escaped(
          "Nereid trains language models with reinforcement learning to write Triton GPU kernels, "
          "verifies every kernel that they write in a sandbox, and shows both. Without a command "
          "the workbench opens. Training and verifying need a Python environment with torch and "
          "triton, which `nereid setup` makes; recorded runs are shown without it.") +
      "\n.SH OPTIONS\n" + options_text(app) + ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands({})) text += command_text(*command, "nereid");
  text += exit_text();
  text += items("ENVIRONMENT", kEnvironment);
  text += items("FILES", kFiles);
  text += items("EXAMPLES", kExamples);
  return text;
}

}  // namespace nereid::app
