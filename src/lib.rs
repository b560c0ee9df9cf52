//! What an MCP tool's reply looks like on the wire.
//!
//! A tool's handler computes a *payload*; a model reads the *reply* and pays for every token of it. A
//! [`Projection`] makes the one from the other as a [`Policy`] says, under one law: it drops what the
//! reader can re-derive, never the only copy.
//!
//! ```
//! use mcp_projection::{Call, Projection, presets};
//!
//! let projection = Projection::new(&presets::outline())?;
//! let payload = br#"{
//!   "id": "01M8", "text": "read [[Testing]]", "children": [], "collapsed": false, "todo": "TODO",
//!   "tokens": [{ "kind": "plain", "value": "read " }, { "kind": "page_ref", "value": "Testing" }]
//! }"#;
//! let reply = projection.success("outl_block_get", payload, &Call::default())?;
//! assert_eq!(
//!     reply.texts().collect::<Vec<_>>(),
//!     [r#"{"id":"01M8","text":"read [[Testing]]","children":[],"todo":"TODO"}"#],
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Projection::reply`] does the same for a reply that somebody else built, and [`Projection::explain`] says what was decided and why.
#![cfg_attr(optimize_attribute, feature(optimize_attribute))]

/// The README's Rust example, kept true.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

pub mod json;
mod policy;
mod projection;
mod session;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use json::{JsonError, Scalar, expand_columns};
pub use policy::{
    Budget, Elsewhere, ErrorShape, Flatten, Lists, Named, OutputSchema, Policy, PolicyError, PruneRule, Remainder,
    Severity, Shape, ToolPolicy, presets,
};
pub use projection::{Call, Decision, FailureError, HOST_PROFILES, Projection, Reply, ToolFailure, ToolForms, rules};
pub use session::{ClientLines, Events, Lines, ReplyReport, Session, SessionLimits};

/// This crate's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
