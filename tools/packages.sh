# Sourced by the scripts here: the Debian packages that the project needs, and installing the missing ones.

build_packages="g++ cmake ninja-build ccache pkg-config libglm-dev libfmt-dev libexpected-dev nlohmann-json3-dev
  libpugixml-dev libdeflate-dev zlib1g-dev libpng-dev libjpeg62-turbo-dev libcli11-dev libegl-dev libgl-dev python3-glad glslc libvulkan-dev
  libhwy-dev libtbb-dev libeigen3-dev libembree-dev libsdl2-dev libimgui-dev libdbus-1-dev libbenchmark-dev"
run_packages="libgl1-mesa-dri libegl1 libgl1 libvulkan1 mesa-vulkan-drivers fonts-dejavu-core"
test_packages="libgtest-dev vulkan-validationlayers clang libclang-rt-14-dev clang-tidy doxygen dpkg-dev file python3-numpy"

# install_packages NAMES...: installs what is missing; explains and fails where it cannot.
install_packages() {
  local missing=""
  local name
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $name"
  done
  [ -z "$missing" ] && return 0
  local as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root="sudo"
    else
      echo "These packages are missing and need root to install. Please run:" >&2
      echo "  sudo apt-get install$missing" >&2
      return 1
    fi
  fi
  echo "Installing:$missing"
  local log
  log="$(mktemp)"
  # shellcheck disable=SC2086
  if ! { apt_get update -qq && apt_get install -y -qq $missing; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "Could not install:$missing" >&2
    echo "Without a network, bring these packages to the machine by other means and run this again." >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# apt_get ARGUMENTS...: apt-get as root; while another package manager holds the lock, waits for up to ten minutes.
apt_get() {
  local last tries
  for ((tries = 0; tries < 120; ++tries)); do
    if last="$(DEBIAN_FRONTEND=noninteractive $as_root apt-get -o DPkg::Lock::Timeout=600 "$@" 2>&1)"; then return 0; fi
    case "$last" in *"Could not get lock"* | *"Unable to lock"* | *"Unable to acquire"*) sleep 5 ;; *) break ;; esac
  done
  printf '%s\n' "$last"
  return 1
}

# What test.sh and night.sh build first.
released="-DCMAKE_BUILD_TYPE=Release -DMANNEQUIN_JOIN_SOURCES=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DMANNEQUIN_TESTS=ON
  -DMANNEQUIN_BENCH=ON"

# For sanitizer builds: clang, and without drivers and windows, which trigger false reports.
checked="-DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
  -DMANNEQUIN_JOIN_SOURCES=ON -DMANNEQUIN_GL=OFF -DMANNEQUIN_VULKAN=OFF -DMANNEQUIN_BENCH=OFF"

# [only="TARGET..."] build FOLDER CMAKE_OPTIONS...: configures and builds, quietly when nothing changed.
build() {
  local folder="$1"
  shift
  export CCACHE_NOHASHDIR=1
  mkdir -p "$folder"
  cmake -S "$root" -B "$folder" -G Ninja "$@" >"$folder/configure.log" 2>&1 ||
    { cat "$folder/configure.log" >&2; return 1; }
  # shellcheck disable=SC2086
  cmake --build "$folder" ${only:+--target $only}
}
