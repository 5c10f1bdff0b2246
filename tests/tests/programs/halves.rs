//! Parts of one sequence that are changed at the same time.

use pullback::{Differentiable, differentiable};
use pullback_tests::{check, check_in_place};

#[differentiable]
fn halves_by_index(x: &[f64], k: usize) -> f64 {
    let mut v = x.to_vec();
    let (lo, hi) = v.split_at_mut(k);
    for i in 0..lo.len().min(hi.len()) {
        let t = lo[i];
        lo[i] = t * hi[i];
        hi[i] = t + hi[i] * hi[i];
    }
    v.iter().enumerate().map(|(i, a)| a * (i + 1) as f64).sum()
}
check!(
    halves_by_index_checks,
    halves_by_index(&[0.3, 1.0, -0.7, 0.8, 0.5], fixed(2)),
    halves_by_index(&[0.3, 1.0, -0.7, 0.8, 0.5], fixed(3)),
    halves_by_index(&[0.3, 1.0], fixed(0))
);

#[differentiable]
fn mix(a: &mut [f64], b: &[f64], c: f64) {
    for (x, y) in a.iter_mut().zip(b) {
        *x = *x * c + y.sin();
    }
}

/// Halves are passed on, taken apart again, and made anew in every iteration.
#[differentiable]
fn halves_passed_on(x: &[f64], k: usize, c: f64) -> f64 {
    let mut v = x.to_vec();
    for n in 1..4 {
        let (lo, hi) = v.split_at_mut(k);
        mix(lo, hi, c * n as f64);
        mix(hi, lo, c);
        if n == 2 {
            let (a, b) = hi.split_at_mut(1);
            mix(a, b, lo[0]);
            a[0] *= b[0];
            std::mem::swap(&mut a[0], &mut lo[0]);
        }
        let t = v[0];
        v[1] *= t;
    }
    v.iter().map(|a| a * a).sum()
}
check!(
    halves_passed_on_checks,
    halves_passed_on(&[0.3, 1.0, -0.7, 0.8, 0.5], fixed(2), 0.7),
    halves_passed_on(&[0.3, 1.0, -0.7, 0.8, 0.5], fixed(3), -0.4)
);

/// What was read before is needed while the halves are lent.
#[differentiable]
fn halves_of_parameter(v: &mut [f64], k: usize) {
    let t = v[0];
    let (lo, hi) = v.split_at_mut(k);
    hi[0] *= t * lo[0];
    lo[0] = hi[0] * t;
    let (x, rest) = lo.split_first_mut().unwrap();
    *x *= rest[0];
    rest[0] += *x * *x;
    if let Some((last, rest)) = hi.split_last_mut() {
        *last += rest[0] * t;
        rest[0] *= *last;
    }
}
check_in_place!(
    halves_of_parameter_checks,
    halves_of_parameter(&mut vec![0.3, 1.0, -0.7, 0.8, 0.5], 2),
    halves_of_parameter(&mut vec![0.3, 1.0, -0.7, 0.8, 0.5], 3)
);

#[differentiable]
fn first_after_first(v: &mut [f64], rate: f64) {
    let Some((head, tail)) = v.split_first_mut() else {
        return;
    };
    *head *= rate;
    for t in tail.iter_mut() {
        *t += *head * *t;
    }
    first_after_first(tail, rate);
}
check_in_place!(
    first_after_first_checks,
    first_after_first(&mut vec![0.3, 1.0, -0.7], 0.8),
    first_after_first(&mut Vec::new(), 0.8)
);

#[derive(Clone, Debug, Differentiable)]
struct Layers {
    rows: Vec<Vec<f64>>,
    bias: Vec<f64>,
    split: usize,
}

#[differentiable]
impl Layers {
    fn sweep(&mut self, j: usize) {
        let (above, below) = self.rows.split_at_mut(j);
        for (u, v) in above[0].iter_mut().zip(below[0].iter_mut()) {
            (*u, *v) = (*u * 0.5 + *v * *v, *v - 0.3 * *u);
        }
        let (l, r) = self.bias.split_at_mut(self.split);
        l[0] *= r[0];
        r.iter_mut().for_each(|x| *x *= l[0]);
        for row in self.rows.iter_mut() {
            let (a, b) = row.split_at_mut(1);
            std::mem::swap(&mut a[0], &mut b[0]);
            b[0] *= a[0];
        }
    }
}

#[differentiable]
fn halves_of_fields(x: &[f64]) -> f64 {
    let mut layers = Layers {
        rows: x.chunks(2).map(|c| c.to_vec()).collect(),
        bias: x.to_vec(),
        split: 2,
    };
    for j in 1..layers.rows.len() {
        layers.sweep(j);
    }
    let bias: f64 = layers.bias.iter().map(|b| b * b).sum();
    layers.rows.iter().flatten().sum::<f64>() + bias
}
check!(
    halves_of_fields_checks,
    halves_of_fields(&[0.3, 1.0, -0.7, 0.8, 0.5, 0.2])
);

#[differentiable]
fn halves_left_early(x: &[f64], k: usize) -> f64 {
    let mut v = x.to_vec();
    let mut s = 0.0;
    for i in 0..3 {
        let (lo, hi) = v.split_at_mut(k);
        if lo[0] > 1.2 {
            break;
        }
        for (a, b) in lo.iter_mut().zip(hi.iter()) {
            if *b < -0.5 {
                continue;
            }
            *a += b * 0.9;
        }
        hi[i] *= lo[i % 2];
        s += lo[0] * hi[0] * (i as f64 + 1.0);
    }
    s
}
check!(
    halves_left_early_checks,
    halves_left_early(&[0.3, 1.0, -0.7, 0.8, 0.5], fixed(2)),
    halves_left_early(&[0.9, 1.0, 0.7, 0.8, 0.5], fixed(2))
);

#[derive(Clone, Copy, Debug, Differentiable)]
struct Phasor {
    re: f64,
    im: f64,
}

/// The butterflies of a transform: halves of blocks of structs.
#[differentiable]
fn butterflies(x: &[f64]) -> f64 {
    let mut v: Vec<Phasor> = x.iter().map(|&re| Phasor { re, im: 0.2 }).collect();
    let mut length = 2;
    while length <= v.len() {
        for block in v.chunks_exact_mut(length) {
            let (lo, hi) = block.split_at_mut(length / 2);
            for (a, b) in lo.iter_mut().zip(hi.iter_mut()) {
                let t = Phasor {
                    re: b.re * 0.8 - b.im * 0.6,
                    im: b.re * 0.6 + b.im * 0.8,
                };
                b.re = a.re - t.re;
                b.im = a.im - t.im;
                a.re += t.re * a.im;
                a.im += t.im;
            }
        }
        length *= 2;
    }
    v.iter().map(|p| p.re * p.re + p.im).sum()
}
check!(butterflies_checks, butterflies(&[0.3, 1.0, -0.4, 0.7]));

#[differentiable]
fn rotate(x: &mut f64, y: &mut f64, angle: f64) {
    let (s, c) = angle.sin_cos();
    let old = *x;
    *x = c * old - s * *y;
    *y = s * old + c * *y;
}

#[derive(Clone, Debug, Differentiable)]
struct Pose {
    p: [f64; 3],
    q: [[f64; 2]; 2],
}

/// The elements of arrays, by patterns that borrow them.
#[differentiable]
fn elements_at_once(x: f64, y: f64) -> f64 {
    let mut p = [x, y, x * y];
    for _ in 0..2 {
        let [u, v, w] = &mut p;
        rotate(u, v, 0.3 * x);
        rotate(w, u, *v);
        *w *= *u;
    }
    let mut pose = Pose {
        p,
        q: [[x, 1.0], [y, x]],
    };
    {
        let [a, rest @ ..] = &mut pose.p;
        rotate(a, &mut rest[0], y);
        rest[1] *= *a;
        let [[a, b], [_, d]] = &mut pose.q;
        rotate(a, d, *b);
        *b *= *a;
    }
    pose.p[0] * pose.p[1] + pose.p[2] * pose.q[0][0] * pose.q[0][1] + pose.q[1][1]
}
check!(elements_at_once_checks, elements_at_once(1.2, 0.7));
