//! What the native benches read, and what they compare the engine with.

use mcp_projection::{Projection, presets};
use serde_json::{Map, Value, json};

/// The preset for outlines, compiled.
///
/// # Panics
///
/// Where the preset is wrong.
#[must_use]
pub fn projection() -> Projection {
    Projection::new(&presets::outline()).expect("the preset is right")
}

/// A block with so many blocks below it that compact they are about `bytes` bytes. Rules for outlines drop about 57% of them.
#[must_use]
pub fn outline(bytes: usize) -> Value {
    let mut words = Words(1);
    let mut root = words.block();
    let mut size = 0;
    while size < bytes {
        let mut branch = words.block();
        for _ in 0..words.below(6) {
            let mut twig = words.block();
            twig["children"] = (0..words.below(3)).map(|_| words.block()).collect();
            push(&mut branch, twig);
        }
        size += branch.to_string().len();
        push(&mut root, branch);
    }
    root
}

fn push(block: &mut Value, child: Value) {
    if let Some(children) = block.get_mut("children").and_then(Value::as_array_mut) {
        children.push(child);
    }
}

/// Words that look random and are the same each time.
struct Words(u64);

const WORDS: [&str; 16] = [
    "the",
    "of",
    "and",
    "page",
    "note",
    "review",
    "agenda",
    "quarterly",
    "summary",
    "compile",
    "deadline",
    "observation",
    "garden",
    "schema",
    "latency",
    "weather",
];

impl Words {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn phrase(&mut self, most: u64) -> String {
        let words: Vec<&str> = (0..=self.below(most)).map(|_| WORDS[self.below(16) as usize]).collect();
        words.join(" ")
    }

    fn block(&mut self) -> Value {
        let parts: Vec<(bool, String)> = (0..=self.below(4))
            .map(|_| {
                let is_code = self.below(3) == 0;
                (is_code, self.phrase(if is_code { 3 } else { 12 }))
            })
            .collect();
        let text: String =
            parts.iter().map(|(is_code, value)| if *is_code { format!("`{value}`") } else { value.clone() }).collect();
        let tokens: Vec<Value> = parts
            .iter()
            .map(|(is_code, value)| json!({ "kind": if *is_code { "code" } else { "plain" }, "value": value }))
            .collect();
        json!({
            "children": [],
            "collapsed": self.below(32) == 0,
            "id": format!("01M8{:022}", self.below(u64::MAX)),
            "properties": [],
            "text": text,
            "todo": if self.below(8) == 0 { json!("TODO") } else { Value::Null },
            "tokens": tokens,
        })
    }
}

/// What the preset for outlines does, to a tree: the same job as a program does it that has serde_json.
pub fn prune(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(prune),
        Value::Object(members) => {
            if ["id", "text", "children"].iter().all(|name| members.contains_key(*name)) {
                members.retain(|name, member| !goes(name, member));
            }
            members.values_mut().for_each(prune);
        }
        _ => {}
    }
}

fn goes(name: &str, member: &Value) -> bool {
    match name {
        "tokens" => true,
        "collapsed" => *member == Value::Bool(false),
        "todo" => member.is_null(),
        "properties" => member.as_object().is_some_and(Map::is_empty) || member.as_array().is_some_and(Vec::is_empty),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{outline, projection, prune};

    #[test]
    fn both_ways_give_the_same_bytes() {
        let mut value = outline(100_000);
        for text in [value.to_string(), format!("{value:#}")] {
            let pruned = projection().prune("outl_page_get", text.as_bytes());
            prune(&mut value);
            assert_eq!(pruned, Ok(value.to_string().into_bytes()));
        }
    }

    #[test]
    fn rules_drop_more_than_half() {
        let text = outline(100_000).to_string();
        let pruned = projection().prune("outl_page_get", text.as_bytes()).unwrap_or_default();
        let share = 1.0 - pruned.len() as f64 / text.len() as f64;
        assert!((0.5..0.65).contains(&share), "{share}");
    }
}
