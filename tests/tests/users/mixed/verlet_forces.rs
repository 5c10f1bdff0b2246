use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn lennard_jones(r2: f64, eps: f64, sigma: f64) -> (f64, f64) {
    let s6 = (sigma * sigma / r2).powi(3);
    let energy = 4.0 * eps * s6 * (s6 - 1.0);
    let force_over_r = 24.0 * eps * s6 * (2.0 * s6 - 1.0) / r2;
    (energy, force_over_r)
}

#[differentiable]
fn forces(xs: &[[f64; 2]], eps: f64, sigma: f64, cutoff: f64, out: &mut Vec<[f64; 2]>) -> f64 {
    out.clear();
    out.resize(xs.len(), [0.0, 0.0]);
    let mut potential = 0.0;
    'outer: for i in 0..xs.len() {
        for j in 0..xs.len() {
            if j >= i {
                continue 'outer;
            }
            let dx = xs[i][0] - xs[j][0];
            let dy = xs[i][1] - xs[j][1];
            let r2 = dx.mul_add(dx, dy * dy);
            if r2 > cutoff * cutoff {
                continue;
            }
            let (e, f) = lennard_jones(r2, eps, sigma);
            potential += e;
            out[i][0] += f * dx;
            out[i][1] += f * dy;
            out[j][0] -= f * dx;
            out[j][1] -= f * dy;
        }
    }
    potential
}

#[differentiable]
fn run(start: &[f64], eps: f64, sigma: f64) -> f64 {
    let mut xs: Vec<[f64; 2]> = start.chunks_exact(2).map(|c| [c[0], c[1]]).collect();
    let mut vs = vec![[0.0; 2]; xs.len()];
    let mut f = Vec::new();
    let dt = 0.01;
    forces(&xs, eps, sigma, 2.5, &mut f);
    let mut trace = 0.0;
    for _ in 0..5 {
        for i in 0..xs.len() {
            for d in 0..2 {
                vs[i][d] += 0.5 * dt * f[i][d];
                xs[i][d] += dt * vs[i][d];
            }
        }
        trace += forces(&xs, eps, sigma, 2.5, &mut f);
        for (v, a) in vs.iter_mut().zip(&f) {
            v[0] += 0.5 * dt * a[0];
            v[1] += 0.5 * dt * a[1];
        }
    }
    trace + vs.iter().flatten().map(|v| v * v).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let x = [0.0, 0.0, 1.2, 0.1, 0.4, 1.1, 3.9, 0.2];
    let (dx, de, ds) = run::gradient(&x, 0.8, 1.05);
    assert_grad(|x| run(x, 0.8, 1.05), &x, &dx);
    assert_grad(|v| run(&x, v[0], v[1]), &[0.8, 1.05], &[de, ds]);
}
