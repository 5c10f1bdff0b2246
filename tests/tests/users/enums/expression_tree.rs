use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Expr {
    Const(f64),
    Var(usize),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
}

#[differentiable]
impl Expr {
    fn eval(&self, env: &[f64]) -> f64 {
        match self {
            Expr::Const(c) => *c,
            Expr::Var(i) => env[*i],
            Expr::Add(a, b) => a.eval(env) + b.eval(env),
            Expr::Mul(a, b) => a.eval(env) * b.eval(env),
            Expr::Sin(a) => a.eval(env).sin(),
        }
    }
}

#[differentiable]
fn f(c: f64, env: &[f64]) -> f64 {
    let e = Expr::Mul(
        Box::new(Expr::Const(c)),
        Box::new(Expr::Add(
            Box::new(Expr::Sin(Box::new(Expr::Var(0)))),
            Box::new(Expr::Mul(Box::new(Expr::Var(1)), Box::new(Expr::Var(0)))),
        )),
    );
    e.eval(env)
}

#[test]
fn gradient_is_right() {
    let env = [0.4, 1.7];
    let (dc, de) = f::gradient(2.5, &env);
    assert_grad(|c| f(c[0], &env), &[2.5], &[dc]);
    assert_grad(|e| f(2.5, e), &env, &de);
}
