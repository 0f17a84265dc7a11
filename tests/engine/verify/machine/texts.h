// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace nereid::verify::machine {

/// IR as Triton 3.6.0 prints it, shortened: between them they hold every form of text that it has.
inline constexpr std::string_view kRowSum = R"(#loc = loc("k.py":1:0)
module {
  tt.func public @row_sum(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x"(#loc)), %y: !tt.ptr<f32> loc("y"(#loc)), %n: i32 loc("n"(#loc))) attributes {noinline = false} {
    %c64_i32 = arith.constant 64 : i32 loc(#loc1)
    %c0_i32 = arith.constant 0 : i32 loc(#loc1)
    %cst = arith.constant dense<0.000000e+00> : tensor<64xf32> loc(#loc1)
    %row = tt.get_program_id x : i32 loc(#loc2)
    %acc = scf.for %start = %c0_i32 to %n step %c64_i32 iter_args(%acc_0 = %cst) -> (tensor<64xf32>)  : i32 {
      %at = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32> loc(#loc3)
      %at_1 = tt.splat %start : i32 -> tensor<64xi32> loc(#loc3)
      %at_2 = arith.addi %at_1, %at : tensor<64xi32> loc(#loc3)
      %m = tt.splat %n : i32 -> tensor<64xi32> loc(#loc3)
      %m_3 = arith.cmpi slt, %at_2, %m : tensor<64xi32> loc(#loc3)
      %p = arith.muli %row, %n : i32 loc(#loc3)
      %p_4 = tt.addptr %x, %p : !tt.ptr<f32>, i32 loc(#loc3)
      %p_5 = tt.splat %p_4 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>> loc(#loc3)
      %p_6 = tt.addptr %p_5, %at_2 : tensor<64x!tt.ptr<f32>>, tensor<64xi32> loc(#loc3)
      %v = tt.load %p_6, %m_3, %cst evictionPolicy = evict_first : tensor<64x!tt.ptr<f32>> loc(#loc4)
      %acc_7 = arith.addf %acc_0, %v fastmath<contract> : tensor<64xf32> loc(#loc4)
      scf.yield %acc_7 : tensor<64xf32> loc(#loc4)
    } loc(#loc5)
    %s = "tt.reduce"(%acc) <{axis = 0 : i32}> ({
    ^bb0(%a: f32 loc(callsite(#loc1 at #loc5)), %b: f32 loc(callsite(#loc1 at #loc5))):
      %c = arith.addf %a, %b : f32 loc(#loc5)
      tt.reduce.return %c : f32 loc(#loc5)
    }) : (tensor<64xf32>) -> f32 loc(#loc5)
    %q = tt.addptr %y, %row : !tt.ptr<f32>, i32 loc(#loc6)
    tt.store %q, %s : !tt.ptr<f32> loc(#loc6)
    tt.return loc(#loc6)
  } loc(#loc)
} loc(#loc)
#loc1 = loc(unknown)
#loc2 = loc("k.py":2:24)
#loc3 = loc("k.py":4:10)
#loc4 = loc("k.py":5:12)
#loc5 = loc(callsite(#loc4 at #loc2))
#loc6 = loc("s"(#loc7))
#loc7 = loc("k.py":6:4)
)";

inline constexpr std::string_view kMany = R"(module {
  tt.func private @helper(%v: f32, %w: i32) -> f32 attributes {noinline = true} {
    %three = arith.constant 3 : i32
    %one = arith.constant 1.0 : f32
    %big = arith.cmpi sgt, %w, %three : i32
    cf.cond_br %big, ^bb1, ^bb2(%v : f32)
  ^bb1:
    %r = arith.addf %v, %one : f32
    cf.br ^bb2(%r : f32)
  ^bb2(%o: f32):
    tt.return %o : f32
  }
  tt.func public @many(%x: !tt.ptr<f32>, %z: !tt.ptr<i32>, %n: i32, %s: f32, %big: i64) {
    %true = arith.constant true
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %long = arith.constant 1 : i64
    %half = arith.constant dense<0xFC00> : tensor<16xf16>
    %list = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %grid = arith.constant dense<5.000000e-01> : tensor<16x16xf32>
    %at = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %f = arith.sitofp %at : tensor<16xi32> to tensor<16xf32>
    %e = math.exp %f : tensor<16xf32>
    %t = arith.truncf %e : tensor<16xf32> to tensor<16xf16>
    %u = arith.addf %t, %half : tensor<16xf16>
    %8 = tt.fp_to_fp %f, rounding = rtne : tensor<16xf32> -> tensor<16xf8E4M3FN>
    %c = tt.clampf %f, %f, %e, propagateNan = none : tensor<16xf32>
    %row = tt.expand_dims %f {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
    %all = tt.broadcast %row : tensor<1x16xf32> -> tensor<16x16xf32>
    %tr = tt.trans %all {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
    %d = tt.dot %all, %tr, %grid, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %sc = "tt.scan"(%f) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: f32, %b: f32):
      %m = arith.mulf %a, %b : f32
      %k = arith.addf %m, %s : f32
      tt.scan.return %k : f32
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %best:2 = "tt.reduce"(%f, %at) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %g = arith.cmpf ogt, %a, %b : f32
      %v = arith.select %g, %a, %b : f32
      %i = arith.select %g, %ai, %bi : i32
      tt.reduce.return %v, %i : f32, i32
    }) : (tensor<16xf32>, tensor<16xi32>) -> (f32, i32)
    %j = tt.join %f, %e : tensor<16xf32> -> tensor<16x2xf32>
    %l, %r = tt.split %j : tensor<16x2xf32> -> tensor<16xf32>
    %ct = tt.cat %l, %r : tensor<16xf32> -> tensor<32xf32>
    %rs = tt.reshape %ct allow_reorder : tensor<32xf32> -> tensor<4x8xf32>
    %ga = tt.gather %f[%at] {axis = 0 : i32} : (tensor<16xf32>, tensor<16xi32>) -> tensor<16xf32>
    %hi = tt.histogram %at : tensor<16xi32> -> tensor<8xi32>
    %ex = tt.extern_elementwise %f {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<16xf32>) -> tensor<16xf32>
    %old = tt.atomic_rmw add, acq_rel, gpu, %z, %one, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %cas = tt.atomic_cas acq_rel, gpu, %z, %zero, %one : (!tt.ptr<i32>, i32, i32) -> i32
    %desc = tt.make_tensor_descriptor %x, [%n, %n], [%big, %long] : <f32>, <tensor<4x4xf32>>
    %dl = tt.descriptor_load %desc[%zero, %zero] : !tt.tensordesc<tensor<4x4xf32>> -> tensor<4x4xf32>
    tt.descriptor_store %desc[%zero, %one], %dl : !tt.tensordesc<tensor<4x4xf32>>, tensor<4x4xf32>
    tt.descriptor_reduce add, %desc[%zero, %one], %dl : !tt.tensordesc<tensor<4x4xf32>>, tensor<4x4xf32>
    %bytes = arith.constant dense<33> : tensor<16x32xi8>
    %scales = arith.constant dense<127> : tensor<16x2xi8>
    %rows = arith.constant dense<1.0> : tensor<64x16xf8E5M2>
    %sd = tt.dot_scaled %bytes scale %scales, %rows scale %scales, %grid lhs = e2m1 rhs = e5m2 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E5M2>, tensor<16x2xi8> -> tensor<16x16xf32>
    %two:2 = "tt.map_elementwise"(%f, %e) <{pack = 2 : i32}> ({
    ^bb0(%a: f32, %b: f32, %c0: f32, %d0: f32):
      %m0 = arith.mulf %a, %c0 : f32
      %m1 = arith.mulf %b, %d0 : f32
      tt.map_elementwise.return %m0, %m1, %a, %b : f32, f32, f32, f32
    }) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
    %chosen = "tt.map_elementwise"(%f) <{pack = 1 : i32}> ({
    ^bb0(%a: f32):
      %up = arith.cmpf ogt, %a, %s : f32
      cf.cond_br %up, ^bb2(%a : f32), ^bb1
    ^bb1:
      %less = arith.subf %a, %s : f32
      cf.br ^bb2(%less : f32)
    ^bb2(%o: f32):
      tt.map_elementwise.return %o : f32
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %said = arith.muli %at, %at {tt.constancy = dense<1> : tensor<1xi32>, tt.contiguity = dense<1> : tensor<1xi32>, tt.divisibility = dense<1> : tensor<1xi32>} : tensor<16xi32>
    llvm.intr.assume %true : i1
    %cut = tt.fp_to_fp %f, rounding = rtz : tensor<16xf32> -> tensor<16xf8E5M2>
    %norm = tt.extern_elementwise %f, %e, %f, %e {libname = "", libpath = "", pure = true, symbol = "__nv_norm4df"} : (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %h = tt.call @helper(%s, %n) : (f32, i32) -> f32
    %w:2 = scf.while (%i = %zero, %q = %h) : (i32, f32) -> (i32, f32) {
      %go = arith.cmpi slt, %i, %n : i32
      scf.condition(%go) %i, %q : i32, f32
    } do {
    ^bb0(%i: i32, %q: f32):
      %i2 = arith.addi %i, %one : i32
      %q2 = scf.if %true -> (f32) {
        %q3 = arith.mulf %q, %s : f32
        scf.yield %q3 : f32
      } else {
        scf.yield %q : f32
      }
      scf.yield %i2, %q2 : i32, f32
    }
    gpu.barrier
    tt.print " v: " {hex = false, isSigned = array<i32: 0>} : %f : tensor<16xf32>
    %ok = arith.cmpi sge, %at, %at : tensor<16xi32>
    tt.assert %ok, "fine" : tensor<16xi1>
    tt.store %x, %w#1 : !tt.ptr<f32>
    tt.return
  }
}
)";

inline constexpr std::string_view kAssembly = R"(module {
  tt.func public @assembly(%x: !tt.ptr<f32>, %z: !tt.ptr<i32>) {
    %at = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %px = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %p = tt.addptr %px, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %p : tensor<16x!tt.ptr<f32>>
    %h = arith.truncf %v : tensor<16xf32> to tensor<16xbf16>
    %b = arith.trunci %at : tensor<16xi32> to tensor<16xi8>
    %l = arith.extsi %at : tensor<16xi32> to tensor<16xi64>
    %g = tt.elementwise_inline_asm "griddepcontrol.wait; // dummy $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    %a = tt.elementwise_inline_asm "{ .reg .pred %p<2>; .reg .f32 t, u; tanh.approx.f32 t, $1; setp.gt.and.ftz.f32 %p0|%p1, t, 0f3F000000, 1; @%p0 fma.rn.f32 u, t, $1, 1.5; @!%p0 mov.f32 u, $1; div.full.f32 $0, u, t; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %v : tensor<16xf32> -> tensor<16xf32>
    %c = tt.elementwise_inline_asm "{ .reg .b32 a<4>; fma.rn.bf16x2 a0, $2, $4, $2; max.NaN.bf16x2 a1, a0, $3; prmt.b32 $0, a0, a1, 0x5410; lop3.b32 $1, a0, a1, $5, 0xEA; }" {constraints = "=r,=r,r,r,r,r", packed_element = 4 : i32, pure = true} %h, %h : tensor<16xbf16>, tensor<16xbf16> -> tensor<16xbf16>
    %d:2 = tt.elementwise_inline_asm "{ .reg .b8 a, b, c, d; .reg .b16 q; mov.b32 {a, b, c, d}, $8; cvt.u32.u8 $0, a; cvt.s32.s8 $1, b; cvt.rn.f32.u8 $2, c; cvt.u32.u8 $3, d; cvt.u16.u32 q, $8; mov.b32 $4, {q, q}; mov.u32 $5, 1; not.b32 $6, $8; popc.b32 $7, $8; }" {constraints = "=r,=r,=r,=r,=r,=r,=r,=r,r", packed_element = 4 : i32, pure = true} %b : tensor<16xi8> -> tensor<16xi32>, tensor<16xi32>
    %e = tt.elementwise_inline_asm "{ .reg .b32 lo, hi; .reg .b64 s; mov.b64 {lo, hi}, $1; add.cc.u32 lo, lo, 0xFFFFFFFF; addc.u32 hi, hi, -1; mov.b64 s, {lo, hi}; shf.l.wrap.b32 lo, hi, lo, 7; bfe.u32 lo, lo, 3, 9; mad.wide.u32 $0, lo, hi, s; }" {constraints = "=l,l", packed_element = 1 : i32, pure = true} %l : tensor<16xi64> -> tensor<16xi64>
    tt.store %p, %a : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
)";

inline constexpr std::array<std::string_view, 3> kTexts = {kRowSum, kMany, kAssembly};

}  // namespace nereid::verify::machine
