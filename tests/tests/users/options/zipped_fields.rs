use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Quote {
    bid: Option<f64>,
    ask: Option<f64>,
    last: f64,
}
#[differentiable]
impl Quote {
    fn mid(&self) -> Option<f64> {
        self.bid.zip(self.ask).map(|(b, a)| 0.5 * (a + b))
    }
    fn any(&self) -> Option<f64> {
        self.bid.xor(self.ask)
    }
    fn both(&self) -> f64 {
        if let Some((a, b)) = self.bid.zip(self.ask) {
            a * b
        } else {
            self.last
        }
    }
}
#[differentiable]
fn maybe(x: f64) -> Option<f64> {
    (x > 0.0).then_some(x * x)
}
#[differentiable]
fn run(p: &[f64]) -> f64 {
    let q = Quote {
        bid: Some(p[0]),
        ask: maybe(p[1]),
        last: p[2],
    };
    q.mid().unwrap_or(p[2])
        + q.any().unwrap_or(1.0)
        + q.both()
        + maybe(p[0])
            .zip(maybe(p[1]))
            .map_or(p[2], |(a, b)| a - b * b)
        + maybe(p[0]).filter(|v| *v > 1.0).unwrap_or(p[1])
}

check!(
    optional_fields_zipped,
    run(&[0.2, 0.1, 0.45]),
    run(&[0.2, -0.1, 0.45]),
    run(&[2.0, 1.0, 0.3])
);
