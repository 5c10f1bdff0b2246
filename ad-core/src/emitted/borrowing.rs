//! Structs that borrow, as residuals hold them.
//!
//! A struct of references must not go into a residual, which outlives what they
//! refer to. The residual holds a copy of what they refer to, and the reverse sweep has the copy lend
//! such a value again. The derive gives both to structs that have lifetimes; what stands for a type parameter of theirs must
//! borrow nothing.
//!
//! ```text
//! let view = View::new(x, 3);               // View<'_> { data: &[f64], cols: usize }
//!
//! let kept = (&&Hold::of(view)).__hold();    // forward: __ViewHeld { data: HeldMany<f64>, cols: … }
//! let view = (&&Opened(kept)).__open();      // reverse: View<'_>
//! ```

use super::borrowed::{Hold, Opened, Recall};
use crate::Differentiable;
use crate::copying::Uncopied;

/// Of its values a copy can be held that borrows nothing.
pub trait Borrowing {
    /// The copy.
    type Held: Lend;

    /// Copies what is referred to. Where there is no copy, that is an error of whoever asks.
    fn held<Asked: Uncopied>(&self) -> Self::Held;
}

/// A copy of a value that borrows.
pub trait Lend {
    /// Such a value.
    type Lent<'r>
    where
        Self: 'r;

    /// The value, which borrows from the copy now.
    fn lend(&self) -> Self::Lent<'_>;
}

/// Whose values a residual must not hold as they are: there is a reference in them.
pub trait HasReferences: Borrowing {}

/// A part that borrows nothing.
pub struct Owned<T>(T);

impl<T: Clone> Owned<T> {
    /// A copy of it.
    #[inline]
    pub fn of(part: &T) -> Self {
        Owned(part.clone())
    }
}

impl<T> Owned<T> {
    /// A part that was copied.
    #[inline(always)]
    pub fn made(part: T) -> Self {
        Owned(part)
    }

    /// The part.
    #[inline(always)]
    pub fn get(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> Lend for Owned<T> {
    type Lent<'r>
        = T
    where
        T: 'r;

    #[inline]
    fn lend(&self) -> T {
        self.0.clone()
    }
}

/// A copy of what one reference refers to. Its type asks for nothing, so that structs can name it.
pub struct HeldOne<T>(T);

/// Copies of what a reference to a slice refers to.
pub struct HeldMany<T>(Vec<T>);

impl<T> HeldOne<T> {
    /// What was copied.
    #[inline(always)]
    pub fn made(copy: T) -> Self {
        HeldOne(copy)
    }
}

impl<T> HeldMany<T> {
    /// What was copied.
    #[inline(always)]
    pub fn made(copies: Vec<T>) -> Self {
        HeldMany(copies)
    }
}

impl<T: Differentiable> HeldOne<T> {
    pub(super) fn of_parts(value: &T) -> Self {
        HeldOne(value.primal_copied::<()>())
    }
}

impl<T: Differentiable> HeldMany<T> {
    pub(super) fn of_parts(values: &[T]) -> Self {
        HeldMany(values.iter().map(T::primal_copied::<()>).collect())
    }
}

/// A reference to what can be copied.
pub trait HoldBehind {
    /// The copy.
    type Copy;

    /// Copies what is referred to.
    fn copy(&self) -> Self::Copy;
}

impl<T: Clone> HoldBehind for &T {
    type Copy = HeldOne<T>;

    #[inline]
    fn copy(&self) -> HeldOne<T> {
        HeldOne((*self).clone())
    }
}

impl<T: Clone> HoldBehind for &[T] {
    type Copy = HeldMany<T>;

    #[inline]
    fn copy(&self) -> HeldMany<T> {
        HeldMany(self.to_vec())
    }
}

/// A copy of a text.
pub struct HeldText(String);

impl HoldBehind for &str {
    type Copy = HeldText;

    #[inline]
    fn copy(&self) -> HeldText {
        HeldText((*self).to_owned())
    }
}

impl Lend for HeldText {
    type Lent<'r> = &'r str;

    #[inline(always)]
    fn lend(&self) -> &str {
        &self.0
    }
}

/// What borrows nothing, beside a reference.
macro_rules! beside {
    ($($ty:ty)*) => {$(
        impl HoldBehind for $ty {
            type Copy = Owned<$ty>;

            #[inline]
            fn copy(&self) -> Owned<$ty> {
                Owned::of(self)
            }
        }
    )*};
}

beside!(f64 f32 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char String);

impl<T> Lend for HeldOne<T> {
    type Lent<'r>
        = &'r T
    where
        T: 'r;

    #[inline(always)]
    fn lend(&self) -> &T {
        &self.0
    }
}

impl<T> Lend for HeldMany<T> {
    type Lent<'r>
        = &'r [T]
    where
        T: 'r;

    #[inline(always)]
    fn lend(&self) -> &[T] {
        &self.0
    }
}

/// Found for values with references in them.
pub trait HoldBorrowing {
    /// What the residual holds.
    type Held;

    /// A copy of what is referred to.
    fn __hold(&self) -> Self::Held;
}

impl<X: HasReferences> HoldBorrowing for &&Hold<X> {
    type Held = X::Held;

    #[inline]
    fn __hold(&self) -> X::Held {
        self.take().held::<()>()
    }
}

/// What a residual holds of a value with references in it.
pub trait LendWhole: Lend {}

/// Found for what had references in it.
pub trait OpenBorrowing<'r> {
    /// What it lends.
    type Lent;

    /// The value again.
    fn __open(&self) -> Self::Lent;
}

impl<'r, H: LendWhole> OpenBorrowing<'r> for &&Opened<'r, H> {
    type Lent = H::Lent<'r>;

    #[inline]
    fn __open(&self) -> H::Lent<'r> {
        self.0.lend()
    }
}

/// Copies of what several values refer to.
pub struct HeldEach<C>(pub(super) C);

macro_rules! containers {
    ($([$($N:ident)?] $Of:ident: |$this:ident, $f:ident| $map:expr;)*) => {$(
        impl<X: Borrowing $(, const $N: usize)?> Borrowing for $Of<X $(, $N)?> {
            type Held = HeldEach<$Of<X::Held $(, $N)?>>;

            #[inline]
            fn held<Asked: Uncopied>(&self) -> Self::Held {
                let ($this, $f) = (self, X::held::<Asked>);
                HeldEach($map)
            }
        }

        impl<X: HasReferences $(, const $N: usize)?> HasReferences for $Of<X $(, $N)?> {}

        impl<X: HoldBehind $(, const $N: usize)?> HoldBehind for $Of<X $(, $N)?> {
            type Copy = HeldEach<$Of<X::Copy $(, $N)?>>;

            #[inline]
            fn copy(&self) -> Self::Copy {
                let ($this, $f) = (self, X::copy);
                HeldEach($map)
            }
        }

        impl<H: Lend $(, const $N: usize)?> Lend for HeldEach<$Of<H $(, $N)?>> {
            type Lent<'r>
                = $Of<H::Lent<'r> $(, $N)?>
            where
                H: 'r;

            #[inline]
            fn lend(&self) -> Self::Lent<'_> {
                let ($this, $f) = (&self.0, H::lend);
                $map
            }
        }

        impl<H: LendWhole $(, const $N: usize)?> LendWhole for HeldEach<$Of<H $(, $N)?>> {}

        impl<H: LendWhole $(, const $N: usize)?> Recall for HeldEach<$Of<H $(, $N)?>> {
            type Recalled<'r>
                = $Of<H::Lent<'r> $(, $N)?>
            where
                H: 'r;

            #[inline]
            fn recalled(&self) -> Self::Recalled<'_> {
                self.lend()
            }
        }
    )*};
}

type Array<X, const N: usize> = [X; N];

containers! {
    [] Option: |this, f| this.as_ref().map(f);
    [] Vec: |this, f| this.iter().map(f).collect();
    [N] Array: |this, f| this.each_ref().map(f);
}

macro_rules! tuples {
    ($($($X:ident $i:tt)+;)*) => {$(
        impl<$($X: HoldBehind),+> HoldBehind for ($($X,)+) {
            type Copy = HeldEach<($($X::Copy,)+)>;

            #[inline]
            fn copy(&self) -> Self::Copy {
                HeldEach(($(self.$i.copy(),)+))
            }
        }

        impl<$($X: Lend),+> Lend for HeldEach<($($X,)+)> {
            type Lent<'r>
                = ($($X::Lent<'r>,)+)
            where
                Self: 'r;

            #[inline]
            fn lend(&self) -> Self::Lent<'_> {
                ($(self.0.$i.lend(),)+)
            }
        }

        impl<$($X: Lend),+> LendWhole for HeldEach<($($X,)+)> {}

        impl<$($X: Lend),+> Recall for HeldEach<($($X,)+)> {
            type Recalled<'r>
                = ($($X::Lent<'r>,)+)
            where
                Self: 'r;

            #[inline]
            fn recalled(&self) -> Self::Recalled<'_> {
                self.lend()
            }
        }
    )*};
}

tuples! {
    A 0 B 1;
    A 0 B 1 C 2;
}
