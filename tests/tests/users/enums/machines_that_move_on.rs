//! States of machines that derive nothing of ours and move on by methods without a rule, which numbers with derivatives are
//! given to.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Burn,
    Coast,
    Land,
}

impl Phase {
    fn next(self, time: f64) -> Phase {
        match self {
            Phase::Burn if time > 1.0 => Phase::Coast,
            Phase::Coast if time > 2.0 => Phase::Land,
            phase => phase,
        }
    }
    fn after(&self) -> Phase {
        match self {
            Phase::Burn => Phase::Coast,
            _ => Phase::Land,
        }
    }
    fn is_late(&self, time: f64) -> bool {
        *self == Phase::Burn && time > 0.8
    }
    fn is_over(self) -> bool {
        self == Phase::Land
    }
    fn index(self) -> usize {
        self as usize
    }
    fn drag(self) -> f64 {
        match self {
            Phase::Land => 0.9,
            _ => 0.1,
        }
    }
}

#[derive(Clone, Differentiable)]
struct Rocket {
    phase: Phase,
    gains: [f64; 3],
    speed: f64,
    height: f64,
}

#[differentiable]
impl Rocket {
    fn new(thrust: f64) -> Self {
        Rocket {
            phase: Phase::Burn,
            gains: [thrust, 0.5 * thrust, 0.1],
            speed: 0.0,
            height: 0.0,
        }
    }
    fn step(&mut self, thrust: f64, time: f64, dt: f64) {
        self.phase = self.phase.next(time);
        let force = match self.phase {
            Phase::Burn => thrust,
            Phase::Coast => -1.0,
            Phase::Land => -0.1 * self.speed,
        };
        self.speed += force * dt;
        self.height += self.speed * dt;
    }
    fn glide(&mut self, time: f64, dt: f64) {
        if self.phase.is_late(2.0 * time) {
            self.phase = self.phase.after();
        }
        if !self.phase.is_over() && self.speed > 1.0 {
            self.speed *= 0.9;
        }
        self.speed += self.gains[self.phase.index()] * dt;
        let drag = self.phase.drag();
        self.speed -= drag * self.speed * dt;
        let row = self.phase.index();
        self.height += self.speed * self.gains[row] * dt;
    }
}

#[differentiable]
fn flown(x: &[f64]) -> f64 {
    let mut rocket = Rocket::new(x[0]);
    for i in 0..30 {
        rocket.step(x[0], x[1] * i as f64, 0.1);
    }
    rocket.height
}

#[differentiable]
fn glided(x: &[f64]) -> f64 {
    let mut rocket = Rocket::new(x[0]);
    for i in 0..30 {
        rocket.glide(0.1 * i as f64, x[1]);
    }
    rocket.height
}

#[differentiable]
fn of_variables(x: &[f64]) -> f64 {
    let mut phase = Phase::Burn;
    let (mut speed, mut height) = (0.0, 0.0);
    for i in 0..30 {
        phase = phase.next(x[1] * i as f64);
        if i == 25 {
            phase = phase.after();
        }
        let force = match phase {
            Phase::Burn => x[0],
            Phase::Coast => -1.0,
            Phase::Land => -0.1 * speed,
        };
        speed += force * x[1];
        height += speed * x[1];
    }
    height
}

/// What is known when the differences are: one that is calculated from what only rustc knows to be a float.
#[derive(Clone, Differentiable)]
struct Tracker {
    phase: Phase,
    estimate: f64,
    seen: usize,
}

#[differentiable]
impl Tracker {
    fn observe(&mut self, measured: f64) -> f64 {
        let error = measured - self.estimate;
        self.phase = self.phase.next(error.abs());
        self.seen += 1;
        self.estimate += self.phase.drag() * error;
        error * error
    }
}

#[differentiable]
fn tracked(x: &[f64]) -> f64 {
    let mut tracker = Tracker {
        phase: Phase::Burn,
        estimate: x[0],
        seen: 0,
    };
    let errors = x.iter().map(|v| tracker.observe(2.0 * v)).sum::<f64>();
    errors + tracker.estimate * tracker.seen as f64
}

/// One without the derive may have rules, too.
#[derive(Clone, Copy, PartialEq)]
enum Act {
    Line,
    Swish,
}

#[differentiable]
impl Act {
    fn at(self, x: f64) -> f64 {
        match self {
            Act::Line => 2.0 * x,
            Act::Swish => x / (1.0 + (-x).exp()),
        }
    }
    fn steepness(&self, times: usize) -> f64 {
        match self {
            Act::Line => 2.0 * times as f64,
            Act::Swish => 1.0,
        }
    }
}

#[derive(Clone, Differentiable)]
struct Neuron {
    weight: f64,
    bias: f64,
    act: Act,
    fired: usize,
}

#[differentiable]
impl Neuron {
    fn biased(&self) -> f64 {
        self.act.at(self.bias) + self.act.steepness(self.fired)
    }
    fn nudge(&mut self) {
        self.bias = self.act.at(self.bias) * self.act.steepness(self.fired);
        self.weight += self.act.at(self.weight);
        self.fired += 1;
    }
}

#[differentiable]
fn nudged(x: &[f64]) -> f64 {
    let mut neuron = Neuron {
        weight: x[0],
        bias: x[1],
        act: Act::Line,
        fired: 1,
    };
    neuron.nudge();
    neuron.act = Act::Swish;
    neuron.nudge();
    neuron.biased() * neuron.weight
}

/// One that derives ours and has a rule goes by that.
#[derive(Clone, Differentiable)]
enum Mode {
    Idle,
    Drive(f64),
}

#[differentiable]
impl Mode {
    fn faster(self, by: f64) -> Mode {
        match self {
            Mode::Idle => Mode::Drive(by),
            Mode::Drive(speed) => Mode::Drive(speed * by),
        }
    }
}

#[derive(Clone, Differentiable)]
struct Car {
    mode: Mode,
}

#[differentiable]
impl Car {
    fn press(&mut self, by: f64) {
        self.mode = self.mode.clone().faster(by);
    }
}

#[differentiable]
fn driven(x: &[f64]) -> f64 {
    let mut car = Car { mode: Mode::Idle };
    let mut mode = Mode::Drive(x[0]);
    for _ in 0..3 {
        car.press(x[0]);
        mode = mode.faster(x[1]);
    }
    match (car.mode, mode) {
        (Mode::Drive(a), Mode::Drive(b)) => a * b,
        _ => 0.0,
    }
}

/// What a constant is asked for by a number that only rustc knows to be whole.
#[derive(Clone)]
struct Schedule {
    rates: Vec<f64>,
}

impl Schedule {
    fn rate(&self, step: usize) -> f64 {
        self.rates[step % self.rates.len()]
    }
}

#[derive(Clone, Differentiable)]
struct Optimiser {
    #[constant]
    schedule: Schedule,
    step: usize,
    weight: f64,
}

#[differentiable]
impl Optimiser {
    fn update(&mut self, gradient: f64) {
        let rate = self.schedule.rate(self.step);
        self.weight -= rate * gradient * self.weight + self.schedule.rate(0) * gradient;
        self.step += 1;
    }
    fn updated(&self, gradient: f64) -> f64 {
        self.weight
            - self.schedule.rate(self.step) * gradient
            - self.schedule.rate(self.step + 1) * gradient * gradient
    }
}

#[differentiable]
fn optimised(x: &[f64]) -> f64 {
    let rates = vec![0.5, 0.2, 0.1];
    let mut optimiser = Optimiser {
        schedule: Schedule { rates },
        step: 0,
        weight: x[0],
    };
    for _ in 0..4 {
        optimiser.weight = optimiser.updated(x[1] * optimiser.weight);
        optimiser.update(x[1]);
    }
    optimiser.weight
}

#[test]
fn machines_move_on() {
    let points: &[&[f64]] = &[&[3.0, 0.13], &[0.7, 0.06]];
    check(flown, flown::gradient, points);
    check(glided, glided::gradient, points);
    check(of_variables, of_variables::gradient, points);
    check(tracked, tracked::gradient, &[&[0.4, 0.1, 3.0, 0.2, 1.4]]);
    check(nudged, nudged::gradient, points);
    check(driven, driven::gradient, points);
    check(optimised, optimised::gradient, points);
}
