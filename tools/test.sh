#!/bin/bash
# The tests for every change: installs what is needed, builds, runs them; then, compiled by clang, what reads files under
# address and undefined-behaviour sanitizers, and a minute of fuzzing. Can be repeated; the second time is quick. Passes its
# arguments to ctest, for the tests without sanitizers; without any it leaves out those labelled "night", and lists them at
# the end: night.sh runs them, and so does release.sh --check. Static checks are in code.sh.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
. "$root/tools/parts.sh"

install_packages $build_packages $run_packages $test_packages
leave=""
[ $# -gt 0 ] || { leave='^night$' && set -- -LE "$leave"; }

part "Build, gcc, warnings as errors" build "$root/build" $released
part "Tests" run_tests build "$@"

# Fuzzers are built with the same checkers, and so out of the same folder.
only="mannequin_tests mannequin fuzzers fuzz_seeds" \
  part "Build, clang, warnings as errors, address and undefined-behaviour checkers" \
  build "$root/build-checked" $checked -DMANNEQUIN_FUZZ=ON
part "Tests under address and undefined-behaviour checkers" run_tests build-checked
part "A minute of fuzzing" "$root/tools/fuzz.sh" 2

echo
echo "Left to tools/night.sh: every source by itself, common mistakes, threads under the thread checker, ARM64, three of four spoilt files under" \
  "checkers, longer fuzzing, the benchmarks' build${leave:+, and these tests:}"
[ -z "$leave" ] ||
  { ctest --test-dir "$root/build" -N -L "$leave" || true; } | sed -nE 's/^ +Test +#[0-9]+: ([^ ]+).*/  \1/p'
finish
