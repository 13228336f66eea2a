# Sourced by run.sh and deb.sh, which set here, work: the steps that both take.

# step TITLE COMMAND...: what the command says is shown only if it fails.
step() {
  echo "== $1"
  "${@:2}" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $1"; exit 1; }
}

# host_in_cpp PREFIX [TARGET]: writes down what it found, for the others to compare with.
host_in_cpp() {
  step "configure the C++ host" cmake -S "$here/cpp" -B "$work/cpp" -G Ninja -DCMAKE_PREFIX_PATH="$1" \
    -DMANNEQUIN_PREFIX="$1" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  step "build the C++ host" cmake --build "$work/cpp" --target "${2:-all}"
  "$work/cpp/host" "$work/expected"
}

# hosts_in_c PREFIX LIBRARY_FOLDER: by pkg-config and by CMake.
hosts_in_c() {
  export PKG_CONFIG_PATH="$2/pkgconfig"
  # shellcheck disable=SC2046
  step "build the C host" "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror "$here/c/main.c" -o "$work/c_host" \
    $(pkg-config --cflags --libs mannequin) -lm
  LD_LIBRARY_PATH="$2" "$work/c_host" "$work/expected"

  step "configure the C host by CMake" cmake -S "$here/c" -B "$work/c" -G Ninja -DCMAKE_PREFIX_PATH="$1"
  step "build the C host by CMake" cmake --build "$work/c"
  "$work/c/host" "$work/expected"
}
