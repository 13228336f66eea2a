#!/bin/bash
# All tests: installs what is needed, builds, and runs everything; then the readers and the engine again under
# address and undefined-behaviour checkers, what works on threads under the thread checker, and the kernels without
# vector instructions. Safe to run twice; the second time is quick.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages $build_packages $run_packages $test_packages
checked="-DCMAKE_BUILD_TYPE=Debug -DMANNEQUIN_GL=OFF -DMANNEQUIN_VULKAN=OFF -DMANNEQUIN_BENCH=OFF"
build "$root/build" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_TESTS=ON -DMANNEQUIN_BENCH=ON
only=mannequin_tests build "$root/build-asan" $checked "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DMANNEQUIN_SANITIZE=address,undefined
only=mannequin_tests build "$root/build-tsan" $checked "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DMANNEQUIN_SANITIZE=thread
only=mannequin_tests build "$root/build-scalar" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_TESTS=kernels -DMANNEQUIN_SIMD=OFF -DMANNEQUIN_GL=OFF \
  -DMANNEQUIN_VULKAN=OFF -DMANNEQUIN_BENCH=OFF

status=0
# run TITLE FOLDER CTEST_OPTIONS...
run() {
  echo "== $1"
  ctest --test-dir "$root/$2" --output-on-failure -j "$(nproc)" "${@:3}" || status=1
}
run "Tests" build "$@"
run "Tests under address and undefined-behaviour checkers" build-asan "$@"
run "Tests under the thread checker" build-tsan "$@"
run "Tests without vector instructions" build-scalar "$@"
exit $status
