//! A long run without a fuzzer: `cargo run --release --bin seeded -- TARGET FIRST COUNT` checks the inputs of so many seeds.

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, first, count] = arguments.as_slice() else { return usage() };
    let (Ok(first), Ok(count)) = (first.parse::<u64>(), count.parse::<u64>()) else { return usage() };
    let start = Instant::now();
    for seed in first..first + count {
        match catch_unwind(|| mcp_projection_fuzz::seeded(target, seed)) {
            Ok(true) => {}
            Ok(false) => return usage(),
            Err(_) => {
                eprintln!("{target}: the seed was {seed}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{target}: {count} seeds from {first} on in {:.1} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: seeded rewrite|rules|columns|policy|reply|stream FIRST COUNT");
    ExitCode::from(2)
}
