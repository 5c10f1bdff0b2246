use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Style {
    European,
    American,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Market {
    spot: f64,
    rate: f64,
    vol: f64,
}

#[differentiable]
fn binomial_put(m: &Market, strike: f64, expiry: f64, n: usize, #[constant] style: Style) -> f64 {
    let dt = expiry / n as f64;
    let u = (m.vol * dt.sqrt()).exp();
    let d = 1.0 / u;
    let disc = (-m.rate * dt).exp();
    let p = ((m.rate * dt).exp() - d) / (u - d);
    let payoff = |s: f64| (strike - s).max(0.0);
    let mut values: Vec<f64> = (0..=n)
        .map(|i| payoff(m.spot * u.powi(2 * i as i32 - n as i32)))
        .collect();
    for level in (0..n).rev() {
        for i in 0..=level {
            let hold = disc * (p * values[i + 1] + (1.0 - p) * values[i]);
            values[i] = match style {
                Style::European => hold,
                Style::American => {
                    let s = m.spot * u.powi(2 * i as i32 - level as i32);
                    hold.max(payoff(s))
                }
            };
        }
    }
    values[0]
}

#[test]
fn gradient_is_right() {
    let v = [1.0, 0.05, 0.3, 1.07, 0.8];
    for style in [Style::European, Style::American] {
        let mk = |v: &[f64]| Market {
            spot: v[0],
            rate: v[1],
            vol: v[2],
        };
        let (dm, dk, de) = binomial_put::gradient(&mk(&v), v[3], v[4], 9, style);
        assert_grad(
            |v| binomial_put(&mk(v), v[3], v[4], 9, style),
            &v,
            &[dm.spot, dm.rate, dm.vol, dk, de],
        );
    }
}
