use crate::check;
use pullback::{Differentiable, differentiable};
use std::rc::Rc;
#[differentiable]
trait Expr {
    fn eval(&self, x: f64) -> f64;
    fn diff(&self) -> Box<dyn Expr>;
    fn boxed(&self) -> Box<dyn Expr>;
    fn plus(&self, other: Box<dyn Expr>) -> Box<dyn Expr> {
        Box::new(Add(self.boxed(), other))
    }
    fn shared(&self, scale: f64) -> Rc<dyn Expr> {
        Rc::new(Const(scale * self.eval(0.5)))
    }
    fn half(&self) -> Option<Box<dyn Expr>> {
        None
    }
    fn total(&self, parts: &[Box<dyn Expr>], x: f64) -> f64 {
        parts.iter().map(|p| p.eval(x)).sum::<f64>() * self.eval(x)
    }
}
#[derive(Clone, Differentiable)]
struct Const(f64);
#[derive(Clone, Differentiable)]
struct Var;
#[derive(Differentiable)]
struct Add(Box<dyn Expr>, Box<dyn Expr>);
#[derive(Differentiable)]
struct Mul(Box<dyn Expr>, Box<dyn Expr>);
#[differentiable]
impl Expr for Const {
    fn eval(&self, _x: f64) -> f64 {
        self.0
    }
    fn diff(&self) -> Box<dyn Expr> {
        Box::new(Const(0.0))
    }
    fn boxed(&self) -> Box<dyn Expr> {
        Box::new(Const(self.0))
    }
    fn half(&self) -> Option<Box<dyn Expr>> {
        Some(Box::new(Const(0.5 * self.0)))
    }
}
#[differentiable]
impl Expr for Var {
    fn eval(&self, x: f64) -> f64 {
        x
    }
    fn diff(&self) -> Box<dyn Expr> {
        Box::new(Const(1.0))
    }
    fn boxed(&self) -> Box<dyn Expr> {
        Box::new(Var)
    }
}
#[differentiable]
impl Expr for Add {
    fn eval(&self, x: f64) -> f64 {
        self.0.eval(x) + self.1.eval(x)
    }
    fn diff(&self) -> Box<dyn Expr> {
        Box::new(Add(self.0.diff(), self.1.diff()))
    }
    fn boxed(&self) -> Box<dyn Expr> {
        Box::new(Add(self.0.boxed(), self.1.boxed()))
    }
}
#[differentiable]
impl Expr for Mul {
    fn eval(&self, x: f64) -> f64 {
        self.0.eval(x) * self.1.eval(x)
    }
    fn diff(&self) -> Box<dyn Expr> {
        Box::new(Add(
            Box::new(Mul(self.0.diff(), self.1.boxed())),
            Box::new(Mul(self.0.boxed(), self.1.diff())),
        ))
    }
    fn boxed(&self) -> Box<dyn Expr> {
        Box::new(Mul(self.0.boxed(), self.1.boxed()))
    }
}
#[differentiable]
fn newton(e: &dyn Expr, x0: f64, n: usize) -> f64 {
    let d = e.diff();
    let mut x = x0;
    for _ in 0..n {
        x -= e.eval(x) / d.eval(x);
    }
    x
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let e: Box<dyn Expr> = Box::new(Add(
        Box::new(Mul(Box::new(Var), Box::new(Var))),
        Box::new(Const(-x[0])),
    ));
    let d = e.diff();
    let p = e.plus(Box::new(Const(x[1])) as Box<dyn Expr>);
    let c: Box<dyn Expr> = Box::new(Const(x[2]));
    let h = match c.half() {
        Some(h) => h.eval(1.0),
        None => 0.0,
    };
    let parts: Vec<Box<dyn Expr>> = vec![c.boxed(), e.diff(), Box::new(Const(x[1]))];
    newton(&*e, 1.5, 4)
        + d.eval(x[1]) * p.eval(x[2])
        + p.diff().diff().eval(0.3)
        + e.shared(x[1]).eval(0.0)
        + h
        + e.total(&parts, x[1])
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[2.3, 1.2, 0.7], &[1.8, 0.2, -0.4]],
    );
}
