//! The engine against serde_json, on documents made and broken by chance.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)] // A test that fails may panic.

mod checks;
#[allow(dead_code)] // Flattening is not asked for here.
mod reference;

use mcp_projection::json;
