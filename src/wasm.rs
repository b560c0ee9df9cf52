//! The one door to JavaScript.
//!
//! Policies come in through serde-wasm-bindgen, as nested `Map`s: of an object it would only read the
//! members that it looks for, and a misspelt one would pass in silence. Payloads cross as JSON text or as bytes.
//! What is thrown is a plain object that names its kind; the package's TypeScript makes the error of the
//! right class from it.

use js_sys::{Array, JSON, JsString};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::json::JsonError;
use crate::policy::{Policy, PolicyError};
use crate::projection::{Call, FailureError, Projection, Text, ToolFailure};

/// An error as it crosses.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Thrown {
    Json { message: String, expected: String, offset: usize, line: usize, column: usize },
    Policy { message: String, pointer: String },
    Type { message: String },
}

impl From<JsonError> for Thrown {
    fn from(error: JsonError) -> Self {
        Self::Json {
            message: error.to_string(),
            expected: error.expected().to_string(),
            offset: error.offset(),
            line: error.line(),
            column: error.column(),
        }
    }
}

impl From<PolicyError> for Thrown {
    fn from(error: PolicyError) -> Self {
        Self::Policy { message: error.to_string(), pointer: error.pointer().to_owned() }
    }
}

impl From<FailureError> for Thrown {
    fn from(error: FailureError) -> Self {
        match error {
            FailureError::Json(error) => error.into(),
            other => Self::Type { message: other.to_string() },
        }
    }
}

/// The error as a JavaScript value.
fn thrown(error: impl Into<Thrown>) -> JsValue {
    serde_wasm_bindgen::to_value(&error.into()).unwrap_or_else(JsValue::from)
}

/// A compiled policy, held by a `Projection` of the package.
#[wasm_bindgen]
pub struct CompiledPolicy {
    projection: Projection,
}

#[wasm_bindgen]
impl CompiledPolicy {
    /// Compiles a policy, given as nested `Map`s, arrays and scalars.
    #[wasm_bindgen(constructor)]
    pub fn new(policy: JsValue) -> Result<CompiledPolicy, JsValue> {
        let policy = Policy::from_deserializer(serde_wasm_bindgen::Deserializer::from(policy)).map_err(thrown)?;
        Projection::new(&policy).map(|projection| Self { projection }).map_err(thrown)
    }

    /// The text of each block of the reply for a payload; payload and arguments are JSON text.
    pub fn success(&self, tool: &str, payload: &str, arguments: Option<String>) -> Result<Array<JsString>, JsValue> {
        let call = Call { arguments: arguments.as_deref().map(str::as_bytes), ..Call::default() };
        let reply = self.projection.success(tool, payload.as_bytes(), &call).map_err(thrown)?;
        let texts = Array::new_typed();
        for text in reply.into_content() {
            texts.push(&block_text(text)?);
        }
        Ok(texts)
    }

    /// The `CallToolResult` for a failure, given as the JSON text `{"code", "message", "data"?}`.
    pub fn failure(&self, tool: &str, failure: &str) -> Result<String, JsValue> {
        let failure = ToolFailure::from_json(failure.as_bytes()).map_err(thrown)?;
        string(self.projection.failure(tool, &failure, &Call::default()).to_json())
    }

    /// The payload pruned and compact, JSON text in and out.
    pub fn prune(&self, tool: &str, payload: &str) -> Result<String, JsValue> {
        string(self.projection.prune(tool, payload.as_bytes()).map_err(thrown)?)
    }

    /// The payload pruned and compact, bytes of JSON text in and out.
    #[wasm_bindgen(js_name = pruneBytes)]
    pub fn prune_bytes(&self, tool: &str, payload: &[u8]) -> Result<Vec<u8>, JsValue> {
        self.projection.prune(tool, payload).map_err(thrown)
    }
}

/// JSON text, which is UTF-8 as soon as it is valid.
fn string(text: Vec<u8>) -> Result<String, JsValue> {
    String::from_utf8(text).map_err(|error| JsValue::from_str(&error.to_string()))
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
