use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct Aabb {
    min: [f64; 3],
    max: [f64; 3],
}
#[differentiable]
impl Aabb {
    const EMPTY: Aabb = Aabb {
        min: [f64::INFINITY; 3],
        max: [f64::NEG_INFINITY; 3],
    };
    fn grow(mut self, p: &[f64; 3]) -> Self {
        for ((lo, hi), &c) in self.min.iter_mut().zip(self.max.iter_mut()).zip(p) {
            *lo = lo.min(c);
            *hi = hi.max(c);
        }
        self
    }
    fn union(&self, o: &Aabb) -> Aabb {
        Aabb {
            min: std::array::from_fn(|i| self.min[i].min(o.min[i])),
            max: std::array::from_fn(|i| self.max[i].max(o.max[i])),
        }
    }
    fn area(&self) -> f64 {
        let d: Vec<f64> = self.min.iter().zip(&self.max).map(|(a, b)| b - a).collect();
        2.0 * (d[0] * d[1] + d[1] * d[2] + d[2] * d[0])
    }
    fn longest_axis(&self) -> usize {
        (0..3)
            .max_by(|&a, &b| (self.max[a] - self.min[a]).total_cmp(&(self.max[b] - self.min[b])))
            .unwrap_or(0)
    }
}
#[differentiable]
impl FromIterator<[f64; 3]> for Aabb {
    fn from_iter<I: IntoIterator<Item = [f64; 3]>>(iter: I) -> Self {
        let mut b = Aabb::EMPTY;
        for p in iter {
            b = b.grow(&p);
        }
        b
    }
}
#[derive(Debug, Clone, Differentiable)]
enum Bvh {
    Leaf {
        bounds: Aabb,
        ids: Vec<usize>,
    },
    Node {
        bounds: Aabb,
        children: [Box<Bvh>; 2],
    },
}
#[differentiable]
impl Bvh {
    fn build(points: &[[f64; 3]], mut ids: Vec<usize>) -> Bvh {
        let bounds: Aabb = ids.iter().map(|&i| points[i]).collect();
        if ids.len() <= 2 {
            return Bvh::Leaf { bounds, ids };
        }
        let axis = bounds.longest_axis();
        ids.sort_by(|&a, &b| points[a][axis].partial_cmp(&points[b][axis]).unwrap());
        let right = ids.split_off(ids.len() / 2);
        Bvh::Node {
            bounds,
            children: [
                Box::new(Bvh::build(points, ids)),
                Box::new(Bvh::build(points, right)),
            ],
        }
    }
    fn bounds(&self) -> &Aabb {
        match self {
            Bvh::Leaf { bounds, .. } | Bvh::Node { bounds, .. } => bounds,
        }
    }
    fn cost(&self) -> f64 {
        match self {
            Bvh::Leaf { bounds, ids } => bounds.area() * ids.len() as f64,
            Bvh::Node { bounds, children } => {
                bounds.area() + children.iter().map(|c| c.cost()).sum::<f64>()
            }
        }
    }
}
#[differentiable]
fn objective(p: &[f64]) -> f64 {
    let points: Vec<[f64; 3]> = p.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    let tree = Bvh::build(&points, (0..points.len()).collect());
    let whole = tree.bounds();
    tree.cost() / whole.area()
        + whole
            .union(&Aabb {
                min: [0.0; 3],
                max: [0.5; 3],
            })
            .max[0]
}
#[test]
fn bounding_volumes() {
    check(
        objective,
        |x| objective::gradient(x),
        &[&[
            0.1, 0.2, 0.3, 1.0, 0.8, 0.6, -0.4, 1.21, 0.9, 0.7, -0.2, 0.45, 0.33, 0.61, 1.75,
        ]],
    );
}
