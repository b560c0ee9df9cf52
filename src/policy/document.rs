//! The policy document's types.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use super::elsewhere::Elsewhere;
use super::error::PolicyError;
use super::node::Node;
use super::read::{Members, Place, Read, deserialize_by_reading, words};
use crate::json::Scalar;

/// A policy document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Policy {
    /// The address of the schema that describes this document, for editors.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of this format: 1, also where it is absent.
    pub version: u64,
    /// The pruning rules that `defaults` and `tools` refer to by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub prune: BTreeMap<String, PruneRule>,
    /// What holds for every tool unless its own entry says otherwise.
    pub defaults: ToolPolicy,
    /// What holds for single tools, by exact name or by a glob in which `*` stands for any text.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tools: BTreeMap<String, ToolPolicy>,
}

const FIRST_VERSION: u64 = 1;

impl Default for Policy {
    /// Compact content, nothing pruned.
    fn default() -> Self {
        Self {
            schema: None,
            version: FIRST_VERSION,
            prune: BTreeMap::new(),
            defaults: ToolPolicy::default(),
            tools: BTreeMap::new(),
        }
    }
}

impl Policy {
    /// Reads a policy document.
    ///
    /// # Errors
    ///
    /// The place and what was expected there, for text that is no JSON, unknown members and wrong types. What goes
    /// beyond types is found by [`Projection::new`](crate::Projection::new).
    pub fn from_json(text: &[u8]) -> Result<Self, PolicyError> {
        let mut deserializer = serde_json::Deserializer::from_slice(text);
        let policy = Self::from_deserializer(&mut deserializer)?;
        deserializer.end().map_err(|error| PolicyError::at([], error.to_string()))?;
        Ok(policy)
    }

    /// Reads a policy from any self-describing serde format.
    pub(crate) fn from_deserializer<'de, D>(deserializer: D) -> Result<Self, PolicyError>
    where
        D: Deserializer<'de, Error: fmt::Display>,
    {
        let node = Node::deserialize(deserializer).map_err(|error| Place::TOP.error(error.to_string()))?;
        Self::read(node, &Place::TOP)
    }
}

/// A guard, and what goes from the objects that it holds for, at any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PruneRule {
    /// The members that an object must all have, whatever their values.
    #[serde(rename = "where")]
    pub guard: Vec<String>,
    /// Members that always go, each with where the reader has it instead.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub drop: BTreeMap<String, Elsewhere>,
    /// Members that go when they are exactly this value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub drop_equal: BTreeMap<String, Scalar>,
    /// Members that go when they are `[]` or `{}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drop_empty: Vec<String>,
}

/// What a policy says of one tool, or of all by default. An absent member says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolPolicy {
    /// Which channels of a success carry the payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// How an error is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorShape>,
    /// The names of the pruning rules that hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prune: Option<Vec<String>>,
    /// The string member whose raw text is sent in place of the payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flatten: Option<Flatten>,
    /// Under shape `structured`, the string member that the text block repeats byte for byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_member: Option<String>,
    /// The member of a reply's structuredContent that holds the payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwrap: Option<String>,
    /// How much of a list is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// Whether the text of a finished reply is data that may be compacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compact_text: Option<bool>,
    /// Members and values, at the payload's top, that make a finished success an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_when: Option<BTreeMap<String, Scalar>>,
    /// What becomes of the tool's `outputSchema` in `tools/list`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<OutputSchema>,
    /// How uniform lists are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists: Option<Lists>,
    /// The MCP host whose profile applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// How severe each rule of the contract linter is; it changes no reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<BTreeMap<String, Severity>>,
}

impl ToolPolicy {
    /// This entry's members, each one that is absent taken from `defaults`.
    pub(crate) fn over(&self, defaults: &Self) -> Self {
        let Self {
            shape,
            error,
            prune,
            flatten,
            text_member,
            unwrap,
            budget,
            compact_text,
            error_when,
            output_schema,
            lists,
            host,
            contract,
        } = self.clone();
        Self {
            shape: shape.or(defaults.shape),
            error: error.or(defaults.error),
            prune: prune.or_else(|| defaults.prune.clone()),
            flatten: flatten.or_else(|| defaults.flatten.clone()),
            text_member: text_member.or_else(|| defaults.text_member.clone()),
            unwrap: unwrap.or_else(|| defaults.unwrap.clone()),
            budget: budget.or_else(|| defaults.budget.clone()),
            compact_text: compact_text.or(defaults.compact_text),
            error_when: error_when.or_else(|| defaults.error_when.clone()),
            output_schema: output_schema.or(defaults.output_schema),
            lists: lists.or(defaults.lists),
            host: host.or_else(|| defaults.host.clone()),
            contract: contract.or_else(|| defaults.contract.clone()),
        }
    }
}

/// Which channels of a success carry the payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// One text block, no structuredContent.
    #[default]
    Content,
    /// structuredContent, and a text block with the same as compact JSON.
    Mirrored,
    /// structuredContent by the tool's outputSchema, and one text block.
    Structured,
}

/// How an error is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorShape {
    /// A summary as text, and `{"ok":false,"error":…}` as structuredContent.
    #[default]
    Envelope,
    /// The same, with the error as compact JSON behind the summary.
    Mirrored,
    /// The text of `mirrored` alone.
    Text,
}

/// Sends one string member's raw text in place of the payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Flatten {
    /// The string member.
    pub member: String,
    /// Where the reader has each other member of the payload.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub elsewhere: BTreeMap<String, Elsewhere>,
    /// What becomes of members that `elsewhere` doesn't name: without this they stop the flatten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remainder: Option<Remainder>,
}

/// What becomes of the members that a flatten doesn't account for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remainder {
    /// They follow as compact JSON in a second text block.
    Block,
}

/// How much of a list is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// The list of which a prefix is kept: a member's name, or `*` for the only list there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<String>,
    /// The list that is kept or dropped as a whole: what a write echoes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub echo: Option<String>,
    /// The most UTF-8 bytes that the payload's compact JSON may take.
    pub max_bytes: u64,
    /// What to do for the rest, in words for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// What becomes of a tool's `outputSchema` in `tools/list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputSchema {
    /// It goes, so that clients don't insist on structuredContent.
    Strip,
    /// It stays.
    Keep,
}

/// How uniform lists are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// As they came.
    #[default]
    Objects,
    /// With the member names once.
    Columns,
}

/// How severe a finding of the contract linter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Not reported.
    Off,
    /// Reported.
    Warn,
    /// Reported as a failure.
    Error,
}

deserialize_by_reading!(Policy, PruneRule, ToolPolicy, Flatten, Budget);

impl Read for Policy {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        let mut members = Members::of(node, place)?;
        let policy = Self {
            schema: members.take("$schema")?,
            version: members.take("version")?.unwrap_or(FIRST_VERSION),
            prune: members.take("prune")?.unwrap_or_default(),
            defaults: members.take("defaults")?.unwrap_or_default(),
            tools: members.take("tools")?.unwrap_or_default(),
        };
        members.end().map(|()| policy)
    }
}

impl Read for PruneRule {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        let mut members = Members::of(node, place)?;
        let rule = Self {
            guard: members.require("where")?,
            drop: members.take("drop")?.unwrap_or_default(),
            drop_equal: members.take("dropEqual")?.unwrap_or_default(),
            drop_empty: members.take("dropEmpty")?.unwrap_or_default(),
        };
        members.end().map(|()| rule)
    }
}

impl Read for ToolPolicy {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        let mut members = Members::of(node, place)?;
        let entry = Self {
            shape: members.take("shape")?,
            error: members.take("error")?,
            prune: members.take("prune")?,
            flatten: members.take("flatten")?,
            text_member: members.take("textMember")?,
            unwrap: members.take("unwrap")?,
            budget: members.take("budget")?,
            compact_text: members.take("compactText")?,
            error_when: members.take("errorWhen")?,
            output_schema: members.take("outputSchema")?,
            lists: members.take("lists")?,
            host: members.take("host")?,
            contract: members.take("contract")?,
        };
        members.end().map(|()| entry)
    }
}

impl Read for Flatten {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        let mut members = Members::of(node, place)?;
        let flatten = Self {
            member: members.require("member")?,
            elsewhere: members.take("elsewhere")?.unwrap_or_default(),
            remainder: members.take("remainder")?,
        };
        members.end().map(|()| flatten)
    }
}

impl Read for Budget {
    fn read(node: Node, place: &Place<'_>) -> Result<Self, PolicyError> {
        let mut members = Members::of(node, place)?;
        let budget = Self {
            items: members.take("items")?,
            echo: members.take("echo")?,
            max_bytes: members.require("maxBytes")?,
            hint: members.take("hint")?,
        };
        members.end().map(|()| budget)
    }
}

words! {
    Shape { Content = "content", Mirrored = "mirrored", Structured = "structured" }
    ErrorShape { Envelope = "envelope", Mirrored = "mirrored", Text = "text" }
    Remainder { Block = "block" }
    OutputSchema { Strip = "strip", Keep = "keep" }
    Lists { Objects = "objects", Columns = "columns" }
    Severity { Off = "off", Warn = "warn", Error = "error" }
}
deserialize_by_reading!(Shape, ErrorShape, Remainder, OutputSchema, Lists, Severity);
