//! That a type derives `Differentiable`, asked once for each argument of a rule.
//!
//! A rule's own bounds say that the types of its arguments are differentiable, also where that is not so, and then the
//! shadow of one is a type of which nothing is known: every field of it would be an error of its own. Nothing is said of
//! [`Derived`], so that where it is missing, rustc has no type for the shadow, and asks no more of it. Types of the
//! standard library have it, as a name in a signature may be an alias of one.

use crate::Differentiable;
use crate::differentiable::AnyFunction;
use crate::differentiable::{InMaps, MapWay};
use crate::function::Arguments;
use crate::function_pointer::FunctionPointer;
use crate::inactive::Inactive;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::num::{FpCategory, Wrapping};
use std::ops::{ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// A type with the derive, asked for the shadow of `Of`, which is made of it: itself, or `Vec<Self>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "not differentiable",
    note = "derive `Differentiable` for it; if no derivative is wanted, mark the argument `#[constant]`"
)]
pub trait Derived<Of: Differentiable + ?Sized = Self>: Differentiable {
    /// The shadow.
    type Fields: ?Sized;

    /// What the rule of a function gives in whose signature the type stands: `Rule`. Without the derive, rustc has no
    /// type for it, and does not report each of its uses.
    type Given<Rule>;

    /// The shadow, with its fields.
    fn fields(shadow: &Of::Shadow) -> &Self::Fields;

    /// The same for what changes.
    fn fields_mut(shadow: &mut Of::Shadow) -> &mut Self::Fields;

    /// The same for the cotangent of a result.
    fn fields_of(cotangent: Of::Shadow) -> Self::Fields
    where
        Of::Shadow: Sized,
        Self::Fields: Sized;
}

/// What the rule of a function gives in whose signature `Of` stands, which is made of `T`.
pub type GivenFor<T, Of, Rule> = <T as Derived<Of>>::Given<Rule>;

macro_rules! derived {
    ($({$($generics:tt)*} $ty:ty;)*) => {$(
        impl<$($generics)* Of: Differentiable + ?Sized> Derived<Of> for $ty {
            type Fields = Of::Shadow;
            type Given<Rule> = Rule;

            #[inline(always)]
            fn fields(shadow: &Of::Shadow) -> &Of::Shadow {
                shadow
            }

            #[inline(always)]
            fn fields_mut(shadow: &mut Of::Shadow) -> &mut Of::Shadow {
                shadow
            }

            #[inline(always)]
            fn fields_of(cotangent: Of::Shadow) -> Of::Shadow
            where
                Of::Shadow: Sized,
            {
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
