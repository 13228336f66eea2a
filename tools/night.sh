#!/bin/bash
# What takes too long for every change, so that test.sh leaves it out: the tests labelled "night" (whole sweeps of which test.sh
# takes a sample, large files, assets made again, packages), every source compiled by itself, clang-tidy, each failed allocation of the C library, the
# benchmarks' build, threaded code under clang's thread sanitizer, without vector instructions, and for ARM64 in an emulator, every spoilt file through
# every command under the memory sanitizers, and half an hour of CPU time for the fuzzers. release.sh --check runs it.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
. "$root/tools/parts.sh"

install_packages $build_packages $run_packages $test_packages

part "Build, gcc, warnings as errors" build "$root/build" $released
only=mannequin_bench part "Build of the benchmarks" build "$root/build" $released
part "Every source by itself" python3 "$root/tools/alone.py" "$root/build"
part "Common mistakes" "$root/tools/tidy.sh"
part "Tests for the night" run_tests build -L '^night$'
part "Each allocation of the C library failed once" env MANNEQUIN_EVERY_ALLOCATION=1 "$root/build/mannequin_host_tests" \
  --gtest_filter='*AllocationFailure*' --gtest_brief=1

only=mannequin_thread_tests part "Build, clang, without vector instructions, thread checker" \
  build "$root/build-threads" $checked -DMANNEQUIN_SANITIZE=thread -DMANNEQUIN_SIMD=OFF
part "Tests under the thread checker" run_tests build-threads
part "Vector kernels on ARM64, in an emulator" "$root/tools/arm64.sh"
only="mannequin_hostile_tests mannequin" part "Build, clang, address and undefined-behaviour checkers" \
  build "$root/build-checked" $checked -DMANNEQUIN_FUZZ=ON
MANNEQUIN_EVERY_FILE=1 part "Every spoilt file under address and undefined-behaviour checkers" \
  run_tests build-checked -R SpoiltFiles
part "Fuzzing" "$root/tools/fuzz.sh" 60
finish
