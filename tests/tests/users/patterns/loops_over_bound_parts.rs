use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Differentiable)]
enum Expr {
    Const(f64),
    Call(Vec<Expr>),
    Scaled { by: f64, terms: Vec<Expr> },
    Idx(Vec<usize>),
    Nums(Vec<f64>),
}
#[differentiable]
fn eval(e: &Expr, env: &[f64]) -> f64 {
    match e {
        Expr::Const(c) => *c * env[0],
        Expr::Call(args) => {
            let each = |k: f64| {
                let mut t = 0.0;
                for a in args {
                    t += eval(a, env) * k;
                }
                t
            };
            each(1.0) + each(0.5)
        }
        Expr::Scaled { by, terms } => {
            let mut t = 1.0;
            for (a, x) in terms.into_iter().zip(env) {
                t *= eval(a, env) + by * x;
            }
            for (i, a) in terms.iter().enumerate() {
                if i > 0 {
                    t += eval(a, env);
                }
            }
            t
        }
        Expr::Idx(at) => {
            let mut t = 0.0;
            for i in at {
                t += env[*i];
            }
            for &i in at {
                t += env[i] * env[i];
            }
            t
        }
        Expr::Nums(xs) => {
            let mut t = 0.0;
            for x in xs {
                t += x * x;
            }
            for &x in xs {
                t += x.sin();
            }
            for x in xs {
                t += x.powi(3) + *x;
            }
            t + env.iter().zip(xs).map(|(a, b)| a * b).sum::<f64>()
        }
    }
}
#[derive(Clone, Differentiable)]
struct Net {
    layers: Vec<Expr>,
    bias: Vec<f64>,
}
#[differentiable]
impl Net {
    fn all(&self, env: &[f64]) -> f64 {
        let Net { layers, bias } = self;
        let mut t = 0.0;
        for l in layers {
            t += eval(l, env);
        }
        for (l, b) in layers.iter().zip(bias) {
            t += eval(l, env) * b;
        }
        for b in bias {
            t *= 1.0 + b;
        }
        t
    }
}
#[differentiable]
fn run(p: &[f64]) -> f64 {
    let a = Expr::Call(vec![Expr::Const(p[0]), Expr::Const(p[1])]);
    let b = Expr::Scaled {
        by: p[2],
        terms: vec![a.clone(), Expr::Idx(vec![0, 2]), Expr::Nums(p.to_vec())],
    };
    Net {
        layers: vec![a, b],
        bias: p[1..].to_vec(),
    }
    .all(p)
}

check!(
    loops_over_parts_that_patterns_bind,
    run(&[0.5, 1.5, 0.3]),
    run(&[0.2, -0.7, 1.1, 0.4])
);
