use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Stage {
    Gain(f64),
    Bend { by: f64 },
    End,
}

/// The index has moved on when the derivative looks at the stages again.
#[differentiable]
fn run(stages: &[Stage], rows: &[Vec<f64>], x: f64) -> f64 {
    let mut k = 0;
    let mut state = x;
    while k < stages.len() {
        match stages[k] {
            Stage::Gain(gain) => state *= gain.cos(),
            Stage::Bend { by } if state < 5.0 => state = state * state + by,
            Stage::Bend { .. } => state += 1.0,
            Stage::End => break,
        }
        k += 1;
    }
    let mut k = rows.len();
    while k > 0 {
        k -= 1;
        match rows[k].as_slice() {
            [] => state += 1.0,
            [first, .., last] => state = state * first + last * last,
            [only] => state = state.sin() * only,
        }
    }
    state
}

#[test]
fn gradient_is_right() {
    let stages = |v: &[f64]| {
        use Stage::*;
        vec![
            Gain(v[0]),
            Bend { by: v[1] },
            Gain(v[2]),
            Bend { by: v[3] },
            End,
            Gain(v[4]),
        ]
    };
    let rows = |v: &[f64]| vec![v[..3].to_vec(), vec![], vec![v[3]], v[4..].to_vec()];
    let (s, r) = ([0.4, 0.9, 0.3, 1.7, 2.0], [0.8, 0.1, -0.6, 1.2, 0.5, 0.7]);
    for x in [1.1, 4.0] {
        let (ds, dr, dx) = run::gradient(&stages(&s), &rows(&r), x);
        let ds: Vec<f64> = ds
            .iter()
            .map(|d| match d {
                StageTangent::Gain(g) => *g,
                StageTangent::Bend { by } => *by,
                StageTangent::End => 0.0,
            })
            .collect();
        assert_grad(
            |v| run(&stages(v), &rows(&r), x),
            &s,
            &[&ds[..4], &ds[5..]].concat(),
        );
        assert_grad(|v| run(&stages(&s), &rows(v), x), &r, &dr.concat());
        assert_grad(|x| run(&stages(&s), &rows(&r), x[0]), &[x], &[dx]);
    }
}

/// An index is looked up through a reference, and moves on after the loop may have been left.
#[differentiable]
fn until_small(x: &[f64]) -> f64 {
    let order: Vec<usize> = (0..x.len()).rev().collect();
    let mut s = x[0];
    let mut i = 0;
    while let Some(&j) = order.get(i) {
        if x[j] < 0.3 {
            break;
        }
        s += x[j] * s;
        i += 1;
    }
    s
}

#[test]
fn gradient_until_small_is_right() {
    for x in [[0.1, 0.5, 1.2, 0.7], [0.4, 0.2, 0.9, 3.0]] {
        assert_grad(until_small, &x, &until_small::gradient(&x));
    }
}
