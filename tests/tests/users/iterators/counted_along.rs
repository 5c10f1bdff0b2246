//! Iterators and blocks that change variables beside what they give.

use crate::assert_grad;
use pullback::differentiable;

#[derive(Clone, Debug)]
struct Rng(u64);
impl Rng {
    fn index(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
    fn unit(&mut self) -> f64 {
        self.index(1000) as f64 / 1000.0
    }
    fn flag(&mut self) -> bool {
        self.index(2) == 0
    }
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let mut rng = Rng(3);
    let mut s = 0.0;
    for i in 0..4 {
        s += x.get(i).copied().unwrap_or_else(|| rng.unit()) * rng.unit();
    }
    let o = if x[0] > 0.5 { Some(x[1]) } else { None };
    s += o.map_or_else(|| rng.unit(), |v| v * 2.0);
    s += o.or_else(|| Some(rng.unit())).unwrap();
    s + (x[0] > 0.5).then(|| x[1] * rng.unit()).unwrap_or(1.0) * rng.unit()
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    let mut k = 1.0;
    let mut j = 0.5;
    let mut n = 0;
    let s: f64 = x
        .iter()
        .map(|v| {
            k += v;
            v * k
        })
        .zip(x.iter().skip(1).map(|w| {
            j += 1.5;
            w + j
        }))
        .map(|(p, q)| p * q)
        .sum();
    let t: f64 = x
        .iter()
        .rev()
        .map(|v| {
            n += 1;
            v * n as f64
        })
        .take(2)
        .sum();
    s * k * j + t * n as f64
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    let mut n = 0;
    let mut s = 0.0;
    let f = x.iter().find(|v| {
        n += 10;
        **v > 1.0
    });
    s += f.copied().unwrap_or(0.5) * n as f64;
    let p = x.iter().position(|v| {
        n += 1;
        *v > 1.2
    });
    s + n as f64 * x[p.unwrap_or(0)]
}
#[differentiable]
fn d(x: &[f64]) -> f64 {
    let mut n = 0;
    let mut m = 0;
    let t: f64 = x
        .iter()
        .take_while(|v| {
            n += 1;
            **v < 1.0
        })
        .map(|v| {
            m += 2;
            v * m as f64
        })
        .sum();
    let u: Option<f64> = x.iter().try_fold(0.0, |a, v| {
        n += 1;
        if *v > 1.2 { None } else { Some(a + v) }
    });
    let w: f64 = x
        .iter()
        .scan(1.0, |s, v| {
            n += 1;
            *s *= v;
            if *s < 0.3 { None } else { Some(*s * n as f64) }
        })
        .sum();
    t + u.unwrap_or(x[0]) * n as f64 + w
}
#[differentiable]
fn e(x: &[f64]) -> f64 {
    let mut rng = Rng(17);
    let v: Vec<f64> = x
        .iter()
        .flat_map(|&a| {
            let m = rng.index(3);
            (0..m).map(move |k| a * k as f64 + 1.0)
        })
        .collect();
    let w: Vec<f64> = x
        .iter()
        .filter_map(|&a| {
            if rng.flag() {
                Some(a * rng.unit())
            } else {
                None
            }
        })
        .collect();
    let (p, q): (Vec<f64>, Vec<f64>) = x.iter().copied().partition(|_| rng.flag());
    let m = x
        .iter()
        .copied()
        .max_by(|a, b| {
            rng.flag();
            a.total_cmp(b)
        })
        .unwrap();
    v.iter().sum::<f64>()
        + w.iter().map(|a| a * a).sum::<f64>()
        + p.iter().sum::<f64>() * 2.0
        + q.iter().product::<f64>()
        + m * rng.unit()
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut it = (1..).map(|k| k as f64 * 0.5);
    let mut s = 0.0;
    for v in x {
        let Some(w) = it.next() else { break };
        s += v * w;
        if s > 0.5 {
            s += it.next().unwrap() * x[0];
        }
    }
    let mut j = 0usize;
    let mut adv = || {
        j += 1;
        j % 3
    };
    let t = x[adv()] * x[adv()] + x[adv()];
    s + t * x[adv()]
}
#[differentiable]
fn g(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut b = x[1];
    let c = {
        a += b;
        a
    } * {
        b *= a;
        b
    };
    let d = (a, {
        a *= 2.0;
        a
    });
    let mut arr = [
        a,
        {
            b += 1.0;
            b
        },
        a * b,
    ];
    arr[{
        a += 0.0;
        1
    }] += {
        let t = arr[1];
        t * t
    };
    let f = |p: f64, q: f64| p - q * 2.0;
    f(
        {
            a += 1.0;
            a
        },
        a * c,
    ) + d.0 * d.1
        + arr[1]
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [0.2, 0.6, 1.4]] {
        assert_grad(a, &x, &a::gradient(&x));
        assert_grad(b, &x, &b::gradient(&x));
        assert_grad(c, &x, &c::gradient(&x));
        assert_grad(d, &x, &d::gradient(&x));
        assert_grad(e, &x, &e::gradient(&x));
        assert_grad(f, &x, &f::gradient(&x));
        assert_grad(g, &x, &g::gradient(&x));
    }
}
