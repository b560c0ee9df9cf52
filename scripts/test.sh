#!/usr/bin/env bash
# Every check, in the order of the data's way: `npm test`. Needs no terminal and no git, and leaves pkg/dist as it is:
# the JavaScript tests run against a package built here, under target/stage, so a stale pkg/dist can't hide.
set -euo pipefail
# shellcheck source=scripts/toolchain.sh
. "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

step() {
  local title=$1 start=$SECONDS
  shift
  printf '\n=== %s\n' "$title"
  "$@" </dev/null || fail "npm test stopped at '$title'. The command was: $*"
  printf '=== %s: passed in %d s\n' "$title" "$((SECONDS - start))"
}

# The only code behind cfg(target_arch = "wasm32") is checked with the compiler that builds it.
clippy_for_wasm() (
  # shellcheck disable=SC2119
  use_wasm_compiler &&
    cargo clippy --lib --locked --target "$WASM_TARGET" --config "$(wasm_rustflags)" -- -D warnings
)

# Packed and unpacked as npm would, so that a file missing from package.json's "files" is missing here too.
stage_package() {
  local package=target/stage/node_modules/mcp-projection
  rm -rf target/stage &&
    mkdir -p target/stage/pkg "$package" &&
    find pkg -maxdepth 1 -type f -exec cp {} target/stage/pkg/ \; &&
    bash scripts/build.sh target/stage/pkg/dist &&
    (cd target/stage/pkg && npm pack --ignore-scripts --silent --pack-destination ..) &&
    tar -xzf target/stage/mcp-projection-*.tgz --strip-components=1 -C "$package" &&
    cp -R README.md docs js-tests vectors examples target/stage/
}

js_tests() {
  local files=() file
  while IFS= read -r file; do files+=("$file"); done < <(
    find target/stage/js-tests \( -name node_modules -o -name everywhere -o -name real-servers \) -prune -o \( -name '*.test.mjs' -o -name '*.test.cjs' \) -print | sort
  )
  ((${#files[@]} > 0)) && "$(node_dir "$1")/bin/node" --test --test-reporter=spec "${files[@]}"
}

# Each starts the runtimes that it is about, so that one run is enough.
everywhere_tests() {
  "$(node_dir "${NODE_VERSIONS##* }")/bin/node" --test --test-reporter=spec target/stage/js-tests/everywhere/*.test.mjs
}

# Some of the servers run on newer releases alone.
real_server_tests() {
  "$(node_dir "${NODE_VERSIONS##* }")/bin/node" --test --test-reporter=spec target/stage/js-tests/real-servers/*.test.mjs
}

started=$SECONDS
step "set-up" bash scripts/setup.sh
PATH=$ROOT/node_modules/.bin:$PATH
step "Rust: format" cargo fmt --check
step "Rust: format of benches" cargo fmt --check --manifest-path benches/native/Cargo.toml
step "Rust: format of fuzz targets" cargo fmt --check --manifest-path fuzz/Cargo.toml
step "Rust: clippy" cargo clippy --all-targets --locked -- -D warnings
step "Rust: clippy for wasm" clippy_for_wasm
step "Rust: tests" cargo test --locked
step "Rust: documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked
step "package: build" stage_package
# Of the committed package, which users download: another compiler makes another module.
step "package: sizes" node scripts/sizes.mjs --check
step "TypeScript: types" tsc -p pkg --noEmit
step "TypeScript: types of the command" tsc -p pkg/src/cli --noEmit
step "TypeScript: types as a user sees them" tsc -p target/stage/js-tests --noEmit
step "JavaScript: types of the examples" tsc -p target/stage/examples
step "JavaScript: eslint" eslint .
for version in $NODE_VERSIONS; do
  step "JavaScript: tests on Node $version" js_tests "$version"
done
step "JavaScript: every runtime and bundler" everywhere_tests
step "JavaScript: servers as others publish them, behind wrap" real_server_tests
step "benches" node benches/javascript/bench.mjs --smoke --package target/stage/pkg/dist
step "demo" node target/stage/examples/demo/demo.mjs
printf '\nnpm test: every step passed, in %d s\n' "$((SECONDS - started))"
