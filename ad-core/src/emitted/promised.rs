//! What methods promise of their pullbacks, as types.
//!
//! Which method a receiver has only its type tells, so what a caller asks is answered by methods of these types, of
//! which the first that fits is found.
//!
//! ```text
//! promised(|| { let total = Total { sum: 0.0 }; total.only_adds_add(…) })      a constant; nothing runs
//! ```

/// A promise.
pub trait Promise {
    /// Whether it is made.
    const MADE: bool;
}

/// A promise that is made, or is not.
#[derive(Clone, Copy, Debug)]
pub struct Promised<const MADE: bool>;

impl<const MADE: bool> Promise for Promised<MADE> {
    const MADE: bool = MADE;
}

impl Promise for () {
    const MADE: bool = true;
}

impl<A: Promise, B: Promise> Promise for (A, B) {
    const MADE: bool = A::MADE && B::MADE;
}

/// Whether the promise is made that this would give. It is never called.
#[inline(always)]
pub fn promised<P: Promise>(_: impl FnOnce() -> P) -> bool {
    P::MADE
}

/// What `+=` and `-=` are called on.
#[derive(Clone, Copy, Debug)]
pub struct Summed<'x, T: ?Sized>(pub &'x T);

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Summed<'_, $number> {
            /// Their pullbacks leave the shadow of a number as it is, and read nothing of it.
            #[inline(always)]
            pub fn __only_adds(&self) -> Promised<true> {
                Promised
            }
        }
    )*};
}

numbers!(f64 f32 usize u64 u32 u16 u8 isize i64 i32 i16 i8);

/// Found where it is something else.
pub trait SummedOther {
    /// Nothing is known of it.
    #[inline(always)]
    fn __only_adds(&self) -> Promised<false> {
        Promised
    }
}

impl<T: ?Sized> SummedOther for &Summed<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_others() {
        assert!(promised(|| (Summed(&1.0_f64).__only_adds(), ())));
        assert!(!promised(|| (
            Summed(&1_u8).__only_adds(),
            (&Summed(&[1.0_f64])).__only_adds()
        )));
    }

    fn of_any<T>(x: &T) -> bool {
        promised(|| (&Summed(x)).__only_adds())
    }

    #[test]
    fn of_a_type_parameter_nothing_is_known() {
        assert!(!of_any(&1.0_f64));
    }
}
