use crate::assert_grad;
use pullback::{Differentiable, differentiable};

fn fd(_: &str, x: &[f64], g: &[f64], f: impl Fn(&[f64]) -> f64) {
    assert_grad(f, x, g);
}

#[differentiable]
fn total(it: impl Iterator<Item = f64>) -> f64 {
    it.map(|v| v * v).sum()
}
#[differentiable]
fn totalg<I: IntoIterator<Item = f64>>(it: I, k: f64) -> f64 {
    it.into_iter().map(|v| v * v * k).sum()
}
#[differentiable]
fn given(x: &[f64]) -> f64 {
    let v: Vec<f64> = x.iter().map(|a| 2.0 * a).collect();
    total(v.into_iter())
}
#[differentiable]
fn given2(x: Vec<f64>) -> f64 {
    total(x.clone().into_iter()) + total(x.into_iter())
}
#[differentiable]
fn given3(x: &[f64], k: f64) -> f64 {
    let v = x.to_vec();
    let w = x.to_vec();
    totalg(v.into_iter(), k) + totalg(w, x[0]) + totalg(x.to_vec().into_iter(), 2.0)
}
#[derive(Differentiable, Clone)]
struct M {
    k: f64,
}
#[differentiable]
impl M {
    fn tot(&self, it: impl Iterator<Item = f64>) -> f64 {
        let mut s = 0.0;
        for v in it {
            s += v * self.k;
        }
        s
    }
    fn all(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..2 {
            let v = x[i..].to_vec();
            s += self.tot(v.into_iter());
        }
        s
    }
}
#[test]
fn gradients_are_right() {
    let p = [1.0, 0.5, 2.0, 0.3];
    fd("given", &p, &given::gradient(&p), |q| given(q));
    fd("given2", &p, &given2::gradient(p.to_vec()), |q| {
        given2(q.to_vec())
    });
    fd("given3", &p, &given3::gradient(&p, 1.5).0, |q| {
        given3(q, 1.5)
    });
    fd("all", &p, &M { k: 1.2 }.all_gradient(&p).1, |q| {
        M { k: 1.2 }.all(q)
    });
}
