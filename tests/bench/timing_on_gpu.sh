#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The timing tables on a machine with an NVIDIA GPU that nothing else uses:
#   tests/bench/timing_on_gpu.sh NEREID PYTHON [bench options]
# NEREID is the built program, PYTHON one with torch and triton. About eight minutes with defaults.
set -u
nereid=$1
python=$2
shift 2
folder=$(dirname "$0")
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,power.limit,persistence_mode --format=csv,noheader
if [ -z "${NEREID_ONLY_BENCH:-}" ]; then
  "$python" "$folder/timing_methods.py" ${NEREID_METHODS:-} 2>/tmp/timing_methods.err || tail -20 /tmp/timing_methods.err
fi
NEREID_PYTHON=$python "$nereid" bench timing "$@" 2>&1 | tail -80
