//! What is wrong with a policy, and where.

use std::error::Error;
use std::fmt;

/// A policy that can't be used: the place as a JSON Pointer (RFC 6901), and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    pointer: String,
    problem: String,
}

impl PolicyError {
    /// An error at the place that these reference tokens lead to.
    pub(crate) fn at(tokens: &[&str], problem: String) -> Self {
        let mut pointer = String::new();
        for token in tokens {
            push_token(&mut pointer, token);
        }
        Self { pointer, problem }
    }

    /// The JSON Pointer of the member or item to mend; empty for the whole document.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong there and what was expected.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

/// Appends a reference token, escaped as RFC 6901 asks.
fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the policy" } else { &self.pointer };
        [place, ": ", &self.problem].into_iter().try_for_each(|part| f.write_str(part))
    }
}

impl Error for PolicyError {}
