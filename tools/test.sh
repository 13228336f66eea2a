#!/bin/bash
# All checks: installs what is needed, builds, and runs every test; then the readers and the engine again under
# address and undefined-behaviour checkers, what works on threads under the thread checker, the kernels without vector
# instructions as clang compiles them, a minute of fuzzing, and the formatting. Arguments go to ctest. Every part is
# run, whatever the ones before it found; the end tells which failed and how long each took. Safe to run twice; the
# second time is quick.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages $build_packages $run_packages $test_packages
joined="-DMANNEQUIN_JOIN_SOURCES=ON"
plain="$joined -DMANNEQUIN_GL=OFF -DMANNEQUIN_VULKAN=OFF -DMANNEQUIN_BENCH=OFF"
checked="$plain -DCMAKE_BUILD_TYPE=Debug"
strict="-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"

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

part "Build, gcc, warnings as errors" \
  build "$root/build" $joined $strict -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_TESTS=ON -DMANNEQUIN_BENCH=ON
part "Tests" run build "$@"

only=mannequin_tests part "Build with address and undefined-behaviour checkers" \
  build "$root/build-asan" $checked "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DMANNEQUIN_SANITIZE=address,undefined
part "Tests under address and undefined-behaviour checkers" run build-asan "$@"

only=mannequin_tests part "Build with the thread checker" \
  build "$root/build-tsan" $checked "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DMANNEQUIN_SANITIZE=thread
part "Tests under the thread checker" run build-tsan "$@"

# What clang says of the engine, the C library and the commands comes with the build that needs another compilation
# of them anyway.
only="mannequin_tests mannequin_c mannequin" part "Build, clang, warnings as errors, without vector instructions" \
  build "$root/build-clang" $plain $strict -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
  -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_TESTS=kernels -DMANNEQUIN_SIMD=OFF
part "Tests without vector instructions" run build-clang "$@"

part "A minute of fuzzing" "$root/tools/fuzz.sh" 3
part "Formatting" "$root/tools/format.sh"

echo
printf '%s' "$summary"
exit $status
