//! Unique references that a condition chooses beside others: the two buffers of a simulation.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn diffused(x: &[f64], k: f64, steps: usize) -> f64 {
    let n = x.len();
    let (mut a, mut b) = (x.to_vec(), vec![0.0; n]);
    for step in 0..steps {
        let (from, to) = if step % 2 == 0 {
            (&a, &mut b)
        } else {
            (&b, &mut a)
        };
        to[0] = from[0];
        to[n - 1] = from[n - 1];
        for i in 1..n - 1 {
            to[i] = from[i] + k * (from[i - 1] - 2.0 * from[i] + from[i + 1]);
        }
    }
    let last = if steps % 2 == 0 { &a } else { &b };
    last.iter().map(|v| v * v).sum()
}

#[derive(Clone, Differentiable)]
struct Ring {
    a: Vec<f64>,
    b: Vec<f64>,
    speed: f64,
}

#[differentiable]
impl Ring {
    fn run(&mut self, steps: usize) -> f64 {
        for step in 0..steps {
            let (from, to) = match step % 2 {
                0 => (&self.a, &mut self.b),
                _ => (&self.b, &mut self.a),
            };
            let n = from.len();
            for i in 0..n {
                let left = if i == 0 { from[n - 1] } else { from[i - 1] };
                to[i] = from[i] + self.speed * (left - from[i]);
            }
        }
        self.a.iter().map(|v| v * v).sum::<f64>() - self.b[0]
    }
}

#[differentiable]
fn carried(x: &[f64], speed: f64, steps: usize) -> f64 {
    let (a, b) = (x.to_vec(), vec![0.0; x.len()]);
    Ring { a, b, speed }.run(steps)
}

#[differentiable]
fn teams(points: &[f64], home_scores: &[bool]) -> f64 {
    let (mut home, mut away) = (0.0, 1.0);
    for (p, at_home) in points.iter().zip(home_scores) {
        let (us, them) = match at_home {
            true => (&mut home, &mut away),
            false => (&mut away, &mut home),
        };
        *us += p * *them;
        if *us > 3.0 {
            continue;
        }
        *them *= 0.5 + p;
    }
    home * away
}

/// The names of what is chosen among may be those of what is chosen.
#[differentiable]
fn under_their_names(x: f64, y: f64) -> f64 {
    let mut a = vec![x, x * y];
    let mut b = vec![y, 2.0];
    {
        let (a, b) = if x > y { (&mut a, &b) } else { (&mut b, &a) };
        a[0] += b[1] * b[0];
        a.push(b[0]);
    }
    a.iter().product::<f64>() - b.iter().product::<f64>()
}

#[differentiable]
fn beside_a_number(x: f64, y: f64) -> f64 {
    let (mut low, mut high) = (x, y * y);
    let (target, weight): (&mut f64, f64) = if low < high {
        (&mut low, 2.0 * y)
    } else {
        (&mut high, x)
    };
    *target *= weight;
    low + high * high
}

#[test]
fn gradients_are_right() {
    let point: [&[f64]; 1] = [&[1.0, 3.0, -1.0, 0.5, 0.3]];
    let flat = |(by_x, by_k): (Vec<f64>, f64)| [by_x, vec![by_k]].concat();
    for steps in 0..4 {
        check(
            |x| diffused(&x[..4], x[4], steps),
            |x| flat(diffused::gradient(&x[..4], x[4], steps)),
            &point,
        );
        check(
            |x| carried(&x[..4], x[4], steps),
            |x| flat(carried::gradient(&x[..4], x[4], steps)),
            &point,
        );
    }
    let at_home = [true, false, false, true, true];
    check(
        |x| teams(x, &at_home),
        |x| teams::gradient(x, &at_home),
        &[&[0.5, 0.7, 1.0, 0.2, 2.0], &[2.5, 1.7, 1.0, 0.2, 2.0]],
    );
    let pair = |(a, b): (f64, f64)| vec![a, b];
    let points: [&[f64]; 2] = [&[0.5, 1.7], &[2.5, 0.7]];
    check(
        |x| under_their_names(x[0], x[1]),
        |x| pair(under_their_names::gradient(x[0], x[1])),
        &points,
    );
    check(
        |x| beside_a_number(x[0], x[1]),
        |x| pair(beside_a_number::gradient(x[0], x[1])),
        &points,
    );
}
