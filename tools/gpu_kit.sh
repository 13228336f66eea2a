#!/bin/bash
# Packs everything for verifying and timing the GPU backends into one file, for a machine that has a GPU and its driver
# but no compiler, packages of ours or window system.
#   tools/gpu_kit.sh pack OUT.tar.gz      builds and packs
# There: tar xf OUT.tar.gz && mannequin-gpu-kit/run.sh RESULTS_FOLDER      (see tools/gpu_kit/run.sh)
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

usage() {
  sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
[ $# -eq 2 ] && [ "$1" = pack ] || usage
archive="$(realpath -m "$2")"

# Loaders, and libraries that drivers expect of the system. Used only if the other machine has none.
loaders="libEGL.so.1 libGLdispatch.so.0 libOpenGL.so.0 libGL.so.1 libGLX.so.0 libvulkan.so.1
  libX11.so.6 libXext.so.6 libxcb.so.1 libXau.so.6 libXdmcp.so.6 libbsd.so.0 libmd.so.0"
loader_packages="libegl1 libglvnd0 libopengl0 libgl1 libglx0 libvulkan1 libxext6"
# Libraries that drivers use as well: the newer of ours and theirs, since newer ones also serve older users.
shared_with_drivers="libstdc++.so.6 libgcc_s.so.1 libz.so.1"
# The C library: used, as a whole, only if theirs is older than the one we built for.
c_library="ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1 libutil.so.1 libresolv.so.2"

# shellcheck disable=SC2086
install_packages $build_packages $run_packages $loader_packages
# The same build as bench/run.sh: without the window, which would pull in half a desktop.
only="mannequin mannequin_bench" build "$root/build-bench" -DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON -DMANNEQUIN_TESTS=OFF -DMANNEQUIN_BENCH=ON -DMANNEQUIN_PREVIEW=OFF
[ -x "$root/build-bench/mannequin_bench" ] ||
  { echo "build-bench/mannequin_bench was not built: libbenchmark-dev is missing." >&2; exit 1; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
kit="$work/mannequin-gpu-kit"
mkdir -p "$kit"/{bin,lib,newer,loaders,glibc,report}

contains() { case " $(echo $1) " in *" $2 "*) ;; *) return 1 ;; esac; }

# copy_library NAME FOLDER [PATH]: from PATH, or from wherever this system would load it.
copy_library() {
  local path="${3:-$(/sbin/ldconfig -p | awk -v name="$1" '$1 == name && /x86-64/ { print $NF; exit }')}"
  if [ -z "$path" ] || [ ! -e "$path" ]; then
    echo "Not packed, because it is not here: $1" >&2
    return 0
  fi
  cp -L "$path" "$kit/$2/$1"
}

cp "$root/build-bench/mannequin" "$root/build-bench/mannequin_bench" "$kit/bin/"
strip --strip-unneeded "$kit/bin/"*
cp "$root/tools/gpu_kit/run.sh" "$kit/"
cp -r "$root/bench/report.py" "$root/bench/reporting" "$kit/report/"
rm -rf "$kit/report/reporting/__pycache__"

for name in $loaders; do copy_library "$name" loaders; done
for name in $shared_with_drivers; do copy_library "$name" newer; done
for name in $c_library; do copy_library "$name" glibc; done
ldd "$kit/bin/"* | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u | while read -r name path; do
  contains "$loaders $shared_with_drivers $c_library" "$name" || copy_library "$name" lib "$path"
done

# The newest symbol version of the C library that our files require.
cat "$kit"/bin/* "$kit"/lib/* "$kit"/newer/* "$kit"/loaders/* | grep -ao 'GLIBC_2\.[0-9]*' | sort -Vu | tail -n 1 |
  cut -d_ -f2 >"$kit/glibc_needed"

tar -C "$work" --owner=0 --group=0 -czf "$archive.part" mannequin-gpu-kit
mv "$archive.part" "$archive"
echo "Written: $archive ($(du -h "$archive" | cut -f1), needs glibc $(cat "$kit/glibc_needed") or brings its own)"
