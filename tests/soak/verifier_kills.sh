#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# kill -9 of the verifier's processes at random moments, 50 times for each role (zygote or worker, whichever
# is drawn), and of zygotes alone. Takes tens of minutes.
#   tests/soak/verifier_kills.sh BUILD_FOLDER [KILLS]
set -eu
build=${1:?usage: tests/soak/verifier_kills.sh BUILD_FOLDER [KILLS]}
kills=${2:-50}
for role in static reference device compiler; do
  for what in zygote worker; do
    [ "$role $what" != "static worker" ] || continue # it forks nothing
    echo "$kills kills: $role, $what"
    NEREID_KILLS=$kills NEREID_KILL_ROLE=$role NEREID_KILL_WHAT=$what \
      "$build/tests/test_verify_survival" --gtest_filter='Survival.KilledProcessesYieldOneVerdictEach'
  done
done
