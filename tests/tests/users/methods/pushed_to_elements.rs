use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Debug, Clone, Default, Differentiable)]
struct Welford {
    n: usize,
    mean: f64,
    m2: f64,
}
#[differentiable]
impl Welford {
    fn push(&mut self, x: f64) {
        self.n += 1;
        let d = x - self.mean;
        self.mean += d / self.n as f64;
        self.m2 += d * (x - self.mean);
    }
    fn variance(&self) -> f64 {
        if self.n < 2 {
            0.0
        } else {
            self.m2 / (self.n - 1) as f64
        }
    }
    fn merge(&self, o: &Welford) -> Welford {
        let n = self.n + o.n;
        let d = o.mean - self.mean;
        Welford {
            n,
            mean: self.mean + d * o.n as f64 / n as f64,
            m2: self.m2 + o.m2 + d * d * (self.n * o.n) as f64 / n as f64,
        }
    }
}
#[derive(Debug, Clone, Differentiable)]
struct Groups {
    stats: Vec<Welford>,
}
#[differentiable]
impl Groups {
    fn add(&mut self, k: usize, x: f64) {
        self.stats[k].push(x);
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut stats = vec![Welford::default(); 2];
    for (i, &v) in x.iter().enumerate() {
        stats[i % 2].push(v);
    }
    let mut g = Groups {
        stats: stats.clone(),
    };
    for &v in x {
        g.add(0, v * v);
    }
    let mut one = Welford::default();
    for v in x {
        one.push(*v);
    }
    g.stats[1].push(x[0]);
    stats[0].merge(&stats[1]).variance() + one.mean + g.stats[0].variance() + g.stats[1].mean
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[1.0, 2.0, 0.1, 0.3], &[0.3, 0.5, 2.2, 1.0]],
    );
}
