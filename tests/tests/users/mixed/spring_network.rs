use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Node {
    pos: [f64; 2],
    vel: [f64; 2],
    #[constant]
    fixed: bool,
}
#[derive(Clone, Debug, Differentiable)]
struct Link {
    #[constant]
    ends: (usize, usize),
    rest: f64,
    k: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct World {
    nodes: Vec<Node>,
    links: Vec<Link>,
    #[constant]
    step: u32,
}

#[differentiable]
impl World {
    fn forces(&self) -> Vec<[f64; 2]> {
        let mut f = vec![[0.0, -0.5]; self.nodes.len()];
        for link in &self.links {
            let (i, j) = link.ends;
            let (a, b) = (&self.nodes[i], &self.nodes[j]);
            let d = [b.pos[0] - a.pos[0], b.pos[1] - a.pos[1]];
            let len = d[0].hypot(d[1]);
            let s = link.k * (len - link.rest) / len;
            for k in 0..2 {
                f[i][k] += s * d[k];
                f[j][k] -= s * d[k];
            }
        }
        f
    }
    fn advance(&mut self, dt: f64) {
        let f = self.forces();
        for (node, f) in self.nodes.iter_mut().zip(&f) {
            if node.fixed {
                continue;
            }
            for k in 0..2 {
                node.vel[k] += dt * f[k];
                node.pos[k] += dt * node.vel[k];
            }
        }
        self.step += 1;
    }
    fn energy(&self) -> f64 {
        self.nodes
            .iter()
            .map(|n| 0.5 * (n.vel[0].powi(2) + n.vel[1].powi(2)))
            .sum::<f64>()
            / self.step as f64
    }
}

#[differentiable]
fn run(p: &[f64]) -> f64 {
    let node = |x: f64, fixed: bool| Node {
        pos: [x, 0.0],
        vel: [0.0, 0.0],
        fixed,
    };
    let mut w = World {
        nodes: vec![node(0.0, true), node(1.0, false), node(2.1, false)],
        links: vec![
            Link {
                ends: (0, 1),
                rest: p[0],
                k: p[1],
            },
            Link {
                ends: (1, 2),
                rest: 0.9,
                k: p[2],
            },
        ],
        step: 0,
    };
    while w.step < 5 {
        w.advance(0.1);
    }
    w.energy()
}

#[test]
fn gradient_is_right() {
    let p = [0.8, 3.0, 2.0];
    assert_grad(|p| run(p), &p, &run::gradient(&p));
}
