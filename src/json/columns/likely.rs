//! Tells most texts that have nothing to change, at a multiple of the speed at which a text can be read.

use super::super::kernel::{self, WIDTH, chunk};
use super::super::scan::byte;
use super::candidates::Telling;
use super::survey::name_end;

/// Whether a valid, compact text may have a list of three objects, or an object that would be taken for columns.
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(crate) fn may_have_columns(text: &[u8]) -> bool {
    let mut separators = 0;
    let mut at = 0;
    while let Some(sixteen) = chunk(text, at) {
        let mut braces = kernel::same(sixteen, &[b'{'; WIDTH]);
        while braces != 0 {
            let brace = at + braces.trailing_zeros() as usize;
            separators += usize::from(is_between_objects(text, brace));
            if separators == 2 || may_name_columns(text, brace + 1) {
                return true;
            }
            braces &= braces - 1;
        }
        at += WIDTH;
    }
    let mut braces = (at..text.len()).filter(|at| byte(text, *at) == b'{');
    braces.any(|brace| {
        separators += usize::from(is_between_objects(text, brace));
        separators == 2 || may_name_columns(text, brace + 1)
    })
}

/// Whether a comma and another object stand before the brace.
#[inline(always)]
fn is_between_objects(text: &[u8], brace: usize) -> bool {
    brace >= 2 && byte(text, brace - 1) == b',' && byte(text, brace - 2) == b'}'
}

/// Whether the name at `at` may be one of columns' members.
#[inline(always)]
fn may_name_columns(text: &[u8], at: usize) -> bool {
    Telling::may_tell(text.get(at + 1)) && names_columns_perhaps(text, at)
}

/// The same for one whose first byte says that it may.
fn names_columns_perhaps(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let is_member = |name: &&[u8]| rest.starts_with(name);
    [b"\"columns\"".as_slice(), b"\"rows\"", b"\"row\""].iter().any(is_member)
        || byte(text, at) == b'"'
            && rest.get(..name_end(text, at).saturating_sub(at)).is_some_and(|name| name.contains(&b'\\'))
}

/// Whether columns may start somewhere in a text, as a projection writes them.
#[cfg_attr(optimize_attribute, optimize(speed))]
pub(super) fn has_columns(text: &[u8]) -> bool {
    let start: &[u8] = b"{\"columns\":[\"";
    let mut at = 0;
    while let (Some(first), Some(third)) = (chunk(text, at), chunk(text, at + 2)) {
        let mut braces = kernel::same(first, &[b'{'; WIDTH]) & kernel::same(third, &[b'c'; WIDTH]);
        while braces != 0 {
            if text.get(at + braces.trailing_zeros() as usize..).is_some_and(|rest| rest.starts_with(start)) {
                return true;
            }
            braces &= braces - 1;
        }
        at += WIDTH;
    }
    text.get(at..).unwrap_or_default().windows(start.len()).any(|window| window == start)
}
