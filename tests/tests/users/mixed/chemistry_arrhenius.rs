use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Reaction {
    a: f64,
    ea: f64,
    order: Order,
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Order {
    Zero,
    First,
    Power(f64),
}

const R_GAS: f64 = 8.314e-3;

#[differentiable]
impl Reaction {
    fn rate_constant(&self, temperature: f64) -> f64 {
        self.a * (-self.ea / (R_GAS * temperature)).exp()
    }

    fn rate(&self, conc: f64, temperature: f64) -> f64 {
        let k = self.rate_constant(temperature);
        k * match self.order {
            Order::Zero => 1.0,
            Order::First => conc,
            Order::Power(n) => conc.powf(n),
        }
    }
}

#[differentiable]
fn concentrations(chain: &[Reaction], c0: f64, temperature: f64, steps: usize) -> Vec<f64> {
    let mut c = vec![0.0; chain.len() + 1];
    c[0] = c0;
    for _ in 0..steps {
        let rates: Vec<f64> = chain
            .iter()
            .zip(&c)
            .map(|(r, &ci)| r.rate(ci.max(1e-3), temperature))
            .collect();
        for (i, r) in rates.iter().enumerate() {
            c[i] -= 0.1 * r;
            c[i + 1] += 0.1 * r;
        }
    }
    c
}

#[differentiable]
fn product(p: &[f64], c0: f64, temperature: f64) -> f64 {
    let chain = [
        Reaction {
            a: p[0],
            ea: p[1],
            order: Order::First,
        },
        Reaction {
            a: p[2],
            ea: p[3],
            order: Order::Power(p[4]),
        },
        Reaction {
            a: 0.02,
            ea: 1.0,
            order: Order::Zero,
        },
    ];
    let c = concentrations(&chain, c0, temperature, 6);
    let [.., last] = c.as_slice() else {
        unreachable!()
    };
    last * c[1]
}

#[test]
fn gradient_is_right() {
    let p = [2.0, 3.0, 1.5, 2.0, 1.4];
    let (dp, dc, dt) = product::gradient(&p, 1.0, 350.0);
    assert_grad(|p| product(p, 1.0, 350.0), &p, &dp);
    assert_grad(|v| product(&p, v[0], v[1]), &[1.0, 350.0], &[dc, dt]);
}
