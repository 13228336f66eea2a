#!/bin/bash
# All checks: installs what is needed, builds, runs every test, and compiles every source by itself, as joined ones need
# not; then, as clang compiles them, the readers and the
# engine under address and undefined-behaviour checkers, a minute of fuzzing, what works on threads under the thread
# checker and without vector instructions; common mistakes, the API reference, the formatting. Arguments go to ctest,
# for the tests without checkers.
# Every part is run, whatever the ones before it found; the end tells which failed and how long each took. Safe to run
# twice; the second time is quick.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages $build_packages $run_packages $test_packages
status=0
summary=""
# part TITLE COMMAND...
part() {
  local began=$SECONDS verdict=passed
  echo "== $1"
  "${@:2}" || { verdict=FAILED; status=1; }
  local took=$((SECONDS - began))
  summary+="$(printf '%s %3d:%02d  %s' $verdict $((took / 60)) $((took % 60)) "$1")"$'\n'
}
# run FOLDER CTEST_OPTIONS...
run() { ctest --test-dir "$root/$1" --output-on-failure -j "$(nproc)" "${@:2}"; }

part "Build, gcc, warnings as errors" build "$root/build" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON \
  -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DMANNEQUIN_TESTS=ON -DMANNEQUIN_BENCH=ON
part "Tests" run build "$@"
part "Every source by itself" python3 "$root/tools/alone.py" "$root/build"

# Fuzzers are built with the same checkers, and so out of the same folder.
only="mannequin_tests mannequin" part "Build, clang, warnings as errors, address and undefined-behaviour checkers" \
  build "$root/build-checked" $checked -DMANNEQUIN_FUZZ=ON
part "Tests under address and undefined-behaviour checkers" run build-checked
part "A minute of fuzzing" "$root/tools/fuzz.sh" 3

only=mannequin_tests part "Build, clang, without vector instructions, thread checker" \
  build "$root/build-threads" $checked -DMANNEQUIN_SANITIZE=thread -DMANNEQUIN_SIMD=OFF
part "Tests under the thread checker" run build-threads

part "Common mistakes" "$root/tools/tidy.sh"
part "API reference" "$root/tools/docs.sh"
part "Formatting" "$root/tools/format.sh"

echo
printf '%s' "$summary"
exit $status
