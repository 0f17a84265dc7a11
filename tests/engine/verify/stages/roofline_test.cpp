// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/roofline.h"

#include <gtest/gtest.h>

namespace nereid::verify {
namespace {

Work work(std::int64_t read, std::int64_t written, std::map<std::string, std::int64_t> flops = {}) {
  Work work;
  work.bytes_read = read;
  work.bytes_written = written;
  work.dot_flops = std::move(flops);
  bound_by_peaks(work);
  return work;
}

TEST(Roofline, BytesAloneAreBoundByMemory) {
  const Work found = work(2'400'000'000, 2'400'000'000);
  EXPECT_DOUBLE_EQ(found.bound_us, 1000);  // 4.8 GB at 4.8 TB/s
  EXPECT_EQ(found.limit, "memory");
  EXPECT_EQ(found.intensity, 0);
}

TEST(Roofline, ManyOperationsAreBoundByTheMatrixUnits) {
  const Work found = work(1000, 1000, {{"bf16", 989'500'000'000}});
  EXPECT_DOUBLE_EQ(found.bound_us, 1000);  // 989.5 TFLOPS
  EXPECT_EQ(found.limit, "compute");
  EXPECT_DOUBLE_EQ(found.intensity, 989'500'000'000 / 2000.0);
}

TEST(Roofline, KindsOfProductsTakeTheirOwnTimes) {
  const std::int64_t count = 67'000'000'000;
  const double fp32 = work(0, 0, {{"fp32", count}}).bound_us;
  EXPECT_DOUBLE_EQ(fp32, 1000);
  EXPECT_LT(work(0, 0, {{"tf32", count}}).bound_us, fp32);
  EXPECT_LT(work(0, 0, {{"bf16", count}}).bound_us, work(0, 0, {{"tf32", count}}).bound_us);
  EXPECT_LE(work(0, 0, {{"unknown", count}}).bound_us, work(0, 0, {{"bf16", count}}).bound_us);
  EXPECT_DOUBLE_EQ(work(0, 0, {{"fp32", count}, {"fp64", count}}).bound_us, 2000);
}

TEST(Roofline, NothingNeedsNoTime) {
  const Work found = work(0, 0);
  EXPECT_EQ(found.bound_us, 0);
  EXPECT_EQ(found.intensity, 0);
}

TEST(Roofline, LaunchesRunOneAfterAnother) {
  const Json answer = *parse_json(
      R"({"work":[{"name":"a","launches":2,"read":4800000,"written":0,"dot_flops":{}},)"
      R"({"name":"b","launches":1,"read":0,"written":100,"dot_flops":{"bf16":989500000}}]})");
  const auto roofline = roofline_of(answer, "original");
  ASSERT_TRUE(roofline);
  EXPECT_EQ(roofline->variant, "original");
  ASSERT_EQ(roofline->kernels.size(), 2U);
  EXPECT_EQ(roofline->kernels[0].limit, "memory");
  EXPECT_EQ(roofline->kernels[1].limit, "compute");
  EXPECT_EQ(roofline->total.launches, 3);
  EXPECT_EQ(roofline->total.bytes_read, 4'800'000);
  EXPECT_EQ(roofline->total.bytes_written, 100);
  EXPECT_DOUBLE_EQ(roofline->total.bound_us, 2);
}

TEST(Roofline, DamagedAnswersAreNoWork) {
  for (const char* text : {"{}", R"({"work":[]})", R"({"work":3})", R"({"work":"x"})"})
    EXPECT_FALSE(roofline_of(*parse_json(text), "original")) << text;
  const auto odd =
      roofline_of(*parse_json(R"({"work":[1,{"read":-5,"dot_flops":[1],"name":[]}]})"), "original");
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->total.bytes_read, 0);
}

}  // namespace
}  // namespace nereid::verify
