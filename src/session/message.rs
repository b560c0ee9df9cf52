//! JSON-RPC messages, as spans of their texts.

use std::ops::Range;

use crate::json::{Limits, Member, decode, inside_quotes, items, last_named, member_value, members};

/// What a JSON-RPC text is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message<'a> {
    Request {
        id: Id,
        method: Vec<u8>,
        params: Option<&'a [u8]>,
    },
    Notification {
        method: Vec<u8>,
        params: Option<&'a [u8]>,
    },
    /// An answer with a result, which stands at this place.
    Result {
        id: Id,
        result: Range<usize>,
    },
    Error {
        id: Id,
    },
    /// Several messages.
    Batch(Vec<&'a [u8]>),
}

/// The id of a request as a key, by which `1` and `"1"` are two: a number as it is written, a string as what it means, however its token
/// escapes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Id(Vec<u8>);

impl Id {
    pub(super) fn read(value: &[u8]) -> Option<Self> {
        match value {
            [b'"', inside @ .., b'"'] => Some(Self([b"\"", decode(inside).as_ref()].concat())),
            b"null" | [b'-' | b'0'..=b'9', ..] => Some(Self(value.to_vec())),
            _ => None,
        }
    }

    fn null() -> Self {
        Self(b"null".to_vec())
    }

    pub(super) fn key(&self) -> &[u8] {
        &self.0
    }
}

impl<'a> Message<'a> {
    /// `None` for what is no message of JSON-RPC 2.0.
    pub(super) fn read(text: &'a [u8]) -> Option<Self> {
        if let Some(members) = members(text, Limits::default()).ok()? {
            return Self::of_members(&members);
        }
        let items = items(text, Limits::default()).ok()??;
        Some(Self::Batch(items.into_iter().filter_map(|item| text.get(item)).collect()))
    }

    fn of_members(members: &[Member<'a>]) -> Option<Self> {
        // Of a name that occurs twice the last value counts.
        let value = |name| last_named(members, name).map(|member| member.value);
        if string(value("jsonrpc")?)? != b"2.0" {
            return None;
        }
        let id = value("id").map(Id::read);
        let params = value("params");
        match (value("method"), id) {
            (Some(method), None) => Some(Self::Notification { method: string(method)?, params }),
            (Some(method), Some(id)) => Some(Self::Request { id: id?, method: string(method)?, params }),
            (None, id) => match (last_named(members, "result"), value("error")) {
                (Some(result), None) => Some(Self::Result { id: id??, result: result.value_span() }),
                (None, Some(_)) => Some(Self::Error { id: id.flatten().unwrap_or_else(Id::null) }),
                _ => None,
            },
        }
    }
}

/// The text of a string value.
pub(super) fn string(value: &[u8]) -> Option<Vec<u8>> {
    Some(decode(inside_quotes(value)?).into_owned())
}

/// The value at a path of names inside objects: of a name that occurs twice, the last.
pub(super) fn value_at<'a>(object: &'a [u8], path: &[&str]) -> Option<&'a [u8]> {
    path.iter().try_fold(object, |object, name| member_value(object, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart() {
        let number = |digits: &str| Id(digits.as_bytes().to_vec());
        for (text, expected) in [
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":1}}"#,
                Some(Message::Request { id: number("1"), method: b"tools/call".to_vec(), params: Some(b"{\"a\":1}") }),
            ),
            (
                r#"{"jsonrpc":"2.0","id":"\u0031","m\u0065thod":"ping"}"#,
                Some(Message::Request { id: Id(b"\"1".to_vec()), method: b"ping".to_vec(), params: None }),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                Some(Message::Notification { method: b"notifications/initialized".to_vec(), params: None }),
            ),
            (
                r#"{"id":9007199254740993,"result":{},"jsonrpc":"2.0"}"#,
                Some(Message::Result { id: number("9007199254740993"), result: 32..34 }),
            ),
            (r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, Some(Message::Error { id: Id::null() })),
            (r#"{"jsonrpc":"2.0","error":{}}"#, Some(Message::Error { id: Id::null() })),
            ("[1, {}]", Some(Message::Batch(vec![b"1", b"{}"]))),
            (r#"{"id":1,"result":{}}"#, None),
            (r#"{"jsonrpc":"1.0","id":1,"result":{}}"#, None),
            (r#"{"jsonrpc":"2.0","id":{},"result":{}}"#, None),
            (r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#, None),
            (r#"{"jsonrpc":"2.0","id":1}"#, None),
            (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, None),
            ("{", None),
            ("", None),
            ("text", None),
        ] {
            assert_eq!(Message::read(text.as_bytes()), expected, "{text}");
        }
    }
}
