//! What the item and its shadow implement: `Differentiable`, `Accumulate`, and `Inactive` where there
//! is nothing to differentiate.

use super::activity::Role;
use super::model::{Field, InTangent, Model, Variant};
use super::plain;
use crate::emit::paths;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

pub(super) fn all(model: &Model) -> TokenStream {
    let differentiable = differentiable(model);
    let accumulate = accumulate(model);
    let inactive = model.is_inactive().then(|| inactive(model));
    let lasting = lasting(model);
    let in_maps = in_maps(model);
    quote!(#differentiable #accumulate #in_maps #inactive #lasting)
}

/// An enum without payload has `()` for a shadow.
pub(super) fn inert(model: &Model) -> TokenStream {
    let (core, name) = (&model.core, &model.name);
    let (_, arguments, clause) = model.generics.split_for_impl();
    let generics = without_defaults(&model.generics);
    let params = &generics.params;
    let bounds = clause.map(|clause| {
        let predicates = &clause.predicates;
        quote!(where { #predicates })
    });
    let (inactive, lasting) = (inactive(model), lasting(model));
    let derived = derived(model, &model.generics);
    let copies = copies(model, |_| TokenStream::new());
    quote! {
        #core::__inert! {
            { #params } #name #arguments #bounds => (), |__value| (), copied match *__value { #copies };
        }
        #derived
        #inactive
        #lasting
    }
}

fn without_defaults(generics: &syn::Generics) -> syn::Generics {
    let mut generics = generics.clone();
    for param in &mut generics.params {
        match param {
            syn::GenericParam::Type(param) => param.default = None,
            syn::GenericParam::Const(param) => param.default = None,
            syn::GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

fn inactive(model: &Model) -> TokenStream {
    let (core, name) = (&model.core, &model.name);
    let (params, arguments, clause) = model.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #core::Inactive for #name #arguments #clause {}
    }
}

/// One arm for each variant.
pub(super) fn arms(model: &Model, arm: impl FnMut(&Variant) -> TokenStream) -> TokenStream {
    model.variants.iter().map(arm).collect()
}

fn path(name: &Ident) -> TokenStream {
    quote!(#name)
}

fn differentiable(model: &Model) -> TokenStream {
    let of = model.associated();
    let (core, name) = (&paths::at(&model.core, model.span), &model.name);
    let Model {
        shadow,
        tangent,
        shape,
        ..
    } = model;
    let (hidden, active) = (model.hidden_generics(), model.tangent_generics());
    let mut own = model.bounded(model.generics.clone(), model.shadowed());
    let sized = model.tangent_is_sized(&active);
    own.make_where_clause().predicates.extend(sized);
    let (_, of_hidden, _) = hidden.split_for_impl();
    let (_, of_tangent, _) = active.split_for_impl();
    let derived = derived(model, &own);
    let (params, _, clause) = own.split_for_impl();
    let (_, arguments, _) = model.generics.split_for_impl();
    let (shapes, tangents, on_memory) = (shapes(model), tangents(model), on_memory(model));
    let (checks, loans, copied) = (check(model), loans(model), copied(model));
    quote_spanned! {model.span=>
        #[automatically_derived]
        impl #params #core::Differentiable for #name #arguments #clause {
            type Shadow = #shadow #of_hidden;
            type Tangent = #tangent #of_tangent;
            type Buffer = #tangent #of_tangent;
            type Again = ();
            type Shape = #shape #of_hidden;
            type Lent<'__b> = #core::Loan<'__b, #of::Shadow, #of::Shadow, #of::Tangent>
            where
                Self: '__b;
            type Owned = #of::Shadow;

            #shapes
            #tangents
            #on_memory
            #checks
            #loans
            #copied
        }

        #derived
    }
}

/// Whether a map of such values carries derivatives.
fn in_maps(model: &Model) -> TokenStream {
    let (core, shadow) = (&model.core, &model.shadow);
    let hidden = model.hidden_generics();
    let (params, arguments, clause) = hidden.split_for_impl();
    let way = match model.is_inactive() {
        true => quote!(ByNothing),
        false => quote!(ByKeys),
    };
    quote! {
        #[automatically_derived]
        impl #params #core::InMaps for #shadow #arguments #clause {
            type Way = #core::#way;
        }
    }
}

/// What functions ask for where the type is named in their signatures.
fn derived(model: &Model, bounded: &syn::Generics) -> TokenStream {
    let (core, name) = (&paths::at(&model.core, model.span), &model.name);
    let (_, arguments, _) = model.generics.split_for_impl();
    let (params, _, clause) = bounded.split_for_impl();
    let fields = itself(core);
    quote_spanned! {model.span=>
        #[automatically_derived]
        impl #params #core::Derived for #name #arguments #clause { #fields }
    }
}

/// That what is made of a type with the derive has the shadow that it has.
pub(crate) fn itself(core: &TokenStream) -> TokenStream {
    quote! {
        type Fields<__Of: #core::Differentiable + ?::core::marker::Sized> = __Of::Shadow;
        type Given<__Rule> = __Rule;
        #[inline(always)]
        fn fields<__Of: #core::Differentiable + ?::core::marker::Sized>(__shadow: &__Of::Shadow) -> &__Of::Shadow {
            __shadow
        }
        #[inline(always)]
        fn fields_mut<__Of: #core::Differentiable + ?::core::marker::Sized>(
            __shadow: &mut __Of::Shadow,
        ) -> &mut __Of::Shadow {
            __shadow
        }
        #[inline(always)]
        fn fields_of<__Of: #core::Differentiable<Shadow: ::core::marker::Sized> + ?::core::marker::Sized>(
            __shadow: __Of::Shadow,
        ) -> __Of::Shadow {
            __shadow
        }
    }
}

/// Field by field, since nobody has to derive `Clone` as well.
fn copied(model: &Model) -> TokenStream {
    let core = &model.core;
    let traits = paths::traits(core);
    let copies = copies(model, |field| {
        let from = field.at("a");
        quote_spanned!(field.span=> (&&&#core::CopyingField(#from)).__copied::<__Asked>())
    });
    quote! {
        fn primal_copied<__Asked: #core::Uncopied>(&self) -> Self {
            #traits
            match self { #copies }
        }

        fn copied_to_box<__Asked: #core::Uncopied>(&self) -> #core::Box<Self> {
            #core::Box::new(<Self as #core::Differentiable>::primal_copied::<__Asked>(self))
        }
    }
}

/// Arms from the primal to the primal.
fn copies(model: &Model, copy: impl Fn(&Field) -> TokenStream) -> TokenStream {
    let own = model.own();
    arms(model, |variant| {
        let pattern = variant.pattern(&own, "a", |_| true);
        let value = variant.value(&own, |field| Some(copy(field)));
        quote!(#pattern => #value,)
    })
}

/// A type without lifetimes borrows nothing that its parameters do not.
fn lasting(model: &Model) -> Option<TokenStream> {
    if model.generics.lifetimes().next().is_some() {
        return None;
    }
    let (core, name) = (&model.core, &model.name);
    let (params, arguments, clause) = model.generics.split_for_impl();
    let predicates = clause
        .map(|clause| &clause.predicates)
        .into_iter()
        .flatten();
    // What is in no tangent need not be known when rustc asks.
    let active = model.tangent_generics();
    let of_parameters = active.type_params().map(|t| {
        let t = &t.ident;
        quote!(#t: #core::Lasting)
    });
    Some(quote! {
        #[automatically_derived]
        impl #params #core::Lasting for #name #arguments where #(#predicates,)* #(#of_parameters,)* {}
    })
}

/// What is the same for all items: their buffers are tangents, written as a whole.
fn loans(model: &Model) -> TokenStream {
    let of = model.associated();
    let core = &paths::at(&model.core, model.span);
    quote_spanned! {model.span=>
        #[inline]
        fn primal_again(&self) {}

        #[inline]
        fn owned_zeros(__shape: &#of::Shape) -> #of::Shadow {
            <Self as #core::Differentiable>::zero_shadow(__shape)
        }

        #[inline]
        fn owned_shadow(__tangent: #of::Tangent) -> #of::Shadow {
            <Self as #core::Differentiable>::shadow(__tangent)
        }

        #[inline]
        fn owned_shadow_on(&self, __tangent: &mut #of::Tangent) -> #of::Shadow {
            <Self as #core::Differentiable>::shadow_on(self, __tangent)
        }

        #[inline]
        fn owned_into_tangent(__shadow: #of::Shadow) -> #of::Tangent {
            <Self as #core::Differentiable>::into_tangent(__shadow)
        }

        #[inline]
        fn lend<'__b>(&self, __buffer: &'__b mut #of::Tangent) -> #of::Lent<'__b>
        where
            Self: '__b,
        {
            #core::Loan::of(self, __buffer)
        }

        #[inline]
        fn finish<'__b>(__lent: #of::Lent<'__b>)
        where
            Self: '__b,
        {
            #core::Loan::end(__lent);
        }

        #[inline]
        fn buffer(__tangent: &mut #of::Tangent) -> &mut #of::Tangent {
            __tangent
        }
    }
}

/// From the primal to its shape, and from there to a shadow.
fn shapes(model: &Model) -> TokenStream {
    let of = model.associated();
    let core = &model.core;
    let (own, shape) = (model.own(), path(&model.shape));
    let shapes = arms(model, |variant| {
        let pattern = variant.pattern(&own, "a", Field::is_shadowed);
        let shape_of = |field: &Field| field.call(core, "primal_shape", &field.value("a"));
        let value = variant.hidden(&model.shape, shape_of);
        quote!(#pattern => #value,)
    });
    let zeros = arms(model, |variant| {
        let pattern = variant.pattern(&shape, "a", Field::is_shadowed);
        let zeros_of =
            |field: &Field| field.call(core, "zero_shadow", &field.at("a").to_token_stream());
        let value = variant.hidden(&model.shadow, zeros_of);
        quote!(#pattern => #value,)
    });
    let inert = model.fields().filter(|field| field.role == Role::Inert);
    let assertions = inert.map(|field| {
        let (ty, core) = (&field.ty, paths::at(core, field.span));
        quote_spanned!(field.span=> #core::inactive_type::<#ty>();)
    });
    let assertions = assertions.chain(model.fields().filter_map(Field::assertion));
    quote! {
        #[inline]
        fn primal_shape(&self) -> #of::Shape {
            #(#assertions)*
            match self { #shapes }
        }

        #[inline]
        fn zero_shadow(__shape: &#of::Shape) -> #of::Shadow {
            match __shape { #zeros }
        }
    }
}

/// From shadows and primals to tangents, and back to a shadow.
fn tangents(model: &Model) -> TokenStream {
    let of = model.associated();
    let (own, shadow, tangent) = (model.own(), path(&model.shadow), path(&model.tangent));
    let each = |from: &TokenStream, of: &dyn Fn(&Field) -> TokenStream| {
        arms(model, |variant| {
            let pattern = variant.pattern(from, "a", Field::is_active);
            let value = variant.value(&tangent, |field| tangent_of(field, of));
            quote!(#pattern => #value,)
        })
    };
    let core = &model.core;
    let of_shadow = each(&shadow, &|field| {
        field.call(core, "tangent", &field.at("a").to_token_stream())
    });
    let zero = each(&own, &|field| {
        field.call(core, "zero_tangent", &field.value("a"))
    });
    let back = arms(model, |variant| {
        let pattern = variant.pattern(&tangent, "a", Field::is_active);
        let value = variant.hidden(&model.shadow, |field| shadow_of_tangent(model, field));
        quote!(#pattern => #value,)
    });
    quote! {
        #[inline]
        fn tangent(__shadow: &#of::Shadow) -> #of::Tangent {
            match __shadow { #of_shadow }
        }

        #[inline]
        fn shadow(__tangent: #of::Tangent) -> #of::Shadow {
            match __tangent { #back }
        }

        #[inline]
        fn zero_tangent(&self) -> #of::Tangent {
            match self { #zero }
        }
    }
}

/// From a tangent to a shadow on its memory, and back. A type without heap memory has nothing to keep, and without lists
/// nothing that tells how long its shadow is.
fn on_memory(model: &Model) -> Option<TokenStream> {
    let of = model.associated();
    let seen = |field: &Field| field.is_active() || is_counted(field);
    if model.active().all(|field| plain::is_numbers(&field.ty)) && !model.fields().any(is_counted) {
        return None;
    }
    let (core, shadow, tangent) = (&model.core, path(&model.shadow), path(&model.tangent));
    let on = arms(model, |variant| {
        let own = variant.pattern(&model.own(), "a", seen);
        let old = variant.pattern(&tangent, "b", Field::is_active);
        let value = variant.hidden(&model.shadow, |field| shadow_on_tangent(model, field));
        quote!((#own, #old) => #value,)
    });
    // The buffer of an enum may hold another variant.
    let other = (model.variants.len() > 1).then(|| {
        quote! {
            _ => <Self as #core::Differentiable>::zero_shadow(&<Self as #core::Differentiable>::primal_shape(self)),
        }
    });
    let into = arms(model, |variant| {
        let pattern = variant.pattern(&shadow, "a", Field::is_active);
        let value = variant.value(&tangent, |field| {
            tangent_of(field, &|field| {
                field.call(core, "into_tangent", &field.at("a").to_token_stream())
            })
        });
        quote!(#pattern => #value,)
    });
    Some(quote! {
        #[inline]
        fn shadow_on(&self, __tangent: &mut #of::Tangent) -> #of::Shadow {
            match (self, __tangent) { #on #other }
        }

        #[inline]
        fn into_tangent(__shadow: #of::Shadow) -> #of::Tangent {
            match __shadow { #into }
        }
    })
}

/// Whether a field carries no derivative, and may be a list: what changes an element of it, `self.visits[k] += 1`, finds
/// that element's shadow, which is nothing, in a list as long.
fn is_counted(field: &Field) -> bool {
    field.role == Role::Inert && !plain::is_single(&field.ty)
}

fn shadow_on_tangent(model: &Model, field: &Field) -> TokenStream {
    if is_counted(field) {
        let shape = field.call(&model.core, "primal_shape", &field.value("a"));
        return field.call(&model.core, "zero_shadow", &quote!(&#shape));
    }
    if !field.is_active() {
        return shadow_of_tangent(model, field);
    }
    let (value, tangent) = (field.value("a"), field.at("b"));
    field.call(&model.core, "shadow_on", &quote!(#value, #tangent))
}

fn tangent_of(field: &Field, of: &dyn Fn(&Field) -> TokenStream) -> Option<TokenStream> {
    match field.in_tangent {
        InTangent::Tangent => Some(of(field)),
        InTangent::Unit => Some(quote!(())),
        InTangent::Nothing => None,
    }
}

fn shadow_of_tangent(model: &Model, field: &Field) -> TokenStream {
    let (core, from) = (&model.core, field.at("a"));
    match field.role {
        Role::Active => field.call(core, "shadow", &quote!(#from)),
        Role::Inert => {
            let core = paths::at(core, field.span);
            quote_spanned!(field.span=> #core::Blank::blank())
        }
        Role::Constant => quote!(#core::ConstantField::new()),
    }
}

/// A struct's fields have to fit. An enum's buffer is written as a whole, whatever it held.
fn check(model: &Model) -> TokenStream {
    let of = model.associated();
    let core = &model.core;
    let argument = quote!(impl ::core::fmt::Display + ::core::marker::Copy);
    if model.is_enum {
        return quote! {
            #[inline]
            fn check_buffer(&self, _buffer: &#of::Tangent, _argument: #argument) {}
        };
    }
    let variant = &model.variants[0];
    let own = variant.pattern(&model.own(), "a", Field::is_active);
    let tangent = variant.pattern(&path(&model.tangent), "b", Field::is_active);
    let checks = variant
        .fields
        .iter()
        .filter(|field| field.is_active())
        .map(|field| {
            let (value, tangent, member) = (field.value("a"), field.at("b"), &field.member);
            let name = quote!(#member).to_string();
            let name = name.trim_start_matches("r#");
            let core = paths::at(core, field.span);
            quote_spanned! {field.span=>
                #core::check_field(#value, #tangent, #core::Field(&__argument, #name))
            }
        });
    quote_spanned! {model.span=>
        #[inline]
        fn check_buffer(&self, __buffer: &#of::Tangent, __argument: #argument) {
            <Self as #core::Differentiable>::check_tangent(self, __buffer, __argument);
        }

        #[inline]
        fn check_tangent(&self, __tangent: &#of::Tangent, __argument: #argument) {
            // Unused where there is nothing to check.
            let _ = &__argument;
            match (self, __tangent) { (#own, #tangent) => { #(#checks;)* } }
        }
    }
}

fn accumulate(model: &Model) -> TokenStream {
    let (core, shadow) = (&model.core, path(&model.shadow));
    let generics = model.hidden_generics();
    let (params, arguments, clause) = generics.split_for_impl();
    let each = |function: TokenStream| {
        arms(model, |variant| {
            let pattern = variant.pattern(&shadow, "a", Field::is_shadowed);
            let fields = variant.fields.iter().filter(|field| field.is_shadowed());
            let calls = fields.map(|field| {
                let (field, span) = (field.at("a"), field.span);
                let core = paths::at(core, span);
                quote_spanned!(span=> #core::Accumulate::#function(#field);)
            });
            quote!(#pattern => { #(#calls)* })
        })
    };
    let (clear, normalise, pairs) = (each(quote!(clear)), each(quote!(normalise)), pairs(model));
    quote! {
        #[automatically_derived]
        impl #params #core::Accumulate for #shadow #arguments #clause {
            #[inline]
            fn accumulate(&self, __from: &Self) {
                match (self, __from) { #pairs }
            }

            #[inline]
            fn clear(&self) {
                match self { #clear }
            }

            #[inline]
            fn normalise(&self) {
                match self { #normalise }
            }
        }
    }
}

/// The arms that add one shadow to another of the same variant. A bare variant has nothing to add.
fn pairs(model: &Model) -> TokenStream {
    let (core, shadow) = (&model.core, path(&model.shadow));
    let same = arms(model, |variant| {
        let from = variant.pattern(&shadow, "b", Field::is_shadowed);
        if model.is_enum && variant.fields.is_empty() {
            return quote!((_, #from) => {});
        }
        let to = variant.pattern(&shadow, "a", Field::is_shadowed);
        let adds = variant
            .fields
            .iter()
            .filter(|field| field.is_shadowed())
            .map(|field| {
                let (to, from, span) = (field.at("a"), field.at("b"), field.span);
                let core = paths::at(core, span);
                quote_spanned!(span=> #core::Accumulate::accumulate(#to, #from);)
            });
        quote!((#to, #from) => { #(#adds)* })
    });
    let other = (model.variants.len() > 1).then(|| quote!(_ => #core::another_variant(),));
    quote!(#same #other)
}
