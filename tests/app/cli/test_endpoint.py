# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that ask a served model, as a user runs them: the real program, a real server, the real verifier."""

import hashlib
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import threading

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ["NEREID_PROGRAM"]
SHELF = TOP / "resources/verify_shelf/swish"
SECRET = "sk-very-secret-4711"


class Server:
    """chat_server.py, whose answers the test queues."""

    def __init__(self):
        script = TOP / "tests/engine/endpoint/chat_server.py"
        self.process = subprocess.Popen([sys.executable, "-B", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.questions = queue.SimpleQueue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.url = f"http://127.0.0.1:{self.question()['port']}/v1"

    def read(self):
        for line in self.process.stdout:
            self.questions.put(json.loads(line))

    def question(self):
        return self.questions.get(timeout=300)

    def answer(self, content=None, reasoning="", repeat=False, **rest):
        if content is not None:
            message = {"role": "assistant", "content": content, "reasoning_content": reasoning}
            rest["body"] = {"model": "served", "choices": [{"message": message, "finish_reason": "stop"}]}
        print(json.dumps({**rest, "repeat": repeat}), file=self.process.stdin, flush=True)

    def questions_left(self):
        """Ends the server; what it was asked and nobody has looked at."""
        self.process.stdin.close()
        self.process.wait()
        self.reader.join()
        return [self.questions.get() for _ in range(self.questions.qsize())]

    def close(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server():
    one = Server()
    yield one
    one.close()


def nereid(*arguments, **environment):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


def lines(file):
    return [json.loads(line) for line in pathlib.Path(file).read_text().splitlines()]


def fenced(code):
    return f"Here it is.\n```python\n{code}```"


def opinion(**answers):
    return json.dumps({"torch_fallback": False, "hard_coded_output": False, "omitted_part": False, "explanation": "", **answers})


def generated(count):
    return [json.loads(line) for line in nereid("tasks", "generate", "--split", "train", "--level", 1, "--count", count,
                                                "--answers").stdout.splitlines()]


def distill(server_url, out, *arguments, **environment):
    return nereid("distill", *arguments, "--endpoint", server_url, "--model", "served", "--out", out, "--concurrency", 1, "--json",
                  **environment)


def test_right_answers_become_pairs(server, tmp_path):
    first, second = generated(2)
    out = tmp_path / "pairs.jsonl"
    server.answer(status=429, headers={"Retry-After": "0"})
    server.answer(fenced(first["candidate"]), "one program a row")
    server.answer(fenced(first["candidate"]))  # of another task
    done = distill(server.url, out, "synthetic", "--level", 1, "--count", 2, "--samples", 1, "--key-env", "CHAT_KEY", CHAT_KEY=SECRET)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert (counts["accepted"], counts["refused"], counts["failed"]) == (1, 1, 0)
    assert sum(counts["reasons"].values()) == 1

    (pair,) = lines(out)
    assert pair["reference"] == first["reference"] and pair["task"] == first["id"]
    assert pair["completion"] == "<think>\none program a row\n</think>\n\n" + fenced(first["candidate"])
    (negative,) = lines(counts["refused_file"])
    assert negative["task"] == second["id"] and f"{negative['stage']} {negative['reason']}" in counts["reasons"]

    questions = server.questions_left()
    assert len(questions) == 3 and questions[0]["body"] == questions[1]["body"]
    assert all(one["headers"]["Authorization"] == f"Bearer {SECRET}" for one in questions)
    assert second["reference"] in questions[2]["body"]["messages"][0]["content"]
    assert questions[2]["body"]["temperature"] == 0.6 and questions[2]["body"]["top_p"] == 0.95
    written = done.stdout + done.stderr + "".join(file.read_text() for file in tmp_path.iterdir())
    assert SECRET not in written

    # Nothing is missing, so nobody needs to be there.
    again = distill(server.url, out, "synthetic", "--level", 1, "--count", 2, "--samples", 1)
    assert again.returncode == 0 and json.loads(again.stdout)["kept"] == 2
    other = distill(server.url, out, "synthetic", "--count", 1, "--temperature", 1)
    assert other.returncode == 2 and "--out" in other.stderr


def test_held_out_tasks_of_a_folder_are_left_out(server, tmp_path):
    folder = tmp_path / "KernelBench/level1"
    folder.mkdir(parents=True)
    for number in range(1, 41):
        (folder / f"{number}_Add.py").write_text(
            f"import torch\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x + {number}\n\n"
            "def get_inputs():\n    return [torch.rand(8)]\n\ndef get_init_inputs():\n    return []\n")
    server.answer("no code", repeat=True)
    asked = {}
    for split in ("train", "validation", "test", "all"):
        chosen = [] if split == "train" else ["--split", split]
        done = distill(server.url, tmp_path / f"{split}.jsonl", tmp_path, "--samples", 1, *chosen)
        assert done.returncode == 0, done.stderr
        asked[split] = {line["task"] for line in lines(tmp_path / f"{split}.refused.jsonl")}
    assert asked["test"] and asked["validation"] and len(asked["all"]) == 40
    assert sorted(asked["all"]) == sorted([*asked["train"], *asked["validation"], *asked["test"]])


def test_interrupt_keeps_what_came(server, tmp_path):
    out = tmp_path / "pairs.jsonl"
    server.answer("no code")
    server.answer("never sent", hold="answer")
    process = subprocess.Popen([PROGRAM, "distill", "synthetic", "--count", "1", "--samples", "2", "--level", "1", "--endpoint",
                                server.url, "--model", "served", "--out", out, "--concurrency", "1"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    server.question(), server.question()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 1 and "the same command goes on" in said
    assert len(lines(tmp_path / "pairs.refused.jsonl")) == 1
    assert len(lines(tmp_path / "pairs.answers.jsonl")) == 2  # one and the header


@pytest.mark.parametrize("answer, status, words", [
    ({"status": 401}, 2, "401 Unauthorized"),
    ({"status": 404}, 2, "404 Not Found"),
    ({"body": "<html>"}, 1, "no JSON"),
    ({"body": {"choices": []}}, 1, 'no list "choices" with an object in it; it begins: {"choices": []}'),
    ({"body_hex": "7b2263686f69636573e9fffe"}, 1, "it begins: {\"choices\ufffd\ufffd\ufffd"),
    ({"status": 400, "body_hex": "ff" + "c3a4" * 300}, 1, "400 Bad Request: \ufffd\u00e4"),
    ({"status": 307, "headers": {"Location": "http://127.0.0.1:1/v1"}}, 2, "redirects are not followed"),
    ({"body": "{}", "short": True}, 2, "the connection broke"),
    ({"status": 500, "body": "oops"}, 2, "500 Internal Server Error: oops"),
    ({"status": 429, "headers": {"Retry-After": "86400"}}, 2, "asks to wait 86400 s"),
])
def test_endpoint_that_does_not_answer(server, tmp_path, answer, status, words):
    server.answer(**answer, repeat=True)
    done = distill(server.url, tmp_path / "pairs.jsonl", "synthetic", "--count", 1, "--samples", 1, "--attempts", 2)
    assert done.returncode == status
    counts = json.loads(done.stdout)
    assert counts["accepted"] == 0 and counts["failed"] > 0
    assert words in counts["last_failure"]


def test_bad_arguments(server, tmp_path):
    out = tmp_path / "pairs.jsonl"
    for arguments, words in [(["nothing/here"], "nothing/here"), (["synthetic", "--level", 3], "level 1 or 2"),
                             (["synthetic", "--split", "all"], "folders"),
                             (["synthetic", "--key-env", "NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE is not set")]:
        done = distill(server.url, out, *arguments)
        assert done.returncode == 2 and words in done.stderr, done.stderr
    assert "no base URL" in distill("localhost:80", out, "synthetic").stderr
    assert not any(tmp_path.iterdir())


def verify(server_url, candidate, *arguments):
    return nereid("verify", SHELF / candidate, "--reference", SHELF / "reference.py", "--seed", 1, "--advise",
                  "--set", f"advisor.url={server_url}", "--set", "advisor.model=judge", *arguments)


def test_advice_stands_beside_the_verdict_and_changes_nothing(server):
    server.answer(opinion(torch_fallback=True, explanation="line 9"))
    accepted = verify(server.url, "right_plain.py")
    assert accepted.returncode == 0, accepted.stderr
    assert "right_plain.py: accepted" in accepted.stdout
    assert "Advisor (judge; advice, decides nothing): suspects torch fallback: line 9" in accepted.stdout
    assert (SHELF / "right_plain.py").read_text() in server.question()["body"]["messages"][0]["content"]

    server.answer("```json\n" + opinion() + "\n```")
    rejected = verify(server.url, "wrong_values.py", "--json")
    assert rejected.returncode == 1
    verdict, advice = map(json.loads, rejected.stdout.splitlines())
    assert verdict["reason"]["code"] == "wrong_values"
    assert advice["schema"] == "nereid.advice/1" and advice["model"] == "judge" and not advice["torch_fallback"]
    assert advice["candidate_sha256"] == verdict["candidate_sha256"]

    server.answer("I cannot say.")
    unsure = verify(server.url, "right_plain.py")
    assert unsure.returncode == 0 and "no advice" in unsure.stderr and "Advisor" not in unsure.stdout


def test_advisor_that_cannot_be_asked(server):
    server.close()
    down = verify(server.url, "right_plain.py")
    assert down.returncode == 0 and "start the endpoint" in down.stderr
    assert "advisor.url" in nereid("verify", SHELF / "right_plain.py", "--reference", SHELF / "reference.py", "--advise").stderr
    for setting, words in [("grpo.beta=1", "only settings of the advisor"), ("advisor.top_p=2", "advisor.top_p"),
                           ("advisor.modle=x", "advisor.model")]:
        bad = verify(server.url, "right_plain.py", "--set", setting)
        assert bad.returncode == 2 and words in bad.stderr, bad.stderr
    many = nereid("verify", "--batch", "x.jsonl", "--advise")
    assert many.returncode == 2 and "--advise" in many.stderr


def test_advice_on_a_record_lies_beside_it(server, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(TOP / "resources/runs/example", run)
    before = hashlib.sha256((run / "record.sqlite").read_bytes()).hexdigest()
    asked = ["record", "advise", run, "--set", f"advisor.url={server.url}", "--set", "advisor.model=judge", "--last", 3]
    server.answer(opinion(omitted_part=True, explanation="the scale"), repeat=True)
    done = nereid(*asked)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("suspects omitted part: the scale") == 3
    advice = lines(run / "advice.jsonl")
    assert len({(line["step"], line["group"], line["index"]) for line in advice}) == 3
    assert all(line["omitted_part"] and line["phase"] == "train" for line in advice)
    assert hashlib.sha256((run / "record.sqlite").read_bytes()).hexdigest() == before
    server.close()
    again = nereid(*asked)  # nothing is missing
    assert again.returncode == 0 and again.stdout == ""
    assert len(lines(run / "advice.jsonl")) == 3
    more = nereid(*asked[:-1], 6)
    assert more.returncode == 2 and "start the endpoint" in more.stderr


def evaluate(server_url, folder, *arguments, **environment):
    return nereid("eval", "--endpoint", server_url, "--model", "served", "--levels", 1, "--level-samples", 2, "--concurrency", 1,
                  "--attempts", 2, "--out", folder, "--json", *arguments, **environment)


def held_out(count):
    return [json.loads(line) for line in nereid("tasks", "generate", "--split", "test", "--level", 1, "--count", count, "--seed", 0,
                                                "--answers").stdout.splitlines()]


def test_evaluation_of_a_served_model(server, tmp_path):
    first, second = held_out(2)
    server.answer(status=429, headers={"Retry-After": "0"})
    server.answer(fenced(first["candidate"]))
    server.answer("")  # an answer without a word is a wrong one
    done = evaluate(server.url, tmp_path / "eval", "--temperature", 0.5, "--key-env", "CHAT_KEY", CHAT_KEY=SECRET)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "eval/report.json").read_text())
    assert report["plan"]["subject"] == "endpoint:served" and report["plan"]["samples_per_task"] == 1
    (level,) = report["levels"]
    (passed,) = [score for score in level["scores"] if score["k"] == 1]
    assert passed["pass_at_k"] == 0.5

    questions = server.questions_left()
    assert len(questions) == 3 and questions[0]["body"] == questions[1]["body"]
    assert first["reference"] in questions[1]["body"]["messages"][0]["content"]
    assert second["reference"] in questions[2]["body"]["messages"][0]["content"]
    assert questions[2]["body"]["temperature"] == 0.5
    written = (done.stdout + done.stderr).encode() + b"".join(file.read_bytes() for file in (tmp_path / "eval").rglob("*") if file.is_file())
    assert SECRET.encode() not in written

    # Nothing is missing, so nobody needs to be there; another plan is refused.
    again = evaluate(server.url, tmp_path / "eval", "--temperature", 0.5)
    assert again.returncode == 0, again.stderr
    other = evaluate(server.url, tmp_path / "eval", "--temperature", 1)
    assert other.returncode == 2 and "temperature" in other.stderr


def test_evaluation_goes_on_after_a_kill(server, tmp_path):
    server.answer("no code")
    server.answer("never sent", hold="answer")
    process = subprocess.Popen([PROGRAM, "eval", "--endpoint", server.url, "--model", "served", "--levels", "1", "--level-samples", "2",
                                "--concurrency", "1", "--out", tmp_path / "eval"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    server.question(), server.question()
    process.kill()
    process.communicate()
    assert len(lines(tmp_path / "eval/answers.jsonl")) == 1
    server.close()
    other = Server()
    other.answer("no code")
    done = evaluate(other.url, tmp_path / "eval")
    asked = other.questions_left()
    assert done.returncode == 0, done.stderr
    assert len(asked) == 1


@pytest.mark.parametrize("answer, words", [
    ({"status": 401}, "401 Unauthorized"),
    ({"status": 404}, "404 Not Found"),
    ({"body": "<html>"}, "no JSON"),
    ({"status": 429, "headers": {"Retry-After": "86400"}}, "asks to wait 86400 s"),
    ({"status": 500, "body": "oops"}, "500 Internal Server Error: oops"),
])
def test_evaluation_without_answers_has_no_scores(server, tmp_path, answer, words):
    server.answer(**answer, repeat=True)
    done = evaluate(server.url, tmp_path / "eval")
    assert done.returncode == 2 and words in done.stderr and "the same command goes on" in done.stderr, done.stderr
    assert not (tmp_path / "eval/report.json").exists()


def test_what_an_endpoint_cannot_be_asked(server, tmp_path):
    for arguments, words in [(["--turns", 2], "--turns"), (["--top-k", 5], "--top-k"), (["--agents", "frontend"], "--agents"),
                             (["--key-env", "NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE is not set")]:
        done = evaluate(server.url, tmp_path / "eval", *arguments)
        assert done.returncode == 2 and words in done.stderr, done.stderr
    nameless = nereid("eval", "--endpoint", server.url)
    assert nameless.returncode == 2 and "--model" in nameless.stderr
    assert not any(tmp_path.iterdir())
