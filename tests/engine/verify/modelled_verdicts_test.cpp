// SPDX-License-Identifier: GPL-3.0-or-later
// Modelled speeds as the whole verifier tells them, of real candidates.
#include <gtest/gtest.h>

#include "engine/verify/modelled.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

constexpr const char* kHead = "import torch\nimport triton\nimport triton.language as tl\n\n";
constexpr const char* kForward = "\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n";

// Written out by hand, as five operators of eager PyTorch; 64 rows.
constexpr const char* kSoftmax = R"(
import torch

class Model(torch.nn.Module):
    def forward(self, x):
        x = torch.exp(x - x.max(dim=1, keepdim=True).values)
        return x / x.sum(dim=1, keepdim=True)

def get_inputs():
    return [torch.randn(64, 100)]

def get_init_inputs():
    return []
)";

constexpr const char* kFused = R"(
@triton.jit
def softmax(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.program_id(0) * n
    v = tl.load(x + row + at, mask=at < n, other=-float("inf")).to(tl.float32)
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row + at, e / tl.sum(e, axis=0), mask=at < n)
)";
constexpr const char* kFusedForward = R"(        y = torch.empty_like(x)
        softmax[(x.shape[0],)](x, y, x.shape[1], B=triton.next_power_of_2(x.shape[1]))
        return y
)";

// The same in two kernels with the exponentials in memory between them.
constexpr const char* kUnfused = R"(
@triton.jit
def exponentials(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.program_id(0) * n
    v = tl.load(x + row + at, mask=at < n, other=-float("inf")).to(tl.float32)
    tl.store(y + row + at, tl.exp(v - tl.max(v, axis=0)), mask=at < n)

@triton.jit
def divide(e, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.program_id(0) * n
    v = tl.load(e + row + at, mask=at < n, other=0.0)
    tl.store(y + row + at, v / tl.sum(v, axis=0), mask=at < n)
)";
constexpr const char* kUnfusedForward =
    R"(        e = torch.empty(x.shape, dtype=torch.float32, device=x.device)
        y = torch.empty_like(x)
        block = triton.next_power_of_2(x.shape[1])
        exponentials[(x.shape[0],)](x, e, x.shape[1], B=block)
        divide[(x.shape[0],)](e, y, x.shape[1], B=block)
        return y
)";

// A launch for each row.
constexpr const char* kRowsForward = R"(        y = torch.empty_like(x)
        for row in range(x.shape[0]):
            softmax[(1,)](x[row], y[row], x.shape[1], B=triton.next_power_of_2(x.shape[1]))
        return y
)";

// Leaves the second half of the rows out.
constexpr const char* kHalfForward = R"(        y = torch.zeros_like(x)
        softmax[((x.shape[0] + 1) // 2,)](x, y, x.shape[1], B=triton.next_power_of_2(x.shape[1]))
        return y
)";

VerifyRequest request_of(const std::string& id, const char* kernels, const char* forward,
                         const std::string& device = "H200") {
  VerifyRequest request;
  request.id = id;
  request.reference = kSoftmax;
  request.candidate = std::string(kHead) + kernels + kForward + forward;
  request.seed = 3;
  request.options.modelled_device = device;
  return request;
}

class ModelledVerdicts : public testing::Test {
 protected:
  static void SetUpTestSuite() { verifier_ = start_verifier().release(); }
  static void TearDownTestSuite() {
    delete verifier_;
    verifier_ = nullptr;
  }
  static std::shared_ptr<const Verdict> judged(const VerifyRequest& request) {
    auto verdict = verifier_->verify(request);
    EXPECT_TRUE(verdict->accepted) << request.id << ": " << verdict->reason.message;
    return verdict;
  }
  static inline Verifier* verifier_ = nullptr;
};

TEST_F(ModelledVerdicts, FusedIsModelledFasterThanUnfusedAndBothThanEager) {
  const auto fused = judged(request_of("fused", kFused, kFusedForward));
  const auto unfused = judged(request_of("unfused", kUnfused, kUnfusedForward));
  ASSERT_TRUE(fused->modelled && unfused->modelled);
  EXPECT_EQ(fused->modelled->device, "H200");
  EXPECT_EQ(fused->modelled->candidate.launches, 1);
  EXPECT_EQ(fused->modelled->candidate.bytes, 2 * 64 * 100 * 4);
  EXPECT_EQ(unfused->modelled->candidate.launches, 2);
  EXPECT_EQ(unfused->modelled->candidate.bytes, 4 * 64 * 100 * 4);
  EXPECT_EQ(fused->modelled->reference.launches, 5);
  EXPECT_EQ(fused->modelled->reference.us, unfused->modelled->reference.us);
  EXPECT_GT(fused->modelled->speedup, unfused->modelled->speedup);
  EXPECT_GT(unfused->modelled->speedup, 1);
  EXPECT_FALSE(fused->timing && fused->timing->device == "H200");  // not mixed with measured times
}

TEST_F(ModelledVerdicts, ManyLaunchesAreModelledSlower) {
  const auto rows = judged(request_of("rows", kFused, kRowsForward));
  ASSERT_TRUE(rows->modelled);
  EXPECT_EQ(rows->modelled->candidate.launches, 64);
  EXPECT_LT(rows->modelled->speedup, 1);
}

TEST_F(ModelledVerdicts, WhoSkipsWorkIsRejectedAndGetsNoModelledTime) {
  const auto half = verifier_->verify(request_of("half", kFused, kHalfForward));
  EXPECT_FALSE(half->accepted);
  EXPECT_EQ(half->reason.code, "wrong_values");
  EXPECT_FALSE(half->modelled);
}

TEST_F(ModelledVerdicts, OnlyWhereItIsAskedFor) {
  const auto plain = judged(request_of("plain", kFused, kFusedForward, ""));
  EXPECT_FALSE(plain->modelled);
  ASSERT_TRUE(plain->roofline);
  EXPECT_TRUE(plain->roofline->total.other_flops.empty());
  const auto other = judged(request_of("other", kFused, kFusedForward, "L4"));
  ASSERT_TRUE(other->modelled);
  EXPECT_EQ(other->modelled->device, "L4");
  EXPECT_FALSE(other->from_cache);
}

TEST_F(ModelledVerdicts, AnUnknownDeviceIsRefusedWithTheList) {
  const auto verdict = verifier_->verify(request_of("x", kFused, kFusedForward, "H1000"));
  EXPECT_FALSE(was_judged(*verdict));
  EXPECT_EQ(verdict->reason.code, "bad_request");
  EXPECT_NE(verdict->reason.message.find("H200, H100, A100"), std::string::npos)
      << verdict->reason.message;
}

}  // namespace
}  // namespace nereid::verify
