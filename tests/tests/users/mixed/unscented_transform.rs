use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn cholesky2([[a, b], [_, d]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let l00 = a.sqrt();
    let l10 = b / l00;
    [[l00, 0.0], [l10, (d - l10 * l10).sqrt()]]
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Belief {
    mean: [f64; 2],
    cov: [[f64; 2]; 2],
}

#[differentiable]
impl Belief {
    fn sigma_points(&self, spread: f64) -> Vec<[f64; 2]> {
        let l = cholesky2(self.cov);
        let mut pts = vec![self.mean];
        for j in 0..2 {
            for sign in [1.0, -1.0] {
                let mut p = self.mean;
                for i in 0..2 {
                    p[i] += sign * spread * l[i][j];
                }
                pts.push(p);
            }
        }
        pts
    }

    fn transform<F>(&self, spread: f64, f: F) -> (f64, f64)
    where
        F: Fn(&[f64; 2]) -> f64,
    {
        let values: Vec<f64> = self.sigma_points(spread).iter().map(f).collect();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let var = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
        (mean, var)
    }
}

#[differentiable]
fn range_uncertainty(b: &Belief, spread: f64, station: [f64; 2]) -> f64 {
    let (m, v) = b.transform(spread, |p| (p[0] - station[0]).hypot(p[1] - station[1]));
    v / m + m.ln()
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Belief {
        mean: [v[0], v[1]],
        cov: [[v[2], v[3]], [0.3, v[4]]],
    };
    let v = [1.0, 0.5, 0.4, 0.1, 0.6, 1.4, -1.0, 0.7];
    let (g, ds, dst) = range_uncertainty::gradient(&mk(&v), v[5], [v[6], v[7]]);
    assert_eq!(g.cov[1][0], 0.0);
    assert_grad(
        |v| range_uncertainty(&mk(v), v[5], [v[6], v[7]]),
        &v,
        &[
            g.mean[0],
            g.mean[1],
            g.cov[0][0],
            g.cov[0][1],
            g.cov[1][1],
            ds,
            dst[0],
            dst[1],
        ],
    );
}
