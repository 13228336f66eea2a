#!/bin/bash
# Builds the page, one self-contained file: build-web/mannequin.html. Installs what is needed (Debian 12 with its security
# updates: clang 22 for WebAssembly), and fetches the sources of zlib and pugixml, which Debian does not package for WebAssembly.
#   tools/web.sh             builds
#   tools/web.sh --check     also compares its engine with the program of build/ (MANNEQUIN_BUILD_FOLDER names another), and uses the page
#                            in Chromium like a person
#   tools/web.sh --firefox   also uses it in Firefox
#   tools/web.sh --bench     also measures size, start and a step of a slider
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
. "$root/tools/sources.sh"

install_packages clang-22 lld-22 libc++-22-dev-wasm32 libc++abi-22-dev-wasm32 libclang-rt-22-dev-wasm32 wasi-libc binaryen \
  libglm-dev libfmt-dev libexpected-dev nlohmann-json3-dev libpugixml-dev zlib1g-dev libhwy-dev ninja-build python3
out="$root/build-web"
mkdir -p "$out/headers" "$out/sources"

# Not all of /usr/include, which has a different C library.
for name in glm fmt tl nlohmann hwy pugixml.hpp pugiconfig.hpp zlib.h zconf.h; do
  ln -sfn "/usr/include/$name" "$out/headers/$name"
done

fetch_source "$out/sources" pugixml pugixml
fetch_source "$out/sources" zlib zlib

python3 "$root/web/build.py" "$out"
python3 "$root/web/page.py" --layout "$out/layout.c"
clang-22 --target=wasm32-wasi -Wno-deprecated -fsyntax-only -I"$root/include" "$out/layout.c"
ninja -C "$out" --quiet -k 0
echo "Written: $out/mannequin.html, $(stat -c %s "$out/mannequin.html") bytes"

case "${1:-}" in
  --check)
    install_packages chromium nodejs
    node "$root/tests/web/module_test.mjs" "$out/mannequin.html" "${MANNEQUIN_BUILD_FOLDER:-$root/build}/mannequin" "$root/../shared"
    node "$root/tests/web/page_test.mjs" chromium "$out/mannequin.html" "$root" "$root/../shared" "$out/pictures" ;;
  --firefox)
    install_packages firefox-esr nodejs xvfb matchbox-window-manager
    node --experimental-websocket "$root/tests/web/page_test.mjs" firefox "$out/mannequin.html" "$root" "$root/../shared" "$out/pictures" ;;
  --bench)
    install_packages chromium nodejs
    node "$root/web/bench.mjs" chromium "$out/mannequin.html" ;;
esac
