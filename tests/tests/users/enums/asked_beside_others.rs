use crate::assert_grad;
use pullback::differentiable;

/// It derives nothing.
#[derive(Clone, Copy)]
enum Boundary {
    Wall,
    Open,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
    Both,
}

#[differentiable]
fn flux((h, q): (f64, f64)) -> (f64, f64) {
    (q, q * q / h + 0.5 * 9.81 * h * h)
}

/// What stands beyond the ends of a channel.
#[differentiable]
fn ghost(h: &[f64], q: &[f64], i: isize, boundary: Boundary) -> (f64, f64) {
    let n = h.len() as isize;
    match (i, boundary) {
        (0.., _) if i < n => (h[i as usize], q[i as usize]),
        (_, Boundary::Wall) => {
            let j = if i < 0 { 0 } else { n - 1 } as usize;
            (h[j], -q[j])
        }
        (..=-1, Boundary::Open) => (h[0], q[0]),
        (_, Boundary::Open) => (*h.last().unwrap(), *q.last().unwrap()),
    }
}

#[differentiable]
fn momentum(h: &[f64], q: &[f64], boundary: Boundary) -> f64 {
    let n = h.len() as isize;
    (-1..=n)
        .map(|i| flux(ghost(h, q, i, boundary)).1 * (i as f64 + 2.0))
        .sum()
}

/// Asked in a tuple, in a condition and in `matches!`; nothing else is done with it.
#[differentiable]
fn weight(side: &Side, x: f64, y: f64) -> f64 {
    let open = matches!((x > 1.0, side), (true, Side::Left | Side::Both));
    let base = match (side, x > y) {
        (Side::Left, true) => x * x,
        (Side::Right, _) => y.sin(),
        _ => x * y,
    };
    if let (Side::Right, true) = (side, open) {
        return base;
    }
    if open { base * 2.0 } else { base }
}

#[differentiable]
fn weights(first: Side, second: &Side, x: f64, y: f64) -> f64 {
    weight(&first, x, y) + 3.0 * weight(second, y, x) * weight(&first, x, x * y)
}

#[test]
fn asked_beside_others() {
    let (h, q) = ([1.0, 1.2, 0.8], [0.3, -0.2, 0.5]);
    for boundary in [Boundary::Wall, Boundary::Open] {
        let (dh, dq) = momentum::gradient(&h, &q, boundary);
        assert_grad(|h| momentum(h, &q, boundary), &h, &dh);
        assert_grad(|q| momentum(&h, q, boundary), &q, &dq);
    }
    for first in [Side::Left, Side::Right, Side::Both] {
        for second in [Side::Left, Side::Right, Side::Both] {
            for (x, y) in [(0.4, 0.7), (1.5, 0.6), (1.2, 1.9)] {
                let (dx, dy) = weights::gradient(first, &second, x, y);
                let f = |p: &[f64]| weights(first, &second, p[0], p[1]);
                assert_grad(f, &[x, y], &[dx, dy]);
            }
        }
    }
}
