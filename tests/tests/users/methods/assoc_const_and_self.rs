use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gas {
    n: f64,
    volume: f64,
}

#[differentiable]
impl Gas {
    const R: f64 = 8.314;
    const A: f64 = 0.1382;
    const B: f64 = 0.03186;

    fn ideal_pressure(&self, temperature: f64) -> f64 {
        self.n * Self::R * temperature / self.volume
    }

    fn van_der_waals(&self, temperature: f64) -> f64 {
        let Self { n, volume } = *self;
        n * Self::R * temperature / (volume - n * Self::B) - Self::A * (n / volume).powi(2)
    }

    fn compressibility(&self, t: f64) -> f64 {
        self.van_der_waals(t) / self.ideal_pressure(t)
    }
}

#[test]
fn gradient_is_right() {
    let g = Gas {
        n: 1.1,
        volume: 0.9,
    };
    let (dg, dt) = g.compressibility_gradient(300.0);
    assert_grad(
        |v| {
            Gas {
                n: v[0],
                volume: v[1],
            }
            .compressibility(v[2])
        },
        &[1.1, 0.9, 300.0],
        &[dg.n, dg.volume, dt],
    );
    let (v, _) = g.compressibility_value_and_gradient(300.0);
    assert_eq!(v, g.compressibility(300.0));
}
