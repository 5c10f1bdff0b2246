//! Objects of annotated traits: `Box<dyn Shape>`.
//!
//! Receives a trait, or its implementation; promises, hidden in the trait, what
//! reaches the rules of the type behind an object, and beside it that its objects are differentiable. The rules
//! themselves are generic, and objects have none of them. What an implementation leaves to its trait is asked of
//! the trait with the type that the implementation knows.
//!
//! ```text
//! trait Shape {                                   impl Shape for Disc {
//!     fn area(&self, k: f64) -> f64;                  fn area(&self, k: f64) -> f64 { … }
//!     fn __object_any(&self) -> &dyn Any;             fn __object_any(&self) -> &dyn Any { self }
//!     fn __object_shape(&self) -> ObjectShape;        …
//!     fn __object_default(&self, method) -> …;        …
//!     fn __object_rule_of_area(&self, …) -> …;        …
//! }                                               }
//! impl Differentiable for dyn Shape { … }
//! impl ObjectMethod<0x52…> for dyn Shape { … }    // its name is `area`; `ChangingMethod` where it takes `&mut self`
//! ```

use super::object_types;
use super::supertraits::Supertraits;
use crate::derive::Seen;
use crate::desugar::{functions, stored};
use crate::emit::{mentions, names, paths, type_and_const};
use crate::ir::ty;
use crate::lower::contains_type;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, ReturnType, Signature, TraitItem, Type, parse_quote};

/// What an annotated trait gets, inside and beside it.
pub(super) fn of_trait(item: &syn::ItemTrait, core: &TokenStream) -> (TokenStream, TokenStream) {
    if !can_be_named_plainly(&item.generics) || has_other_items(item) {
        return Default::default();
    }
    let methods: Vec<(&syn::TraitItemFn, Method)> = item
        .items
        .iter()
        .filter_map(|member| match member {
            TraitItem::Fn(declared) => {
                let method = Method::of(&declared.sig, None, core)?;
                Some((declared, method.seen(&item.generics, core)))
            }
            _ => None,
        })
        .collect();
    let supertraits = supertraits_of(item);
    let has_default = |d: &syn::TraitItemFn, m: &Method| {
        supertraits.is_some() && d.default.is_some() && !m.is_inert()
    };
    let hidden = methods.iter().map(|(declared, method)| {
        let body = match has_default(declared, method) {
            true => method.by_default(&item.ident, core),
            false => quote!(#core::no_object()),
        };
        method.hidden(&body, Some(&item.generics), core)
    });
    let none = || quote!(#core::no_object());
    let unknown = [none(), none(), none(), none(), none()];
    let mut inside = hidden_items(hidden.collect(), unknown, core);
    let defaults = methods.iter().filter(|(d, m)| has_default(d, m));
    inside.extend(default_rules(defaults.map(|(_, method)| method), core));
    inside.extend(boxed(&item.ident, supertraits.as_ref(), core));
    let Some(supertraits) = &supertraits else {
        return (inside, TokenStream::new());
    };
    let name = &item.ident;
    let rules = methods
        .iter()
        .map(|(_, method)| method.of_objects(name, core));
    let objects = object_types::differentiable(name, core);
    let changing = item
        .items
        .iter()
        .filter(|m| !has_rule(m, core))
        .filter_map(|m| changes_objects(m, name, core));
    let inherited = supertraits.inherited(name, core);
    let beside = quote!(#objects #(#rules)* #(#changing)* #inherited);
    (inside, supertraits.items(beside, core))
}

/// What the implementation of an annotated trait gets.
pub(super) fn of_implementation(item: &syn::ItemImpl, core: &TokenStream) -> TokenStream {
    let Some((_, path, _)) = &item.trait_ else {
        return TokenStream::new();
    };
    let plain = path.segments.iter().all(|s| s.arguments.is_none());
    let only_methods = item
        .items
        .iter()
        .all(|i| matches!(i, syn::ImplItem::Fn(_) | syn::ImplItem::Const(_)));
    if !plain || !only_methods || item.items.iter().any(keeps_from_objects) {
        return TokenStream::new();
    }
    let hidden = item.items.iter().filter_map(|member| match member {
        syn::ImplItem::Fn(method) => {
            let m = Method::of(&method.sig, Some(&item.self_ty), core)?;
            let m = m.seen(&item.generics, core);
            let (arguments, carrier) = (&m.arguments, &m.carrier);
            let (rule, erased) = (names::method_rule(&m.name), m.words(core).erased);
            Some(m.hidden(&quote! {
                #erased::<Self, #arguments, #carrier, _, _>(Self::#rule(self, __keep, __arguments))
            }, None, core))
        }
        _ => None,
    });
    hidden_items(
        hidden.collect(),
        [
            quote!(self),
            quote!(self),
            quote!(#core::ObjectShape::of(self)),
            quote!(<Self as #path>::__object_default_rule(__number)),
            copy(path, core),
        ],
        core,
    )
}

/// Whether there can be no objects of a trait with such a function: it has no receiver. Types that do nothing but
/// tell such functions apart need not be differentiable.
fn keeps_from_objects(member: &syn::ImplItem) -> bool {
    matches!(member, syn::ImplItem::Fn(function)
        if function.sig.receiver().is_none() && function.sig.generics.where_clause.is_none())
}

fn hidden_items(
    rules: TokenStream,
    [any, any_mut, shape, default, copy]: [TokenStream; 5],
    core: &TokenStream,
) -> TokenStream {
    let lenient = crate::emit::lenient();
    quote! {
        #[doc(hidden)]
        #lenient
        fn __object_any(&self) -> &dyn ::core::any::Any where Self: 'static { #any }
        #[doc(hidden)]
        #lenient
        fn __object_any_mut(&mut self) -> &mut dyn ::core::any::Any where Self: 'static { #any_mut }
        #[doc(hidden)]
        #lenient
        fn __object_shape(&self) -> #core::ObjectShape where Self: 'static { #shape }
        #[doc(hidden)]
        #lenient
        fn __object_default(&self, __number: u64) -> #core::Box<dyn ::core::any::Any> where Self: 'static { #default }
        #[doc(hidden)]
        #lenient
        fn __object_copy(&self, __marks: ::core::primitive::usize) -> #core::Box<dyn ::core::any::Any> where Self: 'static { #copy }
        #rules
    }
}

/// A copy of the value behind an object, whose type is known here: as the object that only the trait can make of it, or
/// one with marks, for which the type has to have them. Whether there are such objects the trait's macro says.
fn copy(of: &syn::Path, core: &TokenStream) -> TokenStream {
    let traits = paths::traits(core);
    let choose = super::annotated::choice();
    let marked = object_types::MARKS.iter().enumerate().map(|(i, marks)| {
        let (number, marks) = (i + 1, marks());
        quote!(#number => (&#core::Marked::<Self, dyn #of #marks>::new()).__boxed_copy(__copied),)
    });
    let marked: TokenStream = marked.collect();
    quote! {
        #traits
        let __copied = (&&&#core::CopyingField(self)).__copied::<#core::OfObject>();
        match __marks {
            0 => <Self as #of>::__object_boxed(__copied),
            _ => #choose! { objects { match __marks { #marked _ => #core::no_copy() } } { #core::no_copy() } },
        }
    }
}

/// What makes a value an object of the trait, a box in a box; of no use where there are no objects of it.
fn boxed(name: &Ident, supertraits: Option<&Supertraits>, core: &TokenStream) -> TokenStream {
    let lenient = crate::emit::lenient();
    let none = quote!(#core::no_object());
    let object = quote! {{
        let __object: #core::Box<dyn #name> = #core::Box::new(self);
        #core::Box::new(__object)
    }};
    let made = match supertraits {
        Some(supertraits) => supertraits.value(object, none, core),
        None => none,
    };
    quote! {
        #[doc(hidden)]
        #lenient
        fn __object_boxed(self) -> #core::Box<dyn ::core::any::Any>
        where
            Self: ::core::marker::Sized + 'static,
        {
            #made
        }
    }
}

/// Whether implementations may name a trait without arguments, which then do not show that it has parameters.
fn can_be_named_plainly(generics: &syn::Generics) -> bool {
    generics.params.iter().all(|param| match param {
        syn::GenericParam::Type(param) => param.default.is_some(),
        syn::GenericParam::Const(param) => param.default.is_some(),
        syn::GenericParam::Lifetime(_) => false,
    })
}

/// The rules of the methods that the trait itself gives, for an implementation that keeps them: only there is the
/// type known that they are for.
fn default_rules<'a>(methods: impl Iterator<Item = &'a Method>, core: &TokenStream) -> TokenStream {
    let lenient = crate::emit::lenient();
    let arms = methods.map(|m| {
        let (number, rule) = (names::number(&m.name), names::method_rule(&m.name));
        let (arguments, output, carrier) = (&m.arguments, &m.output, &m.carrier);
        let Words {
            of_type,
            known,
            erased,
            ..
        } = m.words(core);
        quote! {
            #number => {
                let __rule: #of_type<#arguments, #carrier, #output> = |__object, __keep, __arguments| {
                    let __rule = Self::#rule(#known(__object), __keep, __arguments);
                    #erased::<Self, #arguments, #carrier, _, _>(__rule)
                };
                #core::Box::new(__rule)
            }
        }
    });
    quote! {
        #[doc(hidden)]
        #lenient
        fn __object_default_rule(__number: u64) -> #core::Box<dyn ::core::any::Any>
        where
            Self: ::core::marker::Sized + 'static,
            Self: #core::Differentiable<Shadow: ::core::marker::Sized + 'static, Again: ::core::clone::Clone>,
        {
            match __number {
                #(#arms)*
                _ => #core::no_object(),
            }
        }
    }
}

/// Associated types and constants have no place in objects, or have to be named with them.
fn has_other_items(item: &syn::ItemTrait) -> bool {
    item.items.iter().any(|i| matches!(i, TraitItem::Type(_)))
}

/// Whether there are objects of a trait whatever its supertraits are, as far as its declaration shows.
pub(super) fn has_objects(item: &syn::ItemTrait) -> bool {
    supertraits_of(item).is_some_and(|supertraits| supertraits.is_empty())
}

/// The supertraits that decide whether there are objects of a trait; nothing where there are none whatever these are.
fn supertraits_of(item: &syn::ItemTrait) -> Option<Supertraits<'_>> {
    let may_have = item.generics.params.is_empty()
        && item.generics.where_clause.is_none()
        && item.items.iter().all(|member| match member {
            TraitItem::Fn(method) => may_be_called_on_objects(&method.sig),
            _ => false,
        });
    Supertraits::of(item).filter(|_| may_have)
}

/// Whether a method is none of objects: `where Self: Sized`.
pub(super) fn asks_for_size(sig: &Signature) -> bool {
    let clause = sig.generics.where_clause.as_ref();
    clause.is_some_and(|w| {
        let text = w.to_token_stream().to_string();
        text.replace(' ', "").contains("Self:Sized")
    })
}

/// Whether a method is dispatched by objects, or does not concern them.
fn may_be_called_on_objects(sig: &Signature) -> bool {
    let sized = asks_for_size(sig);
    let by_reference = sig.receiver().is_some_and(|r| r.reference.is_some());
    let types = sig
        .inputs
        .iter()
        .filter(|i| matches!(i, FnArg::Typed(_)))
        .map(|i| i.to_token_stream());
    let text = types.chain([sig.output.to_token_stream()]).collect();
    let generic =
        sig.generics.type_params().next().is_some() || sig.generics.const_params().next().is_some();
    sized
        || by_reference
            && !generic
            && sig.asyncness.is_none()
            && !mentions_any(text, &["Self", "impl"])
}

/// Whether a method changes nothing and gives nothing that carries a derivative.
pub(super) fn gives_nothing(sig: &Signature) -> bool {
    let changes = |ty: &Type| matches!(ty, Type::Reference(r) if r.mutability.is_some());
    let changes = sig.inputs.iter().any(|input| match input {
        FnArg::Typed(typed) => contains_type(&typed.ty, &changes),
        FnArg::Receiver(receiver) => receiver.mutability.is_some(),
    });
    let given = match &sig.output {
        ReturnType::Type(_, output) => ty::read(output, &|_| false).is_inert(),
        ReturnType::Default => true,
    };
    !changes && given
}

/// What finds the rule that an object has of a method, where its box stands in its place.
pub(super) fn rule_of_pointed(sig: &Signature, core: &TokenStream) -> Option<TokenStream> {
    let method = Method::of(sig, None, core)?;
    let number = names::number(&method.name);
    Some(match method.unique {
        false => quote!(#core::rule_of_pointed::<#number, _, _>),
        true => quote!(#core::rule_of_changed_pointed::<#number, _, _>),
    })
}

/// Whether a method is one that objects have a rule of.
fn has_rule(member: &TraitItem, core: &TokenStream) -> bool {
    matches!(member, TraitItem::Fn(method) if Method::of(&method.sig, None, core).is_some())
}

/// Says of a method without a rule that it changes objects, so that calls of it on them can be refused.
fn changes_objects(member: &TraitItem, owner: &Ident, core: &TokenStream) -> Option<TokenStream> {
    let TraitItem::Fn(method) = member else {
        return None;
    };
    let receiver = method.sig.receiver()?;
    let unique = receiver.reference.is_some() && receiver.mutability.is_some();
    let (number, lenient) = (names::number(&method.sig.ident), crate::emit::lenient());
    unique.then(|| quote!(#lenient impl #core::ChangesObject<#number> for dyn #owner {}))
}

/// Whether tokens have one of these names in them.
pub(super) fn mentions_any(tokens: TokenStream, names: &[&str]) -> bool {
    tokens.into_iter().any(|tree| match tree {
        proc_macro2::TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        proc_macro2::TokenTree::Group(group) => mentions_any(group.stream(), names),
        _ => false,
    })
}

/// A method that objects can have a rule of.
struct Method {
    name: Ident,
    count: usize,
    /// As the run time's `Arguments`.
    arguments: TokenStream,
    output: Type,
    /// What stands for that where it is not differentiable.
    carrier: Type,
    /// Whether it takes `&mut self`.
    unique: bool,
    /// Whether it changes its receiver or an argument.
    changes: bool,
}

/// What the run time calls what a method needs, which goes by whether it takes `&mut self`.
struct Words {
    receiver: TokenStream,
    /// The trait of objects that have the method.
    method: TokenStream,
    pullback: TokenStream,
    /// A rule whose types are hidden.
    erased: TokenStream,
    /// The value of a known type behind an object.
    known: TokenStream,
    /// The rule for one type.
    of_type: TokenStream,
    /// The rule that a trait gives itself.
    by_default: TokenStream,
    /// The object for the pullback, of the trait and of the object.
    any: TokenStream,
    any_of_object: TokenStream,
}

impl Method {
    /// One that takes values and references of types that are seen. What it says must not depend on
    /// whether a trait or an implementation of it, for the type `owner`, declares it.
    fn of(sig: &Signature, owner: Option<&Type>, core: &TokenStream) -> Option<Self> {
        let receiver = sig.receiver()?;
        let by_reference = receiver.reference.is_some() && receiver.colon_token.is_none();
        let unique = receiver.mutability.is_some();
        let plain =
            sig.generics.params.is_empty() && sig.asyncness.is_none() && sig.inputs.len() <= 7;
        let output = match &sig.output {
            ReturnType::Type(_, output) => (**output).clone(),
            ReturnType::Default => parse_quote!(()),
        };
        let is_seen = |ty: &Type| {
            let ty = &without_boxed_objects(ty);
            let text = |ty: &Type| ty.to_token_stream().to_string();
            let hidden = |t: &Type| match t {
                Type::ImplTrait(_) | Type::TraitObject(_) | Type::BareFn(_) => true,
                t => owner.is_some_and(|owner| text(owner) == text(t)),
            };
            let lifetimes = text(ty).contains('\'');
            !contains_type(ty, &hidden)
                && !lifetimes
                && !mentions_any(ty.to_token_stream(), &["Self"])
        };
        let is_reference = |t: &Type| matches!(t, Type::Reference(_));
        let (mut arguments, mut changes) = (Vec::new(), unique);
        for input in sig.inputs.iter().skip(1) {
            let FnArg::Typed(typed) = input else {
                return None;
            };
            let pointee = match &*typed.ty {
                Type::Reference(r) => {
                    changes |= r.mutability.is_some();
                    &*r.elem
                }
                other => other,
            };
            if !typed.attrs.is_empty() || !is_seen(pointee) || contains_type(pointee, &is_reference)
            {
                return None;
            }
            arguments.push(functions::given(&typed.ty, core));
        }
        let given = is_seen(&output) && !contains_type(&output, &is_reference);
        let gives = changes || matches!(sig.output, ReturnType::Type(..));
        (by_reference && plain && given && gives).then(|| Method {
            name: sig.ident.clone(),
            count: arguments.len(),
            arguments: quote!((#(#arguments,)*)),
            carrier: output.clone(),
            output,
            unique,
            changes,
        })
    }

    /// With what rustc finds to stand for its result, if that says nothing of type parameters.
    fn seen(mut self, generics: &syn::Generics, core: &TokenStream) -> Self {
        let plain = !mentions(self.output.to_token_stream(), &type_and_const(generics));
        let seen = plain.then(|| Seen::as_a_whole(core, &self.output, self.output.span()));
        if let Some(seen) = seen.flatten() {
            self.carrier = seen.ty();
        }
        self
    }

    /// What its receiver makes of the run time's names.
    fn words(&self, core: &TokenStream) -> Words {
        match self.unique {
            false => Words {
                receiver: quote!(&self),
                method: quote!(#core::ObjectMethod),
                pullback: quote!(#core::ObjectPullback),
                erased: quote!(#core::object_rule),
                known: quote!(#core::known),
                of_type: quote!(#core::ObjectRule),
                by_default: quote!(#core::default_rule),
                any: quote!(__object_any),
                any_of_object: quote!(__any(&self) -> &dyn ::core::any::Any),
            },
            true => Words {
                receiver: quote!(&mut self),
                method: quote!(#core::ChangingMethod),
                pullback: quote!(#core::ChangingPullback),
                erased: quote!(#core::changing_rule),
                known: quote!(#core::known_mut),
                of_type: quote!(#core::ChangingRule),
                by_default: quote!(#core::default_changing_rule),
                any: quote!(__object_any_mut),
                any_of_object: quote!(__any(&mut self) -> &mut dyn ::core::any::Any),
            },
        }
    }

    /// Whether nothing that it gives or changes carries a derivative: it need not have a rule.
    fn is_inert(&self) -> bool {
        !self.changes && ty::read(&self.output, &|_| false).is_inert()
    }

    fn hidden_name(&self) -> Ident {
        format_ident!("__object_rule_of_{}", self.name)
    }

    /// The rule that the trait's own method has for the type behind an object.
    fn by_default(&self, owner: &Ident, core: &TokenStream) -> TokenStream {
        let (arguments, output, carrier) = (&self.arguments, &self.output, &self.carrier);
        let number = names::number(&self.name);
        let Words {
            by_default, any, ..
        } = self.words(core);
        quote! {
            let __rule = #by_default::<#arguments, #carrier, #output>(<Self as #owner>::__object_default(self, #number));
            __rule(<Self as #owner>::#any(self), __keep, __arguments)
        }
    }

    /// As an item of a trait, it says what its types ask of the trait's parameters.
    fn hidden(
        &self,
        body: &TokenStream,
        generics: Option<&syn::Generics>,
        core: &TokenStream,
    ) -> TokenStream {
        if self.is_inert() {
            return TokenStream::new();
        }
        let params = generics.iter().flat_map(|g| g.type_params());
        let bounds = params.map(|p| {
            let name = &p.ident;
            quote!(#name: #core::Differentiable<Shadow: ::core::marker::Sized + 'static> + 'static)
        });
        let (name, arguments) = (self.hidden_name(), &self.arguments);
        let (output, carrier) = (&self.output, &self.carrier);
        let lenient = crate::emit::lenient();
        let Words {
            receiver, pullback, ..
        } = self.words(core);
        quote! {
            #[doc(hidden)]
            #lenient
            fn #name(#receiver, __keep: ::core::primitive::bool, __arguments: <#arguments as #core::Arguments>::Given<'_>)
                -> (#output, #pullback<#arguments, #carrier>)
            where Self: 'static, #(#bounds,)*
            { #body }
        }
    }

    /// The rule as that of objects.
    fn of_objects(&self, owner: &Ident, core: &TokenStream) -> TokenStream {
        let (hidden, arguments) = (self.hidden_name(), &self.arguments);
        let (output, carrier) = (&self.output, &self.carrier);
        let (number, lenient) = (names::number(&self.name), crate::emit::lenient());
        let rule = match self.is_inert() {
            true => {
                let name = &self.name;
                let given: Vec<Ident> = (0..self.count)
                    .map(|i| names::numbered("given", i))
                    .collect();
                quote! {
                    let (#(#given,)*) = __arguments;
                    (#owner::#name(self, #(#given),*), #core::Box::new(|_, _, _| {}))
                }
            }
            false => quote!(#owner::#hidden(self, __keep, __arguments)),
        };
        let Words {
            receiver,
            method,
            pullback,
            any,
            any_of_object,
            ..
        } = self.words(core);
        quote! {
            #lenient
            impl #method<#number> for dyn #owner {
                type Arguments = #arguments;
                type Output = #output;
                type Carrier = #carrier;
                fn __rule(#receiver, __keep: ::core::primitive::bool, __arguments: <#arguments as #core::Arguments>::Given<'_>)
                    -> (#output, #pullback<#arguments, #carrier>)
                {
                    #rule
                }
                fn #any_of_object { #owner::#any(self) }
            }
        }
    }
}

/// A type with `()` for `Box<dyn Trait>` and its like, of which it is known how they are differentiated.
fn without_boxed_objects(ty: &Type) -> Type {
    struct Boxed;
    impl VisitMut for Boxed {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            match ty {
                Type::Path(path) if stored::objects::boxed_by(path).is_some() => {
                    *ty = parse_quote!(());
                }
                _ => visit_mut::visit_type_mut(self, ty),
            }
        }
    }
    let mut ty = ty.clone();
    Boxed.visit_type_mut(&mut ty);
    ty
}
