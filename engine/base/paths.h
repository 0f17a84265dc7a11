// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace nereid {

/// Folder of the running program (of the program also when called from a loaded module).
std::filesystem::path program_dir();
/// presets/, icons, built-in tasks, the pocket model: $NEREID_RESOURCES, else
/// share/nereid/resources of an installed program, else the source tree that this was built from.
std::filesystem::path resource_dir();
/// The Python side of the verifier: $NEREID_HARNESS, else share/nereid/harness, else the source
/// tree.
std::filesystem::path harness_dir();
/// The Python side of importing data: $NEREID_READER, else share/nereid/reader, else the source
/// tree.
std::filesystem::path reader_dir();
/// environment.py and requirements.txt, which make the Python environment: $NEREID_SETUP, else
/// share/nereid/setup, else packaging/ of the source tree.
std::filesystem::path setup_dir();
/// Does this program run from an installation, not from its build tree?
bool is_installed();
/// The Python environment of this build's pins in the user's cache; one serves every program of the
/// same pins. A link where the user wanted it elsewhere. Not created here.
std::filesystem::path environment_dir();
/// The interpreter that has torch and triton: $NEREID_PYTHON, else the one of environment_dir() for
/// an installed program, else the one configured at build time.
std::filesystem::path python_executable();
/// Is the environment of python_executable() there and whole?
bool has_environment();
/// How to get one: "run `nereid setup`", or "run ./start" in a source tree.
const char* setup_mend();
/// $XDG_DATA_HOME/nereid, else ~/.local/share/nereid. Not created here.
std::filesystem::path data_dir();
/// $NEREID_RUNS, else data_dir()/runs. Not created here.
std::filesystem::path runs_dir();
/// $XDG_CACHE_HOME/nereid, else ~/.cache/nereid. Not created here.
std::filesystem::path cache_dir();

}  // namespace nereid
