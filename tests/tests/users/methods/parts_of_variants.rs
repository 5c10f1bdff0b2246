use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct Aabb {
    min: [f64; 2],
    max: [f64; 2],
}
#[derive(Debug, Clone, Differentiable)]
enum Bvh {
    Leaf { bounds: Aabb, ids: Vec<usize> },
    Node { bounds: Aabb, w: f64 },
    Flat(f64, Aabb),
}
#[derive(Debug, Clone, Differentiable)]
struct Tree {
    nodes: Vec<Bvh>,
    weights: (f64, [f64; 2]),
    spare: Aabb,
}
#[differentiable]
impl Bvh {
    fn bounds(&self) -> &Aabb {
        match self {
            Bvh::Leaf { bounds, .. } | Bvh::Node { bounds, .. } | Self::Flat(_, bounds) => bounds,
        }
    }
    fn low(&self) -> &[f64] {
        match self {
            Bvh::Leaf { bounds, .. } => &bounds.min,
            Self::Node {
                bounds: Aabb { max, .. },
                ..
            } => max,
            Bvh::Flat(_, b) => &b.min[..1],
        }
    }
    fn low_mut(&mut self) -> &mut f64 {
        match self {
            Bvh::Leaf { bounds, .. } => &mut bounds.min[0],
            Self::Node { w, .. } => w,
            Bvh::Flat(w, _) => w,
        }
    }
}
#[differentiable]
impl Tree {
    fn weight(&self, first: bool) -> &f64 {
        let (w, ws) = &self.weights;
        if first { w } else { &ws[1] }
    }
    fn bounds(&self, i: usize) -> &Aabb {
        match &self.nodes[i] {
            Bvh::Leaf { bounds, .. } => bounds,
            Bvh::Node { bounds, .. } => bounds,
            _ => &self.spare,
        }
    }
    fn spare(&self) -> &[f64; 2] {
        let Self {
            spare: Aabb { min, .. },
            ..
        } = self;
        min
    }
}
#[differentiable]
fn objective(p: &[f64]) -> f64 {
    let b = Aabb {
        min: [p[0], p[1]],
        max: [p[2], p[3]],
    };
    let mut t = Tree {
        nodes: vec![
            Bvh::Leaf {
                bounds: b,
                ids: vec![1],
            },
            Bvh::Node { bounds: b, w: p[4] },
            Bvh::Flat(p[5], b),
        ],
        weights: (p[4], [0.3, p[5]]),
        spare: Aabb {
            min: [p[1], p[0]],
            max: [0.0; 2],
        },
    };
    let mut s = 0.0;
    for n in &mut t.nodes {
        *n.low_mut() *= 1.5 + p[0];
    }
    for (i, n) in t.nodes.iter().enumerate() {
        s += n.bounds().max[1] * n.low().iter().sum::<f64>() * t.weight(i == 0)
            + t.bounds(i).min[0] * i as f64;
        if let Bvh::Node { w, .. } = n {
            s += w * w;
        }
        if let Bvh::Flat(w, _) = n {
            s += w * w * 3.0;
        }
    }
    s * t.spare()[1]
}
#[test]
fn parts_of_variants() {
    check(
        objective,
        |x| objective::gradient(x),
        &[&[0.1, 0.2, 0.3, 1.0, 0.8, 0.6]],
    );
}
