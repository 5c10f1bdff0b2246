//! Methods that return an element which they look for, and comparisons of what methods return.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone, Debug)]
struct Node {
    t: f64,
    c: f64,
    on: bool,
}
#[derive(Differentiable, Clone, Debug)]
struct Net {
    nodes: Vec<Node>,
    w: Vec<f64>,
    k: usize,
}
#[differentiable]
impl Net {
    fn hottest(&self) -> &Node {
        self.nodes
            .iter()
            .max_by(|a, b| a.t.total_cmp(&b.t))
            .unwrap()
    }
    fn coldest_on(&self) -> &Node {
        self.nodes
            .iter()
            .filter(|n| n.on)
            .min_by(|a, b| a.t.partial_cmp(&b.t).unwrap())
            .expect("some node")
    }
    fn above(&self, limit: f64) -> &Node {
        self.nodes.iter().find(|n| n.t > limit).unwrap()
    }
    fn last(&self) -> &Node {
        self.nodes.last().unwrap()
    }
    fn nth_from_end(&self, i: usize) -> &Node {
        self.nodes.iter().rev().nth(i).unwrap()
    }
    fn largest(&self) -> &f64 {
        self.w.iter().max_by(|a, b| a.total_cmp(b)).unwrap()
    }
    fn tail_mut(&mut self) -> &mut Node {
        self.nodes.last_mut().unwrap()
    }
    fn node_mut(&mut self, i: usize) -> &mut Node {
        self.nodes.get_mut(i).expect("in range")
    }
    fn pick(&self) -> &Node {
        if self.w[0] > 0.5 {
            self.nodes.first().unwrap()
        } else {
            self.nodes.iter().skip(1).next().unwrap()
        }
    }
    fn cost(&self, i: usize) -> f64 {
        (self.nodes[i].t - 0.4).powi(2) * self.w[i]
    }
    fn best(&self) -> usize {
        (0..self.nodes.len())
            .min_by(|&a, &b| self.cost(a).total_cmp(&self.cost(b)))
            .unwrap()
    }
    fn worst(&self) -> Option<usize> {
        (0..self.nodes.len()).max_by(|&a, &b| self.cost(a).partial_cmp(&self.cost(b)).unwrap())
    }
    fn run(&mut self, x: &[f64]) -> f64 {
        let mut s =
            self.hottest().t * x[0] + self.coldest_on().c + self.above(0.1).t * self.last().c;
        for i in 0..3 {
            let h = self.hottest().t;
            s += h * h * *self.largest();
            self.tail_mut().t += 0.3 * h * x[1];
            self.node_mut(i % 2).c *= h;
            let top = self.largest() * 0.5;
            self.w[self.k] -= top;
            self.k = (self.k + 1) % self.w.len();
            s += self.nth_from_end(i).t + self.pick().t * self.pick().c;
            let b = self.best();
            s += self.nodes[b].t * self.cost(b);
            if let Some(w) = self.worst() {
                self.nodes[w].t *= 0.8;
            }
            if self.cost(0).total_cmp(&self.cost(1)).is_lt() {
                s += x[2];
            }
            s += match self.cost(0).partial_cmp(&0.01) {
                Some(std::cmp::Ordering::Less) => x[0] * x[0],
                _ => x[1],
            };
        }
        s
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut n = Net {
        nodes: vec![
            Node {
                t: x[0],
                c: x[1],
                on: true,
            },
            Node {
                t: x[2],
                c: x[3],
                on: x[0] > 0.5,
            },
            Node {
                t: x[1] * x[2],
                c: 1.0,
                on: true,
            },
        ],
        w: x[..3].to_vec(),
        k: 0,
    };
    let r = n.run(x);
    r + n.hottest().c + n.largest() * n.cost(n.best())
}

#[test]
fn elements_are_found() {
    for at in [
        [0.3, 0.7, 0.9, 0.45],
        [1.3, 0.2, 0.8, 0.4],
        [0.2, 0.5, 0.35, 0.9],
    ] {
        for _ in 0..2 {
            let (value, gradient) = f::value_and_gradient(&at);
            assert_eq!(value, f(&at));
            assert_grad(f, &at, &gradient);
        }
    }
}

mod to_be_changed {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Cell {
        heat: f64,
        name: String,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Room {
        cells: Vec<Cell>,
        spare: [Cell; 2],
    }
    #[differentiable]
    impl Room {
        fn named_mut(&mut self, name: &str) -> &mut Cell {
            self.cells.iter_mut().find(|c| c.name == name).unwrap()
        }
        fn coldest_mut(&mut self) -> &mut Cell {
            self.cells
                .iter_mut()
                .min_by(|a, b| a.heat.total_cmp(&b.heat))
                .expect("cells")
        }
        fn newest_mut(&mut self) -> &mut Cell {
            self.cells.iter_mut().rev().find(|c| c.heat > 0.0).unwrap()
        }
        fn second_mut(&mut self) -> &mut Cell {
            self.spare.iter_mut().nth(1).unwrap()
        }
        fn warm(&mut self, k: f64) {
            let c = self.coldest_mut();
            c.heat += k;
            let b = self.named_mut("b");
            b.heat *= k;
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let cell = |i: usize, n: &str| Cell {
            heat: x[i],
            name: n.to_string(),
        };
        let mut r = Room {
            cells: vec![cell(0, "a"), cell(1, "b"), cell(2, "c")],
            spare: [cell(0, "s"), cell(1, "t")],
        };
        let mut s = 0.0;
        for i in 0..4 {
            r.warm(0.5 + x[i % 3]);
            let c = r.coldest_mut();
            c.heat = c.heat * c.heat + 0.1;
            if i % 2 == 0 {
                let n = r.newest_mut();
                n.heat -= 0.3;
                let t = r.second_mut();
                t.heat *= 1.5;
            }
            s += r.named_mut("c").heat * r.coldest_mut().heat;
        }
        s + r
            .cells
            .iter()
            .chain(&r.spare)
            .map(|c| c.heat * c.heat)
            .sum::<f64>()
    }

    #[test]
    fn elements_are_found() {
        for at in [[0.3, 0.9, 1.2], [1.3, 0.2, 0.8]] {
            let gradient = f::gradient(&at);
            assert_grad(f, &at, &gradient);
            assert_eq!(gradient, f::gradient(&at));
        }
    }
}
