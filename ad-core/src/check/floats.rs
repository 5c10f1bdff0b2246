//! The floats inside a value, seen as one list.

use std::ops::Range;

/// Owned data whose floats a [`Check`](super::Check) can read and vary.
///
/// Implemented for `f64`, `f32`, arrays, `Vec`, `Option`, `Box`, `Range` and tuples of what has floats, and for
/// the standard types that have none.
pub trait Floats {
    /// The machine precision of the coarsest float inside, 0 where there is none.
    const EPSILON: f64;

    /// Visits every float in order; what `visit` leaves behind is written back.
    fn visit(&mut self, visit: &mut dyn FnMut(&mut f64));
}

/// All floats of a value.
pub(super) fn flattened(mut value: impl Floats) -> Vec<f64> {
    let mut floats = Vec::new();
    value.visit(&mut |float| floats.push(*float));
    floats
}

/// The value with its floats replaced.
pub(super) fn filled<F: Floats>(mut value: F, floats: &[f64]) -> F {
    let mut floats = floats.iter();
    value.visit(&mut |float| {
        if let Some(new) = floats.next() {
            *float = *new;
        }
    });
    value
}

impl Floats for f64 {
    const EPSILON: f64 = f64::EPSILON;

    fn visit(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        visit(self);
    }
}

impl Floats for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;

    fn visit(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        let mut wide = f64::from(*self);
        visit(&mut wide);
        *self = wide as f32;
    }
}

macro_rules! without_floats {
    ($($ty:ty)*) => {$(
        impl Floats for $ty {
            const EPSILON: f64 = 0.0;

            fn visit(&mut self, _: &mut dyn FnMut(&mut f64)) {}
        }
    )*};
}

without_floats!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char String &str);

macro_rules! sequences {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Floats for $ty {
            const EPSILON: f64 = T::EPSILON;

            fn visit(&mut self, visit: &mut dyn FnMut(&mut f64)) {
                self.iter_mut().for_each(|item| item.visit(visit));
            }
        }
    )*};
}

sequences! {
    [T: Floats, const N: usize] [T; N];
    [T: Floats] Vec<T>;
    [T: Floats] Option<T>;
}

impl<T: Floats> Floats for Box<T> {
    const EPSILON: f64 = T::EPSILON;

    fn visit(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        (**self).visit(visit);
    }
}

impl<T: Floats> Floats for Range<T> {
    const EPSILON: f64 = T::EPSILON;

    fn visit(&mut self, visit: &mut dyn FnMut(&mut f64)) {
        self.start.visit(visit);
        self.end.visit(visit);
    }
}

macro_rules! tuples {
    ($($($name:ident $i:tt)*;)*) => {$(
        impl<$($name: Floats),*> Floats for ($($name,)*) {
            const EPSILON: f64 = {
                #[allow(unused_mut, reason = "the empty tuple has none")]
                let mut coarsest = 0.0;
                $(if $name::EPSILON > coarsest { coarsest = $name::EPSILON; })*
                coarsest
            };

            #[allow(non_snake_case, unused_variables, reason = "fields are named by their types")]
            fn visit(&mut self, visit: &mut dyn FnMut(&mut f64)) {
                let ($($name,)*) = self;
                $($name.visit(visit);)*
            }
        }
    )*};
}

tuples! { ; }
for_tuples!(tuples);
