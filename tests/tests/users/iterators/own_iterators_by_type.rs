use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Grid {
    at: f64,
    step: f64,
    left: usize,
}

#[differentiable]
impl Grid {
    fn over(from: f64, to: f64, n: usize) -> Self {
        let step = (to - from) / n as f64;
        Grid {
            at: from,
            step,
            left: n,
        }
    }
}

#[differentiable]
impl Iterator for Grid {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.at += self.step;
        Some(self.at)
    }
}

#[derive(Clone, Differentiable)]
struct Rule {
    nodes: Grid,
    weight: f64,
}

#[differentiable]
fn unit(to: f64) -> Grid {
    Grid::over(0.0, to, 4)
}

/// Nothing but its type says that `map` is that of an iterator.
#[differentiable]
fn squares(from: f64, to: f64) -> f64 {
    Grid::over(from, to, 4).map(|x| x * x).sum()
}

#[differentiable]
fn of_a_function(from: f64, to: f64) -> f64 {
    let inner: f64 = unit(from).map(|x| x * x).sum();
    let mut outer = 0.0;
    for x in unit(to) {
        outer += x * x * x;
    }
    inner * outer
}

#[differentiable]
fn in_variables(from: f64, to: f64) -> f64 {
    let grid = Grid::over(from, to, 3);
    let first: f64 = grid.clone().map(|x| x * from).sum();
    let second: f64 = grid.map(|x| x.sin()).sum();
    first * second
}

#[differentiable]
fn given(grid: Grid, k: f64) -> f64 {
    let mut total = 0.0;
    for x in grid.clone() {
        total += k * x * x;
    }
    total * grid.map(|x| x + k).product::<f64>()
}

#[differentiable]
fn lent(grid: &Grid, k: f64) -> f64 {
    let total: f64 = grid.clone().map(|x| k * x * x).sum();
    total
}

#[differentiable]
fn in_a_field(rule: &Rule, k: f64) -> f64 {
    let total: f64 = rule.nodes.clone().map(|x| (k * x).exp()).sum();
    rule.weight * total
}

#[test]
fn by_type() {
    let points = [&[0.3, 1.2][..], &[-0.4, 0.9]];
    type F = fn(f64, f64) -> f64;
    let functions: [(F, fn(f64, f64) -> (f64, f64)); 3] = [
        (squares, squares::gradient),
        (of_a_function, of_a_function::gradient),
        (in_variables, in_variables::gradient),
    ];
    for (f, g) in functions {
        let gradient = |x: &[f64]| <[f64; 2]>::from(g(x[0], x[1])).to_vec();
        check(|x| f(x[0], x[1]), gradient, &points);
    }
}

#[test]
fn by_type_of_a_parameter() {
    let points = [&[0.3, 0.4, 1.2][..], &[-0.4, 0.9, 0.5]];
    let grid = |x: &[f64]| Grid {
        at: x[0],
        step: x[1],
        left: 3,
    };
    check(
        |x| given(grid(x), x[2]),
        |x| {
            let (g, k) = given::gradient(grid(x), x[2]);
            vec![g.at, g.step, k]
        },
        &points,
    );
    check(
        |x| lent(&grid(x), x[2]),
        |x| {
            let (g, k) = lent::gradient(&grid(x), x[2]);
            vec![g.at, g.step, k]
        },
        &points,
    );
    let rule = |x: &[f64]| Rule {
        nodes: grid(x),
        weight: 0.7,
    };
    check(
        |x| in_a_field(&rule(x), x[2]),
        |x| {
            let (g, k) = in_a_field::gradient(&rule(x), x[2]);
            vec![g.nodes.at, g.nodes.step, k]
        },
        &points,
    );
}
