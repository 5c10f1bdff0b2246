use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Mode {
    #[default]
    Off,
    Heat,
    Cool,
}

#[derive(Clone, Debug, Differentiable)]
struct House {
    inside: f64,
    leak: f64,
    #[constant]
    mode: Mode,
}

#[differentiable]
impl House {
    fn decide(&mut self, target: f64, band: f64) {
        self.mode = match (self.mode, self.inside - target) {
            (Mode::Off, d) if d < -band => Mode::Heat,
            (Mode::Off, d) if d > band => Mode::Cool,
            (Mode::Heat, d) if d > 0.0 => Mode::Off,
            (Mode::Cool, d) if d < 0.0 => Mode::Off,
            (same, _) => same,
        };
    }

    fn advance(&mut self, outside: f64, power: f64) -> f64 {
        let input = match self.mode {
            Mode::Off => 0.0,
            Mode::Heat => power,
            Mode::Cool => -0.7 * power,
        };
        self.inside += self.leak * (outside - self.inside) + input;
        input.abs()
    }
}

#[differentiable]
fn cost(leak: f64, power: f64, target: f64, weather: &[f64]) -> f64 {
    let mut house = House {
        inside: 18.0,
        leak,
        mode: Mode::default(),
    };
    let (mut energy, mut discomfort) = (0.0, 0.0);
    for &outside in weather {
        house.decide(target, 0.5);
        energy += house.advance(outside, power);
        discomfort += (house.inside - target).powi(2);
    }
    energy + 0.1 * discomfort
}

#[test]
fn gradient_is_right() {
    let w = [5.0, 8.0, 15.0, 27.0, 34.0, 38.0, 33.0, 21.0];
    let v = [0.13, 1.9, 20.05];
    let (a, b, c, dw) = cost::gradient(v[0], v[1], v[2], &w);
    assert_grad(|v| cost(v[0], v[1], v[2], &w), &v, &[a, b, c]);
    assert_grad(|w| cost(v[0], v[1], v[2], w), &w, &dw);
}
