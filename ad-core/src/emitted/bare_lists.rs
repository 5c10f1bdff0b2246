//! Methods of lists whose items carry no derivative and are not differentiable: enums of bare variants.
//!
//! The rules of vectors and slices ask for items that are differentiable. A list of others has a shadow too, a `Vec<()>`
//! for a `Vec<Kind>`, so that places in it are found in both; nothing is ever in it. What such a method does is undone for
//! a caller that reads the list again, by a copy of what it took out.
//!
//! ```text
//! self.modes.push(kind);                            // the user's, `modes: Vec<Mode>`
//!
//! let arguments = (kind,);
//! let (value, pullback) = (*(&&&&&ProbeList::of(&mut self.modes)).__ruled_list())
//!     .derivative_rule_of_push(keep, arguments);
//! ```
//!
//! Method resolution chooses, by the number of references that each trait is implemented for.

use super::{Mixed, Zeros};
use crate::differentiable::{Asked, AskedForSize};
use crate::keep::Keep;
use crate::{Accumulate, Differentiable};
use std::cell::Cell;
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::ops::Deref;

/// A list that a method changes, whose type is asked about.
pub struct ProbeList<'x, L: ?Sized>(Cell<Option<&'x mut L>>);

impl<'x, L: ?Sized> ProbeList<'x, L> {
    /// What is at a place.
    #[inline(always)]
    pub fn of(place: &'x mut L) -> Self {
        ProbeList(Cell::new(Some(place)))
    }

    #[inline(always)]
    fn taken(&self) -> &'x mut L {
        self.0.take().expect("it is asked once")
    }
}

/// What a rule is called on: found where the type is differentiable.
pub trait RuledList<'x, L: ?Sized> {
    /// The list.
    fn __ruled_list(&self) -> &'x mut L;
}

impl<'x, L: Differentiable + ?Sized> RuledList<'x, L> for &&&&ProbeList<'x, L> {
    #[inline(always)]
    fn __ruled_list(&self) -> &'x mut L {
        self.taken()
    }
}

/// Found for vectors of tuples a part of which is not differentiable, which `Way` tells.
pub trait MixedList<'x, Way, L: ?Sized> {
    /// What has the rules of such lists, behind what is read through as the list's reference is.
    fn __ruled_list(&self) -> StandsInMixed<'x, Way, L>;
}

impl<'x, Way, T: Mixed<Way>> MixedList<'x, Way, Vec<T>> for &&&ProbeList<'x, Vec<T>> {
    #[inline(always)]
    fn __ruled_list(&self) -> StandsInMixed<'x, Way, Vec<T>> {
        StandsInMixed(OfMixedList(
            OfBareList(Cell::new(Some(self.taken()))),
            PhantomData,
        ))
    }
}

/// What stands for such a list.
pub struct StandsInMixed<'x, Way, L: ?Sized>(OfMixedList<'x, Way, L>);

impl<'x, Way, L: ?Sized> Deref for StandsInMixed<'x, Way, L> {
    type Target = OfMixedList<'x, Way, L>;

    #[inline(always)]
    fn deref(&self) -> &OfMixedList<'x, Way, L> {
        &self.0
    }
}

/// A list of such tuples, with the rule of its `push`.
pub struct OfMixedList<'x, Way, L: ?Sized>(OfBareList<'x, L>, PhantomData<Way>);

/// The shadow of a tuple with a hole.
type ShadowOf<Way, T> = <<T as Mixed<Way>>::Shape as Zeros>::Shadow;

impl<Way, T: Mixed<Way>> OfMixedList<'_, Way, Vec<T>> {
    /// What is pushed has the cotangent of what is there in the end.
    #[inline]
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    pub fn derivative_rule_of_push<K: Keep>(
        &self,
        keep: K,
        (item,): (T,),
    ) -> (
        (),
        impl Fn(
            (),
            (&mut Vec<T>, T::Again),
            (
                Option<&mut Vec<ShadowOf<Way, T>>>,
                Option<&ShadowOf<Way, T>>,
            ),
        ) + use<Way, K, T>,
    ) {
        let list = self.0.taken();
        let at = list.len();
        list.push(item);
        ((), move |(), (list, _), (d_list, d_item)| {
            if keep.wanted() {
                list.truncate(at);
            }
            let d = d_list.and_then(Vec::pop);
            if let (Some(d), Some(d_item)) = (d, d_item) {
                d_item.accumulate(&d);
            }
        })
    }
}

/// Lists and options.
pub trait List {
    /// Whether a float finds room in an item.
    const MAY_HOLD_FLOATS: bool;

    /// How many items there are.
    fn count(&self) -> usize;
}

/// Shadows of such, which are as long.
pub trait BareShadow {
    /// Makes it as long as that.
    fn resized(&mut self, len: usize);
}

macro_rules! lists {
    ($([$($params:tt)*] $list:ty, $shadow:ty, |$this:ident| $count:expr, |$of:ident, $len:ident| $resized:expr;)*) => {$(
        impl<T $($params)*> List for $list {
            const MAY_HOLD_FLOATS: bool = <Asked<T> as AskedForSize>::NEEDS_SHADOW;

            #[inline(always)]
            fn count(&self) -> usize {
                let $this = self;
                $count
            }
        }

        lists!(@shadow [$($params)*] $shadow, |$of, $len| $resized);
    )*};
    (@shadow [$(, $($params:tt)*)?] $shadow:ty, |$of:ident, $len:ident| $resized:expr) => {
        impl$(<$($params)*>)? BareShadow for $shadow {
            #[inline(always)]
            fn resized(&mut self, $len: usize) {
                let $of = self;
                $resized
            }
        }
    };
}

lists! {
    [] Vec<T>, Vec<()>, |list| list.len(), |shadow, len| shadow.resize(len, ());
    [] VecDeque<T>, VecDeque<()>, |list| list.len(), |shadow, len| shadow.resize(len, ());
    [, const N: usize] [T; N], [(); N], |_list| N, |_shadow, _len| ();
    [] Option<T>, (), |_option| 0, |_shadow, _len| ();
}

/// Found for lists of what is not differentiable and has the `Eq` that no float has. Who writes it by hand is told where a float
/// is read (`constant.rs`).
pub trait ListWithEq<'x, L: ?Sized> {
    /// What has the rules of such lists, behind what is read through as the list's reference is.
    fn __ruled_list(&self) -> StandsInList<'x, L>;
}

impl<'x, L: List + Eq + ?Sized> ListWithEq<'x, L> for &&ProbeList<'x, L> {
    #[inline(always)]
    fn __ruled_list(&self) -> StandsInList<'x, L> {
        StandsInList(OfBareList(Cell::new(Some(self.taken()))))
    }
}

/// Found for lists of what has not.
pub trait BareList<'x, L: ?Sized> {
    /// The same, if there is no room for a float in an item.
    fn __ruled_list(&self) -> StandsInList<'x, L>;
}

impl<'x, L: List + ?Sized> BareList<'x, L> for &ProbeList<'x, L> {
    #[inline(always)]
    fn __ruled_list(&self) -> StandsInList<'x, L> {
        const {
            assert!(
                !L::MAY_HOLD_FLOATS,
                "derive `Differentiable` for the type of the items of this list, in which a float finds room"
            )
        };
        StandsInList(OfBareList(Cell::new(Some(self.taken()))))
    }
}

/// Found for anything else, which may have a rule though its type is not differentiable.
pub trait OtherList<'x, L: ?Sized> {
    /// It itself.
    fn __ruled_list(&self) -> &'x mut L;
}

impl<'x, L: ?Sized> OtherList<'x, L> for ProbeList<'x, L> {
    #[inline(always)]
    fn __ruled_list(&self) -> &'x mut L {
        self.taken()
    }
}

/// What stands for a list.
pub struct StandsInList<'x, L: ?Sized>(OfBareList<'x, L>);

impl<'x, L: ?Sized> Deref for StandsInList<'x, L> {
    type Target = OfBareList<'x, L>;

    #[inline(always)]
    fn deref(&self) -> &OfBareList<'x, L> {
        &self.0
    }
}

/// A list whose items are not differentiable, with the rules of its methods.
pub struct OfBareList<'x, L: ?Sized>(Cell<Option<&'x mut L>>);

impl<'x, L: ?Sized> OfBareList<'x, L> {
    #[inline(always)]
    fn taken(&self) -> &'x mut L {
        self.0.take().expect("it is called once")
    }
}

/// The rules, each by what it remembers for a caller that reads the list again, what it does, and how that is undone.
macro_rules! rules {
    ($(
        [$T:ident: $Bound:path] $list:ty, $shadow:ty {$(
            fn $rule:ident($this:ident $(, $arg:ident: $ty:ty as $again:ty)*) -> $given:ty {
                $before:expr;
                $run:expr;
                |$again_list:ident, $old:ident| $undo:expr
            }
        )*}
    )*) => {$(
        impl<$T: $Bound> OfBareList<'_, $list> {$(
            #[doc = concat!("The `", stringify!($rule), "` of such a list.")]
            #[inline]
            #[track_caller]
            #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
            pub fn $rule<K: Keep>(&self, keep: K, ($($arg,)*): ($($ty,)*)) -> (
                $given,
                impl Fn((), (&mut $list, $($again,)*), (Option<&mut $shadow>, $(rules!(@sink $arg),)*)) + use<K, $T>,
            ) {
                let $this = self.taken();
                let (len, before) = ($this.count(), keep.wanted().then(|| $before));
                let value = $run;
                (value, move |(), ($again_list, $($arg,)*), (shadow, ..)| {
                    $(let _ = $arg;)*
                    if let Some($old) = &before {
                        $undo;
                    }
                    if let Some(shadow) = shadow {
                        shadow.resized(len);
                    }
                })
            }
        )*}
    )*};
    (@sink $arg:ident) => { Option<&()> };
}

/// Lists that are slices.
pub trait Slice: List {
    /// What is in it.
    type Item: Clone;
    /// The shadow, in which nothing is.
    type Shadow: BareShadow;

    /// The list as a slice.
    fn items(&mut self) -> &mut [Self::Item];
}

impl<T: Clone> Slice for Vec<T> {
    type Item = T;
    type Shadow = Vec<()>;

    #[inline(always)]
    fn items(&mut self) -> &mut [T] {
        self
    }
}

impl<T: Clone, const N: usize> Slice for [T; N] {
    type Item = T;
    type Shadow = [(); N];

    #[inline(always)]
    fn items(&mut self) -> &mut [T] {
        self
    }
}

rules! {
    [L: Slice] L, L::Shadow {
        fn derivative_rule_of_swap(list, i: usize as usize, j: usize as usize) -> () {
            (i, j);
            list.items().swap(i, j);
            |list, at| list.items().swap(at.0, at.1)
        }
        fn derivative_rule_of_reverse(list) -> () {
            ();
            list.items().reverse();
            |list, _old| list.items().reverse()
        }
        fn derivative_rule_of_fill(list, item: L::Item as ()) -> () {
            list.items().to_vec();
            list.items().fill(item);
            |list, old| list.items().clone_from_slice(old)
        }
    }
}

/// What changes the length of a vector or of a deque.
macro_rules! lengths {
    ($($list:ty, $shadow:ty;)*) => { rules! {$(
        [T: Clone] $list, $shadow {
            fn derivative_rule_of_insert(list, at: usize as usize, item: T as ()) -> () {
                at;
                list.insert(at, item);
                |list, at| drop(list.remove(*at))
            }
            fn derivative_rule_of_truncate(list, len: usize as usize) -> () {
                list.iter().skip(len).cloned().collect::<Vec<T>>();
                list.truncate(len);
                |list, old| list.extend(old.iter().cloned())
            }
            fn derivative_rule_of_clear(list) -> () {
                list.clone();
                list.clear();
                |list, old| list.clone_from(old)
            }
            fn derivative_rule_of_resize(list, len: usize as usize, item: T as ()) -> () {
                list.clone();
                list.resize(len, item);
                |list, old| list.clone_from(old)
            }
        }
    )*} };
}

lengths! {
    Vec<T>, Vec<()>;
    VecDeque<T>, VecDeque<()>;
}

rules! {
    [T: Clone] Vec<T>, Vec<()> {
        fn derivative_rule_of_push(list, item: T as ()) -> () {
            ();
            list.push(item);
            |list, _old| drop(list.pop())
        }
        fn derivative_rule_of_pop(list) -> Option<T> {
            list.last().cloned();
            list.pop();
            |list, old| list.extend(old.iter().cloned())
        }
        fn derivative_rule_of_remove(list, at: usize as usize) -> T {
            (at, list[at].clone());
            list.remove(at);
            |list, old| list.insert(old.0, old.1.clone())
        }
        fn derivative_rule_of_swap_remove(list, at: usize as usize) -> T {
            list.clone();
            list.swap_remove(at);
            |list, old| list.clone_from(old)
        }
    }
    [T: Clone] Option<T>, () {
        fn derivative_rule_of_take(option) -> Option<T> {
            option.clone();
            option.take();
            |option, old| option.clone_from(old)
        }
        fn derivative_rule_of_replace(option, item: T as ()) -> Option<T> {
            option.clone();
            option.replace(item);
            |option, old| option.clone_from(old)
        }
    }
    [T: Clone] VecDeque<T>, VecDeque<()> {
        fn derivative_rule_of_push_back(list, item: T as ()) -> () {
            ();
            list.push_back(item);
            |list, _old| drop(list.pop_back())
        }
        fn derivative_rule_of_push_front(list, item: T as ()) -> () {
            ();
            list.push_front(item);
            |list, _old| drop(list.pop_front())
        }
        fn derivative_rule_of_pop_back(list) -> Option<T> {
            list.back().cloned();
            list.pop_back();
            |list, old| list.extend(old.iter().cloned())
        }
        fn derivative_rule_of_pop_front(list) -> Option<T> {
            list.front().cloned();
            list.pop_front();
            |list, old| old.iter().cloned().for_each(|item| list.push_front(item))
        }
    }
}

#[cfg(test)]
// Emitted code borrows as often as there are traits to choose among.
#[allow(clippy::needless_borrow)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    enum Mode {
        On,
        Off,
    }

    #[test]
    fn what_is_done_is_undone() {
        let mut modes = vec![Mode::On, Mode::Off];
        let list = (&&&&&ProbeList::of(&mut modes)).__ruled_list();
        let ((), pushed) = (*list).derivative_rule_of_push(true, (Mode::On,));
        let list = (&&&&&ProbeList::of(&mut modes)).__ruled_list();
        let ((), swapped) = (*list).derivative_rule_of_swap(true, (0, 1));
        assert_eq!(modes, [Mode::Off, Mode::On, Mode::On]);
        swapped((), (&mut modes, 0, 1), (None, None, None));
        pushed((), (&mut modes, ()), (None, None));
        assert_eq!(modes, [Mode::On, Mode::Off]);
    }

    #[test]
    fn lists_of_what_is_differentiable_are_themselves() {
        let mut numbers = vec![1.0, 2.0];
        let list: &mut Vec<f64> = (&&&&&ProbeList::of(&mut numbers)).__ruled_list();
        list.push(3.0);
    }
}
