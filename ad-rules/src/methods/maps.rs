//! The methods that put something into maps and sets that carry no derivative.
//!
//! What was there before comes back only for a caller that wants it.
//!
//! ```text
//! self.index.insert(name, at);       // in the reverse sweep: self.index.remove(&name), or what was there before
//! ```

use super::{Shadow, extension};
use ad_core::__private::{Differentiable, Inactive, Keep, Room};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

/// The rules of one type of maps, and of its sets.
macro_rules! keyed {
    (
        $(#[$doc:meta])* $Maps:ident for $Map:ident, $(#[$doc_of_sets:meta])* $Sets:ident for $Set:ident,
        [$($S:ident)?] where { $($bounds:tt)* }
    ) => {
        extension! {
            $(#[$doc])*
            impl [Key, V $(, $S)?] $Maps<Key, V $(, $S)?> for $Map<Key, V $(, $S)?> where {
                Key: Clone + Inactive + Differentiable<Shadow: Sized>,
                V: Clone + Inactive + Differentiable<Shadow: Sized>,
                $($bounds)*
            }

            fn derivative_rule_of_insert(&[mut] self, keep, key: Key, value: V) -> Option<V> {
                let at = <K::Room<Option<Key>>>::make(|| keep.wanted().then(|| key.clone()));
                let old = self.insert(key, value);
                let before = <K::Room<Option<V>>>::make(|| old.clone().filter(|_| keep.wanted()));
                (old, move |_, (map, _, _), (_, _, _)| {
                    let Some(Some(key)) = Room::<Option<Key>>::get(&at) else { return };
                    match Room::<Option<V>>::get(&before) {
                        Some(Some(value)) => drop(map.insert(key.clone(), value.clone())),
                        _ => drop(map.remove(key)),
                    }
                })
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
    /// The rules of the methods of hash sets.
    HashSetMethods for HashSet,
    [S] where { Key: Eq + Hash, S: BuildHasher }
}

keyed! {
    /// The rules of the methods of ordered maps.
    BTreeMapMethods for BTreeMap,
    /// The rules of the methods of ordered sets.
    BTreeSetMethods for BTreeSet,
    [] where { Key: Ord }
}
