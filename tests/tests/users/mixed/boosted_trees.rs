use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Node {
    Leaf(f64),
    Split {
        feature: usize,
        threshold: f64,
        sharpness: Option<f64>,
        kids: Box<(Node, Node)>,
    },
}
#[derive(Clone, Debug, Differentiable)]
struct Ensemble {
    trees: Vec<Node>,
    rate: f64,
    base: f64,
}
#[differentiable]
impl Node {
    fn predict(&self, x: &[f64]) -> f64 {
        match self {
            Node::Leaf(w) => *w,
            Node::Split {
                feature,
                threshold,
                sharpness: None,
                kids,
            } => {
                let (l, r) = &**kids;
                if x[*feature] < *threshold {
                    l.predict(x)
                } else {
                    r.predict(x)
                }
            }
            Node::Split {
                feature,
                threshold,
                sharpness: Some(k),
                kids,
            } => {
                let gate = 1.0 / (1.0 + (-k * (x[*feature] - threshold)).exp());
                (1.0 - gate) * kids.0.predict(x) + gate * kids.1.predict(x)
            }
        }
    }
    fn l2(&self) -> f64 {
        match self {
            Self::Leaf(w) => w * w,
            Self::Split { kids, .. } => kids.0.l2() + kids.1.l2(),
        }
    }
    fn leaves(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Split { kids, .. } => kids.0.leaves() + kids.1.leaves(),
        }
    }
}
#[differentiable]
impl Ensemble {
    fn raw(&self, x: &[f64]) -> f64 {
        self.trees
            .iter()
            .zip(std::iter::successors(Some(1.0), |w| Some(w * 0.9)))
            .map(|(t, w)| w * self.rate * t.predict(x))
            .sum::<f64>()
            + self.base
    }
    fn loss(&self, xs: &[Vec<f64>], ys: &[bool], lambda: f64) -> f64 {
        let n = xs.len() as f64;
        let nll = xs
            .iter()
            .zip(ys)
            .map(|(x, &y)| {
                let f = self.raw(x);
                let m = if y { f } else { -f };
                (-m).exp().ln_1p()
            })
            .sum::<f64>()
            / n;
        nll + lambda
            * self
                .trees
                .iter()
                .map(|t| t.l2() / t.leaves() as f64)
                .sum::<f64>()
    }
}
#[differentiable]
fn objective(p: &[f64]) -> f64 {
    let stump = |f: usize, t: f64, a: f64, b: f64, k: Option<f64>| Node::Split {
        feature: f,
        threshold: t,
        sharpness: k,
        kids: Box::new((Node::Leaf(a), Node::Leaf(b))),
    };
    let deep = Node::Split {
        feature: 0,
        threshold: 0.5,
        sharpness: Some(3.0),
        kids: Box::new((stump(1, 0.0, p[0], p[1], None), Node::Leaf(p[2]))),
    };
    let e = Ensemble {
        trees: vec![deep, stump(1, p[3], 0.2, -0.4, Some(p[4])), Node::Leaf(0.1)],
        rate: p[5],
        base: 0.05,
    };
    let xs = vec![vec![0.1, 0.5], vec![0.9, -0.3], vec![0.4, -0.8]];
    e.loss(&xs, &[true, false, true], 0.1)
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[0.5, -0.3, 0.8, 0.1, 2.0, 0.7]];
    let functions = [(
        objective as fn(&[f64]) -> f64,
        objective::gradient as fn(&[f64]) -> Vec<f64>,
    )];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
