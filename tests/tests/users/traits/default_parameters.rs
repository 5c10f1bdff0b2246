use pullback::{Differentiable, differentiable};

/// Implementations need not show that a trait has parameters.
#[differentiable]
trait Response<S = f64, const N: usize = 2> {
    fn response(&self, x: S) -> S;
    fn both(&self, x: &[S; N]) -> S;
}

#[derive(Clone, Debug, Differentiable)]
struct Gain {
    k: f64,
}

#[differentiable]
impl Response for Gain {
    fn response(&self, x: f64) -> f64 {
        self.k * x * x
    }

    fn both(&self, x: &[f64; 2]) -> f64 {
        self.response(x[0]) * self.response(x[1])
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Halved {
    k: f32,
}

#[differentiable]
impl Response<f32, 1> for Halved {
    fn response(&self, x: f32) -> f32 {
        self.k * x
    }

    fn both(&self, x: &[f32; 1]) -> f32 {
        self.response(x[0])
    }
}

#[differentiable]
fn of_default_parameters(gain: &Gain, halved: &Halved, x: f64) -> f64 {
    gain.response(x) + gain.both(&[x, 2.0 * x]) + halved.both(&[x as f32]) as f64
}

#[test]
fn default_parameters_check() {
    let (gain, halved) = (Gain { k: 0.5 }, Halved { k: 3.0 });
    let (d_gain, d_halved, d_x) = of_default_parameters::gradient(&gain, &halved, 2.0);
    assert_eq!(d_gain.k, 4.0 + 2.0 * 0.5 * 4.0 * 16.0);
    assert_eq!(d_halved.k, 2.0);
    assert_eq!(d_x, 2.0 + 0.25 * 16.0 * 8.0 + 3.0);
}
