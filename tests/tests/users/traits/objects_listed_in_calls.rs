//! Boxes of several types in lists that are written in a call's arguments.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Term {
    fn value(&self, x: f64) -> f64;
}

#[derive(Differentiable)]
struct Power {
    factor: f64,
}

#[derive(Differentiable)]
struct Wave {
    factor: f64,
}

#[derive(Differentiable)]
struct Growth;

#[differentiable]
impl Power {
    fn new(root: f64) -> Self {
        Power {
            factor: root * root,
        }
    }
}

#[differentiable]
impl Term for Power {
    fn value(&self, x: f64) -> f64 {
        self.factor * x * x
    }
}

#[differentiable]
impl Term for Wave {
    fn value(&self, x: f64) -> f64 {
        (self.factor * x).sin()
    }
}

#[differentiable]
impl Term for Growth {
    fn value(&self, x: f64) -> f64 {
        x.exp()
    }
}

#[differentiable]
fn total(terms: &[Box<dyn Term>], x: f64) -> f64 {
    terms.iter().map(|term| term.value(x)).sum()
}

#[differentiable]
fn total_of_owned(terms: Vec<Box<dyn Term>>, x: f64) -> f64 {
    let mut total = 0.0;
    for term in terms {
        total += term.value(x);
    }
    total
}

#[differentiable]
fn product(terms: [Box<dyn Term>; 3], x: f64) -> f64 {
    terms.iter().map(|term| term.value(x)).product()
}

#[differentiable]
fn in_functions(v: &[f64]) -> f64 {
    let (power, wave) = (Power::new(v[0]), Wave { factor: v[1] });
    let other = Wave {
        factor: v[0] * v[1],
    };
    total(
        &[
            Box::new(Power::new(v[0])),
            Box::new(other),
            Box::new(Growth),
        ],
        v[2],
    ) + total(&[Box::new(power), Box::new(wave)], v[0])
        + product(
            [
                Box::new(Growth),
                Box::new(Power { factor: v[1] }),
                Box::new(Wave { factor: v[2] }),
            ],
            v[0],
        )
}

#[differentiable]
fn in_branches(v: &[f64]) -> f64 {
    let mut x = v[0];
    for factor in v {
        if x > 2.0 {
            return total_of_owned(
                vec![Box::new(Wave { factor: x }), Box::new(Growth)],
                *factor,
            );
        }
        let factor = *factor;
        x += total_of_owned(
            vec![Box::new(Power { factor }), Box::new(Wave { factor })],
            0.3,
        );
    }
    x
}

#[derive(Differentiable)]
struct Model {
    terms: Vec<Box<dyn Term>>,
    weight: f64,
}

#[differentiable]
impl Model {
    fn new(terms: Vec<Box<dyn Term>>, weight: f64) -> Self {
        Model { terms, weight }
    }

    fn beside(&self, others: &[Box<dyn Term>], x: f64) -> f64 {
        self.weight * total(&self.terms, x) * total(others, x)
    }
}

#[differentiable]
fn in_methods(v: &[f64]) -> f64 {
    let factor = v[0];
    let model = Model::new(
        vec![Box::new(Power { factor }), Box::new(Wave { factor })],
        v[2],
    );
    let factor = v[1];
    model.beside(
        &[Box::new(Wave { factor }), Box::new(Power::new(v[0]))],
        v[2],
    )
}

/// Boxes of one type, which stay such.
#[derive(Differentiable)]
enum Tree {
    Leaf { value: f64 },
    Square { of: Box<Tree> },
}

#[differentiable]
impl Tree {
    fn leaf(value: f64) -> Self {
        Tree::Leaf { value }
    }

    fn value(&self) -> f64 {
        match self {
            Tree::Leaf { value } => *value,
            Tree::Square { of } => of.value() * of.value(),
        }
    }
}

#[differentiable]
fn total_of_trees(trees: &[Box<Tree>]) -> f64 {
    trees.iter().map(|tree| tree.value()).sum()
}

#[differentiable]
fn of_one_type(v: &[f64]) -> f64 {
    let of = Box::new(Tree::leaf(v[0]));
    total_of_trees(&[Box::new(Tree::leaf(v[1])), Box::new(Tree::Square { of })])
}

#[test]
fn lists_of_objects_in_calls() {
    for v in [[1.0, 2.0, 3.0], [0.5, -1.5, 0.2]] {
        assert_grad(in_functions, &v, &in_functions::gradient(&v));
        assert_grad(in_branches, &v, &in_branches::gradient(&v));
        assert_grad(in_methods, &v, &in_methods::gradient(&v));
        assert_grad(of_one_type, &v, &of_one_type::gradient(&v));
    }
}
