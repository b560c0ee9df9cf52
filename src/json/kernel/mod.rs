//! Sixteen bytes at a time: the questions that decide how fast a text is read.
//!
//! Each question has one safe face here, a scalar twin in [`scalar`], and an implementation for each instruction set that has
//! one: `wasm` (simd128) and `sse2` (x86-64, where SSE2 is always there). Tests hold them against the twin on
//! every byte at every place.
//!
//! Tried without gain: an index of 64-byte masks in front of the pass, as simdjson has it; AVX2; steps of
//! 64 bytes but for long texts.

#![allow(unsafe_code)] // Two reads; see `chunk` and `chunks`.

#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))))]
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
use scalar as best;
#[cfg(target_arch = "x86_64")]
use sse2 as best;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as best;

/// How many bytes a question looks at.
pub(super) const WIDTH: usize = 16;

/// The bytes asked about.
pub(super) type Chunk = [u8; WIDTH];

/// The sixteen bytes from `at` on, where there are so many.
#[inline(always)]
pub(super) fn chunk(bytes: &[u8], at: usize) -> Option<&Chunk> {
    if at > bytes.len().checked_sub(WIDTH)? {
        return None;
    }
    // SAFETY: the question above: one, where slicing twice asks two.
    Some(unsafe { &*bytes.as_ptr().add(at).cast::<Chunk>() })
}

/// The sixty-four bytes from `at` on, where there are so many.
#[inline(always)]
pub(super) fn chunks(bytes: &[u8], at: usize) -> Option<&[Chunk; 4]> {
    if at > bytes.len().checked_sub(4 * WIDTH)? {
        return None;
    }
    // SAFETY: the question above, and arrays of bytes lie close together.
    Some(unsafe { &*bytes.as_ptr().add(at).cast::<[Chunk; 4]>() })
}

/// A bit for each byte, the first byte's the lowest, that a string can't be read over without a look: a quote, a backslash or a
/// control character.
#[inline(always)]
pub(super) fn string_stops(chunk: &Chunk) -> u32 {
    best::string_stops(chunk)
}

/// A bit for each byte, the first byte's the lowest, that is a byte of a non-ASCII character.
#[inline(always)]
pub(super) fn beyond_ascii(chunk: &Chunk) -> u32 {
    best::beyond_ascii(chunk)
}

/// Whether none of these is a byte of a non-ASCII character.
#[inline(always)]
pub(super) fn are_ascii(chunks: &[Chunk; 4]) -> bool {
    best::are_ascii(chunks)
}

/// A bit for each byte, the first byte's the lowest, that is a backslash.
#[inline(always)]
pub(super) fn backslashes(chunk: &Chunk) -> u32 {
    best::backslashes(chunk)
}

/// A bit for each byte, the first byte's the lowest, that is no insignificant whitespace.
#[inline(always)]
pub(super) fn not_whitespace(chunk: &Chunk) -> u32 {
    best::not_whitespace(chunk)
}

/// A bit for each byte, the first byte's the lowest, that is the same in both.
#[inline(always)]
pub(super) fn same(left: &Chunk, right: &Chunk) -> u32 {
    best::same(left, right)
}

/// Each unit, or 0xff for all from 0xff on.
#[inline(always)]
pub(super) fn shades(units: &[u16; WIDTH]) -> Chunk {
    best::shades(units)
}

#[cfg(test)]
mod tests {
    use super::{Chunk, WIDTH, best, scalar};

    fn hold(chunk: &Chunk) {
        assert_eq!(best::string_stops(chunk), scalar::string_stops(chunk), "{chunk:?}");
        assert_eq!(best::beyond_ascii(chunk), scalar::beyond_ascii(chunk), "{chunk:?}");
        assert_eq!(best::backslashes(chunk), scalar::backslashes(chunk), "{chunk:?}");
        assert_eq!(best::not_whitespace(chunk), scalar::not_whitespace(chunk), "{chunk:?}");
        for place in 0..4 {
            let mut chunks = [[b'x'; WIDTH]; 4];
            chunks[place] = *chunk;
            assert_eq!(best::are_ascii(&chunks), scalar::are_ascii(&chunks), "{chunk:?} {place}");
        }
        for other in [[chunk[0]; WIDTH], [chunk[WIDTH - 1]; WIDTH], *chunk] {
            assert_eq!(best::same(chunk, &other), scalar::same(chunk, &other), "{chunk:?} {other:?}");
        }
    }

    #[test]
    fn every_byte_at_every_place_is_what_the_scalar_twin_says() {
        for background in [b' ', b'a', b'"', 0xff] {
            for byte in 0..=255 {
                for place in 0..WIDTH {
                    let mut chunk = [background; WIDTH];
                    chunk[place] = byte;
                    hold(&chunk);
                }
            }
        }
    }

    #[test]
    fn every_unit_has_the_shade_that_the_scalar_twin_says() {
        for unit in 0..=u16::MAX {
            let units = std::array::from_fn(|place| unit.rotate_left(place as u32));
            assert_eq!(best::shades(&units), scalar::shades(&units), "{units:x?}");
        }
    }

    #[test]
    fn mixed_chunks_are_what_the_scalar_twin_says() {
        // A xorshift generator: the same chunks in each run.
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100_000 {
            let mut chunk = [0; WIDTH];
            for byte in &mut chunk {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                *byte = state as u8;
            }
            hold(&chunk);
        }
    }
}
