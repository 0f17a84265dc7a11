// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/stages/cubin.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <regex>

#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"

namespace nereid::verify {
namespace {

// Compiles two kernels with Triton: a small one, and one that is told to live with few registers
// and so spills. Prints the path of cuobjdump.
constexpr const char* kCompileScript = R"(
import os, sys
os.environ["TRITON_CACHE_DIR"] = sys.argv[1] + "/cache"
import triton, triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

@triton.jit
def add_one(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)

@triton.jit
def crowded(x, y, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + at)
    other = tl.load(x + at + n)
    tl.store(y + at, tl.sort(value) * tl.exp(other) + tl.cumsum(other))

def compile(kernel, block, **options):
    source = ASTSource(kernel, {"x": "*fp32", "y": "*fp32", "n": "i32", "BLOCK": "constexpr"},
                       {(3,): block})
    built = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options)
    open(sys.argv[1] + "/" + kernel.fn.__name__ + ".cubin", "wb").write(built.asm["cubin"])

compile(add_one, 256)
compile(crowded, 4096, num_warps=1, maxnreg=40)
print(os.path.join(os.path.dirname(triton.__file__), "backends/nvidia/bin/cuobjdump"))
)";

class CubinTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryDirectory(std::move(*TemporaryDirectory::make("nereid-cubin")));
    const auto script = folder_->path() / "compile.py";
    std::ofstream(script) << kCompileScript;
    const auto built = run_captured(
        {.argv = {python_executable().string(), "-B", script.string(), folder_->path().string()}},
        240'000);
    ASSERT_TRUE(built) << built.error().message;
    ASSERT_TRUE(built->status.ok()) << built->err;
    cuobjdump_ = built->out.substr(0, built->out.find('\n'));
  }
  static void TearDownTestSuite() { delete folder_; }

  static std::string cubin(const std::string& name) {
    return *read_file(folder_->path() / (name + ".cubin"));
  }
  static CubinKernel ours(const std::string& name) {
    const std::string bytes = cubin(name);
    const auto kernels = read_cubin(std::as_bytes(std::span(bytes)));
    EXPECT_TRUE(kernels) << kernels.error().message;
    EXPECT_EQ(kernels->size(), 1u);
    return kernels->front();
  }
  static CubinKernel theirs(const std::string& name) {
    const auto said = run_captured(
        {.argv = {cuobjdump_, "-res-usage", (folder_->path() / (name + ".cubin")).string()}});
    std::smatch found;
    const std::regex pattern(R"(Function (\w+):\s+REG:(\d+) STACK:(\d+) SHARED:(\d+))");
    EXPECT_TRUE(std::regex_search(said->out, found, pattern)) << said->out << said->err;
    return {found[1], std::stoi(found[2]), std::stoll(found[3]), std::stoll(found[4])};
  }

  static inline TemporaryDirectory* folder_ = nullptr;
  static inline std::string cuobjdump_;
};

TEST_F(CubinTest, AgreesWithCuobjdump) {
  for (const char* name : {"add_one", "crowded"}) {
    const CubinKernel a = ours(name), b = theirs(name);
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.registers, b.registers) << name;
    EXPECT_EQ(a.stack_bytes, b.stack_bytes) << name;
    EXPECT_EQ(a.shared_bytes, b.shared_bytes) << name;
  }
  EXPECT_GT(ours("add_one").registers, 0);
  EXPECT_EQ(ours("add_one").stack_bytes, 0);
  EXPECT_GT(ours("crowded").stack_bytes, 0) << "the second kernel is there because it spills";
}

TEST_F(CubinTest, SurvivesDamage) {
  std::mt19937 random(11);
  const std::string whole = cubin("crowded");
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (int i = 0; i < 8; ++i) text[random() % text.size()] = static_cast<char>(random());
    text[random() % 64] = static_cast<char>(random());
    (void)read_cubin(std::as_bytes(std::span(text)));
    (void)read_cubin(std::as_bytes(std::span(text)).first(random() % text.size()));
  }
}

TEST(Cubin, RefusesOtherFiles) {
  const std::string text = "not an object file, but long enough for an ELF header ...............";
  EXPECT_FALSE(read_cubin(std::as_bytes(std::span(text))));
  EXPECT_FALSE(read_cubin({}));
}

}  // namespace
}  // namespace nereid::verify
