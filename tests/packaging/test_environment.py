# SPDX-License-Identifier: GPL-3.0-or-later
"""The set-up of the Python environment with real venvs and a real pip, from a folder of small wheels."""

import base64
import hashlib
import http.server
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import zipfile

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "packaging/environment.py"
SYSTEM_PYTHON = os.path.realpath(sys.executable)


def make_wheel(folder, name, content=b"value = 1\n", damaged=False):
    info = f"{name}-1.0.dist-info"
    files = {f"{name}/__init__.py": content,
             f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
             f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}")
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,"]).encode()
    wheel = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    if damaged:
        wheel.write_bytes(wheel.read_bytes()[:200])
    return wheel


class Place:
    """A folder of wheels, a requirements file and the environment that is made of them."""

    def __init__(self, folder):
        self.wheels, self.folder = folder / "wheels", folder / "cache/venv-test"
        self.requirements = folder / "requirements.txt"
        self.wheels.mkdir()
        self.surroundings = {**{k: v for k, v in os.environ.items() if not k.startswith("PIP_")},
                             "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "PIP_CONFIG_FILE": os.devnull}

    def pins(self, *lines):
        self.requirements.write_text("\n".join(lines) + "\n")

    def command(self):
        return [SYSTEM_PYTHON, str(SCRIPT), str(self.folder), "--requirements", str(self.requirements), "--json"]

    def make(self, **surroundings):
        done = subprocess.run(self.command(), env={**self.surroundings, **surroundings}, capture_output=True, text=True)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]

    def value(self, package):
        code = f"import {package}; print({package}.value)"
        return subprocess.run([self.folder / "bin/python", "-c", code], capture_output=True, text=True).stdout.strip()


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def stages(events):
    return [event["stage"] for event in events if event["event"] == "stage"]


def test_makes_an_environment_that_imports_its_packages(place):
    make_wheel(place.wheels, "reef")
    place.pins("#: imports reef", "reef==1.0")
    status, events = place.make()
    assert status == 0, events
    assert stages(events) == ["prepare", "unpack", "check"]
    assert events[-1] == {"event": "done", "folder": str(place.folder)}
    assert place.value("reef") == "1"
    assert (place.folder / ".ready").exists() and not place.folder.with_name("venv-test.downloads").exists()


def test_second_call_does_nothing(place):
    place.pins("")
    assert place.make()[0] == 0
    before = (place.folder / ".ready").stat().st_mtime_ns
    status, events = place.make()
    assert status == 0 and [event["event"] for event in events] == ["done"]
    assert (place.folder / ".ready").stat().st_mtime_ns == before


def test_goes_on_after_a_failure_without_a_new_venv(place):
    place.pins("reef==1.0")
    status, events = place.make()
    assert status == 2 and events[-1]["code"] == "not_found"
    assert not (place.folder / ".ready").exists()
    kept = (place.folder / "pyvenv.cfg").stat().st_ino
    make_wheel(place.wheels, "reef")
    status, events = place.make()
    assert status == 0 and stages(events) == ["unpack"]
    assert (place.folder / "pyvenv.cfg").stat().st_ino == kept


def test_packages_that_were_being_unpacked_are_not_trusted(place):
    make_wheel(place.wheels, "reef")
    place.pins("reef==1.0")
    assert place.make()[0] == 0
    # As a power cut leaves it: pip's entry is there, the module is not whole.
    (place.folder / ".ready").unlink()
    (place.folder / ".unpacking").touch()
    module = next(place.folder.glob("lib/python*/site-packages/reef/__init__.py"))
    module.write_text("")
    status, events = place.make()
    assert status == 0 and "prepare" in stages(events)
    assert place.value("reef") == "1"


def test_full_disk_is_told_before_anything_is_made(place):
    place.pins("#: download_mb 900000000000", "reef==1.0")
    status, events = place.make()
    assert status == 2 and events[-1]["code"] == "no_space"
    assert "GB are free" in events[-1]["message"] and "XDG_CACHE_HOME" in events[-1]["mend"]
    assert not place.folder.exists()


def test_unreachable_index_is_a_network_error(place):
    place.pins("reef==1.0")
    place.surroundings.pop("PIP_NO_INDEX")
    status, events = place.make(PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1", no_proxy="127.0.0.1")
    assert status == 2 and events[-1]["code"] == "network"
    assert "network" in events[-1]["mend"]


def test_package_that_does_not_import_is_broken(place):
    make_wheel(place.wheels, "reef", b"raise RuntimeError('no water')\n")
    place.pins("#: imports reef", "reef==1.0")
    status, events = place.make()
    assert status == 2 and events[-1]["code"] == "broken" and "no water" in events[-1]["message"]
    assert not (place.folder / ".ready").exists()


class SlowIndex:
    """An index that hands out one wheel, half of another, and then waits until it is let go."""

    def __init__(self, quick, slow):
        self.reached, self.go_on, self.asked = threading.Event(), threading.Event(), []
        wheels = {wheel.name.split("-")[0]: wheel for wheel in (quick, slow)}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path.strip("/").split("/")[-1]
                if not name.endswith(".whl"):
                    page = f'<a href="/{wheels[name].name}">{wheels[name].name}</a>'.encode()
                    self.answer("text/html", len(page))
                    self.wfile.write(page)
                    return
                outer.asked.append(name)
                data = wheels[name.split("-")[0]].read_bytes()
                self.answer("application/octet-stream", len(data))
                if name != slow.name or outer.go_on.is_set():
                    self.wfile.write(data)
                    return
                self.wfile.write(data[: len(data) // 2])
                self.wfile.flush()
                outer.reached.set()
                outer.go_on.wait()

            def answer(self, kind, length):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(length))
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/simple"


def test_cancelling_ends_pip_and_keeps_what_is_there(place):
    index = SlowIndex(make_wheel(place.wheels, "atoll"), make_wheel(place.wheels, "reef", b"#" * 3_000_000 + b"\nvalue = 2\n"))
    place.pins("atoll==1.0", "reef==1.0")
    surroundings = {**place.surroundings, "PIP_INDEX_URL": index.url, "no_proxy": "127.0.0.1"}
    del surroundings["PIP_NO_INDEX"], surroundings["PIP_FIND_LINKS"]
    child = subprocess.Popen(place.command(), env=surroundings, stdout=subprocess.PIPE, text=True)
    assert index.reached.wait(120)
    child.send_signal(signal.SIGTERM)
    output, _ = child.communicate(timeout=60)
    events = [json.loads(line) for line in output.splitlines()]
    assert child.returncode == 130 and events[-1]["code"] == "cancelled"
    running = subprocess.run(["pgrep", "-f", f"{place.folder}/bin/python"], capture_output=True, text=True).stdout
    assert running == ""
    index.go_on.set()
    done = subprocess.run(place.command(), env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert place.value("atoll") == "1" and place.value("reef") == "2"
    assert index.asked == ["atoll-1.0-py3-none-any.whl", "reef-1.0-py3-none-any.whl", "reef-1.0-py3-none-any.whl"]
    index.server.shutdown()


def test_two_at_once_take_turns(place):
    make_wheel(place.wheels, "reef")
    place.pins("reef==1.0")
    children = [subprocess.Popen(place.command(), env=place.surroundings, stdout=subprocess.PIPE, text=True)
                for _ in range(2)]
    outputs = [child.communicate(timeout=120)[0] for child in children]
    assert [child.returncode for child in children] == [0, 0]
    assert sum("prepare" in output for output in outputs) == 1
    assert sum('"waiting"' in output for output in outputs) <= 1
