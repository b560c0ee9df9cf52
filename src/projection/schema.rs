//! What a tool's `outputSchema` lets a reply leave out.

use std::borrow::Cow;

use crate::json::{Nodes, decode, inside_quotes, member_value};

/// What a tool's outputSchema says, as far as it matters to a reply.
#[derive(Clone, Copy, Debug)]
pub(super) enum Schema<'a> {
    /// The tool declares none.
    None,
    /// It declares one that isn't known, and may ask for anything.
    Unknown,
    /// It declares this one, JSON text.
    Known(&'a [u8]),
}

/// Keywords under which a value can become invalid when a member goes from it that no `required` names.
///
/// Under all others it can't: what they say of a member is void once it is absent, and a branch of `anyOf` or `allOf`
/// that held before holds after.
const ASKS_FOR_MORE: [&[u8]; 12] = [
    b"oneOf",
    b"not",
    b"if",
    b"const",
    b"enum",
    b"minProperties",
    b"uniqueItems",
    b"maxContains",
    b"dependentSchemas",
    b"dependencies",
    b"$dynamicRef",
    b"$recursiveRef",
];

impl Schema<'_> {
    pub(super) fn is_declared(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether every value that is valid stays so when members of these names go from it, wherever they stand.
    pub(super) fn lets_go<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Vec<bool> {
        let required = match self {
            Self::None => Some(Vec::new()),
            Self::Unknown => None,
            Self::Known(text) => required_names(text),
        };
        let lets_go =
            |name: &str| required.as_ref().is_some_and(|names| names.iter().all(|other| **other != *name.as_bytes()));
        names.into_iter().map(lets_go).collect()
    }

    /// Whether it is known to ask for a value that is no object.
    pub(super) fn asks_for_no_object(self) -> bool {
        let Self::Known(text) = self else { return false };
        member_value(text, "type")
            .is_some_and(|kind| kind.first() == Some(&b'"') && decode(kind).as_ref() != b"\"object\"")
    }

    /// The fewest items that it asks of the list of this name at the top of a value.
    pub(super) fn least_items(self, name: &str) -> usize {
        let Self::Known(text) = self else { return 0 };
        let least = ["properties", name, "minItems"].into_iter().try_fold(text, member_value);
        least.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).unwrap_or(0)
    }

    /// Whether it describes a member of this name at the top of a value.
    pub(super) fn declares(self, name: &str) -> bool {
        let Self::Known(text) = self else { return false };
        ["properties", name].into_iter().try_fold(text, member_value).is_some()
    }
}

/// The names that a schema asks for anywhere; `None` where it may ask for members in other ways.
fn required_names(schema: &[u8]) -> Option<Vec<Cow<'_, [u8]>>> {
    let nodes = Nodes::read(schema)?;
    let mut required = Vec::new();
    // `true`, which allows everything, has no members.
    read_schema(&nodes, 0, &mut required)?;
    Some(required)
}

/// Collects what a schema and those inside it require; it recurs once for each level of the text.
fn read_schema<'a>(nodes: &Nodes<'a>, schema: usize, required: &mut Vec<Cow<'a, [u8]>>) -> Option<()> {
    match nodes.token(schema).first() {
        Some(b'[') => {
            return nodes.inside(schema).try_for_each(|item| read_schema(nodes, item, required));
        }
        Some(b'{') => {}
        _ => return Some(()),
    }
    for (name, value) in nodes.members(schema) {
        let name = inside(name.as_ref());
        match name {
            // Maps from names to schemas: the names are no keywords.
            b"properties" | b"patternProperties" | b"$defs" | b"definitions" => {
                for (_, schema) in nodes.members(value) {
                    read_schema(nodes, schema, required)?;
                }
            }
            b"required" => names_into(nodes, value, required),
            b"dependentRequired" => {
                for (_, names) in nodes.members(value) {
                    names_into(nodes, names, required);
                }
            }
            // Plain data.
            b"default" | b"examples" | b"title" | b"description" => {}
            b"$ref" if !is_local(nodes.token(value)) => return None,
            // Of scalars a value can be asked for: nothing goes from inside a scalar.
            b"const" | b"enum" if holds_scalars(nodes, value) => {}
            b"uniqueItems" if nodes.token(value) == b"false" => {}
            _ if ASKS_FOR_MORE.contains(&name) => return None,
            _ => read_schema(nodes, value, required)?,
        }
    }
    Some(())
}

fn names_into<'a>(nodes: &Nodes<'a>, list: usize, names: &mut Vec<Cow<'a, [u8]>>) {
    names.extend(nodes.inside(list).map(|name| match decode(nodes.token(name)) {
        Cow::Borrowed(token) => Cow::Borrowed(inside(token)),
        Cow::Owned(token) => Cow::Owned(inside(&token).to_vec()),
    }));
}

/// Whether a reference leads to another place in the same schema.
fn is_local(token: &[u8]) -> bool {
    token.starts_with(b"\"#")
}

fn holds_scalars(nodes: &Nodes<'_>, value: usize) -> bool {
    let is_scalar = |value: usize| !matches!(nodes.token(value).first(), Some(b'{' | b'['));
    is_scalar(value) || nodes.token(value).first() == Some(&b'[') && nodes.inside(value).all(is_scalar)
}

/// A string token, decoded with its quotes, without them.
fn inside(token: &[u8]) -> &[u8] {
    inside_quotes(token).unwrap_or(token)
}

#[cfg(test)]
mod tests {
    use super::Schema;

    fn lets_go(schema: &str, name: &str) -> bool {
        Schema::Known(schema.as_bytes()).lets_go([name]) == [true]
    }

    #[test]
    fn a_member_may_go_that_no_schema_inside_requires() {
        let schema = r##"{
            "type": "object",
            "required": ["nodes"],
            "properties": {
                "nodes": { "type": "array", "items": { "$ref": "#/$defs/node" } },
                "required": { "enum": ["a", null] },
                "const": { "type": "string", "default": { "required": ["todo"] } }
            },
            "$defs": { "node": { "required": ["id", "\u0074ext"], "properties": { "todo": {} } } },
            "additionalProperties": false
        }"##;
        for (name, goes) in [("todo", true), ("nodes", false), ("id", false), ("text", false), ("a", true)] {
            assert_eq!(lets_go(schema, name), goes, "{name}");
        }
    }

    #[test]
    fn a_schema_that_may_ask_in_other_ways_lets_nothing_go() {
        for schema in [
            r#"{"oneOf":[{"required":["b"]},{}]}"#,
            r#"{"properties":{"x":{"not":{}}}}"#,
            r#"{"items":{"minProperties":2}}"#,
            r#"{"properties":{"x":{"const":{"a":1}}}}"#,
            r#"{"properties":{"x":{"enum":[1,{"a":1}]}}}"#,
            r#"{"items":{"uniqueItems":true}}"#,
            r#"{"$ref":"https://example.com/schema.json"}"#,
            r#"{"dependentRequired":{"x":["a"]}}"#,
            "{",
        ] {
            assert!(!lets_go(schema, "a"), "{schema}");
        }
        assert_eq!(Schema::Unknown.lets_go(["a"]), [false]);
        assert_eq!(Schema::None.lets_go(["a"]), [true]);
        assert!(lets_go("true", "a"));
        assert!(lets_go(r#"{"anyOf":[{"required":["b"]},{"type":"null"}],"uniqueItems":false}"#, "a"));
    }

    #[test]
    fn a_declared_member_is_one_of_the_top_properties() {
        let schema = Schema::Known(br#"{"properties":{"tot\u0061l":{},"x":{"properties":{"y":{}}}}}"#);
        assert!(schema.declares("total"));
        assert!(!schema.declares("y"));
        assert!(!Schema::Unknown.declares("total"));
    }

    #[test]
    fn what_a_schema_asks_for_is_known() {
        let schema = |text: &'static str| Schema::Known(text.as_bytes());
        assert!(schema(r#"{"type":"array"}"#).asks_for_no_object());
        assert!(!schema(r#"{"type":"obj\u0065ct"}"#).asks_for_no_object());
        assert!(!schema(r#"{"type":["array","object"]}"#).asks_for_no_object());
        assert!(!schema("{}").asks_for_no_object());
        assert!(!Schema::Unknown.asks_for_no_object());
        let rows = schema(r#"{"properties":{"rows":{"minItems":3},"odd":{"minItems":"x"}}}"#);
        assert_eq!((rows.least_items("rows"), rows.least_items("odd"), rows.least_items("no")), (3, 0, 0));
    }
}
