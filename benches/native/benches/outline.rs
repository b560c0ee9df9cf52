//! One megabyte of an outline: rewritten under the preset for outlines, beside what others take to read it alone.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use native_benches::{outline, projection, prune};
use serde_json::Value;

const BYTES: usize = 1_000_000;
const TOOL: &str = "outl_page_get";

fn main() {
    divan::main();
}

#[derive(Clone, Copy, Debug)]
enum Layout {
    Compact,
    Pretty,
}

const LAYOUTS: [Layout; 2] = [Layout::Compact, Layout::Pretty];

fn text(layout: Layout) -> Vec<u8> {
    let value = outline(BYTES);
    match layout {
        Layout::Compact => value.to_string().into_bytes(),
        Layout::Pretty => format!("{value:#}").into_bytes(),
    }
}

#[divan::bench(args = LAYOUTS)]
fn mcp_projection_rewrite(bencher: Bencher, layout: Layout) {
    let (projection, text) = (projection(), text(layout));
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench_local(|| projection.prune(TOOL, black_box(&text)).expect("the text is JSON"));
}

/// The same job on a tree: read, prune, write.
#[divan::bench(args = LAYOUTS)]
fn serde_json_projection(bencher: Bencher, layout: Layout) {
    let text = text(layout);
    bencher.counter(BytesCount::of_slice(&text)).bench_local(|| {
        let mut value: Value = serde_json::from_slice(black_box(&text)).expect("the text is JSON");
        prune(&mut value);
        serde_json::to_vec(&value)
    });
}

/// Reading alone.
#[divan::bench(args = LAYOUTS)]
fn sonic_rs_parse(bencher: Bencher, layout: Layout) {
    let text = text(layout);
    bencher
        .counter(BytesCount::of_slice(&text))
        .bench_local(|| sonic_rs::from_slice::<sonic_rs::Value>(black_box(&text)).expect("the text is JSON"));
}

/// Reading alone, with the copy that it destroys made outside of the measured time.
#[divan::bench(args = LAYOUTS)]
fn simd_json_parse(bencher: Bencher, layout: Layout) {
    let text = text(layout);
    bencher.counter(BytesCount::of_slice(&text)).with_inputs(|| text.clone()).bench_local_refs(|copy| {
        // The tape borrows from the copy, so that only its length leaves.
        simd_json::to_tape(black_box(copy)).expect("the text is JSON").0.len()
    });
}
