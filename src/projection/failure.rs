//! A tool's failure, and the reply that says so.

use std::error::Error;
use std::fmt;

use super::reply::{Reply, Text};
use crate::json::{JsonError, Limits, Member, Rules, decode, escape_into, members, rewrite};
use crate::policy::ErrorShape;

/// Why a tool failed: a code for programs, a message for people, and data for both.
///
/// The parts are kept as the JSON tokens that they leave as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFailure {
    /// The inside of a string token.
    code: Vec<u8>,
    /// The inside of a string token.
    message: Vec<u8>,
    /// Compact JSON.
    data: Option<Vec<u8>>,
}

/// What can't be a [`ToolFailure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureError {
    /// The code is empty.
    EmptyCode,
    /// The text is no object with the strings `code` and `message` and, if anything else, `data`.
    NotAFailure,
    /// The text, or the data, is no JSON.
    Json(JsonError),
}

impl fmt::Display for FailureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyCode => f.write_str("a failure's code is empty; expected a text such as `PAGE_NOT_FOUND`"),
            Self::NotAFailure => {
                f.write_str("expected an object with the strings `code` and `message`, and `data` if there is any")
            }
            Self::Json(error) => error.fmt(f),
        }
    }
}

impl Error for FailureError {}

impl From<JsonError> for FailureError {
    fn from(error: JsonError) -> Self {
        Self::Json(error)
    }
}

impl ToolFailure {
    /// A failure without data.
    ///
    /// # Errors
    ///
    /// [`FailureError::EmptyCode`].
    pub fn new(code: &str, message: &str) -> Result<Self, FailureError> {
        if code.is_empty() {
            return Err(FailureError::EmptyCode);
        }
        let inside = |text: &str| {
            let mut token = Vec::with_capacity(text.len());
            escape_into(text.as_bytes(), &mut token);
            token
        };
        Ok(Self { code: inside(code), message: inside(message), data: None })
    }

    /// The same failure with data, which is JSON text of any value.
    ///
    /// # Errors
    ///
    /// The first place where the data is no JSON or nests too deeply.
    pub fn with_data(mut self, data: &[u8]) -> Result<Self, JsonError> {
        self.data = Some(rewrite(data, &Rules::default(), None, Limits::default())?);
        Ok(self)
    }

    /// Reads `{"code", "message", "data"?}`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn from_json(text: &[u8]) -> Result<Self, FailureError> {
        let (mut code, mut message, mut data) = (None, None, None);
        for Member { name, value, .. } in members(text, Limits::default())?.ok_or(FailureError::NotAFailure)? {
            // Of a name that occurs twice the last value counts.
            match decode(name).as_ref() {
                b"code" => code = Some(value),
                b"message" => message = Some(value),
                b"data" => data = Some(value),
                _ => return Err(FailureError::NotAFailure),
            }
        }
        let (Some([b'"', code @ .., b'"']), Some([b'"', message @ .., b'"'])) = (code, message) else {
            return Err(FailureError::NotAFailure);
        };
        if code.is_empty() {
            return Err(FailureError::EmptyCode);
        }
        let failure = Self { code: code.to_vec(), message: message.to_vec(), data: None };
        match data {
            None => Ok(failure),
            Some(data) => Ok(failure.with_data(data)?),
        }
    }

    /// The reply that says so.
    pub(super) fn reply(&self, shape: ErrorShape) -> Reply {
        let Self { code, message, data } = self;
        let mut text = [code.as_slice(), b": ", message].concat();
        let mut error = [b"{\"code\":\"".as_slice(), code, b"\",\"message\":\"", message, b"\""].concat();
        if let Some(data) = data {
            error.extend_from_slice(b",\"data\":");
            error.extend_from_slice(data);
        }
        error.push(b'}');
        if shape != ErrorShape::Envelope {
            // In one block, since several hosts show their model only the first.
            text.extend_from_slice(b"\\n");
            escape_into(&error, &mut text);
        }
        let envelope = || [b"{\"ok\":false,\"error\":".as_slice(), &error, b"}"].concat();
        Reply {
            content: vec![Text::token(&text)],
            structured_content: (shape != ErrorShape::Text).then(envelope),
            is_error: true,
            meta: None,
        }
    }
}
