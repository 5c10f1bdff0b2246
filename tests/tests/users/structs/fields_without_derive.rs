//! Fields whose types derive nothing but `Eq`: positions, shapes of grids, settings.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    nx: usize,
    ny: usize,
    half: bool,
}

impl Grid {
    fn index(&self, i: usize, j: usize) -> usize {
        i * self.ny + j
    }

    fn len(&self) -> usize {
        self.nx * self.ny
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Field {
    grid: Grid,
    #[constant]
    coarse: Grid,
    data: Vec<f64>,
}

#[differentiable]
impl Field {
    fn new(grid: Grid, data: &[f64]) -> Self {
        let mut field = Field {
            grid,
            coarse: grid,
            data: vec![0.0; grid.len()],
        };
        field.data.copy_from_slice(data);
        field
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[self.grid.index(i, j)]
    }

    fn mean(&self) -> f64 {
        self.data.iter().sum::<f64>() / self.grid.nx as f64 / self.grid.ny as f64
    }

    fn spacing(&self) -> f64 {
        let grid = self.grid;
        let h = 1.0 / grid.nx as f64;
        if grid.half { h / 2.0 } else { h }
    }

    fn corner(&self) -> f64 {
        let Grid { nx, ny, .. } = self.grid;
        let grid = &self.grid;
        (grid.nx + ny) as f64 * self.at(nx - 1, ny - 1) * self.grid.len() as f64
    }

    fn refined(&self) -> Field {
        let mut field = self.clone();
        field.grid = self.grid;
        field.grid.nx = 2 * self.grid.nx;
        field.coarse.ny += 1;
        field.data.extend_from_slice(&self.data);
        field
    }

    fn squared(mut self) -> Field {
        self.grid.ny += 1;
        Field {
            data: self.data.iter().map(|v| v * v).collect(),
            ..self
        }
    }
}

#[differentiable]
fn total(field: &Field) -> f64 {
    let refined = field.refined();
    field.mean() * field.spacing()
        + field.corner() * refined.mean()
        + refined.coarse.ny as f64 * field.data[0].sin()
        + field.clone().squared().mean() * field.grid.nx as f64
}

#[differentiable]
fn of_grid(half: bool, data: &[f64]) -> f64 {
    let grid = Grid { nx: 2, ny: 2, half };
    total(&Field::new(grid, data))
}

check!(
    of_cells,
    of_grid(fixed(true), &[2.0, 0.5, 0.3, 0.7]),
    of_grid(fixed(false), &[0.4, 1.5, -0.3, 0.7])
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct NodeId(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn sign(&self) -> f64 {
        match self {
            Side::Left => -1.0,
            Side::Right => 1.0,
        }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Edge {
    from: NodeId,
    to: NodeId,
    side: Side,
    w: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Graph {
    edges: Vec<Edge>,
    n: usize,
}

#[differentiable]
impl Graph {
    fn connect(&mut self, from: NodeId, to: NodeId, side: Side, w: f64) {
        self.edges.push(Edge { from, to, side, w });
    }

    fn first(&self) -> NodeId {
        self.edges[0].from
    }

    fn shortest(&self, from: NodeId, to: NodeId) -> f64 {
        let mut distance = vec![f64::INFINITY; self.n];
        distance[from.0] = 0.0;
        for _ in 0..self.n {
            for e in &self.edges {
                let through = distance[e.from.0] + e.w;
                if through < distance[e.to.0] {
                    distance[e.to.0] = through;
                }
            }
        }
        distance[to.0]
    }

    fn pull(&self, node: NodeId) -> f64 {
        let mut pull = 0.0;
        for e in &self.edges {
            let side = e.side;
            if e.from == node {
                pull += side.sign() * e.w * e.w * (e.to.0 + 1) as f64;
            }
        }
        pull
    }
}

#[differentiable]
fn route(w: &[f64]) -> f64 {
    let mut graph = Graph {
        edges: Vec::new(),
        n: 3,
    };
    let (a, b, c) = (NodeId(0), NodeId(1), NodeId(2));
    graph.connect(a, b, Side::Left, w[0]);
    graph.connect(b, c, Side::Right, w[1] * w[0]);
    graph.connect(a, c, Side::Right, w[2]);
    graph.shortest(graph.first(), c) * graph.pull(a)
}

check!(of_nodes, route(&[2.0, 0.5, 0.3]), route(&[0.2, 0.5, 2.3]));
