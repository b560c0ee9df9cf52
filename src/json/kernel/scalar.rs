//! The twin that says what the others have to say, byte by byte, and their stand-in where there are no such instructions.

use super::{Chunk, WIDTH};

fn mask(chunk: &Chunk, question: impl Fn(u8) -> bool) -> u32 {
    chunk.iter().rev().fold(0, |mask, &byte| mask << 1 | u32::from(question(byte)))
}

pub(super) fn string_stops(chunk: &Chunk) -> u32 {
    mask(chunk, |byte| matches!(byte, b'"' | b'\\' | ..=0x1f))
}

pub(super) fn beyond_ascii(chunk: &Chunk) -> u32 {
    mask(chunk, |byte| byte >= 0x80)
}

pub(super) fn are_ascii(chunks: &[Chunk; 4]) -> bool {
    chunks.as_flattened().is_ascii()
}

pub(super) fn backslashes(chunk: &Chunk) -> u32 {
    mask(chunk, |byte| byte == b'\\')
}

pub(super) fn not_whitespace(chunk: &Chunk) -> u32 {
    mask(chunk, |byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
}

pub(super) fn same(left: &Chunk, right: &Chunk) -> u32 {
    left.iter().zip(right).rev().fold(0, |mask, (left, right)| mask << 1 | u32::from(left == right))
}

pub(super) fn shades(units: &[u16; WIDTH]) -> Chunk {
    units.map(|unit| unit.min(0xff) as u8)
}
