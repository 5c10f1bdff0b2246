//! The reverse sweep as text, for people and for golden tests.

use super::{Ct, Grid, Owned, Rev, Sum};
use crate::ir::print::{operand_text, place_text, shown};
use crate::ir::*;
use std::fmt::Write;

/// One statement a line; what does not show in a word or two is named by its kind.
pub(crate) fn sweep(f: &Function, revs: &[Rev]) -> String {
    let mut out = String::new();
    Printer { f, out: &mut out }.revs(revs, 0);
    out
}

struct Printer<'a> {
    f: &'a Function,
    out: &'a mut String,
}

impl Printer<'_> {
    fn revs(&mut self, revs: &[Rev], depth: usize) {
        revs.iter().for_each(|rev| self.rev(rev, depth));
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(depth));
    }

    fn rev(&mut self, rev: &Rev, depth: usize) {
        match rev {
            Rev::Branch { arms, .. } => {
                for arm in arms {
                    self.line(depth, "arm {");
                    self.revs(arm, depth + 1);
                    self.line(depth, "}");
                }
            }
            Rev::Loop {
                looped,
                body,
                schedule,
                ..
            } => {
                let sums: String = schedule
                    .sums
                    .iter()
                    .map(|sum| match sum {
                        Sum::Shadow(local) => format!(" sums d_{}", self.name(*local)),
                        Sum::Cell(cell, _) => format!(" sums cell{cell}"),
                    })
                    .collect();
                let way = if schedule.upwards { "" } else { " back" };
                let strips = if schedule.strips.is_some() {
                    " in strips"
                } else {
                    ""
                };
                let windows: String = schedule.windows.iter().map(|w| self.window(w)).collect();
                let rows = |g: &Grid| format!(" begins rows of d_{}", self.name(g.root));
                let carried: String = schedule.carried.iter().map(|c| self.carried(c)).collect();
                let grids: String = schedule.grids.iter().map(rows).collect();
                let head = format!(
                    "loop{way} over {}{windows}{carried}{grids}{sums}{strips} {{",
                    self.variable(looped)
                );
                self.line(depth, &head);
                self.revs(body, depth + 1);
                self.line(depth, "}");
            }
            Rev::Rest { body, .. } => {
                self.line(depth, "rest {");
                self.revs(body, depth + 1);
                self.line(depth, "}");
            }
            simple => {
                let text = self.simple(simple);
                self.line(depth, &text);
            }
        }
    }

    fn variable(&self, looped: &Loop) -> String {
        match &looped.kind {
            LoopKind::Range { var, .. } => self.name(*var),
            _ => "rows".to_string(),
        }
    }

    fn window(&self, w: &super::Window) -> String {
        let begins = match w.begins {
            super::Begins::No => "",
            super::Begins::Here | super::Begins::ForCaller => " begins",
        };
        format!("{begins} d_{}[{}..={}]", self.name(w.root), w.low, w.high)
    }

    fn carried(&self, c: &super::Carried) -> String {
        format!(" carries d_{}[{}..={}]", self.name(c.root), c.low, c.high)
    }

    fn simple(&self, rev: &Rev) -> String {
        let d = |local: &Local| format!("d_{}", self.name(*local));
        let at = |place: &Place| format!("d_{}", self.place(place));
        match rev {
            Rev::Redo(dst, _) => format!("redo {}", self.name(*dst)),
            Rev::View {
                view,
                place,
                trimmed,
                ..
            } => {
                let trimmed = if *trimmed { "[..len]" } else { "" };
                format!("{} = &{}{trimmed}", d(view), at(place))
            }
            Rev::Fresh(l) | Rev::FreshOfRest(l, _) => format!("{} = 0", d(l)),
            Rev::Adopt(l) => format!("{} = ct", d(l)),
            Rev::Start(l, ct) => format!("{} = {}", d(l), self.ct(ct)),
            Rev::Add(l, ct) => format!("{} += {}", d(l), self.ct(ct)),
            Rev::Reset(l) => format!("reset {}", d(l)),
            Rev::AddAt(place, ct) | Rev::Deposit(place, ct) => {
                format!("{} += {}", at(place), self.ct(ct))
            }
            Rev::BeginAt(place, ct, _) => format!("{} begins {}", at(place), self.ct(ct)),
            Rev::AddSlot {
                root, offset, ct, ..
            } => format!("slot {}[{offset:+}] += {}", d(root), self.ct(ct)),
            Rev::TakeSlot { root, offset, .. } => format!("take slot {}[{offset:+}]", d(root)),
            Rev::FreshCell { cell, .. } => format!("cell{cell} = 0"),
            Rev::AddCell { cell, ct } => format!("cell{cell} += {}", self.ct(ct)),
            Rev::StoreCell { cell, place, .. } => format!("{} += cell{cell} if any", at(place)),
            Rev::Blank(l) => format!("blank {}", d(l)),
            Rev::Clear(place) => format!("clear {}", at(place)),
            Rev::ClearAt { place, .. } => format!("clear {}", at(place)),
            Rev::TakeOver { heir, from, .. } => format!("{} takes over {}", d(heir), d(from)),
            Rev::Take(place) => format!("take {}", at(place)),
            Rev::Accumulate { into, from, .. } => format!("{} += {}", at(into), self.owned(from)),
            Rev::AccumulateEach { into, of } => format!("{} += each of {}", at(into), at(of)),
            Rev::SumInto { of, .. } => format!("sum {}", at(of)),
            Rev::Pop { place, .. } => format!("pop {}", at(place)),
            Rev::PushShadow { place, dst } => format!("push {} {}", at(place), d(dst)),
            Rev::SwapShadow { place, .. } => format!("swap in {}", at(place)),
            Rev::CopyShadow { place, from } => format!("move {} to {}", at(place), at(from)),
            Rev::ExchangeShadow { a, b } => format!("exchange {} {}", at(a), at(b)),
            Rev::Total { into, value, minus } => {
                let sign = if *minus { "-=" } else { "+=" };
                format!(
                    "{} {sign} {}",
                    self.name(*into),
                    operand_text(&self.f.locals, value)
                )
            }
            Rev::Undo(_) => "undo".to_string(),
            Rev::Call { dst, .. } => format!("pull back {}", d(dst)),
            Rev::Enter(l) => format!("enter {}", d(l)),
            Rev::Partial { of, by, ct, first } => {
                let grows = if *first { "=" } else { "+=" };
                format!("{} {grows} {}", self.partial(*of, *by), self.ct(ct))
            }
            Rev::Leave(outs) => {
                let outs: Vec<String> = outs.iter().map(|out| self.leaving(out)).collect();
                outs.join(", ")
            }
            Rev::Deliver(l) => format!("deliver {}", d(l)),
            Rev::Branch { .. } | Rev::Loop { .. } | Rev::Rest { .. } => String::new(),
        }
    }

    fn partial(&self, of: Local, by: Local) -> String {
        format!("p_{}_{}", self.name(of), self.name(by))
    }

    fn leaving(&self, out: &super::Leaving) -> String {
        let product = |(by, entered): &(Local, bool)| {
            let entered = if *entered { "entered " } else { "" };
            format!(
                "{} * {entered}d_{}",
                self.partial(out.local, *by),
                self.name(*by)
            )
        };
        let sum: Vec<String> = out.by.iter().map(product).collect();
        format!("d_{} = {}", self.name(out.local), sum.join(" + "))
    }

    fn name(&self, local: Local) -> String {
        shown(&self.f.info(local).name)
    }

    fn place(&self, place: &Place) -> String {
        place_text(&self.f.locals, place)
    }

    fn operand(&self, operand: &Operand) -> String {
        operand_text(&self.f.locals, operand)
    }

    fn ct(&self, ct: &Ct) -> String {
        match ct {
            Ct::Result => "ct".to_string(),
            Ct::Taken => "taken".to_string(),
            Ct::Of(local) => format!("d_{}", self.name(*local)),
            Ct::At(place) => format!("d_{}", self.place(place)),
            Ct::Slot { root, offset, .. } => format!("slot d_{}[{offset:+}]", self.name(*root)),
            Ct::Neg(inner) => format!("-{}", self.ct(inner)),
            Ct::Times(inner, by) => format!("{} * {}", self.ct(inner), self.operand(by)),
            Ct::If(choice, inner) => format!("{} if {}", self.ct(inner), self.operand(choice)),
            Ct::IfAny(came, inner) => format!("{} if any {}", self.ct(inner), self.ct(came)),
            Ct::Over(inner, by) => format!("{} / {}", self.ct(inner), self.operand(by)),
            Ct::Cast(inner, _) => format!("{} as _", self.ct(inner)),
            Ct::One(_) => "1".to_string(),
            Ct::Partial { of, by } => self.partial(*of, *by),
        }
    }

    fn owned(&self, owned: &Owned) -> String {
        match owned {
            Owned::Result => "ct".to_string(),
            Owned::Taken => "taken".to_string(),
            Owned::Of(local) => format!("d_{}", self.name(*local)),
            Owned::At(place) => format!("d_{}", self.place(place)),
        }
    }
}
