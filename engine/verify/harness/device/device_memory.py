# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory of the device process: tensors by handle, the operators that may touch them, and an
account of where every value comes from."""

import numpy
import torch

from harness.device import bookkeeping, checks, operator_kinds, trusted_sizes
from harness.device.bookkeeping import Bookkeeping
from harness.device.checks import Checks
from harness.device.fresh_memory import FreshMemory
from harness.device.kept_memory import MOSTLY, KeptMemory, share_of_weights
from harness.device.placed_elements import PlacedElements, of_elements
from harness.device.refusal import Refused
from harness.device.said_numbers import SaidNumbers
from harness.device.stored_elements import StoredElements
from harness.shared import addresses, bundle, operators

# Host code may look at a few values (a scale, a length), not at a tensor.
MAX_VALUES_READ = 16
MAX_BOOKS_READ = 1 << 10  # of what hosts count
MAX_SCALAR_OPERATORS = 16
MAX_UPLOAD_BYTES = 64 << 20
_HEADER_BYTES = 1 << 16  # of a bundle


class _Account:
    """Where the values of one storage come from. It holds the storage: nothing else is ever at its place."""

    def __init__(self, number, storage, by_byte):
        self.number = number  # tells storages apart for the host
        self.storage = storage
        self.size = size = storage.nbytes()
        self.users = 0  # handles
        self.made = None  # the dtype that its bits are of
        self.launched = False  # a kernel of this forward got it, or what it was moved from
        self.was_stored = False  # a kernel of this forward stored into it, whatever torch has put there since
        self.was_launched = False  # one of an earlier forward
        self.from_input = False  # an input or parameter, or moved from one
        self.from_argument = False  # an argument of forward, or made or moved from one
        self.is_work = False  # an input that holds more than what hosts count (bookkeeping.py), or made or moved from one
        self.is_counted = False  # by torch, of what they count
        self.checked, self.checked_at, self.end = None, 0, 0  # see checks.py
        self.reaches = ()  # accounts of the memory that addresses in it lead to
        self.is_brought = False  # numbers that the host has made and no weight has, or moved from such
        self.is_answer = False  # stored by a kernel that had arguments of forward, or moved from there
        self.narrowed = None  # the wider floating dtype that torch has rounded its values from
        self.was_returned = False  # by an earlier forward
        self.grain = None  # bytes of the smallest elements that kernels took it for
        self.kinds = set()  # dtypes that kernels took it for
        self.is_part = False  # pieces of elements, moved here by torch
        self.placed = None  # like `written`, where torch has put elements where no kernel had
        self.is_made = False  # by torch, which computed, or by the host, from nothing that the task gives, or moved from there
        self.filled = None  # like `written`, where torch has filled what a kernel had stored, whoever stored there since
        # Stored by a kernel, or moved from there: for each byte, or for the whole.
        self.written = numpy.zeros(size if by_byte else 1, dtype=bool)


class Memory(KeptMemory, PlacedElements, StoredElements, Bookkeeping, Checks):
    """All tensors of one candidate. `strict`: torch may not compute. Where a GPU runs the kernels
    nobody sees their stores: then `by_byte` is False, and a storage counts as written as soon as a
    kernel gets it."""

    def __init__(self, strict, device="cpu", by_byte=True, before=None):
        """`before`: the memory that it takes the place of, whose handles and numbers it does not give again."""
        self._strict = strict
        self.said = SaidNumbers(strict, self._is_address)
        self.moving_is_work = False  # the reference does nothing else
        self.moves_places = False  # that, and its answer on the original inputs is no copy of one
        self.moving_is_part = False  # of the work: it is told whether torch has put elements in their places
        self.no_kernel_runs = False  # launches are written down or only looked at
        self.weights = list  # gives the floating ones of the task
        self.device = torch.device(device)
        self._by_byte = by_byte
        self._tensors = {}  # by handle
        self._handles = {}  # id of a tensor above -> handle
        self._accounts = {}  # by identity of the storage
        self._at = {}  # by address of the storage, where it has bytes
        self._pinned, self._let_go = set(), set()
        self._handle_count = before._handle_count if before else 0
        self._storage_count = before._storage_count if before else 0
        self._fresh = FreshMemory()
        self.has_read = self.has_read_argument = False  # the host, a value of the task's tensors, of arguments of forward
        self.carries = False  # kernels got memory that others of earlier forwards had, beside what the judge gave
        self.table_elements = 0  # elements, of what torch or the host made from nothing that the task gives
        self.touched, self.stored = set(), set()  # numbers of storages, by what was asked for since begin_request
        self.begin_forward()

    def begin_request(self):
        """What is touched and stored from now on is counted."""
        self.touched, self.stored = set(), set()

    @property
    def is_strict(self):
        """Whether torch may not compute."""
        return self._strict

    @property
    def draw(self):
        """Of what fresh memory holds in this forward."""
        return self._fresh.draw

    def begin_forward(self, seed="", garbage=False, zeros=False, many=False, draw=None, left=(), tells_otherwise=False, turned=None):
        """Counts start over, and what was stored before does not count any more. What fresh memory holds: `seed`, of draws; `garbage`,
        in any case no NaN; `zeros`, no integer but zero; `many`, numbers that all differ; `draw`, of an earlier forward, the same; `left`, what
        these tensors hold. `tells_otherwise`, `turned`: see checks.py."""
        for account in self._accounts.values():
            account.was_launched = account.was_launched or account.launched
        self._known_before = None  # the last handle of then, while a forward is only planned
        self._fresh.begin_forward(seed, garbage, zeros, many, draw, left)
        self._values_read = self._books_read = 0
        self.begin_checks(tells_otherwise, turned)
        self.said.begin_forward()
        self._begin_account()

    def _begin_account(self):
        self._fresh.begin_account()
        self._scalar_operators = 0
        self.begin_bookkeeping()
        self._slices_joined = 0
        self.table_elements = 0
        self.compute_operators = []
        self.operator_bytes = 0  # written by them
        for account in self._accounts.values():
            account.written[:] = False
            account.placed = account.filled = None
            account.launched = account.was_stored = False

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

    def add(self, tensor, from_input=False, from_argument=False, is_counted_with=False):
        """The handle of a new tensor. `is_counted_with`: an input of those that hosts may count with."""
        account = self._account(tensor)
        account.users += 1
        account.from_input = account.from_input or from_input
        account.from_argument = account.from_argument or from_argument
        account.is_work = account.is_work or from_input and not is_counted_with
        self._handle_count += 1
        self._tensors[self._handle_count] = tensor
        self._handles[id(tensor)] = self._handle_count
        return self._handle_count

    def pin(self, handles):
        """The inputs of this forward, which are new tensors: they are not freed until others are
        pinned, even if the host lets go of them."""
        self.said.repeats = False
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
        func = operator_kinds.operator(name)
        self.said.note((args, kwargs))
        values = self.decode(args), {key: self.decode(item) for key, item in kwargs.items()}
        tensors = list(bundle.tensors_in(values))
        operator_kinds.check_schema(func, values)
        if name == "aten::is_pinned":
            return False, False
        if name.startswith("aten::_local_scalar_dense"):
            return self._read(tensors[0]), False
        before = [self._account(tensor) for tensor in tensors]
        self._refuse_pieces(name, func, values)
        may_compute = operator_kinds.computes(func, tensors)
        is_work = may_compute or self.moving_is_work and operator_kinds.moves(func, values, tensors) \
            and not self._lays_out_input(func, tensors)
        counts = may_compute and self._strict and self.counts(func, tensors, before)
        computes = is_work and not counts and self._note_compute(name, func, values, before)
        if not operators.is_executed(func, self._strict):
            raise Refused("torch_fallback", f"the operator {name} does not run on the device")
        trusted_sizes.check(func, values)
        places = [_place_of(tensor) for tensor in tensors]
        if self._known_before is not None:
            self._save(self._account(tensor) for tensor in operator_kinds.may_be_changed(func, values))
        out = func(*values[0], **self.keywords(func, values[1]))
        if places != [_place_of(tensor) for tensor in tensors]:
            raise Refused("torch_fallback", f"the operator {name} gives a tensor other memory")
        results = _distinct(bundle.tensors_in((out, operator_kinds.written(func, values))))
        changed = list(bundle.tensors_in(operator_kinds.written(func, values)))
        if not operator_kinds.is_unfilled(func):  # a view of something only names it
            self.touched |= {account.number for account in before} if changed or not self._are_views(results, before) else set()
            self.stored |= {self._account(tensor).number for tensor in results
                            if self._account(tensor) not in before or any(tensor is one for one in changed)}
        checked = self.note_checked(func, results)
        if counts and not self.note_counted(results):
            self._violation(name)
        elif may_compute and not computes and not counts and not checked:
            computes = self._note_spread(name, results, before)
        if (is_work or func.overloadpacket.__name__ in operator_kinds.TABLES) and not any(account.from_input for account in before):
            self._note_table(results)
        if may_compute and not any(account.from_input for account in before):
            for tensor in results:
                self._account(tensor).is_made |= tensor.numel() > 1
        if computes or self._converts(func, tensors, results):
            self.operator_bytes += sum(tensor.nbytes for tensor in results)
        self.litter_fresh(func, out)
        if self.moving_is_part and operator_kinds.moves(func, values, tensors):
            self._note_places(func, values, results, tensors)
        for tensor in results:
            if func.overloadpacket.__name__ in operator_kinds.FILLING:
                self._forget_stores(tensor)
                for account in before[1:]:  # of a value to fill with
                    self._account(tensor).from_input |= account.from_input
                    self._account(tensor).from_argument |= account.from_argument
                bookkeeping.inherit(self._account(tensor), before[1:])
                checks.inherit(self._account(tensor), before[1:], moves=False)
            else:
                self._inherit(tensor, tensors, before, moves=not may_compute)
                self._carry_stores(func, (values[0], self.keywords(func, values[1])), tensor)
        return self.encode(out), isinstance(out, (tuple, list))

    def _are_views(self, results, before):
        return all(self._account(tensor) in before for tensor in results)

    def _lays_out_input(self, func, tensors):
        """Whether an input as it was given is only laid out row by row."""
        return func.overloadpacket.__name__ in ("clone", "contiguous") and len(tensors) == 1 \
            and self._handles.get(id(tensors[0])) in self._pinned

    def _note_table(self, tensors):
        self.table_elements += sum(tensor.numel() for tensor in tensors)

    def is_made_aside(self, tensor):
        """Whether no kernel has stored any of it, and it was computed by torch or the host from nothing that the task gives."""
        return self._account(tensor).is_made and not self.share_written(tensor)

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
            self.has_read_argument = self.has_read_argument or account.from_argument
            # A view as something wider is several of the values that lie there.
            count = max(1, tensor.element_size() // account.made.itemsize)
            if account.is_work or account.checked:
                self._values_read += count
            else:
                self._books_read += count
            if self._values_read > MAX_VALUES_READ or self._books_read > MAX_BOOKS_READ:
                self._violation("values read on the host")
        value = self.told_of(tensor, tensor.item())
        return self.tell(value)

    def tell(self, value):
        """A value that the host reads, as a result."""
        self.said.note_read(value)
        return self.encode(value)

    def _note_compute(self, name, func, values, accounts):
        """True if the operator counts as computing; see PROTOCOL.md."""
        tensors = list(bundle.tensors_in(values))
        if not any(account.from_input for account in accounts):
            has_floats = any(tensor.is_floating_point() or tensor.is_complex()
                             for tensor in tensors)
            # A table made on the side, unless the host may have put values of the inputs into it.
            if not has_floats or not (self._values_read or self._books_read):
                return has_floats
        if all(tensor.numel() <= 1 for tensor in tensors) and not operator_kinds.tells_values(func):
            lists = [value for value in values[0] if isinstance(value, list)]
            counts = [len(list(bundle.tensors_in(value))) for value in lists]
            self._scalar_operators += max(counts + [1])
            if self._scalar_operators <= MAX_SCALAR_OPERATORS:
                return False
        if self._strict and self.may_check(name, func, values, accounts):
            return False
        self._violation(name)
        return True

    def _note_spread(self, name, results, accounts):
        """True if what was let pass, since it takes no more than single values of the task, has made many of them."""
        is_one = all(size <= 1 for tensor in results for size in tensor.shape)
        if is_one or not any(account.from_input for account in accounts):
            return False
        self._violation(name)
        return True

    def _violation(self, name, line=0):
        name = name.replace("::", ".")
        if name not in self.compute_operators:
            self.compute_operators.append(name)
        if self._strict:
            raise Refused("torch_fallback", "PyTorch computes in forward: "
                          + ", ".join(self.compute_operators[:8])
                          + "; the kernels must do all the compute", line)

    def _converts(self, func, tensors, results):
        """True if what should only move has converted, and that computes."""
        name = func.overloadpacket.__name__
        if name not in operator_kinds.CONVERTING:
            return False
        found = False
        sources = tensors[1:] if name in operator_kinds.FILLING else \
            [tensor for tensor in tensors if all(tensor is not result for result in results)]
        for source in sources:
            account = self._account(source)
            if account.from_input and self.is_taken_apart(source):
                self._violation(func.name())
                found = True
            if not account.from_input or self._keeps_values(source, account, results):
                continue
            is_reading_bits = operator_kinds.is_other_kind(account.made, source.dtype) \
                and not (source.dtype in account.kinds and self._is_of_kernels(source, account))
            if any(operator_kinds.changes_kind(source.dtype, result.dtype, is_reading_bits)
                   or self._rounds(account, source, result) for result in results):
                self._violation(func.name())
                found = True
        return found

    def _keeps_values(self, source, account, results):
        """True if all of `source` was stored by kernels as numbers that are the same numbers in the results' dtypes: zeros and
        ones as booleans, small integers as smaller ones. Nobody knows them where no kernel has run."""
        if operator_kinds.is_other_kind(account.made, source.dtype):
            return False
        if self.no_kernel_runs:
            return account.launched
        return self._is_of_kernels(source, account) and all(operator_kinds.is_exact(source, result.dtype) for result in results)

    def _refuse_pieces(self, name, func, values):
        """Torch may not write parts of the task's numbers."""
        for tensor in bundle.tensors_in(operator_kinds.written(func, values)):
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
        if is_moved and made is not account and operator_kinds.digits(result.dtype) < operator_kinds.digits(source.dtype):
            made.narrowed = source.dtype
        elif is_moved and account.narrowed and operator_kinds.digits(result.dtype) > operator_kinds.digits(source.dtype):
            return True
        return False

    def upload(self, fd):
        """(result, the tensor as it came) of a tensor that the host made; it has seen no input, so it can hold no answer."""
        try:
            tensor = bundle.Bundle(fd, MAX_UPLOAD_BYTES + _HEADER_BYTES).copy("x")
        except bundle.TooLarge as error:
            raise Refused("memory_limit", "the host uploads more than 64 MiB") from error
        self.said.note_upload(tensor)
        return self.place(tensor.clone()), tensor

    def place(self, tensor):
        """The result of an upload."""
        self._note_table([tensor])
        reached = self._translate_addresses(tensor)
        tensor = tensor.to(self.device)
        if tensor.untyped_storage().nbytes() > MAX_UPLOAD_BYTES:
            raise Refused("memory_limit", "the host uploads more than 64 MiB")
        account = self._account(tensor)
        of_weights = share_of_weights(tensor, self.weights)
        account.from_input = of_weights is not None and of_weights > MOSTLY  # a copy of weights is the task's as they are
        account.is_brought = of_weights is not None and of_weights < MOSTLY
        account.is_made = not account.from_input
        account.is_work = account.from_input
        handle = self.add(tensor)
        account.reaches = reached
        return self.describe(handle)

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

    def label(self, value):
        """What a host says, as text that is the same in each forward in which it says the same."""
        kind = type(value)
        if kind is list or kind is tuple:
            return [self.label(item) for item in value]
        if kind is not dict:
            return value
        if "t" in value:
            known = self._known_before or 0
            return ("kept", value["t"]) if value["t"] <= known else ("made", value["t"] - known)
        return [(key, self.label(item)) for key, item in sorted(value.items())]

    # ---- where values come from ---------------------------------------------------------------

    def note_returned(self, tensors):
        """Answers, which their caller may have for as long as he likes."""
        for tensor in tensors:
            self._account(tensor).was_returned = True

    def was_returned(self, tensor):
        """Whether its memory was that of an answer before."""
        return self._account(tensor).was_returned

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

    def _inherit(self, out, sources, before, moves):
        """A result, or a changed first argument, has what its sources have. `moves`: their values."""
        account = self._account(out)
        others = [item for item in before if item is not account]
        account.from_input = account.from_input or any(item.from_input for item in others)
        account.from_argument = account.from_argument or any(item.from_argument for item in others)
        bookkeeping.inherit(account, others)
        checks.inherit(account, others, moves)
        account.is_answer = account.is_answer or any(item.is_answer for item in others)
        account.is_brought = account.is_brought or any(item.is_brought for item in others)
        account.is_made = account.is_made or any(item.is_made for item in others)
        account.was_launched = account.was_launched or self._are_kept(others)
        account.reaches += tuple(reached for item in others for reached in item.reaches if reached not in account.reaches)
        account.launched = account.launched or any(item.launched for item in others)
        if others and any(self.is_taken_apart(source) for source, item in zip(sources, before) if item is not account):
            account.is_part = True
        for source, item in zip(sources, before):  # bits that are moved stay what they were made of
            if item is not account and source.dtype == out.dtype and item.narrowed:
                account.narrowed = item.narrowed
            if item is not account and source.dtype == out.dtype \
                    and operator_kinds.is_other_kind(item.made, source.dtype):
                account.made = item.made

    def litter_fresh(self, func, out):
        """Where `func` makes memory and leaves it as it is, it holds what no kernel can rely on."""
        if self._by_byte:
            self._fresh.litter(func, out)

    def share_elements(self, tensor, others):
        """Whether an element of it begins where one of another tensor does."""
        account = self._account(tensor)
        beside = [other for other in others if other.numel() and self._account(other) is account]
        if not beside or not tensor.numel():
            return False
        marks = numpy.zeros(account.size, dtype=bool)
        for other in beside:
            of_elements(marks, other).fill_(True)
        return bool(of_elements(marks, tensor).any())

    def mark_store(self, start, offsets):
        """A kernel stored elements that begin `offsets` bytes behind `start`."""
        account = self._at.get(start)
        if account is not None:
            account.written |= offsets
            account.was_stored = account.was_stored or bool(offsets.any())
            self.stored.add(account.number)
            if account.placed is not None:
                account.placed[offsets] = False
            account.is_answer = account.is_answer or account.from_argument

    def was_given(self, tensor):
        """Whether a kernel of this forward got it, or what it was moved from."""
        return self._account(tensor).launched

    def mark_launch(self, tensors):
        """A launch read inputs: what it stores depends on them. Whether there were arguments of forward among them."""
        for tensor in tensors:
            account = self._account(tensor)
            account.grain = min(account.grain or tensor.element_size(), tensor.element_size())
            account.kinds.add(tensor.dtype)
            account.is_part = False
        touched = [self._account(tensor) for tensor in tensors]
        touched += _reached_by(touched)
        self.touched |= {account.number for account in touched}
        self.carries = self.carries or self._are_kept(touched)
        from_input = any(account.from_input for account in touched)
        from_argument = any(account.from_argument for account in touched)
        self.refuse_checked(touched)
        self.mark_work(touched)
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
        return {self._account(tensor) for tensor in self._given_tensors()}

    def _given_tensors(self):
        return [self._tensors[handle] for handle in self._pinned if handle in self._tensors]

    def is_of_kernels(self, args):
        """Whether the values of the first of these arguments may be those of a kernel of this forward."""
        given = self._given_accounts()
        accounts = [self._account(tensor) for tensor in bundle.tensors_in(self.decode(args))]
        return any(account.launched and (account not in given or bool(account.written.any())) for account in accounts)


def _reached_by(accounts):
    """Those behind the addresses in others, each once."""
    return list({id(reached): reached for account in accounts for reached in account.reaches}.values())


def _distinct(tensors):
    return list({id(tensor): tensor for tensor in tensors}.values())


def _place_of(tensor):
    """Which memory a tensor is in. An operator that changes that (an `out=` of another size, a resize) would take it out of its
    account."""
    storage = tensor.untyped_storage()
    return storage._cdata, storage.data_ptr(), storage.nbytes()
