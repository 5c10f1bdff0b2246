use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Banded {
    n: usize,
    diag: Vec<f64>,
    off: Vec<f64>,
}

#[differentiable]
impl Banded {
    fn assemble(stiffness: &[f64]) -> Banded {
        let n = stiffness.len();
        let mut k = Banded {
            n,
            diag: vec![0.0; n],
            off: vec![0.0; n - 1],
        };
        for (e, &s) in stiffness.iter().enumerate() {
            k.diag[e] += s;
            if e > 0 {
                k.diag[e - 1] += s;
                k.off[e - 1] -= s;
            }
        }
        k
    }

    /// LDL^T, consuming the matrix
    fn solve(mut self, mut f: Vec<f64>) -> Option<Vec<f64>> {
        for i in 1..self.n {
            if self.diag[i - 1].abs() < 1e-12 {
                return None;
            }
            let l = self.off[i - 1] / self.diag[i - 1];
            self.diag[i] -= l * self.off[i - 1];
            f[i] -= l * f[i - 1];
            self.off[i - 1] = l;
        }
        for (x, d) in f.iter_mut().zip(&self.diag) {
            *x /= d;
        }
        for i in (1..self.n).rev() {
            f[i - 1] -= self.off[i - 1] * f[i];
        }
        Some(f)
    }
}

#[differentiable]
fn compliance(stiffness: &[f64], load: &[f64]) -> f64 {
    let k = Banded::assemble(stiffness);
    let Some(u) = k.solve(load.to_vec()) else {
        panic!("singular");
    };
    u.iter().zip(load).map(|(u, f)| u * f).sum()
}

#[test]
fn gradient_is_right() {
    let (s, f) = ([2.0, 1.5, 3.0, 1.0], [0.1, 0.4, -0.2, 1.0]);
    let (ds, df) = compliance::gradient(&s, &f);
    assert_grad(|s| compliance(s, &f), &s, &ds);
    assert_grad(|f| compliance(&s, f), &f, &df);
}
