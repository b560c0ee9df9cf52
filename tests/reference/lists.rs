//! Uniform lists as columns by their definition, and columns as lists again.

use mcp_projection::PruneRule;

use super::{Name, Tree};

/// A member with what became of its value, unless the rules drop it.
type Kept<'t> = (&'t Name, &'t Tree, Option<Tree>);

impl Tree {
    /// The tree pruned as by [`pruned`](Self::pruned), with its uniform lists as columns.
    pub(crate) fn in_columns(&self, rules: &[&PruneRule], arguments: Option<&Self>) -> Self {
        match self {
            Self::Scalar(_) => self.clone(),
            Self::Array(items) => {
                let objects = Self::Array(items.iter().map(|item| item.in_columns(rules, arguments)).collect());
                let rows: Option<Vec<Vec<Kept<'_>>>> = items.iter().map(|item| item.row(rules, arguments)).collect();
                match rows.filter(|rows| rows.len() >= 3).and_then(|rows| own_columns(&rows).or_else(|| filled(&rows)))
                {
                    // As objects it is at least a tenth longer.
                    Some(columns) if 11 * columns.print().len() <= 10 * objects.print().len() => columns,
                    _ => objects,
                }
            }
            Self::Object(_) => {
                let members: Vec<Kept<'_>> = self.row(rules, arguments).unwrap_or_default();
                let kept: Vec<(&Name, Self)> =
                    members.into_iter().filter_map(|(name, _, value)| Some((name, value?))).collect();
                let has = |text: &str| kept.iter().any(|(name, _)| name.text == text.as_bytes());
                let is_known = |name: &Name| ["columns", "rows", "row"].iter().any(|text| name.text == text.as_bytes());
                let all_known = kept.iter().all(|(name, _)| is_known(name));
                if all_known && has("columns") && has("rows") != has("row") {
                    let (names, values): (Vec<&Name>, Vec<Self>) = kept.into_iter().unzip();
                    table(&names, "row", Self::Array(values))
                } else {
                    Self::Object(kept.into_iter().map(|(name, value)| (name.clone(), value)).collect())
                }
            }
        }
    }

    /// An object's members, each with its value in columns if the rules leave it.
    fn row<'t>(&'t self, rules: &[&PruneRule], arguments: Option<&Self>) -> Option<Vec<Kept<'t>>> {
        let (Self::Object(members), Self::Object(left)) = (self, self.pruned(rules, arguments)) else { return None };
        let is_left = |name: &Name| left.iter().any(|(other, _)| other.text == name.text);
        let row = members
            .iter()
            .map(|(name, value)| (name, value, is_left(name).then(|| value.in_columns(rules, arguments))));
        Some(row.collect())
    }

    /// The tree with lists of objects in place of columns.
    pub(crate) fn expanded(&self) -> Self {
        match self {
            Self::Scalar(_) => self.clone(),
            Self::Array(items) => Self::Array(items.iter().map(Self::expanded).collect()),
            Self::Object(members) => self.rows().unwrap_or_else(|| {
                Self::Object(members.iter().map(|(name, value)| (name.clone(), value.expanded())).collect())
            }),
        }
    }

    /// The list or object that columns stand for.
    fn rows(&self) -> Option<Self> {
        let Self::Object(members) = self else { return None };
        let [(columns, Self::Array(names)), (kind, Self::Array(rows))] = members.as_slice() else { return None };
        if columns.token != "\"columns\"" || names.is_empty() || rows.is_empty() {
            return None;
        }
        let name = |name: &Self| match name {
            Self::Scalar(token) if token.starts_with('"') => Some(Name { token: token.clone(), text: Vec::new() }),
            _ => None,
        };
        let names: Vec<Name> = names.iter().map(name).collect::<Option<_>>()?;
        let object = |cells: &[Self]| {
            let members = names.iter().cloned().zip(cells.iter().map(Self::expanded)).collect();
            (cells.len() == names.len()).then_some(Self::Object(members))
        };
        match kind.token.as_str() {
            "\"row\"" => object(rows),
            "\"rows\"" => {
                let row = |row: &Self| if let Self::Array(cells) = row { object(cells) } else { None };
                rows.iter().map(row).collect::<Option<_>>().map(Self::Array)
            }
            _ => None,
        }
    }
}

fn table(names: &[&Name], kind: &str, rows: Tree) -> Tree {
    let name = |text: &str| Name { token: format!("\"{text}\""), text: text.as_bytes().to_vec() };
    let names = names.iter().map(|name| Tree::Scalar(name.token.clone())).collect();
    Tree::Object(vec![(name("columns"), Tree::Array(names)), (name(kind), rows)])
}

fn have_duplicates(names: &[&Name]) -> bool {
    names.iter().enumerate().any(|(at, name)| names[..at].iter().any(|other| other.text == name.text))
}

/// The columns of rows that have the same members left.
fn own_columns(rows: &[Vec<Kept<'_>>]) -> Option<Tree> {
    let left = |row: &Vec<Kept<'_>>| -> Vec<(String, Tree)> {
        row.iter().filter_map(|(name, _, value)| Some((name.token.clone(), value.clone()?))).collect()
    };
    let names = |row: &Vec<Kept<'_>>| left(row).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let first: Vec<&Name> =
        rows.first()?.iter().filter(|(.., value)| value.is_some()).map(|(name, ..)| *name).collect();
    if first.is_empty() || have_duplicates(&first) || rows.iter().any(|row| names(row) != names(&rows[0])) {
        return None;
    }
    let cells = |row| Tree::Array(left(row).into_iter().map(|(_, value)| value).collect());
    Some(table(&first, "rows", Tree::Array(rows.iter().map(cells).collect())))
}

/// The columns of rows that had the same members before rules dropped some of them from some rows; what they dropped is a cell, if it is short.
fn filled(rows: &[Vec<Kept<'_>>]) -> Option<Tree> {
    let names = |row: &Vec<Kept<'_>>| row.iter().map(|(name, ..)| name.token.clone()).collect::<Vec<_>>();
    if rows.iter().any(|row| names(row) != names(&rows[0])) {
        return None;
    }
    let all: Vec<&Name> = rows.first()?.iter().map(|(name, ..)| *name).collect();
    let kept: Vec<usize> = (0..all.len()).filter(|at| rows.iter().any(|row| row[*at].2.is_some())).collect();
    let first: Vec<&Name> = kept.iter().map(|at| all[*at]).collect();
    if first.is_empty() || have_duplicates(&all) {
        return None;
    }
    let is_short = |value: &Tree| match value {
        Tree::Scalar(_) => true,
        Tree::Array(items) => items.is_empty(),
        Tree::Object(members) => members.is_empty(),
    };
    let cell = |(_, value, left): &Kept<'_>| left.clone().or_else(|| is_short(value).then(|| (*value).clone()));
    let cells = |row: &Vec<Kept<'_>>| kept.iter().map(|at| cell(&row[*at])).collect::<Option<_>>().map(Tree::Array);
    Some(table(&first, "rows", Tree::Array(rows.iter().map(cells).collect::<Option<_>>()?)))
}
