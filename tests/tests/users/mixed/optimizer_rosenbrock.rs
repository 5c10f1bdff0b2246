use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Rule {
    Sgd { lr: f64 },
    Momentum { lr: f64, beta: f64, v: Vec<f64> },
}

#[differentiable]
impl Rule {
    fn update(&mut self, x: &mut [f64], g: &[f64]) {
        match self {
            Rule::Sgd { lr } => {
                for (x, g) in x.iter_mut().zip(g) {
                    *x -= *lr * g;
                }
            }
            Rule::Momentum { lr, beta, v } => {
                for i in 0..x.len() {
                    v[i] = *beta * v[i] + g[i];
                    x[i] -= *lr * v[i];
                }
            }
        }
    }
}

#[differentiable]
fn rosenbrock_grad(x: &[f64]) -> Vec<f64> {
    let [a, b] = x else {
        panic!("two variables expected")
    };
    vec![-2.0 * (1.0 - a) - 4.0 * a * (b - a * a), 2.0 * (b - a * a)]
}

#[differentiable]
fn final_loss(start: [f64; 2], lr: f64, beta: f64) -> f64 {
    let mut rules = vec![
        Rule::Sgd { lr },
        Rule::Momentum {
            lr: 0.5 * lr,
            beta,
            v: vec![0.0; 2],
        },
    ];
    let mut total = 0.0;
    for rule in rules.iter_mut() {
        let mut x = start.to_vec();
        for _ in 0..5 {
            let g = rosenbrock_grad(&x);
            rule.update(&mut x, &g);
        }
        total += (1.0 - x[0]).powi(2) + (x[1] - x[0] * x[0]).powi(2);
    }
    total
}

#[test]
fn gradient_is_right() {
    let (ds, dl, db) = final_loss::gradient([0.3, 0.8], 0.05, 0.8);
    assert_grad(
        |v| final_loss([v[0], v[1]], v[2], v[3]),
        &[0.3, 0.8, 0.05, 0.8],
        &[ds[0], ds[1], dl, db],
    );
}
