//! Parts of values, chosen by what carries no derivative: `m[(i, j)]`, `m.row(i)`.
//!
//! Which part it is may depend on the value (`data[i * self.cols + j]`), but not on its floats. So the
//! forward sweep asks once, and what it is told finds the same part of the shadow later on, when the
//! value may have changed or be gone.
//!
//! ```text
//! s += m[(i, j)];                                   // the user's
//!
//! let chosen = m.derivative_rule_of_index((i, j));  // forward
//! chosen.__part(&dm, (i, j)).set(…)                 // reverse
//! ```

use crate::Differentiable;
use crate::differentiable::{AtKeyOf, MapShadow};
use crate::emitted::{Mixed, Zeros};
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::ops::{Deref, Index, IndexMut};
use std::ptr;
use std::slice::SliceIndex;

/// The derivative rule of `base[index]`.
///
/// Annotating `impl Index` with `#[differentiable]` gives it to types of one's own; those of the standard
/// library have a [`ListRule`].
#[diagnostic::on_unimplemented(
    message = "no derivative rule for indexing `{Self}` by `{Idx}`",
    label = "no derivative rule for this index",
    note = "annotate `impl Index` with `#[differentiable]`"
)]
pub trait IndexRule<Idx>: Differentiable {
    /// The shadow of what is found there.
    type Part: ?Sized;

    /// Chooses the part.
    fn derivative_rule_of_index(
        &self,
        index: Idx,
    ) -> impl Choice<Self::Shadow, Idx, Part = Self::Part> + use<Self, Idx>;
}

/// The derivative rule of `base[index]` where it is changed: what `IndexMut` finds.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for changing what `{Self}` has at an index `{Idx}`",
    label = "no derivative rule for this index",
    note = "annotate `impl IndexMut` with `#[differentiable]`"
)]
pub trait IndexMutRule<Idx>: IndexRule<Idx> {
    /// Chooses the part.
    fn derivative_rule_of_index_mut(
        &self,
        index: Idx,
    ) -> impl Choice<Self::Shadow, Idx, Part = Self::Part> + use<Self, Idx>;
}

/// A chosen part of values whose shadow is `S`.
pub trait Choice<S: ?Sized, Idx> {
    /// The shadow of the part.
    type Part: ?Sized;

    /// The part of this shadow, shared; the index is the one that it was chosen by.
    fn __part<'s>(&self, shadow: &'s S, index: Idx) -> &'s Self::Part;

    /// The part of this shadow, unique.
    fn __part_mut<'s>(&self, shadow: &'s mut S, index: Idx) -> &'s mut Self::Part;
}

/// The index is all there is to know: the shadow of an `L` is a sequence too.
pub struct ByIndex<L: ?Sized>(Holed<L>);

impl<L: ?Sized> ByIndex<L> {
    #[inline(always)]
    const fn new() -> Self {
        ByIndex(Holed(BareItems(PhantomData)))
    }
}

/// What is not found there is looked for where items have no whole shadows.
impl<L: ?Sized> Deref for ByIndex<L> {
    type Target = Holed<L>;

    #[inline(always)]
    fn deref(&self) -> &Holed<L> {
        &self.0
    }
}

/// An `L` may be a list of tuples of which a part derives nothing.
pub struct Holed<L: ?Sized>(BareItems<L>);

/// What is not found there is looked for where items have no shadows at all.
impl<L: ?Sized> Deref for Holed<L> {
    type Target = BareItems<L>;

    #[inline(always)]
    fn deref(&self) -> &BareItems<L> {
        &self.0
    }
}

/// An `L` may be a list of what derives nothing.
pub struct BareItems<L: ?Sized>(PhantomData<fn(&L)>);

impl<L, S, Idx> Choice<S, Idx> for ByIndex<L>
where
    L: Differentiable<Shadow = S> + ?Sized,
    S: IndexMut<Idx> + ?Sized,
{
    type Part = S::Output;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s S, index: Idx) -> &'s S::Output {
        &shadow[index]
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut S, index: Idx) -> &'s mut S::Output {
        &mut shadow[index]
    }
}

/// The same for lists of tuples of which a part derives nothing.
pub trait MixedChoice<Way, S: ?Sized, Idx> {
    /// What is found in the shadow.
    type Part: ?Sized;

    /// The part of this shadow, shared.
    fn __part<'s>(&self, shadow: &'s S, index: Idx) -> &'s Self::Part;

    /// The part of this shadow, unique.
    fn __part_mut<'s>(&self, shadow: &'s mut S, index: Idx) -> &'s mut Self::Part;
}

impl<Way, L, S, Idx> MixedChoice<Way, S, Idx> for Holed<L>
where
    L: Mixed<Way, Shape: Zeros<Shadow = S>>,
    S: IndexMut<Idx>,
{
    type Part = S::Output;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s S, index: Idx) -> &'s S::Output {
        &shadow[index]
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut S, index: Idx) -> &'s mut S::Output {
        &mut shadow[index]
    }
}

/// The same for lists of what derives nothing, whose shadows say nothing but how long they are.
pub trait BareChoice<S: ?Sized, Idx> {
    /// What is found in the shadow.
    type Part: ?Sized;

    /// The part of this shadow, shared.
    fn __part<'s>(&self, shadow: &'s S, index: Idx) -> &'s Self::Part;

    /// The part of this shadow, unique.
    fn __part_mut<'s>(&self, shadow: &'s mut S, index: Idx) -> &'s mut Self::Part;
}

impl<L: ?Sized, S: IndexMut<Idx> + ?Sized, Idx> BareChoice<S, Idx> for BareItems<L> {
    type Part = S::Output;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s S, index: Idx) -> &'s S::Output {
        &shadow[index]
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut S, index: Idx) -> &'s mut S::Output {
        &mut shadow[index]
    }
}

/// The same for slices, arrays, vectors and deques, whatever is in them: a constant one may hold what
/// is not differentiable.
pub trait ListRule<Idx> {
    /// Chooses the part.
    #[inline(always)]
    fn derivative_rule_of_index(&self, _: Idx) -> ByIndex<Self> {
        ByIndex::new()
    }

    /// Chooses the part to change.
    #[inline(always)]
    fn derivative_rule_of_index_mut(&self, _: Idx) -> ByIndex<Self> {
        ByIndex::new()
    }
}

impl<T, Idx: SliceIndex<[T]>> ListRule<Idx> for [T] {}
impl<T, Idx: SliceIndex<[T]>> ListRule<Idx> for Vec<T> {}
impl<T, Idx: SliceIndex<[T]>, const N: usize> ListRule<Idx> for [T; N] {}
impl<T> ListRule<usize> for VecDeque<T> {}

/// The same for maps, which may carry no derivative, and then have no parts.
pub trait MapRule<Q: ?Sized> {
    /// Chooses the part.
    #[inline(always)]
    fn derivative_rule_of_index(&self, _: &Q) -> ByKey {
        ByKey
    }
}

impl<K, V, H, Q: ?Sized> MapRule<Q> for HashMap<K, V, H> {}
impl<K, V, Q: ?Sized> MapRule<Q> for BTreeMap<K, V> {}

/// What maps have at keys, to be changed.
pub trait AtKeys<Q: ?Sized> {
    /// What a map is asked by.
    type Key;
    /// What it holds.
    type Value;

    /// What it holds at a key.
    ///
    /// # Panics
    ///
    /// If there is nothing.
    fn __at_mut(&mut self, key: &Q) -> &mut Self::Value;

    /// The choice of it.
    ///
    /// # Panics
    ///
    /// If there is nothing.
    #[allow(non_snake_case, reason = "it is made of the method's name")]
    fn derivative_choice_of___at_mut(&self, key: (&Q,)) -> AtKey<Self::Key>;
}

macro_rules! at_keys {
    ($($Map:ident [$($H:ident)?] where { $($bounds:tt)* };)*) => {$(
        impl<K, V, Q: $($bounds)* + ?Sized, $($H: BuildHasher)?> AtKeys<Q> for $Map<K, V, $($H)?>
        where
            K: $($bounds)* + Borrow<Q> + Clone,
        {
            type Key = K;
            type Value = V;

            #[inline]
            #[track_caller]
            fn __at_mut(&mut self, key: &Q) -> &mut V {
                self.get_mut(key).expect(NO_ENTRY)
            }

            #[inline]
            #[track_caller]
            fn derivative_choice_of___at_mut(&self, (key,): (&Q,)) -> AtKey<K> {
                let (key, _) = self.get_key_value(key).expect(NO_ENTRY);
                AtKey(key.clone())
            }
        }
    )*};
}

const NO_ENTRY: &str = "no entry found for key";

at_keys! {
    HashMap [H] where { Eq + Hash };
    BTreeMap [] where { Ord };
}

/// What a map has at this key.
pub struct AtKey<K>(K);

impl<K, S: AtKeyOf<K>, Idx> Choice<S, Idx> for AtKey<K> {
    type Part = S::Value;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s S, _: Idx) -> &'s S::Value {
        shadow.at_key(&self.0)
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut S, _: Idx) -> &'s mut S::Value {
        shadow.at_key_mut(&self.0)
    }
}

/// What a map has at a key.
pub struct ByKey;

impl<M, Idx> Choice<MapShadow<M>, Idx> for ByKey
where
    MapShadow<M>: IndexMut<Idx>,
{
    type Part = <MapShadow<M> as Index<Idx>>::Output;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s MapShadow<M>, key: Idx) -> &'s Self::Part {
        &shadow[key]
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut MapShadow<M>, key: Idx) -> &'s mut Self::Part {
        &mut shadow[key]
    }
}

impl<Idx> Choice<(), Idx> for ByKey {
    type Part = ();

    #[inline(always)]
    fn __part<'s>(&self, nothing: &'s (), _: Idx) -> &'s () {
        nothing
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, nothing: &'s mut (), _: Idx) -> &'s mut () {
        nothing
    }
}

/// Of a value that is no list of a name of its own, the items are asked for of itself.
pub trait Referred {
    /// Itself; the method of a type whose `iter` gives the items of a field takes precedence.
    #[inline(always)]
    fn __referred(&self) -> &Self {
        self
    }

    /// The choice of it.
    #[allow(non_snake_case, reason = "it is made of the method's name")]
    #[inline(always)]
    fn derivative_choice_of___referred(&self, (): ()) -> Whole {
        Whole
    }

    /// The same to be changed.
    #[inline(always)]
    fn __referred_mut(&mut self) -> &mut Self {
        self
    }

    /// The choice of it.
    #[allow(non_snake_case, reason = "it is made of the method's name")]
    #[inline(always)]
    fn derivative_choice_of___referred_mut(&self, (): ()) -> Whole {
        Whole
    }
}

impl<T: ?Sized> Referred for T {}

/// What has elements that may be changed one by one: lists, and options, which have one or none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list, and no option",
    label = "its items cannot be gone over by their positions",
    note = "loop over the items of a list, or over those of a list of lists or options"
)]
pub trait Elements {
    /// A list of them.
    type List: ?Sized;
    /// How the shadow's are found.
    type Elements;

    /// The elements.
    fn __elements_mut(&mut self) -> &mut Self::List;

    /// The choice of them.
    #[allow(non_snake_case, reason = "it is made of the method's name")]
    fn derivative_choice_of___elements_mut(&self, none: ()) -> Self::Elements;
}

macro_rules! lists {
    ($([$($params:tt)*] $list:ty),* $(,)?) => {$(
        impl<T, $($params)*> Elements for $list {
            type List = Self;
            type Elements = Whole;

            #[inline(always)]
            fn __elements_mut(&mut self) -> &mut Self {
                self
            }

            #[inline(always)]
            fn derivative_choice_of___elements_mut(&self, (): ()) -> Whole {
                Whole
            }
        }
    )*};
}

lists!([] [T], [const N: usize] [T; N], [] Vec<T>, [] VecDeque<T>);

impl<T> Elements for Option<T> {
    type List = [T];
    type Elements = OfOption;

    #[inline(always)]
    fn __elements_mut(&mut self) -> &mut [T] {
        self.as_mut_slice()
    }

    #[inline(always)]
    fn derivative_choice_of___elements_mut(&self, (): ()) -> OfOption {
        OfOption
    }
}

/// What an option holds, as a list.
pub struct OfOption;

impl<S, Idx> Choice<Option<S>, Idx> for OfOption {
    type Part = [S];

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s Option<S>, _: Idx) -> &'s [S] {
        shadow.as_slice()
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut Option<S>, _: Idx) -> &'s mut [S] {
        shadow.as_mut_slice()
    }
}

/// The part that is the whole.
pub struct Whole;

impl<S: ?Sized, Idx> Choice<S, Idx> for Whole {
    type Part = S;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s S, _: Idx) -> &'s S {
        shadow
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut S, _: Idx) -> &'s mut S {
        shadow
    }
}

/// A part that the projection of a user's type chose: what it chose by, and how to find it.
pub struct Chosen<S: ?Sized, P: ?Sized, C, R, U> {
    by: C,
    shared: R,
    unique: U,
    part: PhantomData<fn(&S) -> &P>,
}

/// At which index of a list an element of it is.
///
/// # Panics
///
/// If it is no element of the list.
#[inline]
pub fn position_of<T>(list: &[T], element: &T) -> usize {
    let [start, found] = [list.as_ptr(), ptr::from_ref(element)].map(<*const T>::addr);
    let at = found.wrapping_sub(start) / size_of::<T>().max(1);
    assert!(
        at < list.len() && ptr::eq(&list[at], element),
        "the reference that was returned is no element of the list"
    );
    at
}

/// The choice that `by` stands for; the functions find the part of a shadow by it.
#[inline(always)]
pub fn chosen<S: ?Sized, P: ?Sized, C, R, U>(by: C, shared: R, unique: U) -> Chosen<S, P, C, R, U>
where
    R: for<'s> Fn(&C, &'s S) -> &'s P,
    U: for<'s> Fn(&C, &'s mut S) -> &'s mut P,
{
    Chosen {
        by,
        shared,
        unique,
        part: PhantomData,
    }
}

impl<S: ?Sized, P: ?Sized, C, R, U, Idx> Choice<S, Idx> for Chosen<S, P, C, R, U>
where
    R: for<'s> Fn(&C, &'s S) -> &'s P,
    U: for<'s> Fn(&C, &'s mut S) -> &'s mut P,
{
    type Part = P;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s S, _: Idx) -> &'s P {
        (self.shared)(&self.by, shadow)
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut S, _: Idx) -> &'s mut P {
        (self.unique)(&self.by, shadow)
    }
}
