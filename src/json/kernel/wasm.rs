//! WebAssembly's simd128, which the module is built with.
#![allow(unsafe_code)] // Loads from memory; see each.

use std::arch::wasm32::{
    i8x16_bitmask, u8x16_eq, u8x16_min, u8x16_shuffle, u8x16_splat, u16x8_gt, u16x8_splat, v128, v128_load, v128_or,
    v128_store,
};

use super::{Chunk, WIDTH};

#[inline(always)]
fn load(chunk: &Chunk) -> v128 {
    // SAFETY: a chunk is 16 readable bytes, and this load asks for no alignment.
    unsafe { v128_load(chunk.as_ptr().cast()) }
}

#[inline(always)]
fn equal(lanes: v128, byte: u8) -> v128 {
    u8x16_eq(lanes, u8x16_splat(byte))
}

#[inline(always)]
pub(super) fn string_stops(chunk: &Chunk) -> u32 {
    let lanes = load(chunk);
    // An unsigned comparison takes x86-64 four instructions; a byte is at most 0x1f when it is the smaller of itself and that.
    let low = u8x16_eq(u8x16_min(lanes, u8x16_splat(0x1f)), lanes);
    i8x16_bitmask(v128_or(low, v128_or(equal(lanes, b'"'), equal(lanes, b'\\')))).into()
}

#[inline(always)]
pub(super) fn beyond_ascii(chunk: &Chunk) -> u32 {
    // A mask of the highest bits is what this instruction makes of any bytes.
    i8x16_bitmask(load(chunk)).into()
}

#[inline(always)]
pub(super) fn are_ascii([first, second, third, fourth]: &[Chunk; 4]) -> bool {
    let lanes = v128_or(v128_or(load(first), load(second)), v128_or(load(third), load(fourth)));
    i8x16_bitmask(lanes) == 0
}

#[inline(always)]
pub(super) fn backslashes(chunk: &Chunk) -> u32 {
    i8x16_bitmask(equal(load(chunk), b'\\')).into()
}

#[inline(always)]
pub(super) fn not_whitespace(chunk: &Chunk) -> u32 {
    let lanes = load(chunk);
    let blank = v128_or(equal(lanes, b' '), equal(lanes, b'\n'));
    let other = v128_or(equal(lanes, b'\r'), equal(lanes, b'\t'));
    !u32::from(i8x16_bitmask(v128_or(blank, other))) & 0xffff
}

#[inline(always)]
pub(super) fn same(left: &Chunk, right: &Chunk) -> u32 {
    i8x16_bitmask(u8x16_eq(load(left), load(right))).into()
}

#[inline(always)]
pub(super) fn shades(units: &[u16; WIDTH]) -> Chunk {
    let mut shades = [0; WIDTH];
    // SAFETY: sixteen units are two times 16 readable bytes, a chunk is 16 writable ones, and none of these asks for alignment.
    unsafe {
        // The low byte of a unit, with all bits where the unit is beyond it.
        let half = |at: usize| {
            let lanes = v128_load(units.as_ptr().add(at).cast());
            v128_or(lanes, u16x8_gt(lanes, u16x8_splat(0xff)))
        };
        // Compilers take a minimum and a narrowing for one instruction, which reads its lanes as signed.
        let low = u8x16_shuffle::<0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30>(half(0), half(8));
        v128_store(shades.as_mut_ptr().cast(), low);
    }
    shades
}
