//! The values that `dropEqual` and `errorWhen` compare with.

use serde::ser::{Serialize, Serializer};

use super::error::PolicyError;
use super::node::Node;
use super::read::{Place, Read, deserialize_by_reading};
use crate::json::Scalar;

impl Read for Scalar {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        match node {
            Node::Null => Ok(Self::Null),
            Node::Boolean(boolean) => Ok(Self::Boolean(boolean)),
            Node::Integer(integer) => Ok(Self::Integer(integer)),
            Node::String(text) => Ok(Self::String(text)),
            other => Err(place.expected("null, a boolean, a string or an integer", &other)),
        }
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
