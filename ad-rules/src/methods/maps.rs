//! The methods that change maps and sets, whose keys carry no derivative.
//!
//! What was there before comes back only for a caller that wants it. Where values carry derivatives, the shadow of what was
//! put there is taken out again, and what was replaced or taken out has one that begins with zeros.
//!
//! ```text
//! self.index.insert(name, at);       // in the reverse sweep: self.index.remove(&name), or what was there before
//! let rate = rates.remove(name);     // in the reverse sweep: rates.insert(name, rate)
//! ```
//!
//! What is known to be a map is called by methods that ask nothing of the type of its keys, `__put`.

use super::{Shadow, Way, extension, give};
use ad_core::__private::{
    Accumulate, Differentiable, InMaps, Inactive, Keep, MapWay, NoAgain, Room,
};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

/// The shadow of a value that is put back, with what came to it since.
#[inline]
fn given_back<V: Differentiable<Shadow: Sized>>(
    shape: &V::Shape,
    cotangent: Option<&Shadow<V>>,
) -> Shadow<V> {
    let shadow = V::zero_shadow(shape);
    if let Some(cotangent) = cotangent {
        shadow.accumulate(cotangent);
    }
    shadow
}

/// The rules of one type of maps, and of its sets.
macro_rules! keyed {
    (
        $(#[$doc:meta])* $Maps:ident for $Map:ident,
        $(#[$doc_of_changes:meta])* $Changes:ident,
        $(#[$doc_of_sets:meta])* $Sets:ident for $Set:ident,
        [$($S:ident)?] where { $($bounds:tt)* } asked where { $($asked:tt)* }
    ) => {
        extension! {
            $(#[$doc])*
            impl [Key, V $(, $S)?] $Maps<Key, V $(, $S)?> for $Map<Key, V $(, $S)?> where {
                Key: Clone + Inactive + Differentiable<Shadow: Sized>,
                V: Clone + Differentiable<Shadow: Sized + InMaps<Way: MapWay<$Map<Key, V $(, $S)?>>>>,
                $($bounds)* $($S: Clone)?
            }

            fn derivative_rule_of_insert(&[mut] self, keep, key: Key, value: V) -> Option<V> {
                let (old, pullback) = self.derivative_rule_of___put(keep, (key, value));
                (old, move |d_old, (map, _, value), (d_map, _, d_value)| {
                    pullback(d_old, (map, NoAgain, value), (d_map, None, d_value));
                })
            }
        }

        $(#[$doc_of_changes])*
        #[allow(
            missing_docs,
            non_snake_case,
            clippy::type_complexity,
            reason = "each method is the rule of the method it is named after"
        )]
        pub trait $Changes<Key, V: Differentiable<Shadow: Sized> $(, $S)?>: Differentiable + Sized {
            fn __put(&mut self, key: Key, value: V) -> Option<V>;

            fn derivative_rule_of___put<K: Keep>(
                &mut self,
                keep: K,
                item: (Key, V),
            ) -> (
                Option<V>,
                impl Fn(
                    Option<Shadow<V>>,
                    (&mut Self, NoAgain, V::Again),
                    (Option<&mut Shadow<Self>>, Option<&()>, Option<&Shadow<V>>),
                ) + use<Self, Key, V, $($S,)? K>,
            );

            fn __put_default(&mut self, key: Key) -> Option<V>
            where
                V: Default,
            {
                self.__put(key, V::default())
            }

            fn derivative_rule_of___put_default<K: Keep>(
                &mut self,
                keep: K,
                (key,): (Key,),
            ) -> (
                Option<V>,
                impl Fn(
                    Option<Shadow<V>>,
                    (&mut Self, NoAgain),
                    (Option<&mut Shadow<Self>>, Option<&()>),
                ) + use<Self, Key, V, $($S,)? K>,
            )
            where
                V: Default,
            {
                let (old, pullback) = self.derivative_rule_of___put(keep, (key, V::default()));
                (old, move |d_old: Option<Shadow<V>>, (map, _): (&mut Self, NoAgain), (d_map, _): (Option<&mut Shadow<Self>>, Option<&()>)| {
                    let put = V::default().primal_again();
                    pullback(d_old, (map, NoAgain, put), (d_map, None, None));
                })
            }

            fn derivative_rule_of_remove<K: Keep, Q: $($asked)* + ?Sized>(
                &mut self,
                keep: K,
                key: (&Q,),
            ) -> (
                Option<V>,
                impl Fn(
                    Option<Shadow<V>>,
                    (&mut Self, &Q),
                    (Option<&mut Shadow<Self>>, Option<&()>),
                ) + use<Self, Key, V, $($S,)? K, Q>,
            )
            where
                Key: Borrow<Q>;

            fn derivative_rule_of_clear<K: Keep>(
                &mut self,
                keep: K,
                none: (),
            ) -> (
                (),
                impl Fn((), (&mut Self,), (Option<&mut Shadow<Self>>,)) + use<Self, Key, V, $($S,)? K>,
            );
        }

        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        impl<Key, V $(, $S)?> $Changes<Key, V $(, $S)?> for $Map<Key, V $(, $S)?>
        where
            Key: Clone,
            V: Clone + Differentiable<Shadow: Sized + InMaps<Way: MapWay<Self>>>,
            $($bounds)* $($S: Clone)?
        {
            #[inline]
            fn __put(&mut self, key: Key, value: V) -> Option<V> {
                self.insert(key, value)
            }

            #[inline]
            fn derivative_rule_of___put<K: Keep>(
                &mut self,
                keep: K,
                (key, value): (Key, V),
            ) -> (
                Option<V>,
                impl Fn(
                    Option<Shadow<V>>,
                    (&mut Self, NoAgain, V::Again),
                    (Option<&mut Shadow<Self>>, Option<&()>, Option<&Shadow<V>>),
                ) + use<Key, V, $($S,)? K>,
            ) {
                let wanted = keep.wanted();
                let at = (wanted || Way::<V>::HAS_SHADOWS).then(|| key.clone());
                let old = self.insert(key, value);
                let shape = old.as_ref().filter(|_| Way::<V>::HAS_SHADOWS).map(V::primal_shape);
                let before = <K::Room<Option<V>>>::make(|| old.clone().filter(|_| wanted));
                let pullback = move |d_old: Option<Shadow<V>>,
                    (map, _, _): (&mut Self, NoAgain, V::Again),
                    (d_map, _, d_value): (Option<&mut Shadow<Self>>, Option<&()>, Option<&Shadow<V>>)| {
                    let Some(key) = &at else { return };
                    if let Some(d_map) = d_map {
                        if let Some(d_new) = Way::<V>::taken(d_map, key) {
                            give(d_value, &d_new);
                        }
                        if let Some(shape) = &shape {
                            Way::<V>::put(d_map, key.clone(), given_back::<V>(shape, d_old.as_ref()));
                        }
                    }
                    match Room::<Option<V>>::get(&before) {
                        Some(Some(value)) => drop(map.insert(key.clone(), value.clone())),
                        _ if wanted => drop(map.remove(key)),
                        _ => {}
                    }
                };
                (old, pullback)
            }

            #[inline]
            fn derivative_rule_of_remove<K: Keep, Q: $($asked)* + ?Sized>(
                &mut self,
                keep: K,
                (key,): (&Q,),
            ) -> (
                Option<V>,
                impl Fn(
                    Option<Shadow<V>>,
                    (&mut Self, &Q),
                    (Option<&mut Shadow<Self>>, Option<&()>),
                ) + use<Key, V, $($S,)? K, Q>,
            )
            where
                Key: Borrow<Q>,
            {
                let wanted = keep.wanted();
                let (at, old) = self.remove_entry(key).unzip();
                let shape = old.as_ref().filter(|_| Way::<V>::HAS_SHADOWS).map(V::primal_shape);
                let before = <K::Room<Option<V>>>::make(|| old.clone().filter(|_| wanted));
                let pullback = move |d_old: Option<Shadow<V>>,
                    (map, _): (&mut Self, &Q),
                    (d_map, _): (Option<&mut Shadow<Self>>, Option<&()>)| {
                    let Some(key) = &at else { return };
                    if let (Some(d_map), Some(shape)) = (d_map, &shape) {
                        Way::<V>::put(d_map, key.clone(), given_back::<V>(shape, d_old.as_ref()));
                    }
                    if let Some(Some(value)) = Room::<Option<V>>::get(&before) {
                        map.insert(key.clone(), value.clone());
                    }
                };
                (old, pullback)
            }

            #[inline]
            fn derivative_rule_of_clear<K: Keep>(
                &mut self,
                keep: K,
                (): (),
            ) -> (
                (),
                impl Fn((), (&mut Self,), (Option<&mut Shadow<Self>>,)) + use<Key, V, $($S,)? K>,
            ) {
                let shape = self.primal_shape();
                let before = <K::Room<Option<Self>>>::make(|| keep.wanted().then(|| self.clone()));
                self.clear();
                let pullback = move |(), (map,): (&mut Self,), (d_map,): (Option<&mut Shadow<Self>>,)| {
                    if let Some(d_map) = d_map {
                        *d_map = Self::zero_shadow(&shape);
                    }
                    if let Some(Some(before)) = Room::<Option<Self>>::get(&before) {
                        map.clone_from(before);
                    }
                };
                ((), pullback)
            }
        }

        extension! {
            $(#[$doc_of_sets])*
            impl [Key $(, $S)?] $Sets<Key $(, $S)?> for $Set<Key $(, $S)?> where {
                Key: Clone + Inactive + Differentiable<Shadow: Sized>,
                $($bounds)*
            }

            fn derivative_rule_of_insert(&[mut] self, keep, key: Key) -> bool {
                let at = <K::Room<Option<Key>>>::make(|| keep.wanted().then(|| key.clone()));
                let is_new = self.insert(key);
                (is_new, move |_, (set, _), (_, _)| {
                    if let Some(Some(key)) = Room::<Option<Key>>::get(&at).filter(|_| is_new) {
                        set.remove(key);
                    }
                })
            }

            /// What `extend` does with an item.
            fn derivative_rule_of_push(&[mut] self, keep, key: Key) -> () {
                let (_, pullback) = self.derivative_rule_of_insert(keep, (key,));
                ((), move |(), all, shadows| pullback((), all, shadows))
            }
        }
    };
}

keyed! {
    /// The rules of the methods of hash maps.
    HashMapMethods for HashMap,
    /// The rules of methods that change hash maps, whatever their keys are.
    HashMapChanges,
    /// The rules of the methods of hash sets.
    HashSetMethods for HashSet,
    [S] where { Key: Eq + Hash, S: BuildHasher, } asked where { Eq + Hash }
}

keyed! {
    /// The rules of the methods of ordered maps.
    BTreeMapMethods for BTreeMap,
    /// The rules of methods that change ordered maps, whatever their keys are.
    BTreeMapChanges,
    /// The rules of the methods of ordered sets.
    BTreeSetMethods for BTreeSet,
    [] where { Key: Ord, } asked where { Ord }
}
