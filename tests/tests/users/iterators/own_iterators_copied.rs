use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Shot {
    at: (f64, f64),
    speed: (f64, f64),
    drag: f64,
}

#[differentiable]
impl Iterator for Shot {
    type Item = (f64, f64);
    fn next(&mut self) -> Option<Self::Item> {
        if self.at.1 < 0.0 {
            return None;
        }
        self.speed.1 -= 0.5 + self.drag * self.speed.1;
        self.at.0 += self.speed.0;
        self.at.1 += self.speed.1;
        Some(self.at)
    }
}

/// Where it comes down, and how high it was: a copy is gone over before.
#[differentiable]
fn landed(up: f64, forward: f64, drag: f64) -> f64 {
    let shot = Shot {
        at: (0.0, 1.0),
        speed: (forward, up),
        drag,
    };
    let peak = shot.clone().map(|(_, y)| y).fold(0.0, f64::max);
    let mut last = (0.0, 1.0);
    for p in shot {
        if p.1 < 0.0 {
            let part = last.1 / (last.1 - p.1);
            return last.0 + part * (p.0 - last.0) + 0.1 * peak;
        }
        last = p;
    }
    peak
}

/// Copies that are asked for some items, and for all of them.
#[differentiable]
fn summed(up: f64, forward: f64, drag: f64) -> f64 {
    let shot = Shot {
        at: (0.0, 1.0),
        speed: (forward, up),
        drag,
    };
    let mut again = shot.clone();
    let first = again.next().map_or(0.0, |p| p.0 * p.1);
    let later = shot.clone().skip(1).fold(0.0, |sum, p| sum + p.1 * p.1);
    let high: f64 = shot.clone().map(|p| p.1).filter(|y| *y > 1.0).sum::<f64>();
    let rest: Vec<f64> = again.map(|p| p.0).collect();
    let weights = [1.0, 2.0, 3.0];
    let weighted: f64 = weights.iter().zip(shot).map(|(w, p)| w * p.1).sum();
    first * later + high * rest[0] + weighted
}

#[test]
fn copied() {
    let points = [&[1.6, 0.7, 0.05][..], &[0.8, 1.2, 0.3]];
    type F = fn(f64, f64, f64) -> f64;
    let functions: [(F, fn(f64, f64, f64) -> (f64, f64, f64)); 2] =
        [(landed, landed::gradient), (summed, summed::gradient)];
    for (f, g) in functions {
        let gradient = |x: &[f64]| <[f64; 3]>::from(g(x[0], x[1], x[2])).to_vec();
        check(|x| f(x[0], x[1], x[2]), gradient, &points);
    }
}
