use crate::check;
use pullback::{Differentiable, differentiable};
// &mut self chain where a field holds the builder; and generic
#[derive(Clone, Differentiable)]
struct Mat<const N: usize> {
    a: [[f64; N]; N],
}
#[differentiable]
impl<const N: usize> Mat<N> {
    fn eye() -> Self {
        let mut a = [[0.0; N]; N];
        for i in 0..N {
            a[i][i] = 1.0;
        }
        Mat { a }
    }
    fn scale(&mut self, k: f64) -> &mut Self {
        for row in self.a.iter_mut() {
            for v in row.iter_mut() {
                *v *= k;
            }
        }
        self
    }
    fn shift(&mut self, k: f64) -> &mut Self {
        for i in 0..N {
            self.a[i][i] += k;
        }
        self
    }
    fn add(&mut self, o: &Mat<N>) -> &mut Self {
        for i in 0..N {
            for j in 0..N {
                self.a[i][j] += o.a[i][j];
            }
        }
        self
    }
    fn trace(&self) -> f64 {
        (0..N).map(|i| self.a[i][i]).sum()
    }
}
#[derive(Clone, Differentiable)]
struct World {
    m: Mat<2>,
    hist: Vec<f64>,
}
#[differentiable]
impl World {
    fn step(&mut self, k: f64) -> f64 {
        let t = self.m.scale(k).shift(k * k).trace();
        self.hist.push(t);
        t * self.m.scale(2.0).trace()
    }
}
#[differentiable]
fn f(k: f64) -> f64 {
    let mut w = World {
        m: Mat::eye(),
        hist: Vec::new(),
    };
    let mut s = 0.0;
    for i in 0..3 {
        s += w.step(k + i as f64 * 0.1);
    }
    s + w.hist.iter().sum::<f64>()
}
#[differentiable]
fn g(k: f64, m: &Mat<3>) -> f64 {
    let mut a = Mat::<3>::eye();
    let mut b = m.clone();
    let t = a.scale(k).add(m).add(&b).trace();
    t * b.add(&a).shift(t).trace()
}
#[test]
fn gradient_is_right() {
    check(|v| f(v[0]), |v| vec![f::gradient(v[0])], &[&[0.7]]);
    let mk = |v: &[f64]| {
        let mut m = Mat::<3>::eye();
        for i in 0..9 {
            m.a[i / 3][i % 3] = v[i];
        }
        m
    };
    check(
        |v| g(v[9], &mk(v)),
        |v| {
            let (k, m) = g::gradient(v[9], &mk(v));
            let mut o: Vec<f64> = m.a.iter().flatten().copied().collect();
            o.push(k);
            o
        },
        &[&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.1]],
    );
}
