//! What is known of the call that a reply answers.

use crate::json::{Limits, Member, decode, members};

/// What is known of the call that a reply answers; nothing, by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call<'a> {
    /// The call's arguments as JSON text. Where they are known, a member that a policy calls supplied by an argument
    /// goes only if it equals that argument; text that is no JSON object supplies nothing.
    pub arguments: Option<&'a [u8]>,
    /// A line in words that leads a mirrored reply.
    pub summary: Option<&'a str>,
    /// The name of the MCP host that the reply goes to.
    pub host: Option<&'a str>,
    /// The protocol revision, such as `2025-11-25`.
    pub revision: Option<&'a str>,
    /// Whether the tool declares an `outputSchema`.
    pub declares_output_schema: bool,
}

impl<'a> Call<'a> {
    /// The value of the argument at a path; `None` where the call has none there, or where its arguments are not known.
    pub(super) fn argument(&self, path: &[String]) -> Option<&'a [u8]> {
        path.iter().try_fold(self.arguments?, |value, name| member(value, name))
    }
}

/// The value of an object's member: of a name that occurs twice, the last.
fn member<'a>(object: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let members = members(object, Limits::default()).ok()??;
    members
        .iter()
        .rev()
        .find(|Member { name: token, .. }| decode(token).as_ref() == name.as_bytes())
        .map(|member| member.value)
}
