# SPDX-License-Identifier: GPL-3.0-or-later
"""Reward functions, called as TRL's GRPOTrainer calls them (trl 1.16.0, _calculate_rewards)."""

import asyncio
import inspect
import pickle
import types

import nereid
import nereid.trl
import pytest
import shelf

RIGHT, WRONG, SYNTAX = "swish/right_plain", "row_sum/wrong_first_block", "swish/wrong_syntax"


@pytest.fixture(scope="module", autouse=True)
def _end():
    yield
    nereid.shutdown()


def fenced(name):
    return f"<think>Let me see.</think>\nHere it is:\n```python\n{shelf.candidate(name)}```\n"


class Calls:
    """What the trainer hands to every reward function beside the columns."""

    def __init__(self):
        self.extra, self.metrics = {}, {}

    def of(self, names, completions, **columns):
        count = len(completions)
        return {"prompts": ["Write a kernel."] * count, "completions": completions,
                "completion_ids": [[1, 2, 3]] * count,
                "reference": [name and shelf.reference(name) for name in names],
                "level": [1] * count, **columns,
                "trainer_state": types.SimpleNamespace(global_step=4),
                "log_extra": lambda column, values: self.extra.update({column: values}),
                "log_metric": lambda name, value: self.metrics.update({name: value})}


NAMES = [RIGHT, WRONG, SYNTAX, RIGHT, None]
COMPLETIONS = [fenced(RIGHT), fenced(WRONG), fenced(SYNTAX), "I cannot do that.", fenced(RIGHT)]
STAGED = [0.7, 0.5, 0.0, 0.0, None]


def test_texts():
    calls = Calls()
    function = nereid.trl.reward_function("staged")
    assert function(**calls.of(NAMES, COMPLETIONS)) == STAGED
    assert calls.extra == {
        "nereid_staged_verdict": ["ok", "wrong_values", "syntax_error", "no_block", ""]}
    assert calls.metrics == {"funnel/static": 0.5, "funnel/compile": 0.5, "funnel/tiny": 0.5,
                             "funnel/full": 0.25}


def test_chat_messages():
    chats = [[{"role": "assistant", "content": text}] for text in COMPLETIONS]
    chats[0] = [{"role": "assistant", "content": "```python\nx\n```"},
                {"role": "tool", "name": "f", "content": fenced(SYNTAX)},
                {"role": "assistant", "content": [{"type": "text", "text": COMPLETIONS[0]}]}]
    chats[3] = [{"role": "assistant", "content": None}]
    assert nereid.trl.reward_function()(**Calls().of(NAMES, chats)) == STAGED


def test_positional_and_without_the_newer_arguments():
    function = nereid.trl.reward_function("two_agent", "pytorch", failure=-4)
    assert function(["p"], [fenced(SYNTAX)], pytorch=[shelf.reference(SYNTAX)]) == [-4.0]


def test_asynchronous():
    function = nereid.trl.async_reward_function("staged")
    assert inspect.iscoroutinefunction(function) and function.__name__ == "nereid_staged"
    assert asyncio.run(function(**Calls().of(NAMES, COMPLETIONS))) == STAGED


def test_names():
    assert nereid.trl.reward_function("binary").__name__ == "nereid_binary"
    assert nereid.trl.reward_function(name="kernels").__name__ == "kernels"
    assert not inspect.iscoroutinefunction(nereid.trl.reward_function().__call__)


def test_settings_reach_the_formula():
    function = nereid.trl.reward_function(staged_evaluation=False)
    assert function(**Calls().of([WRONG], [fenced(WRONG)])) == [0.0]


def test_none_where_the_candidate_is_not_to_blame():
    function = nereid.trl.reward_function()
    assert function(["p"], [fenced(RIGHT)], reference=["class Model: oh no"]) == [None]


def test_entry_points_row_by_row():
    reference = shelf.reference(RIGHT).replace("class Model(", "class Swish(")
    reference = reference.replace("super(Model,", "super(Swish,")
    function = nereid.trl.reward_function("binary")
    rewards = function(["p"] * 2, [fenced(RIGHT)] * 2, reference=[reference] * 2,
                       entry_point=["Swish", "Model"])
    assert rewards == [1.0, None]


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match="no column 'reference' .* it has answer, level"):
        nereid.trl.reward_function()(["p"], ["c"], level=[1], answer=["a"])


def test_own_and_given_verifiers(verifier):
    before = verifier.stats().submitted
    given = nereid.trl.reward_function("binary", verifier=verifier)
    assert given(**Calls().of([RIGHT], [fenced(RIGHT)])) == [1.0]
    assert verifier.stats().submitted == before + 1
    with pytest.raises(ValueError, match="jobs: a verifier was given"):
        nereid.trl.reward_function(verifier=verifier, jobs=1)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(given)


def test_it_can_be_pickled():
    function = nereid.trl.reward_function("binary", jobs=1)
    assert function(**Calls().of([SYNTAX], [fenced(SYNTAX)])) == [0.0]
    twin = pickle.loads(pickle.dumps(function))
    assert twin.__name__ == "nereid_binary"
    assert twin(**Calls().of([SYNTAX], [fenced(SYNTAX)])) == [0.0]
