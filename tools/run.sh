#!/bin/bash
# The main job: installs what is needed, builds into build/, and opens the previewer on the built-in body.
# Arguments go to the previewer: tools/run.sh dress.dae. Without a display it writes mannequin.png instead.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages $build_packages $run_packages
only=mannequin build "$root/build" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON -DMANNEQUIN_TESTS=OFF \
  -DMANNEQUIN_BENCH=OFF

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$root/build/mannequin" preview "$@"
fi
echo "There is no display here, so the picture goes to a file instead of a window."
"$root/build/mannequin" preview "$@" --screenshot "$root/mannequin.png"
echo "Written: $root/mannequin.png"
