#!/bin/bash
# The whole benchmark: installs what is needed (OGRE too, to compare with), builds, runs every case several times in
# mixed order, and writes results.json, goals.md and the plots to bench/results/MACHINE/.
#   bench/run.sh [MACHINE]        MACHINE: a folder's name; from the processor's name if not given
# Environment: REPETITIONS (9), MIN_TIME seconds per repetition (0.1), FILTER (a regular expression on names).
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

# Only for comparing; if it is missing, the program builds
# without OGRE, and report.py uses the GLM loop instead.
bench_packages="libogre-1.12-dev"

# shellcheck disable=SC2086
install_packages $build_packages $run_packages
# shellcheck disable=SC2086
install_packages $bench_packages || echo "Going on without OGRE." >&2

# A separate build folder: peers are found at configuration, and an old cache may not have looked.
only="mannequin mannequin_bench" build "$root/build-bench" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON -DMANNEQUIN_TESTS=OFF -DMANNEQUIN_BENCH=ON

processor="$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
machine="${1:-$(tr -cs '[:alnum:]\n' '-' <<<"${processor:-unknown}" | sed 's/^-*//; s/-*$//' | tr '[:upper:]' '[:lower:]')}"
out="$root/bench/results/$machine"
mkdir -p "$out"

# The results contain the program's path as called; keep this machine's folders out of them.
cd "$root"
# Medians, and in mixed order so that a slow minute of the machine does not affect a single case only.
build-bench/mannequin_bench ${FILTER:+"--benchmark_filter=$FILTER"} \
  "--benchmark_repetitions=${REPETITIONS:-9}" "--benchmark_min_time=${MIN_TIME:-0.1}" \
  --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true \
  "--benchmark_out=$out/results.json" --benchmark_out_format=json
build-bench/mannequin verify --json >"$out/verify.json" || echo "mannequin verify found faults." >&2
python3 "$root/bench/report.py" "$out/results.json" --verify "$out/verify.json"
echo "Written: $out"
