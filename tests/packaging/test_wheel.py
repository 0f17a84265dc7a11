# SPDX-License-Identifier: GPL-3.0-or-later
"""What pip installs works by itself: no source tree, no build folder and no variable names its parts."""

import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
SHELF = TOP / "resources" / "verify_shelf" / "swish"
VARIABLES = ("NEREID_PYTHON", "NEREID_HARNESS", "NEREID_SANDBOX_LIB", "NEREID_RESOURCES", "PYTHONPATH")

JUDGE = """
import pathlib, sys
import nereid
shelf = pathlib.Path(sys.argv[1])
verdicts = [nereid.verify(shelf / "reference.py", shelf / name, seed=1) for name in ("right_plain.py", "wrong_values.py")]
print(pathlib.Path(nereid.__file__).parent)
print(*(verdict.accepted for verdict in verdicts), verdicts[1].reason.code)
"""


def test_the_installed_package_judges(tmp_path):
    subprocess.run(["cmake", "--install", os.environ["NEREID_BUILD"], "--component", "wheel", "--prefix", str(tmp_path)],
                   check=True, stdout=subprocess.DEVNULL)
    package = tmp_path / "nereid"
    # Another place than the one that it was built in.
    assert {"harness", "libnereid_sandbox.so", "libnereid_machine.so"} <= {entry.name for entry in package.iterdir()}
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    done = subprocess.run([sys.executable, "-B", "-c", JUDGE, str(SHELF)], cwd=tmp_path, env=environment, capture_output=True,
                          text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:2] == [str(package), "True False wrong_values"]


def test_the_pins_are_those_of_the_project():
    import tomllib
    wanted = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    pins = dict(line.strip().split("==") for line in (TOP / "packaging" / "requirements.txt").read_text().splitlines() if "==" in line and line[0] != "#")
    for name in ("torch", "triton"):
        assert f"{name}=={pins[name]}" in wanted["dependencies"]
    assert f'project(nereid VERSION {wanted["version"]} ' in (TOP / "CMakeLists.txt").read_text()
