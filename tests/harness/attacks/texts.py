# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts (TTIR) that no front end prints: (name, text, what comes of it). "taken": it may run, and does no harm."""

from harness.shared import warm_text

WARM = warm_text.TEXT


def kernel(body, arguments="", functions="", head="module"):
    return (f"{head} {{\n{functions}  tt.func public @k(%x: !tt.ptr<f32>, %n: i32{arguments}) {{\n{body}\n    tt.return\n  }}\n}}\n")


def _warm(before, after):
    assert before in WARM
    return WARM.replace(before, after)


def _tree(depth):
    """Functions that call the next one twice."""
    return "".join(f"tt.func private @f{i}(%n: i32) {{\n" + f"tt.call @f{i + 1}(%n) : (i32) -> ()\n" * 2 + "tt.return\n}\n"
                   for i in range(depth)) + f"tt.func private @f{depth}(%n: i32) {{\ntt.return\n}}\n"


_LOOP = "%a = arith.constant 0 : i32\n%b = arith.constant 10 : i32\n%f = arith.constant 1.0 : f32\n"
_STORE = "tt.store %x, %f : !tt.ptr<f32>\n"
_ONE, _HALF_SCAN = "%f = arith.constant 1.0 : f32\n", WARM[:WARM.index('"tt.reduce"')]
_SQUARE = "%a = arith.constant dense<1.0> : tensor<4x4xf32>\n"
_NAMES = ", ".join(f"%c{i} = %a" for i in range(3000))
_FOREIGN = "%n: i32 {tt.divisibility = 16 : i32}"

NESTING = [
    ("if 10000 deep", kernel("%c = arith.constant true\n" + "scf.if %c {\n" * 10000 + "}\n" * 10000), "nested too deeply"),
    ("types 100000 deep", kernel("%p = tt.splat %x : " + "tensor<" * 100000), "nested too deeply"),
    ("pointers 100000 deep", kernel("%p = tt.splat %x : " + "!tt.ptr<" * 100000), "nested too deeply"),
    ("lists 100000 deep", kernel("%a = arith.constant {a = " + "[" * 100000), "nested too deeply"),
    ("attributes 100000 deep", kernel("%a = arith.constant " + "{a = " * 100000), "nested too deeply"),
    ("numbers 100000 deep", kernel("%a = arith.constant dense<" + "[" * 100000), "nested too deeply"),
    ("places 100000 deep", kernel("") + "#l = loc(" + "callsite(" * 100000, "nested too deeply"),
    ("places that double 60 times", "".join(f"#l{i} = loc(callsite(#l{i + 1} at #l{i + 1}))\n" for i in range(60))
     + '#l60 = loc("/etc/passwd":1:1)\n' + _warm("tt.return\n", "tt.return loc(#l0)\n"), "taken"),
    ("a place in itself", "#a = loc(callsite(#a at #b))\n#b = loc(#a)\n" + _warm("tt.return\n", "tt.return loc(#a)\n"), "taken"),
    ("calls that double 29 times", kernel("tt.call @f0(%n) : (i32) -> ()", functions=_tree(29)), "too many operations"),
    ("a function that calls itself", kernel("tt.call @k(%x, %n) : (!tt.ptr<f32>, i32) -> ()"), "calls itself"),
    ("functions that call each other", kernel("tt.call @f(%n) : (i32) -> ()", functions="".join(
        f"tt.func private @{one}(%n: i32) {{\ntt.call @{other}(%n) : (i32) -> ()\ntt.return\n}}\n" for one, other in ("fg", "gf"))),
     "calls itself"),
]

SIZES = [
    ("a name of 8 MB", kernel("%" + "a" * 8000000 + " = arith.constant 1 : i32"), "taken"),
    ("a dimension of 2^63", kernel("%a = arith.constant dense<1> : tensor<9223372036854775808xi32>"), "size of a dimension"),
    ("a dimension of -1", kernel("%a = arith.constant dense<1> : tensor<-1xi32>"), "dimension of -1"),
    ("a dimension of 0", kernel("%a = arith.constant dense<1> : tensor<0xi32>"), "dimension of 0"),
    ("2^40 elements", kernel("%a = arith.constant dense<1> : tensor<1048576x1048576xi32>"), "more than 1048576 elements"),
    ("2^160 elements", kernel("%a = arith.constant dense<1> : tensor<" + "1048576x" * 8 + "xi32>"), "more than 1048576 elements"),
    ("21 dimensions", kernel("%a = arith.constant dense<1> : tensor<" + "1x" * 21 + "i32>"), "more than 20 dimensions"),
    ("a broadcast to 2^40", kernel(_SQUARE + "%g = tt.broadcast %a : tensor<4x4xf32> -> tensor<1048576x1048576xf32>"), "more than"),
    ("a range of 2^40", kernel("%a = tt.make_range {end = 1099511627776 : i32, start = 0 : i32} : tensor<64xi32>"), "make_range"),
    ("a range that wraps", kernel("%a = tt.make_range {end = -9223372036854775808 : i32, start = 9223372036854775807 : i32} "
                                  ": tensor<1xi32>"), "taken|make_range"),
    ("300000 operations", kernel("\n".join(f"%a{i} = arith.addi %n, %n : i32" for i in range(300000))), "too many operations"),
    ("values of 1.6 GB", kernel("%z = arith.constant dense<1.0> : tensor<1048576xf64>\n" + "\n".join(
        f"%a{i} = arith.addf %z, %z : tensor<1048576xf64>" for i in range(200))), "more than 512 MB"),
    ("4096 results of one", kernel("%a:4096 = arith.addi %n, %n : i32"), "gives 1 values"),
    ("3000 values in a loop, turned round", kernel(
        _LOOP + f"%s = arith.constant 1 : i32\n%r:3000 = scf.for %i = %a to %b step %s iter_args({_NAMES}) -> ("
        + ", ".join(["i32"] * 3000) + ") : i32 {\nscf.yield " + ", ".join(f"%c{i}" for i in reversed(range(3000))) + " : "
        + ", ".join(["i32"] * 3000) + "\n}"), "taken"),
    ("20000 functions", kernel("", functions="".join(f"tt.func private @f{i}() {{\ntt.return\n}}\n" for i in range(20000))), "taken"),
    ("print of 8 MB of formats", kernel('tt.print "' + "%s%n" * 1900000 + '" {hex=false, isSigned = array<i32>}'), "taken"),
    ("print of 2^20 lanes", kernel('%a = arith.constant dense<1> : tensor<1048576xi32>\ntt.print "{}%s" {hex = false, isSigned = '
                                   "array<i32: 1>} : %a : tensor<1048576xi32>"), "taken"),
]

NUMBERS = [
    ("a number beyond 64 bits", kernel("%f = arith.constant 99999999999999999999999999 : i32"), "expected a number"),
    ("bits beyond 64", kernel("%f = arith.constant 0x7FC00001FFFFFFFFF : f32"), "too large"),
    ("a float beyond a double", kernel("%f = arith.constant 1.0e999 : f32"), "no number of a double"),
    ("quotients that trap", kernel("%z = arith.constant 0 : i32\n%m = arith.constant -2147483648 : i32\n%o = arith.constant -1 : i32\n"
                                   + "\n".join(f"%{name}{by} = arith.{name} %m, %{by} : i32" for by in "zo" for name in (
                                       "divsi", "remsi", "divui", "remui", "ceildivsi", "floordivsi", "shli", "shrsi"))), "taken"),
    ("an axis of 9", _warm("axis = 0 : i32", "axis = 9 : i32"), "expected an axis"),
    ("an axis of -1", _warm("axis = 0 : i32", "axis = -1 : i32"), "expected an axis"),
    ("an axis of 2^32", _warm("axis = 0 : i32", "axis = 4294967296 : i32"), "expected an axis"),
    ("an axis that is a text", _warm("axis = 0 : i32", 'axis = "0"'), "expected an axis"),
    ("no axis", _warm("<{axis = 0 : i32}>", ""), "expected an axis"),
    ("a gather along -3", kernel(_SQUARE + "%i = arith.constant dense<-7> : tensor<4x4xi32>\n%g = tt.gather %a[%i] {axis = -3 : i32} : "
                                 "(tensor<4x4xf32>, tensor<4x4xi32>) -> tensor<4x4xf32>"), "an axis"),
    ("a gather of 2^31 - 1", kernel(_SQUARE + "%i = arith.constant dense<2147483647> : tensor<4x4xi32>\n%g = tt.gather %a[%i] {axis = 1 "
                                    ": i32} : (tensor<4x4xf32>, tensor<4x4xi32>) -> tensor<4x4xf32>"), "out of range"),
    ("an order of 5 and -1", kernel(_SQUARE + "%g = tt.trans %a {order = array<i32: 5, -1>} : tensor<4x4xf32> -> tensor<4x4xf32>"),
     "expected an order"),
    ("an order with one twice", kernel(_SQUARE + "%g = tt.trans %a {order = array<i32: 0, 0>} : tensor<4x4xf32> -> tensor<4x4xf32>"),
     "expected an order"),
    ("a histogram of negative ones", kernel("%a = arith.constant dense<-5> : tensor<1048576xi32>\n%g = tt.histogram %a : "
                                            "tensor<1048576xi32> -> tensor<2xi32>"), "taken"),
    ("a step of 0", kernel(_LOOP + "scf.for %i = %a to %b step %a : i32 {\n" + _STORE + "}"), "out of range"),
    ("a step of -1", kernel(_LOOP + "%s = arith.constant -1 : i32\nscf.for %i = %a to %b step %s : i32 {\n" + _STORE + "}"),
     "out of range"),
    ("a counter that overflows", kernel(_LOOP + "%c = arith.constant 2147483000 : i32\n%d = arith.constant 2147483647 : i32\nscf.for %i "
                                        "= %c to %d step %c : i32 {\n" + _STORE + "}"), "taken"),
]

PROMISES = [
    ("a multiple of -16", kernel("", ", %q: i32 {tt.divisibility = -16 : i32}"), "multiple of nothing"),
    ("a multiple of a text", kernel("", ', %q: i32 {tt.divisibility = "x"}'), "multiple of nothing"),
    ("a multiple of 2^63 - 1", kernel("", ", %q: i32 {tt.divisibility = 9223372036854775807 : i32}"), "false hint"),
    ("a false multiple", kernel("%a = arith.addi %n, %n {tt.divisibility = dense<1024> : tensor<1xi32>} : i32"), "false hint"),
    ("a multiple of 0", kernel("%a = arith.addi %n, %n {tt.divisibility = dense<0> : tensor<1xi32>} : i32"), "hint below 1"),
    ("a false multiple, spelt otherwise", kernel('%a = arith.addi %n, %n {"tt.\\64ivisibility" = dense<1024> : tensor<1xi32>} : i32'),
     "is not known"),
    ("a false multiple in a function", kernel("tt.call @f(%n) : (i32) -> ()", functions=f"tt.func private @f({_FOREIGN}) attributes "
                                              "{noinline = true} {\ntt.return\n}\n"), "of an argument is not known"),
    ("aliases of arguments", kernel("", ", %q: !tt.ptr<f32> {llvm.noalias}"), "is not known"),
    ("a descriptor that is none", kernel("", ", %q: !tt.ptr<f32> {tt.nv_tma_desc = 1 : i32}"), "is not known"),
    ("registers of the module", kernel("", head='module attributes {"ttg.maxnreg" = 16 : i32}'), "is not known"),
    ("warps of the module", kernel("", head='module attributes {"ttg.total-num-warps" = 1 : i32}'), "is not known"),
    ("scratch memory of the module", kernel("", head="module attributes {ttg.global_scratch_memory_size = 2000000000 : i32}"),
     "is not known"),
    ("orders for LLVM", kernel("").replace("%n: i32) {", '%n: i32) attributes {passthrough = ["optnone"]} {'), "is not known"),
    ("a schedule by hand", kernel("%a = arith.addi %n, %n {loop.stage = 3 : i32, loop.cluster = 0 : i32} : i32"), "is not known"),
    ("freedom from NaN", kernel(_ONE + "%a = arith.addf %f, %f fastmath<nnan> : f32"), "is not known"),
    ("a false assumption", kernel("%z = arith.constant false\nllvm.intr.assume %z : i1"), "false hint"),
]

MEMORY = [
    ("an address from a number", kernel("%a = arith.constant 140737488355328 : i64\n%p = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>\n"
                                        "%v = tt.load %p : !tt.ptr<f32>\ntt.store %p, %v : !tt.ptr<f32>"), "out of bounds"),
    ("an address that wraps", kernel("%a = arith.constant 9223372036854775807 : i64\n%p = tt.addptr %x, %a : !tt.ptr<f32>, i64\n"
                                     "%q = tt.addptr %p, %a : !tt.ptr<f32>, i64\n%v = tt.load %q : !tt.ptr<f32>"), "out of bounds"),
    ("an address of nothing", kernel("%p = ub.poison : !tt.ptr<f32>\n%v = tt.load %p : !tt.ptr<f32>"), "out of bounds"),
    ("a misaligned address", kernel("%a = arith.constant 1 : i64\n%i = tt.ptr_to_int %x : !tt.ptr<f32> -> i64\n%j = arith.addi %i, %a : "
                                    "i64\n%p = tt.int_to_ptr %j : i64 -> !tt.ptr<f32>\n%v = tt.load %p : !tt.ptr<f32>"), "misaligned"),
    ("other types behind an address", kernel("%p = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<f64>\n%c = arith.constant 32 : i32\n%q = "
                                             "tt.addptr %p, %c : !tt.ptr<f64>, i32\n%v = tt.load %q : !tt.ptr<f64>"), "out of bounds"),
    ("a descriptor of negative strides", kernel(
        "%d = arith.constant -1 : i32\n%s = arith.constant -9223372036854775808 : i64\n%o = arith.constant 1 : i64\n%t = "
        "tt.make_tensor_descriptor %x, [%d, %d], [%s, %o] : <f32>, <tensor<16x16xf32>>\n%z = arith.constant -2147483648 : i32\n%v = "
        "tt.descriptor_load %t[%z, %z] : !tt.tensordesc<tensor<16x16xf32>> -> tensor<16x16xf32>"), "taken"),
    ("a descriptor of all memory", kernel(
        "%d = arith.constant 2147483647 : i32\n%s = arith.constant 9223372036854775792 : i64\n%o = arith.constant 1 : i64\n%t = "
        "tt.make_tensor_descriptor %x, [%d, %d], [%s, %o] : <f32>, <tensor<16x16xf32>>\n%z = arith.constant 2147483600 : i32\n%v = "
        "tt.descriptor_load %t[%z, %z] : !tt.tensordesc<tensor<16x16xf32>> -> tensor<16x16xf32>"), "misaligned|out of bounds"),
    ("an atomic on a constant", kernel(_ONE + "%v = tt.atomic_rmw fadd, acq_rel, gpu, %f, %f : (f32, f32) -> f32"), "an address"),
    ("an atomic of unknown words", kernel(_ONE + "%t = arith.constant true\n%v = tt.atomic_rmw nothing, strange, cosmos, %x, %f, %t : "
                                          "(!tt.ptr<f32>, f32, i1) -> f32"), "nothing"),
]

FORMS = [
    ("nothing", "", "expected"),
    ("a NUL", "module {\0}", "no word"),
    ("bytes that are no UTF-8", b"module {\xff\xfe}", "no word"),
    ("a text cut off", WARM[:-4], "expected"),
    ("no terminator", _warm("    tt.return\n", ""), "does not end by"),
    ("a region without a terminator", _warm("      tt.reduce.return %total_11 : f32\n", ""), "does not end by"),
    ("a reduction without a region", _HALF_SCAN + '"tt.reduce"(%total) <{axis = 0 : i32}> : (tensor<64xf32>) -> f32\ntt.return\n}\n}\n',
     "a region"),
    ("a reduction with an empty region", _HALF_SCAN + '"tt.reduce"(%total) <{axis = 0 : i32}> ({}) : (tensor<64xf32>) -> f32\ntt.return'
     "\n}\n}\n", "other lanes"),
    ("a store in a reduction", _warm("      tt.reduce.return", "      tt.store %x, %total_9 : !tt.ptr<f32>\n      tt.reduce.return"),
     "region over lanes"),
    ("a scan over nothing", kernel('%s = "tt.scan"() <{axis = 0 : i32, reverse = false}> ({}) : () -> ()'), "a region"),
    ("a name before its value", _warm("arith.addi %at_2, %at_1", "arith.addi %at_3, %at_1"), "before it is defined"),
    ("values that make each other", kernel("%a = arith.addi %b, %b : i32\n%b = arith.addi %a, %a : i32"), "before it is defined"),
    ("a value of another region", kernel("%c = arith.constant true\nscf.if %c {\n%a = arith.constant 1 : i32\n}\n%b = arith.addi %a, %a "
                                         ": i32"), "before it is defined"),
    ("a branch out of a region", kernel("%c = arith.constant true\nscf.if %c {\ncf.br ^z\n}\n"), "no block"),
    ("two functions of one name", kernel("", functions="tt.func private @k() {\ntt.return\n}\n"), "a second function"),
    ("types that are other ones", kernel("%a = arith.addf %n, %n : f32"), "expected f32"),
    ("matrices that do not fit", kernel(_SQUARE + "%b = arith.constant dense<1.0> : tensor<16x4xf32>\n%d = tt.dot %a, %b, %a : "
                                        "tensor<4x4xf32> * tensor<16x4xf32> -> tensor<4x4xf32>"), "do not fit"),
    ("another width", kernel("%a = arith.constant dense<1.0> : tensor<4xf32>\n%g = tt.bitcast %a : tensor<4xf32> -> tensor<4xf64>"),
     "widths differ"),
    ("a function of the system", kernel(_ONE + '%a = tt.extern_elementwise %f {libname = "libdevice", libpath = "/etc/passwd", pure = '
                                        'true, symbol = "system"} : (f32) -> f32'), "function system"),
    ("a function of other operands", kernel('%a = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = '
                                            '"__nv_expf"} : (!tt.ptr<f32>) -> i8'), "other operands"),
    *((f"assembly that {what}", kernel(f'%a = tt.elementwise_inline_asm "{asm}" {{constraints = "=r,r", packed_element = 1 : i32, '
                                       'pure = false} %n : i32 -> i32'), told) for what, asm, told in [
        ("stops", "trap;", "not run by this machine"),
        ("loads", "ld.global.u32 $0, [$1];", "touches memory"),
        ("stores behind an order of launches", "griddepcontrol.wait; st.global.u32 [$1], 1;", "touches memory"),
        ("branches", "L: bra L;", "labels and branches"),
        ("tells the time", "mov.u32 $0, %clock;", "no value of the kernel"),
        ("gives nothing", "add.u32 $1, $1, 1;", "only given to read"),
        ("gives what nobody has written", "{ .reg .b32 t; mov.b32 $0, t; }", "nothing has written"),
        ("names what is not there", "mov.b32 $0, $99999;", "operand 99999"),
        ("has many registers", "{ .reg .b32 t<999999999>; mov.b32 $0, $1; }", "how many registers"),
        ("does not end", "{ " * 3000, "nested too deeply"),
        ("is no text", "\\\\00\\\\FF\\\\22;", "expected an instruction"),
    ]),
    ("assembly of other registers", kernel('%a = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,r,r", packed_element = '
                                           "1 : i32, pure = true} %n : i32 -> i32"), "constraints"),
    ("assembly of a billion elements", kernel('%a = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = '
                                              "1073741824 : i32, pure = true} %n : i32 -> i32"), "elements at once"),
    ("assembly of LLVM", kernel('llvm.inline_asm has_side_effects "trap;", "" : () -> ()'), "is not known"),
    ("another dialect", kernel("gpu.launch_func @a::@b"), "is not known"),
    ("an assertion of formats", kernel('%f = arith.constant false\ntt.assert %f, "%s%n{}{:>999999999}" : i1'), "assertion"),
]

ALL = [*NESTING, *SIZES, *NUMBERS, *PROMISES, *MEMORY, *FORMS]
