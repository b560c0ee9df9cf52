//! The byte engine: JSON text in, the same JSON out, compact and without the members that rules drop.
//!
//! It works on spans of the input and builds no tree, so every token that stays leaves byte for
//! byte as it came: `9007199254740993`, `1.0`, `-0`, `1e400` and `"\ud83d"` included. It knows
//! nothing of MCP and nothing of policies; a [`Rules`] value says what may go.
//!
//! Input is validated strictly by RFC 8259: one value, UTF-8 without a byte order mark, no trailing commas, no control
//! characters inside strings, every escape well formed. A `\ud83d` without its partner is legal
//! there and is kept.

mod careful;
mod columns;
mod engine;
mod equal;
mod error;
mod guesses;
mod in_place;
mod kernel;
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

pub use columns::expand_columns;
pub(crate) use columns::{Change, Columns, columns, may_have_columns, prefix_lengths, without_columns};
pub use engine::{Engine, Form, Lists, Refusal};
pub(crate) use equal::{Told, equal};
pub(crate) use error::Fault;
pub use error::{Expected, JsonError};
pub(crate) use members::{Member, Place, Reader, items, last_named, member_value, members, not_an_object};
pub(crate) use nodes::Nodes;
pub use rewrite::{Limits, Trust, rewrite};
pub use rules::{Condition, Rule, Rules, Scalar, Supplied, SuppliedValue};
pub(crate) use text::{decode, escape_into, in_order, inside_quotes, same_bytes};
