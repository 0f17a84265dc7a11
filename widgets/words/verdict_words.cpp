// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/verdict_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <span>

#include "widgets/words/engine_text.h"
#include "widgets/words/format.h"

namespace nereid::widgets {

namespace {

#define N(text) QT_TRANSLATE_NOOP("VerdictWords", text)

struct Words {
  const char* code;
  const char* word;
  const char* meaning;
};

constexpr Words kVariants[] = {
    {"tiny", N("tiny"), N("The smallest sizes that the reference takes.")},
    {"original", N("original"), N("As get_inputs() of the reference draws them; judged first.")},
    {"values_x2", N("values \u00D72"), N("The original inputs, floating values doubled.")},
    {"new_seed", N("new seed"), N("Inputs and parameters drawn again, in the same tensors.")},
    {"mixed", N("mixed values"),
     N("At the task's own size, rows of every kind beside each other: negative, times 100, times "
       "0.001, zero, equal, far above and far below zero.")},
    {"larger_dims", N("larger dims"), N("Every free size a third larger, and odd.")},
    {"other_dtype", N("other dtype"), N("float32 as float16, anything else as float32.")},
    {"zero_mean", N("zero mean"), N("Floating values of both signs around zero.")},
    {"few_changed", N("few changed"),
     N("The inputs of the row before in the same tensors, but for a few elements.")},
    {"few_changed_again", N("few changed again"),
     N("Two elements of one input have changed places, for a candidate that may know inputs "
       "again.")},
    {"few_changed_last", N("few changed last"),
     N("One input of the other sign, behind all other inputs, for a candidate that may know inputs "
       "again.")},
    {"large", N("large values"), N("Floating values times 100; integers of both signs.")},
    {"small", N("small values"),
     N("Floating values times 0.001, some lines zero where that is sure to have one answer.")},
    {"constant", N("constant values"),
     N("Every floating value is \u22120.5, or 0.5 where the reference needs that.")},
    {"zeros", N("all zero"),
     N("One floating input of zeros; compared coarsely: NaN, infinity and values far off are "
       "wrong.")},
    {"flat_rows", N("equal rows"),
     N("Rows of one number each, far from zero; compared coarsely: NaN, infinity and values far "
       "off are wrong.")},
    {"one_sided", N("one-sided values"),
     N("Floating values near the ends of the range that the task draws; most of the whole numbers "
       "the same.")},
    {"far_below", N("far below zero"),
     N("All numbers far below zero, below what a kernel may write for minus infinity.")},
    {"near_epsilons", N("about an epsilon"),
     N("Lines of values about as small as what the reference adds before it divides or takes a "
       "root.")},
    {"magnitudes", N("all magnitudes"),
     N("Floating values of all sizes, up to a million times those of the task.")},
    {"other_numbers", N("other numbers"),
     N("Numbers given to forward and parameters that no seed changes, moved.")},
    {"far_numbers", N("far numbers"), N("Numbers given to forward, several times as large.")},
    {"turned_numbers", N("turned numbers"), N("Numbers given to forward, of the other sign.")},
    {"zero_numbers", N("numbers of zero"), N("Numbers given to forward are zero.")},
    {"infinite_numbers", N("infinite number"),
     N("One of the numbers given to forward is infinite, where not much of the answer is.")},
    {"whole_numbers", N("whole numbers"),
     N("Numbers given to forward are whole, and values of both signs.")},
    {"other_flags", N("other flags"), N("True and false given to forward, turned.")},
    {"one_flag", N("one flag"), N("One of several flags given to forward, turned alone.")},
    {"flags_on", N("all true"), N("All of true and false given to forward is true.")},
    {"flags_off", N("all false"), N("All of true and false given to forward is false.")},
    {"one_left_out", N("one left out"),
     N("None in the place of an argument that forward need not be given.")},
    {"another_left_out", N("another left out"),
     N("None in the place of another argument that forward need not be given.")},
    {"other_choices", N("other choices"),
     N("Another axis, text, 0, 1 or \u22121 given to forward, or another value than a default.")},
    {"longer_lists", N("longer lists"), N("Lists given to forward hold one more.")},
    {"shorter_lists", N("shorter lists"), N("Lists given to forward hold one less.")},
    {"single_lists", N("lists of one"), N("Lists given to forward hold their first item alone.")},
    {"uneven_lists", N("uneven lists"),
     N("Each tensor of a list has a size of its own, where the task's are of one shape.")},
    {"limits", N("beyond limits"),
     N("Values on both sides of the limits that the reference compares with.")},
    {"not_numbers", N("not numbers"),
     N("Some elements NaN or infinite, where the reference handles that itself.")},
    {"other_branches", N("other branches"),
     N("A size, number or value beyond one that the reference compares with in Python, so that it "
       "goes another way.")},
    {"ties", N("equal values"),
     N("Many equal values, where the first of them is the answer of an index.")},
    {"eval_mode", N("eval mode"),
     N("The model in eval(), where the others are judged training; with gradients on.")},
    {"other_weights", N("other weights"),
     N("Learnt weights drawn anew by another rule than the reference's own, as training leaves "
       "them.")},
    {"third_dtype", N("third dtype"),
     N("float32 and float16 as bfloat16, bfloat16 as float16, at small sizes.")},
    {"far_dtype", N("third dtype, one long dim"),
     N("The third dtype where the largest free size is long.")},
    {"other_integers", N("other integers"),
     N("Whole numbers of 64 bits in 32, and those of 32 bits in 64.")},
    {"edges", N("on edges"),
     N("Some elements equal to the numbers that the reference compares or rounds them with.")},
    {"peaks", N("peaks"),
     N("The largest and the smallest element of each row lie at another place each time.")},
    {"empty_parts", N("empty parts"),
     N("Some parts that whole numbers tell of, such as sequences or experts, have nothing.")},
    {"odd_dims", N("odd dims"),
     N("Free sizes beyond a power of two that are multiples of nothing convenient.")},
    {"axis_0", N("one long dim, 1st"), N("The largest free size is long, the others are 1 or 2.")},
    {"axis_1", N("one long dim, 2nd"), N("The second free size is long, the others are 1 or 2.")},
    {"axis_2", N("one long dim, 3rd"), N("The third free size is long, the others are 1 or 2.")},
    {"axis_0_again", N("one long dim, 1st, again"),
     N("The largest free size is long, another multiple than before, the others are 2 or 1.")},
    {"axis_1_again", N("one long dim, 2nd, again"),
     N("The second free size is long, another multiple than before, the others are 2 or 1.")},
    {"near_own", N("near own sizes"),
     N("Sizes a little below the task's own: a block of the next power of two is the same.")},
    {"whole_128", N("blocks of 128"),
     N("The largest free size is three or five blocks of 128, for kernels with such a block.")},
    {"whole_256", N("blocks of 256"),
     N("The largest free size is three or five blocks of 256, for kernels with such a block.")},
    {"whole_512", N("blocks of 512"),
     N("The largest free size is three or five blocks of 512, for kernels with such a block.")},
    {"whole_1024", N("blocks of 1024"),
     N("The largest free size is three or five blocks of 1024, for kernels with such a block.")},
    {"apart", N("equal dims apart"), N("Sizes that were equal by chance differ.")},
    {"far_sizes", N("far sizes"),
     N("One size beyond all blocks and programs, for kernels that are the same for all sizes.")},
    {"wide_sizes", N("wide sizes"), N("Two sizes at once beyond several tiles, the others small.")},
    {"other_features", N("other features"),
     N("Other sizes of weights than the task's, given to the constructor, beyond a block of 128.")},
    {"far_features", N("far features"),
     N("One size of the weights beyond a block of 1024, given to the constructor.")},
    {"composed_0", N("at once"),
     N("Several things at once, as the seed says: sizes, values, dtype, mode, numbers and flags.")},
    {"composed_1", N("at once, 2nd"), N("Several things at once, as the seed says, drawn anew.")},
    {"composed_2", N("at once, 3rd"), N("Several things at once, as the seed says, drawn anew.")},
    {"composed_3", N("at once, 4th"), N("Several things at once, as the seed says, drawn anew.")},
    {"eval_mode_next", N("eval mode again"),
     N("Other values in the same tensors, behind eval mode.")},
    {"third_dtype_next", N("third dtype again"),
     N("Other values in the same tensors, behind the third dtype.")},
    {"axis_0_mixed", N("one long dim, harsh"),
     N("A long size, as in one long dim, with rows of every kind beside each other.")},
    {"axis_0_again_next", N("long size again"),
     N("Other values in the same tensors, behind the longest size.")},
    {"named_0", N("named sizes"),
     N("The largest free size beyond a number that the candidate's text names.")},
    {"named_1", N("named sizes, 2nd"),
     N("The second free size beyond a number that the candidate's text names.")},
    {"named_2", N("named sizes, farthest"),
     N("The largest free size beyond the largest product of two numbers of the candidate's text.")},
    {"named_3", N("named sizes, farthest, 2nd"),
     N("The second free size beyond the largest product of two numbers of the candidate's text.")},
    {"compared_0", N("compared numbers"),
     N("Values beside numbers that the candidate's kernels compare with.")},
    {"compared_1", N("compared numbers, beyond"),
     N("Values beyond what the candidate's kernels compare with, where nothing has reached it.")},
    {"halved", N("halved"),
     N("The task's own sizes with the largest halved, for candidates that refuse others.")},
    {"doubled", N("doubled"),
     N("The task's own sizes with the largest doubled, for candidates that refuse others.")},
    {"rescaled", N("rescaled"),
     N("The task's own sizes with another one halved or doubled, for candidates that refuse "
       "others.")},
    {"uneven", N("one uneven"),
     N("The task's own sizes with one of them odd and larger, for candidates that refuse "
       "others.")},
    {"unit_dims", N("dims of one"), N("Free sizes of one.")},
    {"grown_ones", N("ones grown"),
     N("Sizes of one or none, such as of a batch of one, are larger.")},
    {"same_sizes", N("equal dims"), N("Free sizes all the same, and the same as one of a weight.")},
    {"one_over", N("one more than blocks"),
     N("The largest size one more than a whole number of blocks, and the number of elements too.")},
    {"whole_apart", N("whole blocks, apart"),
     N("Free sizes are whole blocks, and each another number of them.")},
    {"whole_apart_again", N("whole blocks, apart, 2nd"),
     N("The same with the largest of those sizes the least.")},
    {"beyond_values", N("harsh values beyond"),
     N("At larger sizes, for which the candidate has other kernels: rows of every kind beside each "
       "other.")},
    {"beyond_values_2", N("harsh values beyond, 2nd"),
     N("The same at other sizes, for which it has yet other kernels.")},
    {"beyond_edges", N("edges beyond"),
     N("At such sizes, values that the reference compares or rounds.")},
    {"beyond_arguments", N("arguments beyond"),
     N("At such sizes, other numbers and choices given to forward.")},
    {"beyond_dtype", N("dtype beyond"), N("At such sizes, another dtype.")},
    {"paired_values", N("own way, harsh values"),
     N("Arguments or settings for which the candidate goes a way of its own: rows of every kind "
       "beside each other.")},
    {"paired_values_2", N("own way, harsh values, 2nd"), N("The same with other ones.")},
    {"paired_values_3", N("own way, harsh values, 3rd"), N("The same with other ones.")},
    {"paired_sizes", N("own way, other sizes"),
     N("Arguments or settings for which the candidate goes a way of its own, at other sizes.")},
    {"paired_sizes_2", N("own way, other sizes, 2nd"), N("The same with other ones.")},
    {"paired_sizes_3", N("own way, other sizes, 3rd"), N("The same with other ones.")},
    {"past_512", N("past blocks of 512"),
     N("The largest size beyond blocks of 512, with many rows of every kind; for kernels "
       "with such a block.")},
    {"past_1024", N("past blocks of 1024"),
     N("The largest size beyond blocks of 1024, with many rows of every kind; for kernels "
       "with such a block.")},
    {"past_2048", N("past blocks of 2048"),
     N("The largest size beyond blocks of 2048, with many rows of every kind; for kernels "
       "with such a block.")},
    {"past_4096", N("past blocks of 4096"),
     N("The largest size beyond blocks of 4096, with many rows of every kind; for kernels "
       "with such a block.")},
    {"beside_1024", N("past blocks of 1024, 2nd size"), N("The same of the second largest size.")},
    {"beside_2048", N("past blocks of 2048, 2nd size"), N("The same of the second largest size.")},
    {"beside_4096", N("past blocks of 4096, 2nd size"), N("The same of the second largest size.")},
    {"behind_1024", N("past blocks of 1024, 3rd size"), N("The same of the third largest size.")},
    {"behind_2048", N("past blocks of 2048, 3rd size"), N("The same of the third largest size.")},
    {"behind_4096", N("past blocks of 4096, 3rd size"), N("The same of the third largest size.")},
    {"paired_long", N("own way, long dim"),
     N("Arguments or settings for which the candidate goes a way of its own, with the "
       "largest size beyond several of its blocks.")},
    {"paired_long_2", N("own way, long dim, 2nd"), N("The same with other ones.")},
    {"paired_long_3", N("own way, long dim, 3rd"), N("The same with other ones.")},
    {"paired_wide", N("own way, other long dim"), N("The same with the second largest size.")},
    {"paired_wide_2", N("own way, other long dim, 2nd"), N("The same with other ones.")},
    {"paired_wide_3", N("own way, other long dim, 3rd"), N("The same with other ones.")},
    {"paired_dtype", N("own way, other dtype"),
     N("Arguments or settings for which the candidate goes a way of its own, in another dtype.")},
    {"paired_dtype_2", N("own way, other dtype, 2nd"), N("The same with other ones.")},
    {"paired_dtype_3", N("own way, other dtype, 3rd"), N("The same with other ones.")},
    {"drawn_0", N("drawn larger"),
     N("As get_inputs() draws them with one of its whole numbers several times as large.")},
    {"drawn_1", N("drawn larger, 2nd"), N("The same with another one of its numbers.")},
    {"drawn_2", N("drawn larger, 3rd"), N("The same with yet another one of its numbers.")},
    {"other_settings", N("other settings"),
     N("Another number or text given to the constructor than the task's.")},
    {"other_settings_2", N("other settings, 2nd"),
     N("The same with another one of its arguments.")},
    {"other_settings_3", N("other settings, 3rd"), N("The same with yet another one.")},
    {"other_settings_4", N("other settings, 4th"), N("The same with yet another one.")},
    {"far_settings", N("far settings"),
     N("A number given to the constructor several times as large as the task's.")},
    {"far_settings_2", N("far settings, 2nd"), N("The same with another one of its arguments.")},
    {"far_settings_3", N("far settings, 3rd"), N("The same with yet another one.")},
    {"far_settings_4", N("far settings, 4th"), N("The same with yet another one.")},
    {"idle_settings", N("idle settings"),
     N("An argument of the constructor of which nothing comes alone, beside another one that "
       "gives it a say.")},
    {"idle_settings_2", N("idle settings, 2nd"), N("The same with another one of its arguments.")},
    {"idle_settings_3", N("idle settings, 3rd"), N("The same with yet another one.")},
    {"idle_arguments", N("idle arguments"),
     N("An argument of forward of which nothing comes alone, beside another one that gives "
       "it a say.")},
    {"idle_arguments_2", N("idle arguments, 2nd"),
     N("The same with another one of its arguments.")},
    {"other_forms", N("other weights by settings"),
     N("Another argument of the constructor, with which there are other weights.")},
    {"other_forms_2", N("other weights by settings, 2nd"),
     N("The same with another one of its arguments.")},
    {"other_forms_3", N("other weights by settings, 3rd"), N("The same with yet another one.")},
    {"end_settings", N("settings at their ends"),
     N("An argument of the constructor zero, infinite, nothing at all, a pair, or a number "
       "that the reference compares with.")},
    {"end_settings_2", N("settings at their ends, 2nd"), N("The same with another one of them.")},
    {"end_settings_3", N("settings at their ends, 3rd"), N("The same with yet another one.")},
    {"end_settings_4", N("settings at their ends, 4th"), N("The same with yet another one.")},
    {"whole_axis_0", N("whole blocks along one dim"),
     N("The largest size whole blocks, the others uneven.")},
    {"whole_axis_1", N("whole blocks along another dim"),
     N("The second largest size whole blocks, the others uneven.")},
    {"long_half", N("long dim in half precision"),
     N("A long size in half precision, with numbers of one sign: what is added up in it "
       "stands still there.")},
    {"settings_together", N("settings together"),
     N("All the arguments of the constructor at once that were others one by one.")},
    {"composed_settings_0", N("composed settings"),
     N("Another argument of the constructor with other sizes, values or another dtype.")},
    {"composed_settings_1", N("composed settings, 2nd"), N("The same with other ones.")},
    {"composed_settings_2", N("composed settings, 3rd"), N("The same with other ones.")},
    {"fitting_settings", N("settings that may have to fit"),
     N("Another number given to the constructor, which may have to fit the sizes of inputs.")},
    {"fitting_settings_2", N("settings that may have to fit, 2nd"),
     N("The same with another one of its arguments.")},
    {"open_outputs", N("without one output"),
     N("Values on which one of several outputs overflows or hangs on a rounding: the others are "
       "compared.")},
    {"open_outputs_2", N("without one output, 2nd"), N("The same with other values.")},
    {"open_outputs_3", N("without one output, 3rd"), N("The same with other values.")},
    {"unpromised", N("unpromised values"),
     N("Values without what all draws of the task have in common, such as an order.")},
    {"empty_sizes", N("a dim of zero"), N("One of the sizes is none.")},
    {"strided", N("strided inputs"), N("Inputs that lie otherwise in memory than the task's.")},
    {"strided_own", N("strided, own sizes"),
     N("The task's own sizes in another layout in memory; a kernel may ask for contiguous "
       "inputs without saying so.")},
    {"special", N("special values"), N("Some elements are infinite, huge, 0 or \u22120.")},
};

constexpr Words kFlags[] = {
    {"typed_tolerance", N("typed tolerance"),
     N("Values were compared by torch.allclose with numbers that somebody typed in, not by the "
       "verifier's own bounds: another yardstick, by which other candidates are right.")},
    {"tf32", N("TF32"),
     N("Matrix products on the GPU round their inputs to TF32, ten bits of mantissa, which is "
       "Triton's default. The result is right within TF32 and would not pass in float32.")},
    {"sanitizer", N("sanitizer"),
     N("NVIDIA's compute-sanitizer found something in a kernel on the GPU: memory outside of what "
       "is allocated, a race, a read of memory that nobody wrote, or a barrier that not all "
       "threads reach. What each of its tools says stands below the inputs.")},
    {"strided_inputs", N("strided inputs"),
     N("Wrong, or fails, when an input is not contiguous. A kernel may ask for contiguous inputs, "
       "so this rejects nothing.")},
    {"own_sizes_only", N("own sizes only"),
     N("Refuses sizes that the task does not ask for, with an error that its caller sees. That is "
       "no wrong answer, so this rejects nothing.")},
    {"own_dtype_only", N("own dtype only"),
     N("Refuses a dtype that the task does not ask for, with an error that its caller sees. That "
       "is no wrong answer, so this rejects nothing.")},
    {"own_choices_only", N("own choices only"),
     N("Refuses another axis, text, option or size of its weights than the task's, with an error "
       "that its caller sees. That is no wrong answer, so this rejects nothing.")},
    {"fails_on_other_inputs", N("fails on other inputs"),
     N("Wrong, or fails, on inputs beside those that acceptance asks for: the candidate is not "
       "right in general.")},
    {"inputs_timed_out", N("inputs timed out"),
     N("Was not finished in time on some inputs beside the task's own, which were left out.")},
    {"equal_sizes", N("equal sizes"),
     N("Wrong, or fails, where two sizes differ that the task writes as the same number. They may "
       "be meant to be the same, so this rejects nothing.")},
    {"promised_values", N("promised values"),
     N("Wrong, or fails, on values without what all draws of the task have in common: an order, an "
       "identity, halves that are alike. They may be promised, so this rejects nothing.")},
    {"fixed_settings", N("fixed settings"),
     N("Takes no notice of a number or text that the constructor is given, and answers as with the "
       "task's own, which rejects who takes other sizes; or goes wrong with one that may have to "
       "fit sizes, which rejects nothing.")},
    {"empty_sizes", N("dim of zero"),
     N("Wrong, or fails, where one of the sizes is none, as of an empty batch.")},
    {"packs_weights", N("packs weights"),
     N("Keeps a copy of the weights that it makes once. It is right with the weights of its "
       "constructor, and would not follow others that are loaded later.")},
    {"in_step", N("warp in step"),
     N("Threads of one warp meet in memory without a barrier. A GPU's warp goes in step and keeps "
       "their order, which nothing promises: a barrier (tl.debug_barrier) would.")},
    {"changes_torch", N("changes torch"),
     N("Changes a setting or a function of torch that all of a process share. What runs beside it, "
       "such as a reference, may answer otherwise or take another time.")},
    {"changes_process", N("changes the process"),
     N("Changes a setting or a function of Python, NumPy or Triton, or the environment, that all "
       "of a "
       "process share. What runs beside it may go another way.")},
    {"other_state", N("other state"),
     N("Parameters and buffers have other names or shapes than the reference's: a checkpoint of "
       "the "
       "reference does not load as it is. Weights were copied in their order.")},
    {"counts_in_torch", N("counts in torch"),
     N("PyTorch computes with lengths, offsets or labels, a few whole numbers beside the inputs, "
       "before kernels run, or makes what the host only looks at, as whether indices lie in range. "
       "No answer comes of it without kernels.")},
    {"untried_lines", N("untried lines"),
     N("Lines of its Python ran on no input, though the function around them did: a size, a dtype "
       "or "
       "a setting leads there that was not tried. Nothing is known of what they do.")},
    {"few_inputs", N("few inputs"),
     N("Few inputs beside the task's own suited this task, or could be afforded: what was not "
       "tried may be wrong.")},
    {"special_values", N("special values"),
     N("Differs from PyTorch where inputs are infinite, huge, 0 or \u22120. An honest "
       "reformulation may do that, so this rejects nothing.")},
    {"small_values_lost", N("small values lost"),
     N("Zero for elements far below the others, where PyTorch has a value. Honest formulas such as "
       "log(1 + exp(x)) do that, so this rejects nothing.")},
    {"state_not_updated", N("state not updated"),
     N("The reference changes a buffer, such as running statistics, that later forwards in train "
       "mode do not read; the candidate leaves it. This rejects nothing.")},
    {"compiler_crash", N("compiler crash"),
     N("Triton's own compiler crashed on a launch that only unusual sizes lead to. What the kernel "
       "computes there was judged all the same.")},
    {"nondeterministic_reference", N("nondeterministic reference"),
     N("The reference gave two answers to the same inputs with two seeds, in eval mode too. An "
       "honest candidate may be rejected for the difference.")},
    {"precision_downgrade", N("precision downgrade"),
     N("Within the bound, but over 16 times less precise than PyTorch in this dtype: somewhere the "
       "candidate computes with fewer bits.")},
    {"smaller_shapes", N("smaller shapes"),
     N("The sizes of the task are too large to be judged here; smaller ones of the same kind took "
       "their place.")},
    {"kept", N("kept"),
     N("Judged in an earlier run on the same inputs and kept since; nothing that the verdict rests "
       "on has changed. Its times are those of that judgement.")},
    {"non_contiguous_output", N("non-contiguous output"),
     N("The output is not contiguous in memory: what reads it next may be slower, or copy it.")},
    {"torch_ops", N("torch operators"),
     N("Torch operators compute a part of the answer; the policy \"best system\" allows it.")},
    {"torch_compile", N("torch.compile"), N("The source calls torch.compile.")},
    {"try_with_fallback", N("try with a fallback"),
     N("An exception handler returns something: the answer may come from another path. This "
       "rejects nothing.")},
    {"calls_exec", N("calls exec"), N("The source runs code that it makes as text.")},
    {"calls_eval", N("calls eval"), N("The source evaluates code that it makes as text.")},
    {"calls_compile", N("calls compile"), N("The source compiles code that it makes as text.")},
    {"calls_import", N("calls __import__"), N("The source imports by a name made at run time.")},
    {"calls_globals", N("calls globals"), N("The source reads or changes its module by names.")},
    {"calls_open", N("calls open"), N("The source opens files; the sandbox shows it none.")},
};

constexpr const char* kLimits[] = {N("registers"), N("shared memory"), N("warps"),
                                   N("blocks"),    N("compute"),       N("memory")};
#undef N

const Words* find(std::span<const Words> table, const std::string& code) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Words& words) { return code == words.code; });
  return found == table.end() ? nullptr : &*found;
}

QString translated(const char* text) {
  return QCoreApplication::translate("VerdictWords", text);
}

QString wordOf(std::span<const Words> table, const std::string& code) {
  if (const Words* words = find(table, code)) {
    return translated(words->word);
  }
  return text(code).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString meaningOf(std::span<const Words> table, const std::string& code) {
  const Words* words = find(table, code);
  return words == nullptr ? QString() : translated(words->meaning);
}

}  // namespace

QString variantWord(const std::string& variant) {
  return wordOf(kVariants, variant);
}

QString variantMeaning(const std::string& variant) {
  return meaningOf(kVariants, variant);
}

QString flagWord(const std::string& flag) {
  return wordOf(kFlags, flag);
}

QString flagMeaning(const std::string& flag) {
  return meaningOf(kFlags, flag);
}

QStringList knownFlags() {
  QStringList codes;
  for (const Words& words : kFlags) {
    codes << QLatin1String(words.code);
  }
  return codes;
}

QString auditLine(const verify::Audit& audit) {
  const char* context = "VerdictWords";
  if (!audit.note.empty())
    return QStringLiteral("%1: %2").arg(text(audit.tool), engineText(audit.note));
  const QString found = audit.findings == 0
                            ? QCoreApplication::translate(context, "nothing found")
                            : QCoreApplication::translate(context, "%n finding(s), first: %1",
                                                          nullptr, audit.findings)
                                  .arg(text(audit.message));
  return QStringLiteral("%1: %2 (%3)")
      .arg(text(audit.tool), found, formatDuration(audit.elapsed_ms));
}

QString limitWord(const std::string& limit) {
  const bool known = std::find(std::begin(kLimits), std::end(kLimits), limit) != std::end(kLimits);
  return known ? translated(limit.c_str()) : text(limit);
}

std::string flagOfVariant(const std::string& variant) {
  if (variant == "strided" || variant == "strided_own") {
    return "strided_inputs";
  }
  if (variant == "apart") {
    return "equal_sizes";
  }
  return variant == "special" ? "special_values" : std::string();
}

}  // namespace nereid::widgets
