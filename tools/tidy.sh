#!/bin/bash
# Reports the mistakes listed in .clang-tidy in the engine, the C library and the commands, with their
# locations; exits 1 if there are any.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages $build_packages libgtest-dev clang clang-tidy
folder="$root/build-checked"
only=help build "$folder" $checked -DMANNEQUIN_FUZZ=ON >/dev/null

# Joined sources: a header that fifty files include is checked only a few times.
sed -nE 's/^ *"file": "(.*)"$/\1/p' "$folder/compile_commands.json" |
  grep -E '/(mannequin|mannequin_core|mannequin_io|mannequin_c)\.dir/Unity/|/engine/' |
  xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$folder" 2> >(grep -v 'warnings generated' >&2)
