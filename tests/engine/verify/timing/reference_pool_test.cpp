// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/timing/reference_pool.h"

#include <gtest/gtest.h>

#include <vector>

namespace nereid::verify {
namespace {

TEST(ReferencePool, TheSameNameGivesTheSameReference) {
  ReferencePool pool;
  const auto first = pool.lease("a");
  EXPECT_EQ(pool.lease("a"), first);
  EXPECT_NE(pool.lease("b"), first);
}

TEST(ReferencePool, TheLongestUnusedIsEnded) {
  ReferencePool pool;
  std::weak_ptr<TimedReference> oldest = pool.lease("0");
  const std::weak_ptr<TimedReference> second = pool.lease("1");
  for (const char* name : {"2", "3", "0", "4"}) (void)pool.lease(name);
  EXPECT_EQ(pool.size(), 4U);
  EXPECT_FALSE(oldest.expired()) << "used again meanwhile";
  EXPECT_TRUE(second.expired());
}

TEST(ReferencePool, ThoseInUseStay) {
  ReferencePool pool;
  std::vector<std::shared_ptr<TimedReference>> held;
  for (const char* name : {"0", "1", "2", "3", "4", "5"}) held.push_back(pool.lease(name));
  EXPECT_EQ(pool.size(), 6U);
  EXPECT_EQ(pool.lease("0"), held.front());
  held.clear();
  (void)pool.lease("5");
  EXPECT_EQ(pool.size(), 4U);
}

}  // namespace
}  // namespace nereid::verify
