use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::collections::HashMap;

#[derive(Clone, Debug, Differentiable)]
struct Factors {
    users: Vec<[f64; 2]>,
    items: Vec<[f64; 2]>,
    bias: f64,
}

#[differentiable]
impl Factors {
    fn user(&self, i: usize) -> &[f64; 2] {
        &self.users[i]
    }
    fn item(&self, i: usize) -> &[f64; 2] {
        &self.items[i]
    }

    fn predict(&self, u: usize, i: usize) -> f64 {
        self.bias
            + self
                .user(u)
                .iter()
                .zip(self.item(i))
                .map(|(a, b)| a * b)
                .sum::<f64>()
    }
}

#[differentiable]
fn loss(
    f: &Factors,
    #[constant] names: &HashMap<&str, usize>,
    #[constant] ratings: &[(&str, usize, f64)],
    reg: f64,
) -> f64 {
    let mut sse = 0.0;
    let mut seen = 0usize;
    for &(name, item, r) in ratings {
        let Some(&u) = names.get(name) else { continue };
        sse += (f.predict(u, item) - r).powi(2);
        seen += 1;
    }
    let norm: f64 = f
        .users
        .iter()
        .chain(f.items.iter())
        .flat_map(|v| v.iter())
        .map(|x| x * x)
        .sum();
    sse / seen as f64 + reg * norm
}

#[test]
fn gradient_is_right() {
    let names = HashMap::from([("ann", 0), ("bob", 1)]);
    let ratings = [
        ("ann", 0, 1.0),
        ("bob", 1, -0.5),
        ("eve", 0, 9.0),
        ("ann", 1, 0.3),
    ];
    let mk = |v: &[f64]| Factors {
        users: vec![[v[0], v[1]], [v[2], v[3]]],
        items: vec![[v[4], v[5]], [v[6], v[7]]],
        bias: v[8],
    };
    let v = [0.1, 0.5, -0.2, 0.7, 0.9, -0.3, 0.4, 0.6, 0.05];
    let (g, dr) = loss::gradient(&mk(&v), &names, &ratings, 0.1);
    let mut flat: Vec<f64> = g.users.concat();
    flat.extend(g.items.concat());
    flat.push(g.bias);
    assert_grad(|v| loss(&mk(v), &names, &ratings, 0.1), &v, &flat);
    assert_grad(|r| loss(&mk(&v), &names, &ratings, r[0]), &[0.1], &[dr]);
}
