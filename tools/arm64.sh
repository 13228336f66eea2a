#!/bin/bash
# Builds the engine for ARM64 and runs the tests of its vector kernels there, in an emulator: NEON, compiled
# from the same sources as everywhere (Highway). Installs Debian's cross compiler and emulator; the libraries
# go into a separate folder, build-arm64/root, so that this machine's packages do not change. .ci/run leaves it to
# night.sh: the emulator and the second build take longer than it has.
#   tools/arm64.sh [TEST_FILTER]
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
install_packages crossbuild-essential-arm64 qemu-user cmake ninja-build
out="$root/build-arm64"
libraries="$out/root"

# The same release as this machine's.
packages="libhwy-dev libhwy1 libtbb-dev libtbb12 libtbbmalloc2 libtbbbind-2-5 libfmt-dev libfmt9 libexpected-dev libglm-dev
  nlohmann-json3-dev libpugixml-dev libpugixml1v5 zlib1g-dev zlib1g libpng-dev libpng16-16 libjpeg62-turbo-dev libjpeg62-turbo
  libjpeg-dev libcli11-dev libeigen3-dev libembree-dev libembree3-3 libgtest-dev libstdc++6 libgcc-s1 libc6 libhwloc15"
if [ ! -d "$libraries" ]; then
  work="$(mktemp -d)"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  options="-o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::lists=$work/lists -o Dir::Cache=$work/cache
    -o Dir::State::status=/dev/null"
  # shellcheck disable=SC2086
  (cd "$work" && apt-get -qq $options update && apt-get -qq $options download $packages)
  mkdir -p "$libraries.part"
  for package in "$work"/*.deb; do dpkg-deb -x "$package" "$libraries.part"; done
  # In the folder of the machine, where the compiler does not look outside its own root.
  ln -s aarch64-linux-gnu/jconfig.h "$libraries.part/usr/include/jconfig.h"
  mv "$libraries.part" "$libraries"
  rm -rf "$work"
fi

cmake -S "$root" -B "$out" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/cmake/arm64.cmake" -DCMAKE_FIND_ROOT_PATH="$libraries" \
  -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON -DMANNEQUIN_GL=OFF -DMANNEQUIN_VULKAN=OFF -DMANNEQUIN_PREVIEW=OFF \
  -DMANNEQUIN_BENCH=OFF -DMANNEQUIN_INSTALL=OFF
cmake --build "$out" --target mannequin_thread_tests
qemu-aarch64 -L "$libraries" "$out/mannequin_thread_tests" --gtest_brief=1 --gtest_filter="${1:-*}"
