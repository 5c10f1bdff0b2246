use crate::assert_grad;
use pullback::differentiable;

type State = [f64; 2];

#[differentiable]
fn rhs(_t: f64, y: &State, mu: f64) -> State {
    [y[1], mu * (1.0 - y[0] * y[0]) * y[1] - y[0]]
}

#[differentiable]
fn axpy(y: &State, terms: &[(f64, State)], h: f64) -> State {
    let mut out = *y;
    for (c, k) in terms {
        for (o, k) in out.iter_mut().zip(k) {
            *o += h * c * k;
        }
    }
    out
}

#[differentiable]
fn step(t: f64, y: &State, h: f64, mu: f64) -> (State, f64) {
    let k1 = rhs(t, y, mu);
    let k2 = rhs(t + h / 2.0, &axpy(y, &[(0.5, k1)], h), mu);
    let k3 = rhs(t + 0.75 * h, &axpy(y, &[(0.75, k2)], h), mu);
    let y3 = axpy(y, &[(2.0 / 9.0, k1), (1.0 / 3.0, k2), (4.0 / 9.0, k3)], h);
    let k4 = rhs(t + h, &y3, mu);
    let y2 = axpy(
        y,
        &[(7.0 / 24.0, k1), (0.25, k2), (1.0 / 3.0, k3), (0.125, k4)],
        h,
    );
    let err = (0..2).map(|i| (y3[i] - y2[i]).abs()).fold(0.0, f64::max);
    (y3, err)
}

#[differentiable]
fn solve(p: &[f64], t_end: f64) -> f64 {
    let mu = p[2];
    let mut y = [p[0], p[1]];
    let (mut t, mut h) = (0.0, 0.1);
    loop {
        if t + h > t_end {
            h = t_end - t;
        }
        let (candidate, err) = step(t, &y, h, mu);
        if pullback::stop_gradient(err) > 1e-3 {
            h *= 0.5;
            continue;
        }
        y = candidate;
        t += h;
        if t >= t_end - 1e-12 {
            break;
        }
        if pullback::stop_gradient(err) < 1e-5 {
            h *= 2.0;
        }
    }
    y[0] * y[0] + 0.5 * y[1]
}

#[test]
fn gradient_is_right() {
    let v = [1.0, 0.3, 1.5];
    let (dp, _) = solve::gradient(&v, 1.7);
    assert_grad(|v| solve(v, 1.7), &v, &dp);
}
