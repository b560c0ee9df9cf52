//! What MCP hosts show their models, and the form of a reply that reaches them.

use crate::policy::{ErrorShape, Glob, Shape};

/// The profiles as JSON text: for each host the names by which its client introduces itself, the forms, and the facts
/// behind them, each with its date and source.
pub const HOST_PROFILES: &str = include_str!("hosts.json");

/// The forms in which a reply reaches a host's model whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HostProfile {
    /// Its id, and the names by which its client may introduce itself, in lower case.
    names: &'static [&'static str],
    pub(super) shape: Shape,
    pub(super) error: ErrorShape,
}

/// What a projection needs of [`HOST_PROFILES`]: so the WebAssembly module carries neither the facts nor a reader for them.
static PROFILES: [HostProfile; 14] = [
    profile(&["claude-code", "claude-code*"], Shape::Content, ErrorShape::Text),
    profile(&["claude-desktop", "claude-ai*", "anthropic/claudeai*"], Shape::Content, ErrorShape::Text),
    profile(&["vscode-copilot-chat", "visual studio code*", "code - oss*"], Shape::Content, ErrorShape::Text),
    profile(&["copilot-cli", "github-copilot-developer*"], Shape::Content, ErrorShape::Text),
    profile(&["copilot-intellij", "jetbrains-*copilot-intellij*"], Shape::Content, ErrorShape::Text),
    profile(&["codex", "codex-mcp-client*"], Shape::Content, ErrorShape::Text),
    profile(&["cursor", "cursor-vscode*"], Shape::Content, ErrorShape::Text),
    profile(&["chatgpt", "openai-mcp*"], Shape::Mirrored, ErrorShape::Text),
    profile(&["gemini-cli", "gemini-cli-mcp-client*"], Shape::Content, ErrorShape::Text),
    profile(&["goose", "goose*"], Shape::Content, ErrorShape::Text),
    profile(&["opencode", "opencode*"], Shape::Content, ErrorShape::Text),
    profile(&["kimi", "kimi-code*"], Shape::Content, ErrorShape::Text),
    profile(&["hermes"], Shape::Content, ErrorShape::Text),
    profile(&["open-webui"], Shape::Content, ErrorShape::Text),
];

const fn profile(names: &'static [&'static str], shape: Shape, error: ErrorShape) -> HostProfile {
    HostProfile { names, shape, error }
}

/// The profile of the host that has this id, or whose client introduces itself by this name; upper and lower case of ASCII are the same.
pub(super) fn profile_of(name: &str) -> Option<&'static HostProfile> {
    let name = name.to_ascii_lowercase();
    let fits = |known: &&str| Glob::parse(known).map_or(*known == name, |glob| glob.matches(&name));
    PROFILES.iter().find(|profile| profile.names.iter().any(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profiles_are_what_the_file_says() {
        let file: serde_json::Value = serde_json::from_str(HOST_PROFILES).expect("a JSON file");
        let said = file["profiles"].as_array().into_iter().flatten().map(|profile| {
            let word = |name: &str| profile[name].as_str().unwrap_or_default();
            let clients = profile["clientNames"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
            let names: Vec<_> = std::iter::once(word("host")).chain(clients).map(str::to_ascii_lowercase).collect();
            (names, Shape::of_word(word("shape")), ErrorShape::of_word(word("error")))
        });
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let known = PROFILES.iter().map(|profile| (own(profile.names), Some(profile.shape), Some(profile.error)));
        assert_eq!(known.collect::<Vec<_>>(), said.collect::<Vec<_>>());
    }

    #[test]
    fn no_two_profiles_fit_one_name() {
        for (at, profile) in PROFILES.iter().enumerate() {
            for name in profile.names {
                let plain = name.replace('*', "");
                let found = profile_of(&plain);
                assert_eq!(found, Some(profile), "{name}");
                for other in PROFILES.iter().skip(at + 1) {
                    assert!(!other.names.contains(name), "{name} is there twice");
                }
            }
        }
    }

    #[test]
    fn names_are_known_in_any_case_and_others_are_not() {
        assert!(profile_of("claude-code").is_some());
        assert_eq!(profile_of("Claude-Code"), profile_of("claude-code"));
        assert_eq!(profile_of("a host that nobody knows"), None);
        assert_eq!(profile_of(""), None);
    }
}
