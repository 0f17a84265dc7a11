// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/numerics.h"

#include <ATen/Context.h>
#include <gtest/gtest.h>

#include <optional>

namespace nereid::policy {
namespace {

struct Flags {
  bool tf32, deterministic, filled;
  bool operator==(const Flags&) const = default;
};
Flags flags() {
  const at::Context& context = at::globalContext();
  return {context.allowTF32CuBLAS(), context.deterministicAlgorithms(),
          context.deterministicFillUninitializedMemory()};
}

TEST(Numerics, AreThoseFromBeforeWhenTheScopeEnds) {
  const Flags before = flags();
  {
    const NumericsScope outer({.tf32 = true});
    EXPECT_EQ(flags(), (Flags{true, true, false}));
    EXPECT_FALSE(at::globalContext().deterministicAlgorithmsWarnOnly());
    {
      const NumericsScope inner({.tf32 = false, .deterministic = false});
      EXPECT_EQ(flags(), (Flags{false, false, false}));
    }
    EXPECT_EQ(flags(), (Flags{true, true, false}));
  }
  EXPECT_EQ(flags(), before);
}

}  // namespace
}  // namespace nereid::policy
