//! Structs and tuples of references that functions give back.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Debug, Differentiable)]
struct View<'a> {
    data: &'a [f64],
    cols: usize,
}

#[differentiable]
impl<'a> View<'a> {
    fn new(data: &'a [f64], cols: usize) -> Self {
        View { data, cols }
    }

    fn row(&self, i: usize) -> &'a [f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn below(&self) -> View<'a> {
        View {
            data: &self.data[self.cols..],
            cols: self.cols,
        }
    }

    fn rows(&self) -> usize {
        self.data.len() / self.cols
    }

    fn dot(&self, v: &[f64]) -> f64 {
        (0..self.rows())
            .map(|i| {
                let row = self.row(i).iter();
                row.zip(v).map(|(a, b)| a * b).sum::<f64>().sin()
            })
            .sum()
    }

    fn ends(&self) -> (&f64, &'a [f64]) {
        (&self.data[0], &self.data[self.data.len() - 2..])
    }
}

#[differentiable]
fn view_made_by_call(x: &[f64], cols: usize) -> f64 {
    let v = View::new(x, cols);
    let mut total = 0.0;
    for i in 0..v.rows() {
        let squares: f64 = v.row(i).iter().map(|x| x * x).sum();
        total += squares.sqrt() * (i + 1) as f64;
    }
    total
}
check!(
    view_made_by_call_checks,
    view_made_by_call(&[1.0, 2.0, 0.5, -0.3, 0.8, 1.1], fixed(3)),
    view_made_by_call(&[1.0, 2.0, 0.5, -0.3, 0.8, 1.1], fixed(2))
);

/// What is viewed changes after the view is let go, in every iteration.
#[differentiable]
fn views_of_what_changes(x: &[f64], y: &[f64], cols: usize) -> f64 {
    let v = View::new(x, cols);
    let mut total = v.dot(y);
    let mut w = y.to_vec();
    for i in 0..3 {
        let u = View::new(&w, 1 + i % 2);
        let below = u.below();
        total += below.dot(y) * u.row(1)[0];
        let (first, last) = v.ends();
        total += first * last[0] * last[1];
        w[1] *= 1.5 * total.cos();
        w[0] += total.sin();
    }
    total * w[0] * w[1]
}
check!(
    views_of_what_changes_checks,
    views_of_what_changes(
        &[1.0, 2.0, 0.5, -0.3, 0.8, 1.1],
        &[0.3, 0.5, -0.7, 1.3],
        fixed(2)
    ),
    views_of_what_changes(
        &[1.0, 2.0, 0.5, -0.3, 0.8, 1.1],
        &[0.3, 0.5, -0.7, 1.3],
        fixed(3)
    )
);

#[derive(Clone, Debug, Differentiable)]
struct Model {
    weights: Vec<f64>,
    bias: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Bound<'m, 'x> {
    model: &'m Model,
    x: &'x [f64],
    scale: f64,
    extra: Vec<f64>,
}

#[differentiable]
impl<'m, 'x> Bound<'m, 'x> {
    fn of(model: &'m Model, x: &'x [f64], scale: f64) -> Bound<'m, 'x> {
        let extra = vec![scale * x[0]];
        Bound {
            model,
            x,
            scale,
            extra,
        }
    }

    fn value(&self) -> f64 {
        let products = self.model.weights.iter().zip(self.x).map(|(a, b)| a * b);
        (products.sum::<f64>() + self.model.bias) * self.scale * self.extra[0]
    }
}

#[differentiable]
fn two_lifetimes(x: &[f64], bias: f64) -> f64 {
    let mut w = x.to_vec();
    let model = Model {
        weights: w.clone(),
        bias,
    };
    let value = {
        let bound = Bound::of(&model, &w, x[1]);
        bound.value() * bound.scale
    };
    w[0] = value * w[1];
    w[0] * model.bias
}
check!(two_lifetimes_checks, two_lifetimes(&[0.7, -1.2, 0.4], 0.3));

#[differentiable]
fn halves(v: &[f64], k: usize) -> (&[f64], &[f64]) {
    (&v[..k], &v[k..])
}

#[differentiable]
fn longer_first<'v>(v: &'v [f64], k: usize) -> (&'v [f64], &'v [f64]) {
    if k < 2 {
        let (a, b) = v.split_at(k);
        (b, a)
    } else {
        return halves(v, k);
    }
}

#[differentiable]
fn tuples_of_references(x: &[f64], k: usize) -> f64 {
    let (lo, hi) = halves(x, k);
    let mut total = 0.0;
    for (a, b) in lo.iter().zip(hi) {
        total += (a * b).sin();
    }
    let mut w = x.to_vec();
    for i in 0..2 {
        let parts = longer_first(&w, k);
        total += parts.0[i] * parts.1[0] * x[0];
        w[i] *= total;
        w[k] += x[1];
    }
    total * w[0]
}
check!(
    tuples_of_references_checks,
    tuples_of_references(&[0.7, -1.2, 0.4, 0.9], fixed(1)),
    tuples_of_references(&[0.7, -1.2, 0.4, 0.9], fixed(2))
);
