use crate::check;
use pullback::differentiable;

#[differentiable]
fn stages(n: usize, k: f64) -> Vec<Box<dyn Fn(f64) -> f64>> {
    (0..n)
        .map(|i| -> Box<dyn Fn(f64) -> f64> { Box::new(move |x| x * k + i as f64) })
        .collect()
}

#[differentiable]
fn maps(n: usize) -> Vec<fn(f64) -> f64> {
    if n > 1 {
        vec![f64::sin, f64::exp]
    } else {
        vec![f64::cos]
    }
}

#[differentiable]
fn pair(k: f64) -> (Box<dyn Fn(f64) -> f64>, Box<dyn Fn(f64) -> f64>) {
    (Box::new(move |x| x * k), Box::new(f64::sin))
}

#[differentiable]
fn adder(k: f64) -> impl Fn(f64) -> f64 {
    move |x| x + k * k
}

#[differentiable]
fn folded(w: f64, y: f64) -> f64 {
    let fs = stages(3, 2.0);
    fs.iter().fold(w, |v, f| f(v)) * y
}

#[differentiable]
fn folded_by(w: f64, y: f64) -> f64 {
    let fs = stages(3, y);
    fs.iter().fold(w, |v, f| f(v)) * y
}

#[differentiable]
fn at_once(w: f64, y: f64) -> f64 {
    stages(3, 2.0).iter().map(|f| f(w)).sum::<f64>() * y
}

#[differentiable]
fn looped(w: f64, y: f64) -> f64 {
    let mut v = w;
    for f in stages(2, 2.0) {
        v = f(v);
    }
    v * y
}

#[differentiable]
fn looped_by_reference(w: f64, y: f64) -> f64 {
    let mut v = w;
    for f in &maps(2) {
        v = f(v);
    }
    v * y
}

#[differentiable]
fn indexed(w: f64, y: f64) -> f64 {
    let fs = maps(2);
    fs[0](w) * fs[1](y)
}

#[differentiable]
fn taken_apart(w: f64, y: f64) -> f64 {
    let (f, g) = pair(2.0);
    f(w) * g(y)
}

#[differentiable]
fn taken_apart_by(w: f64, y: f64) -> f64 {
    let (f, g) = pair(w);
    f(w) * g(y)
}

#[differentiable]
fn adders(w: f64, y: f64) -> f64 {
    let f = adder(2.0);
    let g = adder(w);
    f(g(y))
}

#[differentiable]
fn of_pointers(w: f64, y: f64) -> f64 {
    maps(1).into_iter().map(|f| f(w)).sum::<f64>() * y
}

#[differentiable]
fn counted(w: f64, y: f64) -> f64 {
    let fs = stages(2, 1.5);
    let mut v = y;
    for (i, f) in fs.iter().enumerate() {
        v += f(w) * i as f64;
    }
    v
}

#[differentiable]
fn parts_called(w: f64, y: f64) -> f64 {
    let p = pair(2.0);
    (p.0)(w) * (p.1)(y)
}

#[differentiable]
fn largest(w: f64, y: f64) -> f64 {
    let fs = maps(2);
    let best = fs.iter().map(|f| f(w)).fold(f64::MIN, f64::max);
    best * y
}

/// Nothing with a derivative goes into most of the calls that make the functions.
#[test]
fn gradients_are_right() {
    let pair_of = |(a, b): (f64, f64)| vec![a, b];
    let points: &[&[f64]] = &[&[1.5, 0.4], &[0.2, 3.0]];
    check(
        |p| folded(p[0], p[1]),
        |p| pair_of(folded::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| folded_by(p[0], p[1]),
        |p| pair_of(folded_by::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| at_once(p[0], p[1]),
        |p| pair_of(at_once::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| looped(p[0], p[1]),
        |p| pair_of(looped::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| looped_by_reference(p[0], p[1]),
        |p| pair_of(looped_by_reference::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| indexed(p[0], p[1]),
        |p| pair_of(indexed::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| taken_apart(p[0], p[1]),
        |p| pair_of(taken_apart::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| taken_apart_by(p[0], p[1]),
        |p| pair_of(taken_apart_by::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| adders(p[0], p[1]),
        |p| pair_of(adders::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| of_pointers(p[0], p[1]),
        |p| pair_of(of_pointers::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| counted(p[0], p[1]),
        |p| pair_of(counted::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| parts_called(p[0], p[1]),
        |p| pair_of(parts_called::gradient(p[0], p[1])),
        points,
    );
    check(
        |p| largest(p[0], p[1]),
        |p| pair_of(largest::gradient(p[0], p[1])),
        points,
    );
}
