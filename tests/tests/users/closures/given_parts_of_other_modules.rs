use crate::check;
use pullback::differentiable;
#[differentiable]
fn apply32(xs: &[f32], f: impl Fn(&f32) -> f32) -> f32 {
    xs.iter().map(|x| f(x)).sum()
}
#[differentiable]
fn each(xs: &[f64], f: impl Fn(usize, &f64) -> f64) -> f64 {
    xs.iter().enumerate().map(|(i, x)| f(i, x)).sum()
}
#[differentiable]
fn count(xs: &[Vec<f64>], f: impl Fn(&Vec<f64>) -> f64) -> f64 {
    xs.iter().map(|x| f(x)).sum()
}
mod inner {
    use pullback::*;
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Angle(pub f64);
    #[differentiable]
    impl Angle {
        pub fn sin(&self) -> f64 {
            self.0.to_radians().sin()
        }
        pub fn cos(self) -> f64 {
            self.0.to_radians().cos()
        }
    }
    #[differentiable]
    pub fn sweep(n: usize, k: f64, f: impl Fn(Angle) -> f64) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += f(Angle(k * 10.0 * i as f64));
        }
        s
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let y: Vec<f32> = x.iter().map(|v| *v as f32).collect();
    let a = apply32(&y, |v| v.sqrt());
    let b = each(x, |i, v| v.exp() * i as f64 + v.powi(2));
    let c = count(&[x.to_vec(), vec![x[0]]], |r| {
        r.len() as f64 * r.iter().sum::<f64>()
    });
    let d = inner::sweep(4, x[0], |a| a.sin() * a.cos() * x[1]);
    b + c * d + if a > 100.0 { 1.0 } else { 0.0 }
}

#[test]
fn gradients_are_right() {
    let points = [&[0.45, 0.7, 1.2][..], &[1.1, 0.3, 0.6]];
    check(f, |v| f::gradient(v), &points);
}
