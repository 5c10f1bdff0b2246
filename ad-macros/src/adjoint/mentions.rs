//! Which shadows a statement of the reverse sweep looks at, adds to or changes.
//!
//! Receives one statement; promises every mention of a shadow in it and in what it contains, so that a
//! pass that moves contributions knows what it must not move them across.
//!
//! ```text
//! d_v = &d_x[i]              View(x[i])
//! d_v += d_t * x[i]          Read(t) Add(v)
//! d_s += d_t                 Read(t) Grown(s)
//! d_t = take d_y[i]          Taken(y[i])
//! ```

use super::{Ct, Owned, Rev};
use crate::analysis::flow::Flow;
use crate::analysis::promises::Promise;
use crate::ir::*;

/// How a shadow is mentioned.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mention<'r> {
    /// The cell at a place grows. In what order cells grow does not matter.
    Add(&'r Place),
    /// A view of a part is made; what is done through it is a mention of the view.
    View(&'r Place),
    /// It begins to exist.
    Started(Local),
    /// It, or something in it, grows.
    Grown(Local),
    Read(Local),
    /// The cell at a place is read.
    ReadAt(&'r Place),
    /// The cell at a place is read and reset.
    Taken(&'r Place),
    /// Anything else.
    Changed(Local),
}

impl Mention<'_> {
    /// The local whose shadow it is.
    pub(super) fn local(&self) -> Local {
        match self {
            Mention::Add(place)
            | Mention::View(place)
            | Mention::Taken(place)
            | Mention::ReadAt(place) => place.root,
            Mention::Started(local)
            | Mention::Grown(local)
            | Mention::Read(local)
            | Mention::Changed(local) => *local,
        }
    }
}

/// Tells `see` of every mention in `revs`.
pub(super) fn each<'r>(revs: &'r [Rev], see: &mut impl FnMut(Mention<'r>)) {
    revs.iter().for_each(|rev| of(rev, see));
}

/// Tells `see` of which loops the neighbouring cells are that statements name in registers.
pub(super) fn slots(revs: &[Rev], see: &mut impl FnMut(usize)) {
    for rev in revs {
        match rev {
            Rev::AddSlot { looped, .. } | Rev::TakeSlot { looped, .. } => see(*looped),
            _ => {}
        }
        if let Some(ct) = rev.cotangent() {
            ct.each(&mut |ct| {
                if let Ct::Slot { looped, .. } = ct {
                    see(*looped);
                }
            });
        }
        rev.bodies().iter().for_each(|body| slots(body, see));
    }
}

/// What a local in these statements is or leads to, so that what is not the same is apart: variables whose
/// contents are exchanged elsewhere are not the same here.
pub(super) fn apart<'f>(flow: &'f Flow, revs: &[Rev]) -> impl Fn(Local) -> Local + use<'f> {
    let exchanged = revs.iter().any(exchanges);
    move |local| match exchanged {
        true => flow.storage(local),
        false => flow.field(local),
    }
}

fn exchanges(rev: &Rev) -> bool {
    match rev {
        Rev::ExchangeShadow { .. } => true,
        Rev::Undo(stmt) => matches!(stmt.kind, StmtKind::Exchange { .. }),
        other => other.bodies().iter().flatten().any(exchanges),
    }
}

fn of<'r>(rev: &'r Rev, see: &mut impl FnMut(Mention<'r>)) {
    use Mention::{Add, Changed, Grown, Read, Started, Taken, View};
    match rev {
        Rev::Redo(..) | Rev::Total { .. } | Rev::Undo(_) | Rev::Partial { .. } => {}
        Rev::Enter(local) => see(Read(*local)),
        Rev::Leave(outs) => outs.iter().for_each(|out| {
            out.by.iter().for_each(|(by, _)| see(Read(*by)));
            see(Changed(out.local));
        }),
        Rev::View { place, .. } => see(View(place)),
        Rev::AddAt(place, ct) | Rev::BeginAt(place, ct, _) => {
            in_ct(ct, see);
            see(Add(place));
        }
        Rev::AddSlot { root, ct, .. } => {
            in_ct(ct, see);
            see(Grown(*root));
        }
        Rev::TakeSlot { root, .. } => see(Changed(*root)),
        Rev::AddCell { ct, .. } => in_ct(ct, see),
        Rev::FreshCell { .. } => {}
        Rev::StoreCell { place, .. } => see(Add(place)),
        Rev::Start(local, ct) => {
            in_ct(ct, see);
            see(Started(*local));
        }
        Rev::Add(local, ct) => {
            in_ct(ct, see);
            see(Grown(*local));
        }
        Rev::Fresh(local) | Rev::FreshOfRest(local, _) | Rev::Adopt(local) => see(Started(*local)),
        Rev::Reset(local) | Rev::Blank(local) => see(Changed(*local)),
        Rev::Deliver(local) => see(Read(*local)),
        Rev::Deposit(place, ct) => {
            in_ct(ct, see);
            see(Grown(place.root));
        }
        Rev::Accumulate { into, from, .. } => {
            in_owned(from, see);
            see(Grown(into.root));
        }
        Rev::AccumulateEach { into, of } => {
            see(Grown(into.root));
            see(Read(of.root));
        }
        Rev::SumInto { of, reset: false } => see(Read(of.root)),
        Rev::SumInto { of: place, .. } | Rev::Clear(place) => see(Changed(place.root)),
        Rev::Take(place) => see(Taken(place)),
        Rev::ClearAt { place, .. } | Rev::Pop { place, .. } | Rev::SwapShadow { place, .. } => {
            see(Changed(place.root))
        }
        Rev::TakeOver { heir, from, .. } => {
            see(Started(*heir));
            see(Changed(*from));
        }
        Rev::PushShadow { place, dst } => {
            see(Changed(place.root));
            see(Read(*dst));
        }
        Rev::CopyShadow { place: a, from: b } | Rev::ExchangeShadow { a, b } => {
            see(Changed(a.root));
            see(Changed(b.root));
        }
        Rev::Call {
            dst, call, granted, ..
        } => in_call(*dst, call, *granted, see),
        Rev::Branch { arms, .. } => arms.iter().for_each(|arm| each(arm, see)),
        Rev::Loop { body, schedule, .. } => {
            each(body, see);
            schedule.windows.iter().for_each(|w| see(Grown(w.root)));
            schedule.carried.iter().for_each(|c| see(Changed(c.root)));
        }
        Rev::Rest { body, .. } => each(body, see),
    }
}

fn in_ct<'r>(ct: &'r Ct, see: &mut impl FnMut(Mention<'r>)) {
    ct.each(&mut |ct| match ct {
        Ct::Of(local) => see(Mention::Read(*local)),
        Ct::At(place) => see(Mention::ReadAt(place)),
        Ct::Slot { root, .. } => see(Mention::Read(*root)),
        _ => {}
    });
}

fn in_owned<'r>(owned: &'r Owned, see: &mut impl FnMut(Mention<'r>)) {
    match owned {
        Owned::Result | Owned::Taken => {}
        Owned::Of(local) => see(Mention::Read(*local)),
        Owned::At(place) => see(Mention::Read(place.root)),
    }
}

/// A pullback adds to the shadows of what was lent or copied; that of a `&mut` goes in and out, if the callee promised
/// no other.
fn in_call<'r>(
    dst: Local,
    call: &'r Call,
    granted: Option<Promise>,
    see: &mut impl FnMut(Mention<'r>),
) {
    see(Mention::Read(dst));
    for (i, arg) in call.args.iter().enumerate() {
        let promised = granted.filter(|_| i == 0);
        match arg {
            Arg::Ref { place, .. } if promised == Some(Promise::OnlyAdds) => {
                see(Mention::Read(place.root));
            }
            Arg::Ref { place, .. } if promised == Some(Promise::GivesPart) => {
                see(Mention::Grown(place.root));
            }
            Arg::Value(value) => {
                if let Some(local) = value.local() {
                    see(Mention::Grown(local));
                }
            }
            Arg::Ref { place, mutable } if !mutable => see(Mention::Grown(place.root)),
            Arg::Ref { place, .. } => see(Mention::Changed(place.root)),
        }
    }
}
