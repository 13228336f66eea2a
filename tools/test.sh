#!/bin/bash
# All tests: installs what is needed, builds, and runs everything; then the readers and the engine again under
# address and undefined-behaviour checkers. Safe to run twice; the second time is quick.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages $build_packages $run_packages $test_packages
build "$root/build" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_TESTS=ON -DMANNEQUIN_BENCH=ON
build "$root/build-asan" -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DMANNEQUIN_SANITIZE=address,undefined \
  -DMANNEQUIN_GL=OFF -DMANNEQUIN_BENCH=OFF

status=0
echo "== Tests"
ctest --test-dir "$root/build" --output-on-failure -j "$(nproc)" "$@" || status=1
echo "== Tests under address and undefined-behaviour checkers"
ctest --test-dir "$root/build-asan" --output-on-failure -j "$(nproc)" "$@" || status=1
exit $status
