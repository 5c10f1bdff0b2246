use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::HashMap;
struct Rng(u64);
impl Rng {
    fn new(s: u64) -> Self {
        Rng(s)
    }
    fn step(&mut self) -> &mut Self {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        self
    }
    fn unit(&self) -> f64 {
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn skip(&mut self, n: usize) -> &mut Rng {
        for _ in 0..n {
            self.step();
        }
        self
    }
    fn child(&self, k: u64) -> Rng {
        Rng(self.0 ^ k)
    }
}
#[derive(Default)]
struct Names {
    list: Vec<String>,
}
impl Names {
    fn put(&mut self, s: &str) -> &mut Self {
        self.list.push(s.to_string());
        self
    }
    fn count(&self) -> usize {
        self.list.len()
    }
}
#[derive(Clone, Default, Differentiable)]
struct Conf {
    n: usize,
    k: f64,
}
#[differentiable]
impl Conf {
    fn n(&mut self, n: usize) -> &mut Self {
        self.n = n;
        self
    }
    fn k(&mut self, k: f64) -> &mut Self {
        self.k = k;
        self
    }
    fn make(&self) -> f64 {
        self.n as f64 * self.k
    }
}
#[differentiable]
fn f(x: f64) -> f64 {
    let mut rng = Rng::new(7);
    let mut names = Names::default();
    let c = names.put("a").put("b").count();
    let mut s = 0.0;
    for i in 0..c {
        s += x.powi(i as i32 + 1) * rng.step().skip(i).unit() * rng.child(3).step().unit();
    }
    let mut conf = Conf::default();
    let a = conf.n(2).k(0.5).make();
    let b = conf.n(3).make();
    s * a * b + conf.k(x).n(4).make()
}
#[test]
fn gradient_is_right() {
    check(|v| f(v[0]), |v| vec![f::gradient(v[0])], &[&[0.3], &[0.9]]);
}
