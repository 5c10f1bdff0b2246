//! Traits whose type parameters stand for arrays of any length.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Metric<P: ?Sized> {
    fn dist(&self, a: &P, b: &P) -> f64;
    fn twice(&self, a: &P, b: &P) -> f64 {
        2.0 * self.dist(a, b)
    }
}

#[differentiable]
trait Map<X, Y> {
    fn map(&self, x: X) -> Y;
    fn step(&mut self, x: &mut X);
}

#[derive(Differentiable, Clone, Copy)]
struct Euclid {
    scale: f64,
}

#[derive(Differentiable, Clone, Copy)]
struct Linear<const N: usize> {
    a: [[f64; N]; N],
}

#[differentiable]
impl<const N: usize> Metric<[f64; N]> for Euclid {
    fn dist(&self, a: &[f64; N], b: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            sum += (a[i] - b[i]).powi(2);
        }
        self.scale * sum.sqrt()
    }
}

#[differentiable]
impl<const N: usize, const M: usize> Metric<[[f64; N]; M]> for Euclid {
    fn dist(&self, a: &[[f64; N]; M], b: &[[f64; N]; M]) -> f64 {
        a.iter().zip(b).map(|(x, y)| self.dist(x, y)).sum()
    }
}

#[differentiable]
impl<const N: usize> Map<[f64; N], [f64; N]> for Linear<N> {
    fn map(&self, x: [f64; N]) -> [f64; N] {
        let mut y = [0.0; N];
        for i in 0..N {
            for j in 0..N {
                y[i] += self.a[i][j] * x[j];
            }
        }
        y
    }
    fn step(&mut self, x: &mut [f64; N]) {
        for i in 0..N {
            x[i] *= self.a[i][i];
            self.a[i][i] += 1.0;
        }
    }
}

#[differentiable]
fn spread(x: &[f64]) -> f64 {
    let metric = Euclid { scale: x[0] };
    let (a, b) = ([x[1], x[2]], [x[3], x[4]]);
    let mut linear = Linear { a: [a, b] };
    let mut c = linear.map(b);
    linear.step(&mut c);
    metric.dist(&a, &b) + metric.twice(&[a, b], &[linear.map(b), c])
}

#[test]
fn gradient_is_right() {
    check(
        spread,
        |x| spread::gradient(x),
        &[&[1.1, 0.0, 2.0, 0.7, -1.0], &[0.5, 1.3, -0.4, 0.2, 0.9]],
    );
}
