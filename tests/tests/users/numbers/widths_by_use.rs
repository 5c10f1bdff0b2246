use pullback::{Differentiable, differentiable};

#[differentiable]
fn norm(v: &[f32]) -> f64 {
    let n = v.iter().fold(0.0, |a, b| a + b * b).sqrt();
    n as f64
}

#[differentiable]
fn shifted(v: &[f32]) -> f64 {
    let s = v[0] * v[1];
    let n = { s + 1.0 }.sqrt();
    f64::from(n)
}

#[differentiable]
fn scaled(x: &[f64]) -> f64 {
    let v: Vec<f32> = x.iter().map(|&a| a as f32).collect();
    let n = v.iter().fold(0.0f32, |a, b| a + b * b).sqrt();
    x.iter().map(|a| a / n as f64).sum()
}

#[differentiable]
fn largest(v: &[f32], y: f64) -> f64 {
    let k = v.iter().cloned().fold(0.0, f32::max);
    let z = k.exp() as f64 * y;
    (z as f32).sin() as f64 + z
}

#[derive(Differentiable, Clone, Copy)]
struct Gate {
    w: f32,
    b: f64,
}

#[differentiable]
impl Gate {
    fn wide(&self, x: f32) -> f64 {
        (self.w * x) as f64 + self.b * f64::from(x)
    }

    fn narrow(&self, x: f64) -> f32 {
        self.w * x as f32 + self.b as f32
    }
}

#[differentiable]
fn gated(gate: &Gate, x: f64) -> f64 {
    gate.wide(x as f32) * gate.narrow(x) as f64
}

fn near(a: f64, b: f64) {
    assert!(
        (a - b).abs() < 1e-5 * (1.0 + b.abs()),
        "{a} but {b} expected"
    );
}

/// Against derivatives on paper: differences of `f32` say little.
#[test]
fn gradients_are_right() {
    for _ in 0..2 {
        let by_v = norm::gradient(&[3.0, 4.0]);
        near(by_v[0].into(), 0.6);
        near(by_v[1].into(), 0.8);
        let by_v = shifted::gradient(&[1.0, 3.0]);
        near(by_v[0].into(), 0.75);
        near(by_v[1].into(), 0.25);
        let by_x = scaled::gradient(&[3.0, 4.0]);
        near(by_x[0], 0.2 - 7.0 * 3.0 / 125.0);
        near(by_x[1], 0.2 - 7.0 * 4.0 / 125.0);
        let (by_v, by_y) = largest::gradient(&[0.5, 0.25], 0.5);
        let (e, z) = (0.5f64.exp(), 0.5 * 0.5f64.exp());
        near(by_v[0].into(), (z.cos() + 1.0) * z);
        near(by_v[1].into(), 0.0);
        near(by_y, (z.cos() + 1.0) * e);
        let gate = Gate { w: 0.5, b: 0.25 };
        let (by_gate, by_x) = gated::gradient(&gate, 2.0);
        // (w x + b x)(w x + b)
        near(by_gate.w.into(), 2.0 * 1.25 + 1.5 * 2.0);
        near(by_gate.b, 2.0 * 1.25 + 1.5);
        near(by_x, 0.75 * 1.25 + 1.5 * 0.5);
    }
}
