//! Whether two number tokens stand for the same number.

/// Whether two valid number tokens have the same value, however it is written: `1`, `1.0` and `10e-1`. A zero below zero is no zero.
pub(super) fn same_number(left: &[u8], right: &[u8]) -> bool {
    let is_short = left.len().max(right.len()) <= LONGEST_NUMBER;
    left == right || is_short && Decimal::of(left).zip(Decimal::of(right)).is_some_and(|(left, right)| left == right)
}

/// A longer token is only ever equal to itself: comparing it with many others would take as long for each. No writer of doubles comes near.
const LONGEST_NUMBER: usize = 1024;

/// A number as digits without zeros around them, and the power of ten that they are to be multiplied by.
#[derive(PartialEq, Eq)]
struct Decimal {
    is_negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// `None` where the exponent is beyond reach: such a number is only ever equal to its own token.
    fn of(token: &[u8]) -> Option<Self> {
        let unsigned = token.strip_prefix(b"-").unwrap_or(token);
        let is_negative = unsigned.len() < token.len();
        let (mantissa, exponent) = match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')) {
            Some(at) => {
                let (mantissa, exponent) = unsigned.split_at(at);
                (mantissa, std::str::from_utf8(exponent.get(1..)?).ok()?.parse::<i64>().ok()?)
            }
            None => (unsigned, 0),
        };
        let behind_point = mantissa.iter().rposition(|byte| *byte == b'.').map_or(0, |at| mantissa.len() - at - 1);
        let mut digits: Vec<u8> = mantissa.iter().copied().filter(|byte| *byte != b'.').collect();
        let written = digits.len();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            return Some(Self { is_negative, digits, exponent: 0 });
        }
        let exponent = exponent
            .checked_sub(i64::try_from(behind_point).ok()?)?
            .checked_add(i64::try_from(written - digits.len()).ok()?)?;
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..leading);
        Some(Self { is_negative, digits, exponent })
    }
}

#[cfg(test)]
mod tests {
    use super::same_number;

    #[test]
    fn a_value_can_be_written_in_many_ways() {
        for (left, right) in [
            ("1", "1.0"),
            ("100", "1e2"),
            ("100", "1E+2"),
            ("0.001", "1e-3"),
            ("1e-05", "0.00001"),
            ("0", "0.00"),
            ("0e7", "0"),
            ("-0", "-0.0"),
            ("-1.50", "-15e-1"),
            ("9007199254740993", "9007199254740993.0"),
            ("1e99999999999999999999", "1e99999999999999999999"),
            ("1", &format!("1.{}", "0".repeat(1022))),
        ] {
            assert!(same_number(left.as_bytes(), right.as_bytes()), "{left} {right}");
            assert!(same_number(right.as_bytes(), left.as_bytes()), "{right} {left}");
        }
    }

    #[test]
    fn values_that_differ_are_not_the_same() {
        for (left, right) in [
            ("1", "-1"),
            ("0", "-0"),
            ("1", "10"),
            ("1", "1.01"),
            ("1e2", "1e3"),
            ("9007199254740993", "9007199254740992"),
            ("1e99999999999999999999", "1e99999999999999999998"),
            ("12", "1.2"),
            ("1", &format!("1.{}", "0".repeat(1023))),
        ] {
            assert!(!same_number(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
    }
}
