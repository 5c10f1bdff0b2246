use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct View<'a> {
    x: &'a [f64],
    k: f64,
}

#[differentiable]
impl<'a> View<'a> {
    fn new(x: &'a [f64]) -> Self {
        View { x, k: 2.0 }
    }
    fn weighted(&self) -> f64 {
        self.x.iter().map(|v| v * v).sum::<f64>() * self.k
    }
}

#[differentiable]
fn weighted(view: &View<'_>, k: f64) -> f64 {
    view.x.iter().sum::<f64>() * view.k * k
}

#[differentiable]
fn of_an_array(x: &[f64]) -> f64 {
    let a = [x[0], x[1] * x[0], x[1]];
    let view = View {
        x: &a[1..],
        k: x[0],
    };
    view.weighted()
}

#[differentiable]
fn of_a_vector(x: &[f64]) -> f64 {
    let mut a: Vec<f64> = x.iter().map(|v| v * v).collect();
    a[0] *= x[1];
    let view = View { x: &a, k: x[0] };
    let first: f64 = view.weighted();
    let rest = View {
        x: &a[1..],
        k: first,
    };
    weighted(&rest, x[0]) + View::new(&a).weighted()
}

#[differentiable]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let a: Vec<f64> = x.iter().map(|v| v * x[i]).collect();
        let view = View {
            x: &a[i..],
            k: sum + 1.0,
        };
        if view.k > 0.0 {
            sum += view.weighted();
        }
    }
    sum
}

#[test]
fn gradients_are_right() {
    for x in [[2.0, 1.0], [0.5, -1.5]] {
        for _ in 0..2 {
            assert_grad(of_an_array, &x, &of_an_array::gradient(&x));
            assert_grad(of_a_vector, &x, &of_a_vector::gradient(&x));
            assert_grad(in_a_loop, &x, &in_a_loop::gradient(&x));
        }
    }
}
