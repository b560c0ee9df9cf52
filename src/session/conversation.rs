//! What a session does with each message, wherever it keeps what it knows.

use std::borrow::Cow;
use std::ops::Range;

use super::memory::{Memory, Shelf};
use super::message::{Id, Message, string, value_at};
use super::pending::{self, Request};
use super::tools;
use super::{ReplyReport, SessionLimits};
use crate::projection::{Call, CallText, Decision, Projection, rules};

/// The client's name as it introduced itself, as a token.
const HOST: &[u8] = b"host";
/// The protocol revision that the server agreed to, as a token.
const REVISION: &[u8] = b"revision";
/// Whether a tool that wasn't listed counts as one that declares an outputSchema: it may have been, where nobody looked.
/// The package's own sessions put it by this name, too.
const ASSUMES_OUTPUT_SCHEMA: &[u8] = b"assumesOutputSchema";

/// A conversation for the time of one message.
pub(crate) struct Conversation<'a, S> {
    pub(crate) projection: &'a Projection,
    pub(crate) limits: SessionLimits,
    pub(crate) memory: &'a mut Memory<S>,
    /// Hears of each result of `tools/call`.
    pub(crate) on_reply: Option<&'a mut dyn FnMut(ReplyReport)>,
}

impl<S: Shelf> Conversation<'_, S> {
    /// Sees a message from the client, which goes on as it is.
    pub(crate) fn client_sends(&mut self, message: &[u8]) {
        if message.len() > self.limits.message_bytes {
            return;
        }
        match Message::read(message) {
            Some(Message::Batch(messages)) => {
                // A batch in a batch is none.
                messages.into_iter().filter_map(Message::read).for_each(|message| self.asked(message));
            }
            Some(message) => self.asked(message),
            None => {}
        }
    }

    fn asked(&mut self, message: Message<'_>) {
        match message {
            Message::Request { id, method, params } => {
                let request = match method.as_slice() {
                    b"tools/call" => params.and_then(|params| self.tools_call(params)).map(Request::ToolsCall),
                    b"tools/list" => Some(Request::ToolsList),
                    b"initialize" => {
                        let name = params.and_then(|params| string_at(params, &["clientInfo", "name"]));
                        self.learn(HOST, name);
                        Some(Request::Initialize)
                    }
                    _ => None,
                };
                let Some(request) = request else {
                    // Its id may have been another's that was never answered.
                    pending::take(self.memory, &id);
                    return;
                };
                if pending::add(self.memory, &id, &request, &self.limits) {
                    self.assume_output_schemas();
                }
            }
            Message::Notification { method, params } if method == b"notifications/cancelled" => {
                let id = params.and_then(|params| Id::read(value_at(params, &["requestId"])?));
                if let Some(id) = id {
                    pending::take(self.memory, &id);
                }
            }
            _ => {}
        }
    }

    /// What is known of a call: the tool's name, and what [`CallText`] reads.
    fn tools_call(&self, params: &[u8]) -> Option<Vec<u8>> {
        let token = string_at(params, &["name"])?;
        let tool = String::from_utf8(string(token)?).ok()?;
        // From revision 2026-07-28 on each request says who asks, and in which revision.
        let client = ["_meta", "io.modelcontextprotocol/clientInfo", "name"];
        let revision = ["_meta", "io.modelcontextprotocol/protocolVersion"];
        let known =
            |path: &[&str], fact| string_at(params, path).map(Cow::Borrowed).or_else(|| self.memory.facts.get(fact));
        let asks_for_arguments = self.projection.asks_for_arguments(&tool);
        let members = [
            ("arguments", value_at(params, &["arguments"]).filter(|_| asks_for_arguments).map(Cow::Borrowed)),
            ("host", self.projection.takes_host_from_call(&tool).then(|| known(&client, HOST)).flatten()),
            ("revision", known(&revision, REVISION)),
        ];
        let mut text = [b"{\"tool\":", token].concat();
        for (name, value) in members {
            if let Some(value) = value {
                text.extend_from_slice(format!(",\"{name}\":").as_bytes());
                text.extend_from_slice(&value);
            }
        }
        text.push(b'}');
        Some(text)
    }

    /// A message from the server as it goes on: itself, unless it is the result of a tool call that the session saw.
    pub(crate) fn server_sends<'m>(&mut self, message: &'m [u8]) -> Cow<'m, [u8]> {
        if message.len() > self.limits.message_bytes {
            self.missed();
        } else if self.memory.requests.texts() + self.memory.lists.texts() > 0 {
            match Message::read(message) {
                Some(Message::Result { id, result }) => return self.answered(message, &id, result),
                Some(Message::Error { id }) => {
                    pending::take(self.memory, &id);
                }
                Some(Message::Batch(messages)) => {
                    messages.into_iter().for_each(|message| self.answered_in_batch(message))
                }
                _ => {}
            }
        }
        Cow::Borrowed(message)
    }

    /// A batch goes on as it is, but what it says is known.
    fn answered_in_batch(&mut self, message: &[u8]) {
        match Message::read(message) {
            Some(Message::Result { id, result }) => {
                let request = pending::take(self.memory, &id);
                let result = message.get(result).unwrap_or_default();
                match request {
                    Some(Request::Initialize) => self.learn(REVISION, string_at(result, &["protocolVersion"])),
                    Some(Request::ToolsList) => {
                        self.listed(result);
                    }
                    _ => {}
                }
            }
            Some(Message::Error { id }) => {
                pending::take(self.memory, &id);
            }
            _ => {}
        }
    }

    fn answered<'m>(&mut self, message: &'m [u8], id: &Id, place: Range<usize>) -> Cow<'m, [u8]> {
        let (Some(request), Some(result)) = (pending::take(self.memory, id), message.get(place.clone())) else {
            return Cow::Borrowed(message);
        };
        let changed = match &request {
            Request::Initialize => {
                self.learn(REVISION, string_at(result, &["protocolVersion"]));
                return Cow::Borrowed(message);
            }
            Request::ToolsList => self.listed(result),
            Request::ToolsCall(call) => self.replied(call, result),
        };
        match changed {
            Cow::Borrowed(_) => Cow::Borrowed(message),
            Cow::Owned(changed) => {
                let (before, behind) = (message.get(..place.start), message.get(place.end..));
                Cow::Owned([before.unwrap_or_default(), &changed, behind.unwrap_or_default()].concat())
            }
        }
    }

    fn listed<'r>(&mut self, result: &'r [u8]) -> Cow<'r, [u8]> {
        let read = tools::read(&mut self.memory.tools, result, self.projection);
        if read.is_too_much {
            self.assume_output_schemas();
        }
        read.result
    }

    fn replied<'r>(&mut self, known: &[u8], result: &'r [u8]) -> Cow<'r, [u8]> {
        let tool = string_at(known, &["tool"]).and_then(string).and_then(|tool| String::from_utf8(tool).ok());
        let (Some(tool), Ok(known)) = (tool, CallText::read(known)) else { return Cow::Borrowed(result) };
        let listed = self.memory.tools.get(tool.as_bytes());
        let declares_output_schema = match &listed {
            Some(schema) => !schema.is_empty(),
            None => self.memory.facts.get(ASSUMES_OUTPUT_SCHEMA).is_some(),
        };
        let output_schema = listed.as_deref().filter(|schema| !schema.is_empty());
        let call = Call { declares_output_schema, output_schema, ..known.call() };
        // What is no reply goes on as it is.
        let Some(on_reply) = &mut self.on_reply else {
            return self.projection.reply(&tool, result, &call).unwrap_or(Cow::Borrowed(result));
        };
        let (reply, decisions) = self.projection.reply_explained(&tool, result, &call).unwrap_or_else(|error| {
            let decision = Decision::new(rules::UNTOUCHED, String::new(), 0, &error.to_string());
            (Cow::Borrowed(result), vec![decision])
        });
        on_reply(ReplyReport { tool, bytes_before: result.len(), bytes_after: reply.len(), decisions });
        reply
    }

    /// A message from the server went by unread. It may have been the list of tools, if the client has asked for that.
    pub(crate) fn missed(&mut self) {
        if self.memory.lists.texts() > 0 {
            self.assume_output_schemas();
        }
    }

    /// From now on a tool that wasn't listed counts as one that declares an outputSchema: the client may know of one.
    pub(crate) fn assume_output_schemas(&mut self) {
        self.learn(ASSUMES_OUTPUT_SCHEMA, Some(b""));
    }

    fn learn(&mut self, fact: &[u8], text: Option<&[u8]>) {
        match text {
            Some(text) => self.memory.facts.put(fact, text),
            None => {
                self.memory.facts.take(fact);
            }
        }
    }
}

/// The token of the string at a path.
fn string_at<'a>(object: &'a [u8], path: &[&str]) -> Option<&'a [u8]> {
    value_at(object, path).filter(|value| value.starts_with(b"\""))
}
