#!/bin/bash
# Makes what is released, in one folder: the page, Debian packages, the Python wheel, the add-ons for Blender, the sources, a bill of
# materials (CycloneDX) with the terms of everything linked, and checksums; the Windows program and its installer, too, if
# tools/windows.sh made them from the same commit.
#   tools/release.sh FOLDER           builds and packs
#   tools/release.sh --check FOLDER   packs twice, compares the bytes, runs what was packed, uses the page as a person would, and
#                                     runs tools/night.sh: what tools/test.sh has no time for
# Reproducible: two runs on one commit and one system give equal bytes, with the commit's time. Builds in build-release/;
# MANNEQUIN_BUILD_FOLDER names an existing release build to pack instead.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

check=""
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
[ $# -eq 1 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
out="$(realpath -m "$1")"

install_packages $build_packages dpkg-dev file
SOURCE_DATE_EPOCH="$(git -C "$root" log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
version="$(sed -n 's/^project(mannequin VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")"
if [ -n "${MANNEQUIN_BUILD_FOLDER:-}" ]; then
  folder="$(realpath "$MANNEQUIN_BUILD_FOLDER")"
else
  folder="$root/build-release"
  build "$folder" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON -DMANNEQUIN_TESTS=OFF -DMANNEQUIN_BENCH=OFF
fi
export MANNEQUIN_BUILD_FOLDER="$folder"
"$root/tools/web.sh"

# pack FOLDER: packs everything from the build
pack() {
  rm -rf "$1"
  mkdir -p "$1"
  cpack --config "$folder/CPackConfig.cmake" -B "$1" >"$folder/cpack.log" || { cat "$folder/cpack.log" >&2; return 1; }
  rm -rf "$1/_CPack_Packages"
  python3 "$root/blender/make_extension.py" "$1" >/dev/null
  cp "$root/build-web/mannequin.html" "$1/mannequin-$version.html"
  if [ "$(cat "$root/build-windows/commit" 2>/dev/null)" = "$(git -C "$root" rev-parse HEAD)" ]; then
    cp "$root/build-windows/mannequin-windows.zip" "$1/mannequin-$version-windows.zip"
    cp "$root/build-windows/mannequin-setup.exe" "$1/mannequin-$version-setup.exe"
  else
    echo "Without the Windows program: tools/windows.sh has not made it from this commit."
  fi
  git -C "$root" archive --prefix="mannequin-$version/" HEAD | gzip -9n >"$1/mannequin-$version.tar.gz"
  python3 "$root/tools/release/bill.py" "$folder" "$1"
  (cd "$1" && sha256sum -- * | grep -v SHA256SUMS >../SHA256SUMS.part && mv ../SHA256SUMS.part SHA256SUMS)
}

pack "$out"
if [ -n "$check" ]; then
  pack "$out.again"
  diff "$out/SHA256SUMS" "$out.again/SHA256SUMS" || { echo "failed: two runs gave other bytes" >&2; exit 1; }
  rm -rf "$out.again"
  (cd "$out" && sha256sum --quiet -c SHA256SUMS)
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  for package in "$out"/mannequin_*.deb "$out"/mannequin-body_*.deb "$out"/libmannequin-c*.deb; do dpkg-deb -x "$package" "$work/installed"; done
  LD_LIBRARY_PATH="$(dirname "$(find "$work/installed" -name 'libmannequin_c.so.*' | head -n 1)")" \
    "$work/installed/usr/bin/mannequin" --version | grep -q "$version"
  python3 -m zipfile -e "$out"/mannequin-*.whl "$work/python"
  (cd "$work" && PYTHONPATH="$work/python" python3 -c 'import mannequin; print(mannequin.check(b"no mesh").verdict)' |
    grep -q rejected) || { echo "failed: the wheel does not work; is python3-numpy installed?" >&2; exit 1; }
  "$root/tools/web.sh" --check
  echo "Two runs are equal, and what was packed runs."
  env -u MANNEQUIN_BUILD_FOLDER -u SOURCE_DATE_EPOCH "$root/tools/night.sh"
fi
(cd "$out" && ls -l)
