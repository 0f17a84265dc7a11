# SPDX-License-Identifier: GPL-3.0-or-later
"""Entry point of the harness roles; see PROTOCOL.md.

    python -I -B main.py ROLE --control FD --sandbox-lib PATH|none --machine-lib PATH --work-dir DIR
    python -I -B main.py preload --control FD --sandbox-lib PATH --work-dir DIR
    python -I -B main.py gpu-probe --sandbox-lib PATH --work-dir DIR
"""

import argparse
import os
import sys
import types

ROLES = ("static", "reference", "device", "compiler", "gpu", "inductor")
PRELOAD = "preload"  # no role; forks those that need torch
PROBE = "gpu-probe"  # why the GPU cannot be used; no role, runs no foreign code


def _arguments():
    parser = argparse.ArgumentParser(description="Nereid's verifier harness")
    parser.add_argument("role", choices=(*ROLES, PRELOAD, PROBE))
    parser.add_argument("--control", type=int, default=-1)
    parser.add_argument("--sandbox-lib", default="none")
    parser.add_argument("--machine-lib", default="none")
    parser.add_argument("--work-dir", required=True)
    return parser.parse_args()


def _set_environment():
    """Must happen before numpy or torch is imported."""
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                 "NUMEXPR_NUM_THREADS"):
        os.environ[name] = "1"
    for name in [name for name in os.environ if name.startswith("TRITON_")]:
        del os.environ[name]


def _set_role(role):
    """Must happen before triton is imported."""
    if role != "gpu":
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    if role == "compiler":
        os.environ["TRITON_STORE_BINARY_ONLY"] = "1"


def _mount():
    """Makes this folder the package `harness`. It is on no path of Python's, so that no name in it
    stands before one that a reference or a candidate imports."""
    sys.modules["harness"] = types.ModuleType("harness")
    sys.modules["harness"].__path__ = [os.path.dirname(os.path.abspath(__file__))]


def _preload():
    """What most roles import: seconds of torch, numpy, Triton, and what torch imports at the first need."""
    import torch.distributed.tensor  # noqa: F401  (by torch, at a host's first parameter)
    import torch.fx.experimental.symbolic_shapes  # noqa: F401  (by a reference's first meta tensor)
    import torch.utils.flop_counter  # noqa: F401  (with Triton, which reads its switches when it is asked)


def _host(role):
    """The module that answers this role's requests in a forked child."""
    if role == "reference":
        from harness.reference import reference_host as host
    elif role == "device":
        from harness.machine import machine_host as host
    elif role == "inductor":
        from harness.inductor import inductor_host as host
    elif role == "gpu":
        from harness.gpu import gpu_host as host
    else:
        from harness.compiler import compile_host as host
    return host


def _serve(role, control_fd, sandbox_lib, work_dir):
    """Answers requests until the control socket closes."""
    from harness.shared import sandbox
    sandbox.set_name(role)
    _set_role(role)
    os.makedirs(work_dir, exist_ok=True)
    if role == "static":
        from harness.static import static_role
        static_role.serve(control_fd, sandbox_lib, work_dir)
        return
    from harness.shared import lean_torch, zygote
    lean_torch.install()
    zygote.serve(_host(role), control_fd, sandbox_lib, work_dir)


def main():
    arguments = _arguments()
    _set_environment()
    _mount()
    from harness.machine import machine_library
    machine_library.choose(arguments.machine_lib)
    if arguments.role == PROBE:
        from harness.gpu import gpu_probe
        os.makedirs(arguments.work_dir, exist_ok=True)
        sys.exit(gpu_probe.run(arguments.sandbox_lib, arguments.work_dir))

    def become(role, control_fd, work_dir):
        _serve(role, control_fd, arguments.sandbox_lib, work_dir)

    if arguments.role == PRELOAD:
        from harness.shared import lean_torch, preload
        lean_torch.install()
        preload.serve(arguments.control, arguments.sandbox_lib, _preload, become)
        os._exit(0)  # what Python would tidy up takes it half a second
    else:
        become(arguments.role, arguments.control, arguments.work_dir)


if __name__ == "__main__":
    main()
