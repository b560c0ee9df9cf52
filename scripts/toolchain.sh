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

# Our own sysroot for exactly this build of Debian's compiler; an upgrade of the compiler asks for a new one.
debian_sysroot() {
  local version
  version=$(/usr/bin/rustc -vV 2>/dev/null) || return 1
  echo "$CACHE/rust-$(sed -n 's/^release: //p' <<<"$version")-$(sha256sum <<<"$version" | cut -c1-12)"
}

# A file that is there proves nothing about the linker, so this links a module.
makes_wasm() {
  local out status=0
  out=$(mktemp -d)
  rustc --target "$WASM_TARGET" --crate-type cdylib --crate-name probe -o "$out/probe.wasm" \
    ${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER:+-Clinker="$CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER"} \
    - <<<'pub fn probe() {}' >/dev/null 2>&1 || status=1
  rm -rf "$out"
  return "$status"
}

# Cargo's setting of the flags for wasm: the arguments, and names that are the same everywhere instead of this
# computer's folders, since panic messages name source files. Of two rules that fit, the later wins; the folder
# inside the registry's has a name of its own on different computers.
wasm_rustflags() {
  local registry=${CARGO_HOME:-$HOME/.cargo}/registry/src folder
  # Every host that the package supports has simd128, and the engine's kernels need it.
  local flags=("$@" -Ctarget-feature=+simd128 "--remap-path-prefix=$ROOT=/mcp-projection" "--remap-path-prefix=$registry=/crates")
  for folder in "$registry"/*/; do
    if [[ -d $folder ]]; then flags+=("--remap-path-prefix=${folder%/}=/crates"); fi
  done
  printf "target.%s.rustflags=[" "$WASM_TARGET"
  printf "'%s'," "${flags[@]}"
  printf "]"
}

# Puts a compiler that makes wasm modules on PATH: the user's own where it can, else Debian's with our sysroot.
# Its target folder is of its own, since it need not be the compiler of `cargo test`.
use_wasm_compiler() {
  export CARGO_TARGET_DIR=$ROOT/target/wasm
  unset RUSTFLAGS # meant for the host, and cargo would take them instead of ours
  makes_wasm && return
  local sysroot
  sysroot=$(debian_sysroot) && [[ -d $sysroot ]] || return 1
  PATH=$sysroot/bin:$PATH
  export SYSROOT=$sysroot # Clippy reads it
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$sysroot/bin/wasm-ld
  makes_wasm
}
