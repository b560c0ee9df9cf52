//! The policy document's types.

use serde::Serialize;

use super::elsewhere::Elsewhere;
use super::error::PolicyError;
use super::named::Named;
use super::node::Node;
use super::read::{Place, Read, deserialize_by_reading, optional, read_members, read_word, required, words};
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
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub prune: Named<PruneRule>,
    /// What holds for every tool unless its own entry says otherwise.
    pub defaults: ToolPolicy,
    /// What holds for single tools, by exact name or by a glob in which `*` stands for any text.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub tools: Named<ToolPolicy>,
}

const FIRST_VERSION: u64 = 1;

impl Default for Policy {
    /// Compact content, nothing pruned.
    fn default() -> Self {
        Self {
            schema: None,
            version: FIRST_VERSION,
            prune: Named::new(),
            defaults: ToolPolicy::default(),
            tools: Named::new(),
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
        let node = Node::of_text(text).map_err(|error| PolicyError::at(&[], error.to_string()))?;
        let mut policy = Self::unread();
        policy.read(node, &Place::TOP)?;
        Ok(policy)
    }
}

/// A guard, and what goes from the objects that it holds for, at any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PruneRule {
    /// The members that an object must all have, whatever their values.
    #[serde(rename = "where")]
    pub guard: Vec<String>,
    /// Members that go whatever their value, each with where the reader has it instead; one that an argument supplies
    /// only if it equals it.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub drop: Named<Elsewhere>,
    /// Members that go when they are exactly this value.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub drop_equal: Named<Scalar>,
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
    /// The string member whose raw text is sent in place of the payload, under shape `content` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flatten: Option<Flatten>,
    /// Under shape `structured` only, the string member that the text block repeats byte for byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_member: Option<String>,
    /// The member of a finished reply's structuredContent that holds the payload; `ok: false` beside it is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwrap: Option<String>,
    /// How much of a list is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// Whether JSON in the texts of a finished reply is data, which is pruned and compacted; without this it may be a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compact_text: Option<bool>,
    /// Members and values that, all of them at the payload's top, make a finished success an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_when: Option<Named<Scalar>>,
    /// What whoever sends `tools/list` does with the tool's `outputSchema`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<OutputSchema>,
    /// How uniform lists are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists: Option<Lists>,
    /// Whether a text block of its own says how to read columns, in replies that have some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists_note: Option<bool>,
    /// The MCP host whose profile applies: its id, its client's name, or `auto` for the one that each call names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// How severe each rule of the contract linter is; it changes no reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Named<Severity>>,
}

impl ToolPolicy {
    /// The names of the rules that hold for a tool with this entry.
    pub(crate) fn rules<'a>(&'a self, defaults: &'a Self) -> &'a [String] {
        self.prune.as_ref().or(defaults.prune.as_ref()).map(Vec::as_slice).unwrap_or_default()
    }

    /// The flatten that holds for a tool with this entry.
    pub(crate) fn flatten<'a>(&'a self, defaults: &'a Self) -> Option<&'a Flatten> {
        self.flatten.as_ref().or(defaults.flatten.as_ref())
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
    /// `CODE: message` as text, and `{"ok":false,"error":…}` as structuredContent.
    #[default]
    Envelope,
    /// The same, with the error as compact JSON on the text's next line.
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
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub elsewhere: Named<Elsewhere>,
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

/// What whoever sends `tools/list` does with a tool's `outputSchema`.
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
    /// As columns, with the member names once, in texts under shape `content` and where that makes them shorter.
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
    fn unread() -> Self {
        Self::default()
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        read_members(
            node,
            place,
            &mut [
                optional("$schema", &mut self.schema),
                optional("version", &mut self.version),
                optional("prune", &mut self.prune),
                optional("defaults", &mut self.defaults),
                optional("tools", &mut self.tools),
            ],
        )
    }
}

impl Read for PruneRule {
    fn unread() -> Self {
        Self::default()
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        read_members(
            node,
            place,
            &mut [
                required("where", &mut self.guard),
                optional("drop", &mut self.drop),
                optional("dropEqual", &mut self.drop_equal),
                optional("dropEmpty", &mut self.drop_empty),
            ],
        )
    }
}

impl Read for ToolPolicy {
    fn unread() -> Self {
        Self::default()
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        read_members(
            node,
            place,
            &mut [
                optional("shape", &mut self.shape),
                optional("error", &mut self.error),
                optional("prune", &mut self.prune),
                optional("flatten", &mut self.flatten),
                optional("textMember", &mut self.text_member),
                optional("unwrap", &mut self.unwrap),
                optional("budget", &mut self.budget),
                optional("compactText", &mut self.compact_text),
                optional("errorWhen", &mut self.error_when),
                optional("outputSchema", &mut self.output_schema),
                optional("lists", &mut self.lists),
                optional("listsNote", &mut self.lists_note),
                optional("host", &mut self.host),
                optional("contract", &mut self.contract),
            ],
        )
    }
}

impl Read for Flatten {
    fn unread() -> Self {
        Self { member: String::new(), elsewhere: Named::new(), remainder: None }
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        read_members(
            node,
            place,
            &mut [
                required("member", &mut self.member),
                optional("elsewhere", &mut self.elsewhere),
                optional("remainder", &mut self.remainder),
            ],
        )
    }
}

impl Read for Budget {
    fn unread() -> Self {
        Self { items: None, echo: None, max_bytes: 0, hint: None }
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        read_members(
            node,
            place,
            &mut [
                optional("items", &mut self.items),
                optional("echo", &mut self.echo),
                required("maxBytes", &mut self.max_bytes),
                optional("hint", &mut self.hint),
            ],
        )
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
