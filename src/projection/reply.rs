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

    /// How many bytes the text has: as it stands, or as its token has them.
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Raw(text) => text.len(),
            Self::Token(inside) => decode(inside).len(),
        }
    }

    /// How many bytes the inside of its token has.
    pub(super) fn token_length(&self) -> usize {
        let mut token = Vec::new();
        self.token_into(&mut token);
        token.len() - 2
    }

    /// How many bytes a content block with this text has.
    pub(super) fn block_length(&self) -> usize {
        let mut block = Vec::new();
        self.block_into(&mut block);
        block.len()
    }

    /// Appends a content block with this text.
    pub(super) fn block_into(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
        self.token_into(out);
        out.push(b'}');
    }

    /// Appends the text as a string token.
    pub(super) fn token_into(&self, out: &mut Vec<u8>) {
        out.push(b'"');
        match self {
            Self::Raw(text) => escape_into(text, out),
            Self::Token(inside) => out.extend_from_slice(inside),
        }
        out.push(b'"');
    }
}

/// A `CallToolResult`: what the server sends for `tools/call`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub(super) content: Vec<Text>,
    pub(super) structured_content: Option<Vec<u8>>,
    pub(super) is_error: bool,
    pub(super) meta: Option<Vec<u8>>,
}

impl Reply {
    /// The `CallToolResult` as compact JSON text.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = b"{\"content\":[".to_vec();
        for (at, text) in self.content.iter().enumerate() {
            if at > 0 {
                json.push(b',');
            }
            text.block_into(&mut json);
        }
        json.push(b']');
        if let Some(structured_content) = &self.structured_content {
            json.extend_from_slice(b",\"structuredContent\":");
            json.extend_from_slice(structured_content);
        }
        if self.is_error {
            json.extend_from_slice(b",\"isError\":true");
        }
        if let Some(meta) = &self.meta {
            json.extend_from_slice(b",\"_meta\":");
            json.extend_from_slice(meta);
        }
        json.push(b'}');
        json
    }

    /// How many bytes its texts, structuredContent and `_meta` have: what is read of it.
    pub(super) fn length(&self) -> usize {
        let texts: usize = self.content.iter().map(Text::length).sum();
        let others = [&self.structured_content, &self.meta].into_iter().flatten().map(Vec::len);
        texts + others.sum::<usize>()
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

    /// The text blocks, each either text or the inside of a string token, where there is nothing else in the reply.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn into_content_alone(self) -> Result<Vec<Text>, Self> {
        let has_more = self.structured_content.is_some() || self.is_error || self.meta.is_some();
        if has_more { Err(self) } else { Ok(self.content) }
    }

    /// The structuredContent as JSON text, where the reply has one.
    #[must_use]
    pub fn structured_content(&self) -> Option<&[u8]> {
        self.structured_content.as_deref()
    }

    /// The `_meta` as JSON text, where the reply has one.
    #[must_use]
    pub fn meta(&self) -> Option<&[u8]> {
        self.meta.as_deref()
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
