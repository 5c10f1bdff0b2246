//! Arguments of types that derive nothing, of which a function reads indices, counts, names and flags alone.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
}

/// Σ over edges of `x_from sin x_to`.
#[differentiable]
fn flow(edges: &[Edge], x: &[f64]) -> f64 {
    let mut total = 0.0;
    for e in edges {
        total += x[e.from] * x[e.to].sin();
    }
    total
}

/// The same, with edges that it makes and hands on.
#[differentiable]
fn ring(x: &[f64]) -> f64 {
    let n = x.len();
    let edges: Vec<Edge> = (0..n)
        .map(|i| Edge {
            from: i,
            to: (i + 1) % n,
        })
        .collect();
    flow(&edges, x) * x[0]
}

struct Settings {
    steps: usize,
    name: String,
    verbose: bool,
}

#[differentiable]
fn relaxed(settings: &Settings, x: &[f64]) -> f64 {
    let mut y = x[0];
    for i in 0..settings.steps {
        y = y.sin() + x[1] * i as f64;
        if settings.verbose {
            println!("{}: {y}", settings.name);
        }
    }
    y
}

#[derive(Clone, Copy)]
struct Grid {
    rows: usize,
    columns: usize,
}

impl Grid {
    fn index(&self, i: usize, j: usize) -> usize {
        i * self.columns + j
    }
}

#[differentiable]
fn weighted(grid: Grid, x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..grid.rows {
        for j in 0..grid.columns {
            total += x[grid.index(i, j)].powi(2) * (i + 1) as f64;
        }
    }
    total
}

#[derive(Debug, Clone)]
struct Game {
    home: usize,
    away: usize,
    won: bool,
}

/// −log likelihood of results, by ratings.
#[differentiable]
fn surprise(ratings: &[f64], games: &[Game]) -> f64 {
    games
        .iter()
        .map(|&Game { home, away, won }| {
            let p = 1.0 / (1.0 + (ratings[away] - ratings[home]).exp());
            if won { -p.ln() } else { -(1.0 - p).ln() }
        })
        .sum()
}

/// Where nothing is but asked, the value of an option is one of another type.
#[differentiable]
fn between(edge: Option<Edge>, x: &[f64]) -> f64 {
    match edge {
        Some(e) if e.from < e.to => x[e.to] - x[e.from],
        Some(_) => x[0].exp(),
        None => x[1],
    }
}

struct Mesh {
    first: Edge,
    others: Vec<Edge>,
}

#[derive(Differentiable)]
struct Material {
    stiffness: f64,
}

#[differentiable]
impl Material {
    fn stress(&self, mesh: &Mesh, x: &[f64]) -> f64 {
        let first = (x[mesh.first.from] - x[mesh.first.to]).powi(2);
        let others = mesh.others.iter().filter(|e| e.from != e.to);
        self.stiffness * first + others.map(|e| (x[e.from] * x[e.to]).cos()).sum::<f64>()
    }
}

#[test]
fn what_only_chooses_has_no_gradient() {
    let x = [0.7, 0.3, 1.1, -0.4];
    let edge = |(from, to)| Edge { from, to };
    let edges = [(1, 0), (2, 1), (3, 3)].map(edge);
    assert_grad(|x| flow(&edges, x), &x, &flow::gradient(&edges, &x));
    assert_grad(ring, &x, &ring::gradient(&x));
    for steps in 0..3 {
        let settings = Settings {
            steps,
            name: "relaxed".into(),
            verbose: steps == 2,
        };
        let g = relaxed::gradient(&settings, &x);
        assert_grad(|x| relaxed(&settings, x), &x, &g);
    }
    let grid = Grid {
        rows: 2,
        columns: 2,
    };
    assert_grad(|x| weighted(grid, x), &x, &weighted::gradient(grid, &x));
    let games = [(0, 1, true), (3, 2, false), (1, 3, true)];
    let games = games.map(|(home, away, won)| Game { home, away, won });
    let (value, dx) = surprise::value_and_gradient(&x, &games);
    assert_eq!(value, surprise(&x, &games));
    assert_grad(|x| surprise(x, &games), &x, &dx);
    for edge in [Some(edges[0]), Some(Edge { from: 0, to: 2 }), None] {
        assert_grad(|x| between(edge, x), &x, &between::gradient(edge, &x));
    }
    let mesh = Mesh {
        first: edges[0],
        others: edges.to_vec(),
    };
    let material = Material { stiffness: 1.3 };
    let (value, pullback) = material.stress_vjp(&mesh, &x);
    assert_eq!(value, material.stress(&mesh, &x));
    let (dm, dx) = pullback.call(1.0);
    assert_grad(|x| material.stress(&mesh, x), &x, &dx);
    let of = |stiffness| Material { stiffness }.stress(&mesh, &x);
    assert_grad(|k| of(k[0]), &[1.3], &[dm.stiffness]);
    assert_eq!(material.stress_gradient(&mesh, &x).1, dx);
}
