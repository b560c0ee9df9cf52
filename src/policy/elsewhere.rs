//! Where a reader has a dropped member instead.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::error::PolicyError;
use super::node::Node;
use super::read::{Place, Read, deserialize_by_reading, optional, read_members, required};

/// Where the reader has a member that a policy drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// A sibling restates it: `"text"`, or `{"in": "text", "except": ["kind"]}`.
    Sibling {
        /// The sibling's name.
        member: String,
        /// Members of the dropped value that only tag its syntax and needn't occur in the sibling.
        except: Vec<String>,
    },
    /// The caller supplied it: `"arguments.slug"`; each further dot leads one object deeper.
    Argument(Vec<String>),
    /// Another tool answers with it: `"tool:outl_page_get"`.
    Tool(String),
}

const ARGUMENT: &str = "arguments.";
const TOOL: &str = "tool:";

impl Elsewhere {
    /// The meaning of the plain string form, or what is wrong with it.
    fn parse(text: &str) -> Result<Self, [&str; 3]> {
        if let Some(path) = text.strip_prefix(ARGUMENT) {
            let path: Vec<String> = path.split('.').map(str::to_owned).collect();
            return if path.iter().any(String::is_empty) {
                Err(["`", text, "` names no argument; expected `arguments.` and its name"])
            } else {
                Ok(Self::Argument(path))
            };
        }
        match text.strip_prefix(TOOL) {
            Some("") => Err(["`", text, "` names no tool; expected `tool:` and its name"]),
            Some(tool) => Ok(Self::Tool(tool.to_owned())),
            None => Ok(Self::Sibling { member: text.to_owned(), except: Vec::new() }),
        }
    }
}

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sibling { member, .. } => f.write_str(member),
            Self::Argument(path) => write!(f, "{ARGUMENT}{}", path.join(".")),
            Self::Tool(tool) => write!(f, "{TOOL}{tool}"),
        }
    }
}

impl Serialize for Elsewhere {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Sibling { member, except } if !except.is_empty() => {
                let mut form = serializer.serialize_struct("Sibling", 2)?;
                form.serialize_field("in", member)?;
                form.serialize_field("except", except)?;
                form.end()
            }
            _ => serializer.collect_str(self),
        }
    }
}

impl Read for Elsewhere {
    fn unread() -> Self {
        Self::Tool(String::new())
    }

    fn read(&mut self, node: Node, place: &Place<'_>) -> Result<(), PolicyError> {
        *self = match node {
            Node::String(text) => Self::parse(&text).map_err(|problem| place.error(&problem))?,
            Node::Object(_) => {
                let (mut sibling, mut except) = (String::new(), Vec::new());
                read_members(node, place, &mut [required("in", &mut sibling), optional("except", &mut except)])?;
                match Self::parse(&sibling) {
                    Ok(Self::Sibling { member, .. }) => Self::Sibling { member, except },
                    _ => {
                        return Err(place.inside("in").error(&["expected a sibling's name, found `", &sibling, "`"]));
                    }
                }
            }
            other => {
                return Err(place.expected(
                    "where the reader has it instead: a sibling's name, `{\"in\", \"except\"}`, `arguments.NAME` or `tool:NAME`",
                    &other,
                ));
            }
        };
        Ok(())
    }
}

deserialize_by_reading!(Elsewhere);
