//! Types by the functions that give them.
//!
//! Receives a function type, promises the type of its result. Where a struct's name stands without its lifetimes,
//! `View` of a `struct View<'a>`, a macro does not see that there are any, and not every place lets them be left out:
//! the result of a function pointer does.
//!
//! ```text
//! Written<fn(&'static ()) -> View>    View<'static>
//! ```

/// What a function gives.
pub type Written<F> = <F as Writes>::Written;

/// A function of one argument.
pub trait Writes {
    /// What it gives.
    type Written: ?Sized;
}

impl<A, T: ?Sized> Writes for fn(A) -> T {
    type Written = T;
}
