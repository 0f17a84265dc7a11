# SPDX-License-Identifier: GPL-3.0-or-later
"""Many candidates at once: futures, coroutines, batches, cancelling."""

import asyncio
import concurrent.futures
import gc
import itertools
import weakref

import nereid
import pytest
import shelf


def test_eight_futures(verifier):
    futures = {name: verifier.submit(**shelf.request(name)) for name in shelf.MIXED}
    done, waiting = concurrent.futures.wait(futures.values())
    assert len(done) == 8 and not waiting
    for name, future in futures.items():
        assert future.result().id == name
        assert shelf.answer(future.result()) == shelf.expected(name), future.result()


def test_eight_coroutines(verifier):
    async def judge_all():
        return await asyncio.gather(*(verifier.verify_async(**shelf.request(name), seed=1)
                                      for name in shelf.MIXED))

    verdicts = asyncio.run(judge_all())
    assert [verdict.id for verdict in verdicts] == shelf.MIXED
    assert [shelf.answer(v) for v in verdicts] == [shelf.expected(n) for n in shelf.MIXED]


def test_the_loop_runs_while_a_coroutine_waits(verifier):
    async def judge():
        waiting = asyncio.ensure_future(
            verifier.verify_async(**shelf.request("swish/right_plain"), seed=2))
        turns = 0
        while not waiting.done():
            turns += 1
            await asyncio.sleep(0)
        return turns, waiting.result()

    turns, verdict = asyncio.run(judge())
    assert verdict.accepted and turns > 1


def test_batch_in_order(verifier):
    pairs = [(shelf.reference(name), shelf.candidate(name)) for name in shelf.MIXED]
    verdicts = list(verifier.verify_batch(pairs, ordered=True, seed=3))
    assert [verdict.id for verdict in verdicts] == [str(i) for i in range(8)]
    assert [shelf.answer(v) for v in verdicts] == [shelf.expected(n) for n in shelf.MIXED]
    assert all(verdict.seed == 3 for verdict in verdicts)


def test_batch_as_they_complete(verifier):
    verdicts = list(verifier.verify_batch(map(shelf.request, shelf.MIXED)))
    assert sorted(verdict.id for verdict in verdicts) == sorted(shelf.MIXED)
    assert all(shelf.answer(verdict) == shelf.expected(verdict.id) for verdict in verdicts)


def test_a_batch_may_be_endless(verifier):
    taken = itertools.count()
    items = ({**shelf.request("swish/wrong_syntax"), "id": str(next(taken))}
             for _ in itertools.repeat(None))
    verdicts = list(itertools.islice(verifier.verify_batch(items), 600))
    assert len({verdict.id for verdict in verdicts}) == 600
    assert next(taken) <= 600 + 256


@pytest.mark.parametrize("item, error, text", [
    ({"reference": "x = 1"}, ValueError, "item 0: no 'candidate' among its keys"),
    (("x = 1",), TypeError, "item 0: expected a mapping"),
    (("x = 1", None), TypeError, "item 0: candidate: expected source text"),
])
def test_a_bad_item_is_named(verifier, item, error, text):
    with pytest.raises(error, match=text):
        list(verifier.verify_batch([item]))


def test_equal_submissions_are_judged_once(verifier):
    before = verifier.stats()
    requests = [{**shelf.request("row_sum/right_blocks"), "id": str(i), "seed": 99}
                for i in range(5)]
    verdicts = list(verifier.verify_batch(requests))
    after = verifier.stats()
    assert all(verdict.accepted for verdict in verdicts)
    assert after.submitted - before.submitted == 5 and after.finished - before.finished == 5
    assert after.cached - before.cached == 4
    counts = [next(stage.count for stage in stats.stages if stage.name == "full")
              for stats in (before, after)]
    assert counts[1] - counts[0] == 1
    assert [lane.name for lane in after.lanes if lane.slots and lane.waiting == 0][0] == "reference"
    assert sum(verdict.from_cache for verdict in verdicts) == 4


def endless(**options):
    return {**shelf.request("swish/wrong_endless"), "run_limit": 3600, **options}


def test_cancel_all_gives_everyone_a_verdict():
    with nereid.Verifier(jobs=1) as verifier:
        futures = [verifier.submit(**endless(seed=seed)) for seed in range(4)]
        verifier.cancel_all()
        verdicts = [future.result() for future in futures]
        assert [verdict.reason.code for verdict in verdicts] == ["cancelled"] * 4
        assert not any(verdict.judged for verdict in verdicts)
        # It goes on with what comes later.
        assert verifier.verify(**shelf.request("swish/right_plain")).accepted


def test_closing_gives_everyone_a_verdict():
    with nereid.Verifier(jobs=1) as verifier:
        futures = [verifier.submit(**endless(seed=seed)) for seed in range(3)]
    assert [future.result().reason.code for future in futures] == ["cancelled"] * 3
    assert verifier.closed and repr(verifier) == "<nereid.Verifier jobs=1, closed>"
    verifier.close()
    with pytest.raises(RuntimeError, match="this Verifier is closed; make a new one"):
        verifier.submit("x = 1", "x = 1")


def test_a_cancelled_future_drops_its_verdict():
    with nereid.Verifier(jobs=1) as verifier:
        future = verifier.submit(**endless())
        assert future.cancel()
    assert future.cancelled()


def test_closing_from_a_callback():
    verifier = nereid.Verifier(jobs=1)
    last = verifier.submit(**endless())
    verifier.submit(**shelf.request("swish/wrong_syntax")).add_done_callback(
        lambda future: verifier.close())
    verifier.cancel_all()
    assert last.result().reason.code == "cancelled"


def test_a_forgotten_verifier_finishes_and_ends():
    verifier = nereid.Verifier(jobs=1)
    gone = weakref.ref(verifier)
    thread = next(thread for thread in nereid._verifier.threading.enumerate()
                  if thread.name == "nereid-verdicts" and thread._args[0] is verifier._handle)
    future = verifier.submit(**shelf.request("swish/right_plain"))
    del verifier
    gc.collect()
    assert gone() is not None
    assert future.result().accepted
    thread.join()
    assert gone() is None
