#!/bin/bash
# tools/format.sh [--fix]: names the C++ files that clang-format would change, exit 1 if there are any; --fix changes
# them.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh
install_packages clang-format

files="$(find bench engine examples include shaders tests tools web -name '*.cpp' -o -name '*.h' -o -name '*.c')"
if [ "${1:-}" = --fix ]; then
  # shellcheck disable=SC2086
  clang-format -i $files
  exit 0
fi
# shellcheck disable=SC2086
changed="$(clang-format --dry-run $files 2>&1 | sed -nE 's/^([^:]+):[0-9]+:[0-9]+: warning: .*/\1/p' | sort -u)"
[ -z "$changed" ] && exit 0
echo "$changed"
echo "$(wc -l <<<"$changed") files are not as .clang-format has them; tools/format.sh --fix changes them"
exit 1
