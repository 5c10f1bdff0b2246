use crate::check;
use pullback::differentiable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Add,
    Mul,
    Max,
}

impl Op {
    fn symbol(self) -> char {
        match self {
            Op::Add => '+',
            Op::Mul => '*',
            Op::Max => 'm',
        }
    }
}

#[differentiable]
fn apply(op: Op, a: f64, b: f64) -> f64 {
    match op {
        Op::Add => a + b,
        Op::Mul => a * b,
        Op::Max => a.max(b),
    }
}

#[differentiable]
fn looped(ops: &[Op], x: f64) -> f64 {
    let mut y = x;
    for op in ops {
        y = apply(*op, y, x);
    }
    y
}

#[differentiable]
fn by_index(ops: &[Op; 4], x: &[f64]) -> f64 {
    let mut y = 1.0;
    for i in 0..ops.len() {
        y = apply(ops[i], y, x[i]);
    }
    y
}

#[differentiable]
fn folded(ops: &[Op], x: &[f64]) -> f64 {
    let mut it = x.iter().copied();
    let first = it.next().expect("an item");
    ops.iter().zip(it).fold(first, |y, (&op, v)| {
        let next = apply(op, y, v);
        if op.symbol() == '*' { next + 1.0 } else { next }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Relu,
    Tanh,
}

#[differentiable]
fn act(a: Act, x: f64) -> f64 {
    match a {
        Act::Relu => x.max(0.0),
        Act::Tanh => x.tanh(),
    }
}

/// Another variable has the name of the one that is passed on.
#[differentiable]
fn layer(w: &[Vec<f64>], x: &[f64], a: Act) -> Vec<f64> {
    w.iter()
        .map(|r| act(a, r.iter().zip(x).map(|(a, b)| a * b).sum()))
        .collect()
}

#[differentiable]
fn net(w: &[f64], acts: &[Act], x: &[f64]) -> f64 {
    let mut h = x.to_vec();
    for (w, &a) in w.chunks(4).zip(acts) {
        let rows: Vec<Vec<f64>> = w.chunks(2).map(|r| r.to_vec()).collect();
        h = layer(&rows, &h, a);
    }
    h.iter().sum()
}

#[test]
fn main_test() {
    let ops = [Op::Add, Op::Mul, Op::Max, Op::Mul];
    check(
        |v| looped(&ops, v[0]),
        |v| vec![looped::gradient(&ops, v[0])],
        &[&[2.0], &[-0.7]],
    );
    let x: &[f64] = &[1.5, 2.0, 0.5, 4.0];
    let y: &[f64] = &[0.5, -2.0, 3.5, 0.4];
    check(
        |v| by_index(&ops, v),
        |v| by_index::gradient(&ops, v),
        &[x, y],
    );
    check(
        |v| folded(&ops[1..], v),
        |v| folded::gradient(&ops[1..], v),
        &[x, y],
    );
    let acts = [Act::Relu, Act::Tanh];
    check(
        |v| net(&v[..8], &acts, &v[8..]),
        |v| {
            let (w, x) = net::gradient(&v[..8], &acts, &v[8..]);
            [w, x].concat()
        },
        &[&[0.5, -0.2, 0.3, 0.9, 0.4, 0.7, -0.8, 0.1, 1.0, 0.6]],
    );
}
