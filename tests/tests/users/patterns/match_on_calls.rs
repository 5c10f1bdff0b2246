use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn sorted(x: &[f64]) -> Vec<f64> {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.total_cmp(b));
    v
}

/// The elements of what a call gives, matched where it is called.
#[differentiable]
fn spread(x: &[f64]) -> f64 {
    match sorted(x).as_slice() {
        [first, .., last] => last / first,
        [only] => *only,
        [] => 1.0,
    }
}

#[differentiable]
fn inner(x: &[f64]) -> f64 {
    match &sorted(x)[1..] {
        [first, .., last] => last * first,
        [only] => only.sin(),
        [] => 1.0,
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    rings: Vec<Vec<(usize, f64)>>,
    flow: Vec<f64>,
}

#[differentiable]
impl Network {
    fn corrected(&mut self) -> f64 {
        for ring in &self.rings.clone() {
            for &(k, share) in ring {
                self.flow[k] += share * self.flow[0];
            }
        }
        self.flow.iter().sum()
    }
    fn ordered(&self) -> Vec<f64> {
        sorted(&self.flow)
    }
    fn ends(&self) -> f64 {
        if let [low, .., high] = self.ordered().as_slice() {
            low * high
        } else {
            0.0
        }
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut network = Network {
        rings: vec![vec![(0, x[0]), (0, 2.0)], vec![(0, 0.5)]],
        flow: x.to_vec(),
    };
    let ends = network.ends();
    let [low, second, ..] = sorted(x)[..] else {
        return ends + spread(x) * inner(x);
    };
    let mut sum = 0.0;
    for v in &sorted(x) {
        sum = 0.5 * sum + v * v;
    }
    network.corrected() * ends + low / second + sum + spread(x) * inner(x)
}

#[test]
fn gradient_is_right() {
    let points: [&[f64]; 3] = [&[0.5, 1.2, -0.7], &[1.5, -0.2], &[0.4]];
    for x in points {
        for _ in 0..2 {
            assert_grad(f, x, &f::gradient(x));
        }
    }
}
