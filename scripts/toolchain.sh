# shellcheck shell=bash
# Where the tools are; sourced by setup.sh, build.sh and test.sh.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/mcp-projection
WASM_TARGET=wasm32-unknown-unknown
# shellcheck source=scripts/tools.env
. "$ROOT/scripts/tools.env"
cd "$ROOT" || exit

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Waits until no other run holds the lock, then keeps it until this script ends.
one_at_a_time() {
  mkdir -p "$(dirname "$1")"
  exec 9>"$1"
  if command -v flock >/dev/null; then flock 9; fi
}

wasm_bindgen_version() {
  awk '$0 == "name = \"wasm-bindgen\"" { getline; gsub(/^version = "|"$/, ""); print }' Cargo.lock
}

wasm_bindgen_dir() { echo "$CACHE/wasm-bindgen-$(wasm_bindgen_version)"; }
wasm_pack_dir() { echo "$CACHE/wasm-pack-$WASM_PACK_VERSION"; }
node_dir() { echo "$CACHE/node-$1"; }
# Named after what is asked for; js-tests/real-servers/installed.mjs looks there.
real_servers_dir() {
  local hash='crypto.createHash("sha256").update(fs.readFileSync(0)).digest("hex").slice(0, 12)'
  echo "$CACHE/real-servers-$(cat js-tests/real-servers/{package-lock.json,requirements.txt} | node -p "$hash")"
}

# How the standard library and the module are compiled where a compiler has the library's source: small, but for functions that say
# otherwise, and without what panics say. One argument a line; flags that aren't stable need RUSTC_BOOTSTRAP.
SMALL_MODULE_FLAGS='-Zunstable-options
-Cpanic=immediate-abort
-Zlocation-detail=none
--cfg=optimize_attribute'

# The compilers that have the standard library's source: the user's own, Debian's.
compilers_with_source() {
  local rustc
  for rustc in rustc /usr/bin/rustc; do
    if [[ -d $("$rustc" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library ]]; then echo "$rustc"; fi
  done
}

# Our own sysroot for exactly this build of a compiler and these flags; an upgrade of the compiler asks for a new one.
own_sysroot() {
  local version
  version=$("$1" -vV 2>/dev/null) || return 1
  echo "$CACHE/rust-$(sed -n 's/^release: //p' <<<"$version")-$(sha256sum <<<"$version$SMALL_MODULE_FLAGS" | cut -c1-12)"
}

# A file that is there proves nothing about the linker, so this links a module.
makes_wasm() {
  local out status=0
  out=$(mktemp -d)
  rustc --target "$WASM_TARGET" --crate-type cdylib --crate-name probe -o "$out/probe.wasm" \
    ${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER:+-Clinker="$CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER"} \
    ${SYSROOT:+@"$SYSROOT/rustflags"} \
    - <<<'pub fn probe() {}' >/dev/null 2>&1 || status=1
  rm -rf "$out"
  return "$status"
}

# Cargo's setting of the flags for wasm: the arguments, and names that are the same everywhere instead of this
# computer's folders, since panic messages name source files. Of two rules that fit, the later wins; the folder
# inside the registry's has a name of its own on different computers.
wasm_rustflags() {
  local registry=${CARGO_HOME:-$HOME/.cargo}/registry/src folder flag
  # Every host that the package supports has simd128, and the engine's kernels need it.
  local flags=("$@" -Ctarget-feature=+simd128 "--remap-path-prefix=$ROOT=/mcp-projection" "--remap-path-prefix=$registry=/crates")
  for folder in "$registry"/*/; do
    if [[ -d $folder ]]; then flags+=("--remap-path-prefix=${folder%/}=/crates"); fi
  done
  if [[ -n ${SYSROOT:-} ]]; then
    while IFS= read -r flag; do flags+=("$flag"); done <"$SYSROOT/rustflags"
  fi
  printf "target.%s.rustflags=[" "$WASM_TARGET"
  printf "'%s'," "${flags[@]}"
  printf "]"
}

# Puts a compiler that makes wasm modules on PATH: one with a sysroot of ours, else the user's own as it is.
# Its target folder is of its own, since it need not be the compiler of `cargo test`.
use_wasm_compiler() {
  export CARGO_TARGET_DIR=$ROOT/target/wasm
  unset RUSTFLAGS SYSROOT # the flags are meant for the host, and cargo would take them instead of ours
  local rustc sysroot
  for rustc in $(compilers_with_source); do
    sysroot=$(own_sysroot "$rustc")
    if [[ ! -d $sysroot ]]; then continue; fi
    PATH=$sysroot/bin:$PATH
    export SYSROOT=$sysroot # Clippy reads it, and so do we
    export RUSTC_BOOTSTRAP=1
    if [[ -e $sysroot/bin/wasm-ld ]]; then export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$sysroot/bin/wasm-ld; fi
    break
  done
  makes_wasm
}
