#!/bin/bash
# All tests: installs what is needed, builds, runs every test; then, compiled by clang, the readers and the engine under
# address and undefined-behaviour sanitizers, a minute of fuzzing, and threaded code under the thread sanitizer, without
# vector instructions. Passes its arguments to ctest, for the tests without sanitizers. Can be repeated; the second time
# is quick. Static checks are in code.sh.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
. "$root/tools/parts.sh"

install_packages $build_packages $run_packages $test_packages
# run FOLDER CTEST_OPTIONS...
run() { ctest --test-dir "$root/$1" --output-on-failure -j "$(nproc)" "${@:2}"; }

part "Build, gcc, warnings as errors" build "$root/build" $released
part "Tests" run build "$@"

# Fuzzers are built with the same checkers, and so out of the same folder.
only="mannequin_tests mannequin" part "Build, clang, warnings as errors, address and undefined-behaviour checkers" \
  build "$root/build-checked" $checked -DMANNEQUIN_FUZZ=ON
part "Tests under address and undefined-behaviour checkers" run build-checked
part "A minute of fuzzing" "$root/tools/fuzz.sh" 3

only=mannequin_thread_tests part "Build, clang, without vector instructions, thread checker" \
  build "$root/build-threads" $checked -DMANNEQUIN_SANITIZE=thread -DMANNEQUIN_SIMD=OFF
part "Tests under the thread checker" run build-threads
finish
