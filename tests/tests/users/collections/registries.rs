//! Maps and sets in fields that methods fill, beside floats that these find.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
#[derive(Differentiable, Clone, Debug, Default)]
struct Registry {
    names: Vec<String>,
    index: HashMap<String, usize>,
    order: BTreeMap<u32, usize>,
    seen: HashSet<usize>,
    tags: BTreeSet<String>,
    values: Vec<f64>,
}
#[differentiable]
impl Registry {
    fn set(&mut self, name: &str, v: f64) {
        if let Some(&i) = self.index.get(name) {
            self.values[i] = v * self.values[i];
        } else {
            self.index.insert(name.to_string(), self.values.len());
            self.names.push(name.to_string());
            self.values.push(v);
        }
    }
    fn rank(&mut self, at: u32, v: f64) -> f64 {
        let i = match self.order.get(&at) {
            Some(&i) => i,
            None => {
                let i = self.values.len();
                self.values.push(v);
                self.order.insert(at, i);
                i
            }
        };
        self.tags.insert(format!("t{at}"));
        if self.seen.insert(i) {
            self.values[i] *= v;
        }
        self.values[i] * self.tags.len() as f64
    }
    fn get(&self, name: &str) -> f64 {
        match self.index.get(name) {
            Some(&i) => self.values[i],
            None => 0.5,
        }
    }
}
#[differentiable]
fn run(x: &[f64]) -> f64 {
    let mut r = Registry::default();
    let mut s = 0.0;
    for (k, name) in ["a", "b", "a", "c", "b"].iter().enumerate() {
        r.set(name, x[k % x.len()] + 0.5);
        s += r.rank((k % 2) as u32, x[0] * r.get("a"));
    }
    s + r.get("c") * r.get("zz") + r.values.iter().sum::<f64>()
}
#[differentiable]
fn touch(r: &mut Registry, x: f64) -> f64 {
    r.set("a", x);
    r.set("b", x * x);
    let v = r.rank(3, x);
    r.values[0] * v
}
#[test]
fn gradient_is_right() {
    for x in [[1.0, 2.0, 0.3], [-0.7, 0.2, 1.1]] {
        assert_grad(run, &x, &run::gradient(&x));
        assert_eq!(run::gradient(&x), run::gradient(&x));
    }
}

#[test]
fn what_was_there_comes_back() {
    let mut r = Registry::default();
    r.set("a", 2.0);
    let (names, values, seen) = (r.names.clone(), r.values.clone(), r.seen.clone());
    let value = |x: &[f64]| touch(&mut r.clone(), x[0]);
    let (_, by_x) = touch::gradient(&mut r.clone(), 0.7);
    assert_grad(value, &[0.7], &[by_x]);
    let mut changed = r.clone();
    touch::gradient(&mut changed, 0.7);
    assert_eq!(
        (changed.names, changed.values, changed.seen),
        (names, values, seen)
    );
    assert_eq!(
        (changed.index, changed.order, changed.tags),
        (r.index, r.order, r.tags)
    );
}
