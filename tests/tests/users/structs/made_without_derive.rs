//! Values of types that derive nothing but `Eq`, made of whole numbers whose types do not show.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeId(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    i: usize,
    j: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Load(usize),
    Double,
}

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    ny: usize,
    corner: Position,
    first: NodeId,
    ids: Vec<NodeId>,
    steps: Vec<Step>,
    u: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn at(&self, at: Position) -> f64 {
        self.u[at.i * self.ny + at.j]
    }

    fn node(&self, id: NodeId) -> f64 {
        self.u[id.0]
    }

    fn seen(&self, id: &NodeId) -> f64 {
        self.u[id.0]
    }

    fn around(&self) -> f64 {
        let below = Position {
            i: self.corner.i + 1,
            j: self.corner.j,
        };
        let mut sum = self.at(below) * below.i as f64;
        for j in 0..self.ny {
            sum += self.at(Position { i: 1, j })
                * self.at(Position {
                    i: self.corner.i,
                    j,
                });
        }
        sum
    }

    fn along(&self) -> f64 {
        let last = NodeId(self.ny);
        let mut sum = self.node(last) * self.seen(&NodeId(self.ny - 1));
        let mut id = NodeId(self.ny);
        while id.0 > 0 {
            sum += self.node(id).sin();
            id = NodeId(id.0 - 1);
        }
        let next = if self.u[0] > 0.0 {
            NodeId(self.first.0 + 1)
        } else {
            NodeId(self.ny)
        };
        match Some(next) {
            Some(id) if id == self.ids[0] => sum * self.u[id.0],
            _ => sum,
        }
    }

    fn changed(&self) -> Grid {
        let mut grid = self.clone();
        grid.first = NodeId(self.ny);
        grid.ids.push(NodeId(self.ny - 1));
        grid.ids[0] = NodeId(self.first.0 + 1);
        grid.steps.push(Step::Load(self.ny));
        grid.steps.push(Step::Double);
        grid
    }

    fn stepped(&self) -> f64 {
        let mut product = 1.0;
        for step in &self.steps {
            match step {
                Step::Load(at) => product *= self.u[*at],
                Step::Double => product *= 2.0,
            }
        }
        for id in &self.ids {
            product += self.node(*id) * self.node(self.first);
        }
        product
    }
}

#[differentiable]
fn of_cells(u: &[f64]) -> f64 {
    let grid = Grid {
        ny: 2,
        corner: Position { i: 0, j: 1 },
        first: NodeId(0),
        ids: vec![NodeId(1)],
        steps: Vec::new(),
        u: u.to_vec(),
    };
    grid.around() * grid.along() + grid.changed().stepped()
}

check!(
    made_of_counts,
    of_cells(&[0.5, 2.0, 0.3, 0.7]),
    of_cells(&[-0.5, 1.0, 0.4, -0.7])
);

#[derive(Clone, Debug, Differentiable)]
struct World {
    masses: Vec<f64>,
    links: Vec<NodeId>,
    width: usize,
}

#[differentiable]
impl World {
    fn add(&mut self, mass: f64) -> NodeId {
        let id = NodeId(self.masses.len());
        self.masses.push(mass);
        self.links.push(id);
        id
    }

    fn last(&self) -> NodeId {
        NodeId(self.width - 1)
    }

    fn place(&self, k: usize) -> Position {
        Position {
            i: k / 2,
            j: self.width - 1,
        }
    }

    fn mass(&self, id: NodeId) -> f64 {
        self.masses[id.0]
    }
}

#[differentiable]
fn of_masses(m: &[f64]) -> f64 {
    let mut world = World {
        masses: Vec::new(),
        links: Vec::new(),
        width: 2,
    };
    let first = world.add(m[0]);
    let second = world.add(m[1] * m[0]);
    let place = world.place(3);
    let mut sum = world.mass(first) * world.mass(world.last()) + world.mass(second).sin();
    for link in &world.links {
        sum += world.mass(*link) * world.masses[place.i] * world.masses[place.j];
    }
    sum
}

check!(
    given_of_counts,
    of_masses(&[0.5, 2.0]),
    of_masses(&[-0.5, 1.0])
);

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
impl std::ops::Mul<i32> for Pair {
    type Output = Pair;

    fn mul(self, by: i32) -> Pair {
        Pair(self.0 * f64::from(by), self.1 * f64::from(by))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Segment {
    from: Pair,
    to: Pair,
    used: usize,
}

#[differentiable]
impl Segment {
    fn longer(&self) -> Segment {
        Segment {
            from: self.from,
            to: self.to * 2,
            used: self.used + 1,
        }
    }
}

#[differentiable]
fn after(id: NodeId, of: usize) -> NodeId {
    NodeId((id.0 + 1) % of)
}

#[differentiable]
fn around_a_ring(x: &[f64]) -> f64 {
    let mut at = NodeId(0);
    let mut sum = 0.0;
    for k in 0..4 {
        let next = after(at, x.len());
        sum += x[at.0] * x[next.0].powi(k);
        at = next;
    }
    let segment = Segment {
        from: Pair(x[0], sum),
        to: Pair(x[1], x[2]),
        used: 0,
    };
    let longer = segment.longer().longer();
    longer.from.1 * longer.to.0 + longer.to.1 * longer.used as f64
}

check!(given_of_others, around_a_ring(&[0.5, 2.0, -0.7]));
