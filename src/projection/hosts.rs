//! What MCP hosts show their models, and the form of a reply that reaches them.

use std::sync::OnceLock;

use crate::json::{Limits, decode, inside_quotes, items, member_value};
use crate::policy::{ErrorShape, Glob, Shape};

/// The profiles as JSON text: for each host the names by which its client introduces itself, the forms, and the facts
/// behind them, each with its date and source.
pub const HOST_PROFILES: &str = include_str!("hosts.json");

/// The forms in which a reply reaches a host's model whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HostProfile {
    /// Its id, and the names by which its client may introduce itself, in lower case.
    names: Vec<String>,
    pub(super) shape: Shape,
    pub(super) error: ErrorShape,
}

/// The profile of the host that has this id, or whose client introduces itself by this name; upper and lower case of ASCII are the same.
pub(super) fn profile_of(name: &str) -> Option<&'static HostProfile> {
    static PROFILES: OnceLock<Vec<HostProfile>> = OnceLock::new();
    let name = name.to_ascii_lowercase();
    let fits = |known: &String| Glob::parse(known).map_or(*known == name, |glob| glob.matches(&name));
    // The file is part of this crate and read by a test.
    PROFILES
        .get_or_init(|| read(HOST_PROFILES.as_bytes()).unwrap_or_default())
        .iter()
        .find(|profile| profile.names.iter().any(fits))
}

fn read(text: &[u8]) -> Option<Vec<HostProfile>> {
    each(member_value(text, "profiles")?, |profile| {
        let mut names = vec![string(member_value(profile, "host")?)?];
        names.extend(each(member_value(profile, "clientNames")?, string)?);
        Some(HostProfile {
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
            shape: Shape::of_word(&string(member_value(profile, "shape")?)?)?,
            error: ErrorShape::of_word(&string(member_value(profile, "error")?)?)?,
        })
    })
}

fn each<T>(array: &[u8], read: impl Fn(&[u8]) -> Option<T>) -> Option<Vec<T>> {
    let items = items(array, Limits::default()).ok()??;
    items.into_iter().map(|item| read(array.get(item)?)).collect()
}

fn string(value: &[u8]) -> Option<String> {
    String::from_utf8(decode(inside_quotes(value)?).into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_is_read_and_no_two_fit_one_name() {
        let profiles = read(HOST_PROFILES.as_bytes()).unwrap_or_default();
        assert!(profiles.len() >= 10);
        for (at, profile) in profiles.iter().enumerate() {
            for name in &profile.names {
                let plain = name.replace('*', "");
                let found = profile_of(&plain);
                assert_eq!(found, Some(profile), "{name}");
                for other in profiles.iter().skip(at + 1) {
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
