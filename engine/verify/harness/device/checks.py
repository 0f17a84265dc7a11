# SPDX-License-Identifier: GPL-3.0-or-later
"""What torch computes of the task's tensors and neither a kernel nor an answer ever gets: a host looks whether arguments are such as it takes,
whether indices lie in range or all numbers are finite. It learns truth values, a few, and ends of whole numbers, which it is told otherwise in
calls that nobody judges (late_forwards.py): who goes by them does something else there."""

import torch

from harness.device import operator_kinds
from harness.shared import bundle

# What is told in later calls in place of the least and the largest number passes whatever check those passed.
_ENDS = {"min": 1, "amin": 1, "max": -1, "amax": -1}
MAX_TRUTHS = 8  # that a host is told of in a forward
MAY_CHECK = "may_check"  # in the metadata of inputs: the answer is no few whole numbers, which truth values would tell


class Checks:
    """That part of Memory: of an account, by which operator torch has made values that are only looked at (`checked`), for which line (`checked_at`), and what is added to
    one where it is told otherwise (`end`)."""

    checks_anything = False  # of these inputs
    line = 0  # of the candidate, that asks for what is under way

    def begin_checks(self, tells_otherwise=False):
        """Of a forward."""
        self._truths_told = 0
        self._checking = None  # the operator under way
        self._tells_otherwise = tells_otherwise
        self.told_otherwise = ""  # an operator of which the host was told another number

    def may_check(self, name, func, values, accounts):
        """Whether an operator makes something new of what no kernel has stored; what it makes is only looked at then."""
        if not self.checks_anything or not operator_kinds.computes(func, list(bundle.tensors_in(values))) or operator_kinds.tells_values(func) \
                or any(True for _ in bundle.tensors_in(operator_kinds.written(func, values))):
            return False
        given = self._given_accounts()
        if any(account.was_stored or account.launched and account not in given for account in accounts):
            return False
        self._checking = name.replace("::", ".")
        return True

    def note_checked(self, func, results):
        """Whether the operator that has just run did no more than may_check allows: then its results are marked."""
        name, self._checking = self._checking, None
        for tensor in results if name else ():
            account = self._account(tensor)
            account.checked, account.checked_at = name, self.line
            account.end = _ENDS.get(func.overloadpacket.__name__, 0) if tensor.numel() == 1 and _is_integer(tensor) else 0
            self.keeps_books = True
        return name is not None

    def refuse_checked(self, accounts):
        """Of what a kernel or a caller gets."""
        for account in accounts:
            if account.checked:
                self._violation(account.checked, account.checked_at)

    def refuse_checked_answer(self, tensors):
        """The same of what forward returns."""
        self.refuse_checked([self._account(tensor) for tensor in tensors])

    def told_of(self, tensor, value):
        """What the host is told of a value that it reads."""
        account = self._account(tensor)
        if not account.checked:
            return value
        self._truths_told += tensor.dtype == torch.bool
        if self._truths_told > MAX_TRUTHS or tensor.dtype != torch.bool and not (account.end and _is_integer(tensor)):
            self._violation(account.checked, account.checked_at)
        if tensor.dtype == torch.bool:
            return value
        if not self._tells_otherwise:
            return value
        self.told_otherwise = account.checked
        return value + account.end


def inherit(account, others, moves):
    """What a result has of what it was made or `moves`: moved from."""
    for item in others:
        if item.checked and not account.checked:
            account.checked, account.checked_at = item.checked, item.checked_at
    if moves and len(others) == 1:
        account.end = account.end or others[0].end


def _is_integer(tensor):
    return not tensor.is_floating_point() and not tensor.is_complex() and tensor.dtype != torch.bool
