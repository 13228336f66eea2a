#!/bin/bash
# Configures a host that has the project as a subproject, and compiles its sources against it. With "whole" as
# the third argument also builds the libraries, and runs the host.
#   subproject.sh SOURCE WORK_FOLDER [whole]
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
source="$1" work="$2"
. "$here/steps.sh"
rm -rf "$work"
mkdir -p "$work"
step "configure the host" cmake -S "$here/subproject" -B "$work/host" -G Ninja -DMANNEQUIN_SOURCE="$source"
step "compile the host" ninja -C "$work/host" CMakeFiles/host.dir/host.cpp.o
step "configure it without the built-in meshes" cmake -S "$here/subproject" -B "$work/small" -G Ninja \
  -DMANNEQUIN_SOURCE="$source" -DMANNEQUIN_BUILTIN_MESHES=OFF
if grep -rq '\.glb' "$work/small" --include=embedded_asset.cpp; then
  echo "failed: the built-in meshes are compiled in"
  exit 1
fi
if [ "${3:-}" = whole ]; then
  step "build the host" cmake --build "$work/host" --target host
  step "run the host" "$work/host/host"
fi
