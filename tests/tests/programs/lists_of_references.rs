//! Lists of references to values that stay where they are: filtered, sorted, paired, grouped.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

const X: [f64; 4] = [0.3, 0.9, 0.7, 0.6];

#[derive(Clone, Debug, Differentiable)]
struct Particle {
    x: f64,
    mass: f64,
}

#[differentiable]
impl Particle {
    fn energy(&self) -> f64 {
        self.mass * self.x * self.x
    }
}

#[differentiable]
fn particles(x: &[f64]) -> Vec<Particle> {
    x.iter()
        .map(|v| Particle {
            x: v * 2.0,
            mass: v.sin(),
        })
        .collect()
}

#[differentiable]
fn tail(x: &[f64]) -> f64 {
    let late: Vec<_> = x.iter().skip_while(|v| **v < 0.5).collect();
    let early: Vec<&f64> = x.iter().take_while(|v| **v < 0.8).collect();
    late.iter().map(|v| v.sqrt()).sum::<f64>() * early.iter().map(|v| v.exp()).product::<f64>()
}
check!(tail_checks, tail(&X));

#[differentiable]
fn median(x: &[f64]) -> f64 {
    let mut r: Vec<&f64> = x.iter().collect();
    r.sort_by(|a, b| a.total_cmp(b));
    let n = r.len();
    if n % 2 == 1 {
        *r[n / 2]
    } else {
        0.5 * (r[n / 2 - 1] + r[n / 2])
    }
}
check!(median_checks, median(&X), median(&[0.9, 0.7, 0.6]));

#[differentiable]
fn heaviest(x: &[f64]) -> f64 {
    let all = particles(x);
    let heavy: Vec<&Particle> = all.iter().filter(|p| p.mass > 0.5).collect();
    let total: f64 = heavy.iter().map(|p| p.energy()).sum();
    let mut sorted: Vec<&Particle> = all.iter().collect();
    sorted.sort_by(|a, b| b.mass.partial_cmp(&a.mass).unwrap());
    total + sorted[0].mass * sorted[1].x + heavy[0].x
}
check!(heaviest_checks, heaviest(&X));

#[differentiable]
fn nearest(x: &[f64]) -> f64 {
    let all = particles(x);
    let mut by_distance: Vec<(f64, &Particle)> =
        all.iter().map(|p| ((p.x - 1.0).abs(), p)).collect();
    by_distance.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    let chosen: Vec<&Particle> = by_distance.into_iter().take(3).map(|(_, p)| p).collect();
    chosen.iter().map(|p| p.mass * p.x).sum()
}
check!(nearest_checks, nearest(&X));

#[differentiable]
fn split(x: &[f64]) -> f64 {
    let (large, small): (Vec<&f64>, Vec<&f64>) = x.iter().partition(|v| **v > 0.65);
    let mut s = large.len() as f64;
    for v in &large {
        s += *v * *v;
    }
    for (i, &v) in small.iter().enumerate() {
        s += v * i as f64;
    }
    for v in small {
        s *= 1.0 + v;
    }
    s
}
check!(split_checks, split(&X));

#[differentiable]
fn path_length(x: &[f64]) -> f64 {
    let mut path = Vec::new();
    for v in x {
        if *v < 0.8 {
            path.push(v);
        }
    }
    let steps: f64 = path.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum();
    steps + path.last().map_or(0.0, |v| v.sin())
}
check!(path_length_checks, path_length(&X));

#[differentiable]
fn paired(x: &[f64]) -> f64 {
    let even: Vec<(usize, &f64)> = x.iter().enumerate().filter(|(i, _)| i % 2 == 0).collect();
    let next: Vec<(&f64, &f64)> = x.iter().zip(x.iter().skip(1)).collect();
    let weighed: Vec<(&f64, f64)> = x.iter().map(|v| (v, v.sin())).collect();
    even.iter().map(|&(i, v)| v.powi(i as i32 + 1)).sum::<f64>()
        + next.iter().map(|(a, b)| *a * *b).sum::<f64>()
        + next.iter().map(|&(a, b)| a - b).fold(1.0, |p, d| p * d)
        + weighed.iter().map(|(v, w)| w * **v).sum::<f64>()
}
check!(paired_checks, paired(&X));

#[differentiable]
fn grouped(x: &[f64]) -> f64 {
    let groups: Vec<Vec<&f64>> = (0..2)
        .map(|k| {
            let members = x.iter().enumerate().filter(|(i, _)| i % 2 == k);
            members.map(|(_, v)| v).collect()
        })
        .collect();
    let product = |g: &Vec<&f64>| g.iter().map(|v| v.exp()).product::<f64>();
    groups.iter().map(|g| product(g) * g[0]).sum()
}
check!(grouped_checks, grouped(&X));

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let rows: Vec<&[f64]> = x.chunks(2).collect();
    let products: f64 = rows.iter().map(|r| r.iter().product::<f64>()).sum();
    let backwards = rows.iter().rev().flat_map(|r| r.iter());
    products + rows[1][0] * rows[0][1] + backwards.fold(0.0, |a, v| a * 0.5 + v)
}
check!(rows_checks, rows(&X));
