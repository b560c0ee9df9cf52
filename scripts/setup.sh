#!/usr/bin/env bash
# Brings every tool that the build and the tests need, and leaves alone what is there: `npm run setup`.
# Needs Rust and Node. Downloads go to a cache folder of the user's, each under its version.
set -euo pipefail
# shellcheck source=scripts/toolchain.sh
. "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

WASM_REMEDY="Install the target with 'rustup target add $WASM_TARGET', or run this as root on a Debian with the packages rustc-web and rust-web-src."

say() { printf 'setup: %s\n' "$*"; }

# What a command prints is only of interest when it fails.
quietly() { "$@" >"$work/log" 2>&1 </dev/null; }
give_up() {
  tail -n 30 "$work/log" >&2
  fail "$*"
}

within() {
  if command -v timeout >/dev/null; then timeout "$@"; else "${@:2}"; fi
}

may_be_root() { [[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null; }
as_root() { if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi; }
has_apt() { command -v apt-get >/dev/null && may_be_root; }

apt_knows() { [[ -n $(apt-cache madison "$@" 2>/dev/null) ]]; }

# The first argument says what else there is to do. --no-remove: a package of the user's that is in the way is a reason to stop, not to remove it.
apt_install() {
  local remedy=$1 package
  shift
  for package in "$@"; do
    apt_knows "$package" || quietly as_root apt-get update || give_up "apt-get update failed: see above."
    apt_knows "$package" || fail "apt knows no package $package: $remedy"
  done
  local get=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -y --no-remove --no-install-recommends install "$@")
  quietly as_root "${get[@]}" ||
    { quietly as_root apt-get update && quietly as_root "${get[@]}"; } ||
    give_up "apt couldn't install $*: see above. $remedy"
}

rust_component() {
  local command=$1 component=$2 package=$3
  cargo "$command" --version >/dev/null 2>&1 && return
  say "$component"
  if command -v rustup >/dev/null; then
    within 60 rustup component add "$component" >/dev/null 2>&1 </dev/null ||
      fail "cargo $command is missing: install it with 'rustup component add $component'."
  elif has_apt && [[ $(command -v cargo) == /usr/bin/cargo ]]; then
    apt_install "Install $component as you installed Rust." "$package"
  else
    fail "cargo $command is missing: install $component as you installed Rust."
  fi
}

# Builds the standard library for wasm32 from the source that a compiler has, into a sysroot of our own. Bitcode is embedded since
# link-time optimisation reads it; paths are those of Rust's own releases.
build_sysroot() {
  local rustc=$1 sysroot from host commit linker="" tool
  sysroot=$(own_sysroot "$rustc") || return 1
  [[ -d $sysroot ]] && return
  from=$("$rustc" --print sysroot)
  host=$("$rustc" -vV | sed -n 's/^host: //p')
  commit=$("$rustc" -vV | sed -n 's/^commit-hash: //p')
  if [[ ! -e $from/lib/rustlib/$host/bin/rust-lld ]]; then
    linker=$(command -v "wasm-ld-$(llvm_of "$rustc")") || return 1
  fi
  say "standard library for $WASM_TARGET, built from source (one to two minutes)"
  local new=$work/sysroot crate=$work/empty flags
  local rustlib=$new/lib/rustlib
  rm -rf "$new" "$crate" "$work/std"
  mkdir -p "$crate/src" "$new/bin" "$rustlib/$WASM_TARGET/lib"
  printf '[package]\nname = "empty"\nedition = "2024"\n[workspace]\n' >"$crate/Cargo.toml"
  echo '#![no_std]' >"$crate/src/lib.rs"
  printf '%s\n' "$SMALL_MODULE_FLAGS" >"$new/rustflags"
  flags=$(SYSROOT=$new wasm_rustflags -Cembed-bitcode=yes "--remap-path-prefix=$from/lib/rustlib/src/rust=/rustc/$commit")
  (
    cd "$crate" && quietly env -u RUSTFLAGS RUSTC="$from/bin/rustc" RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$work/std" \
      "$from/bin/cargo" build --release --target "$WASM_TARGET" -Zbuild-std=std,panic_abort \
      -Zbuild-std-features=optimize_for_size --config "$flags"
  ) || return 1
  cp "$work/std/$WASM_TARGET/release/deps/"*.rlib "$rustlib/$WASM_TARGET/lib/"
  rm "$rustlib/$WASM_TARGET/lib/"libempty-*.rlib
  ln -s "$from/lib/rustlib/$host" "$rustlib/$host"
  printf '#!/bin/sh\nexec "%s" --sysroot "%s" "$@"\n' "$from/bin/rustc" "$sysroot" >"$new/bin/rustc"
  chmod +x "$new/bin/rustc"
  for tool in cargo cargo-clippy clippy-driver; do
    if [[ -e $from/bin/$tool ]]; then ln -s "$from/bin/$tool" "$new/bin/"; fi
  done
  if [[ -n $linker ]]; then ln -s "$linker" "$new/bin/wasm-ld"; fi
  mv "$new" "$sysroot"
  (use_wasm_compiler) || { rm -rf "$sysroot" && return 1; }
}

own_standard_library() {
  local rustc
  for rustc in $(compilers_with_source); do build_sysroot "$rustc" && return; done
  return 1
}

llvm_of() { "$1" -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'; }

install_debian_compiler() {
  say "Rust with the source of its standard library by Debian's packages"
  apt_install "$WASM_REMEDY" rustc-web cargo-web rust-web-src rust-web-clippy
  apt_install "$WASM_REMEDY" "lld-$(llvm_of /usr/bin/rustc)"
}

# A standard library of our own takes a tenth of the module away. Without its source, what Rust's releases bring does as well.
wasm_compiler() {
  own_standard_library && return
  # A server that can't be reached makes rustup hang; with another way open, a minute is enough to wait, and once.
  local patience=600 tried=$CACHE/tried-rust-src
  if has_apt || (use_wasm_compiler); then patience=60; fi
  if command -v rustup >/dev/null && [[ ! -e $tried ]]; then
    say "source of the standard library by rustup"
    touch "$tried"
    within "$patience" rustup component add rust-src >/dev/null 2>&1 </dev/null && own_standard_library && return
  fi
  if has_apt && { apt_knows rustc-web || ! (use_wasm_compiler); }; then
    (install_debian_compiler) && own_standard_library && return
  fi
  (use_wasm_compiler) && return
  if command -v rustup >/dev/null; then
    say "target $WASM_TARGET by rustup"
    within "$patience" rustup target add "$WASM_TARGET" >/dev/null 2>&1 </dev/null && (use_wasm_compiler) && return
  fi
  fail "no Rust compiler here makes wasm modules. $WASM_REMEDY"
}

cargo_tool() {
  local name=$1 version=$2 dir=$3
  [[ -d $dir ]] && return
  say "$name $version, built from source (two to three minutes)"
  local install=(env -u CARGO_TARGET_DIR -u RUSTFLAGS cargo install "$name" --version "$version" --root "$work/$name")
  # A mirror of the registry can lack a release that the tool's own lock file names.
  quietly "${install[@]}" --locked || quietly "${install[@]}" ||
    give_up "cargo couldn't install $name $version: see above."
  mv "$work/$name" "$dir"
}

# Node's releases as npm packages, one a platform. Outside node_modules, where their bin would hide the user's node.
node_release() {
  local version=$1 dir platform
  dir=$(node_dir "$version")
  [[ -d $dir ]] && return
  say "Node $version"
  platform=$(node -p 'process.platform + "-" + process.arch')
  if [[ $platform == darwin-arm64 ]]; then platform=bin-$platform; fi
  mkdir -p "$work/node"
  quietly npm install --prefix "$work/node" --no-save --ignore-scripts --no-audit --no-fund "node-$platform@$version" ||
    give_up "npm couldn't install Node $version (node-$platform): see above."
  mv "$work/node/node_modules/node-$platform" "$dir"
}

# For the tests alone, which say what is missing: without it, everything can still be built.
browser() {
  local remedy="Install Chromium, and name its program in the environment variable CHROMIUM where it isn't /usr/bin/chromium."
  [[ -x ${CHROMIUM:-/usr/bin/chromium} || -x /usr/bin/google-chrome || -d "/Applications/Google Chrome.app" ]] && return
  if has_apt && grep -q '^ID=debian$' /etc/os-release; then
    say "Chromium, for the tests in a browser"
    apt_install "$remedy" chromium
  else
    say "no Chromium, which the tests in a browser need. $remedy"
  fi
}

# What `wrap` is tried with, at exact versions: 400 MB, for the tests alone, which say what is missing. Install scripts would fetch browsers, and build
# what none of it uses.
real_servers() {
  local dir servers=$work/servers remedy="Install Python 3.10 or later with its modules venv and pip."
  dir=$(real_servers_dir)
  [[ -d $dir ]] && return
  if ! has_venv && has_apt; then apt_install "$remedy" python3-venv; fi
  if ! has_venv; then
    say "no MCP servers, which the tests of wrap need. $remedy"
    return
  fi
  say "MCP servers of npm and PyPI, for the tests of wrap (a minute)"
  mkdir -p "$servers"
  cp js-tests/real-servers/{package.json,package-lock.json,requirements.txt} "$servers/"
  quietly npm ci --prefix "$servers" --ignore-scripts --no-audit --no-fund || give_up "npm couldn't install the MCP servers: see above."
  quietly python3 -m venv "$servers/python" || give_up "python3 couldn't make a virtual environment: see above."
  quietly "$servers/python/bin/python" -m pip install --disable-pip-version-check --requirement "$servers/requirements.txt" ||
    give_up "pip couldn't install the MCP servers: see above."
  mv "$servers" "$dir"
}

has_venv() { python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }

npm_packages() {
  local installed=node_modules/.installed-lock.json
  # npm rewrites its own record whenever it adds or removes a package, as the demo's first run may.
  cmp -s package-lock.json "$installed" && [[ ! node_modules/.package-lock.json -nt $installed ]] && return
  say "npm packages of package-lock.json"
  quietly npm ci --no-audit --no-fund || give_up "npm ci failed: see above."
  cp package-lock.json "$installed"
}

for tool in cargo rustc node npm; do
  command -v "$tool" >/dev/null || fail "$tool isn't on PATH: install Rust (https://rustup.rs) and Node 20 or later first."
done
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || fail "this is Node $(node -p process.versions.node): install Node 20 or later."
[[ -n $(wasm_bindgen_version) ]] || fail "Cargo.lock names no wasm-bindgen: run 'cargo generate-lockfile'."

one_at_a_time "$CACHE/lock"
work=$CACHE/unfinished
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

rust_component clippy clippy rust-web-clippy
rust_component fmt rustfmt rustfmt-web
cargo_tool wasm-bindgen-cli "$(wasm_bindgen_version)" "$(wasm_bindgen_dir)"
cargo_tool wasm-pack "$WASM_PACK_VERSION" "$(wasm_pack_dir)"
wasm_compiler
for version in $NODE_VERSIONS $NODE_CURRENT_VERSION; do node_release "$version"; done
browser
real_servers
npm_packages
say "ready"
