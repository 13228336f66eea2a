#!/bin/bash
# tools/fuzz.sh [SECONDS] [NAME...]: builds the fuzzers of the readers (clang, with address and undefined-behaviour
# checkers), runs each for SECONDS (60), or only those named, and reports. Exit 1 if one found something; the bytes that
# led there are named. What a run has learnt stays in build-checked/corpus, where the next begins.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
seconds="${1:-60}"
[[ "$seconds" =~ ^[0-9]+$ ]] || { echo "usage: tools/fuzz.sh [SECONDS] [NAME...]" >&2; exit 2; }
shift $(($# > 0 ? 1 : 0))

install_packages $build_packages libgtest-dev clang libclang-rt-14-dev
folder="$root/build-checked"
only=fuzzers build "$folder" $checked -DMANNEQUIN_FUZZ=ON

names=("$@")
[ ${#names[@]} -gt 0 ] || for source in "$root"/tests/fuzz/*_fuzz.cpp; do names+=("$(basename "$source" _fuzz.cpp)"); done
mkdir -p "$folder/findings"
# fuzz NAME: runs one and says in a line, or more, how it went.
fuzz() {
  local corpus="$folder/corpus/$1" words="$root/tests/fuzz/corpus/$1.dict" log="$folder/findings/$1.log"
  mkdir -p "$corpus"
  # A reader that needs 5 s or 2 GB for 64 kB is at fault, too.
  if "$folder/${1}_fuzz" "$corpus" "$root/tests/fuzz/corpus/$1" $([ -e "$words" ] && echo "-dict=$words") \
      -max_total_time="$seconds" -max_len=65536 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
      -artifact_prefix="$folder/findings/$1-" >"$log" 2>&1; then
    printf '%-16s %9s inputs, nothing found\n' "$1" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  else
    printf '%-16s FOUND: %s\n' "$1" "$(grep -m1 -E 'ERROR:|runtime error:|SUMMARY:' "$log" || tail -n 1 "$log")"
    grep -h 'Test unit written to' "$log" | sed 's/^/    /' || true
    return 1
  fi
}
export -f fuzz
export root folder seconds
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I NAME bash -c 'fuzz NAME' || exit 1
