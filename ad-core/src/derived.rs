//! That a type derives `Differentiable`, asked once for each argument of a rule.
//!
//! A rule's own bounds say that the types of its arguments are differentiable, also where that is not so, and then the
//! shadow of one is a type of which nothing is known: every field of it would be an error of its own. Nothing is said of
//! [`Derived`], so that where it is missing, rustc has no type for the shadow, and asks no more of it. Types of the
//! standard library have it, as a name in a signature may be an alias of one.

use crate::Differentiable;
use crate::differentiable::{AnyFunction, InMaps, MapWay};
use crate::function::Arguments;
use crate::function_pointer::FunctionPointer;
use crate::inactive::Inactive;
use std::cell::Cell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::num::{FpCategory, Wrapping};
use std::ops::{ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// A type with the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "not differentiable",
    note = "add `#[derive(pullback::Differentiable)]` to it, or `#[differentiable]` to the trait if it is an object; if no derivative is wanted, mark the argument or field `#[constant]`"
)]
pub trait Derived: Differentiable {
    /// The shadow of `Of`, which is made of the type: itself, or `Vec<Self>`.
    type Fields<Of: Differentiable + ?Sized>: ?Sized;

    /// That there is one.
    const DERIVED: bool = true;

    /// What depends on the derive: what the rule of a function gives in whose signature the type stands. Without the derive,
    /// rustc has no type for it, and does not report each of its uses.
    type Given<Rule>;

    /// The shadow, with its fields.
    fn fields<Of: Differentiable + ?Sized>(shadow: &Of::Shadow) -> &Self::Fields<Of>;

    /// The same for what changes.
    fn fields_mut<Of: Differentiable + ?Sized>(shadow: &mut Of::Shadow) -> &mut Self::Fields<Of>;

    /// The same for the cotangent of a result.
    fn fields_of<Of: Differentiable<Shadow: Sized> + ?Sized>(
        cotangent: Of::Shadow,
    ) -> Self::Fields<Of>
    where
        Self::Fields<Of>: Sized;
}

/// What depends on the derive of `T`: `Given`.
pub type GivenFor<T, Given> = <T as Derived>::Given<Given>;

/// A value that was made of what carries derivatives, as the one part of a tuple. Without the derive, rustc has no type for
/// the tuple, and so none for its part, and does not report each use of that.
#[inline(always)]
pub fn made<T: Derived<Given<(T,)> = (T,)>>(value: T) -> GivenFor<T, (T,)> {
    (value,)
}

/// A value that was made of whole numbers, as far as its syntax shows, of a type that may derive nothing.
pub struct MadePlain<T>(Cell<Option<T>>);

impl<T> MadePlain<T> {
    /// Of that value.
    #[inline(always)]
    pub fn of(value: T) -> Self {
        MadePlain(Cell::new(Some(value)))
    }

    #[inline(always)]
    fn taken(&self) -> T {
        self.0.take().expect("it is asked once")
    }
}

/// Found for types with the derive.
pub trait MadeWithDerive<T> {
    /// The value.
    fn __made(&self) -> (T,);
}

impl<T: Derived> MadeWithDerive<T> for &&MadePlain<T> {
    #[inline(always)]
    fn __made(&self) -> (T,) {
        (self.taken(),)
    }
}

/// Found for types with the `Eq` that no float has. Where somebody wrote it by hand, what the value was made of gets nothing
/// of its shadow, and says so.
pub trait MadeWithEq<T> {
    /// The value.
    fn __made(&self) -> (T,);
}

impl<T: Eq> MadeWithEq<T> for &MadePlain<T> {
    #[inline(always)]
    fn __made(&self) -> (T,) {
        (self.taken(),)
    }
}

/// Found for others, for an error as that of [`made`].
pub trait MadeWithout<T> {
    /// The value.
    fn __made(&self) -> GivenFor<T, (T,)>
    where
        T: Derived<Given<(T,)> = (T,)>;
}

impl<T> MadeWithout<T> for MadePlain<T> {
    #[inline(always)]
    fn __made(&self) -> GivenFor<T, (T,)>
    where
        T: Derived<Given<(T,)> = (T,)>,
    {
        (self.taken(),)
    }
}

/// Whether the types in a signature derive `Differentiable`, as rustc found out once: where one does not, this has no value,
/// and rustc reports nothing that depends on it.
pub struct Answer<const DERIVED: bool>;

/// The companion of a function in whose signature types are named.
pub trait AsksForDerives {
    /// An [`Answer`].
    type Answer;
}

/// What depends on an answer.
pub trait Gives {
    /// That.
    type Given<T>;
}

impl Gives for Answer<true> {
    type Given<T> = T;
}

/// What is given by an answer.
pub type GivenIf<A, T> = <A as Gives>::Given<T>;

/// What a rule gives, the value and the pullback.
pub type GivenBy<A, Value, Pullback> = (<A as Gives>::Given<Value>, <A as Gives>::Given<Pullback>);

/// A type that is differentiable by an answer, which callers have no more to ask of.
pub trait DifferentiableBy<A>: Differentiable<Shadow: Sized, Again: Clone> {}

impl<T: Differentiable<Shadow: Sized, Again: Clone>> DifferentiableBy<Answer<true>> for T {}

/// The same as [`made`] for a value of a type in the signature.
#[inline(always)]
pub fn made_by<A: Gives<Given<(T,)> = (T,)>, T>(value: T) -> A::Given<(T,)> {
    (value,)
}

macro_rules! derived {
    ($({$($generics:tt)*} $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Derived for $ty {
            type Fields<Of: Differentiable + ?Sized> = Of::Shadow;
            type Given<Rule> = Rule;

            #[inline(always)]
            fn fields<Of: Differentiable + ?Sized>(shadow: &Of::Shadow) -> &Of::Shadow {
                shadow
            }

            #[inline(always)]
            fn fields_mut<Of: Differentiable + ?Sized>(shadow: &mut Of::Shadow) -> &mut Of::Shadow {
                shadow
            }

            #[inline(always)]
            fn fields_of<Of: Differentiable<Shadow: Sized> + ?Sized>(cotangent: Of::Shadow) -> Of::Shadow {
                cotangent
            }
        }
    )*};
}

macro_rules! plain {
    ($($ty:ty)*) => { derived! { $({} $ty;)* } };
}

plain!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char);
plain!(() str String Ordering Duration FpCategory Range<f32> Range<f64>);

derived! {
    {'a, T: Derived + ?Sized,} &'a T;
    {T: Differentiable + ?Sized,} Box<T>;
    {T: Differentiable + ?Sized,} Rc<T>;
    {T: Differentiable + ?Sized,} Arc<T>;
    {T: Differentiable<Shadow: Sized>,} [T];
    {T: Differentiable<Shadow: Sized>,} Vec<T>;
    {T: Differentiable<Shadow: Sized>,} VecDeque<T>;
    {T: Differentiable<Shadow: Sized>,} Reverse<T>;
    {T: Differentiable<Shadow: Sized>,} Option<T>;
    {T: Differentiable<Shadow: Sized>, E,} Result<T, E>;
    {B: Differentiable<Shadow: Sized>, C: Differentiable<Shadow: Sized>,} ControlFlow<B, C>;
    {T: Differentiable<Shadow: Sized>, const N: usize,} [T; N];
    {T: ?Sized,} PhantomData<T>;
    {T: Inactive + Copy,} Wrapping<T>;
    {T: Inactive + Clone,} Range<T>;
    {T: Inactive + Clone,} RangeFrom<T>;
    {T: Inactive + Clone,} RangeInclusive<T>;
    {T: Inactive + Clone,} RangeTo<T>;
    {T: Inactive + Clone,} RangeToInclusive<T>;
    {K, V: Differentiable<Shadow: Sized + InMaps<Way: MapWay<HashMap<K, V, S>>>>, S,} HashMap<K, V, S>;
    {K, V: Differentiable<Shadow: Sized + InMaps<Way: MapWay<BTreeMap<K, V>>>>,} BTreeMap<K, V>;
    {T: Inactive, S,} HashSet<T, S>;
    {T: Inactive,} BTreeSet<T>;
    {A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static,} AnyFunction<A, O>;
    {A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static,} FunctionPointer<A, O>;
}

macro_rules! tuples {
    ($($($T:ident $i:tt)+;)*) => { derived! { $({$($T: Differentiable<Shadow: Sized>,)+} ($($T,)+);)* } };
}

for_tuples!(tuples);
