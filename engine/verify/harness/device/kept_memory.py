# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory that outlives a forward: what kernels have left there of an answer, and what a host has made of weights. It is another one
between calls with the same inputs, so that who needs it as it was shows."""

import torch

MOST_STIRRED = 1 << 18  # elements
# Numbers that a host brings: so few may be anything, so many are compared with those of so many weights, and so large a share of
# them that are weights makes it a copy of those.
FEW_BROUGHT, MOST_COMPARED, MOST_WEIGHTS, MOSTLY = 64, 1 << 12, 1 << 23, 0.5
LEAST_NUMBER = 1e-20
_SCALED = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


class KeptMemory:
    """A part of Memory, which has the accounts."""

    def brought(self):
        """Numbers of the storages with what the host has made and no weight has."""
        return [account.number for account in self._accounts.values() if account.is_brought]

    def with_others(self, numbers, run):
        """run() while there is something else in these storages."""
        accounts = [account for account in self._accounts.values() if account.number in numbers]
        saved = [account.storage.clone() for account in accounts]
        for account in accounts:
            self.stir(account.number, torch.arange)
        try:
            return run()
        finally:
            for account, values in zip(accounts, saved):
                account.storage.copy_(values)

    def spoil_answers(self):
        """What kernels have made of the arguments of earlier forwards is no number any more, wherever a host keeps it."""
        given = self._given_accounts()
        for account in self._accounts.values():
            if account.is_answer and account not in given and account.made.is_floating_point:
                torch.empty(0, dtype=account.made, device=self.device).set_(account.storage).fill_(float("nan"))

    def kept_answers(self):
        """Numbers of the storages in which kernels of earlier forwards have left something that they made of its arguments."""
        given = self._given_accounts()
        return sorted(account.number for account in self._accounts.values()
                      if account.is_answer and account.was_launched and account.size and account not in given)

    def stir(self, number, chosen):
        """What kernels have left in such a storage, in the elements that `chosen(count)` gives, changes places and is another number:
        who hands it out again has another answer. Zeros stay, and so does what is the same everywhere: counters, flags, a workspace
        that its kernels clean."""
        account = next((one for one in self._accounts.values() if one.number == number), None)
        if account is None:
            return
        grain = min(account.grain or account.made.itemsize, account.made.itemsize)
        words = torch.empty(0, dtype=torch.uint8).set_(account.storage)[:account.size // grain * grain].view(-1, grain)
        places = chosen(len(words))[:MOST_STIRRED]
        places = places[words[places].ne(0).any(1)]
        if len(places) < 2 or bool((words[places] == words[places[0]]).all()):
            return
        words[places] = words[places].roll(1 + len(places) // 3, 0)
        kind = account.made if account.made in _SCALED else torch.float32
        if grain == kind.itemsize:  # whole numbers that are none as floating ones stay in their range
            numbers = words.view(kind).view(-1)
            chosen = numbers[places]
            numbers[places] = torch.where((chosen.abs() > LEAST_NUMBER) & (chosen.abs() < 1 / LEAST_NUMBER), chosen * 2, chosen)


def share_of_weights(tensor, weights):
    """How many numbers of a floating tensor are those of weights (a function that gives them), of some of them; None where there are few
    that tell anything."""
    if not tensor.is_floating_point() or tensor.numel() <= FEW_BROUGHT:
        return None
    flat = tensor.reshape(-1)
    numbers = flat[::max(1, flat.numel() // MOST_COMPARED)].double()
    numbers = numbers[numbers.isfinite() & (numbers != 0) & (numbers.abs() != 1)]
    known = weights()
    if numbers.numel() <= FEW_BROUGHT or not known or sum(value.numel() for value in known) > MOST_WEIGHTS:
        return None
    return float(torch.isin(numbers, torch.cat([value.reshape(-1).double() for value in known])).double().mean())
