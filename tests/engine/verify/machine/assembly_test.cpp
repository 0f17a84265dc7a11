// SPDX-License-Identifier: GPL-3.0-or-later
// Inline assembly: instructions by family, beside what an H200 gives for them; packing, predicates,
// what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/verify/machine/internal/assembly.h"
#include "engine/verify/machine/machine.h"

namespace nereid::verify::machine {
namespace {

Element element_of(char letter) {
  return letter == 'h' ? Element::kI16 : letter == 'l' ? Element::kI64 : Element::kI32;
}

/// Text with one result, `letters` for it and its operands: "rrr".
AssemblyText text_of(std::string_view text, std::string_view letters, std::string& constraints) {
  AssemblyText made;
  made.text = text;
  constraints = std::string("=") + letters.front();
  made.results = {element_of(letters.front())};
  for (const char letter : letters.substr(1)) {
    constraints += std::string(",") + letter;
    made.operands.push_back(element_of(letter));
  }
  made.constraints = constraints;
  return made;
}

std::uint64_t result_of(std::string_view text, std::string_view letters,
                        std::initializer_list<std::uint64_t> operands, std::uint32_t seed = 0) {
  std::string constraints, problem;
  const auto code = read_assembly(text_of(text, letters, constraints), problem);
  EXPECT_TRUE(code) << text << ": " << problem;
  if (!code) return 0xDEAD;
  std::vector<std::uint64_t> registers((code->registers + 2U) * kAssemblyLanes);
  for (const auto& [reg, value] : code->constants) registers[reg * kAssemblyLanes] = value;
  std::size_t next = 0;
  for (const std::uint64_t operand : operands)
    registers[code->inputs.at(next++).reg * kAssemblyLanes] = operand;
  run_assembly(*code, registers.data(), 1, seed);
  return registers[code->outputs.front().reg * kAssemblyLanes];
}

std::string problem_of(std::string_view text, std::string_view letters = "rr") {
  std::string constraints, problem;
  return read_assembly(text_of(text, letters, constraints), problem) ? std::string() : problem;
}

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
float number(std::uint64_t value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value));
}

struct Row {
  std::string_view text, letters;
  std::vector<std::uint64_t> operands;
  std::uint64_t wanted;
};
void expect_rows(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    std::uint64_t given = 0;
    switch (row.operands.size()) {
      case 1:
        given = result_of(row.text, row.letters, {row.operands[0]});
        break;
      case 2:
        given = result_of(row.text, row.letters, {row.operands[0], row.operands[1]});
        break;
      default:
        given = result_of(row.text, row.letters,
                          {row.operands.at(0), row.operands.at(1), row.operands.at(2)});
    }
    EXPECT_EQ(given, row.wanted) << row.text << std::hex << " gives " << given;
  }
}

TEST(Assembly, WholeNumbers) {
  expect_rows({
      {"add.s32 $0, $1, $2;", "rrr", {0x7FFFFFFF, 1}, 0x80000000},
      {"add.sat.s32 $0, $1, $2;", "rrr", {0x7FFFFFFF, 1}, 0x7FFFFFFF},
      {"sub.u16 $0, $1, $2;", "hhh", {0, 1}, 0xFFFF},
      {"mul.hi.s32 $0, $1, $2;", "rrr", {0xFFFFFFFF, 2}, 0xFFFFFFFF},
      {"mul.hi.u64 $0, $1, $2;", "lll", {1ULL << 63U, 6}, 3},
      {"mul.wide.s16 $0, $1, $2;", "rhh", {0xFFFF, 2}, 0xFFFFFFFE},
      {"mad.lo.u32 $0, $1, $2, $3;", "rrrr", {5, 6, 7}, 37},
      {"mul24.lo.s32 $0, $1, $2;", "rrr", {0xFFFFFF, 2}, 0xFFFFFFFE},
      {"div.s32 $0, $1, $2;", "rrr", {0xFFFFFFF9, 2}, 0xFFFFFFFD},
      {"div.u32 $0, $1, $2;", "rrr", {5, 0}, 0xFFFFFFFF},
      {"rem.s32 $0, $1, $2;", "rrr", {0xFFFFFFF9, 2}, 0xFFFFFFFF},
      {"abs.s32 $0, $1;", "rr", {0x80000000}, 0x80000000},
      {"min.s16x2 $0, $1, $2;", "rrr", {0x0001FFFF, 0xFFFF0002}, 0xFFFFFFFF},
      {"max.relu.s32 $0, $1, $2;", "rrr", {0x80000000, 0xFFFFFFFF}, 0},
      {"sad.u32 $0, $1, $2, $3;", "rrrr", {3, 8, 100}, 105},
      {"dp4a.s32.s32 $0, $1, $2, $3;", "rrrr", {0x01FF0203, 0x01010101, 10}, 15},
      {"dp2a.hi.u32.u32 $0, $1, $2, $3;", "rrrr", {0x00020003, 0x05070000, 1}, 32},
  });
}

TEST(Assembly, Bits) {
  expect_rows({
      {"lop3.b32 $0, $1, $2, $3, 0xEA;", "rrrr", {0xF0F0, 0xFF00, 1}, 0xF001},
      {"prmt.b32 $0, $1, $2, 0x5410;", "rrr", {0x11223344, 0x55667788}, 0x77883344},
      {"prmt.b32 $0, $1, $2, 0x9999;", "rrr", {0x1122F344, 0}, 0xFFFFFFFF},
      {"prmt.b32.rc16 $0, $1, $2, $3;", "rrrr", {0x11223344, 0, 1}, 0x11221122},
      {"shl.b32 $0, $1, $2;", "rrr", {1, 32}, 0},
      {"shr.s32 $0, $1, $2;", "rrr", {0x80000000, 40}, 0xFFFFFFFF},
      {"shf.l.wrap.b32 $0, $1, $2, $3;", "rrrr", {0x80000000, 1, 33}, 3},
      {"shf.r.clamp.b32 $0, $1, $2, $3;", "rrrr", {5, 6, 99}, 6},
      {"bfe.s32 $0, $1, 4, 4;", "rr", {0xF0}, 0xFFFFFFFF},
      {"bfe.u64 $0, $1, 8, 100;", "ll", {0x1234}, 0x12},
      {"bfi.b32 $0, $1, $2, 8, 8;", "rrr", {0xAB, 0xFFFFFFFF}, 0xFFFFABFF},
      {"brev.b32 $0, $1;", "rr", {1}, 0x80000000},
      {"popc.b64 $0, $1;", "rl", {~0ULL}, 64},
      {"clz.b32 $0, $1;", "rr", {0}, 32},
      {"bfind.s32 $0, $1;", "rr", {0xFFFFFFFE}, 0},
      {"fns.b32 $0, $1, 0, 2;", "rr", {0b1010}, 3},
      {"cnot.b32 $0, $1;", "rr", {0}, 1},
      {"szext.wrap.s32 $0, $1, 4;", "rr", {0xF}, 0xFFFFFFFF},
      {"bmsk.clamp.b32 $0, $1, 4;", "rr", {8}, 0xF00},
      {"{ .reg .b32 t; add.cc.u32 t, $1, $2; addc.u32 $0, 0, 0; }", "rrr", {0xFFFFFFFF, 1}, 1},
      {"{ .reg .b32 t; sub.cc.u32 t, $1, $2; subc.u32 $0, 5, 0; }", "rrr", {0, 1}, 4},
  });
}

TEST(Assembly, FloatingPointIsRoundedAsItSays) {
  const std::uint64_t one = bits(1.0F), tiny = bits(0x1p-30F);
  expect_rows({
      {"add.rn.f32 $0, $1, $2;", "rrr", {one, tiny}, one},
      {"add.rp.f32 $0, $1, $2;", "rrr", {one, tiny}, one + 1},
      {"sub.rz.f32 $0, $1, $2;", "rrr", {one, tiny}, one - 1},
      {"add.rm.f32 $0, $1, $2;", "rrr", {one, bits(-1.0F)}, 0x80000000},
      {"fma.rn.f32 $0, $1, $2, $3;",
       "rrrr",
       {one + 1, one + 1, bits(-1.0F)},
       bits(std::fma(1 + 0x1p-23F, 1 + 0x1p-23F, -1.0F))},
      {"mul.ftz.f32 $0, $1, $2;", "rrr", {bits(0x1p-100F), bits(-0x1p-40F)}, 0x80000000},
      {"add.sat.f32 $0, $1, $2;", "rrr", {one, one}, one},
      {"add.sat.f32 $0, $1, $2;", "rrr", {0x7FC00000, one}, 0},
      {"mul.f32 $0, $1, $2;", "rrr", {0, bits(INFINITY)}, 0x7FFFFFFF},
      {"div.rz.f32 $0, $1, $2;", "rrr", {one, bits(3.0F)}, 0x3EAAAAAA},
      {"div.rn.f32 $0, $1, $2;", "rrr", {one, bits(3.0F)}, 0x3EAAAAAB},
      {"sqrt.rp.f32 $0, $1;", "rr", {bits(2.0F)}, 0x3FB504F4},
      {"rcp.rn.f64 $0, $1;", "ll", {bits(3.0)}, bits(1 / 3.0)},
      {"add.rp.f64 $0, $1, $2;", "lll", {bits(1.0), bits(0x1p-80)}, bits(1.0) + 1},
      {"min.f32 $0, $1, $2;", "rrr", {0x7FC00000, one}, one},
      {"max.NaN.f32 $0, $1, $2;", "rrr", {0x7FC00000, one}, 0x7FFFFFFF},
      {"min.f32 $0, $1, $2;", "rrr", {0, 0x80000000}, 0x80000000},
      {"max.xorsign.abs.f32 $0, $1, $2;", "rrr", {bits(-2.0F), one}, bits(-2.0F)},
      {"copysign.f32 $0, $1, $2;", "rrr", {0x80000000, one}, bits(-1.0F)},
      {"add.f16x2 $0, $1, $2;", "rrr", {0x3C003C00, 0x40004000}, 0x42004200},
      {"mul.rn.bf16x2 $0, $1, $2;", "rrr", {0x3F804000, 0x40403F80}, 0x40404000},
      {"fma.rn.relu.f16 $0, $1, $2, $3;", "hhhh", {0x3C00, 0xBC00, 0}, 0},
      {"neg.bf16x2 $0, $1;", "rr", {0x3F80BF80}, 0xBF803F80},
  });
}

TEST(Assembly, Conversions) {
  expect_rows({
      {"cvt.rn.bf16x2.f32 $0, $1, $2;", "rrr", {bits(1.0F), bits(-2.0F)}, 0x3F80C000},
      {"cvt.rz.f16.f32 $0, $1;", "hr", {bits(65519.0F)}, 0x7BFF},
      {"cvt.rn.relu.f16x2.f32 $0, $1, $2;", "rrr", {bits(-1.0F), bits(1.0F)}, 0x3C00},
      {"cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "hrr", {bits(1000.0F), bits(-1.0F)}, 0x7EB8},
      {"cvt.rn.satfinite.e5m2x2.f32 $0, $1, $2;", "hrr", {0x7FC00000, bits(1.0F)}, 0x7F3C},
      {"cvt.rn.f16x2.e4m3x2 $0, $1;", "rh", {0x7E38}, 0x5F003C00},
      {"cvt.rna.tf32.f32 $0, $1;", "rr", {0x3F801000}, 0x3F802000},
      {"cvt.rni.s32.f32 $0, $1;", "rr", {bits(2.5F)}, 2},
      {"cvt.rzi.u32.f32 $0, $1;", "rr", {bits(-3.0F)}, 0},
      {"cvt.rzi.s32.f32 $0, $1;", "rr", {bits(1e20F)}, 0x7FFFFFFF},
      {"cvt.rzi.s64.f64 $0, $1;", "ll", {bits(std::nan(""))}, 1ULL << 63U},
      {"cvt.sat.u8.s32 $0, $1;", "rr", {0xFFFFFFFF}, 0},
      {"cvt.s32.s8 $0, $1;", "rr", {0x1FF}, 0xFFFFFFFF},
      {"cvt.rp.f32.u64 $0, $1;", "rl", {(1ULL << 40U) + 1}, bits(0x1p40F) + 1},
      {"cvt.rn.f16.s32 $0, $1;", "hr", {70000}, 0x7C00},
      {"cvt.pack.sat.u8.s32.b32 $0, $1, $2, $3;", "rrrr", {300, 0xFFFFFFFF, 0x1234}, 0x1234FF00},
      {"{ .reg .b16 l, h; mov.b32 {l, h}, $1; cvt.f32.bf16 $0, h; }",
       "rr",
       {0x40000000},
       bits(2.0F)},
      {"{ .reg .b8 a, b, c, d; mov.b32 {a, b, c, d}, $1; cvt.u32.u8 $0, c; }",
       "rr",
       {0x11223344},
       0x22},
  });
}

TEST(Assembly, PredicatesAndChoices) {
  expect_rows({
      {"{ .reg .pred p; setp.gt.s32 p, $1, $2; selp.b32 $0, $1, $2, p; }", "rrr", {5, 7}, 7},
      {"{ .reg .pred p; setp.lt.f32 p, $1, $2; @p mov.b32 $0, 1; @!p mov.b32 $0, 2; }",
       "rrr",
       {bits(1.0F), bits(NAN)},
       2},
      {"{ .reg .pred %p<2>; setp.eq.u32 %p0|%p1, $1, $2; mov.u32 $0, 0; @%p1 add.u32 $0, $0, 9; }",
       "rrr",
       {1, 2},
       9},
      {"{ .reg .pred p, c; setp.ne.u32 c, $3, 0; setp.lt.and.u32 p, $1, $2, !c; selp.u32 $0, 1, 0, "
       "p; }",
       "rrrr",
       {1, 2, 1},
       0},
      {"set.ge.u32.f32 $0, $1, $2;", "rrr", {bits(2.0F), bits(2.0F)}, 0xFFFFFFFF},
      {"set.lt.bf16x2.bf16x2 $0, $1, $2;", "rrr", {0x3F804000, 0x40003F80}, 0x3F800000},
      {"slct.f32.s32 $0, $1, $2, $3;", "rrrr", {1, 2, 0x80000000}, 2},
      {"{ .reg .pred p; testp.normal.f32 p, $1; selp.u32 $0, 1, 0, p; }", "rr", {0}, 1},
  });
}

TEST(Assembly, NamesScopesAndNumbers) {
  expect_rows({
      {"// first\\0A{ .reg .b32 a<2>; /* b */ mov.b32 a0, 0b101; mov.b32 a1, 010; add.u32 $0, a0, "
       "a1; }",
       "rr",
       {0},
       13},
      {"{ .reg .b32 t; mov.b32 t, $1; { .reg .b32 t; mov.b32 t, 7; } mov.b32 $0, t; }",
       "rr",
       {3},
       3},
      {"add.f32 ${0}, ${1}, 0f3F800000;", "rr", {bits(1.0F)}, bits(2.0F)},
      {"mul.f32 $0, $1, 1.5;", "rr", {bits(2.0F)}, bits(3.0F)},
      {"fma.rn.f64 $0, $1, 0d4000000000000000, 1.0;", "ll", {bits(3.0)}, bits(7.0)},
      {"add.s32 $0, $1, -1;", "rr", {0}, 0xFFFFFFFF},
      {"and.b32 $0, $1, 0xFFFF0000U;", "rr", {0x12345678}, 0x12340000},
      {"mov.b64 {_, $0}, $1;", "rl", {0x1234567800000000}, 0x12345678},
  });
}

TEST(Assembly, ApproximateFunctionsErrByTheSeedWithinWhatIsDocumented) {
  const auto worst = [](std::string_view text, float x, double exact) {
    std::set<std::uint64_t> different;
    double most = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
      const std::uint64_t given = result_of(text, "rr", {bits(x)}, seed);
      different.insert(given);
      most = std::max(most, std::fabs(number(given) - exact));
    }
    EXPECT_GE(different.size(), 2U) << text;
    return most / std::fabs(exact);
  };
  EXPECT_LE(worst("tanh.approx.f32 $0, $1;", 0.7F, std::tanh(0.7F)), 0x1p-11);
  EXPECT_GT(worst("tanh.approx.f32 $0, $1;", 0.7F, std::tanh(0.7F)), 0x1p-13);
  EXPECT_LE(worst("ex2.approx.ftz.f32 $0, $1;", 0.7F, std::exp2(double{0.7F})), 0x1p-22);
  EXPECT_LE(worst("rsqrt.approx.f32 $0, $1;", 3.0F, 1 / std::sqrt(3.0)), 0x1.13p-23);
  EXPECT_LE(worst("lg2.approx.f32 $0, $1;", 3.0F, std::log2(3.0)), 0x1p-22);
  EXPECT_EQ(result_of("ex2.approx.f32 $0, $1;", "rr", {bits(3.0F)}, 5), bits(8.0F));
  EXPECT_EQ(result_of("tanh.approx.f32 $0, $1;", "rr", {bits(100.0F)}, 5), bits(1.0F));
  EXPECT_EQ(result_of("rcp.approx.f32 $0, $1;", "rr", {0x80000000}, 5), bits(-INFINITY));
}

TEST(Assembly, WhatIsNotOfRegistersIsRefusedByName) {
  const auto says = [](std::string_view text, std::string_view wanted,
                       std::string_view letters = "rr") {
    const std::string problem = problem_of(text, letters);
    EXPECT_NE(problem.find(wanted), std::string::npos) << text << ": " << problem;
  };
  says("ld.global.u32 $0, [$1];", "touches memory (ld.global.u32)", "rl");
  says("{ st.global.u32 [$1], 5; mov.u32 $0, 0; }", "touches memory (st.global.u32)", "rl");
  says("atom.global.add.u32 $0, [$1], 1;", "touches memory", "rl");
  says("@p ld.shared.f32 $0, [$1];", "p, which is not declared");
  says("mov.u32 $0, %smid;", "%smid, which is no value of the kernel");
  says("mov.u64 $0, %globaltimer;", "%globaltimer", "ll");
  says("mov.u32 $0, %tid.x;", "%tid");
  says("bar.sync 0; mov.u32 $0, 0;", "bar.sync is not run");
  says("{ .reg .pred q; setp.ne.u32 q, $1, 0; @q trap; mov.u32 $0, 0; }", "trap is not run");
  says("L: mov.u32 $0, 0; bra L;", "labels and branches");
  says("shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "shfl.sync.bfly.b32 is not run");
  says("griddepcontrol.wait; st.global.u32 [$1], 1;", "touches memory", "rl");
  says("{ .shared .b32 x; mov.b32 $0, 0; }", "the directive .shared");
}

TEST(Assembly, MalformedTextsAreRefused) {
  for (const std::string_view text :
       {"add.u32 $0, $1, $1",
        "add.u32 $0, $1;",
        "add.u32 $0, $1, $9;",
        "add.u33 $0, $1, $1;",
        "add.f32.f16 $0, $1, $1;",
        "add.rn.u32 $0, $1, $1;",
        "{ add.u32 $0, $1, $1;",
        "}",
        "add.u32 $0, x, $1;",
        "{ .reg .b64 t; add.u32 $0, t, $1; }",
        "add.u16 $0, $1, $1;",
        "{ .reg .b32 t; add.u32 $0, t, $1; }",
        "add.u32 $1, $1, $1; mov.b32 $0, $1;",
        "",
        "{ .reg .pred p; setp.eq.u32 p, $1, 0; @p mov.b32 $0, 1; }",
        "{ .reg .pred p; setp.eq.u32 p, $1, 0; @p mov.b32 $0, 1; @p mov.b32 $0, 2; }",
        ("{ .reg .pred p; setp.eq.u32 p, $1, 0; @p mov.b32 $0, 1; setp.eq.u32 p, $1, 1; "
         "@!p mov.b32 $0, 2; }"),
        "mov.b32 $0, 1.0;",
        "add.f32 $0, $1, 1;",
        "mov.b32 $0, {$1, $1};",
        "mov.b32 $0x, $1;",
        "${0:x};",
        "mov.b32 $0, 0x;",
        "mov.b32 $0, 99999999999999999999999;",
        "{ .reg .b32 t<2000000>; mov.b32 $0, $1; }",
        "{ .reg .b32 t, t; mov.b32 $0, $1; }",
        "fma.f32 $0, $1, $1, $1;",
        "cvt.f16.f32 $0, $1;",
        "cvt.sat.u32.u8 $0, $1;",
        "\\22",
        "@"})
    EXPECT_FALSE(problem_of(text).empty()) << text;
  EXPECT_FALSE(problem_of(std::string(100000, '{')).empty());
  std::string many = "{ .reg .b32 t<1000000>; ";
  for (int i = 0; i < 9000; ++i) many += "mov.b32 t" + std::to_string(i) + ", 0;";
  EXPECT_FALSE(problem_of(many + "mov.b32 $0, $1; }").empty());
}

TEST(Assembly, WhatAnAssemblerRefusesToo) {
  const auto malformed = [](std::string_view text) {
    std::string constraints, problem;
    bool is_malformed = false;
    EXPECT_FALSE(read_assembly(text_of(text, "rr", constraints), problem, &is_malformed)) << text;
    return is_malformed;
  };
  for (const std::string_view text :
       {"add.u32 $0, $1", "add.u32 $0, x, $1;", "{ mov.b32 $0, $1;", "mov.b32 $0, $9;",
        "{ .reg .b64 t; add.u32 $0, t, $1; }", "mov.b64 $0, $1;"})
    EXPECT_TRUE(malformed(text)) << text;
  for (const std::string_view text :
       {"add.u33 $0, $1, $1;", "mov.u32 $0, %clock;", "ld.global.u32 $0, [$1];",
        "{ .reg .b32 t; mov.b32 $0, t; }", "add.u32 $1, $1, $1;"})
    EXPECT_FALSE(malformed(text)) << text;
}

TEST(Assembly, ConstraintsNameRegisters) {
  const auto problem = [](std::string_view constraints, std::int64_t pack,
                          std::vector<Element> results, std::vector<Element> operands) {
    AssemblyText text;
    text.text = "mov.b32 $0, 0;";
    text.constraints = constraints;
    text.pack = pack;
    text.results = std::move(results);
    text.operands = std::move(operands);
    std::string said;
    return read_assembly(text, said) ? std::string() : said;
  };
  EXPECT_EQ(problem("=r,r", 1, {Element::kF32}, {Element::kF32}), "");
  EXPECT_EQ(problem("=&r,f,~{memory}", 1, {Element::kF32}, {Element::kF32}), "");
  EXPECT_EQ(problem("=r,r", 4, {Element::kI8}, {Element::kI8}), "");
  EXPECT_EQ(problem("=r, r", 1, {Element::kF32}, {Element::kF32}), "");
  EXPECT_EQ(problem("=r,0", 1, {Element::kI32}, {Element::kI32}), "");
  for (const auto& [constraints, pack] : {std::pair{"=r", 1},
                                          {"r,r", 1},
                                          {"=r,=r", 1},
                                          {"=r,r,r", 1},
                                          {"=r,r", 2},
                                          {"=r,r", 3},
                                          {"=r,r", 128},
                                          {"=r,r", 0},
                                          {"=h,r", 1},
                                          {"+r,r", 1},
                                          {"=x,r", 1},
                                          {"=r,m", 1},
                                          {"=r,1", 1},
                                          {"", 1},
                                          {"=r,", 1},
                                          {"=rr,r", 1}})
    EXPECT_NE(problem(constraints, pack, {Element::kF32}, {Element::kF32}), "") << constraints;
}

// ---- in a kernel
// -----------------------------------------------------------------------------------
constexpr std::uint64_t kX = 1ULL << 32U, kY = 2ULL << 32U;

std::string kernel_of(std::string_view body, std::string_view in, std::string_view out,
                      std::size_t lanes) {
  return fmt::format(R"(module {{
  tt.func public @k(%x: !tt.ptr<{0}>, %y: !tt.ptr<{1}>) {{
    %at = tt.make_range {{end = {2} : i32, start = 0 : i32}} : tensor<{2}xi32>
    %px = tt.splat %x : !tt.ptr<{0}> -> tensor<{2}x!tt.ptr<{0}>>
    %pa = tt.addptr %px, %at : tensor<{2}x!tt.ptr<{0}>>, tensor<{2}xi32>
    %a = tt.load %pa : tensor<{2}x!tt.ptr<{0}>>
    {3}
    %py = tt.splat %y : !tt.ptr<{1}> -> tensor<{2}x!tt.ptr<{1}>>
    %po = tt.addptr %py, %at : tensor<{2}x!tt.ptr<{1}>>, tensor<{2}xi32>
    tt.store %po, %o : tensor<{2}x!tt.ptr<{1}>>
    tt.return
  }}
}}
)",
                     in, out, lanes, body);
}

template <class In, class Out>
std::vector<Out> run_kernel(const std::string& text, std::vector<In> in, std::uint64_t seed,
                            Work* work = nullptr) {
  std::vector<Out> out(in.size());
  const Result<Kernel> kernel = Kernel::read(text);
  EXPECT_TRUE(kernel) << (kernel ? std::string() : kernel.error().message);
  if (!kernel) return out;
  Launch launch;
  launch.grid = {1, 1, 1};
  launch.seed = seed;
  launch.arguments = {Argument::of(kX), Argument::of(kY)};
  const std::array<Buffer, 2> buffers = {
      Buffer{kX, reinterpret_cast<std::byte*>(in.data()), in.size() * sizeof(In), sizeof(In), "x"},
      Buffer{kY, reinterpret_cast<std::byte*>(out.data()), out.size() * sizeof(Out), sizeof(Out),
             "y"}};
  const Result<Outcome> outcome = kernel->run(launch, buffers);
  EXPECT_TRUE(outcome);
  if (outcome) {
    EXPECT_TRUE(outcome->findings.empty());
    if (work) *work = outcome->work;
  }
  return out;
}

TEST(AssemblyKernels, PackElementsOfEightBits) {
  const std::string text = kernel_of(
      R"(%o = tt.elementwise_inline_asm "{ .reg .b32 t; and.b32 t, $1, 0x7F7F7F7F; add.u32 t, t, 0x01010101; mov.b32 $0, t; }" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %a : tensor<256xi8> -> tensor<256xi8>)",
      "i8", "i8", 256);
  std::vector<std::uint8_t> in(256);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Work work;
    const auto out = run_kernel<std::uint8_t, std::uint8_t>(text, in, seed, &work);
    for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(out[i], (i & 0x7FU) + 1) << i;
    EXPECT_GE(work.integer_operations, 2 * 64U);
  }
}

// Which elements share a register is not specified: what mixes them differs by the seed.
TEST(AssemblyKernels, ElementsOfAPackAreNoNeighboursForSure) {
  const std::string text = kernel_of(
      R"(%o = tt.elementwise_inline_asm "prmt.b32 $0, $1, $1, 0x1032;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %a : tensor<64xi16> -> tensor<64xi16>)",
      "i16", "i16", 64);
  std::vector<std::uint16_t> in(64);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint16_t>(i);
  std::set<std::uint16_t> partners;
  for (std::uint64_t seed = 0; seed < 16; ++seed)
    partners.insert(run_kernel<std::uint16_t, std::uint16_t>(text, in, seed).front());
  EXPECT_EQ(partners, (std::set<std::uint16_t>{1, 32}));
}

TEST(AssemblyKernels, SeveralResultsAndNarrowElements) {
  const std::string text = kernel_of(
      R"(%r:2 = tt.elementwise_inline_asm "{ .reg .b8 l, h; .reg .b16 u; cvt.u16.u32 u, $2; mov.b16 {l, h}, u; cvt.u32.u8 $0, l; cvt.u32.u8 $1, h; }" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = false} %a : tensor<32xi16> -> tensor<32xi32>, tensor<32xi32>
    %o = arith.addi %r#0, %r#1 : tensor<32xi32>)",
      "i16", "i32", 32);
  std::vector<std::uint16_t> in(32);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint16_t>(i * 0x0301);
  std::vector<std::uint32_t> out(32);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    // Bits above the element are undefined; the text does not look at them.
    const Result<Kernel> kernel = Kernel::read(text);
    ASSERT_TRUE(kernel) << kernel.error().message;
    Launch launch;
    launch.grid = {1, 1, 1};
    launch.seed = seed;
    launch.arguments = {Argument::of(kX), Argument::of(kY)};
    const std::array<Buffer, 2> buffers = {
        Buffer{kX, reinterpret_cast<std::byte*>(in.data()), 64, 2, "x"},
        Buffer{kY, reinterpret_cast<std::byte*>(out.data()), 128, 4, "y"}};
    ASSERT_TRUE(kernel->run(launch, buffers));
    for (std::size_t i = 0; i < in.size(); ++i)
      ASSERT_EQ(out[i], (in[i] & 0xFFU) + (in[i] >> 8U)) << i;
  }
}

TEST(AssemblyKernels, AreRefusedByLineAndName) {
  const Result<Kernel> kernel = Kernel::read(kernel_of(
      R"(%o = tt.elementwise_inline_asm "ld.global.f32 $0, [$1];" {constraints = "=f,l", packed_element = 1 : i32, pure = false} %pa : tensor<4x!tt.ptr<f32>> -> tensor<4xf32>)",
      "f32", "f32", 4));
  ASSERT_FALSE(kernel);
  EXPECT_EQ(
      kernel.error().message,
      "line 7: tt.elementwise_inline_asm: assembly that touches memory (ld.global.f32) cannot "
      "be checked for bounds and races");
}

}  // namespace
}  // namespace nereid::verify::machine
