#!/usr/bin/env bash
# Builds the wasm module and the npm package: `npm run build` writes pkg/dist and its stamp,
# `scripts/build.sh FOLDER` writes the package's files to another folder and leaves pkg/dist as it is.
set -euo pipefail
# shellcheck source=scripts/toolchain.sh
. "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

bash scripts/setup.sh
one_at_a_time target/build.lock
use_wasm_compiler || fail "the wasm compiler that the set-up brought is gone: run 'npm run setup'."

PATH=$(wasm_pack_dir)/bin:$(wasm_bindgen_dir)/bin:$ROOT/node_modules/.bin:$PATH

# shellcheck disable=SC2119
wasm-pack --log-level error build --release --target web --no-pack --mode no-install \
  --out-dir target/wasm-pack --out-name mcp_projection -- --locked --config "$(wasm_rustflags)"

dist=${1:-pkg/dist}
node pkg/build.mjs --out "$dist"
if [[ $dist == pkg/dist ]]; then node scripts/stamp.mjs --write; fi

size() { printf '%-28s %9d bytes, gzip %9d\n' "$1" "$(wc -c <"$2")" "$(gzip -9c "$2" | wc -c)"; }
size "wasm module" target/wasm-pack/mcp_projection_bg.wasm
while IFS= read -r file; do size "${file#"$dist"/}" "$file"; done < <(find "$dist" -type f | sort)
