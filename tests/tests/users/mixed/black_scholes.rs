use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Call,
    Put,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Contract {
    strike: f64,
    expiry: f64,
    #[constant]
    kind: Kind,
}

/// Abramowitz & Stegun 26.2.17.
#[differentiable]
fn norm_cdf(x: f64) -> f64 {
    const A: [f64; 5] = [
        0.319381530,
        -0.356563782,
        1.781477937,
        -1.821255978,
        1.330274429,
    ];
    let t = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = A.iter().rev().fold(0.0, |acc, a| (acc + a) * t);
    let tail = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[differentiable]
impl Contract {
    fn price(&self, spot: f64, rate: f64, vol: f64) -> f64 {
        let sd = vol * self.expiry.sqrt();
        let d1 = ((spot / self.strike).ln() + (rate + 0.5 * vol * vol) * self.expiry) / sd;
        let d2 = d1 - sd;
        let df = (-rate * self.expiry).exp();
        match self.kind {
            Kind::Call => spot * norm_cdf(d1) - self.strike * df * norm_cdf(d2),
            Kind::Put => self.strike * df * norm_cdf(-d2) - spot * norm_cdf(-d1),
        }
    }
}

#[test]
fn greeks() {
    for kind in [Kind::Call, Kind::Put] {
        let c = Contract {
            strike: 1.05,
            expiry: 0.5,
            kind,
        };
        let (dc, ds, dr, dv) = c.price_gradient(1.0, 0.03, 0.2);
        assert_grad(
            |v| {
                Contract {
                    strike: v[0],
                    expiry: v[1],
                    kind,
                }
                .price(v[2], v[3], v[4])
            },
            &[1.05, 0.5, 1.0, 0.03, 0.2],
            &[dc.strike, dc.expiry, ds, dr, dv],
        );
    }
}
