//! Policies that projects in the field found right.

use super::Policy;

const OUTLINE: &str = include_str!("presets/outline.json");

/// An outliner's server (outl, RFC 0276): a success is content-only and compact, outline nodes lose what renderers
/// alone need, two Markdown tools send their Markdown, an error keeps its envelope.
#[must_use]
pub fn outline() -> Policy {
    // The text is part of this crate and read by a test.
    Policy::from_json(OUTLINE.as_bytes()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{OUTLINE, outline};
    use crate::policy::Policy;

    #[test]
    fn the_outline_preset_is_its_document() {
        let read = Policy::from_json(OUTLINE.as_bytes());
        assert_eq!(read, Ok(outline()));
        assert!(!outline().prune.is_empty());
    }
}
