//! Shape `content` for a reply that somebody else built.

use std::borrow::Cow;

use super::written::Written;
use super::{Filter, NOT_SAID, Payload, SaidAs, is_named};
use crate::json::{JsonError, Limits, Member, decode, member_value, members};
use crate::projection::carry::{Asked, Carry, Content, Data, Names, Pruning, carry, is_said, remainder};
use crate::projection::explain;
use crate::projection::flatten::FlattenPlan;
use crate::projection::object::object_of;
use crate::projection::report::rules;
use crate::projection::schema::Schema;
use crate::projection::texts::Texts;

/// The payload as structuredContent has it once that was pruned and cut, if it stays.
struct Kept<'p> {
    source: Cow<'p, [u8]>,
    /// The same pruned by all rules, where a budget took something.
    cut: Option<Vec<u8>>,
}

impl<'r> Filter<'_, 'r> {
    /// Shape `content`: the content says everything, structuredContent goes unless the client insists on it.
    pub(super) fn content(
        &mut self,
        structured: &'r [u8],
        payload: &Payload<'r>,
        data_blocks: &mut Vec<usize>,
    ) -> Result<(), JsonError> {
        let keeps_structured = self.forms.schema.is_declared();
        let pruning = self.pruning(&self.plan.rules);
        let asked = match payload.is_unwrapped {
            true => Asked::new(payload.json, pruning),
            false => Asked::with_members(payload.json, self.reply.structured_members.as_deref(), pruning),
        };
        let (plan, reply) = (self.plan, self.reply);
        let texts = &Texts::new(&reply.blocks);
        let json = reply.content();
        let content = Content {
            json: json.as_deref(),
            may_go_on: keeps_structured,
            sent: plan.flatten.as_ref().map(FlattenPlan::member),
        };
        let carried = carry(&asked, texts, content);
        let Kept { source, cut } = match keeps_structured {
            true => self.keep(structured, payload, &carried, pruning)?,
            false => Kept { source: Cow::Borrowed(payload.json), cut: None },
        };
        // A text may say the payload with all that stands around it.
        let whole =
            || carry(&Asked::with_members(structured, reply.structured_members.as_deref(), pruning), texts, content);
        if let (Carry::Nothing, true) = (&carried, payload.is_unwrapped)
            && let Carry::Data(Data { block, reading }) = whole()
        {
            data_blocks.push(block);
            let written = self.read_written(block, reading, pruning, "/structuredContent");
            if self.set_block(block, written).is_some() {
                self.note_pruning(payload.json, || asked.pruned(), &payload.pointer, keeps_structured);
            }
            if !keeps_structured {
                self.remove_structured("the content says it", rules::DUPLICATE);
            }
            return Ok(());
        }
        let is_cut = cut.is_some();
        let pruned = || cut.as_deref().unwrap_or_else(|| asked.pruned());
        match carried {
            Carry::Data(Data { block, reading }) => {
                data_blocks.push(block);
                let text = match is_cut {
                    true => (pruned().to_vec(), Cow::Borrowed(payload.json)),
                    false => self.pruned_and_before(block, reading),
                };
                let written = self.written(&source, pruned, text, payload, pruning, keeps_structured)?;
                if self.set_block(block, written) == Some(SaidAs::Data) {
                    self.note_pruning(payload.json, pruned, &payload.pointer, keeps_structured);
                }
            }
            Carry::Documents { is_all: true, .. } => {}
            Carry::Documents { members, .. } => {
                self.add_rest(payload, members.as_ref(), pruned(), texts, pruning, keeps_structured)?;
            }
            Carry::Items { read } => {
                let mut is_changed = false;
                for (block, reading) in read.into_iter().enumerate() {
                    if let Some(reading) = reading {
                        data_blocks.push(block);
                        let pointer = format!("{}/{block}", payload.pointer);
                        let written = self.read_written(block, reading, pruning, &pointer);
                        is_changed |= self.set_block(block, written).is_some();
                    }
                }
                if is_changed {
                    self.note_pruning(payload.json, pruned, &payload.pointer, keeps_structured);
                }
            }
            Carry::Nothing => {
                let text = (pruned().to_vec(), Cow::Borrowed(payload.json));
                let written = self.written(&source, pruned, text, payload, pruning, keeps_structured)?;
                let call = self.call;
                let pruning = |is_data| match is_data {
                    true => explain::pruning(plan, Schema::None, payload.json, pruned(), call, &payload.pointer),
                    // A flattened payload isn't pruned.
                    false => Vec::new(),
                };
                self.add_blocks(rules::RESCUE, &payload.pointer, NOT_SAID, written, pruning);
            }
        }
        if payload.is_unwrapped {
            self.add_beside(structured, texts, pruning);
        }
        if !keeps_structured {
            self.remove_structured("the content says it", rules::DUPLICATE);
        }
        Ok(())
    }

    /// Lets structuredContent stay.
    fn keep<'p>(
        &mut self,
        structured: &[u8],
        payload: &Payload<'p>,
        carried: &Carry,
        pruning: Pruning<'_>,
    ) -> Result<Kept<'p>, JsonError> {
        // Blocks that are a list's items, or the payload's own content, stay, and so does the list.
        let is_said_by_blocks = matches!(carried, Carry::Items { .. } | Carry::Documents { is_all: true, .. });
        let may_cut = !payload.is_unwrapped && !is_said_by_blocks;
        let kept = self.kept_structured(structured, may_cut, &self.plan.rules_under(self.forms.schema))?;
        let (mut source, mut cut) = (Cow::Borrowed(payload.json), None);
        // What went from there goes from the text as well.
        if kept.is_cut || self.plan.flatten.is_some() {
            let inner = match &self.plan.unwrap {
                Some(name) if payload.is_unwrapped => member_value(&kept.json, name).unwrap_or_default().to_vec(),
                _ => kept.json.clone(),
            };
            if kept.is_cut {
                cut = pruning.of(&inner);
            }
            if kept.is_cut || inner.first() == payload.json.first() {
                source = Cow::Owned(inner);
            }
        }
        self.set_structured(structured, kept);
        Ok(Kept { source, cut })
    }

    /// The blocks that say a payload as data: flattened, cut to its budget, or else `text`, which comes with what it was before it was pruned.
    fn written<'p>(
        &mut self,
        source: &[u8],
        pruned: impl Fn() -> &'p [u8],
        (text, before): (Vec<u8>, Cow<'_, [u8]>),
        payload: &Payload<'_>,
        pruning: Pruning<'_>,
        keeps_structured: bool,
    ) -> Result<Written, JsonError> {
        if let Some(flatten) = &self.plan.flatten {
            match flatten.blocks(source, self.call, Limits::default())? {
                Ok(blocks) => {
                    self.report.note(rules::FLATTEN, 0, || (payload.pointer.to_string(), String::new()));
                    return Ok(self.blocks_written(blocks, pruning, &payload.pointer));
                }
                Err(refusal) => self.report.note(rules::FLATTEN, 0, || {
                    let (pointer, reason) = refusal.pointer_and_reason();
                    (payload.pointer.to_string() + &pointer, reason)
                }),
            }
        }
        // Where structuredContent stays it was cut already, if at all.
        let cut = match keeps_structured || self.plan.budget.is_none() {
            true => None,
            false => self.cut(pruned(), &self.plan.rules, &payload.pointer, Some(source))?.payload,
        };
        Ok(match cut {
            Some(cut) => self.text_written(cut, source, pruning, &payload.pointer),
            None => self.text_written(text, &before, pruning, &payload.pointer),
        })
    }

    /// Adds the members of a payload that blocks don't carry, unless one says them already.
    fn add_rest(
        &mut self,
        payload: &Payload<'_>,
        carried: Option<&Names>,
        pruned: &[u8],
        texts: &Texts<'_, '_>,
        pruning: Pruning<'_>,
        keeps_structured: bool,
    ) -> Result<(), JsonError> {
        let Some(carried) = carried else { return Ok(()) };
        let held = self.held_by_reader(payload, carried);
        let is_carried = |name: &[u8]| carried.contains(name) || held.as_ref().is_some_and(|held| held.contains(name));
        let Some(rest) = remainder(pruned, is_carried).filter(|rest| !is_said(rest, texts, pruning)) else {
            return Ok(());
        };
        let (plan, call) = (self.plan, self.call);
        // Where structuredContent stays it was cut already, if at all.
        // Only columns keep something of it.
        let before = match self.forms.lists.as_columns {
            true => remainder(payload.json, is_carried).unwrap_or_default(),
            false => Vec::new(),
        };
        let cut = match keeps_structured {
            true => None,
            false => self.cut(&rest, &plan.rules, &payload.pointer, Some(&before))?.payload,
        };
        let written = self.text_written(cut.unwrap_or(rest), &before, pruning, &payload.pointer);
        let pruning = |_| {
            let [before, after] = [payload.json, pruned].map(|whole| remainder(whole, is_carried).unwrap_or_default());
            explain::pruning(plan, Schema::None, &before, &after, call, &payload.pointer)
        };
        self.add_blocks(rules::REMAINDER, "/content", "", written, pruning);
        Ok(())
    }

    /// Adds what stands beside an unwrapped payload, unless a block says it already.
    fn add_beside(&mut self, structured: &[u8], texts: &Texts<'_, '_>, pruning: Pruning<'_>) {
        let Some(beside) = self.beside(structured, pruning).filter(|beside| !is_said(beside, texts, pruning)) else {
            return;
        };
        let written = self.text_written(beside, structured, pruning, "/structuredContent");
        self.add_blocks(rules::REMAINDER, "/content", "it stands beside the payload", written, |_| Vec::new());
    }

    /// What stands beside an unwrapped payload and says something, compact and pruned.
    fn beside(&self, structured: &[u8], pruning: Pruning<'_>) -> Option<Vec<u8>> {
        let name = self.plan.unwrap.as_deref()?;
        let says_something = |member: &&Member<'_>| {
            !is_named(member, name) && member.value != b"null" && !(is_named(member, "ok") && member.value == b"true")
        };
        self.reply.structured_members.iter().flatten().find(says_something)?;
        let pruned = pruning.of(structured)?;
        let members = members(&pruned, Limits::default()).ok()??;
        let beside: Vec<_> = members.iter().filter(says_something).collect();
        (!beside.is_empty()).then(|| object_of(&beside))
    }

    /// The names of the payload's members that the reader has elsewhere, as the policy's flatten says, when one of the carried members is the
    /// one that flatten sends. What a budget adds to the payload isn't among them.
    fn held_by_reader(&self, payload: &Payload<'_>, carried: &Names) -> Option<Names> {
        let flatten = self.plan.flatten.as_ref().filter(|flatten| carried.contains(flatten.member().as_bytes()))?;
        let members = members(payload.json, Limits::default()).ok()??;
        let names: Vec<_> = members.iter().map(|member| decode(member.name)).collect();
        let unnamed = flatten.unnamed(&members, &names, self.call);
        let unnamed = Names::of(unnamed.into_iter().map(|member| decode(member.name)));
        Some(Names::of(names.into_iter().filter(|name| !unnamed.contains(name))))
    }
}
