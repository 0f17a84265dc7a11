# SPDX-License-Identifier: GPL-3.0-or-later
"""What host code of honest candidates asks of torch and Triton, and what they answer where there is no GPU."""

import driving
import pytest
import torch
from driving import given

from harness.shared import bundle

X = torch.randn(8, 25)
LAUNCH = "add_one[(4,)](x, y, x.numel(), B=64)"


def module(forward, before="", kernel=driving.ADD_ONE, launch=LAUNCH):
    """A candidate for x + 1 with a line of its own before the launch."""
    body = "\n        ".join([forward, "y = torch.empty_like(x)", launch, "return y"])
    return (driving.HEAD + before + kernel + "class ModelNew(torch.nn.Module):\n"
            f"    def forward(self, x):\n        {body}\n")


def run(roles, text, *inputs, **more):
    answers = driving.run_candidate(roles, text, [("original", given(*(inputs or (X,))))], **more)
    answer, output = answers[0]
    return answer, bundle.Bundle(output).view("output.0") if answer and answer["ok"] else None


def accept(roles, text, *inputs, expected=None):
    answer, output = run(roles, text, *inputs)
    assert answer["ok"], answer
    assert torch.equal(output, X + 1 if expected is None else expected)


@pytest.mark.parametrize("question", [
    "torch.cuda.current_stream().device == x.device",
    "torch.empty(3, device=torch.cuda.current_stream().device).is_cuda",
    "torch.cuda.current_stream(x.device).cuda_stream == 0",
    "torch.cuda.current_stream() == torch.cuda.default_stream()",
    "torch.cuda.current_stream().record_event().query()",
    "torch.cuda.Stream(priority=-1).device_index == 0",
    "isinstance(torch.cuda.current_stream(), torch.cuda.Stream)",
    "torch.Event(enable_timing=True).record() is None",
    "torch.cuda.device(0).idx == 0",
    "torch.cuda.device_count() == 1 and torch.cuda.is_available() and torch.cuda.is_initialized()",
    "torch.cuda.get_device_capability(x.device) == (9, 0)",
    "torch.cuda.get_device_properties(x.device).max_threads_per_block == 1024",
    "'sm_90' in torch.cuda.get_device_name()",
    "torch.cuda.is_bf16_supported(including_emulation=False) and torch.cuda.is_tf32_supported()",
    "not torch.cuda.is_current_stream_capturing()",
    "torch.cuda.mem_get_info(x.device)[1] > 1 << 30",
    "torch.cuda.memory_allocated() == torch.cuda.memory.max_memory_reserved() == 0",
    "torch.cuda.reset_peak_memory_stats() is torch.cuda.empty_cache() is torch.cuda.synchronize(x.device)",
    "torch.cuda.manual_seed(3) is None and torch.cuda.get_rng_state().numel() > 0",
    "torch.cuda.nvtx.range_push('step') == torch.cuda.nvtx.range_pop()",
    "torch.accelerator.current_accelerator().type == 'cuda'",
    "torch.accelerator.current_stream().device.index == 0 and torch.accelerator.device_count() == 1",
    "torch.get_device_module('cuda').current_device() == torch.cuda.current_device() == 0",
    "not torch.backends.cuda.matmul.allow_tf32",
    "torch.get_autocast_dtype('cuda') == torch.float16 and not torch.is_autocast_enabled()",
    "torch.zeros(3).pin_memory().sum() == 0",
    "torch.version.cuda and torch.version.hip is None",
    "triton.runtime.driver.active.get_current_target().arch == 90",
    "triton.runtime.driver.active.utils.get_device_properties(0)['multiprocessor_count'] == 132",
    "triton.runtime.driver.active.get_active_torch_device() == x.device",
])
def test_questions_to_torch_have_the_answers_of_a_gpu(roles, question):
    accept(roles, module(f"assert {question}"))


@pytest.mark.parametrize("guard", [
    "torch.cuda.device(x.device)", "torch.cuda.device(x.device.index)", "torch.cuda.device_of(x)",
    "torch.cuda.stream(torch.cuda.current_stream())", "torch.cuda.nvtx.range('step')", "torch.cuda._DeviceGuard(0)",
    "torch.accelerator.device_index(0)", "torch.autocast('cuda', dtype=torch.bfloat16)",
    "torch.amp.autocast('cuda', enabled=False)", "torch.inference_mode()", "torch.random.fork_rng()"])
def test_guards_around_a_launch(roles, guard):
    accept(roles, module("pass", launch=f"with {guard}:\n            {LAUNCH}"))


def test_a_wrapped_kernel_is_launched_like_the_kernel(roles):
    accept(roles, module("pass", launch=LAUNCH.replace("add_one", "torch.library.wrap_triton(add_one)", 1)))
    accept(roles, module("pass", "from torch.library import wrap_triton\n",
                         launch=LAUNCH.replace("add_one", "wrap_triton(add_one)", 1)))


def test_plans_by_the_facts_of_a_warmed_up_kernel(roles):
    plan = """compiled = add_one.warmup(x, x, x.numel(), B=64, num_warps=8, grid=(1,))
        compiled._init_handles()
        warps = 65536 // (compiled.n_regs * 32 * compiled.metadata.num_warps)
        assert min(warps, 232448 // compiled.metadata.shared) > 0"""
    accept(roles, module(plan))
    accept(roles, module(plan, launch="compiled[(4, 1, 1)](x, y, x.numel())"))
    accept(roles, module(plan, launch="compiled[(4, 1, 1)](x, y, x.numel(), 64)"))


@pytest.mark.parametrize("size, ok", [(208, True), (200, False), (1, False)])
def test_a_handle_is_for_what_its_first_launch_was_for(roles, size, ok):
    """Its compiler relied on a multiple of 16."""
    kept = f"first = add_one[(4,)](x, y, 192, B=64); first[(4, 1, 1)](x, y, {size}, 64)"
    answer, output = run(roles, module("pass", launch=kept), torch.zeros(208))
    assert answer["ok"] == ok, answer
    assert bool((output == 1).all()) if ok else answer["silent"] and "a multiple of 16 of n" in answer["message"]


def test_a_handle_is_for_the_types_of_its_first_launch(roles):
    kept = "first = add_one[(4,)](x, y, 200, B=64); z = y.to(torch.float16); first[(4, 1, 1)](z, z, 200, 64)"
    answer, _ = run(roles, module("pass", launch=kept), torch.zeros(200))
    assert not answer["ok"] and answer["silent"] and "*fp32, which is *fp16 now" in answer["message"], answer


def test_an_argument_that_was_1_stays_so_for_a_handle(roles):
    kept = "made = add_one.warmup(x, y, 1, B=64, grid=(1,)); y.zero_(); made[(4, 1, 1)](x, y, 200)"
    answer, output = run(roles, module("pass", launch=kept), torch.zeros(200))
    assert answer["ok"] and int(output.sum()) == 1, answer


INDUCTOR = """from torch._C import _cuda_getCurrentRawStream as get_raw_stream
assert_size_stride = torch._C._dynamo.guards.assert_size_stride
empty_strided_cuda = torch._C._dynamo.guards._empty_strided_cuda
reinterpret_tensor = torch._C._dynamo.guards._reinterpret_tensor

"""


def test_a_program_of_inductor_runs(roles):
    text = module("assert_size_stride(x, (8, 25), (25, 1)); get_raw_stream(0)\n"
                  "        y = empty_strided_cuda((16, 25), (25, 1), torch.float32)", INDUCTOR,
                  launch="y = reinterpret_tensor(y, (8, 25), (25, 1), 200)\n        " + LAUNCH)
    accept(roles, text.replace("y = torch.empty_like(x)\n        ", ""))
    # By the dispatcher, as programs that were copied out of older releases have it.
    by_name = INDUCTOR.replace("torch._C._dynamo.guards._reinterpret_tensor", "torch.ops.inductor._reinterpret_tensor")
    accept(roles, text.replace("y = torch.empty_like(x)\n        ", "").replace(INDUCTOR, by_name))


HEURISTICS = """from torch._inductor.runtime import triton_helpers, triton_heuristics
from torch._inductor.runtime.hints import DeviceProperties
triton_helpers.set_driver_to_gpu()

@triton_heuristics.pointwise(
    size_hints={'x': 256}, filename=__file__,
    triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'},
                 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=132, cc=90, major=9,
                                            regs_per_multiprocessor=65536, max_threads_per_multi_processor=2048,
                                            warp_size=32),
                 'constants': {}, 'configs': [{}]},
    inductor_meta={'grid_type': 'Grid1D', 'autotune_hints': set(), 'kernel_name': 'fused_add_0',
                   'mutated_arg_names': []},
    min_elem_per_thread=0)
"""
FUSED = """@triton.jit
def fused_add_0(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:]
    xmask = xindex < xnumel
    tl.store(out_ptr0 + xindex, tl.load(in_ptr0 + xindex, xmask) + 1.0, xmask)

"""


def test_a_kernel_under_inductors_decorators_is_one_with_configurations(roles):
    text = module("pass", HEURISTICS, FUSED, "fused_add_0.run(x, y, 200, stream=0)")
    accept(roles, text)
    answer, output = run(roles, text.replace("+ 1.0", "+ 2.0"))
    assert answer["ok"] and torch.equal(output, X + 2)  # the kernel's own store decides


@pytest.mark.parametrize("store, back, expected", [
    ("(value > 0).to(tl.int8)", "y.bool()", X > 0),
    ("tl.where(value > 0, 3, 0)", "y.to(torch.int8)", torch.where(X > 0, 3, 0).to(torch.int8)),
    ("tl.where(value > 0, 3.0, -2.0)", "y.to(torch.int64)", torch.where(X > 0, 3, -2)),
    ("(value > 0).to(tl.int32)", "y.to(torch.uint8)", (X > 0).to(torch.uint8))])
def test_a_cast_that_keeps_the_numbers_that_a_kernel_stored_is_no_compute(roles, store, back, expected):
    kernel = driving.ADD_ONE.replace("value + 1.0", store)
    dtype = "torch.float32" if "3.0" in store else "torch.int8" if "int8" in store else "torch.int32"
    text = module("pass", kernel=kernel).replace("torch.empty_like(x)", f"torch.empty_like(x, dtype={dtype})")
    text = text.replace("return y", f"return {back}")
    accept(roles, text, expected=expected)
    _, answer, _ = driving.compile_candidate(roles, text, given(X))
    assert answer["passed"], answer


@pytest.mark.parametrize("store, back", [
    ("value", "y.bool()"), ("value * 3.0", "y.to(torch.int32)"), ("tl.where(value > 0, 300, 0)", "y.to(torch.int8)"),
    ("tl.where(value > 0, 2, 0)", "y.bool()"), ("value", "x.bool()")])
def test_a_cast_that_changes_the_numbers_computes(roles, store, back):
    kernel = driving.ADD_ONE.replace("value + 1.0", store)
    dtype = "float32" if "where" not in store else "int32"
    text = module("pass", kernel=kernel).replace("torch.empty_like(x)", f"torch.empty_like(x, dtype=torch.{dtype})")
    answer, _ = run(roles, text.replace("return y", f"return {back}"))
    assert answer["code"] == "torch_fallback" and answer["message"].startswith("PyTorch computes"), answer


def test_a_factory_that_fills_what_is_there(roles):
    accept(roles, module("z = torch.empty(8, device='cuda'); torch.zeros(8, out=z); torch.arange(8, out=z)"))


MANY = """@triton.autotune(configs=[triton.Config({'B': 16 << n, 'C': n}) for n in range(5)], key=['n'])
@triton.jit
def add_one(x, y, n, B: tl.constexpr, C: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + at, mask=at < n, other=0.0) + 1.0
    for i in tl.static_range(40):
        value += tl.where(at < 0, 1000.0 * C + i, 0.0)
    tl.store(y + at, value, mask=at < n)

"""


def test_configurations_bring_no_numbers_where_only_values_are_new(roles):
    text = module("pass", kernel=MANY,
                  launch="add_one[lambda m: (triton.cdiv(200, m['B']),)](x, y, x.numel())")
    for seeds in (("5", "5"), ("5", "6")):
        inputs = [(f"input {n}", given(X * (n + 1), init_seed=seed)) for n, seed in enumerate(seeds)]
        answers = driving.run_candidate(roles, text, inputs, again=True)
        assert [answer["ok"] for answer, _ in answers] == [True, True], answers


OPERATOR = """library = torch.library.Library("mine", "FRAGMENT")
library.define("plus_one(Tensor x) -> Tensor")

@torch.library.impl(library, "plus_one", "CUDA")
def plus_one(x):
    y = torch.empty(x.shape, device=x.device, dtype=x.dtype)
    add_one[(4,)](x, y, x.numel(), B=64)
    return y

"""


def test_an_operator_of_the_candidates_makes_its_tensors_on_the_device(roles):
    text = module("pass", driving.ADD_ONE, OPERATOR, "y = torch.ops.mine.plus_one(x)")
    inputs = [(f"input {n}", given(X * (n + 1))) for n in range(2)]
    answers = driving.run_candidate(roles, text, inputs, again=True)
    assert [answer["ok"] for answer, _ in answers] == [True, True], answers
    answer, output = run(roles, text.replace("at < n)\n\n", "at < 7)\n\n", 1))
    assert answer["ok"] and output.view(-1)[7:].isnan().all()  # what a kernel leaves out is no chance


TAKING_A_COUNT = """@torch.library.triton_op("mine::add", mutates_args=())
def add(x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
    {body}
    add_one[(4,)](x, y, {count}, B=64)
    return y

"""


@pytest.mark.parametrize("body, count", [
    ("y = torch.empty_like(x)", "int(n.item())"),
    ("y = torch.empty_like(x)", "int(n[0])"),
    ("y = torch.empty_like(x) if n[0] > 3 else None", "n.tolist()[0]"),
    ("y = torch.empty_like(x.reshape(x.shape)).view_as(x)", "n.reshape(()).item()"),
    ("y = torch.empty(x.numel(), device=x.device).unflatten(0, x.shape)", "x.numel()"),
])
def test_an_operator_of_the_candidates_reads_and_lays_out_as_its_host_does(roles, body, count):
    text = (driving.HEAD + driving.ADD_ONE + TAKING_A_COUNT.format(body=body, count=count) + "class ModelNew(torch.nn.Module):\n"
            "    def forward(self, x, n):\n        return torch.ops.mine.add(x, n)\n")
    accept(roles, text, X, torch.tensor([X.numel()]))



@pytest.mark.parametrize("line, words", [
    ("width = x.shape[1]; assert width in (16, 32)", "AssertionError: assert width in (16, 32) where width = 25"),
    ("assert x.dtype == torch.float16", "AssertionError: assert x.dtype == torch.float16 where x = a tensor [8, 25] of float32"),
    ("assert x.numel() == 3, 'three only'", "AssertionError: three only"),
    ("raise NotImplementedError", "NotImplementedError: raise NotImplementedError"),
    ("raise ValueError(f'not {object()}')", "ValueError: not <object object>"),
    ("x.view(7, 7)", "RuntimeError: shape '[7, 7]' is invalid for input of size 200"),
])
def test_errors_of_host_code_say_what_failed(roles, line, words):
    answer, _ = run(roles, module(line))
    assert answer["message"] == words and answer["line"] > 0, answer


def test_a_host_error_after_a_launch_is_not_the_kernels(roles):
    answer, _ = run(roles, module("pass", launch=LAUNCH + "\n        y.view(7, 7)"))
    assert answer["message"].startswith("RuntimeError: shape"), answer


TABLE = """@triton.jit
def add_one(sources, targets, sizes, B: tl.constexpr):
    group = tl.program_id(0)
    x = tl.load(sources + group).to(tl.pointer_type(tl.float32))
    y = tl.load(targets + group).to(tl.pointer_type(tl.float32))
    n = tl.load(sizes + group)
    at = tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n, other=0.0) + 1.0, mask=at < n)

"""
GROUPED = """parts = [x[:3], x[3:]]
        sources = torch.tensor([part.data_ptr() for part in parts], device=x.device)
        targets = torch.tensor([y.data_ptr(), y[3:].data_ptr()], device=x.device)
        add_one[(2,)](sources, targets, torch.tensor([75, 125], device=x.device), B=128)"""


def test_tables_of_addresses_lead_to_the_devices_memory(roles):
    accept(roles, module("pass", kernel=TABLE, launch=GROUPED))
    accept(roles, module("pass", kernel=TABLE, launch=GROUPED.replace("sources, targets,", "sources.clone(), targets[:],")))


def test_bounds_hold_behind_addresses(roles):
    answer, _ = run(roles, module("pass", kernel=TABLE, launch=GROUPED.replace("[75, 125]", "[75, 128]")))
    assert answer["code"] == "out_of_bounds", answer


def test_addresses_of_nothing_lead_nowhere(roles):
    launch = GROUPED.replace("part.data_ptr() for", "part.data_ptr() + (1 << 40) for")
    answer, _ = run(roles, module("pass", kernel=TABLE, launch=launch))
    assert answer["code"] == "out_of_bounds", answer


PRUNED = """def long_enough(configs, named, **more):
    return [one for one in configs if named['n'] <= one.kwargs['B'] < 2 * named['n']]


@triton.autotune(configs=[triton.Config({'B': 16 << n}) for n in range(8)], key=[KEY],
                 prune_configs_by={'early_config_prune': long_enough})
@triton.jit
def whole(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)

"""


@pytest.mark.parametrize("key, ok", [("'n'", True), ("", False)])
def test_a_choice_of_the_autotuner_stands_for_all_calls_with_its_key(roles, key, ok):
    """As under Triton: who prunes by a size that the key has not gets configurations that do not hold a longer row."""
    text = module("pass", kernel=PRUNED.replace("KEY", key), launch="whole[(1,)](x, y, x.numel())")
    found = driving.run_candidate(roles, text, [("original", given(torch.ones(size))) for size in (16, 2000)])
    output = bundle.Bundle(found[-1][1]).view("output.0")
    assert len(found) == 2 and bool((output == 2).all()) == ok, found


REMEMBERED = {
    "in its configurations": """def long_enough(configs, named, **more):
    for one in configs:
        one.kwargs['B'] = triton.next_power_of_2(named['n'])
    return configs


@triton.autotune(configs=[triton.Config({}, num_warps=n) for n in (2, 4)], key=[KEY], prune_configs_by={'early_config_prune': long_enough})
""",
    "beside them": """SEEN = {}


def warps(n, **more):
    SEEN['n'] = n
    return more['num_warps']


@triton.autotune(configs=[triton.Config({}, num_warps=n) for n in (2, 4)], key=[KEY], prune_configs_by={'perf_model': warps, 'top_k': 1})
@triton.heuristics({'B': lambda args: triton.next_power_of_2(SEEN['n'])})
"""}


@pytest.mark.parametrize("where", REMEMBERED)
@pytest.mark.parametrize("key, ok", [("'n'", True), ("", False)])
def test_what_prunes_leaves_nothing_behind_where_triton_does_not_ask_it(where, key, ok, roles):
    kernel = REMEMBERED[where].replace("KEY", key) + PRUNED[PRUNED.index("@triton.jit"):]
    text = module("pass", kernel=kernel, launch="whole[(1,)](x, y, x.numel())")
    sizes = (16, 2000, 2000, 2000, 2000, 2000, 2000)
    found = driving.run_candidate(roles, text, [("original", given(torch.ones(size))) for size in sizes])
    right = [answer["ok"] and bool((bundle.Bundle(fd).view("output.0") == 2).all()) for answer, fd in found]
    assert all(right) == ok, found
