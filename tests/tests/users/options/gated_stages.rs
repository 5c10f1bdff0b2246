use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Stage {
    gain: Option<f64>,
    limit: Option<(f64, f64)>,
}
#[differentiable]
fn process(x: f64, stages: &[Stage]) -> f64 {
    let mut y = x;
    for s in stages {
        if let Some(g) = s.gain
            && y.abs() < 10.0
        {
            y *= g;
        }
        if let Some((lo, hi)) = s.limit
            && (y < lo || y > hi)
        {
            y = if y < lo {
                lo + 0.1 * (y - lo)
            } else {
                hi + 0.1 * (y - hi)
            };
        }
    }
    y
}
#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| {
        vec![
            Stage {
                gain: Some(v[0]),
                limit: None,
            },
            Stage {
                gain: None,
                limit: Some((v[1], v[2])),
            },
            Stage {
                gain: Some(v[3]),
                limit: Some((-5.0, 5.0)),
            },
        ]
    };
    let v = [2.0, -1.0, 1.5, 3.0];
    for x in [0.4, 2.0, -3.0] {
        let (dx, ds) = process::gradient(x, &mk(&v));
        assert_grad(|x| process(x[0], &mk(&v)), &[x], &[dx]);
        let l = ds[1].limit.unwrap();
        assert_grad(
            |v| process(x, &mk(v)),
            &v,
            &[ds[0].gain.unwrap(), l.0, l.1, ds[2].gain.unwrap()],
        );
    }
}
