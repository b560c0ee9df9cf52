//! A finished reply.

use std::borrow::Cow;

use crate::json::{decode, escape_into};

/// The text of one content block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// As text.
    Raw(Vec<u8>),
    /// As the inside of a string token, so that what a handler escaped leaves as it came.
    Token(Vec<u8>),
}

impl Text {
    pub(super) fn raw(text: Vec<u8>) -> Self {
        Self::Raw(text)
    }

    pub(super) fn token(inside: &[u8]) -> Self {
        Self::Token(inside.to_vec())
    }

    fn token_into(&self, out: &mut Vec<u8>) {
        out.push(b'"');
        match self {
            Self::Raw(text) => escape_into(text, out),
            Self::Token(inside) => out.extend_from_slice(inside),
        }
        out.push(b'"');
    }
}

/// A `CallToolResult`: what the server sends for `tools/call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    content: Vec<Text>,
    structured_content: Option<Vec<u8>>,
    is_error: bool,
}

impl Reply {
    pub(super) fn success(content: Vec<Text>) -> Self {
        Self { content, structured_content: None, is_error: false }
    }

    pub(super) fn error(text: Text, structured_content: Vec<u8>) -> Self {
        Self { content: vec![text], structured_content: Some(structured_content), is_error: true }
    }

    /// The `CallToolResult` as compact JSON text.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = b"{\"content\":[".to_vec();
        for (at, text) in self.content.iter().enumerate() {
            if at > 0 {
                json.push(b',');
            }
            json.extend_from_slice(b"{\"type\":\"text\",\"text\":");
            text.token_into(&mut json);
            json.push(b'}');
        }
        json.push(b']');
        if let Some(structured_content) = &self.structured_content {
            json.extend_from_slice(b",\"structuredContent\":");
            json.extend_from_slice(structured_content);
        }
        if self.is_error {
            json.extend_from_slice(b",\"isError\":true");
        }
        json.push(b'}');
        json
    }

    /// The text of each content block. An escaped surrogate without its partner, which no Rust string can
    /// hold, becomes U+FFFD here, and only here.
    pub fn texts(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.content.iter().map(|text| match text {
            Text::Raw(text) => String::from_utf8_lossy(text),
            Text::Token(inside) => match decode(inside) {
                Cow::Borrowed(text) => String::from_utf8_lossy(text),
                Cow::Owned(text) => Cow::Owned(lossy(&text)),
            },
        })
    }

    /// The text blocks, each either text or the inside of a string token.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn into_content(self) -> Vec<Text> {
        self.content
    }

    /// The structuredContent as JSON text, where the reply has one.
    #[must_use]
    pub fn structured_content(&self) -> Option<&[u8]> {
        self.structured_content.as_deref()
    }

    /// Whether the reply is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }
}

/// Generalized UTF-8 as a string, each lone surrogate as one U+FFFD.
fn lossy(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        // A surrogate's three bytes are three invalid chunks of one byte each, the first of them 0xed.
        if chunk.invalid().first() == Some(&0xed) {
            out.push(char::REPLACEMENT_CHARACTER);
        }
    }
    out
}
