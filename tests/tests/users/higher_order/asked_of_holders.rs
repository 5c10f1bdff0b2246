use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Newton<F> {
    f: F,
    n: usize,
    tol: f64,
}
#[differentiable]
impl<F: Fn(f64) -> f64> Newton<F> {
    fn rounds(&self) -> usize {
        self.n + 1
    }
    fn sign(&self, x: f64) -> i32 {
        if (self.f)(x) > 0.0 { 1 } else { -1 }
    }
    fn converged(&self, x: f64) -> bool {
        (self.f)(x).abs() < self.tol
    }
    fn slope(&self, x: f64) -> f64 {
        ((self.f)(x + 1e-3) - (self.f)(x - 1e-3)) / 2e-3
    }
    fn solve(&self, x0: f64) -> f64 {
        let mut x = x0;
        for _ in 0..self.rounds() {
            x -= (self.f)(x) / self.slope(x);
        }
        x
    }
    fn seek(&self, x0: f64) -> f64 {
        let mut x = x0;
        let mut n = 0;
        while !self.converged(x) && n < 3 {
            n += 1;
            x -= 0.5 * self.sign(x) as f64 * (self.f)(x).abs() / self.slope(x);
        }
        x
    }
    fn worst(&self, xs: &[f64]) -> f64 {
        let mut k = 0.0;
        for &x in xs.iter().filter(|x| self.converged(**x)) {
            k += x * x;
        }
        k + xs
            .iter()
            .filter(|&&x| !self.converged(x))
            .map(|x| (self.f)(*x))
            .sum::<f64>()
    }
}
#[differentiable]
fn steps_taken(a: f64, x: f64) -> f64 {
    let solver = Newton {
        f: |x| x * x - a,
        n: 1,
        tol: 1e-3,
    };
    solver.solve(x)
}
#[differentiable]
fn until_close(a: f64, x: f64) -> f64 {
    let solver = Newton {
        f: |x| x * x - a,
        n: 1,
        tol: 1e-3,
    };
    solver.seek(x) * if solver.converged(x) { 2.0 } else { 3.0 }
}
#[differentiable]
fn those_that_are_close(a: f64, x: f64) -> f64 {
    let solver = Newton {
        f: |x| x * x - 2.0,
        n: 1,
        tol: 1.0,
    };
    solver.worst(&[a, x])
}
#[test]
fn gradients_are_right() {
    let pair = |(a, b): (f64, f64)| vec![a, b];
    let points: &[&[f64]] = &[&[1.5, 2.0], &[2.0, 1.41421356]];
    check(
        |p| steps_taken(p[0], p[1]),
        |p| pair(steps_taken::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| until_close(p[0], p[1]),
        |p| pair(until_close::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| those_that_are_close(p[0], p[1]),
        |p| pair(those_that_are_close::gradient(p[0], p[1])),
        points,
    );
}
