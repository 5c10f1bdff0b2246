//! Operator rules of a crate's own types, for concrete and for generic scalars, as emitted code
//! implements and calls them.

use ad_core::__private::{
    Accumulate, AddAssignRule, AddRule, ByRef, ByValue, Discard, Keep, MulRule, NegRule, Room, add,
    op_add, op_add_assign, op_mul, op_neg,
};
use ad_core::{Differentiable, Real};
use std::cell::Cell;
use std::fmt::Display;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Vec3<T = f64>([T; 3]);

struct Shadow<T>([Cell<T>; 3]);

impl<T: Real> Accumulate for Shadow<T> {
    fn accumulate(&self, from: &Self) {
        self.0.accumulate(&from.0);
    }

    fn clear(&self) {
        self.0.clear();
    }

    fn normalise(&self) {
        self.0.normalise();
    }
}

impl<T: Real> Differentiable for Vec3<T> {
    type Shadow = Shadow<T>;
    type Tangent = Vec3<T>;
    type Buffer = Vec3<T>;
    type Again = Vec3<T>;
    type Shape = ();
    type Lent<'b> = Box<Shadow<T>>;
    type Owned = Shadow<T>;

    fn primal_shape(&self) {}

    fn primal_again(&self) -> Self {
        *self
    }

    fn zero_shadow(&(): &()) -> Shadow<T> {
        Shadow([(); 3].map(|()| Cell::new(T::NEG_ZERO)))
    }

    fn tangent(shadow: &Shadow<T>) -> Vec3<T> {
        Vec3(shadow.0.each_ref().map(T::tangent))
    }

    fn shadow(tangent: Vec3<T>) -> Shadow<T> {
        Shadow(tangent.0.map(Cell::new))
    }

    fn owned_zeros(shape: &()) -> Shadow<T> {
        Self::zero_shadow(shape)
    }

    fn owned_shadow(tangent: Vec3<T>) -> Shadow<T> {
        Self::shadow(tangent)
    }

    fn zero_tangent(&self) -> Vec3<T> {
        Vec3([T::ZERO; 3])
    }

    fn check_buffer(&self, _: &Vec3<T>, _: impl Display + Copy) {}

    fn lend<'b>(&self, _: &'b mut Vec3<T>) -> Box<Shadow<T>>
    where
        Self: 'b,
    {
        Box::new(Self::zero_shadow(&()))
    }

    fn finish<'b>(_: Box<Shadow<T>>)
    where
        Self: 'b,
    {
    }

    fn buffer(tangent: &mut Vec3<T>) -> &mut Vec3<T> {
        tangent
    }
}

/// `v + w`, by value.
impl<T: Real> AddRule<Vec3<T>, (ByValue, ByValue)> for Vec3<T> {
    type Output = Vec3<T>;

    fn rule<K: Keep>(
        _: K,
        (v, w): (&Self, &Self),
    ) -> (
        Self,
        impl Fn(Shadow<T>, (&Self, &Self), (Option<&Shadow<T>>, Option<&Shadow<T>>)) + use<T, K>,
    ) {
        let pullback = |dy: Shadow<T>,
                        _: (&Self, &Self),
                        (dv, dw): (Option<&Shadow<T>>, Option<&Shadow<T>>)| {
            dv.into_iter().chain(dw).for_each(|to| to.accumulate(&dy));
        };
        let sum = std::array::from_fn(|i| v.0[i] + w.0[i]);
        (Vec3(sum), pullback)
    }
}

/// `v += &w`.
impl<T: Real> AddAssignRule<Vec3<T>, ByRef> for Vec3<T> {
    fn rule<K: Keep>(
        _: K,
        (v, w): (&mut Self, &Self),
    ) -> (
        (),
        impl Fn((), (&mut Self, &Self), (Option<&mut Shadow<T>>, Option<&Shadow<T>>)) + use<T, K>,
    ) {
        let old: K::Room<Self> = Room::make(|| *v);
        for i in 0..3 {
            v.0[i] += w.0[i];
        }
        let pullback =
            move |(): (),
                  (v, _): (&mut Self, &Self),
                  (dv, dw): (Option<&mut Shadow<T>>, Option<&Shadow<T>>)| {
                if let Some(&old) = Room::<Self>::get(&old) {
                    *v = old;
                }
                if let (Some(dv), Some(dw)) = (dv, dw) {
                    dw.accumulate(dv);
                }
            };
        ((), pullback)
    }
}

/// `-v`, by value.
impl NegRule<ByValue> for Vec3 {
    type Output = Vec3;

    fn rule<K: Keep>(
        _: K,
        (v,): (&Self,),
    ) -> (
        Self,
        impl Fn(Shadow<f64>, (&Self,), (Option<&Shadow<f64>>,)) + use<K>,
    ) {
        let pullback = |dy: Shadow<f64>, _: (&Self,), (dv,): (Option<&Shadow<f64>>,)| {
            if let Some(dv) = dv {
                (0..3).for_each(|i| add(&dv.0[i], -dy.0[i].get()));
            }
        };
        (Vec3(v.0.map(|x| -x)), pullback)
    }
}

fn scaled(factor: f64, v: &Vec3) -> Vec3 {
    Vec3(v.0.map(|x| factor * x))
}

fn scale_back(
    dy: &Shadow<f64>,
    (factor, v): (f64, &Vec3),
    (dfactor, dv): (Option<&Cell<f64>>, Option<&Shadow<f64>>),
) {
    for i in 0..3 {
        let dy = dy.0[i].get();
        dfactor.into_iter().for_each(|d| add(d, dy * v.0[i]));
        dv.into_iter().for_each(|d| add(&d.0[i], dy * factor));
    }
}

/// `factor * v`, by value.
impl MulRule<Vec3, (ByValue, ByValue)> for f64 {
    type Output = Vec3;

    fn rule<K: Keep>(
        _: K,
        (factor, v): (&f64, &Vec3),
    ) -> (
        Vec3,
        impl Fn(Shadow<f64>, (&f64, &Vec3), (Option<&Cell<f64>>, Option<&Shadow<f64>>)) + use<K>,
    ) {
        let pullback =
            |dy: Shadow<f64>,
             (factor, v): (&f64, &Vec3),
             shadows: (Option<&Cell<f64>>, Option<&Shadow<f64>>)| {
                scale_back(&dy, (*factor, v), shadows);
            };
        (scaled(*factor, v), pullback)
    }
}

/// `&v * factor`.
impl MulRule<f64, (ByRef, ByValue)> for Vec3 {
    type Output = Vec3;

    fn rule<K: Keep>(
        _: K,
        (v, factor): (&Vec3, &f64),
    ) -> (
        Vec3,
        impl Fn(Shadow<f64>, (&Vec3, &f64), (Option<&Shadow<f64>>, Option<&Cell<f64>>)) + use<K>,
    ) {
        let pullback =
            |dy: Shadow<f64>,
             (v, factor): (&Vec3, &f64),
             (dv, dfactor): (Option<&Shadow<f64>>, Option<&Cell<f64>>)| {
                scale_back(&dy, (*factor, v), (dfactor, dv));
            };
        (scaled(*factor, v), pullback)
    }
}

type Values = (ByValue, ByValue);

fn seed() -> Shadow<f64> {
    Vec3::shadow(Vec3([1.0, 10.0, 100.0]))
}

#[test]
fn a_literal_takes_its_type_from_the_rule() {
    let v = Vec3([1.0, 2.0, 3.0]);
    let (value, pullback) = op_mul::<Values, _, _, _>(Discard, (&2.0, &v));
    assert_eq!((value, size_of_val(&pullback)), (Vec3([2.0, 4.0, 6.0]), 0));
    let (dfactor, dv) = (Cell::new(-0.0), Vec3::zero_shadow(&()));
    pullback(seed(), (&2.0, &v), (Some(&dfactor), Some(&dv)));
    assert_eq!(dfactor.get(), 321.0);
    assert_eq!(Vec3::tangent(&dv), Vec3([2.0, 20.0, 200.0]));
}

#[test]
fn rules_of_the_two_sides_live_together() {
    let v = Vec3([1.0, 2.0, 3.0]);
    let (doubled, of_mul) = op_mul::<(ByRef, ByValue), _, _, _>(Discard, (&v, &2.0));
    let (negated, of_neg) = op_neg::<ByValue, _, _>(Discard, (&doubled,));
    assert_eq!(negated, Vec3([-2.0, -4.0, -6.0]));
    let (ddoubled, dv) = (Vec3::zero_shadow(&()), Vec3::zero_shadow(&()));
    of_neg(seed(), (&doubled,), (Some(&ddoubled),));
    of_mul(ddoubled, (&v, &2.0), (Some(&dv), None));
    assert_eq!(Vec3::tangent(&dv), Vec3([-2.0, -20.0, -200.0]));
}

/// `v + v + v`, the last one added in place.
fn thrice<T: Real>(v: Vec3<T>, keep: impl Keep) -> (Vec3<T>, Vec3<T>, Vec3<T>) {
    let (mut sum, of_add) = op_add::<Values, _, _, _>(keep, (&v, &v));
    let before = sum;
    let ((), of_assign) = op_add_assign::<ByRef, _, _, _>(keep, (&mut sum, &v));
    let value = sum;
    let (mut dsum, dv) = (Vec3::shadow(Vec3([T::ONE; 3])), Vec3::<T>::zero_shadow(&()));
    of_assign((), (&mut sum, &v), (Some(&mut dsum), Some(&dv)));
    assert_eq!(sum, if keep.wanted() { before } else { value });
    of_add(dsum, (&v, &v), (Some(&dv), Some(&dv)));
    (value, sum, Vec3::tangent(&dv))
}

#[test]
fn generic_scalars() {
    let (value, restored, gradient) = thrice(Vec3([1.0_f32, 2.0, 3.0]), true);
    assert_eq!(value, Vec3([3.0, 6.0, 9.0]));
    assert_eq!(restored, Vec3([2.0, 4.0, 6.0]));
    assert_eq!(gradient, Vec3([3.0; 3]));
    assert_eq!(thrice(Vec3([1.0_f64, 2.0, 3.0]), Discard).2, Vec3([3.0; 3]));
}
