//! The one door to JavaScript.
//!
//! Policies and payloads come in as JSON text or as bytes: the module has a reader of JSON anyway, and one of JavaScript's values
//! costs a tenth of its size.
//! The calls that have to be fast are raw exports, since the glue of the others costs more than they do: the text is written into the
//! engine's room and read from there.
//!
//! What is thrown is a plain object that names its kind; the package's TypeScript makes the error of the
//! right class from it.

use std::borrow::Cow;
use std::cell::RefCell;

use js_sys::{Array, JSON, JsString, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::json::{Engine, Form, JsonError, Limits, Lists, Refusal, Trust, expand_columns, may_have_columns};
use crate::policy::{Policy, PolicyError};
use crate::projection::{CallText, FailureError, Projection, Text, ToolFailure};
use crate::session::{Conversation, Memory, ReplyReport, SessionLimits, Shelf, event, line};

/// An error as it crosses: an object with its kind, its message and what else there is.
///
/// Not through serde-wasm-bindgen, which keeps the names of members in a hash table that is larger than this.
trait Thrown {
    fn thrown(self) -> JsValue;
}

impl Thrown for JsonError {
    fn thrown(self) -> JsValue {
        let report = report("json", &self.to_string());
        set(&report, "expected", self.expected().to_string());
        for (name, number) in [("offset", self.offset()), ("line", self.line()), ("column", self.column())] {
            set(&report, name, number);
        }
        report.into()
    }
}

impl Thrown for PolicyError {
    fn thrown(self) -> JsValue {
        let report = report("policy", &self.to_string());
        set(&report, "pointer", self.pointer());
        report.into()
    }
}

impl Thrown for FailureError {
    fn thrown(self) -> JsValue {
        match self {
            Self::Json(error) => error.thrown(),
            other => report("type", &other.to_string()).into(),
        }
    }
}

fn report(kind: &str, message: &str) -> Object {
    let report = Object::new();
    set(&report, "kind", kind);
    set(&report, "message", message);
    report
}

fn set(object: &Object, name: &str, value: impl Into<JsValue>) {
    // Only a frozen object or a proxy would refuse.
    let _ = Reflect::set(object, &name.into(), &value.into());
}

thread_local! {
    static HOT: RefCell<Hot> = RefCell::default();
}

/// What the raw exports work with: numbers cross in place of objects.
#[derive(Default)]
struct Hot {
    engine: Engine,
    /// By their handles; a handle that was given back is used again.
    policies: Vec<Option<Projection>>,
    /// The last reply that changed.
    reply: Vec<u8>,
    /// Where the last text stands that was written with its lists as columns.
    listed: usize,
}

/// Answers of [`projection_rewrite`] and [`projection_reply`] that are no length.
const NOT_REWRITTEN: usize = usize::MAX;
const TRUST_BROKEN: usize = usize::MAX - 1;

/// How many bytes a text may have.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_most_bytes() -> usize {
    Limits::default().bytes
}

/// Where a text of `length` bytes is to be written; 0 where there is no memory for it.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_room(length: usize) -> usize {
    HOT.with_borrow_mut(|hot| hot.engine.room(length).map_or(0, |room| room.as_mut_ptr().addr()))
}

/// Where a text of `length` UTF-16 units is to be written; 0 where there is no memory for it.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_wide_room(length: usize) -> usize {
    HOT.with_borrow_mut(|hot| hot.engine.wide_room(length).map_or(0, |room| room.as_mut_ptr().addr()))
}

/// Prunes and compacts the text in the room: `form` is 0 for bytes that should be UTF-8, 1 for bytes that need no check, 2 for UTF-16;
/// `entry` is what [`CompiledPolicy::entry`] answered. Answers the length of the output, which stands where the text stood, or
/// `usize::MAX` where the text is refused, one less where it is to be written again and rewritten with less of `trust`, which is from 0 for none to 2.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_rewrite(policy: usize, entry: i32, length: usize, form: u32, trust: u32) -> usize {
    HOT.with_borrow_mut(|Hot { engine, policies, .. }| {
        let Some(Some(projection)) = policies.get(policy) else { return NOT_REWRITTEN };
        let form = match form {
            0 => Form::Utf8,
            1 => Form::Known,
            _ => Form::Utf16,
        };
        let trust = match trust {
            0 => Trust::None,
            1 => Trust::Earned,
            _ => Trust::Given,
        };
        let rules = projection.rules_of(usize::try_from(entry).ok());
        match engine.rewrite(length, form, rules, Limits::default(), trust) {
            Ok(length) => length,
            Err(Refusal::Error) => NOT_REWRITTEN,
            Err(Refusal::TrustBroken) => TRUST_BROKEN,
        }
    })
}

/// Answer of [`projection_list`] for a text that is to be sent as it came.
const AS_IT_CAME: usize = usize::MAX - 2;

/// Compacts the text in the room and writes its lists as columns: what [`projection_rewrite`] does with it is done as well. `form` is 1 for Latin-1, 2 for
/// UTF-16, 3 for UTF-8 that needs no check. Answers the length of the output, which stands where [`projection_listed_start`] says, or `usize::MAX` where
/// the text is refused, or was pruned and may have columns, which keep some of what that took; one less where it is to be written again and
/// rewritten with less of `trust`; and two less where it stays as it came.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_list(policy: usize, entry: i32, length: usize, form: u32, trust: u32) -> usize {
    let (form, is_latin1) = match form {
        1 => (Form::Known, true),
        2 => (Form::Utf16, false),
        _ => (Form::Known, false),
    };
    HOT.with_borrow_mut(|Hot { engine, policies, listed, .. }| {
        let Some(Some(projection)) = policies.get(policy) else { return NOT_REWRITTEN };
        let rules = projection.rules_of(usize::try_from(entry).ok());
        let is_pruned = !rules.is_empty();
        let is_listed = |lists: Lists, engine: &Engine, listed: &mut usize| match lists {
            Lists::Columns(length) => {
                *listed = match form {
                    Form::Utf16 => engine.wide_columns().as_ptr().addr(),
                    Form::Utf8 | Form::Known => engine.columns().as_ptr().addr(),
                };
                Some(length)
            }
            Lists::Same | Lists::Refused => None,
        };
        // What JSON.stringify writes is compact.
        if !is_pruned && (form == Form::Utf16 || may_have_columns(engine.bytes(length))) {
            match engine.list(length, form, is_latin1) {
                Lists::Same => return AS_IT_CAME,
                lists => {
                    if let Some(length) = is_listed(lists, engine, listed) {
                        return length;
                    }
                }
            }
        }
        let trust = match trust {
            0 => Trust::None,
            1 => Trust::Earned,
            _ => Trust::Given,
        };
        let came = length;
        let length = match engine.rewrite(length, form, rules, Limits::default(), trust) {
            Ok(length) => length,
            Err(Refusal::Error) => return NOT_REWRITTEN,
            Err(Refusal::TrustBroken) => return TRUST_BROKEN,
        };
        // What was compact was asked before.
        if (is_pruned || length != came) && may_have_columns(engine.bytes(length)) {
            if is_pruned {
                return NOT_REWRITTEN;
            }
            let lists = engine.list(length, form, is_latin1);
            if let Some(length) = is_listed(lists, engine, listed) {
                return length;
            }
        }
        *listed = if form == Form::Utf16 {
            engine.units(length).as_ptr().addr()
        } else {
            engine.bytes(length).as_ptr().addr()
        };
        length
    })
}

/// Where what [`projection_list`] wrote last stands.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_listed_start() -> usize {
    HOT.with_borrow(|hot| hot.listed)
}

/// Answer of [`projection_reply`] for a reply that stays as it is.
const UNCHANGED: usize = usize::MAX - 1;

/// Makes a reply right that somebody else built. It is in the room, and behind it, if `call_length` isn't 0, the JSON text of what is known of the
/// call. Answers the length of the reply as it goes on, which stands where [`projection_reply_start`] says, or `usize::MAX` where it is
/// refused, one less where it stays as it is.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_reply(policy: usize, entry: i32, length: usize, call_length: usize) -> usize {
    HOT.with_borrow_mut(|Hot { engine, policies, reply, .. }| {
        let Some(Some(projection)) = policies.get(policy) else { return NOT_REWRITTEN };
        let (result, call) =
            engine.bytes(length.saturating_add(call_length)).split_at_checked(length).unwrap_or_default();
        let Ok(call) = (if call.is_empty() { Ok(CallText::default()) } else { CallText::read(call) }) else {
            return NOT_REWRITTEN;
        };
        match projection.reply_by_entry(usize::try_from(entry).ok(), result, &call.call()) {
            Ok(Cow::Borrowed(_)) => UNCHANGED,
            Ok(Cow::Owned(changed)) => {
                *reply = changed;
                reply.len()
            }
            Err(_) => NOT_REWRITTEN,
        }
    })
}

/// Where the last reply that changed stands.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // The attribute is, since names of exports may clash.
pub(crate) extern "C" fn projection_reply_start() -> usize {
    HOT.with_borrow(|hot| hot.reply.as_ptr().addr())
}

/// A compiled policy, held by a `Projection` of the package.
#[wasm_bindgen]
pub struct CompiledPolicy {
    projection: Projection,
    handle: usize,
}

impl Drop for CompiledPolicy {
    fn drop(&mut self) {
        HOT.with_borrow_mut(|hot| {
            if let Some(place) = hot.policies.get_mut(self.handle) {
                *place = None;
            }
        });
    }
}

#[wasm_bindgen]
impl CompiledPolicy {
    /// Compiles a policy, given as JSON text, for replies that go to a host.
    #[wasm_bindgen(constructor)]
    pub fn new(policy: &str, host: Option<String>) -> Result<CompiledPolicy, JsValue> {
        let policy = Policy::from_json(policy.as_bytes()).map_err(Thrown::thrown)?;
        let mut projection = Projection::new(&policy).map_err(Thrown::thrown)?;
        if let Some(host) = host {
            projection = projection.for_host(&host);
        }
        let handle = HOT.with_borrow_mut(|hot| {
            let handle = hot.policies.iter().position(Option::is_none).unwrap_or(hot.policies.len());
            hot.policies.resize_with(hot.policies.len().max(handle + 1), || None);
            if let Some(place) = hot.policies.get_mut(handle) {
                *place = Some(projection.clone());
            }
            handle
        });
        Ok(Self { projection, handle })
    }

    /// JSON text with lists of objects in place of columns.
    #[wasm_bindgen(js_name = expandColumns)]
    pub fn expand_columns(json: &[u8]) -> Result<Vec<u8>, JsValue> {
        expand_columns(json).map_err(Thrown::thrown)
    }

    /// The number by which the raw exports know this policy.
    #[wasm_bindgen(getter)]
    pub fn handle(&self) -> usize {
        self.handle
    }

    /// The number by which the raw exports know what the policy says of a tool.
    pub fn entry(&self, tool: &str) -> i32 {
        self.projection.entry_of(tool).and_then(|entry| i32::try_from(entry).ok()).unwrap_or(-1)
    }

    /// Whether an entry's names and values are ASCII, so that texts need not be UTF-8.
    #[wasm_bindgen(js_name = isAscii)]
    pub fn is_ascii(&self, entry: i32) -> bool {
        self.projection.rules_of(usize::try_from(entry).ok()).is_ascii()
    }

    /// Whether a success under an entry is its pruned payload and nothing else, where the call says nothing but its arguments.
    #[wasm_bindgen(js_name = isPlain)]
    pub fn is_plain(&self, entry: i32, knows_arguments: bool) -> bool {
        self.projection.is_plain(usize::try_from(entry).ok(), knows_arguments)
    }

    /// Whether lists become columns in the texts of a plain success under an entry.
    #[wasm_bindgen(js_name = listsAsColumns)]
    pub fn lists_as_columns(&self, entry: i32) -> bool {
        self.projection.lists_as_columns(usize::try_from(entry).ok())
    }

    /// Where a finished reply under an entry whose one text says its payload just loses its structuredContent, and the text is pruned: the member
    /// of structuredContent that holds the payload, empty where all of it is.
    #[wasm_bindgen(js_name = plainPayloadMember)]
    pub fn plain_payload_member(&self, entry: i32) -> Option<String> {
        self.projection.plain_payload_member(usize::try_from(entry).ok()).map(str::to_owned)
    }

    /// The reply for a payload: the text of each block where it has nothing but text, else the JSON text of the `CallToolResult`. The payload and
    /// what is known of the call are JSON texts.
    pub fn success(&self, tool: &str, payload: &str, call: Option<String>) -> Result<JsValue, JsValue> {
        let call = call_text(call.as_deref())?;
        let reply = self.projection.success(tool, payload.as_bytes(), &call.call()).map_err(Thrown::thrown)?;
        let content = match reply.into_content_alone() {
            Ok(content) => content,
            Err(reply) => return string(reply.to_json()).map(JsValue::from),
        };
        let texts: Array<JsString> = Array::new_typed();
        for text in content {
            texts.push(&block_text(text)?);
        }
        Ok(texts.into())
    }

    /// The `CallToolResult` for a failure, given as the JSON text `{"code", "message", "data"?}`.
    pub fn failure(&self, tool: &str, failure: &str, call: Option<String>) -> Result<String, JsValue> {
        let failure = ToolFailure::from_json(failure.as_bytes()).map_err(Thrown::thrown)?;
        string(self.projection.failure(tool, &failure, &call_text(call.as_deref())?.call()).to_json())
    }

    /// A reply that somebody else built as it goes on, bytes of JSON text in and out; nothing where it stays as it is.
    #[wasm_bindgen(js_name = replyBytes)]
    pub fn reply_bytes(&self, tool: &str, result: &[u8], call: Option<String>) -> Result<Option<Vec<u8>>, JsValue> {
        let call = call_text(call.as_deref())?;
        match self.projection.reply(tool, result, &call.call()).map_err(Thrown::thrown)? {
            Cow::Borrowed(_) => Ok(None),
            Cow::Owned(reply) => Ok(Some(reply)),
        }
    }

    /// What was decided of a payload or reply, JSON text, as a list of objects.
    pub fn explain(&self, tool: &str, json: &str, call: Option<String>) -> Result<JsValue, JsValue> {
        let call = call_text(call.as_deref())?;
        let decisions = self.projection.explain(tool, json.as_bytes(), &call.call()).map_err(Thrown::thrown)?;
        decisions.serialize(&serde_wasm_bindgen::Serializer::new()).map_err(JsValue::from)
    }

    /// The shape, the error form, and `strip` or `keep` for the outputSchema of a tool, for a call.
    pub fn forms(&self, tool: &str, call: Option<String>) -> Result<Array<JsString>, JsValue> {
        let forms = self.projection.forms(tool, &call_text(call.as_deref())?.call());
        let schema = if forms.strips_output_schema { "strip" } else { "keep" };
        let words = Array::new_typed();
        for word in [forms.shape.word(), forms.error.word(), schema] {
            words.push(&word.into());
        }
        Ok(words)
    }

    /// The payload pruned and compact, JSON text in and out.
    pub fn prune(&self, tool: &str, payload: &str) -> Result<String, JsValue> {
        string(self.projection.prune(tool, payload.as_bytes()).map_err(Thrown::thrown)?)
    }

    /// The payload pruned and compact, bytes of JSON text in and out.
    #[wasm_bindgen(js_name = pruneBytes)]
    pub fn prune_bytes(&self, tool: &str, payload: &[u8]) -> Result<Vec<u8>, JsValue> {
        self.projection.prune(tool, payload).map_err(Thrown::thrown)
    }
}

#[wasm_bindgen]
extern "C" {
    /// A [`Shelf`] that JavaScript keeps, so that it outlives an instance of the module. Keys are texts of Latin-1, a byte a character.
    pub type JsShelf;

    #[wasm_bindgen(method)]
    fn put(this: &JsShelf, key: &str, text: &[u8]);
    #[wasm_bindgen(method)]
    fn get(this: &JsShelf, key: &str) -> Option<Vec<u8>>;
    #[wasm_bindgen(method)]
    fn take(this: &JsShelf, key: &str) -> Option<Vec<u8>>;
    #[wasm_bindgen(method, js_name = takeOldest)]
    fn take_oldest(this: &JsShelf) -> Option<Vec<u8>>;
    #[wasm_bindgen(method, getter)]
    fn texts(this: &JsShelf) -> usize;
    #[wasm_bindgen(method, getter)]
    fn bytes(this: &JsShelf) -> usize;

    /// What a `Session` of the package hands to the engine.
    pub type SessionState;

    #[wasm_bindgen(method, getter)]
    fn requests(this: &SessionState) -> JsShelf;
    #[wasm_bindgen(method, getter)]
    fn lists(this: &SessionState) -> JsShelf;
    #[wasm_bindgen(method, getter)]
    fn tools(this: &SessionState) -> JsShelf;
    #[wasm_bindgen(method, getter)]
    fn facts(this: &SessionState) -> JsShelf;
    #[wasm_bindgen(method, getter, js_name = maxMessageBytes)]
    fn max_message_bytes(this: &SessionState) -> usize;
    #[wasm_bindgen(method, getter, js_name = maxPending)]
    fn max_pending(this: &SessionState) -> usize;
    #[wasm_bindgen(method, getter, js_name = maxPendingBytes)]
    fn max_pending_bytes(this: &SessionState) -> usize;
    /// Where reports are put, if anybody asks for them.
    #[wasm_bindgen(method, getter)]
    fn reports(this: &SessionState) -> Option<Array>;
}

impl Shelf for JsShelf {
    fn put(&mut self, key: &[u8], text: &[u8]) {
        JsShelf::put(self, &latin1(key), text);
    }

    fn get(&self, key: &[u8]) -> Option<Cow<'_, [u8]>> {
        JsShelf::get(self, &latin1(key)).map(Cow::Owned)
    }

    fn take(&mut self, key: &[u8]) -> Option<Vec<u8>> {
        JsShelf::take(self, &latin1(key))
    }

    fn take_oldest(&mut self) -> Option<Vec<u8>> {
        JsShelf::take_oldest(self)
    }

    fn texts(&self) -> usize {
        JsShelf::texts(self)
    }

    fn bytes(&self) -> usize {
        JsShelf::bytes(self)
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

#[wasm_bindgen]
impl CompiledPolicy {
    /// Shows a session a message from the client.
    #[wasm_bindgen(js_name = clientSends)]
    pub fn client_sends(&self, state: &SessionState, message: &[u8]) {
        self.converse(state, |conversation| conversation.client_sends(message));
    }

    /// What the server sends as it goes on; nothing where it stays as it is. `framing` is 0 for a message, 1 for a line, 2 for an event, 3 for the
    /// first event of a stream.
    #[wasm_bindgen(js_name = serverSends)]
    pub fn server_sends(&self, state: &SessionState, text: &[u8], framing: u32) -> Option<Vec<u8>> {
        let changed = self.converse(state, |conversation| match framing {
            0 => conversation.server_sends(text),
            1 => line(conversation, text),
            _ => event(conversation, text, framing == 3),
        });
        match changed {
            Cow::Borrowed(_) => None,
            Cow::Owned(changed) => Some(changed),
        }
    }

    /// Tells a session that a message from the server went by unread.
    pub fn missed(&self, state: &SessionState) {
        self.converse(state, |conversation| conversation.missed());
    }

    fn converse<T>(&self, state: &SessionState, answer: impl FnOnce(&mut Conversation<'_, JsShelf>) -> T) -> T {
        let mut memory =
            Memory { requests: state.requests(), lists: state.lists(), tools: state.tools(), facts: state.facts() };
        let limits = SessionLimits {
            message_bytes: state.max_message_bytes(),
            pending: state.max_pending(),
            pending_bytes: state.max_pending_bytes(),
        };
        let reports = state.reports();
        let mut report = reports.map(|reports| {
            move |report: ReplyReport| {
                // A report is plain data, which always crosses.
                if let Ok(report) = report.serialize(&serde_wasm_bindgen::Serializer::new()) {
                    reports.push(&report);
                }
            }
        });
        let on_reply = report.as_mut().map(|report| report as &mut dyn FnMut(ReplyReport));
        let projection = &self.projection;
        answer(&mut Conversation { projection, limits, memory: &mut memory, on_reply })
    }
}

/// What is known of a call, given as JSON text; nothing where nothing is given.
fn call_text(call: Option<&str>) -> Result<CallText<'_>, JsValue> {
    call.map_or_else(|| Ok(CallText::default()), |call| CallText::read(call.as_bytes()).map_err(Thrown::thrown))
}

/// JSON text, which is UTF-8 as soon as it is valid.
fn string(text: Vec<u8>) -> Result<String, JsValue> {
    String::from_utf8(text).map_err(|_| JsValue::from_str("the text is not UTF-8"))
}

/// A block's text. A string token may hold surrogates that no Rust string can, so JavaScript reads it itself.
fn block_text(text: Text) -> Result<JsString, JsValue> {
    match text {
        Text::Raw(text) => Ok(string(text)?.into()),
        Text::Token(inside) => {
            let token = string([b"\"".as_slice(), &inside, b"\""].concat())?;
            JSON::parse(&token).map(JsCast::unchecked_into)
        }
    }
}
