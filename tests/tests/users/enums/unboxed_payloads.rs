use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Expr {
    Number(f64),
    Variable,
    Negated(Box<Expr>),
    Product(Box<Expr>, Box<Expr>),
}

#[differentiable]
impl Expr {
    fn at(&self, x: f64) -> f64 {
        match self {
            Expr::Number(c) => *c,
            Expr::Variable => x,
            Expr::Negated(inner) => -inner.at(x),
            Expr::Product(left, right) => left.at(x) * right.at(x),
        }
    }

    fn simplified(self) -> Expr {
        match self {
            Expr::Product(left, right) => match (*left, *right) {
                (Expr::Number(a), Expr::Number(b)) => Expr::Number(a * b),
                (left, right) => {
                    Expr::Product(Box::new(left.simplified()), Box::new(right.simplified()))
                }
            },
            Expr::Negated(inner) => match *inner {
                Expr::Number(c) => Expr::Number(-c),
                Expr::Negated(twice) => *twice,
                other => Expr::Negated(Box::new(other.simplified())),
            },
            other => other,
        }
    }
}

#[differentiable]
fn product(x: &[f64]) -> f64 {
    let number = |c: f64| Box::new(Expr::Number(c));
    let scaled = Expr::Product(number(x[0]), Box::new(Expr::Negated(number(x[1]))));
    let twice = Expr::Negated(Box::new(Expr::Negated(Box::new(Expr::Variable))));
    let both = Expr::Product(Box::new(scaled.simplified()), Box::new(twice));
    let constants = Expr::Product(number(x[0]), number(x[2])).simplified();
    both.simplified().at(x[2]) * constants.at(0.0)
}

#[test]
fn payloads_are_moved_out_of_their_boxes() {
    check(product, |x| product::gradient(x), &[&[1.5, -0.7, 2.0]]);
}
