# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks whether a mutant computes the same function as the candidate that it was made from.

    python oracle.py --harness FOLDER [--seed S] < MUTANTS > ANSWERS

MUTANTS: one JSON line {"reference", "candidate"} (the original), then lines {"id", "candidate"}.
ANSWERS: one JSON line {"inputs": N} (inputs on which the original is right), then one line for each
mutant: {"id", "outcome", "input", "shapes", "difference", "error", "bound", "visible", "detail"}.
`outcome`: "same", "rounding" (differs by no more than the original's own error allows) or
"different". `visible`: the verifier's tolerance would show the difference on this input.

Both run in Triton's interpreter with bounds checks; each mutant in a process of its own.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile

os.environ.update({"TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
                   "OPENBLAS_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""})
sys.dont_write_bytecode = True
LIMIT_SECONDS = 120  # of one mutant over all inputs


def _arguments():
    parser = argparse.ArgumentParser(description="Looks for inputs on which mutants differ")
    parser.add_argument("--harness", required=True)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


ARGUMENTS = _arguments()
sys.path[:0] = [ARGUMENTS.harness, os.path.dirname(os.path.abspath(__file__))]

import torch  # noqa: E402

import candidate_host  # noqa: E402
import compare  # noqa: E402
import inputs as oracle_inputs  # noqa: E402
import interpreter_host  # noqa: E402


class Child:
    """What the harness's functions want to know of a request."""

    def __init__(self, source, private_dir, seed=0):
        self.source = source.encode("utf-8")
        self.private_dir = private_dir
        self.request = {"entry_point": "Model", "seed": seed,
                        "limits": {"max_elements": oracle_inputs.MAX_ELEMENTS}}
        os.makedirs(private_dir, exist_ok=True)


class Runner(interpreter_host.Runner):
    """Launches with the programs in the wanted order."""

    order = "forward"

    def _run_programs(self, function, values, grid):
        builder = interpreter_host.interpreter.interpreter_builder
        builder.set_grid_dim(*grid)
        places = [(x, y, z) for x in range(grid[0]) for y in range(grid[1])
                  for z in range(grid[2])]
        if self.order == "reversed":
            places.reverse()
        elif self.order == "shuffled":
            random.Random(len(places)).shuffle(places)
        for place in places:
            builder.set_grid_idx(*place)
            function(**values)
        self.programs += len(places)


class Answer:
    """What a candidate made of one input: outputs, or the reason why there are none."""

    def __init__(self, outputs=(), structure="", mutated=False, failure=""):
        self.outputs, self.structure = list(outputs), structure
        self.mutated, self.failure = mutated, failure


def answer(module, runner, given):
    """Runs the candidate on one input."""
    fresh = {}

    def fetch(name):
        return fresh.setdefault(name, given.copy(name))

    runner.order = given.order
    try:
        with candidate_host.CudaIllusion():
            model = candidate_host.build_model(module, "ModelNew", given)
        values = candidate_host.inputs(given, fetch)
        runner.recorder = candidate_host.OpRecorder(True, values)
        runner.reset_counts()
        output = candidate_host.run_forward(model, values, runner.recorder)
    except BaseException as error:
        return Answer(failure=": ".join(interpreter_host._reason(error, runner)[:2]))
    tensors = [output] if isinstance(output, torch.Tensor) else output
    if not isinstance(tensors, (list, tuple)) or not all(
            isinstance(value, torch.Tensor) for value in tensors):
        return Answer(failure="wrong_type: no tensor comes back")
    mutated = any(not torch.equal(compare.bits(value), compare.bits(given.view(name)))
                  for name, value in fresh.items())
    return Answer([value.detach().clone() for value in tensors],
                  "tensor" if isinstance(output, torch.Tensor) else "tuple", mutated)


def answers(text, private_dir, runner, givens):
    """[Answer] of one candidate; an error at import counts for every input."""
    try:
        with candidate_host.CudaIllusion():
            module = candidate_host.load(Child(text, private_dir))
    except BaseException as error:
        failure = f"import_error: {candidate_host.describe(error)}"
        return (Answer(failure=failure) for _ in givens)
    return _each(module, runner, givens)


def _each(module, runner, givens):
    runner.config_index = 0
    for given in givens:
        yield answer(module, runner, given)
        runner.config_index += 1  # an autotuned kernel: another configuration for every input


def examine(mutant, pairs, runner, folder):
    """The answer about one mutant: the first input on which the verifier would reject it, else the
    clearest difference over all inputs."""
    best = compare.Difference("same" if pairs else "unknown")
    made = answers(mutant["candidate"], folder, runner, [given for given, _ in pairs])
    for (given, original), one in zip(pairs, made):
        difference = compare.difference(given, original, one)
        if difference.rank() > best.rank():
            best = difference
            best.input, best.shapes = given.label, given.shapes
        if best.visible:
            break
    return {"id": mutant["id"], **best.to_json()}


def in_child(mutant, pairs, runner, folder):
    """examine() in a forked process that cannot harm the others."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT_SECONDS)
        os.close(read_end)
        text = json.dumps(examine(mutant, pairs, runner, folder))
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
    why = "no end" if status == -signal.SIGALRM else f"the process ended with {status}"
    return {"id": mutant["id"],
            **compare.Difference("different", visible=True, detail=why).to_json()}


def main():
    lines = [json.loads(line) for line in sys.stdin if line.strip()]
    original, mutants = lines[0], lines[1:]
    interpreter_host.prepare_zygote()
    candidate_host.install_cuda_surface()
    runner = Runner()
    runner.install()  # once: it wraps the interpreter's loads and stores
    with tempfile.TemporaryDirectory(prefix="nereid-oracle-") as folder:
        task = oracle_inputs.OracleTask(Child(
            original["reference"], os.path.join(folder, "reference"), ARGUMENTS.seed))
        givens = oracle_inputs.build(task, ARGUMENTS.seed)
        made = answers(original["candidate"], os.path.join(folder, "original"), runner, givens)
        pairs = [(given, one) for given, one in zip(givens, made) if compare.is_right(given, one)]
        print(json.dumps({"inputs": len(pairs), "tried": len(givens)}), flush=True)
        for number, mutant in enumerate(mutants):
            answer_line = in_child(mutant, pairs, runner, os.path.join(folder, str(number)))
            print(json.dumps(answer_line), flush=True)


if __name__ == "__main__":
    main()
