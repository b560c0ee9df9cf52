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
    /// The values of some arguments, each named by its path; `None` where no arguments are known.
    pub(super) fn arguments_at(&self, paths: &[Vec<String>]) -> Option<Vec<Option<&'a [u8]>>> {
        let arguments = self.arguments?;
        Some(paths.iter().map(|path| path.iter().try_fold(arguments, |value, name| member(value, name))).collect())
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
