//! A JSON-RPC conversation seen from the middle: by a proxy, an edge worker, a wrapper around a server's standard streams.
//!
//! A [`Session`] remembers what a client asks for, and projects the results of `tools/call` when they come. Everything
//! else goes on byte for byte: batches, notifications, other methods, errors, answers to nobody, and what isn't JSON-RPC at all.
//! [`Lines`] and [`Events`] cut streams into messages, wherever their chunks end, and put them together again.

mod events;
mod lines;
mod message;
mod pending;
mod tools;

use std::borrow::Cow;

pub use events::Events;
pub use lines::Lines;

use crate::projection::{Call, Projection};
use message::{Id, Message, string, value_at};
use pending::{Pending, Request};
use tools::Tools;

/// What a session may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionLimits {
    /// A message with more bytes goes on as it is.
    pub message_bytes: usize,
    /// How many requests may be without an answer; of more, the oldest are forgotten, and their answers go on as they are.
    pub pending: usize,
}

impl Default for SessionLimits {
    /// 64 MiB and 10,000 requests.
    fn default() -> Self {
        Self { message_bytes: 64 * 1024 * 1024, pending: 10_000 }
    }
}

/// One conversation between a client and a server.
#[derive(Debug)]
pub struct Session {
    projection: Projection,
    limits: SessionLimits,
    pending: Pending,
    tools: Tools,
    /// The client's name, as it introduced itself.
    host: Option<String>,
    /// The protocol revision that the server agreed to.
    revision: Option<String>,
}

impl Session {
    /// A conversation whose replies are projected.
    #[must_use]
    pub fn new(projection: Projection, limits: SessionLimits) -> Self {
        let pending = Pending::new(limits.pending);
        Self { projection, limits, pending, tools: Tools::default(), host: None, revision: None }
    }

    /// What a session may take.
    #[must_use]
    pub fn limits(&self) -> SessionLimits {
        self.limits
    }

    /// Sees a message from the client, which goes on as it is.
    pub fn from_client(&mut self, message: &[u8]) {
        if message.len() > self.limits.message_bytes {
            return;
        }
        match Message::read(message) {
            Some(Message::Batch(messages)) => {
                for message in messages {
                    // A batch in a batch is none.
                    if let Some(message) = Message::read(message) {
                        self.asked(message);
                    }
                }
            }
            Some(message) => self.asked(message),
            None => {}
        }
    }

    fn asked(&mut self, message: Message<'_>) {
        match message {
            Message::Request { id, method, params } => {
                let request = match method.as_slice() {
                    b"tools/call" => params.and_then(|params| self.tools_call(params)),
                    b"tools/list" => Some(Request::ToolsList),
                    b"initialize" => {
                        self.host = params.and_then(|params| text_at(params, &["clientInfo", "name"]));
                        Some(Request::Initialize)
                    }
                    _ => None,
                };
                match request {
                    Some(request) => self.pending.add(id, request),
                    // Its id may have been another's that was never answered.
                    None => {
                        self.pending.take(&id);
                    }
                }
            }
            Message::Notification { method, params } if method == b"notifications/cancelled" => {
                let id = params.and_then(|params| Id::read(value_at(params, &["requestId"])?));
                if let Some(id) = id {
                    self.pending.take(&id);
                }
            }
            _ => {}
        }
    }

    fn tools_call(&self, params: &[u8]) -> Option<Request> {
        let meta = |name: &str| text_at(params, &["_meta", name]);
        let client = ["_meta", "io.modelcontextprotocol/clientInfo", "name"];
        let tool = text_at(params, &["name"])?;
        // From revision 2026-07-28 on each request says who asks.
        let host = || text_at(params, &client).or_else(|| self.host.clone());
        Some(Request::ToolsCall {
            host: if self.projection.takes_host_from_call(&tool) { host() } else { None },
            arguments: value_at(params, &["arguments"]).map(<[u8]>::to_vec),
            revision: meta("io.modelcontextprotocol/protocolVersion").or_else(|| self.revision.clone()),
            tool,
        })
    }

    /// A message from the server as it goes on: itself, unless it is the result of a tool call that the session saw.
    pub fn from_server<'m>(&mut self, message: &'m [u8]) -> Cow<'m, [u8]> {
        if message.len() > self.limits.message_bytes {
            return Cow::Borrowed(message);
        }
        match Message::read(message) {
            Some(Message::Result { id, result }) => self.answered(message, &id, result),
            Some(Message::Error { id }) => {
                self.pending.take(&id);
                Cow::Borrowed(message)
            }
            Some(Message::Batch(messages)) => {
                for message in messages {
                    if let Some(Message::Result { id, .. } | Message::Error { id }) = Message::read(message) {
                        self.pending.take(&id);
                    }
                }
                Cow::Borrowed(message)
            }
            _ => Cow::Borrowed(message),
        }
    }

    fn answered<'m>(&mut self, message: &'m [u8], id: &Id, place: std::ops::Range<usize>) -> Cow<'m, [u8]> {
        let (Some(request), Some(result)) = (self.pending.take(id), message.get(place.clone())) else {
            return Cow::Borrowed(message);
        };
        let changed = match &request {
            Request::Initialize => {
                self.revision = text_at(result, &["protocolVersion"]);
                return Cow::Borrowed(message);
            }
            Request::ToolsList => self.tools.read(result, &self.projection),
            Request::ToolsCall { tool, arguments, host, revision } => {
                let output_schema = self.tools.output_schema(tool);
                let call = Call {
                    arguments: arguments.as_deref(),
                    host: host.as_deref(),
                    revision: revision.as_deref(),
                    declares_output_schema: output_schema.is_some(),
                    output_schema,
                    ..Call::default()
                };
                // What is no reply goes on as it is.
                self.projection.reply(tool, result, &call).unwrap_or(Cow::Borrowed(result))
            }
        };
        match changed {
            Cow::Borrowed(_) => Cow::Borrowed(message),
            Cow::Owned(changed) => {
                let (before, behind) = (message.get(..place.start), message.get(place.end..));
                Cow::Owned([before.unwrap_or_default(), &changed, behind.unwrap_or_default()].concat())
            }
        }
    }
}

/// The text of the string at a path; none where it isn't Unicode.
fn text_at(object: &[u8], path: &[&str]) -> Option<String> {
    String::from_utf8(string(value_at(object, path)?)?).ok()
}
