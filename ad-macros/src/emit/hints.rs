//! Of which type an option is, said before it is copied.
//!
//! `let mut best = None;` leaves open what the option will hold. A copy asks for that, whether it can be cloned, and rustc
//! answers where it meets the question. So what is put into the option behind the copy, if it is there already, is shown
//! before it.
//!
//! ```text
//! if let Some(hit) = sphere.hit(ray) {              option_of(&best, &hit);
//!     match best {                                  let t = (&&&Copying(&best)).__copy();
//!         None => best = Some(hit),
//!         Some(so_far) => …
//! ```

use super::Emitter;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// What stands before `dst = op` for its type.
    pub(super) fn hint(&self, dst: Local, op: &Op) -> Option<TokenStream> {
        let Op::Clone(place, None) = op else {
            return None;
        };
        let option = place.root;
        let open = place.path.is_empty() && matches!(self.f.ty(option), Ty::Unknown);
        if !open || !self.begins_with_none(option) {
            return None;
        }
        let behind = behind(&self.f.body, dst)?;
        let copied_at = self.a.flow.def[dst.0];
        let mut shown = None;
        let mut look = |stmt: &Stmt| {
            let put = self.put_into(option, stmt);
            shown = shown.or(put.filter(|l| self.a.flow.def[l.0] < copied_at));
        };
        for stmt in behind {
            look(stmt);
            stmt.regions().iter().for_each(|r| r.walk(&mut look));
        }
        let (core, option, shown) = (&self.core, self.name(option), self.name(shown?));
        Some(quote!(#core::option_of(&#option, &#shown);))
    }

    fn begins_with_none(&self, option: Local) -> bool {
        let mut none = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let { dst, op } = &stmt.kind
                && *dst == option
            {
                none = is_none(op);
            }
        });
        none
    }

    /// The local that a statement puts into the option.
    fn put_into(&self, option: Local, stmt: &Stmt) -> Option<Local> {
        let StmtKind::Assign { place, value, .. } = &stmt.kind else {
            return None;
        };
        let value = value.local()?;
        if place.root != option || !place.path.is_empty() || self.may_become_object(value) {
            return None;
        }
        let mut held = None;
        self.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Construct(made),
            } if *dst == value => held = made.held_in_some(),
            _ => {}
        });
        held.filter(|l| !matches!(self.f.ty(*l), Ty::Function))
    }
}

/// The statements behind the one that defines `dst`, in its region.
fn behind(region: &Region, dst: Local) -> Option<&[Stmt]> {
    region.stmts.iter().enumerate().find_map(|(i, stmt)| {
        match &stmt.kind {
            StmtKind::Let { dst: here, .. } if *here == dst => return Some(&region.stmts[i + 1..]),
            _ => {}
        }
        stmt.regions().into_iter().find_map(|r| behind(r, dst))
    })
}

fn is_none(op: &Op) -> bool {
    match op {
        Op::Use(Operand::Const(tokens, _)) => is_open_none(tokens),
        Op::Raw(raw) => is_open_none(&raw.tokens),
        _ => false,
    }
}

/// Whether this is `None`, whose type is left to be inferred.
pub(super) fn is_open_none(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::ExprPath>(tokens.clone()).is_ok_and(|path| {
        let last = path.path.segments.last();
        last.is_some_and(|s| s.ident == "None" && s.arguments.is_none())
    })
}
