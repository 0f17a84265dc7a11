# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory of the device process: tensors by handle, the operators that may touch them, and an
account of where every value comes from."""

import functools
import hashlib
import math
import random
import re

import numpy
import torch

from harness.shared import addresses, bundle, operators

# Moving operators that leave memory as they find it.
_UNFILLED = frozenset("""
    empty empty_like empty_permuted empty_strided new_empty new_empty_strided
""".split())
# Of so many forwards one has other numbers than NaN in fresh floating memory; NaN names the fault best.
GARBAGE_EVERY = 4
NAMED_BEST = 12  # forwards that find NaN, which names the fault best
LEFT_TOGETHER = 256  # elements
# Moving operators that fill memory with something else than what was there.
_FILLING = frozenset("""
    empty_like fill fill_ full_like new_empty new_empty_strided new_full new_ones new_zeros normal_
    ones_like rand_like randint_like randn_like random_ uniform_ zero_ zeros_like
""".split())
# Moving operators that put elements elsewhere; and those that do so only between tensors that do not
# lie alike.
_REARRANGING = frozenset("""
    cat concat constant_pad_nd flip repeat repeat_interleave roll select_scatter slice_scatter stack
    tile _reshape_copy
""".split())
_COPYING = frozenset("clone contiguous copy copy_ _to_copy to type_as lift_fresh_copy".split())
# Those that put whole tensors beside each other, or copy one.
_JOINING = frozenset("cat concat stack".split())
MAX_SLICES_JOINED = 4
# Elements of an answer that torch may have put in their places where an operator of the reference does nothing else.
MAX_PLACED, PLACED_PART = 64, 8
# Moving operators whose results may have another dtype than what they take.
_CONVERTING = frozenset("""
    cat concat copy copy_ fill fill_ select_scatter slice_scatter stack to _to_copy
""".split())
# Integers that are compared as int64.
_COUNTING = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
# Moving operators that make one number after another from nothing.
_TABLES = frozenset("arange eye linspace".split())
# Moving operators whose results have the shape or place that the values of a tensor say: the host
# would learn values from them.
_TELLS_VALUES = frozenset("""
    aten::repeat_interleave.Tensor aten::repeat_interleave.self_Tensor aten::narrow.Tensor
    aten::tensor_split.tensor_indices_or_sections
""".split())

# Host code may look at a few values (a scale, a length), not at a tensor.
MAX_VALUES_READ = 16
MAX_SCALAR_OPERATORS = 16
MAX_UPLOAD_BYTES = 64 << 20
# What a host says anew where only the values of the inputs are new. It has read a few of them.
MAX_NEW_NUMBERS = 64
# Floating ones among them, beyond those that it has read: one or two scales, but no answers.
MAX_NEW_FLOATS = 2


# All of them together tell fewer bits than this, and a share of those of the answer: what a host knows of it it could say otherwise.
FLOAT_BITS, MAX_NEW_BITS, NEW_BITS_PART = 32, 64, 8
# Likewise integers of more bits than a size has, which may be those of a floating number: the seeds of some random numbers.
MAX_NEW_WIDE = 4
MOST_BITS = 24

# Numbers of a text (TTIR), wherever they stand but in names, types and places: `arith.constant 4 : i32`,
# `dense<[1.0, 2.0]>`, `{end = 68 : i32, start = 4 : i32}`, `dense<"0x3F80">`, which is one for each 8 digits.
_PLACES = re.compile(rb"loc\([^\n]*|\"[^\"\n]*\"|[%@#!][\w.$-]+(?::\d+)?|\b[a-z_][\w.]*\b|\b[1-9]\d*x")
_HEX_DATA = re.compile(rb"\"0x([0-9a-fA-F]+)\"")
_NUMBER = re.compile(rb"-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)")
_HEX_DIGITS = 8


class Refused(Exception):
    """What was asked for is not done on the device; the code is the judge's reason."""

    def __init__(self, code, message, line=0):
        super().__init__(message)
        self.code, self.message, self.line = code, message, line


class _Account:
    """Where the values of one storage come from. It holds the storage: nothing else is ever at its place."""

    def __init__(self, number, storage, by_byte):
        self.number = number  # tells storages apart for the host
        self.storage = storage
        self.size = size = storage.nbytes()
        self.users = 0  # handles
        self.made = None  # the dtype that its bits are of
        self.launched = False  # a kernel of this forward got it, or what it was moved from
        self.was_launched = False  # one of an earlier forward
        self.from_input = False  # an input or parameter, or moved from one
        self.from_argument = False  # an argument of forward, or made or moved from one
        self.reaches = ()  # accounts of the memory that addresses in it lead to
        self.is_answer = False  # stored by a kernel that had arguments of forward, or moved from there
        self.narrowed = None  # the wider floating dtype that torch has rounded its values from
        self.grain = None  # bytes of the smallest elements that kernels took it for
        self.is_part = False  # pieces of elements, moved here by torch
        self.placed = None  # like `written`, where torch has put elements where no kernel had
        # Stored by a kernel, or moved from there: for each byte, or for the whole.
        self.written = numpy.zeros(size if by_byte else 1, dtype=bool)


class Memory:
    """All tensors of one candidate. `strict`: torch may not compute. Where a GPU runs the kernels
    nobody sees their stores: then `by_byte` is False, and a storage counts as written as soon as a
    kernel gets it."""

    def __init__(self, strict, device="cpu", by_byte=True):
        self._strict = strict
        self.moving_is_work = False  # the reference does nothing else
        self.moving_is_part = False  # of the work: it is told whether torch has put elements in their places
        self.no_kernel_runs = False  # launches are written down or only looked at
        self.device = torch.device(device)
        self._by_byte = by_byte
        self._tensors = {}  # by handle
        self._handles = {}  # id of a tensor above -> handle
        self._accounts = {}  # by identity of the storage
        self._at = {}  # by address of the storage, where it has bytes
        self._pinned, self._let_go = set(), set()
        self._handle_count = 0
        self._storage_count = 0
        self._forwards = 0
        self._uploads = set()  # digests of what the host has uploaded
        self.has_read = False  # the host, a value of the task's tensors
        self.carries = False  # kernels got memory that others of earlier forwards had, beside what the judge gave
        self.largest_table = 0  # elements, of what torch or the host made from nothing that the task gives
        self._numbers = set()  # those that it has named
        self.begin_forward()

    def begin_forward(self, seed="", garbage=False, zeros=False):
        """Counts start over, and what was stored before does not count any more. `seed`: of what fresh memory holds; `garbage`:
        in any case no NaN; `zeros`: no integer but zero."""
        self._forwards += 1
        for account in self._accounts.values():
            account.was_launched = account.was_launched or account.launched
        self._known_before = None  # the last handle of then, while a forward is only planned
        self._seed, self._has_zeros = seed, zeros
        self._holds_garbage = garbage or self._forwards > NAMED_BEST and self._forwards % GARBAGE_EVERY == 0
        self._values_read = 0
        self._read_numbers = set()
        self.new_numbers = []  # texts of those that this forward was the first to name
        self.new_uploads = []  # tensors of the host that no forward before has brought
        self._new_floats = self._new_wide = 0
        self.new_requests = 0  # of the host, beyond those of the forward before
        self.new_bits = 0  # of numbers that this forward was the first to name, beyond those that the host has read
        self._repeats = True  # the forward before with other values; see pin
        self._new_numbers = 0
        self._begin_account()

    def _begin_account(self):
        self._garbage = torch.Generator().manual_seed(random.Random(f"garbage:{self._seed}:{self._forwards}").getrandbits(60))
        self._scalar_operators = 0
        self._slices_joined = 0
        self.largest_table = 0
        self.compute_operators = []
        self.operator_bytes = 0  # written by them
        for account in self._accounts.values():
            account.written[:] = False
            account.placed = None
            account.launched = False

    def begin_to_plan(self):
        """From now on the host only says what is to be done: no kernel runs, and of what was there before nothing is forgotten."""
        self.no_kernel_runs = True
        self._known_before, self._stored_before = self._handle_count, self._storage_count
        self._saved = {}

    def save_all(self):
        """Whatever was there before the plan is put back when it is executed."""
        self._save(list(self._accounts.values()))

    def _save(self, accounts):
        for account in accounts:
            if account.number <= self._stored_before and account.number not in self._saved:
                self._saved[account.number] = account, account.storage.clone()

    def begin_to_execute(self):
        """What the host has said is done now: the account of the forward starts over, but for what the host has named and read."""
        for account, values in self._saved.values():
            account.storage.copy_(values)
        self._saved = {}
        self.no_kernel_runs = False
        self._known_before = None
        self._begin_account()

    def bind(self, described, made):
        """A result that is `made` once more takes the place of the one that the host knows: the same handle, the same storage."""
        if isinstance(described, (list, tuple)):
            for one, other in zip(described, made):
                self.bind(one, other)
        elif isinstance(described, dict) and "t" in described and described["t"] != made["t"]:
            handle, tensor = described["t"], self._tensors[made["t"]]
            account = self._account(tensor)
            account.number = described["storage"]
            account.users += 1
            self.free([handle])
            del self._tensors[made["t"]]
            account.users -= 1
            self._tensors[handle], self._handles[id(tensor)] = tensor, handle

    def add(self, tensor, from_input=False, from_argument=False):
        """The handle of a new tensor."""
        account = self._account(tensor)
        account.users += 1
        account.from_input = account.from_input or from_input
        account.from_argument = account.from_argument or from_argument
        self._handle_count += 1
        self._tensors[self._handle_count] = tensor
        self._handles[id(tensor)] = self._handle_count
        return self._handle_count

    def pin(self, handles):
        """The inputs of this forward, which are new tensors: they are not freed until others are
        pinned, even if the host lets go of them."""
        self._repeats = False
        self._pinned = set(handles)
        waiting, self._let_go = self._let_go, set()
        self.free(waiting)

    def free(self, handles):
        """Forgets tensors; a storage without tensors loses its account."""
        for handle in handles:
            if self._known_before is not None and type(handle) is int and handle <= self._known_before:
                continue  # is needed once more, and let go of then
            if handle in self._pinned:
                self._let_go.add(handle)
                continue
            tensor = self._tensors.pop(handle, None)
            if tensor is None:
                continue
            del self._handles[id(tensor)]
            account = self._account(tensor)
            account.users -= 1
            if account.users <= 0:
                del self._accounts[account.storage._cdata]
                self._at.pop(account.storage.data_ptr(), None)

    def get(self, handle):
        """The tensor of a handle."""
        tensor = self._tensors.get(handle) if type(handle) is int else None
        if tensor is None:
            raise Refused("runtime_error", f"there is no tensor {handle!r}")
        return tensor

    def describe(self, handle):
        """What the host knows of a tensor."""
        tensor = self.get(handle)
        return {"t": handle, "shape": list(tensor.shape), "stride": list(tensor.stride()),
                "offset": tensor.storage_offset(), "dtype": bundle.dtype_name(tensor.dtype),
                "storage": self._account(tensor).number}

    # ---- values as JSON --------------------------------------------------------------------

    def decode(self, value, get=None):
        """An argument as remote_tensor.Link.encode wrote it; `get(handle)` gives a tensor."""
        if isinstance(value, list):
            return [self.decode(item, get) for item in value]
        if not isinstance(value, dict):
            return value
        if "t" in value:
            return (get or self.get)(value["t"])
        if "number" in value:
            return float(value["number"])
        if "dtype" in value:
            return getattr(torch, str(value["dtype"]))
        if "device" in value:
            return self.device
        if "layout" in value:
            return torch.strided
        if "memory_format" in value:
            return getattr(torch, str(value["memory_format"]))
        raise Refused("runtime_error", f"unknown argument {value}")

    def encode(self, value):
        """A result for the host."""
        if isinstance(value, torch.Tensor):
            return self.describe(self._handle_of(value))
        if isinstance(value, (list, tuple)):
            return [self.encode(item) for item in value]
        if isinstance(value, float) and not -1e308 < value < 1e308:
            return {"number": repr(value)}
        if value is None or isinstance(value, (bool, int, float)):
            return value
        raise Refused("torch_fallback", f"an operator returned a {type(value).__name__}")

    def _handle_of(self, tensor):
        handle = self._handles.get(id(tensor))
        return handle if handle is not None else self.add(tensor)

    # ---- operators -------------------------------------------------------------------------

    def run_operator(self, name, args, kwargs):
        """(result as JSON, whether it is a tuple) of an operator of torch."""
        func = operator(name)
        self.note_numbers((args, kwargs))
        values = self.decode(args), {key: self.decode(item) for key, item in kwargs.items()}
        tensors = list(bundle.tensors_in(values))
        _check_schema(func, values)
        if name == "aten::is_pinned":
            return False, False
        if name.startswith("aten::_local_scalar_dense"):
            return self._read(tensors[0]), False
        before = [self._account(tensor) for tensor in tensors]
        self._refuse_pieces(name, func, values)
        is_work = _computes(func, tensors) or self.moving_is_work and _moves(func, values, tensors) \
            and not self._lays_out_input(func, tensors)
        computes = is_work and self._note_compute(name, values, before)
        if not operators.is_executed(func, self._strict):
            raise Refused("torch_fallback", f"the operator {name} does not run on the device")
        places = [_place_of(tensor) for tensor in tensors]
        if self._known_before is not None and _written_arguments(func):
            self._save(self._account(tensor) for tensor in bundle.tensors_in(_written(func, values)))
        out = func(*values[0], **self.keywords(func, values[1]))
        if places != [_place_of(tensor) for tensor in tensors]:
            raise Refused("torch_fallback", f"the operator {name} gives a tensor other memory")
        results = _distinct(bundle.tensors_in((out, _written(func, values))))
        if (is_work or func.overloadpacket.__name__ in _TABLES) and not any(account.from_input for account in before):
            self._note_table(results)
        if computes or self._converts(func, tensors, results):
            self.operator_bytes += sum(tensor.nbytes for tensor in results)
        self.litter_fresh(func, out)
        if self.moving_is_part and _moves(func, values, tensors):
            self._note_places(func, values, results, tensors)
        for tensor in results:
            if func.overloadpacket.__name__ in _FILLING:
                self._forget_stores(tensor)
                for account in before[1:]:  # of a value to fill with
                    self._account(tensor).from_input |= account.from_input
                    self._account(tensor).from_argument |= account.from_argument
            else:
                self._inherit(tensor, tensors, before)
        return self.encode(out), isinstance(out, (tuple, list))

    def _lays_out_input(self, func, tensors):
        """Whether an input as it was given is only laid out row by row."""
        return func.overloadpacket.__name__ in ("clone", "contiguous") and len(tensors) == 1 \
            and self._handles.get(id(tensors[0])) in self._pinned

    def _note_table(self, tensors):
        self.largest_table = max([self.largest_table, *(tensor.numel() for tensor in tensors)])

    def keywords(self, func, kwargs):
        """What the operator takes: factories get this device where the host named none."""
        kwargs = {key: item for key, item in kwargs.items() if key != "pin_memory"}
        if func.overloadpacket.__name__ in operators.FACTORIES and kwargs.get("device") is None and "out" not in kwargs:
            kwargs["device"] = self.device
        return kwargs

    def _read(self, tensor):
        account = self._account(tensor)
        if account.from_input:
            self.has_read = True
            # A view as something wider is several of the values that lie there.
            self._values_read += max(1, tensor.element_size() // account.made.itemsize)
            if self._values_read > MAX_VALUES_READ:
                self._violation("values read on the host")
        value = tensor.item()
        return self.tell(value)

    def tell(self, value):
        """A value that the host reads, as a result."""
        if isinstance(value, (int, float)):
            self._read_numbers.update((repr(value), repr(float(value))))
        return self.encode(value)

    def _note_compute(self, name, values, accounts):
        """True if the operator counts as computing; see PROTOCOL.md."""
        tensors = list(bundle.tensors_in(values))
        if not any(account.from_input for account in accounts):
            has_floats = any(tensor.is_floating_point() or tensor.is_complex()
                             for tensor in tensors)
            # A table made on the side, unless the host may have put values of the inputs into it.
            if not has_floats or not self._values_read:
                return has_floats
        if all(tensor.numel() <= 1 for tensor in tensors):
            lists = [value for value in values[0] if isinstance(value, list)]
            counts = [len(list(bundle.tensors_in(value))) for value in lists]
            self._scalar_operators += max(counts + [1])
            if self._scalar_operators <= MAX_SCALAR_OPERATORS:
                return False
        self._violation(name)
        return True

    def _violation(self, name):
        name = name.replace("::", ".")
        if name not in self.compute_operators:
            self.compute_operators.append(name)
        if self._strict:
            raise Refused("torch_fallback", "PyTorch computes in forward: "
                          + ", ".join(self.compute_operators[:8])
                          + "; the kernels must do all the compute")

    def _converts(self, func, tensors, results):
        """True if what should only move has converted, and that computes."""
        name = func.overloadpacket.__name__
        if name not in _CONVERTING:
            return False
        found = False
        sources = tensors[1:] if name in _FILLING else \
            [tensor for tensor in tensors if all(tensor is not result for result in results)]
        for source in sources:
            account = self._account(source)
            if account.from_input and self.is_taken_apart(source):
                self._violation(func.name())
                found = True
            if not account.from_input or self._keeps_values(source, account, results):
                continue
            is_reading_bits = _is_other_kind(account.made, source.dtype) and not self._is_of_kernels(source, account)
            if any(_changes_kind(source.dtype, result.dtype, is_reading_bits)
                   or self._rounds(account, source, result) for result in results):
                self._violation(func.name())
                found = True
        return found

    def _keeps_values(self, source, account, results):
        """True if all of `source` was stored by kernels as numbers that are the same numbers in the results' dtypes: zeros and
        ones as booleans, small integers as smaller ones. Nobody knows them where no kernel has run."""
        if _is_other_kind(account.made, source.dtype):
            return False
        if self.no_kernel_runs:
            return account.launched
        return self._is_of_kernels(source, account) and all(_is_exact(source, result.dtype) for result in results)

    def _refuse_pieces(self, name, func, values):
        """Torch may not write parts of the task's numbers."""
        for tensor in bundle.tensors_in(_written(func, values)):
            if self.is_taken_apart(tensor):
                self._violation(name)

    def _is_of_kernels(self, tensor, account):
        """Whether kernels have stored all of it; where none has run, whether one got it."""
        return account.launched if self.no_kernel_runs else self.share_written(tensor) == 1

    def is_taken_apart(self, tensor):
        """Whether these are pieces of the task's numbers, the high halves for instance, that torch has cut out and no kernel."""
        account = self._account(tensor)
        whole = account.grain or account.made.itemsize
        is_piece = tensor.element_size() < whole and not account.made.is_complex and tensor.numel() > 0
        return account.from_input and (account.is_part or is_piece)

    def _rounds(self, account, source, result):
        """True if values that torch has made narrower become wide again: only what rounding took from them is gone. What a kernel
        has stored is its own."""
        if not source.is_floating_point() or not result.is_floating_point():
            return False
        made = self._account(result)
        is_moved = not self._is_of_kernels(source, account)
        if is_moved and made is not account and _digits(result.dtype) < _digits(source.dtype):
            made.narrowed = source.dtype
        elif is_moved and account.narrowed and _digits(result.dtype) > _digits(source.dtype):
            return True
        return False

    def upload(self, fd):
        """(result, the tensor as it came) of a tensor that the host made; it has seen no input, so it can hold no answer."""
        tensor = bundle.Bundle(fd).copy("x")
        self._note_upload(tensor)
        return self.place(tensor.clone()), tensor

    def place(self, tensor):
        """The result of an upload."""
        self._note_table([tensor])
        reached = self._translate_addresses(tensor)
        tensor = tensor.to(self.device)
        if tensor.untyped_storage().nbytes() > MAX_UPLOAD_BYTES:
            raise Refused("memory_limit", "the host uploads more than 64 MiB")
        handle = self.add(tensor)
        self._account(tensor).reaches = reached
        return self.describe(handle)

    def note_numbers(self, value):
        """The host names these numbers. Where nothing but the values of the inputs is new, many new
        ones are computed from values that it should not have."""
        for number in numbers_in(value):
            if number in self._numbers:
                continue
            if len(self._numbers) < 1 << 16:
                self._numbers.add(number)
            self._new_numbers += 1
            self.new_numbers += [number] if len(self.new_numbers) < 1 << 16 else []
            if number not in self._read_numbers:
                self._new_floats += _is_floating_text(number)
                self._new_wide += _is_wide_text(number)
                self.new_bits += _bits_of_text(number)
        self._refuse_new()

    def note_text(self, text):
        """Likewise for the constants in a new text of a kernel, in bytes."""
        data = b"".join(_HEX_DATA.findall(text))
        numbers = [data[at:at + _HEX_DIGITS] for at in range(0, len(data), _HEX_DIGITS)]
        numbers += _NUMBER.findall(_PLACES.sub(b" ", text))
        self.note_numbers([{"number": number.decode()} for number in numbers])

    def _note_upload(self, tensor):
        digest = hashlib.sha256(bundle.raw(tensor).numpy()).digest()
        if digest not in self._uploads:
            self._uploads.add(digest)
            self.new_uploads.append(tensor)
            self._new_numbers += tensor.numel()
            if tensor.numel() <= MAX_NEW_NUMBERS:
                self.new_bits += sum(_bits_of_text(repr(value)) for value in tensor.reshape(-1).tolist()
                                     if repr(value) not in self._read_numbers and not self._is_address(value))
            if self._repeats and tensor.is_floating_point() and tensor.numel() <= MAX_NEW_NUMBERS:
                self._new_floats += sum(repr(value) not in self._read_numbers for value in tensor.reshape(-1).tolist())
            elif self._repeats and tensor.numel() <= MAX_NEW_NUMBERS:
                self._new_wide += sum(_is_wide_text(str(value)) and not self._is_address(value)
                                      for value in tensor.reshape(-1).tolist() if type(value) is int)
        self._refuse_new()

    def _is_address(self, number):
        """Whether the host knows a tensor by it."""
        if type(number) is not int:
            return False
        storage = (number - addresses.FIRST_ADDRESS) // addresses.ADDRESS_STEP
        return any(account.number == storage for account in self._accounts.values())

    def _translate_addresses(self, tensor):
        """Tables of pointers hold addresses that mean nothing here: puts those of this process in their place. The accounts
        of the memory that they lead to."""
        if tensor.dtype not in (torch.int64, torch.uint64):
            return ()
        accounts = {account.number: account for account in self._accounts.values()}
        values, found = tensor.view(torch.int64).view(-1), {}
        for index in (values >= addresses.FIRST_ADDRESS).nonzero().view(-1).tolist():
            number, offset = divmod(int(values[index]) - addresses.FIRST_ADDRESS, addresses.ADDRESS_STEP)
            account = accounts.get(number)
            if account is None or offset >= account.size:
                continue
            if not self._by_byte:
                raise Refused("not_judgeable_here", "the host passes addresses of tensors in a tensor; what a kernel "
                              "reaches by them nobody would see on a GPU")
            values[index] = account.storage.data_ptr() + offset
            found[number] = account
        return tuple(found.values())

    def reached(self, tensors):
        """[(name, tensor)] of memory that these tensors, as tables of pointers, lead to."""
        return [(f"the memory at an address (tensor {account.number})",
                 torch.empty(0, dtype=account.made, device=self.device).set_(account.storage))
                for account in _reached_by([self._account(tensor) for tensor in tensors])]

    def _refuse_new(self):
        too_many = self._new_numbers > MAX_NEW_NUMBERS or self._new_floats > MAX_NEW_FLOATS \
            or self._new_wide > MAX_NEW_WIDE
        if self._repeats and self._strict and too_many:
            raise Refused("torch_fallback", "the host sends numbers that change with the values of "
                          "the inputs; the kernels must do all the compute")

    def names_answer(self, outputs):
        """Whether what changed with the values of the inputs in what the host says could tell a good part of the answer."""
        bits = 8 * sum(tensor.nbytes for tensor in outputs)
        return self._repeats and self._strict and self.new_bits + self.new_requests > MAX_NEW_BITS + bits // NEW_BITS_PART

    def label(self, value):
        """What a host says, as text that is the same in each forward in which it says the same."""
        if isinstance(value, dict) and "t" in value:
            known = self._known_before or 0
            return ("kept", value["t"]) if value["t"] <= known else ("made", value["t"] - known)
        if isinstance(value, dict):
            return [(key, self.label(item)) for key, item in sorted(value.items())]
        return [self.label(item) for item in value] if isinstance(value, (list, tuple)) else value

    # ---- where values come from ---------------------------------------------------------------

    def _account(self, tensor):
        storage = tensor.untyped_storage()
        account = self._accounts.get(storage._cdata)
        if account is None:
            self._storage_count += 1
            account = _Account(self._storage_count, storage, self._by_byte)
            account.made = tensor.dtype
            self._accounts[storage._cdata] = account
            if account.size:
                self._at[storage.data_ptr()] = account
        return account

    def _inherit(self, out, sources, before):
        """A result, or a changed first argument, has what its sources have."""
        account = self._account(out)
        others = [item for item in before if item is not account]
        account.from_input = account.from_input or any(item.from_input for item in others)
        account.from_argument = account.from_argument or any(item.from_argument for item in others)
        account.is_answer = account.is_answer or any(item.is_answer for item in others)
        account.was_launched = account.was_launched or self._are_kept(others)
        account.reaches += tuple(reached for item in others for reached in item.reaches if reached not in account.reaches)
        account.launched = account.launched or any(item.launched for item in others)
        if others and any(self.is_taken_apart(source) for source, item in zip(sources, before) if item is not account):
            account.is_part = True
        for source, item in zip(sources, before):  # bits that are moved stay what they were made of
            if item is not account and source.dtype == out.dtype and item.narrowed:
                account.narrowed = item.narrowed
            if item is not account and source.dtype == out.dtype \
                    and _is_other_kind(item.made, source.dtype):
                account.made = item.made
        if others and out.untyped_storage().data_ptr() not in {
                tensor.untyped_storage().data_ptr() for tensor in sources[1:]}:
            if all(self.share_written(tensor) == 1 for tensor in sources
                   if self._account(tensor) is not account):
                account.written[:] = True

    def litter_fresh(self, func, out):
        """Where `func` makes memory and leaves it as it is: what would be seen there, something else is put."""
        if self._by_byte and func.overloadpacket.__name__ in _UNFILLED:
            self._litter(out)

    def _litter(self, tensor):
        """Fresh memory holds bits that a kernel can rely on in no way: integers and truth values at random, floating numbers NaN,
        in some of the forwards something else."""
        if not tensor.numel() or tensor.is_quantized:
            return
        if tensor.is_floating_point() or tensor.is_complex():
            if self._holds_garbage:
                self._leave(tensor, float(torch.empty(()).uniform_(-64, 64, generator=self._garbage)))
            return
        most = 2 if tensor.dtype == torch.bool else 256
        garbage = torch.randint(most, (tensor.numel() * tensor.element_size(),), dtype=torch.uint8, generator=self._garbage)
        garbage = garbage.view(tensor.dtype).reshape(tensor.shape)
        self._leave(tensor, garbage) if self._holds_garbage else tensor.copy_(garbage)

    def _leave(self, tensor, leftover):
        """As a GPU hands memory out: nothing but zeros, something that was left there, or both in turn."""
        kind = int(torch.randint(6, (), generator=self._garbage))
        tensor.zero_()
        if self._has_zeros and not tensor.is_floating_point():
            return
        if kind == 0:
            tensor.copy_(torch.as_tensor(leftover, dtype=tensor.dtype).expand(tensor.shape))
        elif kind == 1:
            rows = torch.arange(tensor.numel()).view(tensor.shape) // LEFT_TOGETHER % 2 == 0
            tensor.copy_(torch.where(rows, torch.as_tensor(leftover, dtype=tensor.dtype), tensor))

    def spoil_answers(self):
        """What kernels have made of the arguments of earlier forwards is no number any more, wherever a host keeps it."""
        given = self._given_accounts()
        for account in self._accounts.values():
            if account.is_answer and account not in given and account.made.is_floating_point:
                torch.empty(0, dtype=account.made, device=self.device).set_(account.storage).fill_(float("nan"))

    def _forget_stores(self, tensor):
        """What kernels stored into these elements is gone."""
        if self._by_byte and tensor.numel():
            self._first_bytes(tensor).fill_(False)

    def stored_into(self, tensor):
        """Whether a kernel is known to have stored into the storage, whatever it stored."""
        return self._by_byte and bool(self._account(tensor).written.any())

    def _first_bytes(self, tensor):
        """What the account says of the first byte of each element; a view."""
        return _of_elements(self._account(tensor).written, tensor)

    def _places_of(self, tensor):
        """Likewise, of what torch has put there."""
        account = self._account(tensor)
        if account.placed is None:
            account.placed = numpy.zeros(account.size, dtype=bool)
        return _of_elements(account.placed, tensor)

    def _note_places(self, func, values, results, tensors):
        """Torch has moved elements. It may join what is whole and lay out anew what kernels have made, but each element that it puts
        elsewhere than that is one that no kernel has put there."""
        sources = [tensor for tensor in tensors if all(tensor is not result for result in results)] or tensors
        if not any(self._account(tensor).from_argument for tensor in sources):
            return
        name = func.overloadpacket.__name__
        joins = name in _JOINING or name == "copy_"
        if joins:
            self._slices_joined += sum(MAX_SLICES_JOINED + 1 if self._is_copy_of_input(tensor) else 1
                                       for tensor in sources if not self._is_whole(tensor))
        is_once = sum(tensor.numel() for tensor in sources) == sum(tensor.numel() for tensor in results) \
            and not self._have_equals(sources)
        keeps = self._slices_joined <= MAX_SLICES_JOINED and is_once and not any(map(_repeats_elements, sources)) if joins else \
            name in _COPYING and all(self._is_whole(tensor) and not self._is_copy_of_input(tensor) for tensor in sources)
        for result in results:
            marks = self._places_of(result)
            if not keeps:
                marks.fill_(True)
            elif name in _JOINING:
                args, kwargs = bundle.with_tensors(values, lambda tensor: self._places_of(tensor).clone())
                marks.copy_(func(*args, **kwargs))
            else:
                marks.copy_(self._places_of(sources[-1]).expand(marks.shape))

    def _have_equals(self, tensors):
        """Whether two of these hold the same numbers, in whatever order: joined they are each of them twice."""
        found = set()
        for tensor in tensors:
            flat = tensor.reshape(-1)
            if len(flat) > MAX_PLACED and not flat.is_complex():
                digest = hashlib.sha256(bundle.raw(flat.float().sort()[0]).numpy()).digest()
                if digest in found and bool((flat != flat[0]).any()):
                    return True
                found.add(digest)
        return False

    def _is_whole(self, tensor):
        """Whether these are all elements of a storage, each once."""
        return tensor.nbytes == self._account(tensor).size and not overlaps(tensor)

    def _is_copy_of_input(self, tensor):
        """Whether a storage is no more than an input, as it is or as a kernel has copied it."""
        account = self._account(tensor)
        if account.from_input and not account.written.any():
            return True
        flat = torch.empty(0, dtype=tensor.dtype).set_(account.storage)
        return any(one.dtype == flat.dtype and one.untyped_storage().nbytes() == account.size
                   and torch.equal(bundle.raw(torch.empty(0, dtype=one.dtype).set_(one.untyped_storage())), bundle.raw(flat))
                   for one in self._arguments())

    def _arguments(self):
        """Of forward."""
        tensors = [self._tensors[handle] for handle in self._pinned if handle in self._tensors]
        return [tensor for tensor in tensors if self._account(tensor).from_argument]

    def is_placed_by_torch(self, tensor):
        """Whether a good part of an answer are elements of the arguments that torch has put in their places."""
        account = self._account(tensor)
        if not self.moving_is_part or account.placed is None or not account.placed.any():
            return False
        values = tensor[_of_elements(account.placed, tensor)]
        given = [one.reshape(-1).to(tensor.dtype) for one in self._arguments() if not one.is_complex()]
        if not given or tensor.is_complex():
            return False
        count = int((torch.isin(values, torch.cat(given)) & (values != 0)).sum())
        return count > MAX_PLACED and PLACED_PART * count >= tensor.numel()

    def mark_store(self, start, offsets):
        """A kernel stored elements that begin `offsets` bytes behind `start`."""
        account = self._at.get(start)
        if account is not None:
            account.written[offsets] = True
            if account.placed is not None:
                account.placed[offsets] = False
            account.is_answer = account.is_answer or account.from_argument

    def mark_launch(self, tensors):
        """A launch read inputs: what it stores depends on them. Whether there were arguments of forward among them."""
        for tensor in tensors:
            account = self._account(tensor)
            account.grain = min(account.grain or tensor.element_size(), tensor.element_size())
            account.is_part = False
        touched = [self._account(tensor) for tensor in tensors]
        touched += _reached_by(touched)
        self.carries = self.carries or self._are_kept(touched)
        from_input = any(account.from_input for account in touched)
        from_argument = any(account.from_argument for account in touched)
        for account in touched:
            account.launched = True
            account.from_input = account.from_input or from_input
            account.from_argument = account.from_argument or from_argument
            if not self._by_byte:
                account.written[:] = True
        return from_argument

    def _are_kept(self, accounts):
        """Whether there is memory among them that may tell kernels of earlier forwards."""
        kept = {id(account): account for account in accounts if account.was_launched}
        given = self._given_accounts() if kept else ()
        return any(account not in given for account in kept.values())

    def _given_accounts(self):
        return {self._account(self._tensors[handle]) for handle in self._pinned if handle in self._tensors}

    def is_of_kernels(self, args):
        """Whether the values of the first of these arguments may be those of a kernel of this forward."""
        given = self._given_accounts()
        accounts = [self._account(tensor) for tensor in bundle.tensors_in(self.decode(args))]
        return any(account.launched and (account not in given or bool(account.written.any())) for account in accounts)

    def share_written(self, tensor):
        """Share of a tensor's elements that a kernel has stored, directly or before a move."""
        if not tensor.numel():
            return 1.0
        if not self._by_byte:
            return float(self._account(tensor).written[0])
        return self._first_bytes(tensor).float().mean().item()


def _of_elements(bytes_, tensor):
    """The first byte of each element; a view."""
    size = tensor.element_size()
    return torch.from_numpy(bytes_).as_strided(tensor.shape, [step * size for step in tensor.stride()],
                                               tensor.storage_offset() * size)


def _repeats_elements(tensor):
    return any(size > 1 and not step for size, step in zip(tensor.shape, tensor.stride()))


def _reached_by(accounts):
    """Those behind the addresses in others, each once."""
    return list({id(reached): reached for account in accounts for reached in account.reaches}.values())


def operator(name):
    """The operator of torch's own library with this full name."""
    namespace, _, rest = str(name).partition("::")
    base, _, overload = rest.partition(".")
    packet = getattr(torch.ops.aten, base, None) if namespace == "aten" else None
    func = getattr(packet, overload or "default", None) if packet is not None else None
    if func is None or base == "from_file" or not _is_of_tensors(func):
        raise Refused("torch_fallback", f"the operator {name} does not run on the device")
    return func


@functools.lru_cache(maxsize=1024)
def _is_of_tensors(func):
    """Torch's own namespace also holds what TorchScript does with texts, numbers and files; only what the dispatcher knows, and what
    takes or makes a tensor, has to do with values here."""
    return isinstance(func, torch._ops.OpOverload) and torch._C._dispatch_has_kernel(func.name()) and any(
        "Tensor" in str(part.type) for part in (*func._schema.arguments, *func._schema.returns))


@functools.lru_cache(maxsize=1024)
def _plain_arguments(func):
    """(position, name) of the arguments that are no tensors."""
    return [(index, argument.name) for index, argument in enumerate(func._schema.arguments)
            if "Tensor" not in str(argument.type)]


def _check_schema(func, values):
    """Torch takes the value of a tensor where a number is due; the host would learn it from the
    shape of the result."""
    for index, name in _plain_arguments(func):
        value = values[0][index] if index < len(values[0]) else values[1].get(name)
        if next(bundle.tensors_in(value), None) is not None:
            raise Refused("torch_fallback",
                          f"{func.name()} takes a number for {name}, not a tensor")


def _computes(func, tensors):
    name = func.overloadpacket.__name__
    if name not in operators.MOVING or func.name() in _TELLS_VALUES:
        return True
    return name == "linspace" and bool(tensors)  # between values of tensors


def _moves(func, values, tensors):
    """True if elements end up in another order, in a part of something or in another dtype."""
    name = func.overloadpacket.__name__
    if name in _REARRANGING or any(True for _ in bundle.tensors_in(_written(func, values)[1:])):
        return True
    if name not in _COPYING:
        return False
    dtypes = {tensor.dtype for tensor in tensors} | {values[1].get("dtype") or tensors[0].dtype}
    return len(dtypes) > 1 or len({tensor.numel() for tensor in tensors}) > 1 or not all(
        tensor.is_contiguous() and tensor.nbytes == tensor.untyped_storage().nbytes()
        for tensor in tensors)


@functools.lru_cache(maxsize=1024)
def _written_arguments(func):
    """(position, name) of the arguments that the operator writes into."""
    return [(index, argument.name) for index, argument in enumerate(func._schema.arguments)
            if argument.alias_info is not None and argument.alias_info.is_write]


def _written(func, values):
    """What the operator writes into: the argument `self` or None, and all others."""
    first, others = None, []
    for index, name in _written_arguments(func):
        value = values[0][index] if index < len(values[0]) else values[1].get(name)
        if name == "self":
            first = value
        else:
            others.append(value)
    return [first, *others]


def _distinct(tensors):
    return list({id(tensor): tensor for tensor in tensors}.values())


def _changes_kind(source, dtype, is_reading_bits):
    """True for conversions that are arithmetic: float to integer rounds, integer to a small one or
    to bool takes a remainder or compares, and the bits of something else are no number."""
    if dtype == source:
        return False
    if is_reading_bits:
        return True
    if source.is_floating_point or source.is_complex:
        return not dtype.is_floating_point and not dtype.is_complex
    if dtype.is_floating_point:
        return False
    return dtype == torch.bool or dtype.itemsize < min(source.itemsize, 4)


def _is_exact(tensor, dtype):
    """True if a tensor's values are the same numbers in another dtype, of integers or booleans."""
    if dtype.is_floating_point or dtype.is_complex or tensor.dtype not in _COUNTING and not tensor.is_floating_point():
        return False
    least, most = (0, 1) if dtype == torch.bool else (torch.iinfo(dtype).min, torch.iinfo(dtype).max)
    if tensor.is_floating_point():  # the largest int64 is no float, the number behind it is one
        values = tensor.double()
        return bool(((values >= least) & (values < float(most) + 1) & (values == values.trunc())).all())
    values = tensor.to(torch.int64)
    return bool(((values >= least) & (values <= min(most, torch.iinfo(torch.int64).max))).all())


def _digits(dtype):
    """Binary digits of the numbers of a floating dtype."""
    return -math.log2(torch.finfo(dtype).eps)


def _is_floating_text(number):
    """Whether a number that was written as text is no integer."""
    return not number.lstrip("-").isdigit()


def _is_wide_text(number):
    """Whether it is an integer with room for the bits of a floating number."""
    digits = number.lstrip("-")
    return digits.isdigit() and (len(digits) > MOST_BITS or int(digits).bit_length() > MOST_BITS)


def _bits_of_text(number):
    """What a number tells: of a size its digits, of a floating one those of float32."""
    digits = number.lstrip("-")
    return min(len(digits) * 4, int(digits).bit_length()) if digits.isdigit() else FLOAT_BITS


def _is_other_kind(made, dtype):
    """True if values of one dtype are no values when their bits are taken for the other's."""
    if made.is_complex:
        return not dtype.is_complex and not dtype.is_floating_point
    return made.itemsize != dtype.itemsize or made.is_floating_point != dtype.is_floating_point


def numbers_in(value):
    """Numbers in what a host sends, as texts; tensors are none."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield repr(value)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("float", "number"):
                yield str(item)
            elif key != "t":
                yield from numbers_in(item)


def _place_of(tensor):
    """Which memory a tensor is in. An operator that changes that (an `out=` of another size, a resize) would take it out of its
    account."""
    storage = tensor.untyped_storage()
    return storage._cdata, storage.data_ptr(), storage.nbytes()


def overlaps(tensor):
    """True if two elements of the tensor may share memory (an expanded or folded view)."""
    steps = sorted((step, size) for step, size in zip(tensor.stride(), tensor.shape) if size > 1)
    reach = 1
    for step, size in steps:
        if step < reach:
            return True
        reach = step * (size - 1) + reach
    return False
