//! Arguments, results and gradients seen as lists of numbers.

/// A value made of floats that can be read, changed and rebuilt one by one, in a fixed order.
///
/// Integers and the like have no coordinates: they carry no derivative.
pub trait Coordinates: Clone {
    /// What the library returns as the gradient with respect to such a value.
    type Tangent;
    /// The coarsest machine epsilon among the coordinates.
    const EPSILON: f64;

    /// Calls `each` with every coordinate.
    fn visit(&self, each: &mut dyn FnMut(f64));
    /// Replaces every coordinate by what `each` makes of it.
    fn map(&mut self, each: &mut dyn FnMut(f64) -> f64);
    /// A tangent of the same shape with coordinates from `next`.
    fn tangent(&self, next: &mut dyn FnMut() -> f64) -> Self::Tangent;
}

/// The coordinates of a value.
#[inline(never)]
pub fn flat<T: Coordinates>(value: &T) -> Vec<f64> {
    let mut all = Vec::new();
    value.visit(&mut |x| all.push(x));
    all
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Coordinates for $float {
            type Tangent = $float;
            const EPSILON: f64 = $float::EPSILON as f64;
            fn visit(&self, each: &mut dyn FnMut(f64)) {
                each(f64::from(*self));
            }
            fn map(&mut self, each: &mut dyn FnMut(f64) -> f64) {
                *self = each(f64::from(*self)) as $float;
            }
            fn tangent(&self, next: &mut dyn FnMut() -> f64) -> $float {
                next() as $float
            }
        }
    )*};
}
floats!(f64 f32);

macro_rules! inactive {
    ($($kind:ty)*) => {$(
        impl Coordinates for $kind {
            type Tangent = ();
            const EPSILON: f64 = 0.0;
            fn visit(&self, _: &mut dyn FnMut(f64)) {}
            fn map(&mut self, _: &mut dyn FnMut(f64) -> f64) {}
            fn tangent(&self, _: &mut dyn FnMut() -> f64) {}
        }
    )*};
}
inactive!(() bool char u8 u32 u64 usize i32 i64 isize String);

impl<T: Coordinates> Coordinates for Vec<T> {
    type Tangent = Vec<T::Tangent>;
    const EPSILON: f64 = T::EPSILON;
    fn visit(&self, each: &mut dyn FnMut(f64)) {
        self.iter().for_each(|x| x.visit(each));
    }
    fn map(&mut self, each: &mut dyn FnMut(f64) -> f64) {
        self.iter_mut().for_each(|x| x.map(each));
    }
    fn tangent(&self, next: &mut dyn FnMut() -> f64) -> Self::Tangent {
        self.iter().map(|x| x.tangent(next)).collect()
    }
}

impl<T: Coordinates, const N: usize> Coordinates for [T; N] {
    type Tangent = [T::Tangent; N];
    const EPSILON: f64 = T::EPSILON;
    fn visit(&self, each: &mut dyn FnMut(f64)) {
        self.iter().for_each(|x| x.visit(each));
    }
    fn map(&mut self, each: &mut dyn FnMut(f64) -> f64) {
        self.iter_mut().for_each(|x| x.map(each));
    }
    fn tangent(&self, next: &mut dyn FnMut() -> f64) -> Self::Tangent {
        std::array::from_fn(|i| self[i].tangent(next))
    }
}

const fn coarser(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

macro_rules! tuples {
    ($($($name:ident)+;)*) => {$(
        #[allow(non_snake_case)]
        impl<$($name: Coordinates),+> Coordinates for ($($name,)+) {
            type Tangent = ($($name::Tangent,)+);
            const EPSILON: f64 = {
                let coarsest = 0.0;
                $(let coarsest = coarser(coarsest, $name::EPSILON);)+
                coarsest
            };
            fn visit(&self, each: &mut dyn FnMut(f64)) {
                let ($($name,)+) = self;
                $($name.visit(each);)+
            }
            fn map(&mut self, each: &mut dyn FnMut(f64) -> f64) {
                let ($($name,)+) = self;
                $($name.map(each);)+
            }
            fn tangent(&self, next: &mut dyn FnMut() -> f64) -> Self::Tangent {
                let ($($name,)+) = self;
                ($($name.tangent(next),)+)
            }
        }
    )*};
}
tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
}
