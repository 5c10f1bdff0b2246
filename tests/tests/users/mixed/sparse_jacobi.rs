use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Csr {
    n: usize,
    ptr: Vec<usize>,
    idx: Vec<usize>,
    val: Vec<f64>,
}
#[derive(Clone, Debug, Default, Differentiable)]
struct Builder {
    n: usize,
    triplets: Vec<(usize, usize, f64)>,
}
#[differentiable]
impl Builder {
    fn new(n: usize) -> Self {
        Builder {
            n,
            ..Default::default()
        }
    }
    fn add(&mut self, i: usize, j: usize, v: f64) -> &mut Self {
        self.triplets.push((i, j, v));
        self
    }
    fn build(&self) -> Csr {
        let mut t = self.triplets.clone();
        t.sort_by_key(|&(i, j, _)| (i, j));
        let mut ptr = vec![0; self.n + 1];
        for &(i, _, _) in &t {
            ptr[i + 1] += 1;
        }
        for i in 0..self.n {
            ptr[i + 1] += ptr[i];
        }
        let (idx, val): (Vec<usize>, Vec<f64>) = t.iter().map(|&(_, j, v)| (j, v)).unzip();
        Csr {
            n: self.n,
            ptr,
            idx,
            val,
        }
    }
}
#[differentiable]
impl Csr {
    fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        (self.ptr[i]..self.ptr[i + 1]).map(move |k| (self.idx[k], self.val[k]))
    }
    fn mul(&self, x: &[f64]) -> Vec<f64> {
        (0..self.n)
            .map(|i| self.row(i).map(|(j, v)| v * x[j]).sum())
            .collect()
    }
    fn diag(&self, i: usize) -> Option<f64> {
        self.row(i).find(|&(j, _)| j == i).map(|(_, v)| v)
    }
    fn jacobi(&self, b: &[f64], iters: usize) -> Vec<f64> {
        let mut x = vec![0.0; self.n];
        for _ in 0..iters {
            let ax = self.mul(&x);
            for i in 0..self.n {
                let d = self.diag(i).unwrap_or(1.0);
                x[i] += (b[i] - ax[i]) / d;
            }
        }
        x
    }
}
#[differentiable]
fn f(v: &[f64], b: &[f64]) -> f64 {
    let mut bld = Builder::new(3);
    for i in 0..3 {
        bld.add(i, i, 4.0 + v[i]);
        if i > 0 {
            bld.add(i, i - 1, v[3]).add(i - 1, i, v[4]);
        }
    }
    let m = bld.add(0, 2, v[0] * v[1]).build();
    let x = m.jacobi(b, 3);
    x.iter().zip(m.mul(&x)).map(|(a, c)| a * c).sum()
}
#[test]
fn gradient_is_right() {
    check(
        |v| f(&v[3..], &v[..3]),
        |v| {
            let (a, b) = f::gradient(&v[3..], &v[..3]);
            [b, a].concat()
        },
        &[&[0.3, 0.5, -0.2, 0.8, 0.1, 0.9, 0.4, -0.6]],
    );
}
