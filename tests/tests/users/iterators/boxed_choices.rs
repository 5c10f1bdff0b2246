use crate::check;
use pullback::differentiable;

#[differentiable]
fn either_way<'a>(xs: &'a [f64], rev: bool) -> Box<dyn Iterator<Item = f64> + 'a> {
    if rev {
        Box::new(xs.iter().copied().rev())
    } else {
        Box::new(xs.iter().copied())
    }
}

#[differentiable]
fn both_ways(xs: &[f64]) -> f64 {
    either_way(xs, true).map(|x| x * x).sum::<f64>()
        + either_way(xs, false)
            .zip(xs)
            .map(|(a, b)| a * b)
            .sum::<f64>()
}

#[differentiable]
fn backwards<'a>(xs: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    xs.iter().copied().rev()
}

#[differentiable]
fn squares(xs: &[f64]) -> f64 {
    backwards(xs).map(|x| x * x).sum::<f64>()
}

#[derive(Clone, Copy, PartialEq)]
enum Order {
    Up,
    Down,
    Odd,
}

#[differentiable]
fn walk<'a>(xs: &'a [f64], order: Order) -> Box<dyn Iterator<Item = &'a f64> + 'a> {
    match order {
        Order::Up => Box::new(xs.iter()),
        Order::Down => Box::new(xs.iter().rev()),
        Order::Odd => Box::new(xs.iter().skip(1).step_by(2)),
    }
}

#[differentiable]
fn walked(xs: &[f64], order: Order) -> f64 {
    walk(xs, order).fold(0.3, |a, x| a * x + 1.0)
}

#[differentiable]
fn numbered(xs: &[f64], rev: bool) -> f64 {
    let it: Box<dyn Iterator<Item = &f64> + '_> = if rev {
        Box::new(xs.iter().rev())
    } else {
        Box::new(xs.iter())
    };
    it.enumerate().map(|(i, x)| i as f64 * x * x).sum()
}

#[differentiable]
fn after_the_first(xs: &[f64], rev: bool) -> f64 {
    let mut it: Box<dyn Iterator<Item = f64>> = if rev {
        Box::new(xs.iter().copied().rev())
    } else {
        Box::new(xs.iter().copied().skip(1))
    };
    let first = it.next().unwrap_or(0.0);
    it.map(|x| first * x * x).sum()
}

#[differentiable]
fn by_position(xs: &[f64], order: Order) -> f64 {
    let indices: Box<dyn Iterator<Item = usize>> = match order {
        Order::Up => Box::new(0..xs.len()),
        Order::Down => Box::new((0..xs.len()).rev()),
        Order::Odd => Box::new((0..xs.len()).filter(|i| i % 2 == 1)),
    };
    let mut acc: f64 = 1.0;
    for i in indices {
        acc = acc * 0.5 + xs[i] * acc.sin();
    }
    acc
}

#[differentiable]
fn references(xs: &[(f64, usize)], rev: bool) -> f64 {
    let it: Box<dyn Iterator<Item = &(f64, usize)>> = if rev {
        Box::new(xs.iter().rev())
    } else {
        Box::new(xs.iter().filter(|p| p.1 != 1))
    };
    let mut t = 1.0;
    for (x, n) in it {
        t = t * x + *n as f64;
    }
    t
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.5, 1.2, 0.7, 0.3, 2.2], &[-0.4, 0.2, 0.9]];
    check(both_ways, |x| both_ways::gradient(x), &points);
    check(squares, |x| squares::gradient(x), &points);
    for order in [Order::Up, Order::Down, Order::Odd] {
        check(
            |x| walked(x, order),
            |x| walked::gradient(x, order),
            &points,
        );
        check(
            |x| by_position(x, order),
            |x| by_position::gradient(x, order),
            &points,
        );
    }
    for rev in [true, false] {
        check(
            |x| numbered(x, rev),
            |x| numbered::gradient(x, rev),
            &points,
        );
        check(
            |x| after_the_first(x, rev),
            |x| after_the_first::gradient(x, rev),
            &points,
        );
        let pairs = |x: &[f64]| [(x[0], 1), (x[1], 2), (x[2], 0)];
        check(
            |x| references(&pairs(x), rev),
            |x| {
                references::gradient(&pairs(x), rev)
                    .iter()
                    .map(|d| d.0)
                    .collect()
            },
            &[&[0.5, 1.2, 0.7]],
        );
    }
}
