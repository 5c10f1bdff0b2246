//! Operators that are called by their methods' names, beside methods of the same names.

use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[differentiable]
impl V {
    fn start() -> V {
        V { x: 0.0, y: 1.0 }
    }
}

#[differentiable]
impl Add for V {
    type Output = V;

    fn add(self, other: V) -> V {
        V {
            x: self.x + other.x,
            y: self.y * other.y,
        }
    }
}

#[differentiable]
impl Mul<f64> for V {
    type Output = V;

    fn mul(self, factor: f64) -> V {
        V {
            x: self.x * factor,
            y: self.y * factor,
        }
    }
}

#[differentiable]
impl Neg for V {
    type Output = V;

    fn neg(self) -> V {
        V {
            x: -self.x,
            y: -self.y * 2.0,
        }
    }
}

#[differentiable]
fn of_vectors(v: &[f64]) -> f64 {
    let (a, b) = (V { x: v[0], y: v[1] }, V { x: v[1], y: v[2] });
    let c = a.add(b).mul(v[0]).neg();
    let d = V::add(c, Add::add(b, V::neg(a)));
    let all = [a, b, c, d].into_iter().map(Neg::neg);
    let total = all.fold(V::start(), V::add);
    total.x * total.y + c.x
}

#[differentiable]
fn of_floats(v: &[f64]) -> f64 {
    v[0].mul(v[1]).add(2.0).neg().sub(v[2].sin()) + v.iter().map(|x| x.mul(v[0])).sum::<f64>()
}

#[differentiable]
fn of_reals<T: Real>(a: T, b: T) -> T {
    T::add(a.mul(b), T::mul(a, a)).sub(b)
}

#[differentiable]
fn of_what_has_them<T>(a: T, b: T) -> T
where
    T: Differentiable + Copy + Add<Output = T> + Mul<Output = T>,
{
    T::add(a.mul(b), a)
}

#[differentiable]
fn generic(v: &[f64]) -> f64 {
    of_reals(v[0], v[1].sin()) * of_what_has_them(v[1], v[2])
}

#[differentiable]
fn same(v: &[f64]) -> f64 {
    let squares = v.iter().map(|x| x * x).map(std::convert::identity);
    squares.sum::<f64>() * core::convert::identity(v[0])
}

#[test]
fn operators_by_their_names() {
    for v in [[1.0, 2.0, 3.0], [0.5, -1.5, 0.2]] {
        assert_grad(of_vectors, &v, &of_vectors::gradient(&v));
        assert_grad(of_floats, &v, &of_floats::gradient(&v));
        assert_grad(generic, &v, &generic::gradient(&v));
        assert_grad(same, &v, &same::gradient(&v));
    }
}

/// Where a method of this name changes what it is called on.
#[derive(Clone, Copy, Differentiable)]
struct Mean {
    sum: f64,
    count: f64,
}

#[differentiable]
impl Mean {
    fn add(&mut self, x: f64) {
        self.sum += x * x;
        self.count += 1.0;
    }
}

/// What has another method of the operator's name.
#[derive(Clone, Copy, Differentiable)]
struct Product(f64);

#[differentiable]
impl Product {
    fn add(self, other: Product) -> Product {
        Product(self.0 * other.0)
    }
}

#[differentiable]
impl Add for Product {
    type Output = Product;

    fn add(self, other: Product) -> Product {
        Product(self.0 + other.0)
    }
}

#[differentiable]
fn by_own_methods(v: &[f64]) -> f64 {
    let mut mean = Mean {
        sum: 0.0,
        count: 0.0,
    };
    for x in v {
        mean.add(*x);
    }
    let (a, b) = (Product(v[0]), Product(v[1]));
    mean.sum / mean.count + a.add(b).0 + Product::add(a, b).0 * (a + b).0
}

mod without_the_trait {
    use super::{Product, V};
    use pullback::differentiable;

    #[differentiable]
    pub trait Ring {
        fn add(self, other: Self) -> Self;
        fn mul(&self, other: Self) -> Self;
    }

    #[differentiable]
    impl Ring for f64 {
        fn add(self, other: f64) -> f64 {
            3.0 * self + other * other
        }

        fn mul(&self, other: f64) -> f64 {
            self * self + other
        }
    }

    #[differentiable]
    impl Ring for V {
        fn add(self, other: V) -> V {
            V {
                x: self.x * other.y,
                y: self.y,
            }
        }

        fn mul(&self, other: V) -> V {
            V {
                x: self.x * other.x,
                y: self.y,
            }
        }
    }

    #[differentiable]
    pub fn by_own_trait(v: &[f64]) -> f64 {
        let (a, b) = (V { x: v[0], y: v[1] }, V { x: v[1], y: v[2] });
        v[0].add(v[1]).mul(v[2]) + a.add(b).mul(b).x + (Product(v[0]) + Product(v[2])).0
    }
}

#[test]
fn methods_of_the_same_names() {
    let by_own_trait = without_the_trait::by_own_trait;
    for v in [[1.0, 2.0, 3.0], [0.5, -1.5, 0.2]] {
        assert_grad(by_own_methods, &v, &by_own_methods::gradient(&v));
        let gradient = without_the_trait::by_own_trait::gradient(&v);
        assert_grad(by_own_trait, &v, &gradient);
    }
}
