//! Maps in fields whose keys are enums of the user's that derive nothing of this library.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Part {
    Node(usize),
    Edge(String, u8),
}

#[derive(Differentiable)]
struct Assembly {
    places: BTreeMap<Part, usize>,
    groups: HashMap<Part, Vec<usize>>,
    weights: HashMap<Part, f64>,
    x: Vec<f64>,
}

#[differentiable]
impl Assembly {
    fn energy(&self) -> f64 {
        let mut total = 0.0;
        for (_, i) in &self.places {
            total += self.x[*i].powi(2);
        }
        for (part, of) in self.groups.iter() {
            if let Part::Node(n) = part {
                total += self.x[of[0]] * *n as f64;
            }
        }
        total += self.weights[&Part::Node(3)] * self.x[self.places[&Part::Node(1)]];
        total + self.at(&Part::Edge("left".into(), 2)).sin()
    }

    fn at(&self, part: &Part) -> f64 {
        self.places.get(part).map_or(0.0, |&i| self.x[i])
    }
}

fn assembly(x: &[f64]) -> Assembly {
    Assembly {
        places: BTreeMap::from([(Part::Node(1), 0), (Part::Edge("left".into(), 2), 1)]),
        groups: HashMap::from([(Part::Node(2), vec![1])]),
        weights: HashMap::from([(Part::Node(3), x[2])]),
        x: x[..2].to_vec(),
    }
}

#[test]
fn keys_are_constant() {
    let x = [0.7, 0.3, 1.9];
    let g = assembly(&x).energy_gradient();
    let dx = [g.x[0], g.x[1], g.weights[&Part::Node(3)]];
    assert_grad(|x| assembly(x).energy(), &x, &dx);
    let g = assembly(&x).at_gradient(&Part::Edge("left".into(), 2));
    assert_eq!(g.x, [0.0, 1.0]);
}
