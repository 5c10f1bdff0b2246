//! Variants with whole numbers, of an enum that derives nothing but `Eq`: bound from fields and cast.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Converged(usize, u8),
    MaxIter { n: i32 },
    Failed,
}
#[derive(Clone, Differentiable)]
struct Solution {
    x: f64,
    stop: Stop,
    history: Vec<Stop>,
    last: Option<Stop>,
}
#[differentiable]
impl Solution {
    fn a(&self) -> f64 {
        match &self.stop {
            Stop::Converged(k, w) => self.x * *k as f64 + f64::from(*w),
            Stop::MaxIter { n } => self.x * *n as f64,
            Stop::Failed => 1.0,
        }
    }
    fn b(&self) -> f64 {
        match self.stop {
            Stop::Converged(k, w) if k > 2 => self.x * (k as f64) * f64::from(w),
            Stop::Converged(k, _) => self.x / k as f64,
            Stop::MaxIter { n: m } => self.x * f64::from(m).sqrt(),
            Stop::Failed => 1.0,
        }
    }
    fn c(&self) -> f64 {
        if let Stop::Converged(k, _) = self.stop {
            self.x * k as f64
        } else {
            self.x * self.x
        }
    }
    fn d(&self) -> f64 {
        let mut s = 0.0;
        for h in &self.history {
            s += match h {
                Stop::Converged(k, _) => self.x * *k as f64,
                Stop::MaxIter { n } => (*n as f64).sin() * self.x,
                _ => 0.5 * self.x,
            };
        }
        s
    }
    fn e(&self) -> f64 {
        self.history
            .iter()
            .map(|h| match *h {
                Stop::Converged(k, _) => self.x * k as f64,
                Stop::MaxIter { n } => n as f64 * self.x,
                _ => 0.5 * self.x,
            })
            .sum()
    }
    fn g(&self) -> f64 {
        match self.last {
            Some(Stop::Converged(k, _)) => self.x * k as f64,
            Some(_) | None => self.x * self.x,
        }
    }
    fn h(&self) -> f64 {
        let Stop::MaxIter { n } = self.history[0] else {
            return self.x;
        };
        self.x * n as f64
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut t = 0.0;
    for (i, &v) in x.iter().enumerate() {
        let stop = match i {
            0 => Stop::Converged(i + 3, 2),
            1 => Stop::MaxIter { n: 4 },
            _ => Stop::Converged(1, 1),
        };
        let s = Solution {
            x: v,
            stop,
            history: vec![Stop::MaxIter { n: 2 }, stop, Stop::Failed],
            last: if i == 1 { None } else { Some(stop) },
        };
        t += s.a() * 1.1 + s.b() * s.c() + s.d() * s.e() + s.g() - s.h();
    }
    t
}
check!(casts, f(&[1.5, 2.0, 4.0]), f(&[0.5, 2.0, 4.0]));
