# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifier over a real Ray cluster of two nodes on this machine."""

import json
import os
import subprocess
import sys

import pytest
import shelf

ray = pytest.importorskip("ray", reason="ray is not installed in this Python: pip install ray")

import nereid  # noqa: E402
from nereid import ray_pool  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402


@pytest.fixture(scope="module")
def cluster():
    os.environ["RAY_ENABLE_AUTO_CONNECT"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


@pytest.fixture
def pool(cluster):
    with ray_pool.RayVerifier(cluster.address, jobs=1) as pool:
        yield pool


def actors(pool):
    return {node.identity: node.actor for node in pool._nodes.values()}


def test_both_nodes_judge(pool):
    verdicts = list(pool.verify_batch(map(shelf.request, shelf.MIXED)))
    assert sorted(verdict.id for verdict in verdicts) == sorted(shelf.MIXED)
    assert all(shelf.answer(verdict) == shelf.expected(verdict.id) for verdict in verdicts)
    assert len(actors(pool)) == 2 and all(actors(pool).values())


def test_a_dead_actor_costs_no_verdict(pool):
    assert pool.verify(**shelf.request("swish/right_plain")).accepted
    futures = [pool.submit(**shelf.request(name), seed=5) for name in shelf.MIXED]
    ray.kill(next(iter(actors(pool).values())))
    verdicts = [future.result() for future in futures]
    assert [verdict.id for verdict in verdicts] == shelf.MIXED
    assert [shelf.answer(v) for v in verdicts] == [shelf.expected(n) for n in shelf.MIXED]


def test_a_bad_argument_fails_at_once(pool):
    with pytest.raises(ValueError, match="policy: expected one of"):
        pool.submit("x = 1", "x = 1", policy="lenient")


def test_closing_gives_everyone_a_verdict(cluster):
    with ray_pool.RayVerifier(cluster.address, jobs=1) as pool:
        endless = {**shelf.request("swish/wrong_endless"), "run_limit": 3600}
        futures = [pool.submit(**endless, seed=seed) for seed in range(3)]
    assert [future.result().reason.code for future in futures] == ["cancelled"] * 3


def test_the_command(cluster, tmp_path):
    batch = tmp_path / "batch.jsonl"
    lines = [json.dumps(shelf.request(name)) for name in shelf.MIXED]
    batch.write_text("\n".join([*lines, "", "no request", '{"id": "x"}']) + "\n")
    program = subprocess.run(
        [sys.executable, "-B", "-m", "nereid.ray_batch", "--address", cluster.address,
         "--batch", str(batch), "--jobs", "1"], capture_output=True, text=True)
    assert program.returncode == 1, program.stderr
    verdicts = [nereid.Verdict(line) for line in program.stdout.splitlines()]
    judged = {verdict.id: shelf.answer(verdict) for verdict in verdicts if verdict.id}
    assert judged == {name: shelf.expected(name) for name in shelf.MIXED}
    bad = [verdict for verdict in verdicts if verdict.id is None]
    assert [(verdict.line, verdict.reason.code) for verdict in bad] == [
        (10, "bad_request"), (11, "bad_request")]


def test_a_lost_node_costs_no_verdict(cluster):
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    with ray_pool.RayVerifier(cluster.address, jobs=1) as pool:
        assert pool.verify(**shelf.request("swish/right_plain")).accepted
        assert len(actors(pool)) == 3
        futures = [pool.submit(**shelf.request(name), seed=6) for name in shelf.MIXED]
        cluster.remove_node(node)
        verdicts = [future.result() for future in futures]
    assert [shelf.answer(v) for v in verdicts] == [shelf.expected(n) for n in shelf.MIXED]
