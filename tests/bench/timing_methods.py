# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the same kernels take by several ways of timing, and how much each way varies between
processes. Needs an NVIDIA GPU with torch and triton; nothing else should use it.

    python tests/bench/timing_methods.py [--processes 8] [--explore]

nereid      graph replays over rotating copies of the inputs (timing/gpu_timing.py)
report      the Beyond TritonRL report: 10 warm-ups, 50 single calls, mean without 10% at both ends
do_bench, cudagraph     triton.testing.do_bench and do_bench_cudagraph with their defaults
kernelbench its default as described in its timing.py: 3 warm-ups, one trial thrown away, mean of
            100 trials between CUDA events, each after 256 MB were written
"""

import argparse
import gc
import importlib.util
import json
import os
import pathlib
import statistics
import sys
import tempfile
import traceback
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.modules["harness"] = types.ModuleType("harness")  # as in the harness's main.py
sys.modules["harness"].__path__ = [str(ROOT / "engine" / "verify" / "harness")]

import torch  # noqa: E402
import triton.testing  # noqa: E402

from harness.timing import gpu_rotation, gpu_timing  # noqa: E402

# On an H200: an empty spin takes 1.08 us, a step 3.82 ns.
KERNELS = (("spin 2 us", "spin", 260, (65536,)),
           ("spin 10 us", "spin", 2336, (65536,)),
           ("spin 100 us", "spin", 25_900, (65536,)),
           ("spin 1 ms", "spin", 261_500, (65536,)),
           ("softmax 128x1024", "softmax", 0, (128, 1024)),
           ("softmax 4096x4096", "softmax", 0, (4096, 4096)))
BLOCKS = 10
EXPLORED_COPIES = (1, 8, 64, 256)


def load(kind, steps, folder):
    """The ModelNew of a kernel of resources/timing_bench."""
    text = (ROOT / "resources" / "timing_bench" / f"{kind}_candidate.py").read_text()
    path = pathlib.Path(folder) / f"{kind}_{steps}.py"
    path.write_text(text.replace("@STEPS@", str(steps)))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ModelNew()


def make_input(shape):
    """Values that every kernel here takes."""
    return torch.randint(0, 1024, shape, device="cuda").float() / 1024


def timer_of(model, x):
    """Nereid's timer of one model."""
    copies = gpu_rotation.Copies([x], [x])
    timer = gpu_timing.Timer(lambda copy: [model(copies.tensor(x, copy))], copies)
    return timer


def by_nereid(model, x):
    """Median of the replays of ten blocks, and the state of the L2 cache."""
    timer = timer_of(model, x)
    answer = timer.prepare()
    samples = []
    for number in range(BLOCKS):
        samples += timer.block(5000.0 if number == 0 else 0.0)[0]
    return statistics.median(samples), answer["l2"]


def by_report(model, x):
    """Warm-ups, then the trimmed mean of single calls."""
    for _ in range(gpu_timing.REPORT_WARMUPS):
        model(x)
    times = sorted(gpu_timing.event_times(lambda: model(x), gpu_timing.REPORT_TRIALS))
    cut = len(times) // 10
    return statistics.fmean(times[cut:len(times) - cut])


def by_events_after_flush(model, x):
    """One event pair a trial, the cache overwritten before each."""
    for _ in range(3):
        model(x)
        torch.cuda.synchronize()
    times = []
    for _ in range(101):
        torch.cuda.synchronize()
        torch.empty(256 << 20, dtype=torch.uint8, device="cuda").fill_(42)
        begin = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        begin.record()
        model(x)
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end) * 1000)
    return statistics.fmean(times[1:])


def by_graph(model, x):
    """Triton's own graph timing, which wants a stream of its own."""
    with torch.cuda.stream(torch.cuda.Stream()):
        return triton.testing.do_bench_cudagraph(lambda: model(x)) * 1000


def measure_all():
    """{kernel: {method: us}} of this process."""
    result = {}
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        for name, kind, steps, shape in KERNELS:
            gc.collect()
            model, x = load(kind, steps, folder), make_input(shape)
            model(x)
            torch.cuda.synchronize()
            us, state = by_nereid(model, x)
            result[name] = {f"nereid ({state})": us, "report": by_report(model, x),
                            "do_bench": triton.testing.do_bench(lambda: model(x)) * 1000,
                            "cudagraph": by_graph(model, x),
                            "kernelbench": by_events_after_flush(model, x)}
    return result


def explore():
    """{kernel: {copies: [estimates of repeated captures]}}: where the spread comes from."""
    result = {}
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        for name, kind, steps, shape in (KERNELS[0], KERNELS[1], KERNELS[4]):
            model, x = load(kind, steps, folder), make_input(shape)
            model(x)
            rows = result[name] = {}
            for copies in EXPLORED_COPIES:
                gc.collect()
                rows[f"{copies}"] = [_one_capture(model, x, copies) for _ in range(4)]
            rows["events in the graph"] = [_marked_capture(model, x) for _ in range(4)]
    return result


def _one_capture(model, x, count):
    timer = timer_of(model, x)
    timer.copies.make(count)
    calls = max(count, 256 // count * count)
    timer.main = gpu_timing.Rotation(lambda copy: [model(timer.copies.tensor(x, copy))],
                                     gpu_rotation.Plan(count, calls, "warm"))
    samples = [sample for number in range(6)
               for sample in timer.block(5000.0 if number == 0 else 0.0)[0]]
    return [statistics.median(samples), statistics.stdev(samples)]


def _marked_capture(model, x):
    """Events that are nodes of the graph, behind its first calls."""
    begin = torch.cuda.Event(enable_timing=True, external=True)
    end = torch.cuda.Event(enable_timing=True, external=True)
    copies = gpu_rotation.Copies([x], [x])
    copies.make(256)
    keep = [None] * 256
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for index in range(256):
            if index == 16:
                begin.record()
            keep[index] = model(copies.tensor(x, index))
        end.record()
    samples = []
    for _ in range(24):
        graph.replay()
        torch.cuda.synchronize()
        samples.append(begin.elapsed_time(end) * 1000 / 240)
    return [statistics.median(samples), statistics.stdev(samples)]


def in_children(work, count):
    """What `work()` returned in each of `count` forked processes, one after another."""
    results = []
    for _ in range(count):
        read_end, write_end = os.pipe()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.close(read_end)
                gc.disable()  # what is freed while a graph is captured spoils the capture
                with open(write_end, "w", encoding="utf-8") as pipe:
                    json.dump(work(), pipe)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        os.close(write_end)
        with open(read_end, encoding="utf-8") as pipe:
            text = pipe.read()
        os.waitpid(pid, 0)
        if text:
            results.append(json.loads(text))
    return results


def variation(values):
    """Standard deviation in percent of the mean."""
    return 100 * statistics.stdev(values) / statistics.fmean(values) if len(values) > 1 else 0.0


def print_methods(results):
    """One line a kernel: mean in us and CV between processes of each way."""
    if not results:
        return print("no process came to an end")
    print(f"{len(results)} processes; mean in us, (CV between processes in %)")
    for name, *_ in KERNELS:
        cells = []
        for method in results[0][name]:
            values = [result[name][method] for result in results if method in result[name]]
            cells.append(f"{method} {statistics.fmean(values):.2f} ({variation(values):.2f})")
        print(f"{name:<18} " + "  ".join(cells))


def print_explored(results):
    """CV within a capture, between captures of a process, between processes."""
    if not results:
        return print("no process came to an end")
    print(f"\n{len(results)} processes; copies: us, CV in % of samples, captures, process means")
    for name in results[0]:
        for copies in results[0][name]:
            captures = [result[name][copies] for result in results]
            means = [statistics.fmean(us for us, _ in one) for one in captures]
            within = statistics.fmean(100 * spread / us for one in captures for us, spread in one)
            between = statistics.fmean(variation([us for us, _ in one]) for one in captures)
            print(f"{name:<18}{copies:>20}{statistics.fmean(means):9.4f}"
                  f"{within:8.3f}{between:8.3f}{variation(means):8.3f}")


def main():
    """Forks before CUDA is touched; the children share Triton's cache."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--explore", action="store_true", help="where the spread comes from")
    arguments = parser.parse_args()
    print_methods(in_children(measure_all, arguments.processes))
    sys.stdout.flush()
    if arguments.explore:
        print_explored(in_children(explore, arguments.processes))


if __name__ == "__main__":
    main()
