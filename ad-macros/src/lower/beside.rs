//! Iterators without derivative that run beside others.
//!
//! Receives the head of a loop of which not all parts can be told to be lists; promises the same head with a name for
//! each list that a call gives and that carries no derivative, to be run over by positions like the others.
//!
//! ```text
//! for (a, b) in data.row(i).iter().zip(x) { … }        row = `data.row(i)`
//!                                                      for (a, b) in row.iter().zip(x) { … }
//! ```

use super::Lowerer;
use super::sequence::Source;
use crate::desugar::build;
use crate::desugar::sequence::{self, ByName, Sequence};
use crate::ir::{Local, Op, Operand, Raw, Ty};
use proc_macro2::Span;
use quote::quote_spanned;
use syn::Expr;
use syn::spanned::Spanned;

impl Lowerer<'_> {
    /// The head as a sequence, if what is without derivative in it is taken for lists.
    pub(super) fn sequence_beside(&mut self, head: &Expr) -> Option<Sequence> {
        let mut named = head.clone();
        let by_name = |this: &Self, list: &Expr| match this.is_inert_list(list) {
            true => Some(ByName::Unsaid),
            false => this.by_name(list),
        };
        let all_told = |this: &Self, head: &Expr| {
            sequence::read(head, &|list| match this.gives_inert_list(list) {
                true => Some(ByName::Unsaid),
                false => by_name(this, list),
            })
            .is_some()
        };
        // Names are given only where the loop can be one over positions in the end.
        if !all_told(self, &named) {
            return None;
        }
        self.name_lists(&mut named)?;
        sequence::read(&named, &|list| by_name(self, list))
    }

    /// A list without derivative as a source.
    pub(super) fn beside(&mut self, place: &Expr, by_reference: bool) -> Option<Source> {
        let list = self.value(place, None)?.local()?;
        Some(Source::Beside { list, by_reference })
    }

    /// The item at position `k`.
    pub(super) fn item_beside(
        &mut self,
        list: Local,
        by_reference: bool,
        k: Operand,
        span: Span,
    ) -> Operand {
        let (name, k) = (self.locals[list.0].name.clone(), self.as_local(k, span));
        let position = self.locals[k.0].name.clone();
        let at = self.locals[list.0].span;
        let tokens = match by_reference {
            true => quote_spanned!(at=> (&(&#name).__elements()[#position])),
            false => quote_spanned!(at=> (&#name).__item(#position)),
        };
        let raw = Raw {
            tokens,
            reads: vec![list, k],
            volatile: false,
            cheap: true,
        };
        self.bind(Op::Raw(raw), Ty::Inert, span)
    }

    /// A name for what each call gives whose items are run over.
    fn name_lists(&mut self, head: &mut Expr) -> Option<()> {
        if self.gives_inert_list(head) {
            let [name, ..] = self.fresh_names(head.span());
            let raw = self.raw(head)?;
            let list = self.bind(Op::Raw(raw), Ty::Inert, head.span());
            self.bind_name(&name, false, list);
            *head = build::name(name);
            return Some(());
        }
        match head {
            Expr::Paren(p) => self.name_lists(&mut p.expr),
            Expr::Reference(r) => self.name_lists(&mut r.expr),
            Expr::MethodCall(call) => {
                self.name_lists(&mut call.receiver)?;
                match call.args.first_mut().filter(|_| call.method == "zip") {
                    Some(partner) => self.name_lists(partner),
                    None => Some(()),
                }
            }
            _ => Some(()),
        }
    }

    /// `data.row(i)`: a list without derivative, as far as it shows.
    fn gives_inert_list(&self, expr: &Expr) -> bool {
        let call = match expr {
            Expr::Call(call) => matches!(&*call.func, Expr::Path(_)),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                !super::is_structural(&name) && !sequence::is_adaptor(&name)
            }
            _ => false,
        };
        let inert = |expr: &Expr| {
            let raw = self.raw(expr);
            raw.is_some_and(|raw| raw.reads.iter().all(|&l| self.is_inert(l)))
        };
        call && self.by_name(expr).is_none() && inert(expr)
    }

    /// `row`, which such a call gave.
    pub(super) fn is_inert_list(&self, expr: &Expr) -> bool {
        let is_map = self.constructed.is_map(expr) || self.constructed.is_map_field(expr);
        !is_map && self.is_place_of_local(expr) && matches!(self.infer(expr).peeled(), Ty::Inert)
    }
}
