// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/python/internal/interpreter.h"

#include <gtest/gtest.h>
#include <pybind11/embed.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "engine/base/paths.h"

namespace nereid::python {
namespace {

// One process has one interpreter, so the whole life of it is one test.
TEST(Interpreter, RunsInTheConfiguredEnvironmentAndSharesItsLock) {
  // A user's shell must not decide what is imported.
  setenv("PYTHONHOME", "/nonexistent", 1);
  setenv("PYTHONPATH", "/nonexistent", 1);
  const Result<void> started = start_interpreter();
  ASSERT_TRUE(started) << started.error().message;
  const Result<std::string> prefix = interpreter_prefix();
  ASSERT_TRUE(prefix) << prefix.error().message;
  EXPECT_TRUE(std::filesystem::equivalent(*prefix, python_executable().parent_path().parent_path()))
      << *prefix;

  // The lock is free after the start: other threads get it, and an extension module finds
  // libpython.
  std::atomic<int> imported = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      pybind11::gil_scoped_acquire gil;
      const auto version =
          pybind11::module_::import("tokenizers").attr("__version__").cast<std::string>();
      imported += version.empty() ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(imported, 3);
  EXPECT_TRUE(start_interpreter("/nonexistent/bin/python"));  // the first outcome stays
}

}  // namespace
}  // namespace nereid::python
