# SPDX-License-Identifier: GPL-3.0-or-later
"""What a launch means to the kernel machine: the text of its kernel (TTIR) and the values of that text's parameters. Runs in
the process of the candidate, with its real functions, and needs no value of a tensor."""

import hashlib
import os

import triton
from triton import knobs
from triton._C.libtriton import ir
from triton.runtime.jit import JITFunction

_TRITON = os.path.dirname(triton.__file__) + "/"
# Options that change what comes after this text alone.
_LATER = ("num_stages", "maxnreg", "ptx_options", "launch_cooperative_grid", "launch_pdl")
_DIVISIBLE = [["tt.divisibility", 16]]


class Text:
    """A kernel's text, and its name for those who have it already."""

    def __init__(self, text):
        self.text = text
        self.key = hashlib.sha256(text.encode()).hexdigest()


class Bound:
    """A launch whose arguments are known: `arguments` by name, as the grid's function gets them; `text`; `leaves`: [(name,
    value, whether the compiler may rely on a multiple of 16)] for each parameter of the text, where a tensor descriptor stands
    for itself and its sizes and strides follow."""

    def __init__(self, arguments, text, leaves, kinds):
        """`kinds`: what Triton takes each argument for, {name: type}."""
        self.arguments, self.text, self.leaves = arguments, text, leaves
        self._kinds = {name: str(kind) for name, kind in kinds.items()}

    def ones(self):
        """Names of the arguments that the text has as the number 1, since they were."""
        return {name for name, kind in self._kinds.items() if kind == "constexpr" and type(self.arguments[name]) is int and self.arguments[name] == 1}

    def broken(self, compiled):
        """What `compiled` was made for and this is not, in words; "" if there is nothing."""
        for name, kind in compiled._kinds.items():
            now = self._kinds.get(name, kind)
            if "constexpr" not in (kind, now) and kind != now:
                return f"{name} of type {kind}, which is {now}"
        aligned = {name for name, _, is_aligned in self.leaves if is_aligned}
        return next((f"a multiple of 16 of {name}, which is none" for name, _, is_aligned in compiled.leaves if is_aligned and name not in aligned), "")


class FrontEnd:
    """Texts by function, constants, dtypes and arguments equal to 1. Multiples of 16 are an attribute that Triton's passes up
    to this text do not look at: they go beside it, so that inputs of other sizes share a text."""

    def __init__(self, folder=""):
        """`folder`: of the candidate's file, which is left out of the texts."""
        self._folder = folder
        self._texts = {}
        self._options = _Options()

    def bind(self, kernel, args, keywords):
        """The Bound of kernel[grid](*args, **keywords). Raises what Triton raises."""
        keywords = {"debug": kernel.debug, **keywords}
        _, _, _, backend, binder = kernel.device_caches[0]
        bound, specialization, _ = binder(*args, **keywords)
        options, signature, constants, attributes = kernel._pack_args(
            self._options.of(backend), keywords, bound, specialization, None)
        key = (id(kernel), repr(signature), _key_of(constants), self._options.key_of(options))
        if key not in self._texts:
            # The kernel is kept with its text: another one must not get its id.
            self._texts[key] = kernel, self._text(kernel, backend, options, signature, constants)
        _check_globals(kernel)
        aligned = {path for path, given in attributes.items() if given == _DIVISIBLE}
        leaves = []
        for index, (name, kind) in enumerate(signature.items()):
            _add_leaves(leaves, name, kind, bound[name], (index,), aligned)
        return Bound(bound, self._texts[key][1], leaves, signature)

    def _text(self, kernel, backend, options, signature, constants):
        kernel.cache_key  # notes the globals that the kernel and its callees use
        source = kernel.ASTSource(kernel, signature, constants, {})
        context = ir.context()
        ir.load_dialects(context)
        backend.load_dialects(context)
        target = backend.target
        module = source.make_ir(target, options, backend.get_codegen_implementation(options),
                                backend.get_module_map(), context)
        text = str(backend.make_ttir(module, {}, options, target.arch))
        # Folders of this machine say nothing about the kernel, and equal kernels should have equal texts.
        if self._folder:
            text = text.replace(f'"{self._folder}/', '"')
        return Text(text.replace(f'"{_TRITON}', '"triton/'))


class _Options:
    """Stands for the backend of a kernel where a launch is bound: what was parsed once is not parsed again."""

    _PLAIN = (bool, int, float, str, type(None))

    def __init__(self):
        self._known = {}  # what a launch says, and Triton's own settings -> options
        self._keys = {}   # id of such options -> what tells them apart
        self._backend = None
        self._fields = ()

    def of(self, backend):
        """This, for a kernel of that backend."""
        self._backend, self.parse_attr = backend, backend.parse_attr
        return self

    def parse_options(self, given):
        """Those of a launch, which nobody changes."""
        said = [(name, given[name]) for name in self._fields if name in given]
        if not self._fields or any(type(value) not in self._PLAIN for _, value in said):
            return self._parsed(given)
        key = repr((said, knobs.runtime.override_arch, knobs.language.default_fp_fusion, knobs.nvidia.libdevice_path))
        if key not in self._known:
            options = self._known[key] = self._parsed(given)
            self._keys[id(options)] = _key_of_options(options)
        return self._known[key]

    def _parsed(self, given):
        options = self._backend.parse_options(given)
        self._fields = tuple(vars(options))
        return options

    def key_of(self, options):
        """What tells them apart, but for what comes after this text alone."""
        return self._keys.get(id(options)) or _key_of_options(options)


def _key_of(constants):
    return tuple((path, type(value).__name__, id(value) if isinstance(value, JITFunction) else repr(value))
                 for path, value in constants.items())


def _key_of_options(options):
    return repr([(name, value) for name, value in sorted(vars(options).items()) if name not in _LATER])


def _check_globals(kernel):
    """As Triton does at each launch."""
    for (name, _), (value, scope) in kernel.used_global_vals.items():
        if scope.get(name, _check_globals) != value:
            raise RuntimeError(f"Global variable {name} has changed since we compiled this kernel, from {value} to "
                               f"{scope.get(name)}")


def _add_leaves(leaves, name, kind, value, path, aligned):
    if kind == "constexpr":
        return
    if isinstance(kind, (tuple, list)):
        for index, (part, item) in enumerate(zip(kind, value, strict=True)):
            _add_leaves(leaves, f"{name}[{index}]", part, item, (*path, index), aligned)
        return
    leaves.append((name, value, path in aligned))
    if str(kind).startswith("tensordesc"):
        leaves += [(name, int(size), False) for size in (*value.shape, *value.strides)]
