//! What the residual takes from the forward sweep, and when.
//!
//! Receives a region that is being written and the items of its residual; promises the tuple of these, and
//! that what is moved away before the region ends is taken while it is there.
//!
//! ```text
//! let shape3 = shape_of(&total);
//! let y = sum(total);              // moves `total` away
//! (y, (shape3,))
//! ```

use super::forward::Forward;
use super::{names, paths};
use crate::adjoint::residual::Item;
use crate::analysis::plan::How;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Forward<'_> {
    /// `(value, residual)` in the order that moves nothing too early: the residual is taken first.
    pub(super) fn yields(
        &self,
        value: Option<&Operand>,
        partial: Option<(usize, TokenStream)>,
    ) -> TokenStream {
        let kept = names::plain("kept");
        let escape = self.escape(value);
        let residual = self.residual_for(value, partial);
        let value = value.map_or(quote!(()), |v| self.e.bare(v));
        match self.moves_nothing() {
            true => quote!(#escape (#value, #residual)),
            false => quote!({ let #kept = #residual; #escape (#value, #kept) }),
        }
    }

    /// Whether all that the innermost region remembers are copies of scalars.
    fn moves_nothing(&self) -> bool {
        let frame = self.frames.last().expect("a region is being written");
        frame.items.iter().all(|item| match item {
            Item::Value(local) => self.e.f.ty(*local).is_float(),
            _ => false,
        })
    }

    /// A variable of this region that the rest of it yields is moved there: what the residual wants
    /// of it is taken just before.
    pub(super) fn announce_escape(&mut self, region: &Region) -> TokenStream {
        let Some(local) = region
            .value()
            .and_then(Operand::local)
            .filter(|l| !self.e.f.ty(*l).is_copy())
        else {
            return TokenStream::new();
        };
        let items = &self.frames.last().expect("a region is being written").items;
        let names: Vec<Ident> = [
            items
                .contains(&Item::Keep(local))
                .then(|| self.e.kept_name(local)),
            items
                .contains(&Item::Shape(local))
                .then(|| self.e.shape_name(local)),
        ]
        .into_iter()
        .flatten()
        .collect();
        if names.is_empty() || self.e.plan.moved_at.contains_key(&local) {
            return TokenStream::new();
        }
        self.escaping.push((local, self.frames.len()));
        quote!(#(let #names;)*)
    }

    pub(super) fn escape(&self, value: Option<&Operand>) -> TokenStream {
        let e = self.e;
        let Some(local) = value.and_then(Operand::local) else {
            return TokenStream::new();
        };
        let Some((_, depth)) = self
            .escaping
            .iter()
            .find(|(l, depth)| *l == local && *depth < self.frames.len())
        else {
            return TokenStream::new();
        };
        let items = &self.frames[depth - 1].items;
        let (name, kept, shape) = (e.name(local), e.kept_name(local), e.shape_name(local));
        let keep = items.contains(&Item::Keep(local)).then(|| {
            let held = e.held(local, paths::copied(&e.core, &name));
            quote!(#kept = #held;)
        });
        let shape = items.contains(&Item::Shape(local)).then(|| {
            let shape_of = e.shape_of(local);
            quote!(#shape = #shape_of;)
        });
        quote!(#keep #shape)
    }

    /// Whether the residual's parts of `local` were taken before it was moved into the value of a rest.
    fn has_escaped(&self, local: Local, exiting: bool) -> bool {
        !exiting && self.escaping.contains(&(local, self.frames.len()))
    }

    /// What is taken from variables that the next statement moves away.
    pub(super) fn before_moves(&mut self, stmt: &Stmt) -> TokenStream {
        let e = self.e;
        let mut moved: Vec<Local> = e
            .plan
            .moved_at
            .iter()
            .filter(|(_, at)| **at == stmt.id)
            .map(|(l, _)| *l)
            .collect();
        moved.sort();
        let mut code = TokenStream::new();
        for local in moved {
            self.taken.insert(local);
            let name = e.name(local);
            let of_rest = match &stmt.kind {
                StmtKind::Rest(rest) => e.residuals.items(rest, &e.residuals.rest_binds(stmt.id)),
                _ => Vec::new(),
            };
            let items = self.frames.iter().flat_map(|f| &f.items).chain(&of_rest);
            for item in items {
                if *item == Item::Keep(local) || *item == Item::Value(local) {
                    let kept = e.kept_name(local);
                    let held = e.held(local, paths::copied(&e.core, &name));
                    code.extend(quote!(let #kept = #held;));
                } else if *item == Item::Shape(local) {
                    let (shape, shape_of) = (e.shape_name(local), e.shape_of(local));
                    code.extend(quote!(let #shape = #shape_of;));
                }
            }
        }
        code
    }

    /// Variables that a statement moves away too early.
    fn moved_early(&self, stmt: &Stmt) -> impl Iterator<Item = &Local> {
        let e = self.e;
        let wanted = |l: &&Local| e.plan.how[l.0] == How::Keep || e.residuals.needs_shape(**l);
        let moved = e.plan.given_back.get(&stmt.id).into_iter().flatten();
        moved.filter(wanted)
    }

    /// What an exit from a loop leaves with in the place of a variable: nothing could give it back afterwards.
    pub(super) fn copy_to_leave_with(&self, stmt: &Stmt) -> Option<TokenStream> {
        let variable = self.e.name(*self.moved_early(stmt).next()?);
        Some(paths::copied(&self.e.core, &variable))
    }

    /// Copies of variables that a statement moves away too early, and their return.
    pub(super) fn given_back(&self, stmt: &Stmt) -> (TokenStream, TokenStream) {
        let e = self.e;
        if matches!(stmt.kind, StmtKind::Exit { .. }) {
            return Default::default();
        }
        self.moved_early(stmt)
            .map(|local| {
                let (name, copy) = (e.name(*local), names::numbered("back", local.0));
                (
                    {
                        let copied = paths::copied(&e.core, &name);
                        quote!(let #copy = #copied;)
                    },
                    quote!(#name = #copy;),
                )
            })
            .unzip()
    }

    /// What is taken from references that are let go here.
    pub(super) fn after_last_mention(&mut self, stmt: &Stmt) -> TokenStream {
        let e = self.e;
        let released = e.plan.released.iter().filter(|(_, at)| **at == stmt.id);
        let mut released: Vec<Local> = released
            .map(|(l, _)| *l)
            .filter(|l| e.may_borrow(*l) && !self.taken.contains(l))
            .collect();
        released.sort_by_key(|l| std::cmp::Reverse(*l));
        let items = &self.frames.last().expect("a region is being written").items;
        let mut code = TokenStream::new();
        for local in released {
            let (name, kept, shape) = (e.name(local), e.kept_name(local), e.shape_name(local));
            if items.contains(&Item::Shape(local)) {
                let shape_of = e.shape_of(local);
                code.extend(quote!(let #shape = #shape_of;));
            }
            if is_held(items, local) {
                let held = e.held(local, name.to_token_stream());
                code.extend(quote!(let #kept = #held;));
            }
            self.taken.insert(local);
        }
        code
    }

    /// What would be in the residual of an iteration whose sweep follows in the same scope, as it finds it in one: behind
    /// references, but for numbers.
    pub(super) fn left_in_place(&self) -> TokenStream {
        let items = &self.frames.last().expect("a region is being written").items;
        let left = items.iter().map(|item| match item {
            Item::Shape(l) => {
                let (shape, shape_of) = (self.e.shape_name(*l), self.e.shape_of(*l));
                let spent = self.spent(item);
                quote!(let #shape = #shape_of; #spent let #shape = &#shape;)
            }
            Item::Value(l) if !self.e.f.ty(*l).is_copy() => {
                let name = self.e.name(*l);
                quote!(let #name = &#name;)
            }
            _ => TokenStream::new(),
        });
        left.collect()
    }

    pub(super) fn residual(&self, partial: Option<(usize, TokenStream)>) -> TokenStream {
        self.residual_for(None, partial)
    }

    /// The residual of the innermost region.
    fn residual_for(
        &self,
        value: Option<&Operand>,
        partial: Option<(usize, TokenStream)>,
    ) -> TokenStream {
        let frame = self.frames.last().expect("a region is being written");
        self.tuple(&frame.items, value, partial)
    }

    pub(super) fn tuple(
        &self,
        items: &[Item],
        value: Option<&Operand>,
        partial: Option<(usize, TokenStream)>,
    ) -> TokenStream {
        // Shapes are read before the variables they describe are moved.
        let shapes = items.iter().filter_map(|item| match item {
            Item::Shape(l)
                if !self.taken.contains(l)
                    && !self.has_escaped(*l, partial.is_some() || value.is_some()) =>
            {
                let shape = self.e.shape_name(*l);
                let shape_of = self.e.shape_of(*l);
                Some(quote!(let #shape = #shape_of;))
            }
            _ => None,
        });
        let held = self.held_back(items, value, partial.is_some() || value.is_some());
        let parts = items.iter().map(|item| self.item(item, value, &partial));
        let spent = items.iter().filter_map(|item| self.spent(item));
        let before = quote!(#(#shapes)* #held #(#spent)*);
        match before.is_empty() {
            true => quote!((#(#parts,)*)),
            false => quote!({ #before (#(#parts,)*) }),
        }
    }

    /// Adds the memory of a list to its shape, when nothing borrows the list any more.
    fn spent(&self, item: &Item) -> Option<TokenStream> {
        let Item::Shape(local) = item else {
            return None;
        };
        let (shape, name) = (self.e.shape_name(*local), self.e.name(*local));
        let is_spent = self.along.is_some() && self.e.sweep.spent.contains(local);
        is_spent.then(|| quote!(let #shape = #shape.__spent(#name);))
    }

    /// What may borrow goes back before what it borrows from, which is older, is moved.
    fn held_back(&self, items: &[Item], value: Option<&Operand>, exiting: bool) -> TokenStream {
        let e = self.e;
        let mut borrowers: Vec<Local> = items
            .iter()
            .filter_map(|item| match item {
                Item::Keep(l) | Item::Value(l) if e.may_borrow(*l) => Some(*l),
                _ => None,
            })
            .filter(|l| !self.taken.contains(l) && !self.has_escaped(*l, exiting))
            .collect();
        borrowers.sort_by_key(|l| std::cmp::Reverse(*l));
        let held = borrowers.into_iter().map(|l| {
            let (kept, name) = (e.kept_name(l), e.name(l));
            let yielded = value.and_then(Operand::local) == Some(l);
            let held = match yielded {
                true => paths::copied(&e.core, &name),
                false => name.to_token_stream(),
            };
            let held = e.left(l, e.held(l, held));
            quote!(let #kept = #held;)
        });
        held.collect()
    }

    fn item(
        &self,
        item: &Item,
        value: Option<&Operand>,
        partial: &Option<(usize, TokenStream)>,
    ) -> TokenStream {
        let e = self.e;
        let also_yielded =
            |l: &Local| value.and_then(Operand::local) == Some(*l) && !e.f.ty(*l).is_copy();
        match item {
            Item::Value(l) if !e.may_borrow(*l) && !self.taken.contains(l) && !also_yielded(l) => {
                e.left(*l, e.name(*l).to_token_stream())
            }
            Item::Keep(l) | Item::Value(l)
                if self.taken.contains(l)
                    || e.may_borrow(*l)
                    || self.has_escaped(*l, partial.is_some() || value.is_some()) =>
            {
                e.kept_name(*l).to_token_stream()
            }
            Item::Keep(l) | Item::Value(l) => {
                let name = e.name(*l);
                match also_yielded(l) {
                    true => paths::copied(&e.core, &name),
                    false => e.left(*l, name.to_token_stream()),
                }
            }
            Item::Shape(l) => e.shape_name(*l).to_token_stream(),
            Item::Old(id) => names::numbered("old", *id).to_token_stream(),
            Item::OldShape(id) => names::numbered("old_shape", *id).to_token_stream(),
            Item::Count(id) => names::numbered("count", *id).to_token_stream(),
            Item::Branch(id) => match partial {
                Some((at, tokens)) if at == id => tokens.clone(),
                _ => names::numbered("way", *id).to_token_stream(),
            },
            Item::Rest(id) => match partial {
                Some((at, tokens)) if at == id => tokens.clone(),
                // An exit before the rest, or the end of the region after it.
                Some(_) => quote!(::core::option::Option::None),
                None => names::numbered("rest", *id).to_token_stream(),
            },
        }
    }
}

/// Whether the residual has the value of a local.
fn is_held(items: &[Item], local: Local) -> bool {
    items.contains(&Item::Keep(local)) || items.contains(&Item::Value(local))
}
