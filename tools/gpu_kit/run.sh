#!/bin/bash
# Verifies and times the GPU backends on this machine, without a window system, and leaves in RESULTS_FOLDER the same
# JSON, table and plots as bench/run.sh. An API that is missing is recorded and does not stop the rest.
#   run.sh [RESULTS_FOLDER]        (results if not given)
# Environment: REPETITIONS (5), MIN_TIME seconds per repetition (0.2), LIMIT seconds per step (1200),
# APIS ("gl vulkan"), CPU=1 for the processor's cases too.
set -uo pipefail
kit="$(cd "$(dirname "$0")" && pwd)"
out="${1:-results}"
mkdir -p "$out" || exit 3
out="$(cd "$out" && pwd)"
work="$(mktemp -d)" || exit 3
trap 'rm -rf "$work"' EXIT
: >"$out/log.txt"

say() { echo "$*" | tee -a "$out/log.txt"; }

# --- which libraries

search_folders() {
  tr ':' '\n' <<<"${LD_LIBRARY_PATH:-}"
  printf '%s\n' /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib /lib/x86_64-linux-gnu \
    /usr/lib/x86_64-linux-gnu /lib64 /usr/lib64 /usr/local/lib /usr/lib /lib
}

# The path of this machine's own library, nothing if it has none.
own_library() {
  local folder found
  found="$({ /sbin/ldconfig -p || ldconfig -p; } 2>/dev/null |
    awk -v name="$1" '$1 == name && /x86-64/ { print $NF; exit }')"
  [ -e "$found" ] || found=""  # the cache may be older than what was removed
  if [ -z "$found" ]; then
    while read -r folder; do
      [ -n "$folder" ] && [ -e "$folder/$1" ] && { found="$folder/$1"; break; }
    done < <(search_folders)
  fi
  echo "$found"
}

# The newest version that a library says it provides: GLIBCXX_3.4.30, GCC_12.0.0, ZLIB_1.2.12.
newest_version() { grep -aoE '(GLIBCXX|GCC|ZLIB)_[0-9][0-9.]*[0-9]' "$1" 2>/dev/null | sort -Vu | tail -n 1; }

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | tail -n 1)" = "$1" ]; }

choose_libraries() {
  local library name own
  mkdir -p "$work/lib"
  for library in "$kit"/lib/*; do ln -s "$library" "$work/lib/"; done
  for library in "$kit"/newer/*; do
    name="$(basename "$library")"
    own="$(own_library "$name")"
    [ -n "$own" ] && at_least "$(newest_version "$own")" "$(newest_version "$library")" && continue
    ln -s "$library" "$work/lib/"
    say "library: $name of the kit (${own:-none here})"
  done
  for library in "$kit"/loaders/*; do
    name="$(basename "$library")"
    own="$(own_library "$name")"
    # The two belong together: one project, one version.
    [ "$name" = libGLdispatch.so.0 ] && [ -z "$(own_library libEGL.so.1)" ] && own=""
    [ -n "$own" ] && continue
    ln -s "$library" "$work/lib/"
    say "library: $name of the kit (none here)"
  done
  paths="$work/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  for library in /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib; do
    [ -d "$library" ] && paths="$paths:$library"
  done
}

choose_c_library() {
  local needed have
  needed="$(cat "$kit/glibc_needed")"
  have="$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2)"
  if [ -n "$have" ] && at_least "$have" "$needed"; then
    start=(env "LD_LIBRARY_PATH=$paths")
  else
    say "library: the C library of the kit (here: ${have:-none}, needed: $needed)"
    # Drivers are looked for where this machine's own loader would look.
    start=("$kit/glibc/ld-linux-x86-64.so.2" --library-path
      "$kit/glibc:$paths:$(search_folders | tail -n +2 | grep . | paste -sd:)")
  fi
}

# --- where drivers are described

# describe_driver FILE LIBRARY VARIABLES...: containers often bring a driver's libraries without the file that tells the
# loader of them, or bring it where no loader looks. Then we name it, or write it; other drivers' files stay in.
describe_driver() {
  local file="$1" library="$2" path name others
  shift 2
  for path in "/etc/$file" "/usr/share/$file" "/usr/local/share/$file"; do [ -e "$path" ] && return; done
  path="/usr/local/nvidia/share/$file"
  if [ ! -e "$path" ]; then
    [ -n "$(own_library "$library")" ] || return
    path="$work/$(basename "$file")"
    printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "%s", "api_version": "1.3.0"}}\n' \
      "$library" >"$path"
  fi
  others="$(find "/etc/$(dirname "$file")" "/usr/share/$(dirname "$file")" -name '*.json' 2>/dev/null | paste -sd:)"
  for name in "$@"; do
    [ -n "${!name:-}" ] && continue
    export "$name=$path${others:+:$others}"
    say "driver: $name=${!name}"
  done
}

# --- steps

# step NAME COMMAND...: its output goes to NAME.txt; it may fail, that is recorded.
step() {
  local name="$1" begin=$SECONDS code=0
  shift
  "$@" >"$out/$name.txt" 2>&1 || code=$?
  case $code in
    0) say "$name: done ($((SECONDS - begin)) s)" ;;
    124) say "$name: stopped, took longer than $limit s" ;;
    *) say "$name: exit code $code: $(tail -n 1 "$out/$name.txt" | cut -c1-300)" ;;
  esac
  return $code
}

verify() {
  timeout "$limit" "${start[@]}" "$kit/bin/mannequin" verify --require gl,vulkan --json >"$out/verify.json"
}

# benchmark NAME FILTER: a process for each API, so that a driver that crashes takes nothing else with it.
benchmark() {
  MANNEQUIN_BENCH_GPUS="$1" timeout "$limit" "${start[@]}" "$kit/bin/mannequin_bench" "--benchmark_filter=$2" \
    "--benchmark_repetitions=${REPETITIONS:-5}" "--benchmark_min_time=${MIN_TIME:-0.2}" \
    --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true \
    "--benchmark_out=$out/results-$1.json"
}

goals() {
  local script=("$kit/report/report.py" "${files[@]}" "${verified[@]}" --out "$out")
  python3 -B "${script[@]}" --json >"$out/goals.json"
  python3 -B "${script[@]}"
}

limit="${LIMIT:-1200}"
unset DISPLAY WAYLAND_DISPLAY
choose_libraries
choose_c_library
describe_driver glvnd/egl_vendor.d/10_nvidia.json libEGL_nvidia.so.0 __EGL_VENDOR_LIBRARY_FILENAMES
describe_driver vulkan/icd.d/nvidia_icd.json libGLX_nvidia.so.0 VK_DRIVER_FILES VK_ICD_FILENAMES

command -v nvidia-smi >/dev/null && step nvidia-smi timeout 60 nvidia-smi
step verify verify
for api in ${APIS:-gl vulkan}; do
  step "benchmark-$api" benchmark "$api" "^((skin|crowd)/$api/|(memory|limit)/device_[a-z_]*_$api/)"
  missing="$(grep -om 1 "skipped: [^']*\|Failed to match.*" "$out/benchmark-$api.txt")" && say "benchmark-$api: $missing"
done
[ "${CPU:-0}" = 1 ] && step benchmark-cpu benchmark cpu '^(limit/[^d]|skin/[^gv]|skin/glm|crowd/c|memory/[^d]|shape|pose|palette|update|load)'

# A run that was broken off leaves half a file, or none.
files=()
for api in ${APIS:-gl vulkan} cpu; do
  file="$out/results-$api.json"
  if [ -s "$file" ] && [ "$(tail -c 2 "$file" | tr -d '\n')" = "}" ] && grep -q '"name"' "$file"; then
    files+=("$file")
  elif [ -e "$file" ]; then
    say "results-$api.json: nothing was measured"
  fi
done
verified=()
[ -s "$out/verify.json" ] && verified=(--verify "$out/verify.json")
if [ ${#files[@]} -eq 0 ]; then
  say "report: there is nothing to report"
elif ! python3 -c 'import argparse, json, statistics, xml' 2>/dev/null; then
  say "report: python3 is missing here, or its library; elsewhere: report/report.py ${files[*]##*/} --verify verify.json"
else
  step goals goals
  cat "$out/goals.txt"
fi
say "Results: $out"
# So that whoever gets them knows them to be as they were measured.
(cd "$out" && rm -f SHA256SUMS && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
