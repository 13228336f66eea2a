#!/bin/bash
# Installs what is needed, builds into build/, and opens the previewer on the built-in body.
# Arguments go to the previewer: tools/run.sh dress.dae. Without a display it writes mannequin.png instead.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages $build_packages $run_packages
# Includes the libraries, so that `cmake --install build` has everything it installs.
only="mannequin mannequin_c mannequin_c_bind" build "$root/build" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON -DMANNEQUIN_TESTS=OFF \
  -DMANNEQUIN_BENCH=OFF

program="$root/build/mannequin"
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  status=0
  "$program" preview "$@" || status=$?
  [ "$status" -eq 4 ] || exit "$status"  # 4: no display, or no OpenGL; writing a picture tells which
fi
# Asking for pictures or for help needs no window.
for argument in "$@"; do
  case "$argument" in
    --screenshot* | --pictures* | --sweep* | --help | -h) exec "$program" preview "$@" ;;
  esac
done
echo "There is no display here, so the picture goes to a file instead of a window."
"$program" preview "$@" --screenshot "$root/mannequin.png"
echo "Written: $root/mannequin.png"
