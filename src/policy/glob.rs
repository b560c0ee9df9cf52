//! Tool names with `*` for any text.

/// A pattern with at least one `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glob {
    /// The literal texts between the stars; the first and the last may be empty.
    parts: Vec<String>,
}

impl Glob {
    /// The pattern that a key of `tools` is; `None` for an exact name.
    pub(crate) fn parse(key: &str) -> Option<Self> {
        let parts: Vec<String> = key.split('*').map(str::to_owned).collect();
        (parts.len() > 1).then_some(Self { parts })
    }

    /// How many characters of the pattern are literal: the more, the more specific.
    pub(crate) fn literal_length(&self) -> usize {
        self.parts.iter().map(|part| part.chars().count()).sum()
    }

    /// Whether a tool's name fits.
    pub(crate) fn matches(&self, name: &str) -> bool {
        let [first, middle @ .., last] = self.parts.as_slice() else { return false };
        let inside = name.as_bytes().strip_prefix(first.as_bytes());
        let Some(mut rest) = inside.and_then(|rest| rest.strip_suffix(last.as_bytes())) else { return false };
        // Each part in the middle takes the earliest place it finds: that leaves most to the rest.
        middle.iter().all(|part| match behind(rest, part.as_bytes()) {
            Some(found) => {
                rest = found;
                true
            }
            None => false,
        })
    }

    /// Whether some name fits both.
    ///
    /// Walks both patterns side by side, a set of positions in the other for each position in this one:
    /// as many steps as the product of their lengths.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        // A common name starts with both beginnings and ends with both ends, which settles most pairs.
        let agree = |ours: &str, theirs: &str, fits: fn(&str, &str) -> bool| fits(ours, theirs) || fits(theirs, ours);
        let edges = (self.parts.first().zip(other.parts.first()), self.parts.last().zip(other.parts.last()));
        let (Some((start, other_start)), Some((end, other_end))) = edges else { return false };
        if !agree(start, other_start, |text, part| text.starts_with(part))
            || !agree(end, other_end, |text, part| text.ends_with(part))
        {
            return false;
        }
        let left: Vec<char> = self.parts.join("*").chars().collect();
        let right: Vec<char> = other.parts.join("*").chars().collect();
        let width = right.len() + 1;
        let mut reached = vec![false; (left.len() + 1) * width];
        let mut open = vec![(0, 0)];
        while let Some((l, r)) = open.pop() {
            match reached.get_mut(l * width + r) {
                Some(mark) if !*mark => *mark = true,
                _ => continue,
            }
            match (left.get(l), right.get(r)) {
                (None, None) => return true,
                (Some('*'), _) => {
                    open.push((l + 1, r));
                    if r < right.len() {
                        open.push((l, r + 1));
                    }
                }
                (_, Some('*')) => {
                    open.push((l, r + 1));
                    if l < left.len() {
                        open.push((l + 1, r));
                    }
                }
                (Some(a), Some(b)) if a == b => open.push((l + 1, r + 1)),
                _ => {}
            }
        }
        false
    }
}

/// What follows behind the first place where `part` stands in a text. The search of `str` is quick on long texts and long itself.
fn behind<'a>(text: &'a [u8], part: &[u8]) -> Option<&'a [u8]> {
    (0..=text.len()).find_map(|at| text.get(at..)?.strip_prefix(part))
}

#[cfg(test)]
mod tests {
    use super::Glob;

    fn glob(pattern: &str) -> Glob {
        Glob::parse(pattern).unwrap_or_else(|| unreachable!("{pattern} has a star"))
    }

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, fits) in [
            ("*", "", true),
            ("*", "anything", true),
            ("a_*", "a_", true),
            ("a_*", "a_b", true),
            ("a_*", "b_a_", false),
            ("*_get", "page_get", true),
            ("*_get", "page_get_all", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("a*b*c", "abbbc", true),
            ("a*b*c", "acb", false),
            ("a*bc*c", "abcc", true),
            ("a*bc*c", "abc", false),
            ("é*", "été", true),
        ] {
            assert_eq!(glob(pattern).matches(name), fits, "{pattern} {name}");
        }
        assert_eq!(Glob::parse("exact"), None);
    }

    #[test]
    fn overlap_means_a_common_name() {
        for (left, right, overlap) in [
            ("a*", "b*", false),
            ("a*", "*a", true),
            ("*a", "*b", false),
            ("a*", "*b", true),
            ("a*c", "ab*", true),
            ("a*b*c", "a*x*c", true),
            ("*", "*", true),
            ("ab*", "ac*", false),
            ("x*yz", "xy*z", true),
        ] {
            assert_eq!(glob(left).overlaps(&glob(right)), overlap, "{left} {right}");
            assert_eq!(glob(right).overlaps(&glob(left)), overlap, "{right} {left}");
        }
    }
}
