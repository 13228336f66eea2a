#!/bin/bash
# Makes the page, one file that opens anywhere: build-web/mannequin.html. Installs what is needed (Debian 12 with its security
# updates: clang 22 for WebAssembly), fetches the sources of zlib and pugixml from Debian, which has them for no page, and builds.
#   tools/web.sh           builds
#   tools/web.sh --check   and compares its engine with the program of build/ and, in chromium, clicks as a person would
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages clang-22 lld-22 libc++-22-dev-wasm32 libc++abi-22-dev-wasm32 libclang-rt-22-dev-wasm32 wasi-libc binaryen \
  libglm-dev libfmt-dev libexpected-dev nlohmann-json3-dev libpugixml-dev zlib1g-dev libhwy-dev ninja-build python3
out="$root/build-web"
mkdir -p "$out/headers" "$out/sources"

# Not all of /usr/include, whose C library is another.
for name in glm fmt tl nlohmann hwy pugixml.hpp pugiconfig.hpp zlib.h zconf.h; do
  ln -sfn "/usr/include/$name" "$out/headers/$name"
done

# fetch NAME PACKAGE: its sources, by a private list, so that the system's own stays as it is
fetch() {
  [ -d "$out/sources/$1" ] && return
  local work lists
  work="$(mktemp -d)"
  echo "deb-src http://deb.debian.org/debian bookworm main" >"$work/sources.list"
  lists="-o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::sourcelist=$work/sources.list -o Dir::State::lists=$work/lists"
  mkdir -p "$work/lists/partial"
  # shellcheck disable=SC2086
  (cd "$work" && apt-get -qq $lists update && apt-get -qq $lists --download-only source "$2") >"$work/log" 2>&1 ||
    { tail -n 5 "$work/log" >&2; echo "Could not fetch the sources of $2." >&2; return 1; }
  mkdir "$work/unpacked"
  tar -C "$work/unpacked" --strip-components=1 -xf "$work/$2"_*.orig.tar.*
  mv "$work/unpacked" "$out/sources/$1"
  rm -rf "$work"
}
fetch pugixml pugixml
fetch zlib zlib

python3 "$root/web/build.py" "$out"
python3 "$root/web/page.py" --layout "$out/layout.c"
clang-22 --target=wasm32-wasi -Wno-deprecated -fsyntax-only -I"$root/include" "$out/layout.c"
ninja -C "$out" --quiet
echo "Written: $out/mannequin.html, $(stat -c %s "$out/mannequin.html") bytes"

if [ "${1:-}" = --check ]; then
  install_packages chromium
  node "$root/tests/web/module_test.mjs" "$out/mannequin.html" "$root/build/mannequin" "$root/../shared"
  node "$root/tests/web/page_test.mjs" "$out/mannequin.html" "$root" "$root/../shared" "$out/pictures"
fi
