// SPDX-License-Identifier: GPL-3.0-or-later
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace {

// As the program loads its training module: no libpython in the process before, symbols local.
TEST(Interpreter, ImportsExtensionModulesFromALoadedModule) {
  ASSERT_EQ(dlsym(RTLD_DEFAULT, "Py_IsInitialized"), nullptr);
  void* module = dlopen(NEREID_TEST_MODULE, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(module, nullptr) << dlerror();
  using Import = int (*)();
  const auto import = reinterpret_cast<Import>(dlsym(module, "nereid_test_import"));
  ASSERT_NE(import, nullptr);
  EXPECT_EQ(import(), 0);
}

}  // namespace
