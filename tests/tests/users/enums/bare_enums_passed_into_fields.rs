use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, Copy)]
enum Boundary {
    Dirichlet,
    Neumann,
    Periodic,
}

#[derive(Debug, Clone, Differentiable)]
struct Grid {
    n: usize,
    dx: f64,
    values: Vec<f64>,
}
#[differentiable]
impl Grid {
    fn from_fn(n: usize, length: f64, f: impl Fn(f64) -> f64) -> Self {
        let dx = length / (n as f64 - 1.0);
        Grid {
            n,
            dx,
            values: (0..n).map(|i| f(i as f64 * dx)).collect(),
        }
    }
    fn laplacian(&self, bc: Boundary) -> Vec<f64> {
        let n = self.n;
        let u = &self.values;
        let mut out = vec![0.0; n];
        for i in 0..n {
            let left = if i > 0 {
                u[i - 1]
            } else {
                match bc {
                    Boundary::Dirichlet => 0.0,
                    Boundary::Neumann => u[1],
                    Boundary::Periodic => u[n - 1],
                }
            };
            let right = match (i + 1 < n, bc) {
                (true, _) => u[i + 1],
                (false, Boundary::Dirichlet) => 0.0,
                (false, Boundary::Neumann) => u[n - 2],
                (false, Boundary::Periodic) => u[0],
            };
            out[i] = (left - 2.0 * u[i] + right) / self.dx.powi(2);
        }
        out
    }
    fn integral(&self) -> f64 {
        self.values
            .windows(2)
            .map(|w| 0.5 * (w[0] + w[1]) * self.dx)
            .sum()
    }
    fn max(&self) -> f64 {
        self.values
            .iter()
            .cloned()
            .fold(f64::NEG_INFINITY, f64::max)
    }
}
#[derive(Clone, Differentiable)]
struct HeatSolver {
    alpha: f64,
    boundary: Boundary,
    source: Vec<f64>,
}
#[differentiable]
impl HeatSolver {
    fn explicit_step(&self, grid: &mut Grid, dt: f64) {
        let lap = grid.laplacian(self.boundary);
        for ((u, l), s) in grid.values.iter_mut().zip(&lap).zip(&self.source) {
            *u += dt * (self.alpha * l + s);
        }
    }
    fn implicit_step(&self, grid: &mut Grid, dt: f64) {
        let n = grid.n;
        let r = self.alpha * dt / (grid.dx * grid.dx);
        let mut c = vec![0.0; n];
        let mut d = grid.values.clone();
        c[0] = -r / (1.0 + 2.0 * r);
        d[0] /= 1.0 + 2.0 * r;
        for i in 1..n {
            let m = 1.0 + 2.0 * r + r * c[i - 1];
            c[i] = -r / m;
            d[i] = (d[i] + r * d[i - 1]) / m;
        }
        for i in (0..n - 1).rev() {
            d[i] -= c[i] * d[i + 1];
        }
        grid.values = d;
    }
    fn run(&self, mut grid: Grid, dt: f64, steps: usize) -> Grid {
        for k in 0..steps {
            if k % 2 == 0 {
                self.explicit_step(&mut grid, dt)
            } else {
                self.implicit_step(&mut grid, dt)
            }
        }
        grid
    }
}
#[differentiable]
fn objective(p: &[f64], boundary: Boundary) -> f64 {
    let freq = p[1];
    let grid = Grid::from_fn(9, 1.0, |x| (freq * x).sin() + p[2]);
    let solver = HeatSolver {
        alpha: p[0],
        boundary,
        source: vec![p[3]; 9],
    };
    let end = solver.run(grid, 1e-3, 8);
    end.integral() + end.max()
}
#[test]
fn bare_enums_passed_into_fields() {
    for b in [Boundary::Dirichlet, Boundary::Neumann, Boundary::Periodic] {
        check(
            |x| objective(x, b),
            |x| objective::gradient(x, b),
            &[&[0.5, 3.0, 0.2, 1.0]],
        );
    }
}
