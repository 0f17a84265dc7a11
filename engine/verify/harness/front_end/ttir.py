# SPDX-License-Identifier: GPL-3.0-or-later
"""From a Triton kernel to the text of its first IR (TTIR), by Triton's own code generator and passes. Needs no GPU, compiles
nothing further, and runs no line of the kernel but what its front end evaluates."""

import dataclasses

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend
from triton.runtime.jit import create_function_from_signature

TARGET = GPUTarget("cuda", 90, 32)


@dataclasses.dataclass
class Specialised:
    """A kernel for one kind of arguments: its text, and those that are parameters of it, in order."""
    text: str
    arguments: list
    names: list


def text_of(kernel, signature, constants=None, attributes=None, **options):
    """TTIR of a JIT function. `signature`: {argument: type} with "constexpr" for those of `constants`, whose keys are
    ("name",) paths or positions; `attributes`: {(position,): [["tt.divisibility", 16]]}. Raises what Triton raises."""
    source = ASTSource(kernel, signature, constants or {}, attributes or {})
    backend = make_backend(TARGET)
    parsed = backend.parse_options({**options, **source.parse_options()})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(TARGET, parsed, backend.get_codegen_implementation(parsed),
                            backend.get_module_map(), context)
    return str(backend.make_ttir(module, {}, parsed, TARGET.arch))


def specialise(kernel, args, keywords):
    """What a launch of `kernel` with these arguments would compile: types, constants, divisibility and arguments equal
    to 1 as Triton's own binder finds them."""
    backend = make_backend(TARGET)
    binder = create_function_from_signature(kernel.signature, kernel.params, backend)
    keywords = {"debug": kernel.debug, **keywords}
    bound, specialization, _ = binder(*args, **keywords)
    options, signature, constants, attributes = kernel._pack_args(
        backend, keywords, bound, specialization, None)
    text = text_of(kernel, signature, constants, attributes,
                   **{name: value for name, value in vars(options).items() if name in keywords})
    names = [name for name, type_ in signature.items() if type_ != "constexpr"]
    return Specialised(text, [bound[name] for name in names], names)
