//! Of which type something is, said before anything is asked of it.
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
//!
//! What `into` gives may be known by the operator alone that it is an operand of, where the other operand's type has one of
//! that name only. So rustc sees the operator before its rule.
//!
//! ```text
//! let t = base + step.into();                       let given = step.…into(…);
//!                                                   let _ = || { let (a, b) = (value_of(&base), value_of(&given)); a + b };
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

    /// What stands before the rule of an operator, for the type of an operand that `into` gave.
    pub(super) fn hint_of_operands(&self, call: &Call) -> Option<TokenStream> {
        let Callee::Operator(operator) = &call.callee else {
            return None;
        };
        let operands: Option<Vec<Local>> = call.args.iter().map(whole).collect();
        let operands =
            operands.filter(|o| o.len() == 2 && o.iter().any(|l| self.is_converted(*l)))?;
        let core = &self.core;
        let [a, b] = [0, 1].map(|i| {
            let name = self.name(operands[i]);
            let by_ref = operator.by_ref.get(i).is_some_and(|by_ref| *by_ref);
            let by_ref = by_ref.then(|| quote!(&));
            quote!(#by_ref #core::value_of(&#name))
        });
        let symbol: TokenStream = operator.symbol().parse().ok()?;
        Some(match operator.is_assigning() {
            true => quote!(let _ = || { let mut __a = #a; __a #symbol #b; };),
            false => quote!(let _ = || { let (__a, __b) = (#a, #b); __a #symbol __b };),
        })
    }

    /// Whether a value is what `into` gave.
    fn is_converted(&self, local: Local) -> bool {
        let mut found = false;
        self.f.body.walk(&mut |stmt| {
            if let StmtKind::Let {
                dst,
                op: Op::Call(call),
            } = &stmt.kind
            {
                found |= *dst == local && call.is_into();
            }
        });
        found && matches!(self.f.ty(local), Ty::Unknown)
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

/// The variable that a call is given as a whole.
fn whole(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Value(value) => value.local(),
        Arg::Ref { place, .. } => place.path.is_empty().then_some(place.root),
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
