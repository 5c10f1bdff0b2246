//! Whether a rule must be able to restore its `&mut` arguments.
//!
//! The answer is a value where it is known at run time (`bool`), and a type where it is not needed at
//! all ([`Discard`]): then what would be remembered for it has no size.

use std::marker::PhantomData;

/// The first argument of a rule.
pub trait Keep: Copy {
    /// Room for an `X` that exists only where something may be kept.
    type Room<X>: Room<X>;
    /// What the rule's own callees are asked.
    type OfCallees: Keep;
    /// The question for a rule that reads its receiver as `R` says.
    type IfRead<R: Keep>: Keep;
    /// The question for callees that are all that reads what they change.
    type OfReaders: Keep;
    /// Whether that or the callee's own pullback wants it.
    type OrIfRead: Keep;

    /// Whether the shadows that the rule begins hold nothing yet, whatever their memory holds.
    const OVERWRITES: bool = false;

    /// For which arguments the pullback is given a shadow, as bits.
    const WANTED: u32 = u32::MAX;

    /// Whether the pullback must restore what `&mut` arguments held before the call.
    fn wanted(self) -> bool;

    /// The same question, for callees.
    fn of_callees(self) -> Self::OfCallees;

    /// The same question, once it is known whether the rule's own pullback reads what its receiver holds.
    fn if_read<R: Keep>(self, reads: R) -> Self::IfRead<R>;

    /// The same question, for callees that are all that reads what they change.
    fn of_readers(self) -> Self::OfReaders;

    /// Whether this or the callee's own pullback wants it.
    fn or_if_read(self) -> Self::OrIfRead;
}

impl Keep for bool {
    type Room<X> = X;
    type OfCallees = bool;
    type OfReaders = bool;
    type OrIfRead = Decided<true>;
    type IfRead<R: Keep> = Self;

    #[inline(always)]
    fn wanted(self) -> bool {
        self
    }

    #[inline(always)]
    fn of_callees(self) -> bool {
        self
    }

    #[inline(always)]
    fn if_read<R: Keep>(self, _: R) -> Self {
        self
    }

    #[inline(always)]
    fn of_readers(self) -> bool {
        self
    }

    #[inline(always)]
    fn or_if_read(self) -> Decided<true> {
        Decided
    }
}

/// Nobody asks for the former content of `&mut` arguments.
#[derive(Clone, Copy, Debug)]
pub struct Discard;

/// The same; and the shadows of the slices and arrays that the rule begins, as its own calls know, are
/// written before they are added to. What a cell gets first is never −0.0.
#[derive(Clone, Copy, Debug)]
pub struct Overwrite;

macro_rules! discarding {
    ($($keep:ty, overwrites $overwrites:literal;)*) => {$(
        impl Keep for $keep {
            type Room<X> = NoRoom<X>;
            type OfCallees = Discard;
            type OfReaders = Discard;
            type OrIfRead = IfRead;
            type IfRead<R: Keep> = Self;

            const OVERWRITES: bool = $overwrites;

            #[inline(always)]
            fn wanted(self) -> bool {
                false
            }

            #[inline(always)]
            fn of_callees(self) -> Discard {
                Discard
            }

            #[inline(always)]
            fn if_read<R: Keep>(self, _: R) -> Self {
                self
            }

            #[inline(always)]
            fn of_readers(self) -> Discard {
                Discard
            }

            #[inline(always)]
            fn or_if_read(self) -> IfRead {
                IfRead
            }
        }
    )*};
}

discarding! {
    Discard, overwrites false;
    Overwrite, overwrites true;
    Decided<false>, overwrites false;
}

/// Decided at compile time, by what is known of other rules.
#[derive(Clone, Copy, Debug)]
pub struct Decided<const WANTED: bool>;

impl Keep for Decided<true> {
    type Room<X> = X;
    type OfCallees = Self;
    type OfReaders = Self;
    type OrIfRead = Self;
    type IfRead<R: Keep> = Self;

    #[inline(always)]
    fn wanted(self) -> bool {
        true
    }

    #[inline(always)]
    fn of_callees(self) -> Self {
        self
    }

    #[inline(always)]
    fn if_read<R: Keep>(self, _: R) -> Self {
        self
    }

    #[inline(always)]
    fn of_readers(self) -> Self {
        self
    }

    #[inline(always)]
    fn or_if_read(self) -> Self {
        self
    }
}

/// Wanted if the rule's own pullback reads what its receiver holds: calls of one method are all that does. Rules
/// that do not say whether they read are taken to.
#[derive(Clone, Copy, Debug)]
pub struct IfRead;

impl Keep for IfRead {
    type Room<X> = X;
    type OfCallees = Decided<true>;
    type OfReaders = Self;
    type OrIfRead = Self;
    type IfRead<R: Keep> = R;

    #[inline(always)]
    fn wanted(self) -> bool {
        true
    }

    #[inline(always)]
    fn of_callees(self) -> Decided<true> {
        Decided
    }

    #[inline(always)]
    fn if_read<R: Keep>(self, reads: R) -> R {
        reads
    }

    #[inline(always)]
    fn of_readers(self) -> Self {
        self
    }

    #[inline(always)]
    fn or_if_read(self) -> Self {
        self
    }
}

/// The same question as `K` is, from a caller that has no shadows for some of the arguments: what would be added to
/// these is not computed.
#[derive(Clone, Copy, Debug)]
pub struct Without<K, const ARGUMENTS: u32>(K);

/// The question of a caller that has no shadows for some of the arguments.
#[inline(always)]
pub fn without<const ARGUMENTS: u32, K: Keep>(keep: K) -> Without<K, ARGUMENTS> {
    Without(keep)
}

impl<K: Keep, const ARGUMENTS: u32> Keep for Without<K, ARGUMENTS> {
    type Room<X> = K::Room<X>;
    type OfCallees = K::OfCallees;
    type IfRead<R: Keep> = K::IfRead<R>;
    type OfReaders = K::OfReaders;
    type OrIfRead = K::OrIfRead;

    const OVERWRITES: bool = K::OVERWRITES;
    const WANTED: u32 = K::WANTED & !ARGUMENTS;

    #[inline(always)]
    fn wanted(self) -> bool {
        self.0.wanted()
    }

    #[inline(always)]
    fn of_callees(self) -> K::OfCallees {
        self.0.of_callees()
    }

    #[inline(always)]
    fn if_read<R: Keep>(self, reads: R) -> K::IfRead<R> {
        self.0.if_read(reads)
    }

    #[inline(always)]
    fn of_readers(self) -> K::OfReaders {
        self.0.of_readers()
    }

    #[inline(always)]
    fn or_if_read(self) -> K::OrIfRead {
        self.0.or_if_read()
    }
}

/// A value, or none and no size.
pub trait Room<X> {
    /// Makes the value, if there is room for it.
    fn make(value: impl FnOnce() -> X) -> Self;
    /// The value, if there is one.
    fn get(&self) -> Option<&X>;
    /// The value, if there is one.
    fn get_mut(&mut self) -> Option<&mut X>;
}

impl<X> Room<X> for X {
    #[inline(always)]
    fn make(value: impl FnOnce() -> X) -> X {
        value()
    }

    #[inline(always)]
    fn get(&self) -> Option<&X> {
        Some(self)
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut X> {
        Some(self)
    }
}

/// No room.
#[derive(Debug)]
pub struct NoRoom<X>(PhantomData<fn() -> X>);

impl<X> Room<X> for NoRoom<X> {
    #[inline(always)]
    fn make(_: impl FnOnce() -> X) -> Self {
        NoRoom(PhantomData)
    }

    #[inline(always)]
    fn get(&self) -> Option<&X> {
        None
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut X> {
        None
    }
}

/// A copy of what is about to change, for a caller that may want it back.
#[inline(always)]
pub fn kept<K: Keep, T: Clone>(keep: K, value: &T) -> K::Room<Option<T>> {
    Room::make(|| keep.wanted().then(|| value.clone()))
}

/// Gives it back.
#[inline(always)]
pub fn give_back<K: Keep, T: Clone>(kept: &K::Room<Option<T>>, place: &mut T) {
    if let Some(Some(old)) = Room::<Option<T>>::get(kept) {
        place.clone_from(old);
    }
}
