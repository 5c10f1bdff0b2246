use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Truss<'a> {
    nodes: &'a [[f64; 2]],
    #[constant]
    bars: &'a [(usize, usize)],
    areas: Vec<f64>,
}
#[differentiable]
impl<'a> Truss<'a> {
    fn stiffness(&self) -> Vec<Vec<f64>> {
        let n = 2 * self.nodes.len();
        let mut k = vec![vec![0.0; n]; n];
        for (&(a, b), area) in self.bars.iter().zip(&self.areas) {
            let d = [
                self.nodes[b][0] - self.nodes[a][0],
                self.nodes[b][1] - self.nodes[a][1],
            ];
            let len = d[0].hypot(d[1]);
            let ea = 100.0 * area / len.powi(3);
            let dofs = [2 * a, 2 * a + 1, 2 * b, 2 * b + 1];
            let dir = [-d[0], -d[1], d[0], d[1]];
            for (i, &r) in dofs.iter().enumerate() {
                for (j, &c) in dofs.iter().enumerate() {
                    k[r][c] += ea * dir[i] * dir[j];
                }
            }
        }
        k
    }
    fn mass(&self) -> f64 {
        self.bars
            .iter()
            .zip(self.areas.iter())
            .map(|((a, b), area)| {
                area * (self.nodes[*a][0] - self.nodes[*b][0])
                    .hypot(self.nodes[*a][1] - self.nodes[*b][1])
            })
            .sum()
    }
}
#[differentiable]
fn cholesky_solve(a: &mut [Vec<f64>], b: &mut [f64]) {
    let n = b.len();
    for j in 0..n {
        for k in 0..j {
            let f = a[j][k];
            a[j][j] -= f * f;
        }
        a[j][j] = a[j][j].sqrt();
        for i in j + 1..n {
            for k in 0..j {
                a[i][j] = a[i][j] - a[i][k] * a[j][k];
            }
            a[i][j] /= a[j][j];
        }
    }
    for i in 0..n {
        for k in 0..i {
            b[i] -= a[i][k] * b[k];
        }
        b[i] /= a[i][i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            b[i] -= a[k][i] * b[k];
        }
        b[i] /= a[i][i];
    }
}
#[differentiable]
fn compliance(p: &[f64]) -> f64 {
    let nodes = [[0.0, 0.0], [1.0, 0.0], [p[0], p[1]], [1.2, 1.1]];
    let bars = [(0, 2), (1, 2), (1, 3), (2, 3), (0, 3)];
    let t = Truss {
        nodes: &nodes,
        bars: &bars,
        areas: p[2..7].to_vec(),
    };
    let full = t.stiffness();
    let mut k: Vec<Vec<f64>> = full[4..].iter().map(|r| r[4..].to_vec()).collect();
    let mut u = vec![0.0, -1.0, 0.5, 0.0];
    let f = u.clone();
    cholesky_solve(&mut k, &mut u);
    u.iter().zip(&f).map(|(u, f)| u * f).sum::<f64>() + 0.1 * t.mass()
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[0.1, 1.0, 1.0, 0.8, 0.7, 0.5, 0.6]];
    let functions = [(
        compliance as fn(&[f64]) -> f64,
        compliance::gradient as fn(&[f64]) -> Vec<f64>,
    )];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
