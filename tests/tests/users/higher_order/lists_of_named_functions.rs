use crate::check;
use pullback::{Differentiable, differentiable};

type Constraint = Box<dyn Fn(&[f64]) -> f64>;
type Map = fn(f64) -> f64;

#[differentiable]
fn worst(all: &[Constraint], x: &[f64]) -> f64 {
    let mut w = 0.0;
    for c in all {
        let v = c(x);
        if v > w {
            w = v;
        }
    }
    w
}

#[differentiable]
fn first(all: &Vec<Constraint>, x: &[f64]) -> f64 {
    all[0](x) + if let Some(c) = all.get(1) { c(x) } else { 1.0 }
}

#[differentiable]
fn weighted(all: &[(Constraint, f64)], x: &[f64]) -> f64 {
    all.iter().map(|(c, w)| w * c(x)).sum()
}

#[differentiable]
fn optional(c: Option<Constraint>, x: &[f64]) -> f64 {
    match c {
        Some(c) => c(x),
        None => x[0],
    }
}

#[differentiable]
fn folded(maps: &[Map; 2], x: f64) -> f64 {
    maps.iter().fold(x, |v, f| f(v))
}

#[differentiable]
fn named(maps: &[(&str, Map)], x: f64) -> f64 {
    maps.iter()
        .enumerate()
        .map(|(i, (n, f))| f(x) * (i + n.len()) as f64)
        .sum()
}

#[differentiable]
fn sq(x: f64) -> f64 {
    x * x
}
fn half(i: usize) -> f64 {
    i as f64 * 0.5
}

#[derive(Differentiable, Clone)]
struct Layer {
    w: f64,
    #[constant]
    act: fn(usize) -> f64,
}

#[differentiable]
fn layers(all: &[Layer], x: f64) -> f64 {
    all.iter().map(|l| l.w * x * (l.act)(2)).sum()
}

#[differentiable]
fn all_of_them(r: f64, x: &[f64]) -> f64 {
    let all: Vec<Constraint> = vec![
        Box::new(move |x| x[0] * x[1] - r * r),
        Box::new(|x| 1.0 - x[0] - x[1]),
    ];
    let pairs: Vec<(Constraint, f64)> = vec![
        (Box::new(move |x| x[0] * x[1] - r * r), 2.0),
        (Box::new(|x| 1.0 - x[0] - x[1]), r),
    ];
    let c: Option<Constraint> = if r > 1.0 {
        Some(Box::new(move |x| x[1] * r))
    } else {
        None
    };
    let maps: [Map; 2] = [sq, f64::sin];
    let names: [(&str, Map); 2] = [("sq", sq), ("sine", f64::sin)];
    worst(&all, x)
        + first(&all, x)
        + weighted(&pairs, x)
        + optional(c, x)
        + folded(&maps, r)
        + named(&names, x[0])
        + layers(&[Layer { w: r, act: half }], x[1])
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[0.3, 0.5, 0.4], &[1.3, 0.5, 2.4], &[1.3, -0.5, 2.4]];
    check(
        |p| all_of_them(p[0], &p[1..]),
        |p| {
            let (by_r, by_x) = all_of_them::gradient(p[0], &p[1..]);
            [vec![by_r], by_x].concat()
        },
        points,
    );
}
