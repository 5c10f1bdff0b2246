//! The shadows that a call's pullback adds to: `None` for what carries no derivative, a cell for a number.
//!
//! ```text
//! g(&x, s, 3)          let mut cell1 = Cell::new(d_s);
//!                      (pb)(ct, (..), (Some(&d_x), Some(&cell1), None,));
//!                      d_s = cell1.get();
//! ```

use super::tokens::span_of_field;
use super::{Emitter, names, paths};
use crate::adjoint::residual::place_ty;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

impl Emitter<'_> {
    pub(super) fn shadow_argument(
        &self,
        call: &Call,
        index: usize,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        let arg = &call.args[index];
        let (root, path) = match arg {
            Arg::Value(v) => (v.local(), &[][..]),
            Arg::Ref { place, .. } => (Some(place.root), &place.path[..]),
        };
        let Some(root) = root.filter(|_| self.has_shadow(arg)) else {
            return quote!(::core::option::Option::None);
        };
        let mutable = arg.is_unique();
        if self.is_plain(root) {
            let alone = self.arguments_of(root, call) == 1;
            return self.cell_argument(index, root, mutable, alone, before, after);
        }
        if matches!(arg, Arg::Value(_)) && self.may_become_object(root) {
            return self.object_argument(index, root, before, after);
        }
        if let Some(shadow) = self.shadow_of_lent(arg) {
            return shadow;
        }
        let place = Place {
            root,
            path: path.to_vec(),
        };
        match mutable {
            true => self.unique_shadow(call, &place),
            false => self.shared_shadow(call, index, &place),
        }
    }

    /// The shadow of what is lent to be changed.
    fn unique_shadow(&self, call: &Call, place: &Place) -> TokenStream {
        let constant = self.may_be_constant(place);
        let shadow = match self.is_alone(call) {
            true => self.alone_shadow_place(place),
            false => self.unique_shadow_place(place),
        };
        let span = span_of_field(place);
        let shadow = paths::reported_at(shadow, span);
        match constant {
            true => wanted(quote_spanned!(span=> (#shadow).__changed()), false),
            false => quote!(::core::option::Option::Some(&mut #shadow)),
        }
    }

    /// The shadow of what is lent to be read.
    fn shared_shadow(&self, call: &Call, index: usize, place: &Place) -> TokenStream {
        // An operand of a type that does not show may be that of a constant field.
        let ty = place_ty(self.f, place);
        let shown = !matches!(ty.peeled(), Ty::Unknown);
        // Only a reference to a slice's reference is one to something ignored, where it is.
        let slice = matches!(ty, Ty::Slice(_)) && ty.contains_unknown();
        let operator = matches!(call.callee, Callee::Operator(_));
        let receiver = index == 0 && matches!(call.callee, Callee::Method(_));
        // A reference inside of a type parameter's field owns its shadow.
        let owned = self.generic && !shown && receiver && !place.path.is_empty();
        let behind = self.shadow_behind(place);
        let shadow = behind.unwrap_or_else(|| self.shadow_place(place));
        if operator && !shown {
            quote!((#shadow).__sink())
        } else if owned {
            quote!(::core::option::Option::Some(::core::borrow::Borrow::borrow(&#shadow)))
        } else if !operator && self.may_be_constant(place) {
            wanted(quote!((#shadow).__sink()), slice)
        } else if slice && !operator {
            quote!(::core::option::Option::Some(&&#shadow))
        } else {
            quote!(::core::option::Option::Some(&#shadow))
        }
    }

    /// Whether a place may be a constant field or a part of one, or lead to it.
    fn may_be_constant(&self, place: &Place) -> bool {
        let field = |step: &Step| matches!(step, Step::Field(_));
        place.path.iter().any(field)
            || self.a.flow.origin[place.root.0] != place.root
            || self.f.info(place.root).part.is_some()
            || self.is_of_field(place.root)
    }

    /// How many arguments of a call are this variable or lead to it.
    fn arguments_of(&self, root: Local, call: &Call) -> usize {
        let origin = |l: Local| self.a.flow.origin[l.0];
        let roots = call.args.iter().filter_map(|arg| match arg {
            Arg::Value(value) => value.local(),
            Arg::Ref { place, .. } => Some(place.root),
        });
        roots.filter(|l| origin(*l) == origin(root)).count()
    }

    /// A scalar's shadow goes out in a cell and comes back; if no other argument has it, as it is.
    fn cell_argument(
        &self,
        index: usize,
        root: Local,
        mutable: bool,
        alone: bool,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        let (d, cell) = (self.shadow(root), names::numbered("cell", index));
        let start = if alone {
            d.to_token_stream()
        } else {
            self.zero(root)
        };
        before.extend(quote!(let mut #cell = ::core::cell::Cell::new(#start);));
        after.extend(if alone {
            quote!(#d = #cell.get();)
        } else {
            quote!(#d += #cell.get();)
        });
        let unique = mutable.then(|| quote!(mut));
        quote!(::core::option::Option::Some(&#unique #cell))
    }
}

/// What may be wanted or not, matched for the sake of what a reference to it turns into.
fn wanted(asked: TokenStream, by_ref: bool) -> TokenStream {
    let wanted = names::plain("wanted");
    let passed = match by_ref {
        true => quote!(&#wanted),
        false => quote!(#wanted),
    };
    quote! {
        match #asked {
            ::core::option::Option::Some(#wanted) => ::core::option::Option::Some(#passed),
            ::core::option::Option::None => ::core::option::Option::None,
        }
    }
}
