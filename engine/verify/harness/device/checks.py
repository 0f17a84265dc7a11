# SPDX-License-Identifier: GPL-3.0-or-later
"""What torch computes of the task's tensors and neither a kernel nor an answer ever gets: a host looks whether arguments are such as it takes,
whether indices lie in range or all numbers are finite. It learns truth values, a few, and ends of the task's own whole numbers. In calls that
nobody judges (late_forwards.py) it is told other ends, which pass whatever check the true ones have passed, and one truth turned, upon which it
has to refuse: who does anything else has computed with torch."""

import torch

from harness.device import operator_kinds
from harness.shared import bundle

# What is told in later calls in place of the least and the largest number passes whatever check those passed.
_ENDS = {"min": 1, "amin": 1, "max": -1, "amax": -1}
MAX_TRUTHS = 8  # that a host is told of in a forward
MAY_CHECK = "may_check"  # in the metadata of inputs: the answer is no few whole numbers, which truth values would tell


class Checks:
    """That part of Memory: of an account, by which operator torch has made values that are only looked at (`checked`), for which line (`checked_at`),
    and what is added to one where it is told otherwise (`end`)."""

    checks_anything = False  # of these inputs
    line = 0  # of the candidate, that asks for what is under way

    def begin_checks(self, tells_otherwise=False, turned=None):
        """Of a forward. `turned`: which of its truth values is told otherwise."""
        self.truths_told = 0
        self._checking = self._is_of_ends = None  # the operator under way
        self._tells_otherwise, self._turned = tells_otherwise, turned
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
        self._is_of_ends = all(_is_whole(account.made) and not account.checked for account in accounts)
        return True

    def note_checked(self, func, results):
        """Whether the operator that has just run did no more than may_check allows: then its results are marked."""
        name, self._checking = self._checking, None
        for tensor in results if name else ():
            account = self._account(tensor)
            account.checked, account.checked_at = name, self.line
            account.end = _ENDS.get(func.overloadpacket.__name__, 0) if self._is_of_ends and tensor.numel() == 1 else 0
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
        is_truth = tensor.dtype == torch.bool
        self.truths_told += is_truth
        if self.truths_told > MAX_TRUTHS or not is_truth and not (account.end and _is_whole(tensor.dtype)):
            self._violation(account.checked, account.checked_at)
        if not self._tells_otherwise or is_truth and self.truths_told - 1 != self._turned:
            return value
        self.told_otherwise = account.checked
        return not value if is_truth else value + account.end


def inherit(account, others, moves):
    """What a result has of what it was made or `moves`: moved from."""
    for item in others:
        if item.checked and not account.checked:
            account.checked, account.checked_at = item.checked, item.checked_at
    if moves and len(others) == 1:
        account.end = account.end or others[0].end


def _is_whole(dtype):
    return not dtype.is_floating_point and not dtype.is_complex and dtype != torch.bool
