//! Lists without derivative that a loop runs over by positions, as it does over others beside them.
//!
//! What a method without a rule gives, the compiler of derivatives does not see. It is taken for a list where one that
//! may carry a derivative is run over with it, and here it has to be one.
//!
//! ```text
//! for (a, b) in data.row(i).iter().zip(x)      let row = data.row(i);
//!                                              for k in 0..n { let a = &(&row).__elements()[k]; … }
//! for (a, b) in x.iter().zip(data.row(i))      … let b = (&row).__item(k); …
//! ```

use std::rc::Rc;
use std::sync::Arc;

/// What has its elements in a row.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list",
    label = "run over with a list whose elements may carry a derivative",
    note = "collect it into a `Vec` first"
)]
pub trait Positions {
    /// What it is a list of.
    type Element;
    /// All of it.
    fn elements(&self) -> &[Self::Element];
}

macro_rules! lists {
    ($([$($generics:tt)*] $list:ty;)*) => {$(
        impl<T, $($generics)*> Positions for $list {
            type Element = T;
            #[inline(always)]
            fn elements(&self) -> &[T] {
                self
            }
        }
    )*};
}

lists! {
    [] [T];
    [const N: usize] [T; N];
    [] Vec<T>;
}

macro_rules! pointers {
    ($($pointer:ty),*) => {
        $(impl<L: Positions + ?Sized> Positions for $pointer {
            type Element = L::Element;
            #[inline(always)]
            fn elements(&self) -> &[L::Element] {
                (**self).elements()
            }
        })*
    };
}

pointers!(&L, Box<L>, Rc<L>, Arc<L>);

/// A list that is iterated over as it stands: by reference, or by value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list",
    label = "run over with a list whose elements may carry a derivative",
    note = "collect it into a `Vec` first"
)]
pub trait ItemsBeside {
    /// What it gives.
    type Item<'a>
    where
        Self: 'a;
    /// How many there are.
    fn count(&self) -> usize;
    /// The one at a position.
    fn item(&self, position: usize) -> Self::Item<'_>;
}

impl<'s, L: Positions + ?Sized> ItemsBeside for &'s L {
    type Item<'a>
        = &'s L::Element
    where
        Self: 'a;
    #[inline(always)]
    fn count(&self) -> usize {
        self.elements().len()
    }
    #[inline(always)]
    fn item(&self, position: usize) -> &'s L::Element {
        let list: &'s L = self;
        &list.elements()[position]
    }
}

impl<T: Clone> ItemsBeside for Vec<T> {
    type Item<'a>
        = T
    where
        Self: 'a;
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn item(&self, position: usize) -> T {
        self[position].clone()
    }
}

impl<T: Clone, const N: usize> ItemsBeside for [T; N] {
    type Item<'a>
        = T
    where
        Self: 'a;
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn item(&self, position: usize) -> T {
        self[position].clone()
    }
}

/// The same as methods, which everything seems to have: what is no list is told so.
pub trait Beside {
    /// The elements.
    #[inline(always)]
    fn __elements(&self) -> &[Self::Element]
    where
        Self: Positions,
    {
        self.elements()
    }

    /// How many items there are.
    #[inline(always)]
    fn __count_of_items(&self) -> usize
    where
        Self: ItemsBeside,
    {
        self.count()
    }

    /// An item.
    #[inline(always)]
    fn __item(&self, position: usize) -> Self::Item<'_>
    where
        Self: ItemsBeside,
    {
        self.item(position)
    }
}

impl<T> Beside for T {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_those_of_the_iterator() {
        let (list, array) = (vec![1.0, 2.0], [3u8, 4]);
        let slice: &[f64] = &list;
        let by_reference: &f64 = (&slice).__item(1);
        let behind_vec: &f64 = (&&list).__item(0);
        let (by_value, of_array): (f64, u8) = (list.__item(1), array.__item(0));
        assert_eq!(
            (*by_reference, *behind_vec, by_value, of_array),
            (2.0, 1.0, 2.0, 3)
        );
        assert_eq!((&slice).__elements(), [1.0, 2.0]);
        assert_eq!(Rc::new(list).__elements().len(), 2);
    }
}
