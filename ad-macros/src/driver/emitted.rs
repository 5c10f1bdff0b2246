//! The last step of the pipeline: sweeps, and what writes them into code.
//!
//! Receives a function in the form that was chosen, with its analyses and its plan; promises the emitters of its rule
//! and of the one that goes along with the last loops, and what `write` makes of them.

use super::Planned;
use crate::adjoint::{self, guards::Clause};
use crate::analysis::plan::{Analyses, plan};
use crate::emit::{self, Emitter};
use crate::passes::{Pass, Passes};
use crate::{dump, ir};
use proc_macro2::TokenStream;

/// The sweeps of a function, as `write` puts them into code.
pub(super) fn emitted(
    planned: &Planned,
    signature: &emit::Signature,
    core: TokenStream,
    write: impl FnOnce(&Emitter, &emit::Signature) -> TokenStream,
) -> TokenStream {
    let Planned { analyses, plan } = planned;
    let passes = match signature.is_rule_of_own_calls() {
        true => analyses.passes.clone(),
        false => analyses.passes.clone().but(Pass::FirstTouch),
    };
    let sweep = adjoint::sweep(analyses, plan, &passes);
    if let Some(told) = told_of_unread(analyses, &sweep) {
        let unsure: Vec<bool> = told.params.iter().map(|p| p.unsure).collect();
        let analyses = Analyses::of(&told, &analyses.passes);
        let plan = self::plan(&analyses);
        let planned = Planned { analyses, plan };
        return emitted(&planned, &signature.with_unsure(&unsure), core, write);
    }
    dump::on_request(analyses, plan, &sweep);
    written(planned, sweep, &passes, signature, core, write)
}

/// What `write` makes of a sweep, and of the one that goes along with the last loops.
fn written(
    planned: &Planned,
    sweep: adjoint::Sweep,
    passes: &Passes,
    signature: &emit::Signature,
    core: TokenStream,
    write: impl FnOnce(&Emitter, &emit::Signature) -> TokenStream,
) -> TokenStream {
    let Planned { analyses, plan } = planned;
    let f = analyses.f;
    let guarded = adjoint::guards::apart(f);
    let (unguarded, clauses) = match &guarded {
        Some(guarded) => (&guarded.f, guarded.clauses.as_slice()),
        None => (f, [].as_slice()),
    };
    let along = adjoint::fusion::Along::of(unguarded, passes);
    let along = match signature.has_place_for_another() {
        true => along.sweep(unguarded, passes),
        false => None,
    };
    // Where a clause leaves, the rule of all calls is what begins the callers' shadows.
    let along = along.filter(|(_, _, along)| along.begun.iter().all(|l| sweep.begun.contains(l)));
    let left: Vec<_> = match along {
        Some(_) => clauses.iter().map(|c| left(c, passes)).collect(),
        None => Vec::new(),
    };
    let swept = left
        .iter()
        .map(|left| swept(left.as_ref()?, &sweep, passes));
    let swept: Vec<_> = swept.collect();
    let emitter = |f, a, plan, sweep, clauses, along| Emitter {
        f,
        clauses,
        a,
        plan,
        residuals: adjoint::residual::Residuals::new(a, plan),
        level: 0,
        sweep,
        along,
        known: None,
        passes,
        answers: Default::default(),
        generic: signature.is_generic(),
        scales: signature.scales_types(),
        lasting: signature.is_lasting(),
        closure: false,
        borrows: signature.names_lifetimes() || emit::builds_borrowing(analyses.f),
        may_borrow: signature.is_given_what_may_borrow(),
        derived: signature.derived(analyses.f, &core),
        mistakes: signature.mistakes,
        core: core.clone(),
    };
    let clauses = clauses.iter().zip(&swept).map(|(clause, swept)| {
        let left = swept.as_ref().map(|(planned, sweep)| {
            let Planned { analyses, plan } = planned;
            emitter(analyses.f, analyses, plan, sweep, &[], None)
        });
        (clause, left)
    });
    let clauses: Vec<_> = clauses.collect();
    let along = along.as_ref();
    let along = along.map(|(a, plan, sweep)| emitter(unguarded, a, plan, sweep, &clauses, None));
    let along = along.as_ref().filter(|e| e.fits_beside(signature));
    let emitted = write(&emitter(f, analyses, plan, &sweep, &[], along), signature);
    dump::emitted_on_request(f, &emitted);
    emitted
}

/// What is known of the function that a guard clause leaves.
fn left<'f>(clause: &'f Clause, passes: &Passes) -> Option<Planned<'f>> {
    let analyses = Analyses::of(clause.left.as_ref()?, passes);
    let plan = plan(&analyses);
    Some(Planned { analyses, plan })
}

/// The same with its sweep, if that begins all shadows that the sweep of all calls begins.
fn swept<'p>(
    left: &'p Planned<'p>,
    whole: &adjoint::Sweep,
    passes: &Passes,
) -> Option<(&'p Planned<'p>, adjoint::Sweep<'p>)> {
    let sweep = adjoint::sweep(&left.analyses, &left.plan, passes);
    let begins = |l: &ir::Local| sweep.begun.contains(l);
    whole.begun.iter().all(begins).then_some((left, sweep))
}

/// The function, told which of its parameters of types that may derive nothing have shadows that no sweep looks at;
/// `None` if there is nothing to tell.
fn told_of_unread(analyses: &Analyses, sweep: &adjoint::Sweep) -> Option<ir::Function> {
    let params = &analyses.f.params;
    let is_told = params.iter().any(|param| param.unread);
    if is_told || !params.iter().any(|param| param.unsure || param.askable) {
        return None;
    }
    let unread = adjoint::unread::of(analyses, sweep).params;
    let is_unread =
        |param: &ir::Param| (param.unsure || param.askable) && unread.contains(&param.local);
    if !params.iter().any(is_unread) {
        return None;
    }
    let mut told = analyses.f.clone();
    for param in &mut told.params {
        param.unread = is_unread(param);
        param.unsure |= param.unread;
        param.askable = false;
    }
    Some(told)
}
