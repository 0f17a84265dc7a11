# SPDX-License-Identifier: GPL-3.0-or-later
# Set-up shared by ./start and ./check: Debian packages, virtual environment, configure, build.
# Sourced, not run. Each step says what it does, is skipped when already done, and resumes when it was interrupted.

nereid_cache=${XDG_CACHE_HOME:-$HOME/.cache}/nereid
nereid_started=$(date +%s)

say() { printf '[%3d s] %s\n' "$(($(date +%s) - nereid_started))" "$*" >&2; }
die() { printf 'nereid: %s\n' "$1" >&2; [ $# -lt 2 ] || printf 'nereid: to mend it: %s\n' "$2" >&2; exit 2; }

# Prints the packages of packaging/debian-packages.txt that are not installed.
missing_packages() {
  local wanted
  wanted=$(grep -v '^#' packaging/debian-packages.txt)
  comm -23 <(sort <<<"$wanted") <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' 2>/dev/null | awk '$1=="ii"{print $2}' | sort -u)
}

install_packages() {
  command -v dpkg-query >/dev/null || die "this set-up knows Debian 12 and Ubuntu 24.04 only (no dpkg here)" \
    "install the counterparts of packaging/debian-packages.txt and run cmake --preset release yourself"
  local missing as_root=()
  missing=$(missing_packages | tr '\n' ' ')
  [ -n "${missing// /}" ] || return 0
  local command="apt-get update && apt-get install -y --no-install-recommends $missing"
  if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      as_root=(sudo)
    else
      die "these Debian packages are missing and there is no right to install them: $missing" \
        "an administrator runs once: $command"
    fi
  fi
  say "Installing Debian packages: $missing"
  mkdir -p "$nereid_cache"
  local log=$nereid_cache/apt.log
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c "$command" >"$log" 2>&1 ||
    { tail -5 "$log" >&2; die "installing Debian packages failed (whole log: $log)" "see the lines above, then run this again"; }
}

make_environment() {
  local python=/usr/bin/python3 hash venv
  [ -x "$python" ] || die "/usr/bin/python3 is missing" "apt-get install python3 python3-dev python3-venv"
  hash=$({ grep -v '^#' packaging/requirements.txt; "$python" --version; } | sha256sum | cut -c1-12)
  venv=$nereid_cache/venv-$hash
  # One environment serves every clone, and an installed Nereid of the same pins.
  if [ ! -e "$venv/.ready" ]; then
    say "Making the Python environment in $venv (2.8 GB to download, 5 GB on disk; 2 to 10 minutes)"
    "$python" packaging/environment.py "$venv" || exit 2
  fi
  [ "$(readlink .venv 2>/dev/null)" = "$venv" ] || ln -sfn "$venv" .venv
}

# link_packages NAME LIST LINK WORDS: Python packages beside the environment, linked as build/LINK; one folder per set of pins serves
# every clone.
link_packages() {
  local list=packaging/$2 hash folder
  hash=$({ grep -v '^#' "$list"; .venv/bin/python --version; } | sha256sum | cut -c1-12)
  folder=$nereid_cache/$1-$hash
  if [ ! -e "$folder/.ready" ]; then
    say "Installing $4 in $folder"
    rm -rf "$folder"
    local log=$nereid_cache/$1.log
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --target "$folder" -r "$list" >"$log" 2>&1 ||
      { tail -5 "$log" >&2; die "installing the packages of $list failed (whole log: $log)" "see the lines above, then run this again"; }
    touch "$folder/.ready"
  fi
  mkdir -p build
  ln -sfn "$folder" "build/$3"
}

make_test_packages() { link_packages tests requirements-tests.txt test-packages "what only the tests need (150 MB to download)"; }

# The kernels that sample on a GPU need nvcc; a machine without a GPU can do without both.
make_cuda_compiler() {
  [ -e /proc/driver/nvidia/version ] || return 0
  command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ] ||
    link_packages cuda requirements-cuda.txt cuda-compiler "nvcc, which compiles the CUDA kernels (100 MB to download)"
}

# configure PRESET
configure() {
  [ -e "build/$1/build.ninja" ] && return 0
  say "Configuring build/$1"
  local log=build/$1-configure.log
  mkdir -p build
  cmake --preset "$1" >"$log" 2>&1 || { grep -A6 'CMake Error' "$log" >&2; rm -f "build/$1/build.ninja"; die "configuring failed (whole log: $log)" "see the lines above"; }
}

# build PRESET [TARGET...]: prints progress only when there is something to do.
build() {
  local preset=$1; shift
  local targets=("$@") jobs
  jobs=$(nproc)
  export NINJA_STATUS='         building %f of %t (%e s) '
  if ninja -C "build/$preset" -n "${targets[@]}" 2>/dev/null | grep -q 'no work to do'; then return 0; fi
  say "Building build/$preset"
  ninja -C "build/$preset" -j "$jobs" "${targets[@]}" >&2 || die "building failed" "see the first error above"
}

set_up() {
  install_packages
  make_environment
  make_cuda_compiler
  configure "$1"
}
