//! What stands for derivatives after a refusal.

use std::ops::Index;

/// Stands for a part of a gradient whose type is not known: whatever is asked of it, there is no further error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refused;

impl<T: ?Sized> PartialEq<T> for Refused {
    fn eq(&self, _: &T) -> bool {
        false
    }
}

impl<I> Index<I> for Refused {
    type Output = f64;

    fn index(&self, _: I) -> &f64 {
        &f64::NAN
    }
}

/// Stands for a pullback that gives a `Gradient`.
pub struct RefusedPullback<Gradient>(std::marker::PhantomData<fn() -> Gradient>);

impl<Gradient> RefusedPullback<Gradient> {
    /// Is not called: the function does not compile.
    pub fn call<Cotangent>(&self, _: Cotangent) -> Gradient {
        unreachable!("a function whose derivative was refused does not compile")
    }
}
