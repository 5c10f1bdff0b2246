//! The payload of one variant of an enum's shadow, by the name of the variant.
//!
//! Emitted code reads a user's pattern `Some(x)` but sees no types: it cannot name the shadow's enum.
//! It calls `__variant_Some` on whatever the shadow is, and method resolution finds it here, or among
//! the methods that `#[derive(Differentiable)]` gives the shadow of a user's enum:
//!
//! ```text
//! Shape::Disc(r) => …        before
//! d_shape.__variant_Disc().0 the shadow of `r`
//! ```

use std::ops::ControlFlow::{self, Break, Continue};

/// The shadow is not of the variant that its primal is.
#[cold]
#[inline(never)]
pub fn another_variant() -> ! {
    panic!("cotangent of another variant")
}

macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident<$($S:ident),+> for $shadow:ty {
        $($get:ident $get_mut:ident $variant:ident $payload:ident;)*
    })*) => {$(
        $(#[$doc])*
        #[allow(missing_docs, non_snake_case)]
        pub trait $name<$($S),+> {
            $(
                fn $get(&self) -> (&$payload,);
                fn $get_mut(&mut self) -> (&mut $payload,);
            )*
        }

        impl<$($S),+> $name<$($S),+> for $shadow {
            $(
                #[inline]
                fn $get(&self) -> (&$payload,) {
                    match self {
                        $variant(payload) => (payload,),
                        _ => another_variant(),
                    }
                }

                #[inline]
                fn $get_mut(&mut self) -> (&mut $payload,) {
                    match self {
                        $variant(payload) => (payload,),
                        _ => another_variant(),
                    }
                }
            )*
        }
    )*};
}

variants! {
    /// The payload of an option's shadow.
    OptionVariants<S> for Option<S> {
        __variant_Some __variant_mut_Some Some S;
    }
    /// The payloads of a result's shadow.
    ResultVariants<S, E> for Result<S, E> {
        __variant_Ok __variant_mut_Ok Ok S;
        __variant_Err __variant_mut_Err Err E;
    }
    /// The payloads of the shadow of what a loop was left with.
    ControlFlowVariants<B, C> for ControlFlow<B, C> {
        __variant_Break __variant_mut_Break Break B;
        __variant_Continue __variant_mut_Continue Continue C;
    }
}

macro_rules! without_payload {
    ($($get:ident $get_mut:ident;)*) => {
        /// The payloads where there is no shadow: that of an option of what is not differentiable has none either.
        #[allow(missing_docs, non_snake_case)]
        pub trait NothingVariants {
            $(
                fn $get(&self) -> (&(),);
                fn $get_mut(&mut self) -> (&mut (),);
            )*
        }

        impl NothingVariants for () {
            $(
                #[inline(always)]
                fn $get(&self) -> (&(),) {
                    (self,)
                }

                #[inline(always)]
                fn $get_mut(&mut self) -> (&mut (),) {
                    (self,)
                }
            )*
        }
    };
}

without_payload! {
    __variant_Some __variant_mut_Some;
    __variant_Ok __variant_mut_Ok;
    __variant_Err __variant_mut_Err;
}

/// The payload of the shadow of what is in reverse order.
#[allow(missing_docs, non_snake_case)]
pub trait ReverseVariants<S> {
    fn __variant_Reverse(&self) -> (&S,);
    fn __variant_mut_Reverse(&mut self) -> (&mut S,);
}

impl<S> ReverseVariants<S> for (S,) {
    #[inline]
    fn __variant_Reverse(&self) -> (&S,) {
        (&self.0,)
    }

    #[inline]
    fn __variant_mut_Reverse(&mut self) -> (&mut S,) {
        (&mut self.0,)
    }
}
