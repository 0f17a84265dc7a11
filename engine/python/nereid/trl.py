# SPDX-License-Identifier: GPL-3.0-or-later
"""Reward functions in the form that TRL's GRPOTrainer calls. Does not import TRL.

    trainer = GRPOTrainer(..., reward_funcs=nereid.trl.reward_function("staged"))

The data set needs a column with the reference's source text.
"""

import asyncio
import concurrent.futures
import threading

from ._request import make_request
from ._reward import check_formula, extract, reward, verdict_without_candidate
from ._verifier import Verifier, shared_verifier

_FUNNEL = ("static", "compile", "tiny", "full")


def completion_text(completion) -> str:
    """The text of a completion: itself, or the content of the last assistant message in a list of
    chat messages, whose content may be a list of blocks."""
    if isinstance(completion, str):
        return completion
    for message in reversed(completion):
        if message.get("role", "assistant") != "assistant":
            continue
        content = message.get("content") or ""
        if isinstance(content, str):
            return content
        return "".join(block.get("text") or "" for block in content if isinstance(block, dict))
    return ""


def _log(name, columns, verdicts) -> None:
    """The funnel as metrics and the reasons as a column of its own, where this TRL takes them."""
    judged = [verdict for verdict in verdicts if verdict is not None and verdict.judged]
    log_metric, log_extra = columns.get("log_metric"), columns.get("log_extra")
    if callable(log_metric) and judged:
        for stage in _FUNNEL:
            passed = sum(any(row.stage == stage and row.outcome == "passed"
                             for row in verdict.stages) for verdict in judged)
            log_metric(f"funnel/{stage}", passed / len(judged))
    if callable(log_extra):
        log_extra(f"{name}_verdict", [verdict.reason.code if verdict is not None else ""
                                      for verdict in verdicts])


class RewardFunction:
    """Made by reward_function. Can be pickled unless it was given a verifier."""

    def __init__(self, formula, reference_column, entry_point_column, name, verifier, jobs,
                 score, options):
        check_formula(formula, score["role"])
        make_request("class Model: ...", "", **options)  # a bad option fails here, not in training
        if verifier is not None and jobs is not None:
            raise ValueError("jobs: a verifier was given, which has its own")
        self.__name__ = name or f"nereid_{formula}"
        self._formula = formula
        self._reference_column = reference_column
        self._entry_point_column = entry_point_column
        self._given = verifier
        self._jobs = jobs
        self._own = None
        self._lock = threading.Lock()
        self._score = {**score, "partial_credit": options["staged_evaluation"]}
        self._options = options

    def __repr__(self):
        return f"<nereid.trl.reward_function {self.__name__}>"

    def __getstate__(self):
        if self._given is not None:
            raise TypeError("a reward function with a given verifier cannot be pickled; give it "
                            "jobs instead")
        return {**self.__dict__, "_own": None, "_lock": None}

    def __setstate__(self, state):
        self.__dict__.update(state, _lock=threading.Lock())

    def __call__(self, prompts, completions, **columns):
        """One reward a completion; None where the candidate is not to blame or there is no
        reference."""
        futures = self._submit_all(completions, columns)
        return self._rewards([future and future.result() for future in futures], columns)

    async def call_async(self, prompts, completions, **columns):
        """The same without blocking the running loop."""
        futures = self._submit_all(completions, columns)
        verdicts = iter(await asyncio.gather(
            *(asyncio.wrap_future(future) for future in futures if future)))
        return self._rewards([future and next(verdicts) for future in futures], columns)

    def _verifier(self) -> Verifier:
        if self._given is not None:
            return self._given
        if self._jobs is None:
            return shared_verifier()
        with self._lock:
            if self._own is None:
                self._own = Verifier(self._jobs)
            return self._own

    def _submit_all(self, completions, columns):
        """A future of a verdict for every completion, None for a row without a reference."""
        references = columns.get(self._reference_column)
        if references is None:
            raise ValueError(
                f"{self.__name__}: the data set has no column {self._reference_column!r} with the "
                f"references; it has {', '.join(sorted(columns)) or 'none'}. Pass "
                "reference_column=")
        names = columns.get(self._entry_point_column) or [None] * len(completions)
        return [None if reference is None else self._submit(text, reference, name)
                for text, reference, name
                in zip(map(completion_text, completions), references, names, strict=True)]

    def _submit(self, text, reference, entry_point):
        code = extract(text).code
        if not code:
            future = concurrent.futures.Future()
            future.set_result(verdict_without_candidate())
            return future
        options = self._options if entry_point is None else {**self._options,
                                                             "entry_point": entry_point}
        return self._verifier().submit(reference, code, **options)

    def _rewards(self, verdicts, columns):
        _log(self.__name__, columns, verdicts)
        return [reward(verdict, self._formula, **self._score).total
                if verdict is not None and verdict.judged else None for verdict in verdicts]


def reward_function(formula="staged", reference_column="reference", *,
                    entry_point_column="entry_point", name=None, verifier=None, jobs=None,
                    failure=-10.0, speedup_cap=3.0, role="frontend", entry_point="Model", seed=None,
                    policy="full", device="auto", multi_input=True, thorough=True,
                    staged_evaluation=True, timing=True, compile_limit=20,
                    run_limit=20, inputs="report") -> RewardFunction:
    """A reward function for GRPOTrainer: (prompts, completions, **columns) -> list of float or
    None.

    Completions are texts or lists of chat messages. The candidate is taken out of each as the
    trainer of Nereid does, all are judged at once, and `formula` ("staged", "binary", "weighted",
    "two_agent") scores the verdicts; a completion without code is scored like one that fails the
    static stage. `entry_point_column`, where there is such a column, names the reference's class
    row by row. `failure`, `speedup_cap` and `role` belong to "two_agent"; the rest as in
    nereid.verify.

    By default all functions of a process share the verifier of nereid.verify; `jobs` gives this
    one its own, with so many candidates at once, and `verifier` an existing one.
    """
    return RewardFunction(
        formula, reference_column, entry_point_column, name, verifier, jobs,
        {"failure": failure, "speedup_cap": speedup_cap, "role": role},
        {"entry_point": entry_point, "seed": seed, "policy": policy, "device": device,
         "multi_input": multi_input, "thorough": thorough,
         "staged_evaluation": staged_evaluation, "timing": timing,
         "compile_limit": compile_limit, "run_limit": run_limit,
         "inputs": inputs})


def async_reward_function(*arguments, **options):
    """reward_function as a coroutine function, which TRL runs beside its other asynchronous
    rewards; the arguments are the same. It cannot be pickled."""
    function = reward_function(*arguments, **options)

    async def judge(prompts, completions, **columns):
        return await function.call_async(prompts, completions, **columns)

    judge.__name__ = judge.__qualname__ = function.__name__
    return judge
