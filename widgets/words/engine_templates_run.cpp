// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/engine_templates.h"

#include <QCoreApplication>

namespace nereid::widgets {

namespace {

#define N(text) QT_TRANSLATE_NOOP("EngineText", text)
// NOLINTBEGIN(bugprone-suspicious-missing-comma): long sentences go over lines.
// Inputs: how they are made, and why one does not apply.
constexpr const char* kInputs[] = {
    N("forward is given no number"),
    N("forward is given neither true nor false"),
    N("forward is given no list of tensors or whole numbers"),
    N("lists of %1: %2"),
    N("the reference takes no lists of another length, or they change nothing"),
    N("other %1: %2"),
    N("argument %1: %2 -> %3"),
    N("the reference takes no other %1, or they change nothing"),
    N("%L1 elements of inputs and parameters are too many for more runs"),
    N("%L1 elements of inputs and parameters are too many for every variant; others were chosen by "
      "the seed"),
    N("rows of every kind beside each other: %1"),
    N("the values of every input keep a promise"),
    N("a handful of values, most of them equal"),
    N("no answer is the index of one of several equal values"),
    N("no input is floating point"),
    N("a float64 task is not run in half precision"),
    N("the reference refuses it: %1"),
    N("the reference refuses it when rounded differently"),
    N("PyTorch itself overflows there"),
    N("PyTorch itself overflows in %1"),
    N("PyTorch refuses %1: %2"),
    N("the float64 answer is not finite there"),
    N("the inputs themselves overflow"),
    N("badly conditioned: one rounding of the inputs changes the answer"),
    N("other inputs lie on both sides of every limit"),
    N("the reference has no limits"),
    N("no multiple of the inputs reaches the limit"),
    N("values on both sides of limits, normal values times %L1"),
    N("the reference asks no input for NaN or infinity"),
    N("some elements are %1"),
    N("the reference answers with NaN, not finitely or not at all"),
    N("the reference accepts no smaller inputs"),
    N("the reference accepts no %1 inputs"),
    N("the reference accepts no other sizes"),
    N("the reference accepts no odd sizes of few elements"),
    N("the reference accepts no size of one"),
    N("the reference accepts no larger %1 that is still cheap"),
    N("no more than %L1 sizes may change"),
    N("odd_dims has the same sizes, or the only one larger"),
    N("one size beyond the next power of two, the others small: %1"),
    N("own sizes scaled: %1"),
    N("the reference accepts none of its own sizes halved, doubled or uneven that is still cheap"),
    N("the candidate refuses no other sizes"),
    N("a rejected candidate is not asked for it"),
    N("the largest size halved and doubled are refused"),
    N("no sizes without a name that the reference lets change"),
    N("equal sizes belong together"),
    N("sizes that were equal by chance: %1"),
    N("sizes of one: %1"),
    N("sizes of one or none grown: %1"),
    N("no size is one or none"),
    N("the reference accepts no more than one, or reads no more"),
    N("no input has more than one dimension"),
    N("inputs that are not contiguous: %1"),
    N("inputs of another layout: %1"),
    N("no input is a tensor"),
    N("no input is a tensor of more than one element"),
    N("no input is a floating tensor of more than one element"),
    N("normal values with mean zero, integers in their range"),
    N("normal values with mean zero, integers in their range or of both signs"),
    N("the inputs of %1, one element"),
    N("the inputs of %1, few elements"),
    N("the inputs of %1, one element of input %2"),
    N("the inputs of %1, few elements of input %2"),
    N("the inputs of %1, two elements of input %2 swapped"),
    N("the inputs of %1, input %2 of the other sign"),
    N("the inputs are large: one such change tells enough"),
    N("the reference writes one element several times there, and which value stays is chance"),
    N("no input has an element that may change alone"),
    N("floating values times 100"),
    N("floating values times 100, some lines far below zero"),
    N("floating values times 100, some lines negative"),
    N("no input is a number that may be large"),
    N("integers of both signs, those of 64 bits beyond 32"),
    N("floating values times 0.001"),
    N("floating values times 0.001, some lines zero"),
    N("floating values all %L1"),
    N("input %1 all zero, compared coarsely"),
    N("rows of one number each, far from zero, compared coarsely"),
    N("no input is floating point and free to have equal rows"),
    N("the task's own answers are not finite"),
    N("an answer is no floating number"),
    N("no place for infinities was found that torch and float64 agree on"),
    N("the reference has no modes"),
    N("every variant is judged in eval mode"),
    N("eval mode with gradients: running statistics, nothing dropped, no other branch"),
    N("judged against %1: float64 fails (%2)"),
    N("other shapes in float64"),
    N("%1; on smaller shapes %2"),
    N("it needs more memory than it may use"),
    N("it cannot be made: %1"),
    N("inputs and parameters have %L1 elements"),
    N("inputs and parameters have %L1 elements, one forward writes %L2 and takes %L3 GFLOP"),
    N("judged on smaller shapes: %1"),
    N("%1; no smaller shapes were found: %2"),
    N("the compiler did not hand it out"),
    N("this Triton comes without nvdisasm"),
    N("nvdisasm did not run: %1"),
    N("not disassembled: the kernels before took all the time there is for it"),
    N("not kept: the texts of all kernels exceed %L1 MB"),
    N("the first %L1 MB of %L2 bytes"),
};

// Values of settings: engine/config.
constexpr const char* kSettings[] = {
    N("expected %1, got %2"),
    N("%1: expected %2, got %3"),
    N("a whole number from %1 to %2"),
    N("a whole number of at least %1"),
    N("a whole number above %1"),
    N("a number from %1 to %2"),
    N("a number from %1 and below %2"),
    N("a number above %1 and at most %2"),
    N("a number above %1 and below %2"),
    N("a number of at least %1"),
    N("none or a number of at least %1"),
    N("none where %1 is none (a tolerance needs both)"),
    N("a number above %1"),
    N("a number of at most %1"),
    N("true or false"),
    N("a list of texts"),
    N("a list of whole numbers from %1 to %2"),
    N("a multiple of %1 = %2"),
    N("a divisor of %1 = %2"),
    N("an even number of channels a head"),
    N("at least one layer name for %1"),
    N("none for model.path = new (there is no base to adapt)"),
    N("at least one level"),
    N("each level once"),
    N("there is no such setting"),
    N("%1: unknown setting"),
    N("%1: unknown setting; did you mean %2?"),
    N("%1: given twice, first in line %2"),
    N("%1: expected settings as \"key: value\" lines"),
    N("%1: expected settings, the file is empty; start from a preset"),
    N("%1: broken YAML: %2"),
};

// States of a run, and why one cannot start, open or be deleted; the set-up of Python.
constexpr const char* kRun[] = {
    N("loading"),
    N("running"),
    N("starting"),
    N("paused after step %L1"),
    N("pause asked for by %1, process %L2"),
    N("resume asked for by %1, process %L2"),
    N("stop asked for by %1, process %L2"),
    N("%1: no process of this machine writes this run; continue it with \"nereid train --resume\""),
    N("%1: this run belongs to another user, who alone may control it"),
    N("%1: the process that writes this run takes no commands; end it with Ctrl+C, or with kill, "
      "where it was started"),
    N("no process there takes commands for this run; it may have ended"),
    N("this run can be controlled by its own process alone: %1"),
    N("pausing after step %L1"),
    N("stopping after step %L1 at the latest, with a checkpoint"),
    N("the rollout of step %L1 was given up"),
    N("stopped after step %L1"),
    N("finished after step %L1"),
    N("stopped: %1"),
    N("failed: %1"),
    N("stopped"),
    N("failed"),
    N("generation.max_prompt_length: %L1 tokens are too few for the prompts of these tasks; raise "
      "it"),
    N("model.device: %1 was asked for, but no CUDA device is usable here; set it to cpu or auto"),
    N("model.device: there is no %1; the devices are cuda:0 to cuda:%2"),
    N("%1: no task of tasks.levels is left in it; choose other levels, another folder or a shorter "
      "tasks.exclude"),
    N("sft.corpus: every sample is longer than generation.max_prompt_length or "
      "max_completion_length; raise them"),
    N("%1: holds a run already; continue it with --resume, or choose another --out"),
    N("%1: holds no run to resume; give the folder of a run"),
    N("%1: none of its checkpoints can be read; start a new run with --out"),
    N("%1: its checkpoints were made with other settings (%2); resume without them, or start a new "
      "run with --out"),
    N("%1: all of its tasks are held out; lower tasks.validation_share and tasks.test_share"),
    N("%1: evaluate.every asks for validation, but none of its tasks is held out for it; raise "
      "tasks.validation_share, or set evaluate.every to 0"),
    N("%1: the adapter in %2 has %3, the settings say %4; set %5=%6, or start from the base model"),
    N("%1: the chat template cannot be read: %2. Copy the file again from the model's origin"),
    N("%1: the chat template refuses a plain question: %2"),
    N("%1 of %2 candidates could not be judged (%3) and count nowhere: %4"),
    N("No model at \"%1\": expected \"pocket\", a GGUF file or a folder with config.json, "
      "model.safetensors and tokenizer.json"),
    N("No model at \"%1\": a GGUF file is named by its own path, such as %2"),
    N("%1: not a GGUF file; give one, or the folder of a model in Hugging Face layout"),
    N("%1: another process writes this run; stop it first or choose another folder"),
    N("%1: this run is being written; stop it first, then delete it"),
    N("%1: is a link to a run elsewhere; remove the link yourself"),
    N("%1: lies outside the runs folder %2; take it out of the list, or delete the folder with a "
      "file manager"),
    N("%1: no record here; name a run folder, which holds record.sqlite"),
    N("%1: not a record of Nereid, or an unfinished one; choose another run folder"),
    N("%1: written by a newer Nereid (record version %2, this one reads up to %3); update Nereid"),
    N("%1: the table \"%2\" is missing; restore the run folder from a copy"),
    N("%1: another window follows this run; close it there"),
    N("no task '%1' in %2; `nereid tasks list --tasks %3` shows what is there"),
    N("%1: no KernelBench folder; expected level1 ... level4 in it or in its subfolder "
      "KernelBench"),
    N("the Python environment with torch and triton is not complete (%1); %2"),
    N("the disk is full"),
    N("the package index cannot be reached"),
    N("the package index does not prove who it is (TLS)"),
    N("the proxy refuses the connection"),
    N("the connection broke during a download"),
    N("a downloaded package is damaged or of another version"),
    N("the package index does not have the pinned packages for this Python and machine"),
    N("no right to write in %1"),
    N("make room in %1, then run this again: it goes on where it stopped"),
    N("run this again: it goes on where it stopped"),
    N("check the network (and https_proxy), then run this again"),
    N("check https_proxy, then run this again"),
    N("remove %1, then run this again"),
    N("the Python environment needs %L1 GB more in %2, %L3 GB are free"),
    N("make room, or set XDG_CACHE_HOME to a folder on a larger disk"),
    N("the new environment does not work: %1"),
    N("python3 -m venv failed: %1"),
    N("pip failed: %1"),
    N("cancelled; what was downloaded is kept"),
};

// Parts of other sentences.
constexpr const char* kParts[] = {
    N("kernel %1"),
    N("the output"),
    N("output %1"),
    N("%1 after forward"),
    N("one tensor"),
    N("%L1 tensors"),
    N("a tuple of %L1 tensors"),
    N("values read on the host"),
    N("inline assembly"),
    N("an address far from %1"),
    N("%1 in `%2`"),
    N("not available"),
    N("load"),
    N("store"),
    N("numbers"),
    N("flags"),
    N("input %1 axis %2: %L3"),
    N("input %1 %2"),
    N("a whole number"),
    N("a number"),
    N("a text"),
    N("a list of %1"),
    N("an empty item"),
    N("an empty text"),
    N("an empty list"),
    N("nothing"),
    N("none"),
    N("a repeated one"),
    N("at most %1 = %2"),
    N("cannot be read"),
    N("cannot be written"),
};
// NOLINTEND(bugprone-suspicious-missing-comma)
#undef N

}  // namespace

std::span<const char* const> inputTemplates() {
  return kInputs;
}

std::span<const char* const> settingTemplates() {
  return kSettings;
}

std::span<const char* const> runTemplates() {
  return kRun;
}

std::span<const char* const> partTemplates() {
  return kParts;
}

}  // namespace nereid::widgets
