// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/engine_templates.h"

#include <QCoreApplication>

namespace nereid::widgets {

namespace {

#define N(text) QT_TRANSLATE_NOOP("EngineText", text)
// NOLINTBEGIN(bugprone-suspicious-missing-comma): long sentences go over lines.
// Reasons of rejections: engine/verify, its harness and stages.
constexpr const char* kVerdict[] = {
    N("right on every input"),
    // Reasons in one sentence: engine/verify/reason_sentence.cpp.
    N("%1 does not exist"),
    N("%1 is not defined"),
    N("the launched kernel is not defined"),
    N("the kernel is called without %1"),
    N("%1 is called without %2"),
    N("the kernel is given %1 twice"),
    N("%1 has no attribute %2"),
    N("%1 outside of memory"),
    N("NaN where a number is expected: %1"),
    N("NaN where infinity is expected: %1"),
    N("a value where NaN is expected: %1"),
    N("infinity where a number is expected: %1"),
    N("infinity of the wrong sign: %1"),
    N("a number where infinity is expected: %1"),
    N("cut off at the length limit"),
    N("a program loads %1, which another program of the launch stores"),
    N("a program loads %1, which another of its threads has stored"),
    N("several programs store different values into %1"),
    N("several threads of a program store different values into %1"),
    N("an atomic operation changes %1, which another program of the launch stores"),
    N("a program stores %1, which another of its threads may still have to load"),
    N("%1 (line %2)"),
    N("kernel %1: %2"),
    N("the handle of an earlier launch is for %1 now; launched by its name the kernel would be "
      "compiled anew"),
    N("on the GPU: %1"),
    N("on the GPU, %1, %2"),
    N("own sizes, %1"),
    N("far sizes, %1"),
    N("kernels store, load or multiply no more than %1% of what they do at smaller sizes, in "
      "proportion"),
    N("on the GPU the process %1"),
    N("GPU time: not measured"),
    N("GPU time: not measured, %1"),
    N("the reference's process keeps ending"),
    N("cancelled"),
    N("cancelled before it was judged"),
    N("%1; inputs %2"),
    N("refused with inputs %1: %2"),
    N("not finished within %L1 s"),
    N("not finished within %L1 s of processor time"),
    N("the inputs before it took all the time that there is"),
    N("not finished within %L1 s of processor time, and there are no smaller sizes: %2"),
    N("not finished within %L1 s of processor time, on smaller sizes either"),
    N("kept from running by a busy machine"),
    N("the candidate used more memory than it may"),
    N("the candidate asks for more memory than it may use"),
    N("the candidate's process was %1"),
    N("the candidate's process was %1, repeatedly"),
    N("the candidate's process %1"),
    N("ended by signal %1 (%2)"),
    N("ended by a forbidden system call or a deadly signal to itself"),
    N("ended with exit status %1"),
    N("closed its channel and went on"),
    N("sent a broken message"),
    N("sent a message that nobody asked for"),
    N("took too long"),
    N("waits without working"),
    N("used too much memory"),
    N("Triton's compiler crashed on a launch of this candidate (signal %1); another block size may "
      "avoid it"),
    N("%L1 of %L2 elements, first at [%3], error %L4 against a bound of %L5"),
    N("a model that has not been called before is right: forward keeps something of another call"),
    N("something is kept of the first call of a process, which had %1"),
    N("another model was made and called before, and something of that is kept"),
    N("another model was made and called in between, and something of that is kept"),
    N("%L1 of %L2 elements differ in being NaN or infinite, first at [%3]: %L4 where %L5 is "
      "expected"),
    N("%L1 of %L2 elements, first at [%3]: %L4 where %L5 is expected"),
    N("%L1 of %L2 elements, first at [%3]: cut off, not rounded"),
    N("the only element, error %L1 against a bound of %L2"),
    N("the only element differs in being NaN or infinite: %L1 where %L2 is expected"),
    N("the only element: %L1 where %L2 is expected"),
    N("%1 is %2, expected %3"),
    N("%1 has shape [%2], expected [%3]"),
    N("%1 of the reference changes shape in float64"),
    N("the reference handed over no complete effects"),
    N("the reference handed over no complete outputs"),
    N("the reference's exact output has another dtype"),
    N("forward leaves %1 as it was, the reference changes it"),
    N("forward changed %1, the reference does not"),
    N("forward returned %1, expected %2"),
    N("forward returned %1, where %2 is expected"),
    N("the candidate's model is no torch.nn.Module, the reference's is one"),
    N("forward launches no Triton kernel"),
    N("no kernel stores into what forward returns"),
    N("the launched kernels store nothing"),
    N("the outputs cannot be read: %1"),
    N("output %1 is not a dense tensor"),
    N("output %1 is a view whose elements share memory, not a tensor of its own"),
    N("output %1 is memory of an argument, not a tensor of its own"),
    N("output %1 is a %2, not a plain tensor"),
    N("forward returned a %1, not a tensor"),
    N("the grid of %1 must hold one to three sizes, got %2"),
    N("the grid of %1 must be a tuple of 1 to 3 integers, got %2"),
    N("the grid of %1 must hold integers, got %2"),
    N("a %1 cannot be passed to a kernel"),
    N("the source has %L1 bytes; at most %L2 are accepted"),
    N("the source has %L1 bytes, at most %L2 are judged"),
    N("byte %1 is not UTF-8: %2"),
    N("the coding line is not usable: %1"),
    N("the coding line asks for %1; use UTF-8"),
    N("the source is empty"),
    N("there is no candidate source"),
    N("the source is nested too deeply to parse"),
    N("the source is nested too deeply to read"),
    N("relative imports have nothing to import from"),
    N("a candidate may not import %1; torch, triton, numpy and the plain part of the standard "
      "library are there"),
    N("a candidate may not call %1"),
    N("the source defines no class %1"),
    N("the source has no function under @triton.jit"),
    N("the candidate called sys.exit(%1)"),
    N("The completion ended at the length limit before its code block was closed."),
    N("The completion holds no complete Python block."),
    N("The completion holds several complete Python blocks; by the strict reading one is the "
      "answer."),
    N("PyTorch computes in forward: %1; the kernels must do all the compute"),
    N("output %1 is computed by torch or the host, and no kernel stores any of it; the kernels "
      "must "
      "do all the compute"),
    N("torch fills elements of output %1 that kernels have stored; the kernels must do all the "
      "compute"),
    N("%1 takes values to the host; the kernels must do all the compute"),
    N("the host sends numbers that change with the values of the inputs; the kernels must do all "
      "the compute"),
    N("the host uploads more than 64 MiB"),
    N("calls after the first change their inputs"),
    N("the host passes addresses of tensors in a tensor; what a kernel reaches by them nobody "
      "would see on a GPU"),
    N("the operator %1 does not run on the device"),
    N("an operator returned a %1"),
    N("%1 takes a number for %2, not a tensor"),
    N("an argument of type %1 cannot be passed on"),
    N("an argument of type %1 does not reach the device"),
    N("an argument is nested too deeply"),
    N("element %L1 of %2, which has %L3"),
    N("%1 outside of memory, first at %2"),
    N("an address far from %1"),
    N("an access to memory in a launch without tensors"),
    N("an address of %1 that is no multiple of %L2 bytes"),
    N("a descriptor's address and strides are multiples of 16 bytes, and its last stride is 1"),
    N("the assertion \"%1\" failed"),
    N("the step of a loop is %1"),
    N("index %L1 of a tensor of %L2 along its axis"),
    N("the launch has run %L1 operations"),
    N("every program waits for another one"),
    N("an atomic operation changes element %L1 of %2, which another program of the launch stores; "
      "on "
      "a GPU, which comes first is chance"),
    N("an atomic operation of scope cta changes element %L1 of %2, which another program of the "
      "launch changes; such operations exclude those of their own program alone"),
    N("several threads of a program store different values into element %L1 of %2; without "
      "tl.debug_barrier() in between, which one stays is chance"),
    N("a program stores element %L1 of %2, which another of its threads may still have to load; "
      "without tl.debug_barrier() in between, which comes first is chance"),
    N("a program stores what depends on element %L1 of %2, which it has loaded after storing it in "
      "a "
      "block of fewer elements than it has threads; without tl.debug_barrier() in between, all "
      "threads but the storing ones may have loaded an older value"),
    N("a program loads element %L1 of %2, which the launch has stored, one of both by a tensor "
      "descriptor and the other one by pointers; nothing orders these two ways into memory before "
      "the launch ends"),
    N("a program loads element %L1 of %2, which it has stored shortly before in the same loop; the "
      "compiler pipelines that loop, so that its loads come before stores of earlier iterations"),
    N("the kernel machine cannot run this: %1"),
    N("a kernel that no compiler takes: %1"),
    N("the device cannot run this: %1"),
    N("%1 is launched over %L2 programs, too many for the kernel machine"),
    N("the texts of the kernels take too much memory"),
    N("a program loads element %L1 of %2, which another program of the launch stores; on a GPU, "
      "which comes first is chance"),
    N("a program loads element %L1 of %2, which another of its threads has stored; without "
      "tl.debug_barrier() in between, which comes first is chance"),
    N("several programs store different values into element %L1 of %2; on a GPU, which one stays "
      "is chance"),
    N("needs %L1 %2, sm_90 has %L3"),
    N("compiling it needs more memory than it may use"),
    N("a kernel cannot define a function; write it outside, with @triton.jit"),
    N("a block cannot be indexed by element, only by None and `:`"),
    N("Triton's compiler ends with %1, without a word"),
    N("the configurations of an autotuner must be triton.Config, got %1"),
    N("%1 of kernel %2 is chosen by the autotuner and given by the launch, too; leave it out of "
      "one of them"),
    N("forward launches over %L1 kinds of kernels"),
    N("too many kernels"),
    N("torch finds no usable GPU here: %1"),
    N("there is no NVIDIA GPU here"),
    N("device cuda was asked for, but there is no NVIDIA GPU here"),
    N("unknown device \"%1\": expected auto, cpu or cuda[:N]"),
    N("device cpu was asked for"),
    N("the GPU's events gave no time"),
    N("not run: %1"),
    N("compute-sanitizer did not end"),
    N("compute-sanitizer is missing; install the CUDA toolkit, or set NEREID_COMPUTE_SANITIZER"),
    N("the reference has no inputs to judge with"),
    N("the reference defines no %1"),
    N("get_inputs() must return a list"),
    N("get_inputs() must return a list, got %1"),
    N("get_init_inputs() returns None; it must return a list, empty where the constructor takes "
      "nothing"),
    N("forward of the reference: %1"),
    N("forward of the reference returns None; is its return missing?"),
    N("forward of the reference returns no tensor, but %1"),
    N("the reference needs more memory than it may use"),
    N("the reference took more than %L1 s"),
    N("the reference needs more than %L1 MB"),
    N("the reference host keeps dying"),
    N("the reference's process %1"),
    N("the reference called sys.exit"),
    N("the reference told no steps"),
    N("an output of %1 cannot be judged"),
    N("an output of type %1 cannot be judged"),
    N("it took more than %L1 s"),
    N("it needs more than %L1 MB"),
    N("not checked"),
    N("not measured: %1"),
    // Of records from when Triton's interpreter ran kernels.
    N("the interpreter cannot run this: %1"),
    N("%1 is launched over %L2 programs, too many for the interpreter"),
    N("libdevice.%1 is known to the GPU only"),
    N("the device function %1"),
    N("an atomic operation on bfloat16"),
    N("a loop with a step that is not positive, which on a GPU does not end"),
    N("a program waits for what another one stores, and here they run one after another"),
    N("%1 outside of memory: %L2 of %L3 active lanes, first at %4"),
    N("%1 through a pointer in a launch without tensors"),
    N("a program stores what depends on a value that it has loaded after storing it in a block of "
      "fewer elements than it has threads; without tl.debug_barrier() in between, all threads but "
      "the storing ones may have loaded an older value"),
};
// NOLINTEND(bugprone-suspicious-missing-comma)
#undef N

}  // namespace

std::span<const char* const> verdictTemplates() {
  return kVerdict;
}

}  // namespace nereid::widgets
