//! SSE2, which every x86-64 processor has.
#![allow(unsafe_code)] // Loads from memory; see each.

use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_packus_epi16,
    _mm_set1_epi8, _mm_set1_epi16, _mm_storeu_si128, _mm_sub_epi16, _mm_subs_epu16,
};

use super::{Chunk, WIDTH};

#[inline(always)]
fn load(chunk: &Chunk) -> __m128i {
    // SAFETY: a chunk is 16 readable bytes, and this load asks for no alignment.
    unsafe { _mm_loadu_si128(chunk.as_ptr().cast()) }
}

#[inline(always)]
fn bits(lanes: __m128i) -> u32 {
    // SAFETY: SSE2 is part of the x86-64 baseline.
    unsafe { _mm_movemask_epi8(lanes) as u32 }
}

#[inline(always)]
fn equal(lanes: __m128i, byte: u8) -> __m128i {
    // SAFETY: SSE2 is part of the x86-64 baseline.
    unsafe { _mm_cmpeq_epi8(lanes, _mm_set1_epi8(byte as i8)) }
}

#[inline(always)]
fn or(left: __m128i, right: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of the x86-64 baseline.
    unsafe { _mm_or_si128(left, right) }
}

#[inline(always)]
pub(super) fn string_stops(chunk: &Chunk) -> u32 {
    let lanes = load(chunk);
    // There is no unsigned comparison, but a byte is at most 0x1f when it is the smaller of itself and that.
    // SAFETY: SSE2 is part of the x86-64 baseline.
    let low = unsafe { _mm_cmpeq_epi8(_mm_min_epu8(lanes, _mm_set1_epi8(0x1f)), lanes) };
    bits(or(low, or(equal(lanes, b'"'), equal(lanes, b'\\'))))
}

#[inline(always)]
pub(super) fn beyond_ascii(chunk: &Chunk) -> u32 {
    // A mask of the highest bits is what this instruction makes of any bytes.
    bits(load(chunk))
}

#[inline(always)]
pub(super) fn are_ascii([first, second, third, fourth]: &[Chunk; 4]) -> bool {
    bits(or(or(load(first), load(second)), or(load(third), load(fourth)))) == 0
}

#[inline(always)]
pub(super) fn backslashes(chunk: &Chunk) -> u32 {
    bits(equal(load(chunk), b'\\'))
}

#[inline(always)]
pub(super) fn not_whitespace(chunk: &Chunk) -> u32 {
    let lanes = load(chunk);
    let blank = or(equal(lanes, b' '), equal(lanes, b'\n'));
    let other = or(equal(lanes, b'\r'), equal(lanes, b'\t'));
    !bits(or(blank, other)) & 0xffff
}

#[inline(always)]
pub(super) fn same(left: &Chunk, right: &Chunk) -> u32 {
    // SAFETY: SSE2 is part of the x86-64 baseline.
    bits(unsafe { _mm_cmpeq_epi8(load(left), load(right)) })
}

#[inline(always)]
pub(super) fn shades(units: &[u16; WIDTH]) -> Chunk {
    let mut shades = [0; WIDTH];
    // SAFETY: SSE2 is part of the x86-64 baseline; sixteen units are two times 16 readable bytes, a chunk is 16 writable ones, and none of these asks
    // for alignment.
    unsafe {
        // There is no unsigned minimum, but what is more than 0xff can be taken off.
        let half = |at: usize| {
            let lanes = _mm_loadu_si128(units.as_ptr().add(at).cast());
            _mm_sub_epi16(lanes, _mm_subs_epu16(lanes, _mm_set1_epi16(0xff)))
        };
        _mm_storeu_si128(shades.as_mut_ptr().cast(), _mm_packus_epi16(half(0), half(8)));
    }
    shades
}
