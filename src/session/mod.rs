//! A JSON-RPC conversation seen from the middle: by a proxy, an edge worker, a wrapper around a server's standard streams.
//!
//! A [`Session`] remembers what a client asks for, and projects the results of `tools/call` when they come. Everything
//! else goes on byte for byte: batches, notifications, other methods, errors, answers to nobody, and what isn't JSON-RPC at all.
//! [`ClientLines`], [`Lines`] and [`Events`] cut streams into messages, wherever their chunks end, and put them together again.

mod conversation;
mod events;
mod lines;
mod memory;
mod message;
mod pending;
mod tools;

use std::borrow::Cow;

use serde::Serialize;

pub(crate) use conversation::Conversation;
pub use events::Events;
pub use lines::{ClientLines, Lines};
pub(crate) use memory::Memory;
#[cfg(target_arch = "wasm32")]
pub(crate) use {events::event, lines::line, memory::Shelf};

use crate::projection::{Decision, Projection};
use memory::OwnShelf;

/// What a session may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionLimits {
    /// A message with more bytes goes on as it is.
    pub message_bytes: usize,
    /// How many requests may be without an answer; of more, the oldest are forgotten, and their answers go on as they are.
    pub pending: usize,
    /// How many bytes what is remembered of them may have; of more, the oldest are forgotten likewise. A call's arguments count only where the
    /// policy asks for them.
    pub pending_bytes: usize,
}

impl Default for SessionLimits {
    /// 64 MiB, 10,000 requests and 16 MiB.
    fn default() -> Self {
        Self { message_bytes: 64 * 1024 * 1024, pending: 10_000, pending_bytes: 16 * 1024 * 1024 }
    }
}

/// What became of a result of `tools/call`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplyReport {
    /// The tool's name.
    pub tool: String,
    /// How many bytes the result had.
    pub bytes_before: usize,
    /// How many bytes it has as it goes on.
    pub bytes_after: usize,
    /// What was decided, as [`Projection::explain`] says it.
    pub decisions: Vec<Decision>,
}

/// One conversation between a client and a server.
///
/// ```
/// use mcp_projection::{Policy, Projection, Session, SessionLimits};
///
/// let mut session = Session::new(Projection::new(&Policy::default())?, SessionLimits::default());
/// session.from_client(br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sum"}}"#);
/// let message = br#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"sum":3}}}"#;
/// assert_eq!(
///     &*session.from_server(message),
///     br#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"sum\":3}"}]}}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    projection: Projection,
    limits: SessionLimits,
    memory: Memory<OwnShelf>,
}

impl Session {
    /// A conversation whose replies are projected.
    #[must_use]
    pub fn new(projection: Projection, limits: SessionLimits) -> Self {
        Self { projection, limits, memory: Memory::default() }
    }

    /// The same where the client may know of outputSchemas that the session hasn't seen: a tool that no `tools/list` reply has named counts as
    /// one that declares an outputSchema, and its structuredContent stays.
    #[must_use]
    pub fn assuming_output_schemas(mut self) -> Self {
        self.conversation().assume_output_schemas();
        self
    }

    /// What a session may take.
    #[must_use]
    pub fn limits(&self) -> SessionLimits {
        self.limits
    }

    /// Sees a message from the client, which goes on as it is.
    pub fn from_client(&mut self, message: &[u8]) {
        self.conversation().client_sends(message);
    }

    /// A message from the server as it goes on: itself, unless it is the result of a tool call that the session saw.
    pub fn from_server<'m>(&mut self, message: &'m [u8]) -> Cow<'m, [u8]> {
        self.conversation().server_sends(message)
    }

    /// The same, where `on_reply` hears of each result of `tools/call`.
    pub fn from_server_reporting<'m>(
        &mut self,
        message: &'m [u8],
        on_reply: &mut dyn FnMut(ReplyReport),
    ) -> Cow<'m, [u8]> {
        Conversation { on_reply: Some(on_reply), ..self.conversation() }.server_sends(message)
    }

    fn conversation(&mut self) -> Conversation<'_, OwnShelf> {
        let Self { projection, limits, memory } = self;
        Conversation { projection, limits: *limits, memory, on_reply: None }
    }
}
