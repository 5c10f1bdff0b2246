use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
struct Acc {
    s: f64,
    log: Vec<f64>,
}
#[differentiable]
impl Acc {
    fn new() -> Self {
        Acc {
            s: 0.5,
            log: vec![],
        }
    }
    fn add(&mut self, x: f64) -> &mut Self {
        self.s = self.s * 0.9 + x * x;
        self.log.push(x * self.s);
        self
    }
    fn total(&self) -> f64 {
        self.s * self.s + self.log.iter().sum::<f64>()
    }
    fn bump(&mut self, k: f64) -> f64 {
        self.s *= k;
        self.s
    }
}
#[differentiable]
fn ck(x: f64, n: usize) -> f64 {
    let mut a = Acc::new();
    let mut t = x;
    #[checkpoint]
    for i in 0..n {
        t = 0.5 * t + 0.01 * a.add(t).add(x).total();
        a.log.clear();
    }
    t * a.s
}
#[differentiable]
fn cl(x: f64, y: f64) -> f64 {
    let mut a = Acc::new();
    let mut t = 0.0;
    let mut put = |v: f64| {
        t += a.add(v).add(v * y).total();
    };
    put(x);
    put(y);
    let w = {
        let mut b = Acc::new();
        move |v: f64| -> f64 { b.clone().add(v).bump(2.0) }
    };
    let q = [x, y]
        .iter()
        .map(|v| {
            let mut c = Acc::new();
            c.add(*v).add(x).bump(0.5)
        })
        .sum::<f64>();
    t * a.s + q
}
#[differentiable]
fn br(x: f64, y: f64) -> f64 {
    let mut a = Acc::new();
    let t = if x > 0.5 {
        a.add(x).add(y).total()
    } else if y > 1.0 {
        a.add(y).bump(x)
    } else {
        return a.add(x).add(x).bump(y);
    };
    let u = match t {
        v if v > 3.0 => a.add(v).total(),
        v => a.add(v).add(v).total(),
    };
    let mut i = 0;
    while a.add(0.1 * u).bump(1.5) < 50.0 {
        i += 1;
        if i > 3 {
            break;
        }
    }
    u * a.total()
}
#[test]
fn gradient_is_right() {
    check(|v| ck(v[0], 7), |v| vec![ck::gradient(v[0], 7)], &[&[0.4]]);
    check(
        |v| cl(v[0], v[1]),
        |v| {
            let (a, b) = cl::gradient(v[0], v[1]);
            vec![a, b]
        },
        &[&[0.3, 0.8], &[0.9, 1.2]],
    );
    check(
        |v| br(v[0], v[1]),
        |v| {
            let (a, b) = br::gradient(v[0], v[1]);
            vec![a, b]
        },
        &[&[0.3, 0.8], &[0.9, 1.2], &[0.2, 1.2], &[0.8, 0.1]],
    );
}
