//! Types as keys.
//!
//! Receives the types of a rule's rows and of what makes it one of its own; promises the key by which the cache knows
//! their place, on every thread and in every crate, whatever lifetimes they name.

use std::alloc::Layout;
use std::any::{TypeId, type_name};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::marker::PhantomData;
use std::{mem, ptr};

/// The identity of any type, lifetimes erased: two types that differ only in lifetimes have one.
#[inline]
pub(crate) fn identity<T: ?Sized>() -> TypeId {
    trait Identity {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }

    impl<T: ?Sized> Identity for PhantomData<T> {
        #[inline]
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<Self>()
        }
    }

    let phantom = PhantomData::<T>;
    let erased: &dyn Identity = &phantom;
    // SAFETY: only the lifetime bound of the trait object changes, and no data of that lifetime is
    // there: the object is zero-sized, and `id` does not look at it.
    unsafe { mem::transmute::<&dyn Identity, &(dyn Identity + 'static)>(erased) }.id()
}

/// What the cache knows a place by, on every thread and in every crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signature {
    /// The type of the rows and the rule's key type.
    types: TypeId,
    index: u32,
}

/// All that is known at compile time of the rows of one rule.
#[derive(Debug)]
pub(crate) struct Spec {
    pub(crate) types: fn() -> TypeId,
    pub(crate) rule: fn() -> &'static str,
    pub(crate) residual: fn() -> &'static str,
    /// The layout of one row.
    pub(crate) row: Layout,
    /// Whether memory is asked for that is zero.
    pub(crate) zeroed: bool,
}

/// The rows of type `R` that belong to the rule with the key type `K`.
pub(crate) struct RowsOf<R, K: ?Sized>(PhantomData<R>, PhantomData<K>);

impl<R, K: ?Sized> RowsOf<R, K> {
    pub(crate) const SPEC: &'static Spec = &Self::spec(false);
    /// The same for memory that is never uninitialised.
    pub(crate) const ZEROED: &'static Spec = &Self::spec(true);

    const fn spec(zeroed: bool) -> Spec {
        Spec {
            types: identity::<RowsOf<R, K>>,
            rule: type_name::<K>,
            residual: type_name::<R>,
            row: Layout::new::<R>(),
            zeroed,
        }
    }
}

/// One of the places in a rule that remember something.
///
/// Places are compared by address, which costs less than asking for identities. The compiler may
/// make several copies of one spec; then their blocks are kept apart, and nothing else is lost. It may
/// merge equal ones; those have one row layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) spec: &'static Spec,
    pub(crate) index: u32,
}

impl Place {
    pub(crate) fn signature(self) -> Signature {
        Signature {
            types: (self.spec.types)(),
            index: self.index,
        }
    }

    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        let address = ptr::from_ref(self.spec).addr() as u64;
        spread(address ^ u64::from(self.index).rotate_right(8))
    }
}

impl PartialEq for Place {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.spec, other.spec) && self.index == other.index
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(Place::hash(*self));
    }
}

/// Spreads a number over all bits: the table takes its bucket from the low ones and its tag from the
/// high ones.
#[inline(always)]
fn spread(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ (x >> 32)
}

/// For keys that are hashes already, such as type identities.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.write_u32(u32::from(*byte)));
    }

    #[inline(always)]
    fn write_u64(&mut self, hash: u64) {
        self.0 ^= hash;
    }

    #[inline(always)]
    fn write_u32(&mut self, small: u32) {
        self.0 = spread(self.0 ^ u64::from(small));
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

pub(crate) type BuildIdentityHasher = BuildHasherDefault<IdentityHasher>;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn identity_of<T>(_: &T) -> TypeId {
        identity::<T>()
    }

    #[test]
    fn types_have_identities_of_their_own() {
        let all = [
            identity::<f64>(),
            identity::<f32>(),
            identity::<[f64; 2]>(),
            identity::<[f64]>(),
            identity::<&f64>(),
            identity::<RowsOf<f64, u8>>(),
            identity::<RowsOf<f64, u16>>(),
            identity::<RowsOf<f32, u8>>(),
        ];
        assert_eq!(HashSet::from(all).len(), all.len());
    }

    #[test]
    fn lifetimes_are_no_part_of_an_identity() {
        let local = 1.0;
        assert_eq!(identity_of(&&local), identity::<&'static f64>());
    }

    #[test]
    fn closures_of_instantiations_differ() {
        fn key<T: Default>() -> impl Fn() -> T {
            T::default
        }
        #[allow(
            clippy::extra_unused_type_parameters,
            reason = "the instantiation is all that differs"
        )]
        fn closure<T>() -> impl Fn() {
            || ()
        }
        assert_ne!(identity_of(&key::<f32>()), identity_of(&key::<f64>()));
        assert_ne!(
            identity_of(&closure::<f32>()),
            identity_of(&closure::<f64>())
        );
        assert_eq!(
            identity_of(&closure::<f32>()),
            identity_of(&closure::<f32>())
        );
    }

    #[test]
    fn places_of_one_rule_differ_by_index() {
        let spec = RowsOf::<f64, ()>::SPEC;
        let places = [0, 1, 2, 7].map(|index| Place { spec, index });
        assert_eq!(
            places
                .iter()
                .map(|place| Place::hash(*place))
                .collect::<HashSet<_>>()
                .len(),
            4
        );
        assert_eq!(HashSet::from(places).len(), 4);
        assert_eq!(HashSet::from(places.map(Place::signature)).len(), 4);
    }
}
