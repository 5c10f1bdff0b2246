//! Methods without rules of what may change, whose type carries no derivative.
//!
//! A rule is called on the receiver itself, which it may change, where the type is differentiable. Otherwise what
//! stands in for the rule keeps receiver and arguments, and the method is called as it is. It must not change its
//! receiver, as nobody would put that back: it is also called, in a closure that never runs, on a [`NotToBeChanged`], which
//! can be changed only where the type is differentiable.
//!
//! ```text
//! self.mode.gain(k)                         // the user's
//!
//! let arguments = (k,);
//! let of = (&&OfUnique::of(&self.mode, &arguments)).__of_unique();
//! let (value, pullback) = (*(&&&ProbeUnique::of_whole(&mut self.mode, &arguments)).__ruled_unique())
//!     .derivative_rule_of_gain(keep, arguments);
//! let (value, pullback) = of.given(value, pullback).__or_given(
//!     |mode, (k,)| mode.gain(k),
//!     |mut mode, (k,)| { let _ = mode.gain(k); },
//!     |gain| …,
//! );
//! let pullback = pullback.__pullback();
//! ```
//!
//! No derivative gets lost: there is none in such a receiver, and whole numbers bring none. Arguments may carry
//! derivatives where what the method gives does not, or takes the place of the receiver, `self.mode = self.mode.next(t)`,
//! whose type has no room for a float; where whole numbers go in, it may have the `Eq` that no float has.

use super::plain::{Nothing, NumberArguments, PlainArguments, WholeArguments};
use crate::Differentiable;
use crate::differentiable::{Asked, AskedForSize};
use crate::inactive::Inactive;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// A receiver whose type is asked about, and those of the arguments, which `A` says are such that no rule is needed.
pub struct ProbeUnique<'x, T: ?Sized, A>(Cell<Option<&'x mut T>>, PhantomData<fn(A)>);

/// Arguments that are whole numbers.
pub struct OfWhole<A>(PhantomData<A>);

/// Arguments that are numbers.
pub struct OfNumbers<A>(PhantomData<A>);

impl<'x, T: ?Sized, A> ProbeUnique<'x, T, OfWhole<A>> {
    /// Of a place that is given whole numbers, if these arguments are such.
    #[inline(always)]
    pub fn of_whole(place: &'x mut T, _: &A) -> Self {
        ProbeUnique(Cell::new(Some(place)), PhantomData)
    }
}

impl<'x, T: ?Sized, A> ProbeUnique<'x, T, OfNumbers<A>> {
    /// Of a place that is given numbers, if these arguments are such.
    #[inline(always)]
    pub fn of_numbers(place: &'x mut T, _: &A) -> Self {
        ProbeUnique(Cell::new(Some(place)), PhantomData)
    }
}

impl<'x, T: ?Sized, A> ProbeUnique<'x, T, A> {
    #[inline(always)]
    fn taken(&self) -> &'x mut T {
        self.0.take().expect("it is asked once")
    }
}

/// Arguments with which no rule is needed.
pub trait NeedNoRule {}

impl<A: WholeArguments + NumberArguments> NeedNoRule for OfWhole<A> {}

impl<A: NumberArguments> NeedNoRule for OfNumbers<A> {}

/// What a rule is called on: found where the type is differentiable.
pub trait RuledUnique<'x, T: ?Sized> {
    /// The receiver.
    fn __ruled_unique(&self) -> &'x mut T;
}

impl<'x, T: Differentiable + ?Sized, A> RuledUnique<'x, T> for &&ProbeUnique<'x, T, A> {
    #[inline(always)]
    fn __ruled_unique(&self) -> &'x mut T {
        self.taken()
    }
}

/// Found where it is not, and the arguments need no rule.
pub trait BareUnique<'x, T: ?Sized> {
    /// What stands for the receiver, behind what is read through as the receiver's reference is.
    fn __ruled_unique(&self) -> StandsIn<'x, T>;
}

impl<'x, T: ?Sized, A: NeedNoRule> BareUnique<'x, T> for &ProbeUnique<'x, T, A> {
    #[inline(always)]
    fn __ruled_unique(&self) -> StandsIn<'x, T> {
        StandsIn(BareReceiverUnique(Cell::new(Some(self.taken()))))
    }
}

/// Found where they do: the rule, which may be there though the type is not differentiable.
pub trait OtherUnique<'x, T: ?Sized> {
    /// The receiver.
    fn __ruled_unique(&self) -> &'x mut T;
}

impl<'x, T: ?Sized, A> OtherUnique<'x, T> for ProbeUnique<'x, T, A> {
    #[inline(always)]
    fn __ruled_unique(&self) -> &'x mut T {
        self.taken()
    }
}

/// What stands for a receiver.
pub struct StandsIn<'x, T: ?Sized>(BareReceiverUnique<'x, T>);

impl<'x, T: ?Sized> Deref for StandsIn<'x, T> {
    type Target = BareReceiverUnique<'x, T>;

    #[inline(always)]
    fn deref(&self) -> &BareReceiverUnique<'x, T> {
        &self.0
    }
}

/// A receiver without rules but what stands in for them.
pub struct BareReceiverUnique<'x, T: ?Sized>(Cell<Option<&'x mut T>>);

impl<'x, T: ?Sized> BareReceiverUnique<'x, T> {
    /// What stands in for every rule of it.
    #[inline(always)]
    pub fn unruled<A>(&self, arguments: A) -> (UnruledUnique<'x, T, A>, ()) {
        let receiver = self.0.take().expect("it is called once");
        (UnruledUnique(receiver, arguments), ())
    }
}

/// What stands in for a rule gives this: receiver and arguments as they are.
pub struct UnruledUnique<'x, T: ?Sized, A>(&'x mut T, A);

/// The types of receiver and arguments, and what is known of the former.
pub struct OfUnique<T: ?Sized, A, E>(PhantomData<fn(&T, A, E)>);

/// A type of which nothing is known.
pub struct AnyType;

/// A type with the `Eq` that no float has, of a receiver that is given whole numbers: if its `Eq` was written by hand, what
/// it has of floats still comes from nothing that carries a derivative.
pub struct TypeWithEq;

/// What is known of a type.
pub trait Known {
    /// Whether a float that finds room in it may be there.
    const MAY_HOLD_FLOATS: bool;
}

impl Known for AnyType {
    const MAY_HOLD_FLOATS: bool = true;
}

impl Known for TypeWithEq {
    const MAY_HOLD_FLOATS: bool = false;
}

impl<T: ?Sized, A> OfUnique<T, A, AnyType> {
    /// Those of these.
    #[inline(always)]
    pub fn of(_: &T, _: &A) -> Self {
        OfUnique(PhantomData)
    }
}

/// Found where the receiver's type has `Eq`, and the arguments are whole numbers.
pub trait OfUniqueWithEq<T: ?Sized, A> {
    /// The same types.
    fn __of_unique(&self) -> OfUnique<T, A, TypeWithEq>;
}

impl<T: Eq + ?Sized, A: WholeArguments + NumberArguments> OfUniqueWithEq<T, A>
    for &OfUnique<T, A, AnyType>
{
    #[inline(always)]
    fn __of_unique(&self) -> OfUnique<T, A, TypeWithEq> {
        OfUnique(PhantomData)
    }
}

/// Found where it has not.
pub trait OfUniqueOther<T: ?Sized, A> {
    /// The same types.
    fn __of_unique(&self) -> OfUnique<T, A, AnyType>;
}

impl<T: ?Sized, A> OfUniqueOther<T, A> for OfUnique<T, A, AnyType> {
    #[inline(always)]
    fn __of_unique(&self) -> OfUnique<T, A, AnyType> {
        OfUnique(PhantomData)
    }
}

impl<T: ?Sized, A, E> OfUnique<T, A, E> {
    /// With what a call of a rule has given.
    #[inline(always)]
    pub fn given<V, P>(self, value: V, pullback: P) -> RuledOfUnique<T, A, E, V, P> {
        RuledOfUnique(value, pullback, self)
    }
}

/// What a call of a rule has given, with the types of receiver and arguments.
pub struct RuledOfUnique<T: ?Sized, A, E, V, P>(V, P, OfUnique<T, A, E>);

impl<'x, T: ?Sized, A: PlainArguments, E> RuledOfUnique<T, A, E, UnruledUnique<'x, T, A>, ()> {
    /// What the method gives of whole numbers.
    #[inline(always)]
    pub fn __or_given<R, Z>(
        self,
        plain: impl FnOnce(&'x mut T, A) -> R,
        _: impl FnOnce(NotToBeChanged<'_, T>, A),
        _: impl FnOnce(&R) -> Z,
    ) -> (R, Nothing<T, (), A::Lasting, Z>) {
        (plain(self.0.0, self.0.1), Nothing::new())
    }

    /// What carries no derivative whatever the arguments do.
    #[inline(always)]
    pub fn __or_asked<R: Inactive, Z>(
        self,
        plain: impl FnOnce(&'x mut T, A) -> R,
        _: impl FnOnce(NotToBeChanged<'_, T>, A),
        _: impl FnOnce(&R) -> Z,
    ) -> (R, Nothing<T, (), A::Lasting, Z>) {
        (plain(self.0.0, self.0.1), Nothing::new())
    }
}

impl<'x, T, A: PlainArguments, E: Known> RuledOfUnique<T, A, E, UnruledUnique<'x, T, A>, ()> {
    /// What takes the place of the receiver. The arguments may carry derivatives, which would be lost in it if it had
    /// room for a float.
    #[inline(always)]
    pub fn __or_another<Z>(
        self,
        plain: impl FnOnce(&'x mut T, A) -> T,
        _: impl FnOnce(NotToBeChanged<'_, T>, A),
        _: impl FnOnce(&T) -> Z,
    ) -> (T, Nothing<T, (), A::Lasting, Z>) {
        const {
            assert!(
                !(E::MAY_HOLD_FLOATS && <Asked<T> as AskedForSize>::NEEDS_SHADOW),
                "a method without a derivative rule gives a value with room for a float: derive `Eq` for its type if none is in it; else derive `Differentiable`, and annotate its `impl` block with `#[differentiable]`"
            );
        }
        (plain(self.0.0, self.0.1), Nothing::new())
    }
}

macro_rules! as_it_is {
    ($($method:ident)*) => {
        /// What any other rule gives.
        pub trait IsRuledOfUnique<T: ?Sized, A, V, P>: Sized {
            $(
                /// As it is.
                fn $method<'y, R, Z>(
                    self,
                    plain: impl FnOnce(&'y mut T, A) -> R,
                    kept: impl FnOnce(NotToBeChanged<'_, T>, A),
                    shape: impl FnOnce(&R) -> Z,
                ) -> (V, P)
                where
                    T: 'y;
            )*
        }

        impl<T: ?Sized, A, E, V, P> IsRuledOfUnique<T, A, V, P> for RuledOfUnique<T, A, E, V, P> {
            $(
                #[inline(always)]
                fn $method<'y, R, Z>(
                    self,
                    _: impl FnOnce(&'y mut T, A) -> R,
                    _: impl FnOnce(NotToBeChanged<'_, T>, A),
                    _: impl FnOnce(&R) -> Z,
                ) -> (V, P)
                where
                    T: 'y,
                {
                    (self.0, self.1)
                }
            )*
        }
    };
}

as_it_is!(__or_given __or_asked __or_another);

/// A receiver that stays as it is where its type is not differentiable.
pub struct NotToBeChanged<'x, T: ?Sized>(&'x mut T);

impl<T: ?Sized> Deref for NotToBeChanged<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: Differentiable + ?Sized> DerefMut for NotToBeChanged<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0
    }
}
