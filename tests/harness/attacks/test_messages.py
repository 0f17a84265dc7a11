# SPDX-License-Identifier: GPL-3.0-or-later
"""A host that sends whatever it likes: its device tells the judge who is to blame, or is gone, soon; it computes nothing that it was
not asked for, and the next candidate of the same role is none the worse."""

import json
import os
import struct
import threading

import driving
import hostile_link
import pytest
import torch
from driving import bundle
from hostile_link import TEXT, X, Hostile, digest

BROKEN = ("host_broken",)
ENDED = ("host_lost",)  # the request had no effect, or was refused as on a GPU, and then nothing came
X0 = {"t": 1}  # the input, once a forward has begun


def operator(name, *arguments, **keywords):
    def act(hostile):
        hostile.ask({"op": "begin"})
        return hostile.ask({"op": "operator", "name": name, "args": list(arguments), "kwargs": keywords})
    return act


def raw(data, fds=0):
    return lambda hostile: hostile.ask(data, [0] * fds)


def launched(ttir=TEXT, **changes):
    def act(hostile):
        hostile.launch(ttir, **changes)
        hostile.result()
    return act


def parameters(*three):
    return launched(parameters=[[name, value, True] for name, value in zip("xyn", three)])


def text_from(make):
    """A launch whose text lies in a file that `make` opens."""
    def act(hostile):
        fd = make()
        hostile.ask({"op": "launch", "kernel": {"name": "k"}, "grid": [1], "options": {}, "text": "", "parameters": [],
                     "fds": ["text"]}, [fd])
        os.close(fd)
    return act


def upload_of(make):
    def act(hostile):
        hostile.ask({"op": "begin"})
        fd = make()
        hostile.ask({"op": "upload", "fds": ["x"]}, [fd])
        os.close(fd)
    return act


def sparse(size):
    fd = driving.memfd(b"")
    os.ftruncate(fd, size)
    return fd


def bundle_of(header, data=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % 64)
    return driving.memfd(struct.pack("<Q", len(text)) + text + data)


def tensor(dtype="F32", shape=(4,), offsets=(0, 16), **metadata):
    return lambda: bundle_of({"__metadata__": metadata, "x": {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}}, bytes(16))


def cut_while_it_is_read(hostile):
    hostile.ask({"op": "begin"})
    fd = bundle.create("u", {"x": torch.zeros(15 << 18)}, {})
    size, done = os.fstat(fd).st_size, []

    def cut():
        while not done:
            os.ftruncate(fd, 4096)
            os.ftruncate(fd, size)

    thread = threading.Thread(target=cut)
    thread.start()
    for _ in range(60):
        if hostile.ask({"op": "upload", "fds": ["x"]}, [fd]) is None:
            break
    done.append(True)
    thread.join()


def result_of(*handles, launches=True, **changes):
    def act(hostile):
        if launches:
            hostile.launch()
        hostile.ask({"op": "result", "form": "tensor" if len(handles) == 1 else ["tensor"] * len(handles),
                     "outputs": [{"t": handle} for handle in handles], **changes})
    return act


# (what, how, the judge's reason or None for an end of the device without words)
FRAMES = [
    ("no JSON", raw(b"{"), BROKEN),
    ("a list", raw(b"[1]"), BROKEN),
    ("a pickle that runs a program", raw(b"\x80\x04cos\nsystem\n(S'touch /tmp/nereid-was-here'\ntR."), BROKEN),
    ("more than a message holds", raw(b'{"op":"begin","a":"' + b"a" * 200000 + b'"}'), BROKEN),
    ("an empty frame", raw(b""), ENDED),
    ("60000 lists in each other", raw(b'{"op":"begin","a":' + b"[" * 60000 + b"]" * 60000 + b"}"), BROKEN),
    ("a number of 5000 digits", raw(b'{"op":"begin","line":' + b"9" * 5000 + b"}"), BROKEN),
    ("NaN", raw(b'{"op":"begin","line":NaN}'), BROKEN),
    ("infinity as a number", raw(b'{"op":"operator","name":"aten::ones","args":[[1e999]],"kwargs":{}}'), BROKEN),
    ("half a character, escaped", raw(b'{"op":"failed","message":"\\uD800"}'), BROKEN),
    ("half a character, as bytes", raw(b'{"op":"failed","message":"\xed\xa0\x80"}'), BROKEN),
    ("bytes that are no UTF-8", raw(b'{"op":"failed","message":"\xff"}'), BROKEN),
    ("UTF-16", raw('{"op":"begin"}'.encode("utf-16")), BROKEN),
    ("a hundred descriptors", raw({"op": "launch"}, 100), BROKEN),
    ("descriptors that nobody asked for", raw({"op": "begin"}, 3), BROKEN),
    ("no operation", raw({}), BROKEN),
    ("an operation that is a method", raw({"op": "__init__"}), BROKEN),
    ("an answer of a device", raw({"op": "output", "ok": True, "launches": 1, "written": [1.0]}), BROKEN),
    ("an answer of a compiler", raw({"op": "compile", "passed": True, "kernels": []}), BROKEN),
    ("a time", raw({"op": "measure", "us": 0.001}), BROKEN),
]

FACTS = [
    ("whose fault it is", raw({"op": "failed", "code": "infrastructure", "message": "not me"}), ("runtime_error",)),
    ("that it is right", raw({"op": "failed", "code": "ok", "message": "right"}), ("runtime_error",)),
    ("a result without a launch", result_of(1, launches=False), ("runtime_error", "no_kernel_launch")),
    ("an input as result", result_of(1), ("no_kernel_launch",)),
    ("a result that is let go of", result_of(2, free=[2]), ("runtime_error",)),
    ("a form of other outputs", result_of(2, form=["tensor", "tensor"]), BROKEN),
    ("a form that is none", result_of(2, form=[7]), BROKEN),
    ("a form without an end", result_of(2, form=json.loads("[" * 99 + '"tensor"' + "]" * 99)), BROKEN),
    ("a handle that nobody has", result_of(999), ("runtime_error",)),
    ("a negative handle", result_of(-1), BROKEN),
    ("facts beside a result", lambda hostile: (hostile.launch(), hostile.result(written=[1.0], work=[], ok=True, launches=9, mutated=[])),
     ENDED),  # is called again, as always
    ("a hash of a text that was not sent", raw({"op": "launch", "kernel": {"name": "k"}, "grid": [1], "options": {}, "parameters": [],
                                                "text": digest("another candidate's")}), ENDED),
    ("a text under the hash of another", launched(text=digest("another candidate's")), ("runtime_error",)),
    ("a stream of 2^60", raw({"op": "begin", "at": 1, "stream": 1 << 60, "behind": []}), BROKEN),
    ("a request behind itself", raw({"op": "begin", "at": 1, "stream": 1, "behind": [[1, 1 << 70]]}), BROKEN),
]

LAUNCHES = [
    ("a grid of -1", launched(grid=[-1]), None),
    ("a grid of 2^31", launched(grid=[1 << 31]), None),
    ("a grid of 2^63", launched(grid=[1 << 63]), None),
    ("a grid whose product overflows", launched(grid=[2147483647, 65535, 65535]), ("not_judgeable_here",)),
    ("a grid of nothing", launched(grid=[0]), ("no_kernel_launch",)),
    ("a grid of four", launched(grid=[1, 1, 1, 1]), None),
    ("a grid that is a text", launched(grid="4"), BROKEN),
    ("too few arguments", launched(parameters=[["x", X0, True]]), ("runtime_error",)),
    ("too many arguments", launched(parameters=[["x", X0, True]] * 5000), BROKEN),
    ("a number for a pointer", parameters(X0, {"value": 140737488355328}, {"value": 200}), ("out_of_bounds",)),
    ("NaN for a pointer", parameters({"float": "nan"}, X0, X0), ("runtime_error",)),
    ("a text for a pointer", parameters({"value": "9" * 900}, X0, {"value": 1}), ("runtime_error",)),
    ("a number of 2^64 - 1", parameters(X0, {"t": 2}, {"value": (1 << 64) - 1}), ("no_kernel_launch",)),
    ("a number of -2^64 + 1", parameters(X0, {"t": 2}, {"value": 1 - (1 << 64)}), ("no_kernel_launch",)),
    ("more elements than there are", parameters(X0, {"t": 2}, {"value": 1 << 30}), ("out_of_bounds",)),
    ("a dtype that is an attribute", parameters({"reinterpret": {"base": X0, "dtype": "__class__"}}, {"t": 2}, {"value": 200}), BROKEN),
    ("a descriptor of negative sizes", parameters({"descriptor": {"base": X0, "shape": [-5], "strides": [1 << 63], "block_shape": [3]}},
                                                  {"t": 2}, {"value": 200}), None),
    ("options that are objects", launched(options={"num_warps": {"a": 1}}), BROKEN),
    ("an option named as a handle", launched(options={"t": {"value": 1}}), None),
    ("a text of the system", text_from(lambda: os.open("/dev/zero", os.O_RDONLY)), ("memory_limit",)),
    ("a text of 2^40 bytes", text_from(lambda: sparse(1 << 40)), ("memory_limit",)),
    ("a text from a pipe", text_from(lambda: os.pipe()[0]), None),
    ("a text that is a folder", text_from(lambda: os.open("/", os.O_RDONLY)), None),
    ("a tile whose size takes minutes", launched(TEXT + "//tensor<" + "9999999x" * 900000 + "\n"), None),
    ("prints of 8 GB", launched(TEXT.replace("    tt.return\n", '    tt.print "' + "A" * 7900000 + '" {hex=false, isSigned = array<i32>}\n'
                                             "    tt.return\n"), grid=[2000]), ("memory_limit",)),
]

UPLOADS = [
    ("a file that is cut while it is read", cut_while_it_is_read, None),
    ("an empty file", upload_of(lambda: driving.memfd(b"")), None),
    ("a file of 2^40 bytes", upload_of(lambda: sparse(1 << 40)), ("memory_limit",)),
    ("a file without an end", upload_of(lambda: os.open("/dev/zero", os.O_RDONLY)), ("memory_limit",)),
    ("a header of 2^63 bytes", upload_of(lambda: driving.memfd(struct.pack("<Q", 1 << 63) + bytes(64))), None),
    ("a header that is a list", upload_of(lambda: bundle_of([1, 2])), None),
    ("a header 50000 lists deep", upload_of(lambda: bundle_of(b"[" * 50000)), None),
    ("data before the file", upload_of(tensor(offsets=(-4096, -4080))), None),
    ("data behind the file", upload_of(tensor(offsets=(1 << 40, (1 << 40) + 16))), None),
    ("a shape of 2^62", upload_of(tensor(shape=(1 << 62, 4))), None),
    ("nothing, of 2^40 elements", upload_of(tensor(shape=(1 << 40,), offsets=(0, 0))), ("memory_limit",)),
    ("an unknown dtype", upload_of(tensor(dtype="__class__")), None),
    ("a layout of other dimensions", upload_of(tensor(layouts='{"x": "order 5 -9"}')), None),
]

OPERATORS = [
    ("a view beyond its memory", operator("aten::_reshape_alias", X0, [1 << 30], [1]), ("torch_fallback",)),
    ("strides beyond its memory", operator("aten::as_strided", X0, [1 << 40], [1], 0), None),
    ("strides that overflow", operator("aten::as_strided", X0, [4], [1 << 62], 1 << 62), None),
    ("negative strides", operator("aten::as_strided", X0, [4], [-1], 3), None),
    ("another place in memory", operator("aten::set_.source_Storage", X0, X0), ("torch_fallback",)),
    ("another size", operator("aten::resize_", X0, [1 << 40]), ("torch_fallback",)),
    ("2^60 elements", operator("aten::empty.memory_format", [1 << 60]), ("memory_limit",)),
    ("sizes that overflow", operator("aten::zeros", [1 << 62, 1 << 62]), None),
    ("2^50 numbers", operator("aten::arange", 1 << 50), ("memory_limit",)),
    ("padding of 2^41", operator("aten::constant_pad_nd", X0, [1 << 40, 1 << 40], 0.0), ("memory_limit",)),
    ("a split into nothing", operator("aten::split.Tensor", X0, 0), None),
    ("a window of -1", operator("aten::unfold", X0, 0, -1, 0), None),
    ("an index of 2^40", operator("aten::select.int", X0, 0, 1 << 40), None),
    ("a file", operator("aten::from_file", "/etc/passwd"), ("torch_fallback",)),
    ("a tensor from a file", operator("debugprims::load_tensor", "/etc/passwd"), ("torch_fallback",)),
    ("an attribute", operator("aten::__class__"), ("torch_fallback",)),
    ("an import", operator("__import__", "os"), ("torch_fallback",)),
    ("another library", operator("quantized::add", X0, X0, 1.0, 0), ("torch_fallback",)),
    ("an object for a number", operator("aten::fill_.Scalar", X0, {"__class__": 1}), BROKEN),
    ("a dtype that is a module", operator("aten::view.dtype", X0, {"dtype": "os"}), BROKEN),
]

ALL = [*FRAMES, *FACTS, *LAUNCHES, *UPLOADS, *OPERATORS]
BLAMES = ("runtime_error", "memory_limit", "torch_fallback", "out_of_bounds", "out_of_resources", "no_kernel_launch", "not_judgeable_here",
          *BROKEN, *ENDED)


def honest(roles):
    hostile = Hostile(roles)
    while True:
        assert hostile.launch() == {"ok": True}
        if not hostile.result()["again"]:
            return hostile.verdict()


@pytest.mark.parametrize("act, codes", [row[1:] for row in ALL], ids=[row[0] for row in ALL])
def test_a_hostile_host_is_told_as_such(roles, act, codes):
    verdict = hostile_link.refusal(roles, act)
    assert verdict is not None, "the device has ended without a word"
    assert not verdict["ok"] and verdict["code"] in (codes or BLAMES), verdict
    json.dumps(verdict, ensure_ascii=False).encode()  # or the judge could not read it


def test_an_honest_host_is_served_after_all_of_them(roles):
    verdict = honest(roles)
    assert verdict["ok"] and verdict["written"] == [1.0], verdict
    assert not os.path.exists("/tmp/nereid-was-here")


def test_outputs_do_not_fill_the_memory_of_the_machine(roles):
    """One tensor of 64 MB, many times; on inputs on which nobody asks whether outputs share memory."""
    def act(hostile):
        hostile.ask({"op": "begin"})
        hostile.ask({"op": "operator", "name": "aten::zeros", "args": [[1 << 24]], "kwargs": {}})
        hostile.launch()
        hostile.ask({"op": "result", "form": ["tensor"] * 7, "outputs": [{"t": hostile.y}] + [{"t": 2}] * 6})
    if driving.SANDBOX_LIB == "none":
        pytest.skip("nothing limits files without the sandbox")
    verdict = hostile_link.refusal(roles, act, variant="tiny")
    assert verdict["code"] == "runtime_error" and "too large" in verdict["message"], verdict


def _made(hostile, *sizes):
    return {"t": hostile.ask({"op": "operator", "name": "aten::ones", "args": [list(sizes)], "kwargs": {}})["out"]["t"]}


@pytest.mark.parametrize("name, arguments", [
    ("native_batch_norm", [(2, 4096, 3), (1,), (1,), (1,), (1,), True, 0.1, 1e-5]),
    ("_native_batch_norm_legit", [(2, 4096, 3), (1,), (1,), (1,), (1,), True, 0.1, 1e-5]),
    ("_native_batch_norm_legit_no_training", [(2, 1 << 20, 3), (1,), (1,), (1,), (1,), 0.1, 1e-5]),
    ("_weight_norm_interface", [(1 << 16, 4), (1,)]),
    ("_scaled_dot_product_flash_attention_for_cpu", [(1, 8, 64, 4), (1, 1, 64, 4), (1, 1, 2, 4)]),
    ("mkldnn_rnn_layer", [(2, 2, 2), (1,), (1,), (1,), (1,), (1,), (1,), False, [], 2, 9, 9, True, False, True, False]),
])
def test_what_trusts_its_caller_is_checked_where_torch_may_compute(roles, name, arguments):
    hostile = Hostile(roles, policy="outputs")
    hostile.ask({"op": "begin"})
    given = [_made(hostile, *one) if isinstance(one, tuple) else one for one in arguments]
    answer = hostile.ask({"op": "operator", "name": f"aten::{name}", "args": given, "kwargs": {}})
    assert answer and answer["code"] == "torch_fallback" and "do not fit" in answer["message"], answer
    assert hostile.verdict()


def _launches(hostile, texts, options=lambda number: {}, grid=lambda number: [4]):
    """A launch for each text; what the last one was answered."""
    x = hostile.ask({"op": "begin"})["tensors"]["input.0"]["t"]
    hostile.y = hostile.ask({"op": "operator", "name": "aten::empty_like", "args": [{"t": x}], "kwargs": {}})["out"]["t"]
    answer, sent = None, set()
    for number, text in enumerate(texts):
        fds = [] if text in sent else [driving.memfd(text)]
        sent.add(text)
        answer = hostile.ask({
            "op": "launch", "kernel": {"name": "k"}, "grid": grid(number), "options": options(number), "text": digest(text),
            "parameters": [["x", {"t": x}, True], ["y", {"t": hostile.y}, True], ["n", {"value": X.numel()}, False]],
            **({"fds": ["text"]} if fds else {})}, fds)
        for fd in fds:
            os.close(fd)
        if answer is None:
            break
    return answer


def test_records_beyond_a_file_of_the_sandbox_are_refused(roles):
    """Cut off, they would be no JSON, and the fault the harness's."""
    hostile = Hostile(roles, "trace")
    text = TEXT + "//" + "a" * 8000000 + "\n"
    assert _launches(hostile, [text] * 40, lambda number: {"num_stages": {"value": number + 1}}) is None
    assert hostile.verdict()["code"] == "memory_limit"


@pytest.mark.parametrize("model", [False, True])
def test_work_is_counted_whatever_kernels_are_called(roles, model):
    """Of more kernels than are listed, and of a grid beside a larger one of the same name."""
    hostile = Hostile(roles, model=model)
    texts = [TEXT.replace("@kernel", f"@k{number}") for number in range(80)] + [TEXT.replace("@kernel", "@k0")] * 2
    while True:
        _launches(hostile, texts, grid=lambda number: [400 if number == 81 else 4])
        if not hostile.result()["again"]:
            break
    work = hostile.verdict()["work"]
    assert len(work) == 64 and sum(entry["launches"] for entry in work) == len(texts)
    if model:
        assert sum(entry["programs"] for entry in work) == 4 * 81 + 400
        first = [entry for entry in work if entry["name"] == "k0"]
        assert sorted((entry["launches"], entry["programs"]) for entry in first) in ([(2, 8)], [(1, 400), (2, 8)])
