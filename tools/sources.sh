# shellcheck shell=bash
# Sourced by the scripts that build for other systems: the sources of Debian's packages, for which it has no binaries there.

# fetch_source FOLDER NAME PACKAGE [plain]: into FOLDER/NAME, by a private list, so that the system's own stays as it is; with
# Debian's patches, which mend what was found since, unless `plain`.
fetch_source() {
  [ -d "$1/$2" ] && return
  local work options patch
  work="$(mktemp -d)"
  echo "deb-src http://deb.debian.org/debian bookworm main" >"$work/sources.list"
  options="-o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::sourcelist=$work/sources.list -o Dir::State::lists=$work/lists"
  mkdir -p "$work/lists/partial" "$work/unpacked" "$1"
  # shellcheck disable=SC2086
  (cd "$work" && apt-get -qq $options update &&
    apt-get -qq $options --download-only ${4:+--tar-only} source "$3") >"$work/log" 2>&1 ||
    { tail -n 5 "$work/log" >&2; echo "Could not fetch the sources of $3." >&2; return 1; }
  tar -C "$work/unpacked" --strip-components=1 -xf "$(find "$work" -maxdepth 1 -name '*.orig.tar.?z*' -not -name '*.asc')"
  if [ -z "${4:-}" ]; then
    tar -C "$work/unpacked" -xf "$(find "$work" -maxdepth 1 -name '*.debian.tar.*')"
    while read -r patch _; do
      case "$patch" in "" | "#"*) continue ;; esac
      patch -d "$work/unpacked" -p1 -s <"$work/unpacked/debian/patches/$patch" || return 1
    done < <(cat "$work/unpacked/debian/patches/series" 2>/dev/null)
  fi
  mv "$work/unpacked" "$1/$2"
  rm -rf "$work"
}
