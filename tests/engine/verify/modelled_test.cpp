// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/modelled.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace nereid::verify {
namespace {

const ModelledDevice& h200() {
  return *find_modelled_device("H200");
}

Work work(int launches, std::int64_t read, std::int64_t written, std::int64_t programs = 0) {
  Work work;
  work.launches = launches;
  work.bytes_read = read;
  work.bytes_written = written;
  work.programs = programs;
  return work;
}

Roofline roofline(std::vector<Work> kernels) {
  Roofline roofline;
  roofline.variant = "original";
  roofline.kernels = std::move(kernels);
  return roofline;
}

double us_of(const Work& work) {
  return modelled_side(std::vector{work}, h200()).us;
}

// Two vectors of 2^20 float32 are read and one is written: 12 MiB at 4.8 TB/s are 2.62144 us; 2^20
// additions at 67 TFLOPS are 0.016 us and hide behind them.
TEST(Modelled, VectorAddIsItsBytesAndALaunch) {
  Work add = work(1, 8 << 20, 4 << 20, 1024);
  add.other_flops = {{"fp32", 1 << 20}};
  const ModelledSide side = modelled_side(std::vector{add}, h200());
  EXPECT_DOUBLE_EQ(side.us, 1.07 + 2.62144);
  EXPECT_EQ(side.bytes, 12 << 20);
  EXPECT_EQ(side.flops, 1 << 20);
  EXPECT_EQ(side.launches, 1);
}

// 4096^3 in float16: 137.4 GFLOP at 989.5 TFLOPS; its 96 MiB take 21 us, which hide behind them.
TEST(Modelled, MatrixProductIsItsOperationsAndALaunch) {
  Work product = work(1, 64 << 20, 32 << 20, 1024);
  product.dot_flops = {{"fp16", std::int64_t{2} << 36}};
  EXPECT_NEAR(us_of(product), 1.07 + 138.8973, 1e-3);
  product.dot_flops = {{"fp32", std::int64_t{2} << 36}};
  EXPECT_NEAR(us_of(product), 1.07 + 2051.3276, 1e-3);  // no matrix units: 67 TFLOPS
  product.dot_flops = {};
  product.other_flops = {{"fp16", std::int64_t{2} << 36}};  // multiplied and summed by hand
  EXPECT_NEAR(us_of(product), 1.07 + 2051.3276, 1e-3);
}

// Rows of a softmax: five kernels of eager PyTorch move 12 times what one kernel moves twice.
TEST(Modelled, FusedIsFasterThanUnfused) {
  constexpr std::int64_t kBytes = 64 << 20;
  const Roofline fused = roofline({work(1, kBytes, kBytes, 4096)});
  const Roofline unfused = roofline({work(5, 7 * kBytes, 5 * kBytes)});
  const auto time = modelled_time(fused, unfused, h200());
  ASSERT_TRUE(time);
  EXPECT_NEAR(time->candidate.us, 1.07 + 2 * 13.981013, 1e-5);
  EXPECT_NEAR(time->reference.us, 5 * 1.07 + 12 * 13.981013, 1e-5);
  EXPECT_DOUBLE_EQ(time->speedup, time->reference.us / time->candidate.us);
  EXPECT_GT(time->speedup, 5.9);
  EXPECT_EQ(time->device, "H200");
  EXPECT_EQ(time->variant, "original");
}

TEST(Modelled, ManyLaunchesAreSlower) {
  const Work once = work(1, 4096, 4096, 64), often = work(64, 4096, 4096, 64);
  EXPECT_GT(us_of(often), 60 * us_of(once));
  // One program in each launch, so that the same bytes pass through one multiprocessor.
  EXPECT_NEAR(us_of(often), 64 * 1.07 + 8192 / 126.72e9 * 1e6, 1e-9);
}

// One program keeps one of 132 multiprocessors busy: 64 B x 1.98 GHz, a 132th of the peak.
TEST(Modelled, FewProgramsDoNotFillTheDevice) {
  const Work alone = work(1, 8 << 20, 4 << 20, 1);
  EXPECT_NEAR(us_of(alone), 1.07 + (12 << 20) / 126.72e9 * 1e6, 1e-9);
  Work computing = work(1, 4, 4, 1);
  computing.other_flops = {{"fp32", 67'000'000}};
  EXPECT_NEAR(us_of(computing), 1.07 + 132, 1e-9);
  computing.programs = 66;
  EXPECT_NEAR(us_of(computing), 1.07 + 2, 1e-9);
  computing.launches = 66;  // one program each
  EXPECT_NEAR(us_of(computing), 66 * 1.07 + 132, 1e-9);
}

TEST(Modelled, AtomicsOnOneElementMoveItEachTime) {
  Work sum = work(1, 4'800'004, 4, 1024);
  const double before = us_of(sum);
  sum.atomic_bytes_again = 2'400'000;
  EXPECT_NEAR(us_of(sum) - before, 1, 1e-6);  // 4.8 MB more, there and back
}

TEST(Modelled, ASlowerDeviceIsSlower) {
  Work add = work(1, 8 << 20, 4 << 20, 1024);
  const ModelledSide l4 = modelled_side(std::vector{add}, *find_modelled_device("L4"));
  EXPECT_NEAR(l4.us, 1.07 + (12 << 20) / 0.3e6, 1e-6);
}

TEST(Modelled, WithoutWorkThereIsNoTime) {
  const Roofline some = roofline({work(1, 4, 4)});
  EXPECT_FALSE(modelled_time(roofline({}), some, h200()));
  EXPECT_FALSE(modelled_time(some, roofline({}), h200()));
}

TEST(Modelled, DevicesHaveNamesAndEveryNumber) {
  std::set<std::string_view> names;
  for (const ModelledDevice& device : modelled_devices()) {
    EXPECT_TRUE(names.insert(device.name).second) << device.name;
    EXPECT_EQ(find_modelled_device(device.name), &device);
    EXPECT_NE(modelled_device_names().find(device.name), std::string::npos);
    const Peaks& peaks = device.peaks;
    for (const double number :
         {device.bytes_per_second, device.clock_hz, peaks.fp64, peaks.fp32, peaks.fp64_dot,
          peaks.tf32, peaks.half, peaks.byte, static_cast<double>(device.multiprocessors)})
      EXPECT_GT(number, 0) << device.name;
    EXPECT_LE(peaks.fp64, peaks.fp32) << device.name;
    EXPECT_LE(peaks.tf32, peaks.half) << device.name;
    EXPECT_LE(peaks.half, peaks.byte) << device.name;
  }
  EXPECT_EQ(find_modelled_device("H1000"), nullptr);
  EXPECT_EQ(find_modelled_device(""), nullptr);
}

}  // namespace
}  // namespace nereid::verify
