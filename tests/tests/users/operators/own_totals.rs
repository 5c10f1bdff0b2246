use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::iter::{Product, Sum};
use std::ops::{Add, Mul};
type Scalar = f64;
#[derive(Clone, Copy, Debug, Differentiable)]
struct V {
    x: f64,
    y: f64,
}
#[differentiable]
impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}
#[differentiable]
impl Mul for V {
    type Output = V;
    fn mul(self, o: V) -> V {
        V {
            x: self.x * o.x - self.y * o.y,
            y: self.x * o.y + self.y * o.x,
        }
    }
}
#[differentiable]
impl Sum for V {
    fn sum<I: Iterator<Item = V>>(iter: I) -> V {
        let mut s = V { x: 0.0, y: 0.0 };
        for v in iter {
            s = s + v;
        }
        s
    }
}
#[differentiable]
impl Product<V> for V {
    fn product<I>(iter: I) -> Self
    where
        I: Iterator<Item = V>,
    {
        iter.fold(V { x: 1.0, y: 0.0 }, |a, b| a * b)
    }
}
#[differentiable]
impl Sum<f64> for V {
    fn sum<I: Iterator<Item = f64>>(mut iter: I) -> V {
        let mut s = V { x: 0.0, y: 1.0 };
        while let Some(v) = iter.next() {
            s.x += v;
            s.y *= v;
        }
        s
    }
}
#[differentiable]
fn total(ps: &[V]) -> V {
    ps.iter().copied().sum()
}
#[differentiable]
fn f(xs: &[f64]) -> f64 {
    let ps: Vec<V> = xs.iter().map(|&x| V { x, y: x * x }).collect();
    let a = total(&ps);
    let b: V = ps.iter().map(|p| *p * a).filter(|p| p.x > 0.3).product();
    let c = xs.iter().map(|x| x.sin()).sum::<V>();
    let d: Scalar = xs.iter().map(|x| x * x).sum();
    let e: Scalar = xs.iter().map(|x| x.cos()).filter(|c| *c > 0.0).product();
    let g = xs.iter().sum::<Scalar>();
    let mut s = 0.0;
    for k in 0..3 {
        s += (0..k).map(|i| ps[i]).sum::<V>().y;
    }
    a.x * b.y + b.x * c.x + c.y * d * e + g * s
}
#[test]
fn gradient_is_right() {
    for x in [[0.5, 0.7, -1.2, 2.1], [0.1, 0.0, 0.2, -2.0]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
