# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks whether a mutant computes the same function as the candidate that it was made from.

    python oracle.py --harness FOLDER --machine-lib FILE [--seed S] [--limit SECONDS] < MUTANTS > ANSWERS

MUTANTS: one JSON line {"reference", "candidate"} (the original), then lines {"id", "candidate"}.
ANSWERS: one JSON line {"inputs": N} (inputs on which the original is right), then one line for each
mutant: {"id", "outcome", "input", "shapes", "difference", "error", "bound", "visible", "detail"}.
`outcome`: "same", "rounding" (differs by no more than the original's own error allows), "refused"
(raises on sizes or dtypes that the task does not ask for, and is right elsewhere) or "different". `visible`: the verifier's tolerance would show the difference on this input.

Both run on the kernel machine with its checks; each mutant in a process of its own.
"""

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import types

os.environ.update({"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
                   "OPENBLAS_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""})
sys.dont_write_bytecode = True
WALL_SECONDS = 1800  # for one that sleeps; a busy machine must not make a mutant look endless


def _arguments():
    parser = argparse.ArgumentParser(description="Looks for inputs on which mutants differ")
    parser.add_argument("--harness", required=True)
    parser.add_argument("--machine-lib", required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=120,
                        help="seconds of processor time of one mutant over all inputs")
    return parser.parse_args()


ARGUMENTS = _arguments()
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.modules["harness"] = types.ModuleType("harness")  # as in the harness's main.py
sys.modules["harness"].__path__ = [ARGUMENTS.harness]

import torch  # noqa: E402

import compare  # noqa: E402
import inputs as oracle_inputs  # noqa: E402
from harness.candidate import candidate_host  # noqa: E402
from launches import Launches  # noqa: E402


class Child:
    """What the harness's functions want to know of a request."""

    def __init__(self, source, private_dir, seed=0):
        self.source = source.encode("utf-8")
        self.private_dir = private_dir
        self.request = {"entry_point": "Model", "seed": seed,
                        "limits": {"max_elements": oracle_inputs.MAX_ELEMENTS}}
        os.makedirs(private_dir, exist_ok=True)


class Answer:
    """What a candidate made of one input: outputs, or the reason why there are none."""

    def __init__(self, outputs=(), structure="", mutated=False, failure=""):
        self.outputs, self.structure = list(outputs), structure
        self.mutated, self.failure = mutated, failure


def answer(module, launches, given):
    """Runs the candidate on one input."""
    fresh = {}

    def fetch(name):
        return fresh.setdefault(name, given.copy(name))

    launches.order = given.order
    try:
        with candidate_host.CudaIllusion():
            model = candidate_host.build_model(module, "ModelNew", given)
        output = launches.forward(model, candidate_host.inputs(given, fetch))
    except BaseException as error:
        return Answer(failure=launches.reason(error))
    tensors = [output] if isinstance(output, torch.Tensor) else output
    if not isinstance(tensors, (list, tuple)) or not all(
            isinstance(value, torch.Tensor) for value in tensors):
        return Answer(failure="wrong_type: no tensor comes back")
    mutated = any(not torch.equal(compare.bits(value), compare.bits(given.view(name)))
                  for name, value in fresh.items())
    return Answer([value.detach().clone() for value in tensors],
                  "tensor" if isinstance(output, torch.Tensor) else "tuple", mutated)


def answers(text, private_dir, launches, givens):
    """Answers of one candidate, one by one; an error at import counts for every input."""
    try:
        with candidate_host.CudaIllusion():
            module = candidate_host.load(Child(text, private_dir))
    except BaseException as error:
        failure = launches.reason(error)
        return (Answer(failure=failure) for _ in givens)
    return (answer(module, launches, given) for given in givens)


def examine(mutant, pairs, launches, folder):
    """The answer about one mutant: the first input on which the verifier would reject it, else the
    clearest difference over all inputs."""
    best = compare.Difference("same" if pairs else "unknown")
    made = answers(mutant["candidate"], folder, launches, [given for given, _ in pairs])
    for (given, original), one in zip(pairs, made):
        difference = compare.difference(given, original, one)
        if difference.rank() > best.rank():
            best = difference
            best.input, best.shapes = given.label, given.shapes
        if best.visible:
            break
    return {"id": mutant["id"], **best.to_json()}


def in_child(mutant, pairs, launches, folder):
    """examine() in a forked process that cannot harm the others."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, ARGUMENTS.limit)
        signal.alarm(WALL_SECONDS)
        os.close(read_end)
        text = json.dumps(examine(mutant, pairs, launches, folder))
        with os.fdopen(write_end, "w", encoding="utf-8") as pipe:
            pipe.write(text)
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, encoding="utf-8") as pipe:
        text = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    shutil.rmtree(folder, ignore_errors=True)
    if text:
        return json.loads(text)
    endless = status in (-signal.SIGPROF, -signal.SIGALRM)
    why = "no end" if endless else f"the process ended with {status}"
    return {"id": mutant["id"],
            **compare.Difference("different", visible=True, detail=why).to_json()}


def main():
    lines = [json.loads(line) for line in sys.stdin if line.strip()]
    original, mutants = lines[0], lines[1:]
    launches = Launches(ARGUMENTS.machine_lib)
    launches.install()
    with tempfile.TemporaryDirectory(prefix="nereid-oracle-") as folder:
        task = oracle_inputs.OracleTask(Child(
            original["reference"], os.path.join(folder, "reference"), ARGUMENTS.seed))
        givens = oracle_inputs.build(task, ARGUMENTS.seed)
        made = answers(original["candidate"], os.path.join(folder, "original"), launches, givens)
        pairs = [(given, one) for given, one in zip(givens, made) if compare.is_right(given, one)]
        print(json.dumps({"inputs": len(pairs), "tried": len(givens)}), flush=True)
        for number, mutant in enumerate(mutants):
            answer_line = in_child(mutant, pairs, launches, os.path.join(folder, str(number)))
            print(json.dumps(answer_line), flush=True)


if __name__ == "__main__":
    main()
