# SPDX-License-Identifier: GPL-3.0-or-later
"""Serves one request of a role in this very process, without zygote and sandbox: the slow way that
`nereid bench verify` compares with. Never used to judge.

    python -I -B once.py ROLE --work-dir DIR --request JSON    (descriptors from 3, as named in "fds")
"""

import argparse
import json
import os
import sys
import tempfile

FIRST_FD = 3


def main():
    parser = argparse.ArgumentParser(description="One request in a fresh process")
    parser.add_argument("role")
    parser.add_argument("--work-dir", required=True)
    parser.add_argument("--request", required=True)
    arguments = parser.parse_args()
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import main as roles
    roles._set_environment(arguments.role)
    host = roles._host(arguments.role)
    import zygote
    host.prepare_zygote()
    request = json.loads(arguments.request)
    named = {name: FIRST_FD + index for index, name in enumerate(request["fds"])}
    private_dir = tempfile.mkdtemp(dir=arguments.work_dir)
    host.serve_child(zygote.Child(request, named, private_dir))


if __name__ == "__main__":
    main()
