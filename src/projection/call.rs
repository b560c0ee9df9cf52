//! What is known of the call that a reply answers.

use crate::json::{JsonError, Limits, Member, decode, inside_quotes, member_value, members, not_an_object};

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
    /// The tool's `outputSchema` itself as JSON text, which says more than that there is one: which members may be absent.
    pub output_schema: Option<&'a [u8]>,
}

impl<'a> Call<'a> {
    /// The value of the argument at a path; `None` where the call has none there, or where its arguments are not known.
    pub(super) fn argument(&self, path: &[String]) -> Option<&'a [u8]> {
        path.iter().try_fold(self.arguments?, |value, name| member_value(value, name))
    }
}

/// What JSON text says of a call.
#[derive(Default)]
pub(crate) struct CallText<'a> {
    known: Call<'a>,
    summary: Option<String>,
    host: Option<String>,
    revision: Option<String>,
}

impl<'a> CallText<'a> {
    /// Reads an object with the members `arguments`, `summary`, `host`, `revision`, `declaresOutputSchema` and `outputSchema`,
    /// all of them optional.
    pub(crate) fn read(text: &'a [u8]) -> Result<Self, JsonError> {
        let mut call = Self::default();
        for Member { name, value, .. } in members(text, Limits::default())?.ok_or_else(|| not_an_object(text))? {
            let string = || Some(String::from_utf8_lossy(&decode(inside_quotes(value)?)).into_owned());
            match name {
                b"arguments" => call.known.arguments = Some(value),
                b"summary" => call.summary = string(),
                b"host" => call.host = string(),
                b"revision" => call.revision = string(),
                b"declaresOutputSchema" => call.known.declares_output_schema = value == b"true",
                b"outputSchema" => call.known.output_schema = Some(value),
                _ => {}
            }
        }
        Ok(call)
    }

    pub(crate) fn call(&self) -> Call<'_> {
        let (summary, host, revision) = (self.summary.as_deref(), self.host.as_deref(), self.revision.as_deref());
        Call { summary, host, revision, ..self.known }
    }
}
