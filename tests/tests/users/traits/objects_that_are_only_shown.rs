//! References to objects of which nothing is computed.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::any::Any;
use std::fmt::Display;

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn as_any(&self) -> &dyn Any;
}

#[derive(Clone, Differentiable)]
struct Disc {
    radius: f64,
    label: String,
}

#[differentiable]
impl Disc {
    fn radius(&self) -> &dyn Any {
        &self.radius
    }
    fn shown(&self) -> &dyn Display {
        &self.label
    }
    fn round(&self) -> f64 {
        6.0 * self.radius
    }
}

#[differentiable]
impl Shape for Disc {
    fn area(&self) -> f64 {
        3.0 * self.radius * self.radius
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let disc = Disc {
        radius: x[0],
        label: "disc".to_owned(),
    };
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(disc.clone())];
    shapes.iter().map(|s| s.area()).sum::<f64>() * disc.round()
}

#[test]
fn gradient_is_right() {
    let disc = Disc {
        radius: 2.0,
        label: "disc".to_owned(),
    };
    assert_eq!(disc.radius().downcast_ref(), Some(&2.0));
    assert_eq!(disc.shown().to_string(), "disc");
    assert!(disc.as_any().is::<Disc>());
    assert_grad(f, &[0.7], &f::gradient(&[0.7]));
}
