//! Positions that a generator of random numbers, a counter or a block gives, in all that reads and writes.

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
    fn flag(&mut self) -> bool {
        self.index(2) == 0
    }
    fn unit(&mut self) -> f64 {
        self.index(1000) as f64 / 1000.0
    }
}
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k % 3
}
#[differentiable]
fn a(x: &[f64]) -> f64 {
    let rows = vec![vec![x[0], x[1]], vec![x[1] * x[2]], vec![]];
    let mut rng = Rng(3);
    let mut s = 0.0;
    for _ in 0..6 {
        s += rows[rng.index(3)].last().copied().unwrap_or(0.5) * x[rng.index(3)];
        s *= 1.1;
    }
    s
}
#[differentiable]
fn b(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut rng = Rng(3);
    for _ in 0..6 {
        v[rng.index(3)] += x[rng.index(3)] * 0.5;
        v[rng.index(3)] *= 1.3;
        v[rng.index(3)] *= v[rng.index(3)];
    }
    v.iter().sum()
}
#[differentiable]
fn c(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut k = 0;
    for _ in 0..4 {
        v[next(&mut k)] *= 1.5;
        v[next(&mut k)] = v[next(&mut k)] * v[next(&mut k)];
        let j = next(&mut k);
        v.swap(j, next(&mut k));
    }
    v[0] * 2.0 + v[1] * v[2]
}
#[differentiable]
fn d(x: &[f64]) -> f64 {
    let mut m = vec![vec![x[0], x[1]], vec![x[2], x[0] * x[1]]];
    let mut rng = Rng(5);
    for _ in 0..5 {
        m[rng.index(2)][rng.index(2)] += x[0] * 0.3;
        let r = &mut m[rng.index(2)];
        r[rng.index(2)] *= x[1];
        for v in &mut m[rng.index(2)] {
            *v *= 1.1;
        }
        if rng.flag() {
            let i = rng.index(2);
            m[i].push(x[2]);
        }
        if let Some(l) = m[rng.index(2)].last_mut() {
            *l += x[0];
        }
    }
    m.iter()
        .flatten()
        .enumerate()
        .map(|(k, v)| v * v * k as f64)
        .sum()
}
#[differentiable]
fn e(x: &[f64]) -> f64 {
    let mut rng = Rng(7);
    let mut s = x[0];
    for _ in 0..8 {
        if rng.flag() && s > 0.1 || rng.flag() {
            s += x[1] * rng.unit();
        } else if rng.unit() < 0.5 {
            s *= x[2];
        }
        s = match rng.index(3) {
            0 => s.sin(),
            1 => s * s,
            _ => s + x[rng.index(3)],
        };
        while rng.flag() {
            s *= 0.9;
        }
    }
    s
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut rng = Rng(9);
    let y: Vec<f64> = x.iter().map(|v| v * rng.unit()).collect();
    let t: f64 = (0..5).map(|_| y[rng.index(3)] * y[rng.index(3)]).sum();
    let z: Vec<f64> = (0..4)
        .filter(|_| rng.flag())
        .map(|k| y[k % 3] * k as f64)
        .collect();
    let w = y.iter().zip(x).fold(
        0.0,
        |a, (p, q)| if rng.flag() { a + p * q } else { a * 0.5 + p },
    );
    t + z.iter().sum::<f64>() + w
}
#[differentiable]
fn g(x: &[f64]) -> f64 {
    let mut i = 0;
    let mut s = 0.0;
    let mut v = x.to_vec();
    while i < 3 {
        s += v[{
            i += 1;
            i - 1
        }] * 2.0;
        v[(i + 1) % 3] *= {
            let q = s;
            s += 0.1;
            q
        };
    }
    let k = {
        i -= 1;
        i
    };
    s * v[k]
}
#[differentiable]
fn h(x: &[f64]) -> f64 {
    let mut rng = Rng(11);
    let mut best = None;
    for _ in 0..5 {
        let c = x[rng.index(3)] * x[rng.index(3)];
        if best.is_none_or(|b| c > b) {
            best = Some(c);
        }
    }
    let o = if rng.flag() {
        Some(x[rng.index(3)])
    } else {
        None
    };
    best.unwrap()
        + o.unwrap_or(x[rng.index(3)]) * x[rng.index(3)]
        + [x[0], x[1], x[2]][rng.index(3)]
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
        assert_grad(h, &x, &h::gradient(&x));
    }
}
