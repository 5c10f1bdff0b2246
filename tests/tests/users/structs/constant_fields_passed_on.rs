use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Table {
    xs: Vec<f64>,
    offset: f64,
}

#[differentiable]
impl Table {
    fn at(&self, x: f64) -> f64 {
        self.xs[0] * x * x + self.offset
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Mode {
    Plain,
    Squared,
}

#[differentiable]
impl Mode {
    fn next(self) -> Mode {
        if self == Mode::Plain {
            Mode::Squared
        } else {
            Mode::Plain
        }
    }
    fn gain(&self, x: f64) -> f64 {
        match self {
            Mode::Plain => x,
            Mode::Squared => x * x,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Wave {
    amplitude: f64,
    #[constant]
    knots: Vec<f64>,
    #[constant]
    table: Table,
    #[constant]
    speed: f64,
    #[constant]
    mode: Mode,
    other: Mode,
}

#[differentiable]
fn line(knots: &[f64], x: f64) -> f64 {
    knots[0] * x + knots[1] * x.sin()
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    x.sin() * y
}

#[differentiable]
impl Wave {
    fn height(&self, t: f64) -> f64 {
        let knots = &self.knots;
        self.amplitude * self.speed.powi(2) * (self.speed * t).cos()
            + line(&self.knots[1..], t)
            + line(knots, self.amplitude)
            + product(self.speed, self.amplitude)
            + self.table.at(t)
            + self.mode.gain(t)
    }
    fn step(&mut self, t: f64) -> f64 {
        self.amplitude *= 1.5;
        self.mode = self.mode.next();
        self.other = self.other.next();
        let gained = self.other.gain(t);
        self.speed.sqrt() * t
            + product(self.speed, self.amplitude)
            + self.table.at(gained)
            + self.mode.gain(t) * self.other.gain(gained)
    }
    fn spent(mut self, t: f64) -> f64 {
        self.amplitude += t;
        let x = self.speed.exp() * t + self.table.at(t);
        x + self.amplitude.powi(2) + line(&self.knots, x)
    }
}

#[differentiable]
fn f(amplitude: f64, t: f64) -> f64 {
    let mut wave = Wave {
        amplitude,
        knots: vec![1.0, 2.0, 3.0],
        table: Table {
            xs: vec![2.0],
            offset: 3.0,
        },
        speed: 0.7,
        mode: Mode::Plain,
        other: Mode::Squared,
    };
    let before = wave.height(t);
    let steps = wave.step(t) + wave.step(amplitude);
    let waves = [wave.clone(), wave.clone()];
    let each: f64 = waves.iter().map(|w| w.amplitude * w.speed.powi(3)).sum();
    before + steps * wave.table.at(t) + each + wave.height(amplitude) + wave.spent(t)
}

#[test]
fn gradient_is_right() {
    for v in [[0.4, 0.3], [1.2, -0.8]] {
        for _ in 0..2 {
            let (da, dt) = f::gradient(v[0], v[1]);
            assert_grad(|v| f(v[0], v[1]), &v, &[da, dt]);
        }
    }
}
