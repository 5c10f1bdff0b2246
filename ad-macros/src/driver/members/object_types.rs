//! How the objects of an annotated trait are differentiable.
//!
//! Receives the trait's name; promises that its objects have shadows and tangents, and that values can be made objects.
//!
//! ```text
//! trait Shape { … }        impl Differentiable for dyn Shape { type Shadow = AnyShadow; … }
//!                          impl<H: Shape + 'static> ObjectOf<H> for dyn Shape { … }
//!                          impl Differentiable for dyn Shape + Send { … }      // and what has it as a `dyn Shape`
//! ```

use crate::derive::traits::itself;
use crate::emit::lenient;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The marks of objects that may go to other threads.
pub(super) const MARKS: [fn() -> TokenStream; 2] = [
    || quote!(+ ::core::marker::Send),
    || quote!(+ ::core::marker::Send + ::core::marker::Sync),
];

/// How objects of a trait are differentiable: those that may go to other threads by themselves, as their types are
/// others. These find their methods where those of the trait alone have them.
pub(super) fn differentiable(name: &Ident, core: &TokenStream) -> TokenStream {
    let lenient = lenient();
    let copy = |number: usize| quote!(#core::same_object(#name::__object_copy(self, #number)));
    let alone = differentiable_as(name, &quote!(), &copy(0), core);
    let elsewhere = MARKS.iter().enumerate().map(|(i, marks)| {
        let marks = marks();
        let differentiable = differentiable_as(name, &marks, &copy(i + 1), core);
        quote! {
            #differentiable
            #lenient
            impl #core::Inherits<0> for dyn #name #marks {
                type Super = dyn #name;
                fn inherited(&self) -> &(dyn #name + 'static) { self }
                fn inherited_mut(&mut self) -> &mut (dyn #name + 'static) { self }
            }
            #lenient
            impl #core::Upcasts<dyn #name> for dyn #name #marks {
                fn upcast(&self) -> &(dyn #name + 'static) { self }
                fn upcast_mut(&mut self) -> &mut (dyn #name + 'static) { self }
            }
        }
    });
    quote!(#alone #(#elsewhere)*)
}

/// The same for objects with these `marks`, given a copy of one.
fn differentiable_as(
    name: &Ident,
    marks: &TokenStream,
    copy: &TokenStream,
    core: &TokenStream,
) -> TokenStream {
    let lenient = lenient();
    let object = quote!(dyn #name #marks);
    let fields = itself(core);
    quote! {
        #lenient
        impl #core::Lasting for #object {}
        #lenient
        impl #core::Derived for #object { #fields }
        #lenient
        impl #core::Differentiable for #object {
            type Shadow = #core::AnyShadow;
            type Tangent = #core::AnyShadow;
            type Buffer = #core::AnyShadow;
            type Again = ();
            type Shape = #core::ObjectShape;
            type Lent<'b> = #core::Loan<'b, #core::AnyShadow, #core::AnyShadow, #core::AnyShadow> where Self: 'b;
            type Owned = #core::AnyShadow;
            #[inline]
            fn primal_shape(&self) -> #core::ObjectShape { #name::__object_shape(self) }
            #[inline]
            fn primal_again(&self) {}
            #[inline]
            fn copied_to_box<__Asked: #core::Uncopied>(&self) -> #core::Box<Self> {
                #copy
            }
            #[inline]
            fn zero_shadow(__shape: &#core::ObjectShape) -> #core::AnyShadow { __shape.zeros() }
            #[inline]
            fn tangent(__shadow: &#core::AnyShadow) -> #core::AnyShadow { #core::ObjectShape::tangent(__shadow) }
            #[inline]
            fn shadow(__tangent: #core::AnyShadow) -> #core::AnyShadow { #core::ObjectShape::shadow(__tangent) }
            #[inline]
            fn owned_zeros(__shape: &#core::ObjectShape) -> #core::AnyShadow { __shape.zeros() }
            #[inline]
            fn owned_shadow(__tangent: #core::AnyShadow) -> #core::AnyShadow { #core::ObjectShape::shadow(__tangent) }
            #[inline]
            fn zero_tangent(&self) -> #core::AnyShadow { #name::__object_shape(self).zeros() }
            #[inline]
            fn check_buffer(&self, _: &#core::AnyShadow, _: impl ::core::fmt::Display + ::core::marker::Copy) {}
            #[inline]
            fn lend<'b>(&self, __buffer: &'b mut #core::AnyShadow) -> Self::Lent<'b> where Self: 'b {
                #core::Loan::of(self, __buffer)
            }
            #[inline]
            fn finish<'b>(__lent: Self::Lent<'b>) where Self: 'b { #core::Loan::end(__lent); }
            #[inline]
            fn buffer(__tangent: &mut #core::AnyShadow) -> &mut #core::AnyShadow { __tangent }
        }

        #lenient
        impl<H: #name #marks + 'static> #core::ObjectOf<H> for #object {
            #[inline]
            fn boxed(__value: H) -> #core::Box<Self> { #core::Box::new(__value) }
        }
    }
}
