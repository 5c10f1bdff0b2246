//! What `gradient` gives where rustc decides which arguments are active.
//!
//! One entry for each active argument: bare for one, a tuple for several. Of an argument whose type is but a name,
//! the name does not say whether it has an entry; its type does, and then the tuple's type is worked out from
//! the types of all.
//!
//! ```text
//! fn total(side: Side, x: f64) -> f64       // `Side` derives nothing
//!
//! total::gradient(side, x): <(Entry<(), false>, Entry<f64, true>) as Entries>::Type, which is f64
//! ```

/// What an argument has in a gradient, and whether it has anything.
#[derive(Debug)]
pub struct Entry<T, const ACTIVE: bool>(pub T);

/// The entries of all arguments, one after the other.
pub trait Entries {
    /// What users see.
    type Type;

    /// Those that there are.
    fn given(self) -> Self::Type;
}

/// Puts an entry before others, if there is one.
pub trait Before<Rest> {
    /// All of them, as a tuple.
    type All;

    /// Puts it there.
    fn before(self, rest: Rest) -> Self::All;
}

impl<T, Rest> Before<Rest> for Entry<T, false> {
    type All = Rest;

    #[inline(always)]
    fn before(self, rest: Rest) -> Rest {
        rest
    }
}

/// A tuple as it is, and with one place more.
macro_rules! tuples {
    ($($T:ident $i:tt $($others:ident $j:tt)*;)*) => {$(
        impl<$T, $($others),*> Before<($($others,)*)> for Entry<$T, true> {
            type All = ($T, $($others),*);

            #[inline(always)]
            #[allow(non_snake_case)]
            fn before(self, ($($others,)*): ($($others,)*)) -> Self::All {
                (self.0, $($others),*)
            }
        }
    )*};
}

for_tuples!(tuples);

/// One entry stands for itself.
impl<A> Entries for (A,) {
    type Type = A;

    #[inline(always)]
    fn given(self) -> A {
        self.0
    }
}

macro_rules! several {
    ($($($each:ident $i:tt)*;)*) => {$(
        impl<$($each),*> Entries for ($($each),*) {
            type Type = Self;

            #[inline(always)]
            fn given(self) -> Self {
                self
            }
        }
    )*};
}

several! { ; }
for_longer_tuples!(several);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_active_arguments_have_entries() {
        let (side, x, y) = (
            || Entry::<(), false>(()),
            || Entry::<f64, true>(2.0),
            || Entry::<u8, true>(3),
        );
        let one: f64 = side().before(x().before(())).given();
        assert_eq!(one, 2.0);
        let two: (f64, u8) = x().before(side().before(y().before(()))).given();
        assert_eq!(two, (2.0, 3));
    }
}
