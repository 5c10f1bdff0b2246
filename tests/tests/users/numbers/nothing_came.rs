// Values with an infinite derivative that nobody looks for again: nothing comes of them.
use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn pair_energy(x: &[f64]) -> f64 {
    let n = x.len();
    let mut distance = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            distance[i][j] = ((x[i] - x[j]).powi(2) + 0.0).sqrt();
        }
    }
    let mut energy = 0.0;
    for i in 0..n {
        for j in 0..n {
            if i != j {
                energy += 1.0 / distance[i][j] - distance[i][j];
            }
        }
    }
    energy
}

#[differentiable]
fn finite_weights(x: &[f64]) -> f64 {
    let weights: Vec<f64> = x.iter().map(|v| 1.0 / v).collect();
    let logs: Vec<f64> = x.iter().map(|v| (v * v).ln()).collect();
    let finite = weights.iter().filter(|w| w.is_finite());
    finite.map(|w| w * w).sum::<f64>() + logs[0]
}

#[derive(Differentiable, Clone, Copy)]
struct Polar {
    radius: f64,
    angle: f64,
}

#[differentiable]
impl Polar {
    fn of(x: f64, y: f64) -> Polar {
        Polar {
            radius: (x * x + y * y).sqrt(),
            angle: (y / 2.0).asin(),
        }
    }
}

#[differentiable]
fn angle_only(x: f64, y: f64) -> f64 {
    let p = Polar::of(x, y);
    if p.radius > 1.0 {
        p.radius * p.angle
    } else {
        p.angle
    }
}

#[differentiable]
fn parts(x: f64, y: f64) -> f64 {
    let roots = [x.sqrt(), y.sqrt()];
    let (a, b) = (roots[0].powf(1.5), y.cbrt());
    if roots[1] > 0.1 {
        a * b * roots[1]
    } else {
        a + x
    }
}

#[differentiable]
fn occupation(energy: f64, level: f64, temperature: f64) -> f64 {
    1.0 / (((energy - level) / temperature).exp() + 1.0)
}

#[differentiable]
fn growth(t: f64, capacity: f64, spread: f64, rate: f64) -> f64 {
    let mut decay = spread;
    decay *= (-rate * t).exp();
    capacity / (1.0 + decay)
}

/// What is divided by overflows, and the quotient is zero with all its derivatives.
#[test]
fn quotients_by_infinity_stand_still() {
    assert_eq!(occupation::gradient(1.0, 0.0, 0.001), (0.0, 0.0, 0.0));
    let (de, dl, dt) = occupation::gradient(0.4, 0.1, 0.2);
    assert_grad(
        |v| occupation(v[0], v[1], v[2]),
        &[0.4, 0.1, 0.2],
        &[de, dl, dt],
    );
    assert_eq!(
        growth::gradient(-800.0, 2.0, 3.0, 1.0),
        (0.0, 0.0, 0.0, 0.0)
    );
    let (dt, dc, ds, dr) = growth::gradient(1.5, 2.0, 3.0, 0.7);
    let at = [1.5, 2.0, 3.0, 0.7];
    assert_grad(|v| growth(v[0], v[1], v[2], v[3]), &at, &[dt, dc, ds, dr]);
}

#[differentiable]
fn larger_root(a: f64, b: f64) -> f64 {
    a.sqrt().max(b.sqrt())
}

#[differentiable]
fn kept_within(a: f64) -> f64 {
    a.sqrt().clamp(0.5, 2.0) + a.sqrt().abs().max(1.0)
}

#[differentiable]
fn soft_min(x: &[f64], gamma: f64) -> f64 {
    let total: f64 = x.iter().map(|d| (-d / gamma).exp()).sum();
    -gamma * total.ln()
}

#[test]
fn what_is_not_chosen_stands_still() {
    assert_eq!(larger_root::gradient(0.0, 4.0), (0.0, 0.25));
    assert_eq!(larger_root::gradient(4.0, 0.0), (0.25, 0.0));
    assert_eq!(kept_within::gradient(0.0), 0.0);
    assert_grad(|v| kept_within(v[0]), &[1.7], &[kept_within::gradient(1.7)]);
    let (dx, dg) = soft_min::gradient(&[1.0, f64::INFINITY, 2.0], 0.7);
    let (expected, by_gamma) = soft_min::gradient(&[1.0, 2.0], 0.7);
    assert_eq!((dx, dg), (vec![expected[0], 0.0, expected[1]], by_gamma));
    assert_grad(
        |v| soft_min(&v[..2], v[2]),
        &[1.0, 2.0, 0.7],
        &[expected[0], expected[1], by_gamma],
    );
}

#[test]
fn gradient_is_right() {
    for x in [[1.0, 0.5, 4.0], [0.3, 0.9, -2.0]] {
        assert_grad(pair_energy, &x, &pair_energy::gradient(&x));
    }
    let found = finite_weights::gradient(&[1.0, 0.0, 4.0]);
    assert_eq!(found, [0.0, 0.0, -0.03125]);
    let (dx, dy) = angle_only::gradient(0.0, 0.0);
    assert_eq!((dx, dy), (0.0, 0.5));
    let (dx, dy) = angle_only::gradient(1.2, 0.7);
    assert_grad(|v| angle_only(v[0], v[1]), &[1.2, 0.7], &[dx, dy]);
    let (dx, dy) = parts::gradient(1.3, 0.0);
    assert_grad(|v| parts(v[0], 0.0), &[1.3], &[dx]);
    assert_eq!(dy, 0.0);
    let (dx, dy) = parts::gradient(1.3, 0.8);
    assert_grad(|v| parts(v[0], v[1]), &[1.3, 0.8], &[dx, dy]);
}

/// What a variable held at first is not looked at.
#[differentiable]
fn overwritten(x: f64, y: f64) -> f64 {
    let mut s = x.sqrt();
    if y > 1.0 {
        s = 2.0 * y;
    }
    s += y;
    s
}

#[test]
fn what_is_overwritten_gives_nothing() {
    assert_eq!(overwritten::gradient(0.0, 2.0), (0.0, 3.0));
    assert_eq!(overwritten::gradient(0.25, 0.5), (1.0, 1.0));
    assert_eq!(overwritten::gradient(0.25, 2.0), (0.0, 3.0));
}
