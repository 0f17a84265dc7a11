// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/operation_table.h"

#include <unordered_map>
#include <vector>

#include "engine/verify/machine/internal/lowering.h"

namespace nereid::verify::machine {
namespace {

using L = LaneOperation;

OperationRow binary(std::string_view name, Lanes lanes, L lane, Counted counted) {
  return {name, "%,%OD:T", Typing::kSame, lanes, lower_lanes, lane, counted};
}
OperationRow integers(std::string_view name, L lane) {
  return binary(name, Lanes::kInteger, lane, Counted::kInteger);
}
OperationRow floats(std::string_view name, L lane) {
  return binary(name, Lanes::kFloat, lane, Counted::kFloat);
}
OperationRow unary(std::string_view name, L lane, Lanes lanes = Lanes::kFloat) {
  const Counted counted = lanes == Lanes::kFloat ? Counted::kFloat : Counted::kInteger;
  return {name, "%OD:T", Typing::kSame, lanes, lower_lanes, lane, counted};
}
OperationRow cast(std::string_view name, L lane) {
  return {name, "%OD:T>T", Typing::kConvert, Lanes::kAny, lower_lanes, lane};
}
OperationRow moved(std::string_view name, Typing typing,
                   bool (*lower)(Lowering&, const Operation&)) {
  return {name, "%OD:T>T", typing, Lanes::kAny, lower};
}
/// What touches memory, other programs or other threads.
OperationRow effect(std::string_view name, std::string_view form, Typing typing,
                    bool (*lower)(Lowering&, const Operation&)) {
  return {name, form, typing, Lanes::kAny, lower, L::kNone, Counted::kNothing, false};
}
OperationRow control(std::string_view name, std::string_view form, Typing typing,
                     bool (*lower)(Lowering&, const Operation&)) {
  return {name, form, typing, Lanes::kAny, lower};
}
/// Known, and refused by name.
OperationRow refused(std::string_view name, std::string_view form = "G") {
  return {name, form, Typing::kNothing};
}

std::vector<OperationRow> make_table() {
  return {
      // arith: whole numbers
      integers("arith.addi", L::kAdd),
      integers("arith.subi", L::kSub),
      integers("arith.muli", L::kMul),
      integers("arith.divsi", L::kDivS),
      integers("arith.divui", L::kDivU),
      integers("arith.remsi", L::kRemS),
      integers("arith.remui", L::kRemU),
      integers("arith.ceildivsi", L::kCeilDivS),
      integers("arith.ceildivui", L::kCeilDivU),
      integers("arith.floordivsi", L::kFloorDivS),
      integers("arith.andi", L::kAnd),
      integers("arith.ori", L::kOr),
      integers("arith.xori", L::kXor),
      integers("arith.shli", L::kShl),
      integers("arith.shrsi", L::kShrS),
      integers("arith.shrui", L::kShrU),
      integers("arith.maxsi", L::kMaxS),
      integers("arith.maxui", L::kMaxU),
      integers("arith.minsi", L::kMinS),
      integers("arith.minui", L::kMinU),
      {"arith.cmpi", "W,%,%OD:T", Typing::kCompare, Lanes::kInteger, lower_lanes, L::kPredicate,
       Counted::kInteger},
      {"tt.mulhiui", "%,%OD:T", Typing::kSame, Lanes::kInteger, lower_lanes, L::kMulHighU,
       Counted::kInteger},
      unary("math.absi", L::kAbsI, Lanes::kInteger),
      unary("math.ctlz", L::kLeadingZeros, Lanes::kInteger),
      unary("math.cttz", L::kTrailingZeros, Lanes::kInteger),
      unary("math.ctpop", L::kPopulation, Lanes::kInteger),
      // arith and math: floating point
      floats("arith.addf", L::kAddF),
      floats("arith.subf", L::kSubF),
      floats("arith.mulf", L::kMulF),
      floats("arith.divf", L::kDivF),
      floats("arith.remf", L::kRemF),
      floats("arith.maxnumf", L::kMaxNum),
      floats("arith.minnumf", L::kMinNum),
      floats("arith.maximumf", L::kMaximum),
      floats("arith.minimumf", L::kMinimum),
      floats("tt.precise_divf", L::kDivF),
      floats("math.powf", L::kPow),
      {"arith.cmpf", "W,%,%OD:T", Typing::kCompare, Lanes::kFloat, lower_lanes, L::kPredicate,
       Counted::kNothing},
      {"tt.clampf", "%,%,%OD:T", Typing::kSame, Lanes::kFloat, lower_lanes, L::kClamp,
       Counted::kFloatTwice},
      {"math.fma", "%,%,%OD:T", Typing::kSame, Lanes::kFloat, lower_lanes, L::kFma,
       Counted::kFloatTwice},
      unary("arith.negf", L::kNegF),
      unary("math.absf", L::kAbsF),
      unary("math.sqrt", L::kSqrt),
      unary("tt.precise_sqrt", L::kSqrt),
      unary("math.rsqrt", L::kRsqrt),
      unary("math.floor", L::kFloor),
      unary("math.ceil", L::kCeil),
      unary("math.trunc", L::kTruncate),
      unary("math.roundeven", L::kRoundEven),
      unary("math.exp", L::kExp),
      unary("math.exp2", L::kExp2),
      unary("math.log", L::kLog),
      unary("math.log2", L::kLog2),
      unary("math.sin", L::kSin),
      unary("math.cos", L::kCos),
      unary("math.tan", L::kTan),
      unary("math.tanh", L::kTanh),
      unary("math.erf", L::kErf),
      {"tt.extern_elementwise", "*D:F", Typing::kExtern, Lanes::kAny, lower_extern, L::kNone,
       Counted::kFloat},
      // Casts
      cast("arith.extsi", L::kExtS),
      cast("arith.extui", L::kExtU),
      cast("arith.trunci", L::kTrunc),
      cast("arith.sitofp", L::kSiToFp),
      cast("arith.uitofp", L::kUiToFp),
      cast("arith.fptosi", L::kFpToSi),
      cast("arith.fptoui", L::kFpToUi),
      cast("arith.extf", L::kFpCast),
      {"arith.truncf", "%OD:T>T", Typing::kConvert, Lanes::kAny, lower_rounded, L::kFpCast},
      {"tt.fp_to_fp", "%OD:T>T", Typing::kConvert, Lanes::kAny, lower_rounded, L::kFpCast},
      {"tt.int_to_ptr", "%OD:T>T", Typing::kConvert, Lanes::kAny, lower_alias, L::kCopy},
      {"tt.ptr_to_int", "%OD:T>T", Typing::kConvert, Lanes::kAny, lower_alias, L::kCopy},
      moved("arith.bitcast", Typing::kBitcast, lower_alias),
      moved("tt.bitcast", Typing::kBitcast, lower_alias),
      // Values that come from nowhere
      {"arith.constant", "C", Typing::kConstant, Lanes::kAny, lower_constant},
      {"ub.poison", "D:T", Typing::kConstant, Lanes::kAny, lower_constant},
      control("tt.make_range", "D:T", Typing::kRange, lower_range),
      control("tt.get_program_id", "WD:T", Typing::kAxis, lower_program_id),
      control("tt.get_num_programs", "WD:T", Typing::kAxis, lower_program_id),
      // Lanes that move
      {"arith.select", "%,%,%OD:L", Typing::kSelect, Lanes::kAny, lower_lanes, L::kSelect},
      {"tt.addptr", "%,%OD:L", Typing::kAddPointer, Lanes::kAny, lower_add_pointer},
      moved("tt.splat", Typing::kSplat, lower_splat),
      {"tt.unsplat", "%OD:T", Typing::kUnsplat, Lanes::kAny, lower_alias},
      moved("tt.expand_dims", Typing::kExpand, lower_alias),
      moved("tt.broadcast", Typing::kBroadcast, lower_broadcast),
      moved("tt.reshape", Typing::kReshape, lower_reshape),
      moved("tt.trans", Typing::kTranspose, lower_transpose),
      {"tt.cat", "%,%OD:T>T", Typing::kCat, Lanes::kAny, lower_join},
      {"tt.join", "%,%OD:T>T", Typing::kJoin, Lanes::kAny, lower_join},
      moved("tt.split", Typing::kSplit, lower_split),
      {"tt.gather", "%[%]OD:F", Typing::kGather, Lanes::kAny, lower_gather},
      {"tt.histogram", "%?OD:T>T", Typing::kHistogram, Lanes::kAny, lower_histogram},
      // Lanes that meet
      control("tt.reduce", "G", Typing::kReduce, lower_reduce),
      control("tt.scan", "G", Typing::kScan, lower_scan),
      control("tt.map_elementwise", "G", Typing::kMap, lower_map),
      control("tt.reduce.return", "RD", Typing::kNothing, lower_nothing),
      control("tt.scan.return", "RD", Typing::kNothing, lower_nothing),
      control("tt.map_elementwise.return", "RD", Typing::kNothing, lower_nothing),
      {"tt.dot", "%,%,%OD:TxT>T", Typing::kDot, Lanes::kAny, lower_dot},
      {"tt.dot_scaled", "X", Typing::kScaledDot, Lanes::kAny, lower_scaled_dot},
      // Memory
      effect("tt.load", "%??OD:T", Typing::kLoad, lower_load),
      effect("tt.store", "%,%?OD:T", Typing::kStore, lower_store),
      effect("tt.atomic_rmw", "W,W,W,%,%?D:F", Typing::kAtomic, lower_atomic),
      effect("tt.atomic_cas", "W,W,%,%,%D:F", Typing::kAtomic, lower_atomic),
      effect("tt.make_tensor_descriptor", "%,[*],[*]D:<,;", Typing::kDescriptor, lower_descriptor),
      effect("tt.descriptor_load", "%[*]OD:T>T", Typing::kBlockLoad, lower_block_load),
      effect("tt.descriptor_store", "%[*],%D:T,T", Typing::kBlockStore, lower_block_store),
      effect("tt.descriptor_reduce", "W,%[*],%D:T,T", Typing::kBlockStore, lower_block_store),
      effect("tt.descriptor_gather", "%[%,%]D:F", Typing::kRowsLoad, lower_block_load),
      effect("tt.descriptor_scatter", "%[%,%],%D:L", Typing::kRowsStore, lower_block_store),
      // Block pointers are made into addresses by Triton's own passes before this text is printed.
      refused("tt.make_tensor_ptr"),
      refused("tt.advance"),
      // Control flow
      control("scf.for", "X", Typing::kFor, lower_for),
      control("scf.if", "X", Typing::kIf, lower_if),
      control("scf.while", "X", Typing::kWhile, lower_while),
      control("scf.yield", "DR", Typing::kNothing, lower_nothing),
      control("scf.condition", "(%)DR", Typing::kNothing, lower_nothing),
      control("cf.br", "BD", Typing::kNothing, lower_branch),
      control("cf.cond_br", "%O,B,BD", Typing::kNothing, lower_branch),
      effect("cf.assert", "%,SD", Typing::kAssert, lower_assert),
      effect("tt.call", "@(*)D:F", Typing::kCall, lower_call),
      control("tt.return", "DR", Typing::kNothing, lower_return),
      effect("tt.assert", "%,SD:T", Typing::kAssert, lower_assert),
      effect("llvm.intr.assume", "%OD:T", Typing::kAssert, lower_assume),
      effect("tt.print", "SDZ", Typing::kNothing, lower_print),
      effect("gpu.barrier", "D", Typing::kNothing, lower_barrier),
      effect("ttg.local_barrier", "D", Typing::kNothing, lower_barrier),
      {"tt.elementwise_inline_asm", "SDA>L", Typing::kAssembly, Lanes::kAny, lower_assembly},
  };
}

const std::vector<OperationRow>& table() {
  static const std::vector<OperationRow> kTable = make_table();
  return kTable;
}

}  // namespace

const OperationRow* operation_named(std::string_view name) {
  static const auto kByName = [] {
    std::unordered_map<std::string_view, const OperationRow*> rows;
    for (const OperationRow& row : table()) rows.emplace(row.name, &row);
    return rows;
  }();
  const auto found = kByName.find(name);
  return found == kByName.end() ? nullptr : found->second;
}

std::span<const OperationRow> operation_table() {
  return table();
}

}  // namespace nereid::verify::machine
