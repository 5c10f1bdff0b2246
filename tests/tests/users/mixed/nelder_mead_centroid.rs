use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn centroid(simplex: &[Vec<f64>], skip: usize) -> Vec<f64> {
    let dim = simplex[0].len();
    let mut c = vec![0.0; dim];
    for (_, v) in simplex.iter().enumerate().filter(|(i, _)| *i != skip) {
        c.iter_mut().zip(v).for_each(|(c, x)| *c += x);
    }
    let count = (simplex.len() - 1) as f64;
    c.iter_mut().for_each(|c| *c /= count);
    c
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    (1.0 - x[0]).powi(2) + 100.0 * (x[1] - x[0] * x[0]).powi(2)
}

#[differentiable]
fn reflect_once(p: &[f64]) -> f64 {
    let mut simplex: Vec<Vec<f64>> = p.chunks(2).map(<[f64]>::to_vec).collect();
    simplex.sort_by(|a, b| f(a).total_cmp(&f(b)));
    let worst = simplex.len() - 1;
    let c = centroid(&simplex, worst);
    let reflected: Vec<f64> = c
        .iter()
        .zip(&simplex[worst])
        .map(|(c, w)| 2.0 * c - w)
        .collect();
    if f(&reflected) < f(&simplex[worst]) {
        simplex[worst] = reflected;
    } else {
        for v in &mut simplex[1..] {
            for (x, m) in v.iter_mut().zip(&c) {
                *x = 0.5 * (*x + *m);
            }
        }
    }
    simplex.iter().map(|v| f(v)).sum()
}

#[test]
fn gradient_is_right() {
    let p = [0.1, 0.2, 1.3, 0.1, -0.5, 0.9];
    assert_grad(|p| reflect_once(p), &p, &reflect_once::gradient(&p));
    let p = [0.1, 0.23, 1.3, 1.6, 1.1, 1.0];
    assert_grad(|p| reflect_once(p), &p, &reflect_once::gradient(&p));
}
