//! Maps that are put together of a map that says where their values stand, and the list of these.
//!
//! A map that a function makes for itself is such a pair (`ad-macros/src/desugar/maps.rs`) until it is handed on.
//!
//! ```text
//! Ledger { rates: m }                // the user's
//!
//! let rates = places.__holding(&values);       // in the reverse sweep, what came to `rates[k]` comes to `values[places[k]]`
//! ```

use super::Way;
use ad_core::__private::{Accumulate, Differentiable, InMaps, Keep, MapWay};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

/// The pullback of what puts a map `M` together.
type OfPlaces<P, M, V> = fn(
    <M as Differentiable>::Shadow,
    (&P, &Vec<V>),
    (Option<&()>, Option<&Vec<<V as Differentiable>::Shadow>>),
);

/// The rule of what puts one type of maps together.
macro_rules! places {
    (
        $(#[$doc:meta])* $Places:ident for $Map:ident [$($S:ident)?] where { $($bounds:tt)* },
        |$like:ident| $empty:expr
    ) => {
        $(#[$doc])*
        #[allow(missing_docs, non_snake_case, reason = "it is the rule of the method it is named after")]
        pub trait $Places<Key $(, $S)?>: Sized {
            fn __holding<V: Clone>(&self, values: &[V]) -> $Map<Key, V $(, $S)?>;

            #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
            fn derivative_rule_of___holding<K: Keep, V>(
                &self,
                _: K,
                values: (&Vec<V>,),
            ) -> (
                $Map<Key, V $(, $S)?>,
                OfPlaces<Self, $Map<Key, V $(, $S)?>, V>,
            )
            where
                V: Clone + Differentiable<Shadow: Sized + InMaps<Way: MapWay<$Map<Key, V $(, $S)?>>>>;
        }

        impl<Key: $($bounds)* + Clone, $($S: BuildHasher + Clone)?> $Places<Key $(, $S)?>
            for $Map<Key, usize $(, $S)?>
        {
            fn __holding<V: Clone>(&self, values: &[V]) -> $Map<Key, V $(, $S)?> {
                let $like = self;
                let mut map = $empty;
                map.extend(self.iter().map(|(key, at)| (key.clone(), values[*at].clone())));
                map
            }

            fn derivative_rule_of___holding<K: Keep, V>(
                &self,
                _: K,
                (values,): (&Vec<V>,),
            ) -> (
                $Map<Key, V $(, $S)?>,
                OfPlaces<Self, $Map<Key, V $(, $S)?>, V>,
            )
            where
                V: Clone + Differentiable<Shadow: Sized + InMaps<Way: MapWay<$Map<Key, V $(, $S)?>>>>,
            {
                (self.__holding(values), |d_map, (places, _), (_, d_values)| {
                    let Some(d_values) = d_values else { return };
                    for (key, at) in places {
                        if let Some(shadow) = Way::<V>::at(&d_map, key) {
                            d_values[*at].accumulate(shadow);
                        }
                    }
                })
            }
        }
    };
}

places! {
    /// What puts hash maps together.
    HashMapPlaces for HashMap [S] where { Eq + Hash },
    |like| HashMap::with_hasher(like.hasher().clone())
}

places! {
    /// What puts ordered maps together.
    BTreeMapPlaces for BTreeMap [] where { Ord },
    |_like| BTreeMap::new()
}
