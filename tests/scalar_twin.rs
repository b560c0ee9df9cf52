//! The engine on the scalar kernel, against serde_json: what holds for the instructions of this machine holds without them.
//!
//! Which kernel the library takes is settled when it is compiled, so its files are put together here once more, around the
//! other kernel. Their own tests run with them.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

mod checks;
#[allow(dead_code)] // Flattening is not asked for here.
mod reference;

#[path = "../src/json"]
#[allow(dead_code, unreachable_pub, unused_imports)] // What the rest of the library uses of them isn't here.
mod json {
    mod careful;
    mod columns;
    mod engine;
    mod equal;
    mod error;
    mod guesses;
    mod in_place;
    mod lag;
    mod members;
    mod nesting;
    mod nodes;
    mod number;
    mod plain;
    mod rewrite;
    mod rules;
    mod scan;
    mod skip;
    mod text;

    mod kernel {
        mod scalar;

        pub(super) const WIDTH: usize = 16;
        pub(super) type Chunk = [u8; WIDTH];

        pub(super) fn string_stops(chunk: &Chunk) -> u32 {
            scalar::string_stops(chunk)
        }

        pub(super) fn beyond_ascii(chunk: &Chunk) -> u32 {
            scalar::beyond_ascii(chunk)
        }

        pub(super) fn are_ascii(chunks: &[Chunk; 4]) -> bool {
            scalar::are_ascii(chunks)
        }

        pub(super) fn backslashes(chunk: &Chunk) -> u32 {
            scalar::backslashes(chunk)
        }

        pub(super) fn chunk(bytes: &[u8], at: usize) -> Option<&Chunk> {
            bytes.get(at..)?.first_chunk()
        }

        pub(super) fn chunks(bytes: &[u8], at: usize) -> Option<&[Chunk; 4]> {
            bytes.get(at..)?.as_chunks().0.first_chunk()
        }

        pub(super) fn same(left: &Chunk, right: &Chunk) -> u32 {
            scalar::same(left, right)
        }

        pub(super) fn shades(units: &[u16; WIDTH]) -> Chunk {
            scalar::shades(units)
        }

        pub(super) fn not_whitespace(chunk: &Chunk) -> u32 {
            scalar::not_whitespace(chunk)
        }
    }

    pub use engine::{Engine, Form, Lists, Refusal};
    pub use error::{Expected, JsonError};
    pub use rewrite::{Limits, Trust, rewrite};
    pub use rules::{Condition, Rule, Rules, Scalar, Supplied, SuppliedValue};
}
