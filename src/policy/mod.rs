//! The JSON document that says, per tool, how to project.
//!
//! `document` holds the types, `elsewhere` says where a reader has a dropped member instead, `node` and `read` make the types
//! from JSON, `named` holds members with names of the author's choice, `glob` matches tool names, `check` finds what types can't forbid.

mod check;
mod document;
mod elsewhere;
mod error;
mod glob;
mod named;
mod node;
pub mod presets;
mod read;
mod scalar;

pub(crate) use check::check;
pub use document::{
    Budget, ErrorShape, Flatten, Lists, OutputSchema, Policy, PruneRule, Remainder, Severity, Shape, ToolPolicy,
};
pub use elsewhere::Elsewhere;
pub use error::PolicyError;
pub(crate) use glob::Glob;
pub use named::Named;
