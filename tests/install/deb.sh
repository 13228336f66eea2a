#!/bin/bash
# Makes the Debian packages and looks at them as somebody does who has nothing else: names, contents, what they depend
# on; unpacked into an empty root the program runs, and hosts are built. deb.sh BUILD_FOLDER WORK_FOLDER SOURCE_FOLDER
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
build="$1" work="$2" source="$3"
for tool in cpack file dpkg-deb dpkg-shlibdeps apt-get pkg-config; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 0; }
done
rm -rf "$work"
mkdir -p "$work"
. "$here/steps.sh"

fail() { echo "failed: $*"; exit 1; }
step "make the packages" cpack --config "$build/CPackConfig.cmake" -B "$work/packages" \
  -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
library="$(echo "$work"/packages/libmannequin-c[0-9]*.deb)"
dev="$(echo "$work"/packages/libmannequin-dev_*.deb)"
program="$(echo "$work"/packages/mannequin_*.deb)"
packages=("$dev" "$program")
[ -f "$library" ] && packages+=("$library" "$(echo "$work"/packages/mannequin-body_*.deb)")

# field FILE NAME
field() { dpkg-deb -f "$1" "$2"; }
version="$(field "$program" Version)"
for package in "${packages[@]}"; do
  name="$(field "$package" Package)"
  [ "$(field "$package" Version)" = "$version" ] || fail "$name has another version than the program"
  architecture="$(dpkg --print-architecture)"
  [ "$name" = mannequin-body ] && architecture=all
  [ "$(field "$package" Architecture)" = "$architecture" ] || fail "$name: architecture"
  [[ "$(field "$package" Maintainer)" =~ ^.+\ \<.+@.+\>$ ]] || fail "$name: maintainer"
  [ -n "$(field "$package" Section)" ] || fail "$name: no section"
  dpkg-deb -c "$package" >"$work/$name.list"
  for paper in copyright changelog.gz changelog.Debian.gz; do
    grep -q " \./usr/share/doc/$name/$paper$" "$work/$name.list" || fail "$name lacks its $paper"
  done
  if grep -v '^d' "$work/$name.list" | grep -v ' root/root '; then fail "$name: these do not belong to root"; fi
done

# No file is in two packages, and each kind of file is where it belongs.
duplicate="$(cat "$work"/*.list | grep -v '^d' | awk '{print $6}' | sort | uniq -d)"
[ -z "$duplicate" ] || fail "in two packages: $duplicate"
grep -q ' \./usr/bin/mannequin$' "$work/mannequin.list" || fail "the program is not in its package"
if grep -E '\.(h|a|cmake|pc|so)$' "$work/mannequin.list"; then fail "the program's package has files for building"; fi
grep -q '/mannequin/c_api\.h$' "$work/libmannequin-dev.list" || fail "the headers are not in libmannequin-dev"
depends="$(field "$dev" Depends)"
if [ -f "$library" ]; then
  soname="$(field "$library" Package)"
  grep -v '^d' "$work/$soname.list" | grep -v -e /usr/share/doc/ -e '/libmannequin_c\.so\.[0-9]' &&
    fail "$soname has more than the library"
  [[ "$depends" == *"$soname (= $version)"* ]] || fail "libmannequin-dev goes with any $soname: $depends"
fi
# A C library does not need a window.
for package in "$library" "$dev"; do
  [ -f "$package" ] || continue
  [[ "$(field "$package" Depends)" =~ libsdl|libgl1|libegl|libvulkan ]] && fail "$package needs $(field "$package" Depends)"
done
# All that they depend on, this machine has: else it could not have built them.
step "what they depend on" apt-get install --simulate --no-install-recommends "${packages[@]}"
[ "$(grep -c '^Inst ' "$work/log")" = "${#packages[@]}" ] || { cat "$work/log"; fail "they need more than is here"; }

root="$work/root"
for package in "${packages[@]}"; do dpkg-deb -x "$package" "$root"; done
if grep -rIl -e "$build" -e "$source/" "$root"; then fail "these files name the source or build folder"; fi
mannequin="$root/usr/bin/mannequin"
[ "$("$mannequin" --version)" = "mannequin ${version%-*}" ] || fail "the program's version"
step "inspect" "$mannequin" inspect "$source/assets/dress.glb"
grep -q mPelvis "$work/log" || fail "no joint was found in the dress"
step "skin" "$mannequin" skin "$source/assets/dress.glb" --set Height=100% -o "$work/dress.glb"
[ "$(head -c 4 "$work/dress.glb")" = glTF ] || fail "the skinned dress is no .glb"
if [ -f "$root/usr/share/doc/mannequin/guide.md" ]; then  # it has a window
  share="$root/usr/share"
  [ -f "$share/icons/hicolor/scalable/apps/mannequin.svg" ] || fail "the menu has no icon for it"
  for type in $(sed -n 's/^MimeType=//p' "$share/applications/mannequin.desktop" | tr ';' ' '); do
    grep -q "<mime-type type=\"$type\">" "$share/mime/packages/mannequin.xml" || fail "no files are of the type $type"
  done
  code=0
  "$mannequin" preview --screenshot "$work/body.png" --size 320x240 >"$work/log" 2>&1 || code=$?
  [ "$code" = 0 ] || [ "$code" = 4 ] || { cat "$work/log"; fail "preview ends with $code"; }  # 4: no device
fi

lib="$(dirname "$(find "$root" -name mannequin.pc)")/.."
host_in_cpp "$root/usr" host
hosts_in_c "$root/usr" "$lib"
