use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Affine {
    a: f64,
    b: f64,
}

#[differentiable]
impl Affine {
    fn apply(&self, x: f64) -> f64 {
        self.a * x + self.b
    }
    fn then(self, next: Affine) -> Affine {
        Affine {
            a: next.a * self.a,
            b: next.apply(self.b),
        }
    }
    fn pow(self, n: usize) -> Affine {
        let mut out = Affine { a: 1.0, b: 0.0 };
        for _ in 0..n {
            out = out.then(self);
        }
        out
    }
}

#[differentiable]
fn iterate(a: f64, b: f64, x: &[f64]) -> f64 {
    let m = Affine { a, b }.pow(3);
    x.iter().map(|&x| m.apply(x).sin()).sum()
}

#[test]
fn into_buffers() {
    let x = [0.2, 1.0];
    let (mut da, mut db, mut dx) = (0.0, 0.0, vec![7.0; 2]);
    let v = iterate::value_and_gradient_into(0.8, 0.3, &x, &mut da, &mut db, &mut dx);
    assert_eq!(v, iterate(0.8, 0.3, &x));
    assert_grad(|v| iterate(v[0], v[1], &x), &[0.8, 0.3], &[da, db]);
    assert_grad(|x| iterate(0.8, 0.3, x), &x, &dx);
}

#[test]
fn vjp_twice() {
    let x = [0.2, 1.0];
    let (_, pb) = iterate::vjp(0.8, 0.3, &x);
    let (da, _, _) = pb.call(1.0);
    let (da2, _, _) = pb.call(-2.0);
    assert!((da2 + 2.0 * da).abs() < 1e-12);
}
