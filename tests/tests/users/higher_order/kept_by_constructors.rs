use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Newton<F, D> {
    f: F,
    df: D,
    steps: usize,
}

#[differentiable]
impl<F: Fn(f64) -> f64, D: Fn(f64) -> f64> Newton<F, D> {
    fn new(f: F, df: D) -> Self {
        Newton { f, df, steps: 2 }
    }

    fn with_steps(mut self, steps: usize) -> Self {
        self.steps = steps;
        self
    }

    fn solve(&self, x0: f64) -> f64 {
        let mut x = x0;
        for _ in 0..self.steps {
            x -= (self.f)(x) / (self.df)(x);
        }
        x
    }

    fn slope_at_one(&self) -> f64 {
        (self.df)(1.0)
    }
}

#[differentiable]
fn root_of_two(x: f64) -> f64 {
    let solver = Newton::new(|x| x * x - 2.0, |x| 2.0 * x);
    solver.solve(x) * solver.slope_at_one()
}

#[differentiable]
fn in_a_chain(x: f64) -> f64 {
    Newton::new(|x| x * x - 2.0, |x: f64| 2.0 * x)
        .with_steps(3)
        .solve(x)
}

#[differentiable]
fn level_by_level(x: f64, n: usize) -> f64 {
    let mut total = 0.0;
    for i in 1..=n {
        let level = i as f64;
        let newton = Newton::new(|x| x * x - level, |x| 2.0 * x).with_steps(i);
        total += newton.solve(x);
    }
    total
}

#[differentiable]
fn refined<F: Fn(f64) -> f64, D: Fn(f64) -> f64>(solver: &Newton<F, D>, x: f64) -> f64 {
    solver.solve(solver.solve(x))
}

#[differentiable]
fn lent(x: f64) -> f64 {
    let solver = Newton::new(|x| x * x - 3.0, |x| 2.0 * x).with_steps(1);
    refined(&solver, x) * refined(&Newton::new(|x| x * x - 2.0, |x| 2.0 * x), x)
}

#[derive(Differentiable)]
struct Penalty<F> {
    weight: f64,
    shape: F,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Penalty<F> {
    fn of(shape: F) -> Penalty<F> {
        Penalty { weight: 1.5, shape }
    }

    fn total(&self, xs: &[f64]) -> f64 {
        xs.iter().map(|&x| self.weight * (self.shape)(x)).sum()
    }

    fn at_one(&self) -> f64 {
        self.weight * (self.shape)(1.0)
    }
}

#[derive(Differentiable)]
struct Problem<F> {
    penalty: Penalty<F>,
    offset: f64,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Problem<F> {
    fn new(penalty: Penalty<F>, offset: f64) -> Self {
        Problem { penalty, offset }
    }

    fn cost(&self, xs: &[f64]) -> f64 {
        self.offset * xs[0] + self.penalty.total(xs)
    }
}

#[differentiable]
fn huber(v: f64) -> f64 {
    if v.abs() < 1.0 {
        0.5 * v * v
    } else {
        v.abs() - 0.5
    }
}

#[differentiable]
fn by_name(xs: &[f64]) -> f64 {
    Penalty::of(huber).total(xs) + Penalty::of(f64::tanh).total(xs)
}

#[differentiable]
fn one_in_another(xs: &[f64], offset: f64) -> f64 {
    let rooted = Problem::new(Penalty::of(|v| v.abs().sqrt()), 2.0);
    let squared = Problem {
        penalty: Penalty::of(|v| v * v),
        offset,
    };
    rooted.cost(xs) * squared.cost(xs)
}

/// Nothing with a derivative goes into the calls of the first, the second cannot be cloned.
#[differentiable]
fn called_fields(xs: &[f64], weight: f64) -> f64 {
    let unit = Penalty {
        weight: 1.5,
        shape: |v| v * v + 0.5,
    };
    let scaled = Penalty {
        weight,
        shape: |v: f64| v.powi(4),
    };
    unit.at_one() * xs.iter().map(|x| (scaled.shape)(*x)).sum::<f64>() * scaled.weight
}

#[derive(Differentiable)]
struct Rate<F> {
    of: F,
    scale: f64,
}

#[differentiable]
impl<F: Fn(f64) -> f64> Rate<F> {
    fn new(of: F) -> Self {
        Rate { of, scale: 2.0 }
    }

    fn at(&self, t: f64) -> f64 {
        (self.of)(t) * self.scale
    }
}

/// What begins as a literal carries a derivative later on.
#[differentiable]
fn stepped(dt: f64, k: f64) -> f64 {
    let rate = Rate::new(|t| t * t);
    let start = 1.5;
    let mut t = 0.5;
    let mut s = rate.at(start) * k;
    for _ in 0..3 {
        s += rate.at(t);
        t += 0.5 * dt;
    }
    s * k
}

struct Table {
    values: Vec<f64>,
}

impl Table {
    fn new(f: impl Fn(f64) -> f64) -> Table {
        Table {
            values: (0..5).map(|i| f(i as f64)).collect(),
        }
    }

    fn at(&self, i: usize) -> f64 {
        self.values[i]
    }
}

/// A table needs no rule: it holds no function.
#[differentiable]
fn tabulated(x: f64) -> f64 {
    let squares = Table::new(|v| v * v);
    squares.at(3) * x * x
}

#[differentiable]
fn looked_up(x: f64, first: usize, others: &[usize]) -> f64 {
    let roots = Table::new(f64::sqrt);
    let mut s = roots.at(first) * x;
    s += others.iter().map(|&i| x * roots.at(i)).sum::<f64>();
    for (k, &other) in others.iter().enumerate() {
        s *= roots.at(other % 2 + 1) + roots.at(k);
    }
    for i in 0..3 {
        s += roots.at(i + 1) * x.sin();
    }
    s
}

#[test]
fn gradients_are_right() {
    let one: &[&[f64]] = &[&[1.5], &[0.7]];
    check(
        |p| stepped(p[0], p[1]),
        |p| {
            let (d_dt, d_k) = stepped::gradient(p[0], p[1]);
            vec![d_dt, d_k]
        },
        &[&[0.3, 0.7], &[-0.4, 1.2]],
    );
    check(
        |p| looked_up(p[0], 2, &[1, 4]),
        |p| vec![looked_up::gradient(p[0], 2, &[1, 4])],
        one,
    );
    check(
        |p| root_of_two(p[0]),
        |p| vec![root_of_two::gradient(p[0])],
        one,
    );
    check(
        |p| in_a_chain(p[0]),
        |p| vec![in_a_chain::gradient(p[0])],
        one,
    );
    check(
        |p| level_by_level(p[0], 3),
        |p| vec![level_by_level::gradient(p[0], 3)],
        one,
    );
    check(|p| lent(p[0]), |p| vec![lent::gradient(p[0])], one);
    check(
        |p| tabulated(p[0]),
        |p| vec![tabulated::gradient(p[0])],
        one,
    );
    let two: &[&[f64]] = &[&[1.5, 0.2], &[-0.4, 3.0]];
    check(by_name, by_name::gradient, two);
    let with_last = |(mut by_xs, by_last): (Vec<f64>, f64)| {
        by_xs.push(by_last);
        by_xs
    };
    let three: &[&[f64]] = &[&[1.5, 0.2, 0.8], &[-0.4, 3.0, -1.0]];
    check(
        |p| one_in_another(&p[..2], p[2]),
        |p| with_last(one_in_another::gradient(&p[..2], p[2])),
        three,
    );
    check(
        |p| called_fields(&p[..2], p[2]),
        |p| with_last(called_fields::gradient(&p[..2], p[2])),
        three,
    );
}
