//! The methods that put something into maps and sets, whose keys carry no derivative.
//!
//! What was there before comes back only for a caller that wants it. Where values carry derivatives, the shadow of what was
//! put there is taken out again, and what it replaced has one that begins with zeros.
//!
//! ```text
//! self.index.insert(name, at);       // in the reverse sweep: self.index.remove(&name), or what was there before
//! ```

use super::{Shadow, Way, extension, give};
use ad_core::__private::{Accumulate, Differentiable, InMaps, Inactive, Keep, MapWay, Room};
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
                V: Clone + Differentiable<Shadow: Sized + InMaps<Way: MapWay<$Map<Key, V $(, $S)?>>>>,
                $($bounds)*
            }

            fn derivative_rule_of_insert(&[mut] self, keep, key: Key, value: V) -> Option<V> {
                let wanted = keep.wanted();
                let at = (wanted || Way::<V>::HAS_SHADOWS).then(|| key.clone());
                let old = self.insert(key, value);
                let shape = old.as_ref().filter(|_| Way::<V>::HAS_SHADOWS).map(V::primal_shape);
                let before = <K::Room<Option<V>>>::make(|| old.clone().filter(|_| wanted));
                (old, move |d_old, (map, _, _), (d_map, _, d_value)| {
                    let Some(key) = &at else { return };
                    if let Some(d_map) = d_map {
                        if let Some(d_new) = Way::<V>::taken(d_map, key) {
                            give(d_value, &d_new);
                        }
                        if let Some(shape) = &shape {
                            let shadow = V::zero_shadow(shape);
                            if let Some(d_old) = &d_old {
                                shadow.accumulate(d_old);
                            }
                            Way::<V>::put(d_map, key.clone(), shadow);
                        }
                    }
                    match Room::<Option<V>>::get(&before) {
                        Some(Some(value)) => drop(map.insert(key.clone(), value.clone())),
                        _ if wanted => drop(map.remove(key)),
                        _ => {}
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
