// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/licences.h"

#include <gtest/gtest.h>

namespace nereid::data {
namespace {

TEST(Licences, KnownOnesByAnySpelling) {
  for (const char* name : {"MIT", "The MIT License", "Apache-2.0", "BSD-3-Clause", "CC0-1.0"}) {
    EXPECT_TRUE(licence_terms(name).is_known) << name;
    EXPECT_FALSE(licence_terms(name).has_conditions) << name;
  }
  for (const char* name :
       {"GPL-3.0", "LGPL-2.1", "CC-BY-4.0", "CC-BY-NC-4.0", "Researcher Reciprocity License"}) {
    EXPECT_TRUE(licence_terms(name).is_known) << name;
    EXPECT_TRUE(licence_terms(name).has_conditions) << name;
  }
}

TEST(Licences, WhatIsUnknownIsToBeRead) {
  EXPECT_TRUE(licence_terms("").has_conditions);
  const LicenceTerms limited = licence_terms("Limited Use Terms");  // no "mit"
  EXPECT_FALSE(limited.is_known);
  EXPECT_TRUE(limited.has_conditions);
}

}  // namespace
}  // namespace nereid::data
