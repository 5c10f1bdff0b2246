//! Structs of references whose lifetimes are left out of signatures.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct View<'a> {
    data: &'a [f64],
    scale: f64,
}

/// Two lifetimes of which one type is borrowed.
#[derive(Clone, Debug, Differentiable)]
struct PairOfViews<'a, 'b> {
    left: &'a [f64],
    right: &'b [f64],
    len: usize,
}

#[derive(Clone, Debug, Differentiable)]
struct GridView<'a, T> {
    cells: &'a [T],
    width: usize,
}

#[differentiable]
fn total(view: &View) -> f64 {
    view.data.iter().sum::<f64>() * view.scale
}

#[differentiable]
fn squares(view: View, k: f64) -> f64 {
    view.data.iter().map(|v| v * v * k).sum::<f64>() + view.scale
}

#[differentiable]
fn products(pair: &PairOfViews) -> f64 {
    let both = pair.left.iter().zip(pair.right);
    both.take(pair.len).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn row(grid: &GridView<f64>, i: usize) -> f64 {
    let start = i * grid.width;
    grid.cells[start..start + grid.width].iter().sum()
}

#[differentiable]
fn add_to(view: &View, out: &mut [f64]) {
    for (o, d) in out.iter_mut().zip(view.data) {
        *o += view.scale * d;
    }
}

#[differentiable]
fn narrower<'a>(view: &View<'a>, from: usize) -> View<'a> {
    View {
        data: &view.data[from..],
        scale: view.scale * 2.0,
    }
}

#[differentiable]
fn of_all(views: &[View]) -> f64 {
    views.iter().map(|view| total(view)).sum()
}

#[differentiable]
fn first_of(view: Option<View>) -> f64 {
    view.map_or(0.5, |view| view.data[0] * view.scale)
}

#[differentiable]
impl<'a> View<'a> {
    fn new(data: &'a [f64], scale: f64) -> Self {
        View { data, scale }
    }

    fn dot(&self, other: &View) -> f64 {
        let both = self.data.iter().zip(other.data);
        both.map(|(a, b)| a * b).sum::<f64>() * self.scale * other.scale
    }
}

#[differentiable]
impl PairOfViews<'_, '_> {
    fn with(&self, view: &View) -> f64 {
        self.left.iter().chain(self.right).sum::<f64>() + total(view)
    }
}

#[differentiable]
fn everything(x: &[f64]) -> f64 {
    let view = View {
        data: &x[1..3],
        scale: x[0],
    };
    let pair = PairOfViews {
        left: x,
        right: &x[1..],
        len: 2,
    };
    let grid = GridView { cells: x, width: 2 };
    let mut out = vec![x[1]; 2];
    add_to(&view, &mut out);
    let other = View::new(&x[2..], x[1]);
    total(&narrower(&view, 1))
        + squares(view, x[2])
        + products(&pair)
        + row(&grid, 1)
        + out[0] * out[1]
        + view.dot(&other)
        + pair.with(&other)
        + of_all(&[view, other])
        + first_of(Some(other))
}

#[test]
fn gradients_are_right() {
    check(
        everything,
        |x| everything::gradient(x),
        &[&[0.5, 1.5, -0.7, 2.0], &[1.0, 2.0, 3.0, 4.0]],
    );
}

#[test]
fn they_may_be_left_out_of_every_call() {
    let view = View {
        data: &[1.0, 2.0],
        scale: 3.0,
    };
    let by_view = total::gradient(&view);
    assert_eq!((by_view.data, by_view.scale), (vec![3.0, 3.0], 3.0));
    let (value, pullback) = total::vjp(&view);
    assert_eq!((value, pullback.call(2.0).scale), (9.0, 6.0));
    assert_eq!(squares::gradient(view, 2.0).0.data, [4.0, 8.0]);
    assert_eq!(of_all::gradient(&[view, view])[1].scale, 3.0);
    assert_eq!(view.dot_gradient(&view).1.scale, 15.0);
}

/// The pullback keeps what it needs of a unique reference, and not the reference.
#[test]
fn pullbacks_outlive_what_changes() {
    let view = View {
        data: &[1.0, 2.0],
        scale: 3.0,
    };
    let mut out = [1.0, 2.0];
    let (_, pullback) = add_to::vjp(&view, &mut out);
    assert_eq!(out, [4.0, 8.0]);
    let (by_view, by_out) = pullback.call(vec![1.0, 1.0]);
    assert_eq!((by_view.scale, by_out), (3.0, vec![1.0, 1.0]));
}

/// Types that are made for one call out of what others own.
mod problems {
    use super::*;

    #[derive(Clone, Copy, Differentiable)]
    struct Problem<'a> {
        xs: &'a [f64],
        ys: &'a [f64],
        ridge: f64,
    }

    /// One that owns what it has.
    #[derive(Clone, Differentiable)]
    struct Batch {
        xs: Vec<f64>,
    }

    #[differentiable]
    fn loss(problem: &Problem, w: &[f64]) -> f64 {
        let residuals = problem.xs.iter().zip(problem.ys);
        let squares = residuals.map(|(x, y)| (w[0] * x + w[1] - y).powi(2));
        squares.sum::<f64>() + problem.ridge * w[0] * w[0]
    }

    #[differentiable]
    fn scaled(batch: &Batch, k: f64) -> f64 {
        batch.xs.iter().map(|x| k * x * x).sum()
    }

    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let (xs, ys) = x.split_at(2);
        let problem = Problem {
            xs,
            ys,
            ridge: x[0],
        };
        let batch = Batch { xs: ys.to_vec() };
        loss(&problem, xs) + scaled(&batch, x[3])
    }

    #[test]
    fn gradients_are_right() {
        let at = [0.7, 1.3, -0.4, 2.0];
        let gradient = f::gradient(&at);
        crate::assert_grad(f, &at, &gradient);
        let problem = Problem {
            xs: &at[..2],
            ys: &at[2..],
            ridge: 0.5,
        };
        let (by_problem, by_w) = loss::gradient(&problem, &[0.3, 0.1]);
        assert_eq!((by_problem.xs.len(), by_w.len()), (2, 2));
        assert!((by_problem.ridge - 0.09).abs() < 1e-12);
    }
}
