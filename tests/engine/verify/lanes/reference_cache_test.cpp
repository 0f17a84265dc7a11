// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/lanes/reference_cache.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/verify/tensors/memfd.h"

namespace nereid::verify {
namespace {

VerifyRequest task(const std::string& reference) {
  VerifyRequest request;
  request.reference = reference;
  return request;
}

std::shared_ptr<PreparedReference> prepared_with(int files) {
  auto prepared = std::make_shared<PreparedReference>();
  for (int i = 0; i < files; ++i) {
    PreparedVariant variant;
    variant.given = std::move(*empty_memfd("given"));
    prepared->variants.push_back(std::move(variant));
  }
  return prepared;
}

// One candidate of `request` comes, has its reference prepared and is done.
void judge_one(ReferenceCache& cache, const VerifyRequest& request, int files) {
  const std::shared_ptr<ReferenceEntry> entry = cache.hold(request);
  if (!entry->prepared) cache.complete(*entry, prepared_with(files));
  cache.release(entry);
}

bool is_prepared(ReferenceCache& cache, const VerifyRequest& request) {
  const std::shared_ptr<ReferenceEntry> entry = cache.hold(request);
  const bool prepared = entry->prepared != nullptr;
  cache.release(entry);
  return prepared;
}

TEST(ReferenceCache, KeepsAllTasksThatItsDescriptorsAllow) {
  ReferenceCache cache(90);
  for (const char* name : {"a", "b", "c"}) judge_one(cache, task(name), 30);
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(is_prepared(cache, task(name))) << name;
}

TEST(ReferenceCache, ForgetsTheOneThatWasNotAskedForLongest) {
  ReferenceCache cache(89);
  judge_one(cache, task("a"), 30);
  judge_one(cache, task("b"), 30);
  judge_one(cache, task("a"), 30);
  judge_one(cache, task("c"), 30);
  EXPECT_TRUE(is_prepared(cache, task("a")));
  EXPECT_TRUE(is_prepared(cache, task("c")));
  EXPECT_FALSE(is_prepared(cache, task("b")));
}

TEST(ReferenceCache, KeepsWhatACandidateWaitsFor) {
  ReferenceCache cache(10);
  const std::shared_ptr<ReferenceEntry> held = cache.hold(task("a"));
  cache.complete(*held, prepared_with(30));
  for (const char* name : {"b", "c"}) judge_one(cache, task(name), 30);
  EXPECT_TRUE(is_prepared(cache, task("a")));
  EXPECT_FALSE(is_prepared(cache, task("b")));
}

}  // namespace
}  // namespace nereid::verify
