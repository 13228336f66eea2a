#!/bin/bash
# Installs into an empty prefix and builds and runs hosts against nothing else: C++ (find_package), C (pkg-config),
# Python (ctypes), and the viewers of examples/embed_viewer. run.sh BUILD_FOLDER WORK_FOLDER LIBRARY_KIND, the last being
# shared or static.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
build="$1" work="$2" kind="$3"
prefix="$work/prefix"
rm -rf "$work"
mkdir -p "$work"
. "$here/steps.sh"

step "install" cmake --install "$build" --prefix "$prefix"
# Moved, so that nothing can lean on where it was installed.
mv "$prefix" "$work/moved"
prefix="$work/moved"
lib="$(dirname "$(find "$prefix" -name mannequin.pc)")/.."

if grep -rIl -e "$build" -e "$(cd "$here/../.." && pwd)/" "$prefix/include" "$lib/cmake" "$lib/pkgconfig"; then
  echo "failed: these installed files name the source or build folder"
  exit 1
fi

host_in_cpp "$prefix"

# Each C header alone, in C and in C++.
for header in "$prefix"/include/mannequin/c_*.h; do
  step "$(basename "$header") in C" "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c "$header"
  step "$(basename "$header") in C++" "${CXX:-c++}" -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
    -x c++ "$header"
done

hosts_in_c "$prefix" "$lib"

# The viewers of examples/embed_viewer, each a project of its own: a crowd over a few frames, into a picture.
picture() {
  local code=0
  "${@:2}" || code=$?
  [ "$code" = 4 ] && echo "skipped: $1" && return
  [ "$code" = 0 ] || { echo "failed: $1"; exit 1; }
  echo "$1: drawn"
}
viewer() {
  step "configure the $1 viewer" cmake -S "$here/../../examples/embed_viewer/$1" -B "$work/viewer_$1" -G Ninja \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
  step "build the $1 viewer" cmake --build "$work/viewer_$1"
}
if [ -f "$prefix/include/mannequin/c_gl.h" ] && pkg-config --exists sdl2; then
  viewer gl
  SDL_VIDEODRIVER=offscreen picture "viewer in OpenGL" "$work/viewer_gl/embed_viewer_gl" --avatars 12 --frames 5 \
    --screenshot "$work/viewer_gl.png"
fi
if [ -f "$prefix/include/mannequin/c_vulkan.h" ] && pkg-config --exists vulkan; then
  viewer vulkan
  LD_LIBRARY_PATH="$lib" picture "viewer in Vulkan" "$work/viewer_vulkan/embed_viewer_vulkan" \
    --avatars 12 --frames 5 --screenshot "$work/viewer_vulkan.png"
fi
# One skins in its own vertex shader, in C++, the other takes skinned vertices, in C: both show the same.
if [ -f "$work/viewer_gl.png" ] && [ -f "$work/viewer_vulkan.png" ] && command -v python3 >/dev/null; then
  python3 "$here/same_picture.py" "$work/viewer_gl.png" "$work/viewer_vulkan.png"
fi

[ "$kind" = shared ] || exit 0
shared="$(readlink -f "$lib/libmannequin_c.so")"
# Without the names of versions: "mannequin_version@@V", and the versions themselves.
shown() { nm -D --defined-only "$shared" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u; }
foreign="$(shown | grep -v '^mannequin_' || true)"
if [ -n "$foreign" ]; then
  echo "failed: the C library shows more than its interface: $foreign"
  exit 1
fi
loud="$(nm -D --undefined-only --demangle "$shared" | grep -E '\b(v?f?printf|puts|fputs|putchar|perror)\b|std::(cout|cerr|clog)\b|\bstd(out|err)\b|fmt::.*v?print\(' ||
  true)"
if [ -n "$loud" ]; then
  echo "failed: the C library may write to the host's output: $loud"
  exit 1
fi
# Every function that the headers declare is there, and no other: those of c_bind.h in a library of their own.
declared() { cat "$@" | grep -oE '\bmannequin_[a-z_]+\(' | tr -d '(' | sort -u; }
same() { diff "$work/declared" "$work/defined" || { echo "failed: declared and defined functions differ"; exit 1; }; }
declared $(ls "$prefix"/include/mannequin/c_*.h | grep -v '/c_bind\.h$') >"$work/declared"
shown >"$work/defined"
[ "$(nm -D --defined-only "$shared" | grep -c ' mannequin_.*@@MANNEQUIN_[0-9]')" = "$(wc -l <"$work/defined")" ] ||
  { echo "failed: functions without a version"; exit 1; }
same
grep MANNEQUIN_API "$prefix/include/mannequin/c_bind.h" >"$work/bind.h"
declared "$work/bind.h" >"$work/declared"
nm --defined-only "$(find "$prefix" -name 'libmannequin_c_bind.a')" | awk '$2 == "T" && /mannequin_/ { print $3 }' |
  grep '^mannequin_' | sort -u >"$work/defined"
same
readelf -d "$shared" | grep -q 'SONAME.*libmannequin_c\.so\.[0-9]' || { echo "failed: no versioned SONAME"; exit 1; }
if command -v python3 >/dev/null; then
  python3 "$here/host.py" "$shared" "$work/expected"
  python3 "$here/body.py" "$shared" "$prefix" "$here/../../assets/mannequin.glb"
fi
