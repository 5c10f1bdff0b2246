use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Loss {
    weight: f64,
    l2: Option<f64>,
    huber: Option<f64>,
}

#[differentiable]
impl Loss {
    fn eval(&self, e: f64) -> f64 {
        let base = match self.huber {
            Some(d) if e.abs() > d => d * (e.abs() - 0.5 * d),
            _ => 0.5 * e * e,
        };
        self.weight * base + self.l2.unwrap_or(0.0) * e.powi(4)
    }
}

#[differentiable]
fn total(w: f64, l2: f64, d: f64, es: &[f64]) -> f64 {
    let full = Loss {
        weight: w,
        l2: Some(l2),
        huber: Some(d),
    };
    let plain = Loss {
        huber: None,
        ..full
    };
    let bare = Loss {
        weight: w * w,
        l2: None,
        huber: None,
    };
    es.iter()
        .map(|&e| full.eval(e) + plain.eval(e) + bare.eval(e))
        .sum()
}

#[test]
fn gradient_is_right() {
    let es = [0.3, -1.4, 2.0];
    let (w, l, d, de) = total::gradient(0.7, 0.1, 1.0, &es);
    assert_grad(
        |v| total(v[0], v[1], v[2], &es),
        &[0.7, 0.1, 1.0],
        &[w, l, d],
    );
    assert_grad(|e| total(0.7, 0.1, 1.0, e), &es, &de);
}
