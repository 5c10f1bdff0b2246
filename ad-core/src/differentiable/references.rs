//! What refers to a value: boxes, counted pointers, and shared references inside other types.
//!
//! Each owns its shadow. Two references to one value have a shadow each, as two copies of the value
//! would: no derivative is lost, and none is counted twice.

use super::{Differentiable, Loan};
use std::alloc::Layout;
use std::borrow::Borrow;
use std::fmt::Display;
use std::mem::MaybeUninit;
use std::rc::Rc;
use std::sync::Arc;

impl<'a, T: Differentiable + ?Sized> Differentiable for &'a T {
    type Shadow = T::Owned;
    type Tangent = T::Tangent;
    type Again = &'a T;
    type Shape = T::Shape;

    whole!();

    #[inline]
    fn primal_shape(&self) -> T::Shape {
        T::primal_shape(self)
    }

    #[inline(always)]
    fn primal_again(&self) -> &'a T {
        self
    }

    #[inline(always)]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        self
    }

    #[inline]
    fn zero_shadow(shape: &T::Shape) -> T::Owned {
        T::owned_zeros(shape)
    }

    #[inline]
    fn tangent(shadow: &T::Owned) -> T::Tangent {
        T::tangent(shadow.borrow())
    }

    #[inline]
    fn shadow(tangent: T::Tangent) -> T::Owned {
        T::owned_shadow(tangent)
    }

    #[inline]
    fn shadow_on(&self, tangent: &mut T::Tangent) -> T::Owned {
        T::owned_shadow_on(self, tangent)
    }

    #[inline]
    fn into_tangent(shadow: T::Owned) -> T::Tangent {
        T::owned_into_tangent(shadow)
    }

    #[inline]
    fn zero_tangent(&self) -> T::Tangent {
        T::zero_tangent(self)
    }

    #[inline]
    fn check_buffer(&self, buffer: &T::Tangent, argument: impl Display + Copy) {
        T::check_tangent(self, buffer, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &T::Tangent, argument: impl Display + Copy) {
        T::check_tangent(self, tangent, argument);
    }
}

/// Pointers that own: what is behind one is reached in the shadow as in the primal.
macro_rules! boxes {
    ($($pointer:ident |$this:ident| $copied:expr;)*) => {$(
        impl<T: Differentiable + ?Sized> Differentiable for $pointer<T> {
            type Shadow = Box<T::Owned>;
            type Tangent = Box<T::Tangent>;
            type Again = ();
            type Shape = Box<T::Shape>;

            whole!();

            #[inline]
            fn primal_shape(&self) -> Self::Shape {
                Box::new(T::primal_shape(self))
            }

            #[inline]
            fn primal_again(&self) {}

            #[inline]
            fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
                let $this = self;
                $copied
            }

            #[inline]
            fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
                Box::new(T::owned_zeros(shape))
            }

            #[inline]
            fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
                let shadow: &T::Owned = shadow;
                Box::new(T::tangent(shadow.borrow()))
            }

            #[inline]
            fn shadow(tangent: Self::Tangent) -> Self::Shadow {
                map_in_place(tangent, T::owned_shadow)
            }

            #[inline]
            fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
                Box::new(T::owned_shadow_on(self, tangent))
            }

            #[inline]
            fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
                map_in_place(shadow, T::owned_into_tangent)
            }

            #[inline]
            fn zero_tangent(&self) -> Self::Tangent {
                Box::new(T::zero_tangent(self))
            }

            #[inline]
            fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
                T::check_tangent(self, buffer, argument);
            }

            #[inline]
            fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
                T::check_tangent(self, tangent, argument);
            }
        }
    )*};
}

boxes! {
    Box |this| T::copied_to_box::<Asked>(this);
    Rc |this| Rc::clone(this);
    Arc |this| Arc::clone(this);
}

/// What a box holds made something else, on its memory where both have one layout.
#[inline]
fn map_in_place<A, B>(boxed: Box<A>, map: impl FnOnce(A) -> B) -> Box<B> {
    if Layout::new::<A>() != Layout::new::<B>() {
        return Box::new(map(*boxed));
    }
    let memory = Box::into_raw(boxed);
    // SAFETY: the memory is that of a box of this layout, and only its content is taken to be uninitialised.
    let mut place = unsafe { Box::from_raw(memory.cast::<MaybeUninit<B>>()) };
    // SAFETY: the memory still holds what the box held, which is not touched again.
    let value = unsafe { memory.read() };
    place.write(map(value));
    // SAFETY: it was just written.
    unsafe { place.assume_init() }
}
