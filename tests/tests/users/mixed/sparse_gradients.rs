use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone)]
struct Csr {
    #[constant]
    indptr: Vec<usize>,
    #[constant]
    indices: Vec<usize>,
    data: Vec<f64>,
}

#[differentiable]
impl Csr {
    fn matvec(&self, x: &[f64], y: &mut [f64]) {
        for (i, w) in self.indptr.windows(2).enumerate() {
            y[i] = (w[0]..w[1])
                .map(|k| self.data[k] * x[self.indices[k]])
                .sum();
        }
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn cg(a: &Csr, b: &[f64], iterations: usize) -> Vec<f64> {
    let n = b.len();
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut ap = vec![0.0; n];
    let mut rs = dot(&r, &r);
    for _ in 0..iterations {
        a.matvec(&p, &mut ap);
        let alpha = rs / dot(&p, &ap);
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let rs_new = dot(&r, &r);
        if rs_new.sqrt() < 1e-14 {
            break;
        }
        let beta = rs_new / rs;
        p.iter_mut().zip(&r).for_each(|(p, r)| *p = r + beta * *p);
        rs = rs_new;
    }
    x
}

#[differentiable]
fn compliance(a: &Csr, b: &[f64]) -> f64 {
    dot(&cg(a, b, 3), b)
}

#[test]
fn gradient_is_right() {
    let make = |v: &[f64]| Csr {
        indptr: vec![0, 2, 5, 7],
        indices: vec![0, 1, 0, 1, 2, 1, 2],
        data: v.to_vec(),
    };
    let v = [4.0, 1.0, 1.0, 3.0, 0.5, 0.5, 2.0];
    let b = [1.0, 2.0, -0.5];
    let (g, db) = compliance::gradient(&make(&v), &b);
    assert_grad(|b| compliance(&make(&v), b), &b, &db);
    assert_grad(|v| compliance(&make(v), &b), &v, &g.data);
}
