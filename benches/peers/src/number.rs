//! What the programs need of a number, and the crates' numbers as such.

use echidna::{BReverse, Reverse};
use num_dual::{DualNum, DualSVec64};
use reverse::Var;
use std::ops::{Add, Div, Mul, Sub};

/// A number that remembers how to differentiate what is done with it.
pub trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
{
    /// Its value.
    fn value(self) -> f64;
    /// A constant; `self` is where one comes from that must be on a tape.
    fn constant(self, value: f64) -> Self;
    /// The sine.
    fn sin(self) -> Self;
    /// The cosine.
    fn cos(self) -> Self;
    /// The exponential.
    fn exp(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// The hyperbolic tangent.
    fn tanh(self) -> Self;
}

/// The elementary functions, under the names they have anyway.
macro_rules! elementary {
    ($trait:path: $($function:ident)*) => {
        $(fn $function(self) -> Self {
            <Self as $trait>::$function(self)
        })*
    };
}

macro_rules! echidna_number {
    ($type:ident) => {
        impl Number for $type<f64> {
            fn value(self) -> f64 {
                echidna::Scalar::value(&self)
            }
            fn constant(self, value: f64) -> Self {
                $type::from(value)
            }
            elementary! { num_traits::Float: sin cos exp ln tanh }
        }
    };
}

echidna_number!(Reverse);
echidna_number!(BReverse);

impl Number for Var<'_> {
    fn value(self) -> f64 {
        self.val()
    }
    fn constant(self, value: f64) -> Self {
        self.tape.add_var(value)
    }
    fn sin(self) -> Self {
        Var::sin(&self)
    }
    fn cos(self) -> Self {
        Var::cos(&self)
    }
    fn exp(self) -> Self {
        Var::exp(&self)
    }
    fn ln(self) -> Self {
        Var::ln(&self)
    }
    fn tanh(self) -> Self {
        Var::tanh(&self)
    }
}

impl<const N: usize> Number for DualSVec64<N> {
    fn value(self) -> f64 {
        self.re
    }
    fn constant(self, value: f64) -> Self {
        Self::from_re(value)
    }
    fn sin(self) -> Self {
        DualNum::sin(&self)
    }
    fn cos(self) -> Self {
        DualNum::cos(&self)
    }
    fn exp(self) -> Self {
        DualNum::exp(&self)
    }
    fn ln(self) -> Self {
        DualNum::ln(&self)
    }
    fn tanh(self) -> Self {
        DualNum::tanh(&self)
    }
}
