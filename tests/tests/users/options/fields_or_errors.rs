//! Options in fields that an error of a type without derivative stands in for, and what such an error takes from fields.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, PartialEq)]
enum E {
    Missing,
    Bad(String),
    At { k: usize },
}
#[derive(Clone, Debug, Default, Differentiable)]
struct B {
    m: Option<f64>,
    c: Option<f64>,
    name: String,
    k: usize,
}
#[differentiable]
fn a1(b: &B) -> Result<f64, E> {
    let m = b.m.ok_or(E::Missing)?;
    let c = b.c.ok_or_else(|| E::At { k: b.k })?;
    Ok(m * c)
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let b = B {
        m: Some(x[0]),
        c: None,
        name: String::new(),
        k: 2,
    };
    let d = B {
        c: Some(x[1] * x[0]),
        ..b.clone()
    };
    a1(&b).unwrap_or(x[0]) + a1(&d).unwrap_or(1.0)
}
#[differentiable]
impl B {
    fn b1(self) -> Result<f64, E> {
        if self.k > 3 {
            return Err(E::Bad(self.name));
        }
        match self.m {
            Some(m) if m > 0.0 => Ok(m * m),
            Some(_) => Err(E::At { k: self.k }),
            None => Err(E::Missing),
        }
    }
    fn b2(&self) -> Result<f64, E> {
        if self.name.is_empty() {
            return Err(E::Bad(self.name.clone()));
        }
        if self.k == 7 {
            return Err(E::Bad(format!("{} at {}", self.name, self.k)));
        }
        self.m.ok_or(E::Missing)
    }
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    let b = B {
        m: Some(x[0]),
        c: None,
        name: "n".into(),
        k: 2,
    };
    let bad = B { k: 5, ..b.clone() };
    let c = B { k: 7, ..b.clone() };
    b.b2().unwrap_or(2.0)
        + c.b2().unwrap_or(x[1])
        + b.b1().unwrap_or(x[1])
        + bad
            .b1()
            .unwrap_or_else(|e| if e == E::Missing { 0.0 } else { x[1] * x[1] })
}
#[differentiable]
fn c1(m: Option<f64>, n: Option<f64>) -> Result<f64, E> {
    let m = m.ok_or(E::Missing)?;
    n.map(|n| n * m).ok_or(E::Bad("n".to_string()))
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    c1(Some(x[0]), Some(x[1])).unwrap_or(1.0) + c1(Some(x[0]), None).unwrap_or(x[1])
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3]] {
        assert_grad(a, &x, &a::gradient(&x));
        assert_grad(a, &x, &a::gradient(&x));
    }
    for x in [[0.7, 1.3], [-0.7, 1.3]] {
        assert_grad(b, &x, &b::gradient(&x));
        assert_grad(b, &x, &b::gradient(&x));
    }
    for x in [[0.7, 1.3]] {
        assert_grad(c, &x, &c::gradient(&x));
        assert_grad(c, &x, &c::gradient(&x));
    }
}
