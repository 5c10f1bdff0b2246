//! Rules that leave partial derivatives behind where these are fewer than what there is to remember.
//!
//! Receives a function of numbers without loops and calls, with both its sweeps; promises a rule that runs them one
//! after the other, with a cotangent of one, and whose pullback multiplies.
//!
//! ```text
//! let (t, e) = exp(-x); let v = 1.0 / (1.0 + t);      let (t, e) = exp(-x); let v = 1.0 / (1.0 + t);
//! (v, move |ct, (x,), (d_x,)| {                       let partial_x = -(-(1.0 * v) * v) * e;
//!     let d_t = -(ct * v) * v;                        (v, move |ct, (x,), (d_x,)| {
//!     d_x += -(d_t * e);                                  d_x += ct * partial_x;
//! })                                                  })
//! ```
//!
//! What calls such a function a million times remembers one number of each call where it remembered two, and has
//! less to compute when it comes back.

use super::signature::Signature;
use super::{Emitter, names};
use crate::adjoint::residual::{Item, Residuals};
use crate::ir::*;
use crate::passes::Pass;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Emitter<'_> {
    /// Whether the rule should.
    pub(super) fn leaves_partials(&self, signature: &Signature) -> bool {
        let numbers = self.active_numbers().count();
        self.a.passes.has(Pass::Partials)
            && !signature.gives_itself()
            && is_number(&self.f.ret)
            && numbers > 0
            && self.is_of_numbers()
            && weight(&self.residuals, &self.f.body, &[]) > numbers
    }

    /// The reverse sweep with a cotangent of one, and what the pullback does.
    pub(super) fn partials(&self, reverse: &TokenStream) -> (TokenStream, TokenStream) {
        let core = &self.core;
        let [ct, residual] = ["ct", "residual"].map(names::plain);
        let Ty::Float(float) = &self.f.ret else {
            unreachable!("a number comes back")
        };
        let zero = self.zero_of_type(&self.f.ret);
        let (sinks, partials): (Vec<Ident>, Vec<Ident>) = self
            .active_numbers()
            .map(|p| (self.sink_pattern(p), names::numbered("partial", p.local.0)))
            .unzip();
        let taken = quote! {
            #(let #partials = ::core::cell::Cell::new(#zero);)*
            {
                let _ = &#residual;
                #(let #sinks = ::core::option::Option::Some(&#partials);)*
                let #ct: #float = 1.0;
                #reverse
            }
            #(let #partials = #partials.get();)*
        };
        let multiplied = quote! {
            let #ct = #ct.get();
            if #core::is_any(#ct) {
                #(if let ::core::option::Option::Some(#sinks) = #sinks { #core::add(#sinks, #ct * #partials); })*
            }
        };
        (taken, multiplied)
    }

    fn active_numbers(&self) -> impl Iterator<Item = &Param> {
        let params = self.f.params.iter();
        params.filter(|p| !p.constant && self.a.activity.is_active(p.local))
    }

    /// Whether all that carries a derivative is a number, and nothing happens more than once.
    fn is_of_numbers(&self) -> bool {
        let params = &self.f.params;
        let given_again = |p: &Param| match p.passing {
            Passing::Value => self.f.ty(p.local).is_copy(),
            Passing::Ref => !self.a.activity.is_active(p.local),
            Passing::RefMut => false,
        };
        let mut fits = params.iter().all(given_again);
        for (i, local) in self.f.locals.iter().enumerate() {
            fits &= !self.a.activity.is_active(Local(i)) || is_number(&local.ty);
        }
        self.f.body.walk(&mut |stmt| {
            fits &= match &stmt.kind {
                StmtKind::Loop(_) => false,
                StmtKind::Let { op, .. } => !matches!(op, Op::Call(_)),
                _ => true,
            };
        });
        fits
    }
}

fn is_number(ty: &Ty) -> bool {
    matches!(ty, Ty::Float(Float::F64 | Float::F32))
}

/// How many numbers the residual of a region holds, at most.
fn weight(residuals: &Residuals, region: &Region, binds: &[Local]) -> usize {
    let inside = |id: usize| {
        let stmt = region.stmts.iter().find(|stmt| stmt.id == id);
        match stmt.map(|stmt| &stmt.kind) {
            Some(StmtKind::Branch(branch)) => {
                let arms = branch.arms.iter();
                arms.map(|arm| weight(residuals, &arm.body, &arm.binds))
                    .max()
            }
            Some(StmtKind::Rest(rest)) => Some(weight(residuals, rest, &residuals.rest_binds(id))),
            _ => None,
        }
    };
    let items = residuals.items(region, binds);
    let weights = items.iter().map(|item| match item {
        Item::Branch(id) | Item::Rest(id) => 1 + inside(*id).unwrap_or(0),
        _ => 1,
    });
    weights.sum()
}
