# Sourced by run.sh and deb.sh, which set here, work: their common steps.

# step TITLE COMMAND...: shows the command's output only if it fails.
step() {
  echo "== $1"
  "${@:2}" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $1"; exit 1; }
}

# host_in_cpp PREFIX [TARGET]: writes its results to a file, for the others to compare with.
host_in_cpp() {
  step "configure the C++ host" cmake -S "$here/cpp" -B "$work/cpp" -G Ninja -DCMAKE_PREFIX_PATH="$1" \
    -DMANNEQUIN_PREFIX="$1" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  step "build the C++ host" cmake --build "$work/cpp" --target "${2:-all}"
  "$work/cpp/host" "$work/expected"
  for program in "$work"/cpp/viewer "$work"/cpp/day "$work"/cpp/glm_*; do
    [ ! -x "$program" ] || [ -d "$program" ] || "$program" "$work/expected.wrist"
  done
  # The plugin that was built with -fvisibility=hidden.
  if [ -f "$work/cpp/libplugin.so" ]; then
    # Functions, and tables of types, in our namespace; not the standard library's own templates.
    shown="$(nm -D --defined-only "$work/cpp/libplugin.so" | grep -E ' (_Z[A-Z]*N?K?9mannequin|mannequin_)' || true)"
    [ -z "$shown" ] || { echo "failed: a plugin shows what is ours: $shown"; exit 1; }
  fi
}

# hosts_in_c PREFIX LIBRARY_FOLDER: by pkg-config and by CMake.
hosts_in_c() {
  export PKG_CONFIG_PATH="$2/pkgconfig"
  # shellcheck disable=SC2046
  step "build the C host" "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror "$here/c/main.c" -o "$work/c_host" \
    $(pkg-config --cflags --libs mannequin) -lm
  LD_LIBRARY_PATH="$2" "$work/c_host" "$work/expected"

  # Compiled against the header of the first day, whose structs are shorter.
  # shellcheck disable=SC2046
  step "build the C host of 0.1" "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$here/c/first" "$here/c/main.c" \
    -o "$work/c_host_of_0_1" $(pkg-config --cflags --libs mannequin) -lm
  LD_LIBRARY_PATH="$2" "$work/c_host_of_0_1" "$work/expected"

  step "build the viewer in C" "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror "$here/c/viewer.c" -o "$work/c_viewer" \
    $(pkg-config --cflags --libs mannequin) -lm
  LD_LIBRARY_PATH="$2" "$work/c_viewer"

  step "configure the C host by CMake" cmake -S "$here/c" -B "$work/c" -G Ninja -DCMAKE_PREFIX_PATH="$1"
  step "build the C host by CMake" cmake --build "$work/c"
  "$work/c/host" "$work/expected"
}
