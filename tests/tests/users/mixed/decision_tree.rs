use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Tree {
    Leaf(f64),
    Split {
        feature: usize,
        threshold: f64,
        sharpness: f64,
        children: Box<(Tree, Tree)>,
    },
}

#[differentiable]
impl Tree {
    fn leaf(v: f64) -> Tree {
        Tree::Leaf(v)
    }

    /// soft routing, so that thresholds have derivatives
    fn predict(&self, x: &[f64]) -> f64 {
        match self {
            Tree::Leaf(v) => *v,
            Tree::Split {
                feature,
                threshold,
                sharpness,
                children,
            } => {
                let z = sharpness * (x[*feature] - threshold);
                let p = 1.0 / (1.0 + (-z).exp());
                let (l, r) = &**children;
                (1.0 - p) * l.predict(x) + p * r.predict(x)
            }
        }
    }
}

#[differentiable]
fn loss(p: &[f64], data: &[([f64; 2], f64)]) -> f64 {
    let right = Tree::Split {
        feature: 1,
        threshold: p[1],
        sharpness: 3.0,
        children: Box::new((Tree::leaf(p[3]), Tree::leaf(p[4]))),
    };
    let root = Tree::Split {
        feature: 0,
        threshold: p[0],
        sharpness: p[5],
        children: Box::new((Tree::leaf(p[2]), right)),
    };
    data.iter()
        .map(|(x, y)| (root.predict(x) - y).powi(2))
        .sum::<f64>()
        / data.len() as f64
}

#[test]
fn gradient_is_right() {
    let p = [0.5, 0.2, 1.0, -0.5, 2.0, 4.0];
    let data = [([0.3, 0.8], 1.0), ([0.9, -0.2], 0.0), ([0.6, 0.4], 1.5)];
    let (dp, dd) = loss::gradient(&p, &data);
    assert_grad(|p| loss(p, &data), &p, &dp);
    assert_grad(
        |v| loss(&p, &[([v[0], v[1]], v[2]), data[1], data[2]]),
        &[0.3, 0.8, 1.0],
        &[dd[0].0[0], dd[0].0[1], dd[0].1],
    );
}
