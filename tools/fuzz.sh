#!/bin/bash
# tools/fuzz.sh [--keep] [SECONDS] [NAME...]: builds the fuzzers (clang, with address and undefined-behaviour checkers), runs
# each for SECONDS (60; 3600 for a night), or only those named, and prints a table, which stays in
# build-checked/findings/coverage.md: how many inputs were run, how many edges of the program the seeds alone reach, how many
# were reached in the end, and of how many. Exit 1 if one found something; the bytes that led there are named. What a run has
# learnt stays in build-checked/corpus, where the next begins. --keep: afterwards the smallest inputs that reach something new
# are added to tests/fuzz/corpus, to be committed.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
keep=no
[ "${1:-}" = --keep ] && { keep=yes; shift; }
seconds="${1:-60}"
[[ "$seconds" =~ ^[0-9]+$ ]] || { echo "usage: tools/fuzz.sh [--keep] [SECONDS] [NAME...]" >&2; exit 2; }
shift $(($# > 0 ? 1 : 0))

install_packages $build_packages libgtest-dev clang libclang-rt-14-dev
folder="$root/build-checked"
only="fuzzers fuzz_seeds" build "$folder" $checked -DMANNEQUIN_FUZZ=ON
"$folder/fuzz_seeds" "$folder/seeds"

names=("$@")
[ ${#names[@]} -gt 0 ] || for source in "$root"/tests/fuzz/*_fuzz.cpp; do names+=("$(basename "$source" _fuzz.cpp)"); done
mkdir -p "$folder/findings"
table="$folder/findings/coverage.md"
# edges LOG: how many of the program's edges were reached in the end; "-" if nothing was run.
edges() { grep -oE ' cov: [0-9]+' "$1" | sed -n '$s/ cov: //p' | grep . || echo -; }
# of LOG: how many it has.
of() { sed -nE 's/^INFO: Loaded [0-9]+ modules +\(([0-9]+) .*/\1/p' "$1" | head -n 1 | grep . || echo -; }
# row NAME FOUND: one line of the table, to the terminal and to the file.
row() {
  local log="$folder/findings/$1.log" runs
  runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  printf '| %-16s | %9s | %10s | %9s | %6s | %s |\n' "$1" "${runs:--}" "$(edges "$log.seeds")" "$(edges "$log")" "$(of "$log")" "$2" |
    tee -a "$table"
}
# fuzz NAME: runs one and says in a line, or more, how it went.
fuzz() {
  local learnt="$folder/corpus/$1" kept="$root/tests/fuzz/corpus/$1" words="$root/tests/fuzz/corpus/$1.dict" \
    log="$folder/findings/$1.log" seeds=()
  mkdir -p "$learnt"
  for seeds_folder in "$kept" "$folder/seeds/$1"; do [ -d "$seeds_folder" ] && seeds+=("$seeds_folder"); done
  # What the seeds alone reach.
  "$folder/${1}_fuzz" ${seeds[@]+"${seeds[@]}"} -runs=0 >"$log.seeds" 2>&1 || true
  # A reader that needs 5 s or 2 GB for 64 kB is at fault, too.
  if "$folder/${1}_fuzz" "$learnt" ${seeds[@]+"${seeds[@]}"} $([ -e "$words" ] && echo "-dict=$words") \
      -max_total_time="$seconds" -max_len=65536 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
      -artifact_prefix="$folder/findings/$1-" >"$log" 2>&1; then
    row "$1" nothing
    if [ "$keep" = yes ]; then
      mkdir -p "$kept"
      "$folder/${1}_fuzz" -merge=1 -max_len=4096 "$kept" "$learnt" >"$log.merge" 2>&1 || return 1
    fi
  else
    row "$1" "FOUND: $(grep -m1 -E 'ERROR:|runtime error:|SUMMARY:' "$log" || tail -n 1 "$log")"
    grep -h 'Test unit written to' "$log" | sed 's/^/    /' || true
    return 1
  fi
}
export -f fuzz row edges of
export root folder seconds keep table
{
  echo "| target           |      runs | cov before | cov after |     of | found |"
  echo "| ---------------- | --------: | ---------: | --------: | -----: | ----- |"
} | tee "$table"
status=0
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I NAME bash -c 'fuzz NAME' || status=1
# By name, as they finish in any order.
{ head -n 2 "$table"; tail -n +3 "$table" | sort; } >"$table.sorted" && mv "$table.sorted" "$table"
exit $status
