// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown beside a verdict: scripts that reproduce it without Nereid, run by a real Python,
// and links between operations of the reference and kernels of the candidate.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "engine/base/file.h"
#include "engine/base/paths.h"
#include "engine/base/process.h"
#include "engine/verify/artefacts.h"
#include "engine/verify/reproduce.h"
#include "tests/engine/verify/verifier_fixture.h"

namespace nereid::verify {
namespace {

class Evidence : public testing::Test {
 protected:
  static void SetUpTestSuite() { verifier_ = start_verifier(1).release(); }
  static void TearDownTestSuite() { delete verifier_; }

  static VerifyRequest request(const std::string& task, const std::string& candidate) {
    VerifyRequest request;
    request.id = candidate;
    request.reference = shelf_file(task + "/reference.py");
    request.candidate = shelf_file(task + "/" + candidate);
    request.seed = 5;
    return request;
  }

  /// What the script says and how it ends.
  static Captured run_script(const VerifyRequest& request, const Verdict& verdict,
                             const std::string& variant) {
    const std::atomic<bool> never{false};
    const auto script = reproduction_script(request, verdict, variant, never);
    EXPECT_TRUE(script) << script.error().message;
    const auto folder = TemporaryDirectory::make();
    EXPECT_TRUE(folder);
    if (!script || !folder) return {};
    const auto file = folder->path() / "reproduce.py";
    EXPECT_TRUE(atomic_write_file(file, *script));
    SpawnOptions options{.argv = {NEREID_TEST_PYTHON, "-I", file.string(), "--cpu"},
                         .working_dir = folder->path()};
    const auto done = run_captured(options, 120'000);
    EXPECT_TRUE(done) << done.error().message;
    return done ? *done : Captured{};
  }

  static Verifier* verifier_;
};
Verifier* Evidence::verifier_ = nullptr;

std::string index_text(const std::vector<std::int64_t>& index) {
  std::string text = "[";
  for (const std::int64_t i : index) text += (text.size() > 1 ? ", " : "") + std::to_string(i);
  return text + "]";
}

TEST_F(Evidence, RightCandidatesAreRightInTheScriptToo) {
  for (const auto& [task, candidate, variant] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"swish", "right_cuda_host.py", "new_seed"},
           {"linear_relu", "right_own_parameters.py", "larger_dims"},
           {"scale_in_place", "right_in_place.py", "original"}}) {
    const VerifyRequest asked = request(task, candidate);
    const auto verdict = verifier_->verify(asked);
    ASSERT_TRUE(verdict->accepted) << candidate << ": " << verdict->reason.message;
    const Captured done = run_script(asked, *verdict, variant);
    EXPECT_EQ(done.status.code, 0) << candidate << "\n" << done.out << done.err;
    EXPECT_NE(done.out.find("Right:"), std::string::npos) << done.out;
  }
}

// What Triton's interpreter alone has not, or has otherwise.
TEST_F(Evidence, TheScriptKnowsLibdeviceAndBfloat16) {
  VerifyRequest asked = request("swish", "right_plain.py");
  const std::string plain = "x * tl.sigmoid(x) + 0.5";
  const auto at = asked.candidate.find(plain);
  ASSERT_NE(at, std::string::npos);
  asked.candidate.replace(at, plain.size(),
                          "x / (1 + libdevice.exp(-x)) + tl.where((tl.abs(x) > 100) |"
                          " (tl.abs(half * half - x * x) < 0.02 * x * x + 1e-3), 0.5, 2.0)");
  const auto store = asked.candidate.find("    tl.store");
  asked.candidate.insert(store, "    half = x.to(tl.bfloat16)\n");
  const auto imports = asked.candidate.find("import torch");
  asked.candidate.insert(imports, "from triton.language.extra import libdevice\n");
  const auto verdict = verifier_->verify(asked);
  ASSERT_TRUE(verdict->accepted) << verdict->reason.message;
  const Captured done = run_script(asked, *verdict, "original");
  EXPECT_EQ(done.status.code, 0) << done.out << done.err;
}

TEST_F(Evidence, WrongValuesAreWrongAtTheSamePlace) {
  for (const auto& [task, candidate] :
       std::vector<std::pair<std::string, std::string>>{{"swish", "wrong_hard_coded_size.py"},
                                                        {"layer_norm", "wrong_variance.py"},
                                                        {"row_softmax", "wrong_no_maximum.py"}}) {
    const VerifyRequest asked = request(task, candidate);
    const auto verdict = verifier_->verify(asked);
    ASSERT_FALSE(verdict->accepted);
    const std::string variant = input_to_reproduce(*verdict);
    const auto input = std::find_if(verdict->inputs.begin(), verdict->inputs.end(),
                                    [&](const InputResult& one) { return one.variant == variant; });
    ASSERT_NE(input, verdict->inputs.end());
    const Captured done = run_script(asked, *verdict, variant);
    EXPECT_EQ(done.status.code, 1) << candidate << "\n" << done.out << done.err;
    EXPECT_NE(done.out.find("first at " + index_text(input->first_wrong_index)), std::string::npos)
        << done.out;
    EXPECT_NE(done.out.find("Nereid found the first wrong element there, too."), std::string::npos)
        << done.out;
  }
}

TEST_F(Evidence, AVerdictAtSizesOfACandidatesOwnHasAScriptOfThese) {
  VerifyRequest asked = request("swish", "right_cuda_host.py");
  const auto replace = [](std::string& text, const std::string& what, const std::string& by) {
    ASSERT_NE(text.find(what), std::string::npos);
    text.replace(text.find(what), what.size(), by);
  };
  replace(asked.reference, "rows = 48\ncolumns = 80", "rows = 65536\ncolumns = 4096");
  const std::string head = "def forward(self, x):\n";
  replace(asked.candidate, head, head + "        assert x.shape[1] % 1024 == 0\n");
  const auto verdict = verifier_->verify(asked);
  ASSERT_TRUE(verdict->accepted) << verdict->reason.message;
  const Captured done = run_script(asked, *verdict, "original");
  EXPECT_EQ(done.status.code, 0) << done.out << done.err;
}

TEST_F(Evidence, OtherRejectionsHaveScriptsToo) {
  const VerifyRequest asked = request("swish", "wrong_load_bounds.py");
  const auto verdict = verifier_->verify(asked);
  const Captured bounds = run_script(asked, *verdict, input_to_reproduce(*verdict));
  EXPECT_EQ(bounds.status.code, 1) << bounds.out << bounds.err;
  EXPECT_NE(bounds.out.find("OutOfBounds"), std::string::npos) << bounds.out;
}

TEST_F(Evidence, CancelledScriptsAreNone) {
  const std::atomic<bool> cancelled{true};
  const auto script =
      reproduction_script(request("swish", "right_plain.py"), Verdict(), "original", cancelled);
  ASSERT_FALSE(script);
  EXPECT_EQ(script.error().code, ErrorCode::kCancelled);
}

TEST(PythonLiteral, KeepsEveryText) {
  EXPECT_EQ(python_literal("a = 'b'\n"), "r'''a = 'b'\n'''");
  EXPECT_EQ(python_literal("x = '''y'''\n"), "'x = \\'\\'\\'y\\'\\'\\'\\n'");
  EXPECT_EQ(python_literal("ends with \\"), "'ends with \\\\'");
  EXPECT_EQ(python_literal(std::string("\r\0", 2)), "'\\x0d\\x00'");
}

std::vector<OperationLink> links_of(Verifier& verifier, VerifyRequest request) {
  request.options.keep_artefacts = true;
  const auto verdict = verifier.verify(std::move(request));
  EXPECT_TRUE(verdict->artefacts) << verdict->reason.message;
  return verdict->artefacts ? verdict->artefacts->links : std::vector<OperationLink>();
}

const OperationLink* link_to(const std::vector<OperationLink>& links,
                             const std::string& operation) {
  const auto found = std::find_if(links.begin(), links.end(), [&](const OperationLink& link) {
    return link.operation == operation;
  });
  return found == links.end() ? nullptr : &*found;
}

TEST_F(Evidence, EachKernelIsLinkedWithWhatItComputes) {
  const auto links = links_of(*verifier_, request("centre_columns", "right_two_kernels.py"));
  const OperationLink* mean = link_to(links, "mean");
  const OperationLink* centred = link_to(links, "sub");
  const OperationLink* absolute = link_to(links, "abs");
  ASSERT_TRUE(mean != nullptr && centred != nullptr && absolute != nullptr);
  EXPECT_EQ(mean->kernel, "mean_kernel");
  EXPECT_EQ(mean->evidence, "equal");
  EXPECT_LT(mean->error, 1e-5);
  EXPECT_EQ(centred->kernel, "centre_kernel");
  EXPECT_EQ(centred->evidence, "inside");
  EXPECT_EQ(absolute->kernel, "centre_kernel");
  EXPECT_EQ(absolute->evidence, "equal");
  EXPECT_EQ(absolute->number, centred->number);
  EXPECT_NE(absolute->number, mean->number);
  EXPECT_EQ(absolute->place.line, 9);
  EXPECT_GT(absolute->launch_line, mean->launch_line);
}

TEST_F(Evidence, WrongKernelIsLinkedByItsOutputAlone) {
  const auto links = links_of(*verifier_, request("centre_columns", "wrong_constant_answer.py"));
  const OperationLink* mean = link_to(links, "mean");
  const OperationLink* absolute = link_to(links, "abs");
  ASSERT_TRUE(mean != nullptr && absolute != nullptr);
  EXPECT_EQ(mean->evidence, "equal");
  EXPECT_EQ(absolute->evidence, "output");
  EXPECT_GT(absolute->error, 0.01);
}

TEST_F(Evidence, FusedOperationsBelongToOneKernel) {
  const auto links = links_of(*verifier_, request("linear_relu", "right_dot.py"));
  const OperationLink* linear = link_to(links, "linear");
  const OperationLink* relu = link_to(links, "relu");
  ASSERT_TRUE(linear != nullptr && relu != nullptr);
  EXPECT_EQ(linear->evidence, "inside");
  EXPECT_EQ(relu->evidence, "equal");
  EXPECT_EQ(linear->number, relu->number);
}

TEST_F(Evidence, NothingIsLinkedUnasked) {
  const auto verdict = verifier_->verify(request("linear_relu", "right_dot.py"));
  EXPECT_FALSE(verdict->artefacts);
}

}  // namespace
}  // namespace nereid::verify
