//! Operands whose values no pullback reads.
//!
//! What a sum's operands are, its pullback does not ask, if they are floats; those of a type of the user's may be read by
//! an operator of the user's. The macro knows where a value is nothing but an operand of sums, and rustc whether all of
//! them are sums of floats: then the residual has nothing of the value.
//!
//! ```text
//! let floats5 = (&&Floats(|| (&a, &b))).__are_floats();  // forward, beside a + b
//! let kept3 = floats5.keep(a);                           // Unread<f64>, of no size, or the value itself
//!
//! let a = (&&Left(kept3)).__left();                      // reverse: NaN, or the value
//! ```
//!
//! Method resolution chooses, by the number of references that each trait is implemented for.

use super::borrowed::Held;
use std::marker::PhantomData;

/// What would give references to the operands of an operator, if it were called.
pub struct Floats<F>(pub F);

/// References to floats of one type.
pub trait FloatOperands {}

/// Found where they are floats of one type.
pub trait AreFloats {
    /// They are.
    #[inline(always)]
    fn __are_floats(&self) -> OfFloats {
        OfFloats
    }
}

/// Found where they may be something else.
pub trait AreOthers {
    /// They may not be.
    #[inline(always)]
    fn __are_floats(&self) -> OfOthers {
        OfOthers
    }
}

impl<F: FnOnce() -> O, O: FloatOperands> AreFloats for &Floats<F> {}
impl<F> AreOthers for Floats<F> {}

/// All the operators are those of floats.
#[derive(Clone, Copy, Debug)]
pub struct OfFloats;

/// Some of the operators may be the user's.
#[derive(Clone, Copy, Debug)]
pub struct OfOthers;

impl OfFloats {
    /// Both of two answers.
    #[inline(always)]
    pub fn and<A>(self, answer: A) -> A {
        answer
    }

    /// What the residual has of a value.
    #[inline(always)]
    pub fn keep<T>(self, _: T) -> Unread<T> {
        Unread(PhantomData)
    }
}

impl OfOthers {
    /// Both of two answers.
    #[inline(always)]
    pub fn and<A>(self, _: A) -> OfOthers {
        self
    }

    /// What the residual has of a value.
    #[inline(always)]
    pub fn keep<T>(self, value: T) -> T {
        value
    }
}

/// What the residual has of a value that is not read.
pub struct Unread<T>(PhantomData<fn() -> T>);

impl<T> Clone for Unread<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Unread<T> {}

/// What the residual has of a value.
pub struct Left<'r, K>(pub &'r K);

/// Found where that is nothing.
pub trait LeftNothing<'r> {
    /// The float's type.
    type Value;

    /// A number that must not be read, and that would show.
    fn __left(&self) -> &'r Self::Value;
}

/// Found where it is the value.
pub trait LeftValue<'r> {
    /// What the residual has.
    type Value;

    /// The same.
    fn __left(&self) -> &'r Self::Value;
}

impl<'r, K> LeftValue<'r> for Left<'r, K> {
    type Value = K;

    #[inline(always)]
    fn __left(&self) -> &'r K {
        self.0
    }
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl FloatOperands for (&$float,) {}
        impl FloatOperands for (&$float, &$float) {}

        impl<'r> LeftNothing<'r> for &Left<'r, Unread<$float>> {
            type Value = $float;

            #[inline(always)]
            fn __left(&self) -> &'r $float {
                &$float::NAN
            }
        }

        // Of what may have been a reference.
        impl<'r> LeftNothing<'r> for &Left<'r, Unread<Held<$float>>> {
            type Value = Held<$float>;

            #[inline(always)]
            fn __left(&self) -> &'r Held<$float> {
                &Held($float::NAN)
            }
        }
    )*};
}

floats!(f64 f32);
