//! Positions and flags that begin as a field's and are then what the method says: the ring of a filter.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Fir {
    taps: Vec<f64>,
    line: Vec<f64>,
    at: usize,
    bypassed: bool,
}

#[differentiable]
impl Fir {
    fn process(&mut self, x: f64) -> f64 {
        self.line[self.at] = x;
        let n = self.taps.len();
        let mut sum = 0.0;
        let mut k = self.at;
        for tap in &self.taps {
            sum += tap * self.line[k];
            k = if k == 0 { n - 1 } else { k - 1 };
        }
        self.at = (self.at + 1) % n;
        sum
    }

    fn newest(&self) -> f64 {
        let mut k = self.at;
        if k > 1 {
            k = 0;
        }
        let mut muted = self.bypassed;
        if self.line[k] > 1.5 {
            muted = true;
        }
        if muted { 0.5 } else { self.line[k] }
    }
}

#[differentiable]
fn output(taps: &[f64], signal: &[f64], bypassed: bool) -> f64 {
    let mut fir = Fir {
        taps: taps.to_vec(),
        line: vec![0.0; taps.len()],
        at: 0,
        bypassed,
    };
    signal.iter().map(|&x| fir.process(x).powi(2)).sum::<f64>() * fir.newest()
}

/// Nothing is said of the position before it has a value, and it shows in the second branch.
#[differentiable]
fn assigned_first(fir: &Fir, x: f64) -> f64 {
    let mut k;
    k = fir.at;
    let first = fir.line[k] * x;
    k = 1;
    first * fir.line[k]
}

#[test]
fn gradients_are_right() {
    for bypassed in [false, true] {
        check(
            |x| output(&x[..3], &x[3..], bypassed),
            |x| {
                let (taps, signal) = output::gradient(&x[..3], &x[3..], bypassed);
                [taps, signal].concat()
            },
            &[
                &[0.5, 0.3, -0.2, 1.0, 0.4, -0.7, 1.2],
                &[0.5, 0.3, -0.2, 1.0, 0.4, -0.7, 1.7],
                &[0.5, 0.3, -0.2, 0.6, 1.4],
            ],
        );
    }
    let fir = |x: &[f64]| Fir {
        taps: Vec::new(),
        line: x[..2].to_vec(),
        at: 0,
        bypassed: false,
    };
    check(
        |x| assigned_first(&fir(x), x[2]),
        |x| {
            let (by_fir, by_x) = assigned_first::gradient(&fir(x), x[2]);
            [by_fir.line, vec![by_x]].concat()
        },
        &[&[0.3, 0.7, 1.2]],
    );
}
