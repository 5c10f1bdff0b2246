//! Maps: where their values carry derivatives, shadow and tangent are maps with the same keys.
//!
//! A map of what carries none has none itself, `()`. Which of the two a map is, the shadow of its values tells, and with
//! it how the map is differentiated: a [`MapWay`].

use super::AnyShadow;
use super::{Differentiable, Loan};
use crate::Accumulate;
use crate::emitted::ConstantField;
use crate::inactive::Inactive;
use std::borrow::Borrow;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Display;
use std::hash::{BuildHasher, Hash};
use std::ops::{ControlFlow, Index, IndexMut, Range};

/// Shadows that maps have at their keys.
#[diagnostic::on_unimplemented(
    message = "the values of a map have the shadow `{Self}`, of which it is not known whether it holds floats",
    label = "a map of these has no derivative",
    note = "derive `Differentiable` for the values"
)]
pub trait InMaps {
    /// How a map of what has such a shadow is differentiated.
    type Way;
}

/// The way of maps that carry no derivative.
#[derive(Debug)]
pub struct ByNothing;

/// The way of maps that have a shadow at each key.
#[derive(Debug)]
pub struct ByKeys;

/// The way of what is of several parts: one that carries a derivative suffices.
pub trait Or<Other> {
    /// The way of both.
    type Way;
}

impl<Other> Or<Other> for ByNothing {
    type Way = Other;
}

impl<Other> Or<Other> for ByKeys {
    type Way = ByKeys;
}

macro_rules! ways {
    ($([$($generics:tt)*] $shadow:ty => $way:ty;)*) => {$(
        impl<$($generics)*> InMaps for $shadow {
            type Way = $way;
        }
    )*};
}

ways! {
    [] () => ByNothing;
    [T] Cell<T> => ByKeys;
    [S: InMaps] Vec<S> => S::Way;
    [S: InMaps] VecDeque<S> => S::Way;
    [S: InMaps, const N: usize] [S; N] => S::Way;
    [S: InMaps] Option<S> => S::Way;
    [S: InMaps, E] Result<S, E> => S::Way;
    [S: InMaps<Way: Or<C::Way>>, C: InMaps] ControlFlow<S, C> => <S::Way as Or<C::Way>>::Way;
    [S: InMaps] Range<S> => S::Way;
    [S: InMaps] Box<S> => S::Way;
    [] AnyShadow => ByKeys;
    [M] MapShadow<M> => ByKeys;
    [C: ?Sized, By] ConstantField<C, By> => ByNothing;
}

macro_rules! tuples {
    ($($A:ident $i:tt $($B:ident $j:tt)*;)+) => {$(
        impl<$A: InMaps, $($B: InMaps),*> InMaps for ($A, $($B),*)
        where
            ($($B,)*): InMaps,
            $A::Way: Or<<($($B,)*) as InMaps>::Way>,
        {
            type Way = <$A::Way as Or<<($($B,)*) as InMaps>::Way>>::Way;
        }
    )+};
}

for_tuples!(tuples);

type Way<V> = <<V as Differentiable>::Shadow as InMaps>::Way;

/// A map of the standard library.
pub trait Map {
    /// What it is asked by.
    type Key;
    /// What it holds.
    type Value: Differentiable<Shadow: Sized>;
}

type ShadowOf<M> = <<M as Map>::Value as Differentiable>::Shadow;

/// How maps of one type are differentiated.
pub trait MapWay<M: Map> {
    /// Whether there is a shadow at each key.
    const HAS_SHADOWS: bool;

    /// The map's shadow.
    type Shadow: Accumulate;
    /// The map's tangent.
    type Tangent;
    /// What is needed to make a zero shadow.
    type Shape;

    /// The shape of a map.
    fn shape(map: &M) -> Self::Shape;

    /// A zero shadow of this shape.
    fn zeros(shape: &Self::Shape) -> Self::Shadow;

    /// What the shadow holds.
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent;

    /// A shadow that holds this.
    fn shadow(tangent: Self::Tangent) -> Self::Shadow;

    /// What the shadow holds, on its memory.
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent;

    /// The tangent that is zero.
    fn zero_tangent(map: &M) -> Self::Tangent;

    /// Panics unless the tangent has the map's keys.
    fn check(map: &M, tangent: &Self::Tangent, argument: impl Display + Copy);

    /// The shadow at a key.
    fn at<'s>(shadow: &'s Self::Shadow, key: &M::Key) -> Option<&'s ShadowOf<M>>;

    /// The shadow at a key, taken out.
    fn taken(shadow: &mut Self::Shadow, key: &M::Key) -> Option<ShadowOf<M>>;

    /// Puts a shadow there.
    fn put(shadow: &mut Self::Shadow, key: M::Key, value: ShadowOf<M>);
}

impl<M: Map + Inactive> MapWay<M> for ByNothing {
    const HAS_SHADOWS: bool = false;

    type Shadow = ();
    type Tangent = ();
    type Shape = ();

    #[inline(always)]
    fn shape(_: &M) {}

    #[inline(always)]
    fn zeros((): &()) {}

    #[inline(always)]
    fn tangent((): &()) {}

    #[inline(always)]
    fn shadow((): ()) {}

    #[inline(always)]
    fn into_tangent((): ()) {}

    #[inline(always)]
    fn zero_tangent(_: &M) {}

    #[inline(always)]
    fn check(_: &M, (): &(), _: impl Display + Copy) {}

    #[inline(always)]
    fn at<'s>((): &'s (), _: &M::Key) -> Option<&'s ShadowOf<M>> {
        None
    }

    #[inline(always)]
    fn taken((): &mut (), _: &M::Key) -> Option<ShadowOf<M>> {
        None
    }

    #[inline(always)]
    fn put((): &mut (), _: M::Key, _: ShadowOf<M>) {}
}

/// A map of shadows, by the keys of what it shadows.
#[derive(Debug)]
pub struct MapShadow<M>(M);

/// The shadow of a map, looked at by keys.
pub trait AtKeyOf<K> {
    /// The shadow at a key.
    type Value;

    /// What is there.
    fn at_key(&self, key: &K) -> &Self::Value;

    /// The same, unique.
    fn at_key_mut(&mut self, key: &K) -> &mut Self::Value;
}

/// A map that carries none has none at its keys.
impl<K> AtKeyOf<K> for () {
    type Value = ();

    #[inline(always)]
    fn at_key(&self, _: &K) -> &() {
        self
    }

    #[inline(always)]
    fn at_key_mut(&mut self, _: &K) -> &mut () {
        self
    }
}

/// What the shadow of a map says where there is none.
const NO_KEY: &str = "a key without a shadow: the map has changed";

/// Apart, so that calls that are right prepare nothing for it.
#[cold]
#[inline(never)]
fn wrong_keys(argument: impl Display) -> ! {
    panic!("gradient buffer for argument `{argument}`: its keys are not those of the argument")
}

/// A map that was empty, with these items.
#[inline]
fn filled<M: Extend<Item>, Item>(mut map: M, items: impl IntoIterator<Item = Item>) -> M {
    map.extend(items);
    map
}

/// One type of maps, with what it asks of its keys and what makes an empty one.
macro_rules! maps {
    ($(
        $Map:ident [$($H:ident)?] where { $($bounds:tt)* } asked where { $($asked:tt)* },
        |$like:ident| $empty:expr;
    )*) => {$(
        impl<K, V: Differentiable<Shadow: Sized>, $($H)?> Map for $Map<K, V, $($H)?> {
            type Key = K;
            type Value = V;
        }

        impl<K: $($bounds)* + Clone, V: Differentiable<Shadow: Sized>, $($H: BuildHasher + Clone)?>
            MapWay<$Map<K, V, $($H)?>> for ByKeys
        {
            const HAS_SHADOWS: bool = true;

            type Shadow = MapShadow<$Map<K, V::Shadow, $($H)?>>;
            type Tangent = $Map<K, V::Tangent, $($H)?>;
            type Shape = $Map<K, V::Shape, $($H)?>;

            #[inline]
            fn shape($like: &$Map<K, V, $($H)?>) -> Self::Shape {
                filled($empty, $like.iter().map(|(k, v)| (k.clone(), v.primal_shape())))
            }

            #[inline]
            fn zeros($like: &Self::Shape) -> Self::Shadow {
                MapShadow(filled($empty, $like.iter().map(|(k, v)| (k.clone(), V::zero_shadow(v)))))
            }

            #[inline]
            fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
                let $like = &shadow.0;
                filled($empty, $like.iter().map(|(k, v)| (k.clone(), V::tangent(v))))
            }

            #[inline]
            fn shadow($like: Self::Tangent) -> Self::Shadow {
                MapShadow(filled($empty, $like.into_iter().map(|(k, v)| (k, V::shadow(v)))))
            }

            #[inline]
            fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
                let $like = shadow.0;
                filled($empty, $like.into_iter().map(|(k, v)| (k, V::into_tangent(v))))
            }

            #[inline]
            fn zero_tangent($like: &$Map<K, V, $($H)?>) -> Self::Tangent {
                filled($empty, $like.iter().map(|(k, v)| (k.clone(), v.zero_tangent())))
            }

            #[inline]
            fn check(
                map: &$Map<K, V, $($H)?>,
                tangent: &Self::Tangent,
                argument: impl Display + Copy,
            ) {
                if map.len() != tangent.len() {
                    wrong_keys(argument);
                }
                for (key, value) in map {
                    match tangent.get(key) {
                        Some(tangent) => value.check_tangent(tangent, argument),
                        None => wrong_keys(argument),
                    }
                }
            }

            #[inline]
            fn at<'s>(shadow: &'s Self::Shadow, key: &K) -> Option<&'s V::Shadow> {
                shadow.0.get(key)
            }

            #[inline]
            fn taken(shadow: &mut Self::Shadow, key: &K) -> Option<V::Shadow> {
                shadow.0.remove(key)
            }

            #[inline]
            fn put(shadow: &mut Self::Shadow, key: K, value: V::Shadow) {
                shadow.0.insert(key, value);
            }
        }

        impl<K: $($bounds)*, S: Accumulate, $($H: BuildHasher)?> Accumulate
            for MapShadow<$Map<K, S, $($H)?>>
        {
            const EMPTY: bool = S::EMPTY;

            #[inline]
            fn accumulate(&self, from: &Self) {
                for (key, from) in &from.0 {
                    self.0.get(key).expect(NO_KEY).accumulate(from);
                }
            }

            #[inline]
            fn clear(&self) {
                self.0.values().for_each(S::clear);
            }

            #[inline]
            fn normalise(&self) {
                self.0.values().for_each(S::normalise);
            }
        }

        impl<K: $($bounds)* + Borrow<Q>, S, Q: $($asked)* + ?Sized, $($H: BuildHasher)?> Index<&Q>
            for MapShadow<$Map<K, S, $($H)?>>
        {
            type Output = S;

            #[inline]
            fn index(&self, key: &Q) -> &S {
                self.0.get(key).expect(NO_KEY)
            }
        }

        impl<K: $($bounds)* + Borrow<Q>, S, Q: $($asked)* + ?Sized, $($H: BuildHasher)?> IndexMut<&Q>
            for MapShadow<$Map<K, S, $($H)?>>
        {
            #[inline]
            fn index_mut(&mut self, key: &Q) -> &mut S {
                self.0.get_mut(key).expect(NO_KEY)
            }
        }

        impl<K: $($bounds)*, S, $($H: BuildHasher)?> AtKeyOf<K> for MapShadow<$Map<K, S, $($H)?>> {
            type Value = S;

            #[inline]
            fn at_key(&self, key: &K) -> &S {
                &self[key]
            }

            #[inline]
            fn at_key_mut(&mut self, key: &K) -> &mut S {
                &mut self[key]
            }
        }

        impl<K, V: Differentiable<Shadow: Sized + InMaps>, $($H)?> Differentiable for $Map<K, V, $($H)?>
        where
            Way<V>: MapWay<Self>,
        {
            type Shadow = <Way<V> as MapWay<Self>>::Shadow;
            type Tangent = <Way<V> as MapWay<Self>>::Tangent;
            type Again = ();
            type Shape = <Way<V> as MapWay<Self>>::Shape;

            whole!();

            #[inline(always)]
            fn primal_shape(&self) -> Self::Shape {
                Way::<V>::shape(self)
            }

            #[inline(always)]
            fn primal_again(&self) {}

            #[inline(always)]
            fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
                Way::<V>::zeros(shape)
            }

            #[inline(always)]
            fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
                Way::<V>::tangent(shadow)
            }

            #[inline(always)]
            fn shadow(tangent: Self::Tangent) -> Self::Shadow {
                Way::<V>::shadow(tangent)
            }

            #[inline(always)]
            fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
                Way::<V>::into_tangent(shadow)
            }

            #[inline(always)]
            fn zero_tangent(&self) -> Self::Tangent {
                Way::<V>::zero_tangent(self)
            }

            #[inline(always)]
            fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
                self.check_tangent(buffer, argument);
            }

            #[inline(always)]
            fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
                Way::<V>::check(self, tangent, argument);
            }
        }
    )*};
}

maps! {
    HashMap [H] where { Eq + Hash } asked where { Eq + Hash },
        |like| HashMap::with_hasher(like.hasher().clone());
    BTreeMap [] where { Ord } asked where { Ord },
        |like| BTreeMap::new();
}
