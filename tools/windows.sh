#!/bin/bash
# Builds the Windows program with Debian's MinGW: build-windows/mannequin-windows.zip, of window and commands, mannequin.exe, what starts the
# window without a console, mannequin-window.exe, and the C libraries, mannequin_c.dll and mannequin_c_bind.dll; and mannequin-setup.exe, which
# installs the same. Installs what is needed (Debian 12), fetches the sources of the libraries from Debian, and links them in.
#   tools/windows.sh           builds
#   tools/windows.sh --check   and compares it under Wine with the program of build/
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
. "$root/tools/sources.sh"
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
install_packages g++-mingw-w64-x86-64-posix libz-mingw-w64-dev nasm nsis cmake ninja-build ccache pkg-config glslc python3-glad python3 \
  fonts-dejavu-core libvulkan-dev libglm-dev libexpected-dev nlohmann-json3-dev libcli11-dev libeigen3-dev
out="$root/build-windows"
libraries="$out/root"
windows="-G Ninja -DCMAKE_TOOLCHAIN_FILE=$root/cmake/windows.cmake -DCMAKE_FIND_ROOT_PATH=$libraries -DCMAKE_BUILD_TYPE=Release"
export CCACHE_NOHASHDIR=1

# What is headers alone, and zlib, which has a package for MinGW. Not all of /usr/include, whose C library is another.
mkdir -p "$libraries/include" "$libraries/share/cmake" "$libraries/lib"
for name in glm tl nlohmann CLI eigen3 vulkan vk_video; do ln -sfn "/usr/include/$name" "$libraries/include/$name"; done
for name in zlib.h zconf.h; do ln -sfn "/usr/x86_64-w64-mingw32/include/$name" "$libraries/include/$name"; done
ln -sfn /usr/x86_64-w64-mingw32/lib/libz.a "$libraries/lib/libz.a"
for name in glm tl-expected nlohmann_json CLI11 eigen3; do
  ln -sfn "/usr/share/$([ $name = eigen3 ] || echo cmake/)$name$([ $name = eigen3 ] && echo /cmake)" "$libraries/share/cmake/$name"
done

# library NAME PACKAGE CMAKE_OPTIONS...: into the libraries, once
library() {
  local name="$1" package="$2" log="$out/$1.log"
  shift 2
  [ -e "$out/libraries/$name/done" ] && return
  echo "Building $name"
  # shellcheck disable=SC2086
  { fetch_source "$out/sources" "$name" $package &&
    cmake -S "$out/sources/$name" -B "$out/libraries/$name" $windows -DCMAKE_INSTALL_PREFIX="$libraries" -DBUILD_SHARED_LIBS=OFF \
      -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@" &&
    cmake --build "$out/libraries/$name" && cmake --install "$out/libraries/$name" &&
    touch "$out/libraries/$name/done"; } >"$log" 2>&1 || { tail -n 30 "$log" >&2; return 1; }
}
library pugixml pugixml
library fmt fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF
library highway highway -DBUILD_TESTING=OFF -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF
library png libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF
library jpeg libjpeg-turbo -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF
library onetbb onetbb -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF -DTBBMALLOC_PROXY_BUILD=OFF
# For triangles alone, by instructions that every processor has: it answers few questions, and is asked by one thread at a time.
embree="-DEMBREE_STATIC_LIB=ON -DEMBREE_TUTORIALS=OFF -DEMBREE_ISPC_SUPPORT=OFF -DEMBREE_TASKING_SYSTEM=INTERNAL -DEMBREE_MAX_ISA=SSE2
  -DEMBREE_IGNORE_CMAKE_CXX_FLAGS=OFF -DEMBREE_RAY_PACKETS=OFF"
for kind in QUAD CURVE SUBDIVISION USER INSTANCE GRID POINT; do embree="$embree -DEMBREE_GEOMETRY_$kind=OFF"; done
fetch_source "$out/sources" embree embree plain
# On Windows it takes every compiler for Microsoft's, but for one variable that CMake leaves empty; and its description of the
# library is UTF-16, which MinGW does not read.
sed -i 's/\${CMAKE_CXX_COMPILER_FRONTEND_VARIANT} MATCHES "GNU"/MINGW/; s/^ *embree\.rc$//' \
  "$out/sources/embree/CMakeLists.txt" "$out/sources/embree/kernels/CMakeLists.txt"
touch "$out/sources/embree/readme.pdf"  # which Debian leaves out, and its installing looks for
# shellcheck disable=SC2086
library embree embree $embree

library sdl2 libsdl2 -DSDL_SHARED=OFF -DSDL_STATIC=ON -DSDL2_DISABLE_SDL2MAIN=ON -DSDL_AUDIO=OFF -DSDL_JOYSTICK=OFF -DSDL_HAPTIC=OFF \
  -DSDL_SENSOR=OFF -DSDL_HIDAPI=OFF -DSDL_RENDER=OFF -DSDL_DIRECTX=OFF -DSDL_VULKAN=OFF -DSDL_OPENGLES=OFF
fetch_source "$out/sources" imgui imgui
cp "$root/tools/windows/imgui.cmake" "$out/sources/imgui/CMakeLists.txt"
library imgui imgui

# The C++ library reads text that becomes a path as Latin-1 here. A copy of its header refuses what is not written in the source:
# everything else goes through path_of_utf8().
guard="$out/guard/bits/fs_path.h"
mkdir -p "$(dirname "$guard")"
python3 "$root/tools/windows/guard.py" "$(x86_64-w64-mingw32-g++-posix -print-file-name=include/c++/bits/fs_path.h)" "$guard"

# shellcheck disable=SC2086
PKG_CONFIG_LIBDIR="$libraries/lib/pkgconfig" CXXFLAGS="-I$out/guard" cmake -S "$root" -B "$out" $windows \
  -DMANNEQUIN_JOIN_SOURCES=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DMANNEQUIN_GL=ON -DMANNEQUIN_VULKAN=ON \
  -DMANNEQUIN_PREVIEW=ON -DMANNEQUIN_TESTS=OFF -DMANNEQUIN_BENCH=OFF -DMANNEQUIN_INSTALL=OFF >"$out/configure.log" 2>&1 ||
  { tail -n 30 "$out/configure.log" >&2; exit 1; }
cmake --build "$out" --target mannequin mannequin_window mannequin_c mannequin_c_bind_shared

mkdir -p "$out/stripped"  # with -p: else it writes the time into them
for name in mannequin.exe mannequin-window.exe mannequin_c.dll mannequin_c_bind.dll; do
  x86_64-w64-mingw32-strip -p -o "$out/stripped/$name" "$out/$name"
done
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 315532800)}" \
  python3 "$root/tools/windows/pack.py" "$out" "$out/mannequin-windows.zip"
rm -rf "$out/unpacked"
python3 -m zipfile -e "$out/mannequin-windows.zip" "$out/unpacked"  # as the tests take it
makensis -V2 -DVERSION="$(sed -nE 's/^project\(mannequin VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")" \
  -DFILES="$out/unpacked/mannequin" -DICON="$out/mannequin.ico" -DTO="$out/mannequin-setup.exe" "$root/tools/windows/installer.nsi"
git -C "$root" rev-parse HEAD >"$out/commit" 2>/dev/null || rm -f "$out/commit"  # for release.sh
echo "Written: $out/mannequin-setup.exe, $(stat -c %s "$out/mannequin-setup.exe") bytes"
echo "Written: $out/mannequin-windows.zip, $(stat -c %s "$out/mannequin-windows.zip") bytes"

case "${1:-}" in
  --check)
    install_packages wine64 wine xvfb xauth xdotool imagemagick $run_packages
    cmake --build "$root/build" --target mannequin mannequin_c mannequin_c_bind_shared  # run.sh leaves out the last
    python3 "$root/tests/windows/commands_test.py" "$root/build" "$root/../shared" "$out/compared"
    python3 "$root/tests/windows/window_test.py" "$root/build" "$out/pictures"
    python3 "$root/tests/windows/launcher_test.py" "$out/launcher"
    python3 "$root/tests/windows/installer_test.py" ;;
esac
