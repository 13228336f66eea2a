#!/bin/bash
# tools/fuzz.sh [--keep] [--idle] [SECONDS] [NAME...]: builds the fuzzers (clang, with address and undefined-behaviour
# sanitizers), runs all, or those named, for SECONDS of CPU time each (60; 3600 for a night), and prints a table, also
# saved as build-checked/findings/coverage.md: run time and number of inputs of each, the edges and features reached by
# the seeds alone and in the end, the total number of edges, and how many inputs reach them. Exits 1 if one found
# something, and names the input. The corpus of a run stays in build-checked/corpus, where the next run continues.
# --keep: afterwards adds the smallest inputs that reach something new to tests/fuzz/corpus, to be committed.
# --idle: runs one at a time, with idle priority. To continue an interrupted run (Ctrl+C), give the same command with
# only the names that are not in the table.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
keep=no idle=no
while :; do
  case "${1:-}" in
    --keep) keep=yes ;;
    --idle) idle=yes ;;
    *) break ;;
  esac
  shift
done
seconds="${1:-60}"
[[ "$seconds" =~ ^[0-9]+$ ]] ||
  { echo "usage: tools/fuzz.sh [--keep] [--idle] [SECONDS] [NAME...]" >&2; exit 2; }
shift $(($# > 0 ? 1 : 0))

install_packages $build_packages libgtest-dev clang libclang-rt-14-dev
folder="$root/build-checked"
only="fuzzers fuzz_seeds" build "$folder" $checked -DMANNEQUIN_FUZZ=ON
"$folder/fuzz_seeds" "$folder/seeds"

names=("$@")
[ ${#names[@]} -gt 0 ] || for source in "$root"/tests/fuzz/*_fuzz.cpp; do names+=("$(basename "$source" _fuzz.cpp)"); done
for name in "${names[@]}"; do
  [ -x "$folder/${name}_fuzz" ] || { echo "There is no fuzzer '$name' in tests/fuzz." >&2; exit 2; }
done
mkdir -p "$folder/findings"
table="$folder/findings/coverage.md"
# A reader that needs 5 s for 64 kB is at fault. In idle mode wall-clock time is meaningless.
at_once="$(nproc)" quietly="" slow=5
[ "$idle" = yes ] && { at_once=1 quietly="nice -n 19 chrt --idle 0" slow=600; }
# last WORD LOG: the number after the last "WORD: " of the log; "-" if there is none.
last() { { grep -oE " $1: [0-9]+" "$2" || true; } | sed -n "\$s/.*: //p" | grep . || echo -; }
# of LOG: the program's number of edges.
of() { sed -nE 's/^INFO: Loaded [0-9]+ modules +\(([0-9]+) .*/\1/p' "$1" | head -n 1 | grep . || echo -; }
# corpus LOG: how many inputs reach what is reached.
corpus() { { grep -oE ' corp: [0-9]+' "$1" || true; } | sed -n '$s/ corp: //p' | grep . || echo -; }
# cpu PID: seconds of CPU time so far; nothing if the process is gone.
cpu() {
  local fields
  fields="$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null)" || return 0
  # Z: it has exited, but has not been waited for.
  awk -v ticks="$(getconf CLK_TCK)" '$1 != "Z" { printf "%d", ($12 + $13) / ticks }' <<<"$fields"
}
# row NAME SECONDS FOUND: prints one line of the table to the terminal and the file.
row() {
  local log="$folder/findings/$1.log" runs
  runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  printf '| %-16s | %5s | %9s | %12s | %6s | %6s | %15s | %6s | %13s | %6s | %s |\n' "$1" "$2" "${runs:--}" \
    "$(last cov "$log.seeds")" "$(last cov "$log")" "$(of "$log")" "$(last ft "$log.seeds")" "$(last ft "$log")" \
    "$(corpus "$log.seeds")" "$(corpus "$log")" "$3" | tee -a "$table"
}
# fuzz NAME: runs one and reports the result in a line or more.
fuzz() {
  local learnt="$folder/corpus/$1" kept="$root/tests/fuzz/corpus/$1" words="$root/tests/fuzz/corpus/$1.dict" \
    log="$folder/findings/$1.log" seeds=() pid used=0 now status=0
  mkdir -p "$learnt"
  for seeds_folder in "$kept" "$folder/seeds/$1"; do [ -d "$seeds_folder" ] && seeds+=("$seeds_folder"); done
  # What the seeds alone reach: a first run says so itself.
  local first=yes
  [ -z "$(ls -A "$learnt")" ] || first=no
  [ "$first" = yes ] || $quietly "$folder/${1}_fuzz" ${seeds[@]+"${seeds[@]}"} -runs=0 >"$log.seeds" 2>&1 || true
  # A reader that needs 2 GB for 64 kB is at fault, too.
  $quietly "$folder/${1}_fuzz" "$learnt" ${seeds[@]+"${seeds[@]}"} $([ -e "$words" ] && echo "-dict=$words") \
    -max_len=65536 -timeout="$slow" -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$folder/findings/$1-" >"$log" 2>&1 &
  pid=$!
  # It exits by itself when it finds something; this signal makes it exit cleanly.
  while now="$(cpu "$pid")" && [ -n "$now" ]; do
    used="$now"
    [ "$used" -ge "$seconds" ] && kill -USR1 "$pid" 2>/dev/null
    sleep 1
  done
  wait "$pid" || status=$?
  [ "$first" = no ] || grep 'INITED' "$log" >"$log.seeds" || true
  if [ "$status" = 0 ]; then
    row "$1" "$used" nothing
    if [ "$keep" = yes ]; then
      mkdir -p "$kept"
      $quietly "$folder/${1}_fuzz" -merge=1 -max_len=4096 "$kept" "$learnt" >"$log.merge" 2>&1 || return 1
    fi
  else
    row "$1" "$used" "FOUND: $(grep -m1 -E 'ERROR:|runtime error:|SUMMARY:' "$log" || tail -n 1 "$log")"
    grep -h 'Test unit written to' "$log" | sed 's/^/    /' || true
    return 1
  fi
}
export -f fuzz row last of corpus cpu
export root folder seconds keep table quietly slow
{
  echo "| target           | CPU s |      runs | edges before | after  |     of | features before | after  | inputs before | after  | found |"
  echo "| ---------------- | ----: | --------: | -----------: | -----: | -----: | --------------: | -----: | ------------: | -----: | ----- |"
} >"$table.head"
# If names are given, keeps the others' rows.
if [ $# -gt 0 ] && [ -e "$table" ] && head -n 1 "$table" | cmp -s - <(head -n 1 "$table.head"); then
  for name in "${names[@]}"; do
    grep -vE "^\| $name +\|" "$table" >"$table.others" || true
    mv "$table.others" "$table"
  done
else
  cp "$table.head" "$table"
fi
cat "$table.head"
status=0
printf '%s\n' "${names[@]}" | xargs -P "$at_once" -I NAME bash -c 'fuzz NAME' || status=1
# By name, since they finish in any order.
{ cat "$table.head"; tail -n +3 "$table" | sort; } >"$table.sorted" && mv "$table.sorted" "$table"
rm -f "$table.head"
exit $status
