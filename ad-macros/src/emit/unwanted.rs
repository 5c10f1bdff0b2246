//! Arguments whose shadows a caller does not want.
//!
//! Receives calls and what the sweep adds to the shadows of parameters; promises that a pullback computes nothing of what
//! nobody asks for: the type of `keep` says which arguments of a call carry no derivative, so rustc leaves the rest out
//! where the rule is compiled for that call. The rule of a small function would lose it in any case, being inlined.
//!
//! ```text
//! let y = dot(&w, &data);              rule::rrule(without::<0b10, _>(Discard), (&w, &data))
//!
//! // in the pullback of dot(a, b)
//! add(&d_a[i], d_s * b[i]);
//! if Keep::WANTED & 0b10 != 0 { add(&d_b[i], d_s * a[i]); }
//! ```

use super::{Emitter, names};
use crate::adjoint::Rev;
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use crate::passes::Pass;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

impl Emitter<'_> {
    /// What a callee is asked, and for which arguments there are no shadows.
    pub(super) fn without_unwanted(&self, call: &Call, keep: TokenStream) -> TokenStream {
        let by_name = matches!(call.callee, Callee::Path(_) | Callee::Method(_));
        let plain = call.functions.is_empty() && call.chain.links == 0;
        if !by_name || !plain || !self.passes.has(Pass::Unwanted) {
            return keep;
        }
        let args = call.args.iter().enumerate().take(u32::BITS as usize);
        let unwanted = args.filter(|(i, arg)| self.is_unwanted(*i, arg, call));
        match unwanted.fold(0, |all, (i, _)| all | 1u32 << i) {
            0 => keep,
            arguments => {
                let (core, arguments) = (&self.core, Literal::u32_unsuffixed(arguments));
                quote!(#core::without::<#arguments, _>(#keep))
            }
        }
    }

    /// Whether an argument that may have a shadow has none here.
    fn is_unwanted(&self, index: usize, arg: &Arg, call: &Call) -> bool {
        let may_carry = match arg {
            Arg::Value(Operand::Const(_, ty)) => ty.is_float(),
            Arg::Value(value) => !self.is_inert(value),
            // What is marked as constant may be anything.
            Arg::Ref { place, .. } => !is_counted(&place_ty(self.f, place)),
        };
        let receiver = self.unsaid_receiver(index, call).is_some();
        may_carry && !receiver && !self.has_shadow(arg)
    }

    /// Whether an argument carries a derivative.
    pub(super) fn has_shadow(&self, arg: &Arg) -> bool {
        let root = match arg {
            Arg::Value(value) => value.local(),
            Arg::Ref { place, .. } => Some(place.root),
        };
        root.is_some_and(|root| self.residuals.storage_active(root))
    }

    /// What is done to the shadow of a parameter, where the caller wants that. There is nothing to leave out where it is the
    /// only one, and little without loops. What a closure is called by does not say what it wants.
    pub(super) fn where_wanted(&self, root: Local, done: TokenStream) -> TokenStream {
        if self.closure {
            return done;
        }
        let origin = self.a.flow.origin[root.0];
        let params = || self.f.params.iter().take(u32::BITS as usize);
        let carries = |p: &&Param| !p.constant && self.a.activity.is_active(p.local);
        let at = params().position(|p| p.local == origin && p.passing != Passing::RefMut);
        let Some(at) = at.filter(|_| params().filter(carries).count() > 1) else {
            return done;
        };
        let loops = self.sweep.revs.iter().any(has_loops);
        if !loops || !self.passes.has(Pass::Unwanted) {
            return done;
        }
        let (keeping, bit) = (names::plain("Keep"), Literal::u32_unsuffixed(1 << at));
        quote!(if #keeping::WANTED & #bit != 0 { #done })
    }
}

/// Whether nothing but numbers that count is behind a type's references.
fn is_counted(ty: &Ty) -> bool {
    match ty.peeled() {
        Ty::Int | Ty::Bool | Ty::Unit => true,
        Ty::Array(of) | Ty::Slice(of) | Ty::Vec(of) => is_counted(of),
        _ => false,
    }
}

fn has_loops(rev: &Rev) -> bool {
    let inner = || rev.bodies();
    matches!(rev, Rev::Loop { .. }) || inner().iter().any(|body| body.iter().any(has_loops))
}
