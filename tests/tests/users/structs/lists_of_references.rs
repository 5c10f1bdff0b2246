use crate::check;
use pullback::{Differentiable, Real, differentiable};

#[derive(Clone, Differentiable)]
struct Matrix {
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn from_rows(rows: &[&[f64]]) -> Self {
        let cols = rows.first().map_or(0, |r| r.len());
        let data = rows.iter().flat_map(|r| r.iter().copied()).collect();
        Matrix { cols, data }
    }

    fn trace(&self) -> f64 {
        self.data.iter().step_by(self.cols + 1).sum()
    }

    fn with(&self, others: &[&Matrix], weight: f64) -> f64 {
        others.iter().map(|m| m.trace() * weight).sum::<f64>() + self.trace()
    }

    fn stacked(parts: &[&Matrix]) -> Matrix {
        let mut data = Vec::new();
        for part in parts {
            data.extend_from_slice(&part.data);
        }
        let cols = parts[0].cols;
        Matrix { cols, data }
    }
}

#[derive(Clone, Differentiable)]
struct Planet {
    mass: f64,
    at: [f64; 2],
}

#[differentiable]
fn energy(planets: &[&Planet], pairs: &[(&Planet, &Planet)]) -> f64 {
    let mut energy = 0.0;
    for p in planets {
        energy += 0.5 * p.mass * p.at[0] * p.at[0];
    }
    for (a, b) in pairs {
        let distance = (a.at[0] - b.at[0]).hypot(a.at[1] - b.at[1]);
        energy -= a.mass * b.mass / (1.0 + distance);
    }
    energy
}

#[differentiable]
fn product((a, b): (&[f64], &[f64])) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn corners(rows: [&[f64]; 2]) -> f64 {
    rows[0][0] * rows[1][1]
}

#[differentiable]
fn column(table: &[(&str, &[f64])], name: &str) -> f64 {
    for (title, values) in table {
        if *title == name {
            return values.iter().map(|v| v * v).sum();
        }
    }
    0.0
}

#[differentiable]
fn weighted(terms: &[(f64, &[f64])]) -> f64 {
    terms.iter().map(|(w, v)| w * v[1]).sum()
}

#[differentiable]
fn dots<T: Real>(rows: &[&[T]], v: &[T]) -> Vec<T> {
    let dot = |r: &[T]| r.iter().zip(v).fold(T::ZERO, |s, (&a, &b)| s + a * b);
    rows.iter().map(|r| dot(r)).collect()
}

#[differentiable]
fn nested(rows: &[&[f64]]) -> f64 {
    match rows {
        [] => 1.0,
        [first, rest @ ..] => first.iter().sum::<f64>() * nested(rest) + first[0],
    }
}

#[differentiable]
fn layers(layers: &[(&[f64], &[f64])], x: &[f64]) -> Vec<f64> {
    let mut h = x.to_vec();
    for (w, b) in layers {
        let n = h.len();
        let sum = |i: usize| (0..n).map(|j| w[i * n + j] * h[j]).sum::<f64>();
        h = b
            .iter()
            .enumerate()
            .map(|(i, b)| (b + sum(i)).tanh())
            .collect();
    }
    h
}

#[derive(Clone, Copy, Differentiable)]
struct Row<'a> {
    of: &'a [f64],
}

#[differentiable]
fn rows(rows: &[Row<'_>]) -> f64 {
    rows.iter().map(|r| r.of[0] * r.of[1]).sum()
}

#[differentiable]
fn changing(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut total = 0.0;
    for i in 0..3 {
        total += nested(&[&v, &v[1..]]);
        v[i] *= 2.0 + 0.1 * total;
        total += nested(&[&v]) * v[0];
    }
    total
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let m = Matrix::from_rows(&[&[x[0], x[1]], &[x[2], x[0] * x[1]]]);
    let n = Matrix::from_rows(&[&x[..2], &x[1..]]);
    let all = Matrix::stacked(&[&m, &n, &m]);
    let planets: Vec<Planet> = x
        .iter()
        .map(|&v| Planet {
            mass: 1.0 + v * v,
            at: [v, 2.0 * v],
        })
        .collect();
    let lent: Vec<&Planet> = planets.iter().collect();
    let (list, array) = (vec![x[0] * x[1], x[2]], [x[0], x[1]]);
    let mixed = [&list, &x[1..], &array];
    m.trace() * m.with(&[&n, &m, &n], x[0])
        + all.data.iter().map(|v| v * v).sum::<f64>()
        + energy(
            &lent,
            &[(&planets[0], &planets[1]), (&planets[1], &planets[2])],
        )
        + energy(&[&planets[0]], &[])
        + product((&x[..2], &x[1..])) * corners([x, &x[1..]])
        + column(&[("a", &list), ("b", &[x[0]])], "a") * weighted(&[(x[0], &list), (2.0, &array)])
        + dots(&[&list, &array], &x[1..])[1] * dots(&[x, x], x)[0]
        + nested(&mixed) * nested(&[&list, &array, x])
        + layers(&[(&x[..1], &x[1..2]), (x, x)], &x[2..])[1]
        + rows(&[Row { of: &x[..2] }, Row { of: &x[1..] }])
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[0.7, 1.3, -0.4], &[-0.2, 0.5, 0.9]];
    check(f, |x| f::gradient(x), points);
    check(changing, |x| changing::gradient(x), points);
}

#[test]
fn gradients_are_lists_of_lists() {
    let x: &[f64] = &[2.0, 3.0, 5.0];
    assert_eq!(
        nested::gradient(&[x, &x[1..]]),
        [vec![12.0, 11.0, 11.0], vec![20.0, 10.0]]
    );
    assert_eq!(
        product::gradient((x, &x[1..])),
        (vec![3.0, 5.0, 0.0], vec![2.0, 3.0])
    );
    assert_eq!(
        corners::gradient([x, &x[1..]]),
        [vec![5.0, 0.0, 0.0], vec![0.0, 2.0]]
    );
    let mut written = vec![vec![7.0; 3], vec![7.0; 2]];
    assert_eq!(
        nested::value_and_gradient_into(&[x, &x[1..]], &mut written),
        112.0
    );
    assert_eq!(written, [vec![12.0, 11.0, 11.0], vec![20.0, 10.0]]);
}
