// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/own_references.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace nereid::verify {
namespace {

// Whether `key` had to be made.
bool is_made(OwnReferences& references, const std::string& key, bool infrastructure = false) {
  bool made = false;
  references.get(key, [&]() -> OwnReferences::Prepared {
    made = true;
    auto prepared = std::make_shared<PreparedReference>();
    prepared->infrastructure = infrastructure;
    return prepared;
  });
  return made;
}

TEST(OwnReferences, TheLastFewAreKept) {
  OwnReferences references;
  for (const char* key : {"a", "b", "c", "d"}) EXPECT_TRUE(is_made(references, key));
  EXPECT_FALSE(is_made(references, "a"));
  EXPECT_TRUE(is_made(references, "e"));  // in the place of b
  EXPECT_EQ(references.size(), 4U);
  EXPECT_FALSE(is_made(references, "a"));
  EXPECT_TRUE(is_made(references, "b"));
}

TEST(OwnReferences, WhatFailedThroughNoFaultOfTheTaskIsMadeAgain) {
  OwnReferences references;
  EXPECT_TRUE(is_made(references, "a", true));
  EXPECT_TRUE(is_made(references, "a"));
  EXPECT_FALSE(is_made(references, "a"));
}

}  // namespace
}  // namespace nereid::verify
