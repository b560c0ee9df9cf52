//! The values that `dropEqual` and `errorWhen` compare with.

use serde::ser::{Serialize, Serializer};

use super::error::PolicyError;
use super::node::Node;
use super::read::{Place, Read, deserialize_by_reading};
use crate::json::Scalar;

impl Read for Scalar {
    fn unread() -> Self {
        Self::Null
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        *self = match node {
            Node::Null => Self::Null,
            Node::Boolean(boolean) => Self::Boolean(boolean),
            Node::Integer(integer) => Self::Integer(integer),
            Node::String(text) => Self::String(text),
            other => return Err(place.expected("null, a boolean, a string or an integer", &other)),
        };
        Ok(())
    }
}

deserialize_by_reading!(Scalar);

impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(boolean) => serializer.serialize_bool(*boolean),
            Self::Integer(integer) => match i64::try_from(*integer) {
                Ok(integer) => serializer.serialize_i64(integer),
                Err(_) => serializer.serialize_i128(*integer),
            },
            Self::String(text) => serializer.serialize_str(text),
        }
    }
}
