use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Node {
    weight: f64,
    id: usize,
    next: Option<Box<Node>>,
}

#[differentiable]
fn scaled(scale: Option<&f64>, x: f64) -> f64 {
    match scale {
        Some(scale) => scale * x * x,
        None => x.sin(),
    }
}

#[differentiable]
fn summed(scale: Option<&f64>, xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &x in xs {
        sum = 0.5 * sum + scaled(scale, x).sin() + scale.map_or(x, |s| s * x);
    }
    sum
}

#[differentiable]
fn weighted(weights: Option<&[f64]>, scale: Option<&f64>, xs: &[f64]) -> f64 {
    let scale = scale.copied().unwrap_or(2.0);
    let Some(weights) = weights else {
        return scale * xs.iter().sum::<f64>();
    };
    let dot: f64 = weights.iter().zip(xs).map(|(w, x)| w * x * scale).sum();
    let mut next = dot;
    for i in 0..xs.len() {
        next += summed(weights.get(i), &xs[i..]);
    }
    next + summed(xs.first(), weights)
}

#[differentiable]
fn walked(node: Option<&Node>, x: f64) -> f64 {
    match node {
        Some(node) => node.weight * x + walked(node.next.as_deref(), x * x),
        None => x,
    }
}

#[differentiable]
fn followed(node: Option<&Node>, x: f64) -> f64 {
    let (mut at, mut power, mut sum) = (node, x, 0.0);
    while let Some(node) = at {
        sum += node.weight * power;
        power *= x;
        at = node.next.as_deref();
    }
    sum
}

#[derive(Debug, Differentiable)]
struct Net {
    nodes: Vec<Node>,
}

#[differentiable]
impl Net {
    fn find(&self, id: usize) -> Option<&Node> {
        self.nodes.iter().find(|n| n.id == id)
    }

    fn at(&self, i: usize) -> Option<&Node> {
        self.nodes.get(i)
    }

    fn energy(&self, x: f64) -> f64 {
        let near = self.find(1).map(|n| n.weight * x).unwrap_or(0.0);
        let none = self.find(9).map_or(x, |n| n.weight);
        let far = self.at(0).and_then(|n| self.find(n.id + 2));
        let linked = self
            .at(0)
            .filter(|n| n.weight > 0.0)
            .and_then(|n| self.at(n.id));
        near * none
            + far.map_or(0.0, |n| n.weight.sin() * x)
            + walked(self.at(1), x)
            + linked.map_or(0.0, |n| followed(Some(n), x))
    }
}

fn net(w: &[f64]) -> Net {
    let node = |id: usize| Node {
        weight: w[id],
        id,
        next: None,
    };
    let mut nodes: Vec<Node> = (0..w.len()).map(node).collect();
    nodes[0].next = Some(Box::new(node(2)));
    Net { nodes }
}

#[test]
fn numbers() {
    let g = scaled::gradient(None, 0.7);
    assert_eq!(g, (None, 0.7f64.cos()));
    let (scale, xs) = summed::gradient(Some(&1.2), &[0.3, 0.8]);
    assert_grad(
        |s| summed(Some(&s[0]), &[0.3, 0.8]),
        &[1.2],
        &[scale.unwrap()],
    );
    assert_grad(|x| summed(Some(&1.2), x), &[0.3, 0.8], &xs);
    let (mut scale, mut x) = (Some(7.0), 7.0);
    let value = scaled::value_and_gradient_into(Some(&2.0), 3.0, &mut scale, &mut x);
    assert_eq!((value, scale, x), (18.0, Some(9.0), 12.0));
    let two = 2.0;
    let (value, pullback) = scaled::vjp(Some(&two), 3.0);
    assert_eq!((value, pullback.call(2.0)), (18.0, (Some(18.0), 24.0)));
}

#[test]
fn slices() {
    let (w, x) = ([0.4, -0.3], [0.7, 1.1]);
    let (gw, gs, gx) = weighted::gradient(Some(&w), Some(&1.5), &x);
    assert_grad(|w| weighted(Some(w), Some(&1.5), &x), &w, &gw.unwrap());
    assert_grad(
        |s| weighted(Some(&w), Some(&s[0]), &x),
        &[1.5],
        &[gs.unwrap()],
    );
    assert_grad(|x| weighted(Some(&w), Some(&1.5), x), &x, &gx);
    let (gw, gs, gx) = weighted::gradient(None, None, &x);
    assert_eq!((gw, gs, gx), (None, None, vec![2.0, 2.0]));
}

#[test]
fn structs() {
    let w = [0.6, 1.4, -0.8];
    let first = |w: &[f64]| net(w).nodes[0].clone();
    for (f, gradient) in [
        (
            walked as fn(Option<&Node>, f64) -> f64,
            walked::gradient(Some(&first(&w)), 0.9),
        ),
        (followed, followed::gradient(Some(&first(&w)), 0.9)),
    ] {
        let (node, x) = (gradient.0.unwrap(), gradient.1);
        assert_grad(|x| f(Some(&first(&w)), x[0]), &[0.9], &[x]);
        let next = node.next.unwrap();
        assert_grad(
            |w| f(Some(&first(w)), 0.9),
            &w,
            &[node.weight, 0.0, next.weight],
        );
    }
}

#[test]
fn methods_that_give_them() {
    let w = [0.6, 1.4, -0.8];
    let (this, x) = net(&w).energy_gradient(0.9);
    assert_grad(|x| net(&w).energy(x[0]), &[0.9], &[x]);
    let next = this.nodes[0].next.as_ref().unwrap().weight;
    let mut weights: Vec<f64> = this.nodes.iter().map(|n| n.weight).collect();
    weights[2] += next;
    assert_grad(|w| net(w).energy(0.9), &w, &weights);
}
