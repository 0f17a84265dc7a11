# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel that a role runs or compiles once before it forks, so that its pages are warm: a softmax's parts, as Triton's front
end writes them. Parameters: `x`, `y` of float32, `n`; a program does 64 elements."""

TEXT = """module {
  tt.func public @warm(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %c64_i32 = arith.constant 64 : i32
    %at = tt.get_program_id x : i32
    %at_0 = arith.muli %at, %c64_i32 : i32
    %at_1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %at_2 = tt.splat %at_0 : i32 -> tensor<64xi32>
    %at_3 = arith.addi %at_2, %at_1 : tensor<64xi32>
    %value = tt.splat %n : i32 -> tensor<64xi32>
    %value_4 = arith.cmpi slt, %at_3, %value : tensor<64xi32>
    %value_5 = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %value_6 = tt.addptr %value_5, %at_3 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %value_7 = tt.load %value_6, %value_4, %cst : tensor<64x!tt.ptr<f32>>
    %total = math.exp %value_7 : tensor<64xf32>
    %total_8 = "tt.reduce"(%total) <{axis = 0 : i32}> ({
    ^bb0(%total_9: f32, %total_10: f32):
      %total_11 = arith.addf %total_9, %total_10 : f32
      tt.reduce.return %total_11 : f32
    }) : (tensor<64xf32>) -> f32
    %0 = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %1 = tt.addptr %0, %at_3 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %2 = arith.cmpf ogt, %value_7, %cst : tensor<64xf32>
    %3 = tt.splat %total_8 : f32 -> tensor<64xf32>
    %4 = arith.divf %value_7, %3 : tensor<64xf32>
    %5 = arith.select %2, %4, %cst : tensor<64xi1>, tensor<64xf32>
    tt.store %1, %5, %value_4 : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
"""
