//! What is asked of options of references that a block's own methods give, as `match`.
//!
//! Receives the methods of an `impl` block; promises that where one of them asks what another gives, and that is
//! an `Option<&T>` by its signature, the question is a `match`. A rule of `map` would have to hold the reference.
//!
//! ```text
//! fn find(&self, id: usize) -> Option<&Node> { … }
//!
//! self.find(id).map_or(0.0, |n| n.weight)     match self.find(id) { Some(n) => n.weight, _ => 0.0 }
//! ```

use super::{build, held};
use crate::ir::is_optional_reference;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, ImplItem, ImplItemFn, Pat, PatType, ReturnType, parse_quote};

/// The methods of a block that give an optional reference.
pub(crate) fn given_by(items: &[ImplItem]) -> Vec<Ident> {
    let gives = |method: &&ImplItemFn| matches!(&method.sig.output, ReturnType::Type(_, ty) if is_optional_reference(ty));
    let methods = items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    methods.filter(gives).map(|m| m.sig.ident.clone()).collect()
}

/// The same method with what is asked of these options written out.
pub(crate) fn to_match(method: &mut ImplItemFn, given: &[Ident]) {
    if !given.is_empty() {
        let mut asked = Asked { given, count: 0 };
        asked.visit_block_mut(&mut method.block);
    }
}

struct Asked<'a> {
    given: &'a [Ident],
    /// How many names were made.
    count: usize,
}

impl Asked<'_> {
    /// Whether an expression is such an option, or one made of such.
    fn is_given(&self, expr: &Expr) -> bool {
        let Expr::MethodCall(call) = build::peeled(expr) else {
            return false;
        };
        let of_receiver = call.method == "and_then" || call.method == "filter";
        match of_receiver && call.args.len() == 1 {
            true => self.is_given(&call.receiver),
            false => self.is_of_self(call),
        }
    }

    fn is_of_self(&self, call: &ExprMethodCall) -> bool {
        let of_self =
            matches!(build::peeled(&call.receiver), Expr::Path(p) if p.path.is_ident("self"));
        of_self && self.given.contains(&call.method)
    }

    fn fresh(&mut self) -> Ident {
        self.count += 1;
        Ident::new(&format!("__asked{}", self.count), Span::mixed_site())
    }
}

impl VisitMut for Asked<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        // What is declared to be an option is asked as one.
        if let (Pat::Ident(_), Some(init)) = (&local.pat, &local.init)
            && self.is_given(&init.expr)
        {
            local.pat = Pat::Type(PatType {
                attrs: Vec::new(),
                pat: Box::new(local.pat.clone()),
                colon_token: Default::default(),
                ty: parse_quote!(::core::option::Option<_>),
            });
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let asks = matches!(expr, Expr::MethodCall(call) if self.is_given(&call.receiver));
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && asks
            && let Some(written) = held::of_known_option(call, &[self.fresh(), self.fresh()])
        {
            *expr = written;
        }
    }
}
