// SPDX-License-Identifier: GPL-3.0-or-later
#include <pybind11/embed.h>

#include <cstdio>

#include "engine/python/internal/interpreter.h"

/// Starts the interpreter and imports an extension module: 0, or 1 with the reason on standard
/// error.
extern "C" __attribute__((visibility("default"))) int nereid_test_import() {
  if (const auto started = nereid::python::start_interpreter(); !started) {
    std::fprintf(stderr, "%s\n", started.error().message.c_str());
    return 1;
  }
  pybind11::gil_scoped_acquire gil;
  try {
    pybind11::module_::import("tokenizers");
    return 0;
  } catch (const pybind11::error_already_set& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
