# SPDX-License-Identifier: GPL-3.0-or-later
"""The compiler role: real sm_90 cubins of every launch, and a reason for everything else."""

import struct

import driving
import pytest
import torch
from driving import given

KERNEL, FORWARD = driving.ADD_ONE, driving.ADD_ONE_FORWARD
X = torch.randn(8, 25)


def module(kernel=KERNEL, forward=FORWARD, init=""):
    return (driving.HEAD + kernel + "\nclass ModelNew(torch.nn.Module):\n"
            + (f"    def __init__(self, *args):\n        super().__init__()\n        {init}\n"
               if init else "")
            + f"    def forward(self, x):\n        {forward}\n")


def compile_text(role, text, x=X, policy="full", **more):
    static, compiled, status = driving.compile_candidate(role, text, given(x), policy, **more)
    assert static["passed"], static
    return compiled, status


def test_a_launch_becomes_a_cubin(roles):
    static, answer, status = driving.compile_candidate(roles, module(), given(X))
    assert static["passed"] and status == 0
    assert answer["passed"] and answer["torch_ops"] == []
    kernel, = answer["kernels"]
    assert kernel["name"] == "add_one" and kernel["num_warps"] == 4
    assert kernel["launches"] == 1 and kernel["grid"] == [4, 1, 1]
    elf = driving.wire.read_text_fd(answer["fds"]["cubins"])
    assert len(elf) == kernel["cubin_size"] and elf[:4] == b"\x7fELF"
    assert struct.unpack_from("<H", elf, 18)[0] == 190  # EM_CUDA


def test_every_configuration_and_only_those_are_compiled(roles):
    decorator = "@triton.autotune(configs=[triton.Config({'B': b}, num_warps=w) for b, w in " \
        "[(64, 2), (128, 4), (256, 8)]], key=['n'])\n"
    text = module(decorator + KERNEL, FORWARD.replace(", B=64)", ")").replace(
        "(triton.cdiv(x.numel(), 64),)", "lambda m: (triton.cdiv(x.numel(), m['B']),)"))
    answer, _ = compile_text(roles, text)
    assert answer["passed"], answer
    assert sorted(k["num_warps"] for k in answer["kernels"]) == [2, 4, 8]
    assert sum(k["launches"] for k in answer["kernels"]) == 1


def test_many_configurations_are_capped(roles):
    decorator = "@triton.autotune(configs=[triton.Config({'B': 64}, num_stages=s) for s in " \
        "range(1, 31)], key=['n'])\n"
    text = module(decorator + KERNEL, FORWARD.replace(", B=64)", ")"))
    answer, _ = compile_text(roles, text)
    assert answer["passed"] and 1 <= len(answer["kernels"]) <= 8


def test_one_configuration_that_fits_is_enough(roles):
    kernel = """@triton.autotune(configs=[triton.Config({'D': 512}, num_stages=1),
                            triton.Config({'D': 32}, num_stages=1)], key=['n'])
@triton.jit
def square(x, y, n, D: tl.constexpr):
    r = tl.arange(0, 64)
    k = tl.arange(0, D)
    a = tl.load(x + r[:, None] * n + k[None, :], mask=k[None, :] < n, other=0.0)
    b = tl.load(x + k[:, None] + r[None, :] * n, mask=k[:, None] < n, other=0.0)
    tl.store(y + r[:, None] * 64 + r[None, :], tl.dot(a, b))

"""
    forward = "y = torch.empty(64, 64, device='cuda')\n        square[(1,)](x, y, 32)\n        return y"
    answer, _ = compile_text(roles, module(kernel, forward), torch.randn(64, 32))
    assert answer["passed"], answer
    too_large = module(kernel.replace("{'D': 32}", "{'D': 1024}"), forward)
    answer, _ = compile_text(roles, too_large, torch.randn(64, 32))
    assert answer["code"] == "out_of_resources" and len(answer["unfit"]) == 2, answer  # another one may have fitted before
    answer, _ = compile_text(roles, too_large, torch.randn(64, 32), fitted=["square"])
    assert answer["passed"] and not answer["unfit"], answer


@pytest.mark.parametrize("fits", range(0, 12, 3))
def test_the_one_configuration_of_many_that_fits_is_found(roles, fits):
    configs = ", ".join(f"triton.Config({{'B': {64 if at == fits else 1 << 17}}}, num_warps=1, num_stages={at + 1})" for at in range(12))
    text = module(f"@triton.autotune(configs=[{configs}], key=['n'])\n" + KERNEL, FORWARD.replace(", B=64)", ")"))
    candidate, unfit = driving.Candidate(roles, text), []
    assert candidate.static()["passed"]
    for _ in range(3):
        answer, fds = candidate.forward("trace", "original", given(X), unfit=unfit)
        assert answer["ok"], answer
        answer, fds = candidate.compile(fds["records"])
        unfit += answer["unfit"]
    candidate.finish()
    assert answer["passed"] and len(answer["kernels"]) == 1, answer


def test_two_kernels_and_repeated_launches(roles):
    text = module(KERNEL + KERNEL.replace("add_one", "again").replace("1.0", "2.0"),
                  """y = torch.empty_like(x)
        for k in range(3):
            add_one[(4,)](x, y, x.numel(), B=64)
        again[(4, 1)](y, y, x.numel(), B=64)
        return y""")
    answer, _ = compile_text(roles, text)
    assert {k["name"]: k["launches"] for k in answer["kernels"]} == {"add_one": 3, "again": 1}


def test_cuda_host_code_runs(roles):
    text = module(forward="""assert x.is_cuda and x.device.type == "cuda" and x.get_device() == 0
        y = torch.empty(x.shape, device="cuda:0")
        y = y.to(x.device).cuda()
        properties = torch.cuda.get_device_properties(0)
        with torch.cuda.device(x.device):
            add_one[(min(4, properties.multi_processor_count),)](x, y, x.numel(), B=64)
        torch.cuda.synchronize()
        return y""", init="self.w = torch.nn.Parameter(torch.zeros(3, device='cuda'))")
    answer, _ = compile_text(roles, text)
    assert answer["passed"], answer


@pytest.mark.parametrize("change, code, words, line", [
    (("value + 1.0", "tl.gelu(value)"), "compile_error", "gelu", 9),
    (("value + 1.0", "value + missing"), "compile_error", "missing", 9),
    (("tl.arange(0, B)", "tl.arange(0, 3)"), "compile_error", "power of 2", 7),
    (("value + 1.0", "tl.extra.cuda.libdevice.asin(value.to(tl.float16))"), "compile_error",
     "add_one: this function is not there for float16 in `", 9),
    (("other=0.0)", "other=0.0, cache_modifier='.cg', volatile=True)"), "compile_error",
     "add_one: ptxas, the assembler, refuses it: Modifier '.volatile' cannot", 15),
    (("tl.store(y", "for i in range(n):\n        break\n    tl.store(y"), "compile_error", "break",
     10),
    (("tl.store(y", "def twice(v):\n        return v + v\n    tl.store(y"), "compile_error", "a kernel cannot define a function", 9),
    (("tl.store(y", "if (at < n)[n]:\n        value += 1.0\n    tl.store(y"), "compile_error", "a block cannot be indexed by element", 9),
    (("value + 1.0", "tl.dot(tl.zeros((256, 512), tl.float32), tl.zeros((512, 256), tl.float32)).sum() + value"), "out_of_resources",
     "bytes of shared memory, sm_90 has 232448", 15),
    (("B=64)", "64, x=3)"), "forward_error", "TypeError: kernel add_one got multiple values for argument 'x'", 15),
    (("@triton.jit", "@triton.autotune([triton.Config({'B': 64})], key=[])\n@triton.jit"), "forward_error",
     "B of kernel add_one is chosen by the autotuner and given by the launch, too", 16),
    (("@triton.jit", "@triton.autotune([{'B': 64}], key=[])\n@triton.jit"), "forward_error", "must be triton.Config, got dict", 16),
    (("@triton.jit", "@triton.autotune([triton.Config({})], key=[], reset_to_zero=[''])\n@triton.jit"), "forward_error",
     "reset_to_zero of the autotuner names '', which is no argument of kernel add_one", 16),
    (("B=64)", "B=64, colour=3)"), "forward_error", "colour", 15),
    (("x.numel(), B=64)", "B=64)"), "forward_error", "'n'", 15),
    (("(triton.cdiv(x.numel(), 64),)", "(1.5,)"), "forward_error", "grid", 15),
    (("(triton.cdiv(x.numel(), 64),)", "(1, 70000)"), "out_of_resources", "grid size", 15),
    (("(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), B=64)", "(2113,)](x, y, x.numel(), B=64, launch_cooperative_grid=True)"), "out_of_resources",
     "a cooperative grid of 2113 programs of 128 threads, of which the GPU runs no more than 2112 at once", 15),
    (("B=64)", "B=64, num_warps=64)"), "out_of_resources", "threads", 15),
    (("B=64)", "B=1048576)"), "out_of_resources", "tile", 15),
    (("return y", "raise KeyError('no')"), "forward_error", "no", 16),
    (("return y", "import sys; sys.exit(0)"), "forward_error", "sys.exit", 16),
    (("add_one[", "(lambda *a, **k: None)([0]) or add_one.fn or add_one["), "no_kernel_launch",
     "launches no", 0),
    (("return y", "return torch.softmax(y, 1)"), "torch_fallback", "aten._softmax", 16),
    (("return y", "return y @ y.t()"), "torch_fallback", "aten.mm", 16),
    (("return y", "return torch.from_numpy(x.cpu().numpy() + 1)"), "torch_fallback", "values read on the host", 16),
    (("class ModelNew", "raise RuntimeError('early')\nclass ModelNew"), "import_error", "early",
     12),
])
def test_reasons(roles, change, code, words, line):
    text = module().replace(*change)
    assert text != module()
    answer, status = compile_text(roles, text)
    assert status == 0 and not answer["passed"]
    assert answer["code"] == code, answer
    assert words in answer["message"] and "/tmp" not in answer["message"] and "Repro" not in answer["message"]
    if line:
        assert answer["line"] == line, answer


def test_constructor_errors_name_the_line(roles):
    answer, _ = compile_text(roles, module(init="self.x = 1 / 0"))
    assert answer["code"] == "construct_error" and answer["line"] == 15
    assert "ZeroDivisionError" in answer["message"]


def test_an_error_in_a_device_function_names_its_line(roles):
    helper = "@triton.jit\ndef helper(v):\n    return tl.no_such(v)\n\n"
    kernel = KERNEL.replace("value + 1.0", "helper(value)")
    answer, _ = compile_text(roles, module(helper + kernel))
    assert answer["code"] == "compile_error" and answer["line"] == 7, answer


def test_what_is_behind_a_kernel_that_does_not_compile_is_judged(roles):
    text = module(KERNEL.replace("1.0", "tl.nope"), """try:
            y = torch.empty_like(x)
            add_one[(4,)](x, y, x.numel(), B=64)
        except Exception:
            y = x + 1
        return y""")
    for policy, code in (("full", "torch_fallback"), ("best-system", "no_kernel_launch")):
        answer, _ = compile_text(roles, text, policy=policy)
        assert answer["code"] == code, answer


def test_kernels_that_only_larger_inputs_launch_are_new_records(roles):
    text = module(KERNEL + KERNEL.replace("add_one", "other").replace("value + 1.0", "tl.exp(value)"),
                  """y = torch.empty_like(x)
        kernel = add_one if x.numel() <= 200 else other
        kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), B=64)
        return y""")
    candidate = driving.Candidate(roles, text)
    assert candidate.static()["passed"]
    answer, _ = candidate.forward("trace", "original", given(X))
    assert answer["ok"]
    for count, x in ((0, torch.randn(10, 20)), (1, torch.randn(10, 21))):
        candidate.forward("run", "larger_dims", given(x), driving.memfd())
        candidate.device.channel.send({"op": "records"})
        answer, fds = candidate.device.receive()
        assert answer["count"] == count, answer
    compiled, _ = candidate.compile(fds["records"])
    candidate.finish()
    assert compiled["passed"] and [kernel["name"] for kernel in compiled["kernels"]] == ["other"]


def test_best_system_names_torch_operators_and_passes(roles):
    answer, _ = compile_text(roles, module(forward=FORWARD.replace(
        "return y", "return torch.relu(y)")), policy="best-system")
    assert answer["passed"] and answer["torch_ops"] == ["aten.relu"]


@pytest.mark.parametrize("line", [
    "y = torch.empty_like(x.contiguous().view(-1)).reshape(x.shape)",
    "y = torch.zeros(x.shape, dtype=x.dtype, device=x.device); y.fill_(2.0)",
    "y = torch.empty_like(x.t().contiguous().t())",
    "y = torch.cat([x, x])[: x.shape[0]].clone()",
    "y = x.clone(); table = torch.arange(9, device='cuda') * 2 + 1",
    "y = x.to(torch.float16)",
    "y = torch.empty_like(x); k = x.shape[0] * x.stride(0) + x.numel() + x.dim()",
])
def test_moving_data_is_no_fallback(roles, line):
    answer, _ = compile_text(roles, module(forward=FORWARD.replace(
        "y = torch.empty_like(x)", line)))
    assert answer["passed"], answer


def test_static_findings_arrive_first_and_nothing_runs(roles):
    static, compiled, status = driving.compile_candidate(
        roles, "import subprocess\n" + module(), given(X))
    assert static["code"] == "forbidden_import" and compiled is None and status == 0


def test_prints_are_kept_as_evidence(roles):
    answer, _ = compile_text(roles, module(init="print('made')").replace(
        "return y", "print('forward' * 9000); return y"))
    assert answer["passed"] and answer["stdout_tail"].endswith("forward\n")
    assert len(answer["stdout_tail"]) <= 4100


def test_a_broken_bundle_is_the_askers_fault(roles):
    static, answer, _ = driving.compile_candidate(roles, module(), driving.memfd(b"\0" * 4))
    assert static["passed"] and answer["op"] == "error" and answer["code"] == "infrastructure"


def test_a_cooperative_grid_that_fits_compiles(roles):
    text = module().replace("(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), B=64)", "(2112,)](x, y, x.numel(), B=64, launch_cooperative_grid=True)")
    assert text != module()
    answer, _ = compile_text(roles, text)
    assert answer["passed"], answer
