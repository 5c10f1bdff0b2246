use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Polar {
    r: f64,
    theta: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Cart {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<Polar> for Cart {
    fn from(p: Polar) -> Self {
        Cart {
            x: p.r * p.theta.cos(),
            y: p.r * p.theta.sin(),
        }
    }
}

#[differentiable]
impl From<(f64, f64)> for Polar {
    fn from((r, theta): (f64, f64)) -> Self {
        Polar { r, theta }
    }
}

/// one type from several others, by value and by reference
#[derive(Clone, Debug, Differentiable)]
struct Signal(Vec<f64>);

#[differentiable]
impl From<Vec<f64>> for Signal {
    fn from(v: Vec<f64>) -> Self {
        Signal(v)
    }
}

#[differentiable]
impl From<Cart> for Signal {
    fn from(c: Cart) -> Self {
        Signal(vec![c.x, c.y])
    }
}

#[differentiable]
impl From<Energy> for f64 {
    fn from(e: Energy) -> f64 {
        e.0 * 2.0
    }
}

/// by value above, and by reference
#[differentiable]
impl<'a> From<&'a Signal> for Cart {
    fn from(s: &'a Signal) -> Self {
        Cart {
            x: s.0[0],
            y: s.0[1].sin(),
        }
    }
}

#[differentiable]
impl From<&Signal> for Energy {
    fn from(s: &Signal) -> Self {
        Energy(s.0[0] * s.0[1] * s.0[1])
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Energy(f64);

#[derive(Clone, Copy, Debug, Differentiable)]
struct Meters<T>(T);

#[differentiable]
impl<T: Differentiable> From<T> for Meters<T> {
    fn from(x: T) -> Self {
        Meters(x)
    }
}

#[differentiable]
fn area<S: Into<Signal> + Differentiable>(s: S) -> f64 {
    let s: Signal = s.into();
    s.0[0] * s.0[1]
}

#[differentiable]
fn scaled<T: Copy + From<f32> + std::ops::Mul<Output = T>>(x: T) -> T {
    x * x * T::from(2.5)
}

#[differentiable]
fn g(x: f64, y: f64) -> f64 {
    let s = Signal::from(vec![x, x * y]);
    let m: Meters<f64> = (x * y).into();
    let wide = f64::from((x * 3.0) as f32);
    area(s.clone())
        + area(Cart { x: y, y }) * m.0
        + scaled(x) * scaled(y as f32) as f64
        + wide * s.0[1]
}

#[differentiable]
fn round_trip(x: f64, y: f64) -> f64 {
    let s: Signal = Cart { x, y }.into();
    let t = Signal::from(s.0);
    let c = Cart::from(&t);
    let e: f64 = Energy(c.y).into();
    Energy::from(&t).0 * x + f64::from(Energy(c.x * c.y)) * e
}

#[test]
fn several_sources() {
    let (a, b) = g::gradient(0.8, 0.6);
    let h = 1e-3;
    assert!((a - (g(0.8 + h, 0.6) - g(0.8 - h, 0.6)) / (2.0 * h)).abs() < 1e-2);
    assert!((b - (g(0.8, 0.6 + h) - g(0.8, 0.6 - h)) / (2.0 * h)).abs() < 1e-2);
    let (a, b) = round_trip::gradient(0.8, 0.6);
    assert_grad(|v| round_trip(v[0], v[1]), &[0.8, 0.6], &[a, b]);
}

#[differentiable]
fn f(r: f64, theta: f64) -> f64 {
    let c = Cart::from(Polar { r, theta });
    let p: Polar = (c.x, c.y).into();
    let d: Cart = p.into();
    d.x * d.y + f64::from(3u8) * c.x
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.8, 0.6);
    assert_grad(|v| f(v[0], v[1]), &[0.8, 0.6], &[a, b]);
}
