# SPDX-License-Identifier: GPL-3.0-or-later
"""What a host counts before it launches: lengths, offsets, labels that count. A task's few whole numbers torch may compute with, as published
wrappers do (the longest of some lengths, how many labels there are), but no answer comes of it without kernels."""

import json

from harness.device import operator_kinds

MOST_TIMES = 16  # what operators take and make, in elements, for each of such numbers
MOST_BESIDE = 1024  # likewise for the little that there is beside them
BOOKKEEPING = "bookkeeping"  # in the metadata of inputs: names of those that hold such numbers


def names_of(given):
    """Those that the judge has listed."""
    return frozenset(json.loads(given.metadata.get(BOOKKEEPING, "[]")))


class Bookkeeping:
    """That part of Memory: of an account, whether its values come from other inputs, too (`is_work`), and whether torch has made them of such
    numbers (`is_counted`)."""

    keeps_books = False  # in any forward so far

    def begin_bookkeeping(self):
        """Counts start over."""
        self._elements_counted = 0

    def counts(self, func, tensors, accounts):
        """Whether an operator does no more than count: with whole numbers that are few in the task, and with little beside them."""
        given = {id(account): account for account in accounts if account.from_input}.values()
        if not given or any(account.is_work for account in given) or operator_kinds.tells_values(func):
            return False
        if not all(map(_is_whole, tensors)) or any(account.made.is_floating_point or account.made.is_complex for account in accounts):
            return False
        self._elements_counted += sum(tensor.numel() for tensor in tensors)
        return self._elements_counted <= self._most_counted()

    def note_counted(self, results):
        """What comes of it; False where it is too much, or no whole number."""
        self._elements_counted += sum(tensor.numel() for tensor in results)
        if self._elements_counted > self._most_counted() or not all(map(_is_whole, results)):
            return False
        for tensor in results:
            self._account(tensor).is_counted = True
        self.keeps_books = True
        return True

    def mark_work(self, touched):
        """A launch got the memory of these accounts: what it stores may be work. Who stores into inputs has changed them."""
        if any(account.is_work for account in touched):
            given = self._given_accounts()
            for account in touched:
                account.is_work = account.is_work or account not in given

    def is_counted(self, tensor):
        """Whether torch has made some of it of such numbers, and kernels have not stored all of it."""
        return self._account(tensor).is_counted and self.share_written(tensor) < 1

    def _most_counted(self):
        books = {id(self._account(tensor)): tensor.numel() for tensor in self._given_tensors() if not self._account(tensor).is_work}
        return MOST_TIMES * sum(books.values()) + MOST_BESIDE


def inherit(account, others):
    """What a result has of what it was moved from."""
    account.is_work = account.is_work or any(item.is_work for item in others)
    account.is_counted = account.is_counted or any(item.is_counted for item in others)


def _is_whole(tensor):
    return not tensor.is_floating_point() and not tensor.is_complex()
