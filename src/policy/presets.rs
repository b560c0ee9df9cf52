//! Policies that projects in the field found right.

use super::Policy;

const OUTLINE: &str = include_str!("presets/outline.json");
const STRUCTURED: &str = include_str!("presets/structured.json");
const MIRRORED: &str = include_str!("presets/mirrored.json");

/// An outliner's server (outl, RFC 0276): a success is content-only and compact, outline nodes lose what renderers
/// alone need, two Markdown tools send their Markdown, an error keeps its envelope.
#[must_use]
pub fn outline() -> Policy {
    read(OUTLINE)
}

/// A file server whose tools declare an outputSchema: a success has structuredContent, and beside it the text of its `message`, or
/// for `read_file` of its `content`, byte for byte; an error is text alone, which no client holds against the schema.
#[must_use]
pub fn structured() -> Policy {
    read(STRUCTURED)
}

/// A ledger's server: a success has its rows both in structuredContent and, behind a line in words, as text, cut to 60,000 bytes; an error
/// has its data in its text as well.
#[must_use]
pub fn mirrored() -> Policy {
    read(MIRRORED)
}

fn read(text: &str) -> Policy {
    // The texts are part of this crate and read by a test.
    Policy::from_json(text.as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Projection;

    #[test]
    fn each_preset_is_its_document_and_can_be_followed() {
        for (text, preset) in [(OUTLINE, outline()), (STRUCTURED, structured()), (MIRRORED, mirrored())] {
            let read = Policy::from_json(text.as_bytes());
            assert_eq!(read.as_ref(), Ok(&preset));
            assert_ne!(preset, Policy::default());
            assert!(Projection::new(&preset).is_ok());
        }
    }
}
