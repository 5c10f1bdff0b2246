//! The methods of options of references, and those of options and slices that give one.
//!
//! What such an option refers to may end before the pullback does, so that the pullback's type must not
//! name its lifetime: it is a function pointer, which takes references of any. Options go in by value,
//! so that these rules are found before those of options of anything.

use super::Way;
use ad_core::__private::{
    Accumulate, Differentiable, InMaps, Keep, MapWay, NoAgain, another_variant,
};
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

type Owned<T> = <T as Differentiable>::Owned;

/// The pullback of what takes the option alone.
type Unary<T, Dy> = fn(Dy, (&Option<&T>,), (Option<&Option<Owned<T>>>,));

/// The pullback of what takes a message as well.
type WithMessage<T> = fn(Owned<T>, (&Option<&T>, &str), (Option<&Option<Owned<T>>>, Option<&()>));

/// The pullback of what takes another reference as well.
type WithDefault<T> = fn(
    Owned<T>,
    (&Option<&T>, &T),
    (
        Option<&Option<Owned<T>>>,
        Option<&<T as Differentiable>::Shadow>,
    ),
);

/// The pullback of what takes another option as well.
type WithOther<T> = fn(
    Option<Owned<T>>,
    (&Option<&T>, NoAgain),
    (Option<&Option<Owned<T>>>, Option<&Option<Owned<T>>>),
);

/// The rules of the methods of an option of a reference.
#[allow(
    missing_docs,
    reason = "each method is the rule of the method it is named after"
)]
pub trait ReferenceOptionMethods<'a, T: Differentiable + ?Sized>: Sized {
    #[track_caller]
    fn derivative_rule_of_unwrap<K: Keep>(self, _: K, _: ()) -> (&'a T, Unary<T, Owned<T>>);

    #[track_caller]
    fn derivative_rule_of_expect<K: Keep>(self, _: K, message: (&str,)) -> (&'a T, WithMessage<T>);

    fn derivative_rule_of_unwrap_or<K: Keep>(
        self,
        _: K,
        default: (&'a T,),
    ) -> (&'a T, WithDefault<T>);

    fn derivative_rule_of_or<K: Keep>(
        self,
        _: K,
        other: (Option<&'a T>,),
    ) -> (Option<&'a T>, WithOther<T>);

    fn derivative_rule_of_copied<K: Keep>(
        self,
        _: K,
        _: (),
    ) -> (Option<T>, Unary<T, Option<T::Shadow>>)
    where
        T: Copy,
        T::Shadow: Sized;

    fn derivative_rule_of_cloned<K: Keep>(
        self,
        _: K,
        _: (),
    ) -> (Option<T>, Unary<T, Option<T::Shadow>>)
    where
        T: Clone,
        T::Shadow: Sized;
}

impl<'a, T: Differentiable + ?Sized> ReferenceOptionMethods<'a, T> for Option<&'a T> {
    #[inline]
    fn derivative_rule_of_unwrap<K: Keep>(self, _: K, (): ()) -> (&'a T, Unary<T, Owned<T>>) {
        (self.unwrap(), |dy, _, (d_option,)| give::<T>(d_option, &dy))
    }

    #[inline]
    fn derivative_rule_of_expect<K: Keep>(
        self,
        _: K,
        (message,): (&str,),
    ) -> (&'a T, WithMessage<T>) {
        (self.expect(message), |dy, _, (d_option, _)| {
            give::<T>(d_option, &dy);
        })
    }

    #[inline]
    fn derivative_rule_of_unwrap_or<K: Keep>(
        self,
        _: K,
        (default,): (&'a T,),
    ) -> (&'a T, WithDefault<T>) {
        let pullback: WithDefault<T> = |dy, (option, _), (d_option, d_default)| {
            if option.is_some() {
                give::<T>(d_option, &dy);
            } else if let Some(d_default) = d_default {
                d_default.accumulate(dy.borrow());
            }
        };
        (self.unwrap_or(default), pullback)
    }

    #[inline]
    fn derivative_rule_of_or<K: Keep>(
        self,
        _: K,
        (other,): (Option<&'a T>,),
    ) -> (Option<&'a T>, WithOther<T>) {
        (self.or(other), |dy, (option, _), (d_option, d_other)| {
            if let Some(dy) = &dy {
                give::<T>(if option.is_some() { d_option } else { d_other }, dy);
            }
        })
    }

    #[inline]
    fn derivative_rule_of_copied<K: Keep>(
        self,
        keep: K,
        (): (),
    ) -> (Option<T>, Unary<T, Option<T::Shadow>>)
    where
        T: Copy,
        T::Shadow: Sized,
    {
        self.derivative_rule_of_cloned(keep, ())
    }

    #[inline]
    fn derivative_rule_of_cloned<K: Keep>(
        self,
        _: K,
        (): (),
    ) -> (Option<T>, Unary<T, Option<T::Shadow>>)
    where
        T: Clone,
        T::Shadow: Sized,
    {
        (self.cloned(), |dy, _, (d_option,)| {
            if let (Some(Some(d_option)), Some(dy)) = (d_option, &dy) {
                d_option.borrow().accumulate(dy);
            }
        })
    }
}

/// Adds the cotangent of what is behind the reference to the shadow of an option that is `Some`.
#[inline]
fn give<T: Differentiable + ?Sized>(shadow: Option<&Option<Owned<T>>>, cotangent: &Owned<T>) {
    match shadow {
        Some(Some(shadow)) => shadow.accumulate(cotangent),
        Some(None) if !Owned::<T>::EMPTY => another_variant(),
        _ => {}
    }
}

/// The pullback of what gives an option of a reference to a `U`.
type OfOption<T, U> =
    fn(Option<Owned<U>>, (&Option<T>,), (Option<&Option<<T as Differentiable>::Shadow>>,));

/// The rules of the methods of an option that refer to what it holds.
#[allow(
    missing_docs,
    reason = "each method is the rule of the method it is named after"
)]
pub trait ReferringOptionMethods<T: Differentiable<Shadow: Sized>> {
    fn derivative_rule_of_as_ref<K: Keep>(&self, _: K, _: ()) -> (Option<&T>, OfOption<T, T>);

    fn derivative_rule_of_as_deref<K: Keep, U>(&self, _: K, _: ()) -> (Option<&U>, OfOption<T, U>)
    where
        U: Differentiable + ?Sized,
        T: Deref<Target = U>,
        T::Shadow: Borrow<Owned<U>>;
}

impl<T: Differentiable<Shadow: Sized>> ReferringOptionMethods<T> for Option<T> {
    #[inline]
    fn derivative_rule_of_as_ref<K: Keep>(&self, _: K, (): ()) -> (Option<&T>, OfOption<T, T>) {
        (self.as_ref(), |dy, _, (d_option,)| {
            give_element::<T>(d_option.and_then(Option::as_ref), &dy);
        })
    }

    #[inline]
    fn derivative_rule_of_as_deref<K: Keep, U>(&self, _: K, (): ()) -> (Option<&U>, OfOption<T, U>)
    where
        U: Differentiable + ?Sized,
        T: Deref<Target = U>,
        T::Shadow: Borrow<Owned<U>>,
    {
        (self.as_deref(), |dy, _, (d_option,)| {
            if let (Some(Some(d_option)), Some(dy)) = (d_option, &dy) {
                d_option.borrow().accumulate(dy);
            }
        })
    }
}

/// The pullback of what looks behind a pointer.
type OfPointer<P, T> = fn(Owned<T>, (&P,), (Option<&<P as Differentiable>::Shadow>,));

/// The rules of the methods of a box and its like.
#[allow(
    missing_docs,
    reason = "each method is the rule of the method it is named after"
)]
pub trait PointerMethods: Differentiable + Deref<Target: Differentiable> {
    fn derivative_rule_of_as_ref<K: Keep>(
        &self,
        _: K,
        _: (),
    ) -> (&Self::Target, OfPointer<Self, Self::Target>)
    where
        Self: Differentiable<Shadow = Box<Owned<Self::Target>>> + Sized,
    {
        (&**self, |dy, _, (d_pointer,)| {
            if let Some(d_pointer) = d_pointer {
                (**d_pointer).accumulate(&dy);
            }
        })
    }
}

impl<T: Differentiable + ?Sized> PointerMethods for Box<T> where Self: Differentiable {}
impl<T: Differentiable + ?Sized> PointerMethods for Rc<T> where Self: Differentiable {}
impl<T: Differentiable + ?Sized> PointerMethods for Arc<T> where Self: Differentiable {}

/// The pullback of what takes a slice alone.
type OfSlice<T> = fn(Option<Owned<T>>, (&[T],), (Option<&[<T as Differentiable>::Shadow]>,));

/// The pullback of what takes an index as well.
type OfSliceAndIndex<T> =
    fn(Option<Owned<T>>, (&[T], usize), (Option<&[<T as Differentiable>::Shadow]>, Option<&()>));

/// The rules of the methods of a slice that give an element that may not be there.
#[allow(
    missing_docs,
    reason = "each method is the rule of the method it is named after"
)]
pub trait ElementMethods<T: Differentiable<Shadow: Sized>> {
    fn derivative_rule_of_first<K: Keep>(&self, _: K, _: ()) -> (Option<&T>, OfSlice<T>);

    fn derivative_rule_of_last<K: Keep>(&self, _: K, _: ()) -> (Option<&T>, OfSlice<T>);

    fn derivative_rule_of_get<K: Keep>(
        &self,
        _: K,
        index: (usize,),
    ) -> (Option<&T>, OfSliceAndIndex<T>);
}

impl<T: Differentiable<Shadow: Sized>> ElementMethods<T> for [T] {
    #[inline]
    fn derivative_rule_of_first<K: Keep>(&self, _: K, (): ()) -> (Option<&T>, OfSlice<T>) {
        (self.first(), |dy, _, (d_slice,)| {
            give_element::<T>(d_slice.and_then(<[_]>::first), &dy);
        })
    }

    #[inline]
    fn derivative_rule_of_last<K: Keep>(&self, _: K, (): ()) -> (Option<&T>, OfSlice<T>) {
        (self.last(), |dy, _, (d_slice,)| {
            give_element::<T>(d_slice.and_then(<[_]>::last), &dy);
        })
    }

    #[inline]
    fn derivative_rule_of_get<K: Keep>(
        &self,
        _: K,
        (i,): (usize,),
    ) -> (Option<&T>, OfSliceAndIndex<T>) {
        (self.get(i), |dy, (_, i), (d_slice, _)| {
            give_element::<T>(d_slice.and_then(|d| d.get(i)), &dy);
        })
    }
}

/// The pullback of what takes a deque alone.
type OfDeque<T> =
    fn(Option<Owned<T>>, (&VecDeque<T>,), (Option<&VecDeque<<T as Differentiable>::Shadow>>,));

/// The pullback of what takes a deque and an index.
type OfDequeAndIndex<T> = fn(
    Option<Owned<T>>,
    (&VecDeque<T>, usize),
    (
        Option<&VecDeque<<T as Differentiable>::Shadow>>,
        Option<&()>,
    ),
);

/// The rules of the methods of a deque that give an element that may not be there.
#[allow(
    missing_docs,
    reason = "each method is the rule of the method it is named after"
)]
pub trait DequeElementMethods<T: Differentiable<Shadow: Sized>> {
    fn derivative_rule_of_front<K: Keep>(&self, _: K, _: ()) -> (Option<&T>, OfDeque<T>);

    fn derivative_rule_of_back<K: Keep>(&self, _: K, _: ()) -> (Option<&T>, OfDeque<T>);

    fn derivative_rule_of_get<K: Keep>(
        &self,
        _: K,
        index: (usize,),
    ) -> (Option<&T>, OfDequeAndIndex<T>);
}

impl<T: Differentiable<Shadow: Sized>> DequeElementMethods<T> for VecDeque<T> {
    #[inline]
    fn derivative_rule_of_front<K: Keep>(&self, _: K, (): ()) -> (Option<&T>, OfDeque<T>) {
        (self.front(), |dy, _, (d_deque,)| {
            give_element::<T>(d_deque.and_then(VecDeque::front), &dy);
        })
    }

    #[inline]
    fn derivative_rule_of_back<K: Keep>(&self, _: K, (): ()) -> (Option<&T>, OfDeque<T>) {
        (self.back(), |dy, _, (d_deque,)| {
            give_element::<T>(d_deque.and_then(VecDeque::back), &dy);
        })
    }

    #[inline]
    fn derivative_rule_of_get<K: Keep>(
        &self,
        _: K,
        (i,): (usize,),
    ) -> (Option<&T>, OfDequeAndIndex<T>) {
        (self.get(i), |dy, (_, i), (d_deque, _)| {
            give_element::<T>(d_deque.and_then(|d| d.get(i)), &dy);
        })
    }
}

/// Adds the cotangent of an element to its shadow.
#[inline]
fn give_element<T: Differentiable<Shadow: Sized>>(
    shadow: Option<&T::Shadow>,
    cotangent: &Option<Owned<T>>,
) {
    if let (Some(shadow), Some(cotangent)) = (shadow, cotangent) {
        shadow.accumulate(cotangent.borrow());
    }
}

/// The pullback of what looks for a key of a map.
type OfMapAndKey<M, Q, V> =
    fn(Option<Owned<V>>, (&M, &Q), (Option<&<M as Differentiable>::Shadow>, Option<&()>));

/// The same of a copy of what is found.
type CopyOfMapAndKey<M, Q, V> = fn(
    Option<<V as Differentiable>::Shadow>,
    (&M, &Q),
    (Option<&<M as Differentiable>::Shadow>, Option<&()>),
);

/// The pullback of what refers to all that is in a map.
type OfMap<M, V> = fn(Vec<Owned<V>>, (&M,), (Option<&<M as Differentiable>::Shadow>,));

/// The rules of the methods of one type of maps that refer to what a map of what carries a derivative holds.
macro_rules! keyed {
    ($(#[$doc:meta])* $Methods:ident for $Map:ident [$($S:ident)?] where { $($bounds:tt)* } asked where { $($asked:tt)* }) => {
        $(#[$doc])*
        #[allow(
            missing_docs,
            non_snake_case,
            reason = "each method is the rule of the method it is named after"
        )]
        pub trait $Methods<Key, V: Differentiable>: Differentiable + Sized {
            fn derivative_rule_of_get<K: Keep, Q: $($asked)* + ?Sized>(
                &self,
                _: K,
                key: (&Q,),
            ) -> (Option<&V>, OfMapAndKey<Self, Q, V>)
            where
                Key: Borrow<Q>;

            /// The same of a copy.
            fn derivative_rule_of___asked<K: Keep, Q: $($asked)* + ?Sized>(
                &self,
                _: K,
                key: (&Q,),
            ) -> (Option<V>, CopyOfMapAndKey<Self, Q, V>)
            where
                Key: Borrow<Q>,
                V: Clone + Differentiable<Shadow: Sized>;

            fn derivative_rule_of_values<K: Keep>(&self, _: K, _: ()) -> (Vec<&V>, OfMap<Self, V>);
        }

        impl<Key, V, $($S)?> $Methods<Key, V> for $Map<Key, V, $($S)?>
        where
            Key: $($bounds)*,
            V: Differentiable<Shadow: Sized + InMaps<Way: MapWay<Self>>>,
            $($S: BuildHasher)?
        {
            #[inline]
            fn derivative_rule_of_get<K: Keep, Q: $($asked)* + ?Sized>(
                &self,
                _: K,
                (key,): (&Q,),
            ) -> (Option<&V>, OfMapAndKey<Self, Q, V>)
            where
                Key: Borrow<Q>,
            {
                (self.get(key), |dy, (map, key), (d_map, _)| {
                    if let (Some(d_map), Some((key, _))) = (d_map, map.get_key_value(key)) {
                        give_element::<V>(Way::<V>::at(d_map, key), &dy);
                    }
                })
            }

            #[inline]
            fn derivative_rule_of___asked<K: Keep, Q: $($asked)* + ?Sized>(
                &self,
                _: K,
                (key,): (&Q,),
            ) -> (Option<V>, CopyOfMapAndKey<Self, Q, V>)
            where
                Key: Borrow<Q>,
                V: Clone,
            {
                (self.get(key).cloned(), |dy, (map, key), (d_map, _)| {
                    if let (Some(d_map), Some((key, _))) = (d_map, map.get_key_value(key))
                        && let (Some(shadow), Some(dy)) = (Way::<V>::at(d_map, key), &dy)
                    {
                        shadow.accumulate(dy);
                    }
                })
            }

            #[inline]
            fn derivative_rule_of_values<K: Keep>(&self, _: K, (): ()) -> (Vec<&V>, OfMap<Self, V>) {
                (self.values().collect(), |dy, (map,), (d_map,)| {
                    let Some(d_map) = d_map else { return };
                    for (key, dy) in map.keys().zip(&dy) {
                        if let Some(shadow) = Way::<V>::at(d_map, key) {
                            shadow.accumulate(dy.borrow());
                        }
                    }
                })
            }
        }
    };
}

keyed! {
    /// The rules of the methods of hash maps that refer to what they hold.
    HashMapReferences for HashMap [S] where { Eq + Hash } asked where { Eq + Hash }
}

keyed! {
    /// The rules of the methods of ordered maps that refer to what they hold.
    BTreeMapReferences for BTreeMap [] where { Ord } asked where { Ord }
}
