//! Shapes `mirrored` and `structured` for a reply that somebody else built, and structuredContent that stays.

use super::{Filter, NOT_SAID, Payload};
use crate::json::{JsonError, Limits, Rules, rewrite};
use crate::policy::Shape;
use crate::projection::carry::{Asked, Data, data};
use crate::projection::explain;
use crate::projection::lists::Listed;
use crate::projection::object::object_with;
use crate::projection::report::rules;
use crate::projection::success::{BUDGET_META, RESULT};
use crate::projection::texts::Texts;

pub(super) struct Kept {
    pub(super) json: Vec<u8>,
    /// Whether the budget took something.
    pub(super) is_cut: bool,
    meta: Option<Vec<u8>>,
}

impl<'r> Filter<'_, 'r> {
    /// Shapes `mirrored` and `structured`: structuredContent stays, and a text that says it is compact.
    pub(super) fn structured(
        &mut self,
        structured: &'r [u8],
        payload: &Payload<'r>,
        shape: Shape,
        data_blocks: &mut Vec<usize>,
    ) -> Result<(), JsonError> {
        let limited = self.plan.rules_under(self.forms.schema);
        let pruning = self.pruning(&limited);
        let asked = Asked::with_members(structured, self.reply.structured_members.as_deref(), pruning);
        let kept = self.kept_structured(structured, !payload.is_unwrapped, &limited)?;
        let reply = self.reply;
        let texts = Texts::new(&reply.blocks);
        let inner = || payload.is_unwrapped.then(|| data(&Asked::new(payload.json, pruning), &texts))?;
        let carried = data(&asked, &texts).or_else(inner);
        let sent = kept.json.clone();
        let is_cut = kept.is_cut;
        self.set_structured(structured, kept);
        match (carried, shape) {
            (Some(Data { block, reading }), _) => {
                data_blocks.push(block);
                let text = if shape == Shape::Mirrored || is_cut { sent } else { reading.pruned };
                if self.set_block(block, Listed::objects(text).into()).is_some() {
                    self.note_pruning(structured, || asked.pruned(), "/structuredContent", true);
                }
            }
            (_, Shape::Mirrored) => {
                let written = Listed::objects(sent).into();
                self.add_blocks(rules::MIRROR, "/structuredContent", NOT_SAID, written, |_| Vec::new());
            }
            // It may be said in other words.
            _ => {}
        }
        Ok(())
    }

    /// What becomes of a structuredContent that stays; `limited` are the rules that hold under its schema.
    pub(super) fn kept_structured(
        &mut self,
        structured: &[u8],
        may_cut: bool,
        limited: &Rules,
    ) -> Result<Kept, JsonError> {
        let mut json = rewrite(structured, limited, self.supplied, Limits::default())?;
        let (plan, schema, call) = (self.plan, self.forms.schema, self.call);
        self.report.add(|| explain::pruning(plan, schema, structured, &json, call, "/structuredContent"));
        // Before it is cut, since a later projection finds the object and cuts that.
        if !self.forms.admits(&json) {
            self.report.note(rules::REVISION, 0, || {
                ("/structuredContent".to_owned(), "before 2026-07-28 it has to be an object".to_owned())
            });
            json = object_with(RESULT, &json);
        }
        let (mut is_cut, mut meta) = (false, None);
        if may_cut {
            let cut = self.cut(&json, limited, "/structuredContent", None)?;
            if let Some(cut) = cut.payload {
                (json, is_cut) = (cut, true);
            }
            meta = cut.apart;
        }
        Ok(Kept { json, is_cut, meta })
    }

    pub(super) fn set_structured(&mut self, structured: &[u8], kept: Kept) {
        if kept.json != structured {
            self.changes.set_structured(kept.json);
        }
        if let Some(meta) = kept.meta {
            self.changes.set_meta(BUDGET_META, meta);
        }
    }
}
