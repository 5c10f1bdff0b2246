//! Fields that a rule takes for numbers, or for lists of numbers.
//!
//! A macro sees no struct. Where a method does nothing with fields but arithmetic, as far as its text tells, it has a
//! second rule for the case that they are floats and lists of such, and rustc, which sees the struct, chooses:
//!
//! ```text
//! let known = (&&Fields(|| (Number(&this.rate, &shadow.rate), (Numbers(&this.u, &shadow.u), ())))).__known();
//! known.of(arguments, |arguments| { … }, |arguments| { … })
//!
//! let rate = *View(&this.rate).__number();               // in the rule that takes them for such
//! let d_rate = ShadowView(&shadow.rate).__number();
//! let u = ViewMut(&mut this.u).__numbers_mut();
//! ```
//!
//! The first closure is never called. Method resolution chooses, by the number of references that each trait is
//! implemented for; a view of anything else has a type, so that rustc has one for the rule that is not chosen, and no
//! value.

use std::cell::Cell;

/// What would give the fields, with their shadows.
pub struct Fields<F>(pub F);

/// A field that has to be a number, and its shadow; a constant has none.
pub struct Number<T, S>(pub T, pub S);

/// A field that has to be a list of numbers, and its shadow.
pub struct Numbers<T, S>(pub T, pub S);

/// A field that has to be a list of vectors of numbers, and its shadow.
pub struct Vectors<T, S>(pub T, pub S);

/// Fields that are what they have to be.
pub trait AsTaken {}

impl AsTaken for () {}
impl<A: AsTaken, B: AsTaken> AsTaken for (A, B) {}
impl AsTaken for Number<&f64, &Cell<f64>> {}
impl AsTaken for Number<&f64, ()> {}
impl<T: List<f64> + ?Sized, S: List<Cell<f64>> + ?Sized> AsTaken for Numbers<&T, &S> {}
impl<T, S> AsTaken for Vectors<&T, &S>
where
    T: List<Vec<f64>> + ?Sized,
    S: List<Vec<Cell<f64>>> + ?Sized,
{
}

/// Found where all are.
pub trait AreKnown {
    /// The first rule holds.
    #[inline(always)]
    fn __known(&self) -> First {
        First
    }
}

/// Found where some may be something else.
pub trait AreUnknown {
    /// The second rule holds.
    #[inline(always)]
    fn __known(&self) -> Second {
        Second
    }
}

impl<F: FnOnce() -> O, O: AsTaken> AreKnown for &Fields<F> {}
impl<F> AreUnknown for Fields<F> {}

/// The first of two rules is the one to run.
pub struct First;

/// The second of two rules is the one to run.
pub struct Second;

impl First {
    /// What the rule gives; the other one is not even compiled.
    #[inline(always)]
    pub fn of<A, R, S>(self, given: A, first: impl FnOnce(A) -> R, _: impl FnOnce(A) -> S) -> R {
        first(given)
    }
}

impl Second {
    /// What the rule gives; the other one is not even compiled.
    #[inline(always)]
    pub fn of<A, R, S>(self, given: A, _: impl FnOnce(A) -> R, second: impl FnOnce(A) -> S) -> S {
        second(given)
    }
}

/// A list with its items side by side.
pub trait List<T> {
    /// All of them.
    fn all(&self) -> &[T];
}

/// A list whose items may be changed.
pub trait ListMut<T>: List<T> {
    /// All of them.
    fn all_mut(&mut self) -> &mut [T];
}

macro_rules! lists {
    ($({$($generics:tt)*} $list:ty;)*) => {$(
        impl<T $($generics)*> List<T> for $list {
            #[inline(always)]
            fn all(&self) -> &[T] {
                self
            }
        }

        impl<T $($generics)*> ListMut<T> for $list {
            #[inline(always)]
            fn all_mut(&mut self) -> &mut [T] {
                self
            }
        }
    )*};
}

lists! {
    {} Vec<T>;
    {} [T];
    {} Box<[T]>;
    {, const N: usize} [T; N];
}

impl<T> List<T> for &[T] {
    #[inline(always)]
    fn all(&self) -> &[T] {
        self
    }
}

/// A field.
pub struct View<'p, P: ?Sized>(pub &'p P);

/// A field that may be changed.
pub struct ViewMut<'p, P: ?Sized>(pub &'p mut P);

/// The shadow of a field.
pub struct ShadowView<'p, P: ?Sized>(pub &'p P);

/// The shadow of a field that may be changed.
pub struct ShadowViewMut<'p, P: ?Sized>(pub &'p mut P);

/// A number that a field is.
pub trait IsNumber<T> {
    /// The number.
    fn __number(self) -> T;
}

/// A list of numbers that a field is.
pub trait IsNumbers<L> {
    /// The list.
    fn __numbers(self) -> L;
}

/// A list of vectors of numbers that a field is.
pub trait IsVectors<R> {
    /// The list.
    fn __vectors(self) -> R;
}

/// What is no number.
pub trait NoNumber<T> {
    /// Is not called.
    fn __number(&self) -> T;
}

/// What is no list of numbers.
pub trait NoNumbers<L> {
    /// Is not called.
    fn __numbers(&self) -> L;
}

/// What is no list of vectors of numbers.
pub trait NoVectors<R> {
    /// Is not called.
    fn __vectors(&self) -> R;
}

macro_rules! views {
    ($($View:ident $Of:ident $all:ident $leaf:ty, $to:lifetime $(, $unique:tt)?;)*) => {$(
        impl<$to> IsNumber<&$to $($unique)? $leaf> for $View<$to, $leaf> {
            #[inline(always)]
            fn __number(self) -> &$to $($unique)? $leaf {
                self.0
            }
        }

        impl<$to, P: $Of<$leaf> + ?Sized> IsNumbers<&$to $($unique)? [$leaf]> for $View<$to, P> {
            #[inline(always)]
            fn __numbers(self) -> &$to $($unique)? [$leaf] {
                self.0.$all()
            }
        }

        impl<$to, P: $Of<Vec<$leaf>> + ?Sized> IsVectors<&$to $($unique)? [Vec<$leaf>]> for $View<$to, P> {
            #[inline(always)]
            fn __vectors(self) -> &$to $($unique)? [Vec<$leaf>] {
                self.0.$all()
            }
        }

        impl<$to, P: ?Sized> NoVectors<&$to $($unique)? [Vec<$leaf>]> for $View<$to, P> {
            #[cold]
            fn __vectors(&self) -> &$to $($unique)? [Vec<$leaf>] {
                unreachable!("rustc has chosen the rule of other fields")
            }
        }

        impl<$to, P: ?Sized> NoNumber<&$to $($unique)? $leaf> for $View<$to, P> {
            #[cold]
            fn __number(&self) -> &$to $($unique)? $leaf {
                unreachable!("rustc has chosen the rule of other fields")
            }
        }

        impl<$to, P: ?Sized> NoNumbers<&$to $($unique)? [$leaf]> for $View<$to, P> {
            #[cold]
            fn __numbers(&self) -> &$to $($unique)? [$leaf] {
                unreachable!("rustc has chosen the rule of other fields")
            }
        }
    )*};
}

views! {
    View List all f64, 'p;
    ViewMut ListMut all_mut f64, 'p, mut;
    ShadowView List all Cell<f64>, 'p;
    ShadowViewMut ListMut all_mut Cell<f64>, 'p, mut;
}
